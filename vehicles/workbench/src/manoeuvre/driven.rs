//! A vehicle driven through a manoeuvre.

use super::equipped::{self, SteeringWheel, road};
use super::foreign::{self, Parts};
use super::start::Start;
use super::trial::Trial;
use super::waiting;
use crate::integrators::{Chosen, WithIntegrator, with};
use crate::problem::Problem;
use crate::progress::Told;
use crate::steady::{limit, straight_on_or_at_rest};
use crate::tyre::beyond;
use crate::vehicle::Running;
use crate::{bears, geometry};
use wishbone::prelude::*;
use wishbone::state::Whole;
use wishbone_engine::Engine;
use wishbone_engine::equipment::{Fitted, Pieces};
use wishbone_report::Run;
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Facts, Judge, Manoeuvre, Motion, Plan, Recorded, record, spacing};
use wishbone_studies::memories::Limit;
use wishbone_studies::steps::Method as Explicit;
use wishbone_studies::table::Table;

/// A vehicle that was driven through a manoeuvre.
pub struct Driven {
    /// Its behaviour.
    pub findings: Findings,
    /// Its motion for display, without the name of the design.
    pub run: Run,
}

/// Drives a vehicle through a manoeuvre. With `anyway` the run continues after an event that would make its figures
/// meaningless, and still has figures.
///
/// # Errors
/// Returns an error if the vehicle does not come to rest, is not equipped for the manoeuvre, or cannot be set in
/// motion.
pub fn driven(running: &Running, manoeuvre: &Manoeuvre, anyway: bool, told: Told<'_>) -> Result<Driven, Problem> {
    let (findings, shown) = run(running, manoeuvre, (anyway, true), told)?;
    Ok(Driven {
        findings,
        run: Run {
            design: String::new(),
            bodies: names(running.engine.description().bodies),
            geometry: geometry::of(&running.compiled.model, &running.held_bodies()),
            chassis: running.chassis(),
            ground: manoeuvre.strip(&shown.motion, running.chassis(), shown.on_a_belt),
            motion: shown.motion,
        },
    })
}

/// The behaviour alone, as [`driven`] finds it: nothing is kept for display.
///
/// # Errors
/// As [`driven`].
pub fn behaviour(running: &Running, manoeuvre: &Manoeuvre, anyway: bool, told: Told<'_>) -> Result<Findings, Problem> {
    run(running, manoeuvre, (anyway, false), told).map(|(findings, _)| findings)
}

/// What is shown of a run.
struct Shown {
    motion: Motion,
    on_a_belt: bool,
}

fn run(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (anyway, is_shown): (bool, bool),
    told: Told<'_>,
) -> Result<(Findings, Shown), Problem> {
    let Ready {
        mut facts,
        start,
        wheel,
        set,
    } = Ready::of(running, manoeuvre, (!anyway).then_some(IMPLICIT), Outside::default())?;
    if start.on_a_belt {
        facts.belt = manoeuvre.speed.0;
    }
    let judge = Judge::of(manoeuvre, &facts).of_units(running.leaders().split_off(1));
    let begun = Begun {
        running,
        manoeuvre,
        judge: match start.on_a_belt {
            true => judge.on_a_belt(),
            false => judge,
        },
        anyway,
        is_shown,
        told,
        wheel,
        set,
    };
    let chosen = Chosen::of(running, manoeuvre.method, manoeuvre.step.0, manoeuvre.speed.0)?;
    let (Recorded { table, motion, verdict }, rows) = with(&chosen, begun)?;
    let mut findings = manoeuvre.findings(&facts, table, verdict, anyway);
    if start.on_a_belt {
        findings
            .conditions
            .push_str(", on a belt: the ground holds the vehicle");
    }
    findings
        .notes
        .extend(beyond::note(running, &most_loads(running, &findings.table)));
    findings.notes.extend(foreign::notes(manoeuvre));
    findings.notes.extend(equipped::notes(running, manoeuvre));
    let waiting = waiting::note(running, manoeuvre, &findings);
    findings.notes.extend(waiting);
    findings
        .notes
        .extend(start.notes.into_iter().chain(spacing(manoeuvre, rows)));
    let on_a_belt = start.on_a_belt;
    Ok((findings, Shown { motion, on_a_belt }))
}

/// Greatest vertical force of the road on each wheel during a run [N].
fn most_loads(running: &Running, table: &Table) -> Vec<f64> {
    let names = running.engine.description().wheels.iter();
    let most = |name: &&str| {
        let loads = table.column(&format!("{name}.force_z")).unwrap_or_default();
        loads.into_iter().fold(0.0, f64::max)
    };
    names.map(most).collect()
}

/// Notes on times that are no whole numbers of steps. `rows` is the note on rows that are taken less often.
fn spacing(manoeuvre: &Manoeuvre, rows: Option<String>) -> impl Iterator<Item = String> {
    let step = manoeuvre.step.0;
    let every = rows.or_else(|| spacing::note("every", manoeuvre.every.0, step));
    spacing::note("duration", manoeuvre.duration.0, step)
        .into_iter()
        .chain(every)
}

/// Factor on the limit of the modes up to which a step counts as stable: the modes do not describe the motion
/// exactly.
const ROUNDED: f64 = 1.01;
/// Advice about a step that is too long, for a command that can use any method.
const IMPLICIT: &str = "give a shorter step, or the method `sbdf2`, which takes fast motions implicitly (`--step`, `--method`, or `step` and \
                        `method` in the manoeuvre's file)";

/// A vehicle at the start of a manoeuvre.
pub(crate) struct Ready {
    facts: Facts,
    start: Start,
    wheel: SteeringWheel,
    /// Equipment and initial state of the run.
    pub set: Set,
}

/// Equipment with its initial state.
pub(crate) struct Set {
    fitted: Fitted,
    state: StateOf<Engine, Fitted>,
}

/// What acts on a vehicle from outside of its declaration and its manoeuvre.
#[derive(Default)]
pub(crate) struct Outside<'a> {
    /// Forces on bodies and joints, which take part in the search for the start.
    pub forces: Pieces,
    /// Replaces pieces of the manoeuvre's equipment.
    pub equip: Option<&'a dyn Fn(&mut Fitted)>,
}

impl Ready {
    /// The vehicle equipped for a manoeuvre, in the motion in which the manoeuvre starts. A step that is too long for the vehicle is
    /// an error with this advice; without advice the step is not checked.
    ///
    /// # Errors
    /// See [`driven`].
    pub fn of(
        running: &Running,
        manoeuvre: &Manoeuvre,
        advice: Option<&str>,
        outside: Outside<'_>,
    ) -> Result<Self, Problem> {
        running.needs_tyres()?;
        equipped::moves_the_joint(running, manoeuvre)?;
        let parts = Parts::of(running, manoeuvre, &road(manoeuvre, false))?.forces();
        // A vehicle that is stepped from outside has no parts from elsewhere.
        let forces = if parts.is_empty() { outside.forces } else { parts };
        let (mut rest, is_balanced) = match running.rest_with(forces.clone()) {
            Ok(rest) => (rest, true),
            // No vehicle rests under a push along the road. In motion torques at its wheels may balance the push.
            Err(_) if !forces.is_empty() => (running.rest_with(Pieces::none())?, false),
            Err(reason) => return Err(reason),
        };
        let facts = equipped::facts(running, &mut rest)?;
        let mut start = Start::of(running, manoeuvre, &rest.state, forces)?;
        let (mut fitted, wheel) = equipped::equipped(running, manoeuvre, &facts, &start)?;
        if let Some(equip) = outside.equip {
            equip(&mut fitted);
        }
        start.is_pushed = !is_balanced;
        start.change(running, manoeuvre, &mut fitted)?;
        let state = Whole {
            subsystems: start.states(running, manoeuvre, &mut fitted),
            vehicle: start.vehicle.clone(),
        };
        if let Some(advice) = advice {
            check_step(running, manoeuvre, (&fitted, &state), advice)?;
        }
        let set = Set { fitted, state };
        Ok(Self {
            facts,
            start,
            wheel,
            set,
        })
    }
}

impl Ready {
    /// Notes on a start that is not steady.
    pub fn notes(&self) -> &[String] {
        &self.start.notes
    }

    /// The largest step at which powertrain and brakes are stable under the demands of the manoeuvre, while the vehicle
    /// keeps its motion; `None` if they set no limit.
    pub fn borne(&self, running: &Running, manoeuvre: &Manoeuvre, method: Explicit) -> Option<Limit> {
        borne(running, manoeuvre, (&self.set.fitted, &self.set.state), method)
    }
}

impl Set {
    /// The simulation that begins in this state, with its loops closed.
    ///
    /// # Errors
    /// If the loops do not close.
    pub fn go<I: Integrator<StateOf<Engine, Fitted>>>(
        self,
        running: &Running,
        integrator: I,
    ) -> Result<Simulation<Engine, Fitted, I>, Problem> {
        let mut simulation = Simulation::new(running.engine.clone(), self.fitted, integrator);
        simulation.set_state(self.state.vehicle);
        simulation.set_subsystems(self.state.subsystems);
        let _ = simulation.assemble().map_err(|reason| running.finding(reason))?;
        Ok(simulation)
    }
}

/// Returns an error if the step is too long for the explicit method of the manoeuvre. The step is judged for the
/// equipment, under all demands to come, and for the whole vehicle in its initial state.
fn check_step(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (fitted, state): (&Fitted, &StateOf<Engine, Fitted>),
    advice: &str,
) -> Result<(), Problem> {
    let Some(method) = manoeuvre.method.explicit() else {
        return Ok(());
    };
    let limit = borne(running, manoeuvre, (fitted, state), method);
    let limit = limit.filter(|limit| manoeuvre.step.0 > limit.step);
    let limit = limit.map(|limit| (limit.step, limit.part)).or_else(|| {
        let trial = Trial {
            running,
            fitted,
            state,
            method: manoeuvre.method,
        };
        let step = manoeuvre.step.0;
        // If a longer step is stable, this step is stable, too.
        if !trial.is_near(step) {
            return None;
        }
        // A trial depends on the step that it begins with: the least limit is told, so that the step that is advised is taken.
        let found = trial.beyond(step).map(|beyond| (beyond.limit, beyond.part));
        let limits = found.into_iter().chain(by_modes(running, manoeuvre, method));
        limits.min_by(|(one, _), (other, _)| one.total_cmp(other))
    });
    match limit {
        None => Ok(()),
        Some((limit, part)) => Err(running.finding(format!(
            "a step of {:.4} ms is beyond {:.4} ms, the largest that `{part}` bears with this method: {advice}",
            1e3 * manoeuvre.step.0,
            1e3 * limit
        ))),
    }
}

/// The largest stable step [s] of the modes of straight driving, and the part that limits it, if the step of the
/// manoeuvre is longer.
fn by_modes(running: &Running, manoeuvre: &Manoeuvre, method: Explicit) -> Option<(f64, String)> {
    let (linear, _) = straight_on_or_at_rest(running, manoeuvre.speed.0).ok()?;
    let limit = limit(&linear, method, None)?;
    (manoeuvre.step.0 > ROUNDED * limit.step).then_some((limit.step, limit.part))
}

/// The largest step at which powertrain and brakes are stable under the demands of the manoeuvre.
fn borne(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (fitted, state): (&Fitted, &StateOf<Engine, Fitted>),
    method: Explicit,
) -> Option<Limit> {
    let mut inputs = running.engine.no_inputs();
    fitted.clone().drive(0.0, &state.subsystems, &mut inputs);
    let seen = bears::seen(running, &state.vehicle, &inputs);
    let times = manoeuvre.times_of_demands();
    let demands = bears::demands(fitted, &seen, &mut inputs, &state.subsystems, &times);
    bears::largest(running, fitted, &seen, &inputs, &demands, method)
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
    /// Whether the motion is kept for display.
    is_shown: bool,
    told: Told<'a>,
    wheel: SteeringWheel,
    set: Set,
}

impl WithIntegrator<Fitted> for Begun<'_> {
    type Result = Result<(Recorded, Option<String>), Problem>;

    fn run<I: Integrator<StateOf<Engine, Fitted>>>(self, integrator: I) -> Self::Result {
        let Self { running, manoeuvre, .. } = self;
        let mut simulation = self.set.go(running, integrator)?;
        simulation.feedback = manoeuvre.stabilisation.feedback();
        let plan = Plan {
            chassis: running.chassis(),
            step: manoeuvre.step.0,
            every: manoeuvre.every.0,
            duration: manoeuvre.duration.0,
            until: manoeuvre.until,
            anyway: self.anyway,
            is_shown: self.is_shown,
        };
        let work = running.progress(&manoeuvre.name);
        let angle = |time: f64, inputs: &mut _| self.wheel.angle(time, inputs);
        let mut tell = |time: f64| (self.told)((time / plan.duration).min(1.0), &work);
        let recorded = record(&mut simulation, &plan, &self.judge, angle, &mut tell);
        (self.told)(1.0, &work);
        Ok((recorded, plan.note()))
    }
}
