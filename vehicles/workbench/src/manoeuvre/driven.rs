//! A vehicle driven through a manoeuvre.

use super::equipped::{self, SteeringWheel};
use super::start::Start;
use crate::geometry;
use crate::problem::Problem;
use crate::progress::Told;
use crate::vehicle::Running;
use wishbone::integrate::{GeneralisedAlpha, Heap, Rosenbrock, Sbdf2, Slopes};
use wishbone::prelude::*;
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;
use wishbone_report::Run;
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Judge, Manoeuvre, Method, Plan, Recorded, record};

/// Steps for which an implicit method uses a Jacobian.
const JACOBIAN: usize = 20;
/// Its source: exact slopes of the vehicle and its tyres. With reactions, with which no derivatives are compiled, all are differences.
const SLOPES: Slopes = Slopes::Completed;
/// Factor by which a step of the generalised-α method multiplies what is infinitely fast.
const RADIUS: f64 = 0.8;
/// Change at which its iteration ends.
const CONVERGED: Tolerance = Tolerance::of(1e-7);

/// A vehicle that was driven through a manoeuvre.
pub struct Driven {
    /// Its behaviour.
    pub findings: Findings,
    /// Its motion, to be shown; without the name of the design.
    pub run: Run,
}

/// Drives a vehicle through a manoeuvre. `anyway` lets the run go on, and gives its figures, where it did not go as it was asked.
///
/// # Errors
/// If it does not come to rest, is not equipped for the manoeuvre, or cannot be set going.
pub fn driven(running: &Running, manoeuvre: &Manoeuvre, anyway: bool, told: Told<'_>) -> Result<Driven, Problem> {
    running.needs_tyres()?;
    let mut rest = running.rest()?;
    let facts = equipped::facts(running, &mut rest);
    let mut start = Start::of(running, manoeuvre, &rest.state)?;
    let (mut fitted, wheel) = equipped::equipped(running, manoeuvre, &facts, &start)?;
    start.change(running, manoeuvre, &mut fitted)?;
    let states = start.states(running, &mut fitted);
    let run = Begun {
        running,
        manoeuvre,
        judge: Judge::of(manoeuvre, &facts),
        anyway,
        told,
        fitted,
        wheel,
        state: Whole {
            vehicle: start.vehicle.clone(),
            subsystems: states,
        },
    };
    let recorded = match manoeuvre.method {
        Method::Ab3 => run.record(AdamsBashforth3::new()),
        Method::Rk4 => run.record(RungeKutta4),
        Method::Sbdf2 => run.record(Sbdf2::<_, Heap>::new().every(JACOBIAN).with_slopes(SLOPES)),
        Method::GeneralisedAlpha => {
            let method = GeneralisedAlpha::<_, Heap>::new(RADIUS, CONVERGED).every(JACOBIAN);
            run.record(method.with_slopes(SLOPES))
        }
        Method::Rosenbrock => run.record(Rosenbrock::<_, Heap>::new(CONVERGED).with_slopes(SLOPES)),
    }?;
    let shown = Run {
        design: String::new(),
        bodies: names(running.engine.description().bodies),
        geometry: geometry::of(&running.compiled.model),
        chassis: running.chassis(),
        ground: manoeuvre.strip(&recorded.motion, running.chassis(), start.on_a_belt),
        motion: recorded.motion,
    };
    let mut findings = manoeuvre.findings(&facts, recorded.table, recorded.verdict, anyway);
    if start.on_a_belt {
        findings
            .conditions
            .push_str(", on a belt: the ground holds the vehicle");
    }
    findings.notes.extend(start.note);
    Ok(Driven { findings, run: shown })
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

/// A run that is about to begin.
struct Begun<'a> {
    running: &'a Running,
    manoeuvre: &'a Manoeuvre,
    judge: Judge,
    anyway: bool,
    told: Told<'a>,
    fitted: Fitted,
    wheel: SteeringWheel,
    state: StateOf<Engine, Fitted>,
}

impl Begun<'_> {
    /// Runs to the end.
    fn record<I: Integrator<StateOf<Engine, Fitted>>>(self, integrator: I) -> Result<Recorded, Problem> {
        let Self { running, manoeuvre, .. } = self;
        let mut simulation = Simulation::new(running.engine.clone(), self.fitted, integrator);
        simulation.set_state(self.state.vehicle);
        simulation.set_subsystems(self.state.subsystems);
        let _ = simulation.assemble().map_err(|reason| running.finding(reason))?;
        let plan = Plan {
            chassis: running.chassis(),
            step: manoeuvre.step.0,
            every: manoeuvre.every.0,
            duration: manoeuvre.duration.0,
            until: manoeuvre.until,
            anyway: self.anyway,
        };
        let work = running.progress(&manoeuvre.name);
        let angle = |time: f64, inputs: &mut _| self.wheel.angle(time, inputs);
        let mut tell = |time: f64| (self.told)((time / plan.duration).min(1.0), &work);
        let recorded = record(&mut simulation, &plan, &self.judge, angle, &mut tell);
        (self.told)(1.0, &work);
        Ok(recorded)
    }
}
