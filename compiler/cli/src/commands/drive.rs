//! `wishbone drive`

use crate::arguments::Drive;
use crate::designs::{self, Design};
use crate::driving::{self, SteeringWheel};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::running::Running;
use crate::{geometry, manoeuvres, print, showing, write};
use std::path::PathBuf;
use wishbone::integrate::{GeneralisedAlpha, Heap, Rosenbrock, Sbdf2, Slopes};
use wishbone::prelude::*;
use wishbone::start::{self, NotStarted};
use wishbone_engine::equipment::Fitted;
use wishbone_engine::{Engine, Numbers};
use wishbone_report::{Replay, Run, gltf};
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Manoeuvre, Method, Overrides, Pace, Plan, Recorded, record};

/// Steps for which an implicit method uses a Jacobian.
const JACOBIAN: usize = 20;
/// Its source: exact slopes of the vehicle and its tyres. With reactions, with which no derivatives are compiled, all are differences.
const SLOPES: Slopes = Slopes::Completed;
/// Factor by which a step of the generalised-α method multiplies what is infinitely fast.
const RADIUS: f64 = 0.8;
/// Change at which its iteration ends.
const CONVERGED: Tolerance = Tolerance::of(1e-7);

/// Word that lists the manoeuvres.
const HELP: &str = "help";

/// Drives the vehicles.
pub fn run(options: &Drive) -> Result<(), Failure> {
    if options.manoeuvres.iter().any(|word| word == HELP) {
        return print::out(&manoeuvres::list());
    }
    let chosen = chosen(options)?;
    let compile = match options.loads {
        true => Running::with_reactions,
        false if chosen.iter().any(|manoeuvre| manoeuvre.method.is_implicit()) => Running::differentiated,
        false => Running::of,
    };
    if options.gltf.is_some() && chosen.len() > 1 {
        return Err(Failure::Misuse(
            "`--gltf` writes one manoeuvre: give `--manoeuvre` once, or call the tool once for each".to_owned(),
        ));
    }
    let each = |running: &Running| chosen.iter().map(|manoeuvre| driven(running, manoeuvre)).collect();
    let driven: Vec<(Design, Vec<Driven>)> = designs::each(&options.designs, compile, each)?;
    if let Some(path) = &options.gltf {
        let read: Vec<PathBuf> = driven.iter().flat_map(|(design, _)| design.files.clone()).collect();
        let file = gltf::file(&replay(&chosen[0], &driven));
        let file = file.map_err(|reason| Failure::Misuse(format!("cannot write {}: {reason}", path.display())))?;
        write::into_folder(path, file, &read)?;
    }
    let findings = |(design, driven): (Design, Vec<Driven>)| {
        let found = driven.into_iter().map(|driven| driven.findings).collect();
        (design, found)
    };
    showing::show(driven.into_iter().map(findings).collect(), &options.showing)?;
    match &options.gltf {
        Some(path) if !options.showing.json => print::out(&format!("wrote {}\n", path.display())),
        _ => Ok(()),
    }
}

/// The runs of all designs through their only manoeuvre.
fn replay(manoeuvre: &Manoeuvre, driven: &[(Design, Vec<Driven>)]) -> Replay {
    let run = |(design, driven): &(Design, Vec<Driven>)| Run {
        design: design.label.clone(),
        ..driven[0].run.clone()
    };
    Replay {
        name: manoeuvre.name.clone(),
        runs: driven.iter().map(run).collect(),
    }
}

/// The manoeuvres with the numbers of the arguments in place of their own.
fn chosen(options: &Drive) -> Result<Vec<Manoeuvre>, Failure> {
    let numbers = Overrides {
        speed: options.speed,
        angle: options.angle.map(f64::to_radians),
        frequency: options.frequency,
        duration: options.time,
        step: options.step.map(|step| 1e-3 * step),
        method: options.method,
    };
    let chosen = manoeuvres::all(&options.manoeuvres)?.into_iter();
    let changed = chosen.map(|manoeuvre| manoeuvre.with(&numbers).map_err(Failure::Misuse));
    changed.collect()
}

/// A vehicle that was driven through a manoeuvre.
pub struct Driven {
    /// Its behaviour.
    pub findings: Findings,
    /// Its motion, to be shown; without the name of the design.
    pub run: Run,
}

/// Drives a vehicle through a manoeuvre.
pub fn driven(running: &Running, manoeuvre: &Manoeuvre) -> Result<Driven, Failure> {
    let rest = running.settled()?;
    let facts = driving::facts(running, &rest)?;
    let (state, on_a_belt) = rolling(running, manoeuvre, &rest)?;
    let (fitted, wheel) = driving::equipped(running, manoeuvre, &facts, on_a_belt)?;
    let start = (state, fitted, wheel);
    let recorded = match manoeuvre.method {
        Method::Ab3 => recorded(running, manoeuvre, start, AdamsBashforth3::new()),
        Method::Rk4 => recorded(running, manoeuvre, start, RungeKutta4),
        Method::Sbdf2 => {
            let method = Sbdf2::<_, Heap>::new().every(JACOBIAN).with_slopes(SLOPES);
            recorded(running, manoeuvre, start, method)
        }
        Method::GeneralisedAlpha => {
            let method = GeneralisedAlpha::<_, Heap>::new(RADIUS, CONVERGED).every(JACOBIAN);
            recorded(running, manoeuvre, start, method.with_slopes(SLOPES))
        }
        Method::Rosenbrock => {
            let method = Rosenbrock::<_, Heap>::new(CONVERGED).with_slopes(SLOPES);
            recorded(running, manoeuvre, start, method)
        }
    }?;
    let run = Run {
        design: String::new(),
        bodies: running
            .engine
            .description()
            .bodies
            .iter()
            .map(ToString::to_string)
            .collect(),
        geometry: geometry::of(&running.compiled.model),
        chassis: running.chassis(),
        ground: manoeuvre.strip(&recorded.motion, running.chassis(), on_a_belt),
        motion: recorded.motion,
    };
    let mut findings = manoeuvre.findings(&facts, recorded.table);
    if on_a_belt {
        findings
            .conditions
            .push_str(", on a belt: the ground holds the vehicle");
    }
    Ok(Driven { findings, run })
}

/// The state at the start, and whether the vehicle cannot roll, so that the road has to: one that the ground holds goes straight on, at a
/// speed that nobody has to hold.
fn rolling(running: &Running, manoeuvre: &Manoeuvre, rest: &Numbers) -> Result<(Numbers, bool), Failure> {
    let speed = manoeuvre.speed.0;
    match start::rolling_on(&running.engine, &running.radii, rest, speed) {
        Ok(state) => Ok((state, false)),
        Err(NotStarted::Held)
            if manoeuvre.steering.is_straight() && matches!(manoeuvre.pace, Pace::Held | Pace::Coasting) =>
        {
            let mut state = rest.clone();
            let names = running.engine.description();
            for (wheel, radius) in names.wheels.iter().zip(&running.radii) {
                let spin = names.speeds.iter().position(|name| *name == format!("{wheel}.spin"));
                if let Some(spin) = spin {
                    state.speeds_mut()[spin] = speed / radius;
                }
            }
            Ok((state, true))
        }
        Err(reason) => Err(running.finding(reason)),
    }
}

/// Runs to the end.
fn recorded<I: Integrator<StateOf<Engine, Fitted>>>(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (state, fitted, wheel): (Numbers, Fitted, SteeringWheel),
    integrator: I,
) -> Result<Recorded, Failure> {
    let mut simulation = Simulation::new(running.engine.clone(), fitted, integrator);
    simulation.set_state(state);
    let _ = simulation.assemble().map_err(|reason| running.finding(reason))?;
    let plan = Plan {
        chassis: running.chassis(),
        step: manoeuvre.step.0,
        every: manoeuvre.every.0,
        duration: manoeuvre.duration.0,
        until: manoeuvre.until,
    };
    let steps = |time: f64| (time / plan.step).round() as usize;
    let progress = Progress::of(&running.progress(&manoeuvre.name), steps(plan.duration));
    let angle = |time: f64, inputs: &mut _| wheel.angle(time, inputs);
    let recorded = record(&mut simulation, &plan, angle, &mut |time| progress.reached(steps(time)));
    recorded.map_err(|stopped| {
        let advice = "a shorter `--step` or an implicit `--method sbdf2` may help; `wishbone modes` tells the largest stable step";
        running.finding(format!("{stopped}; {advice}"))
    })
}
