//! Cost of the reports of a solver: results for a state in addition to a step, for callers that request them.
//!
//! Named outputs, coordinates and speeds of joints, motion of bodies, and energy are separate functions. A step calls
//! none of them. In real time they cost nothing, and a linker leaves out the reports that no program calls. The cost of
//! a call is counted in operations and in bytes of text, and measured in time.

use crate::problem::Problem;
use crate::vehicle::Running;
use serde::Serialize;
use std::hint::black_box;
use std::time::Instant;
use wishbone::prelude::*;
use wishbone_compiler::emit;
use wishbone_compiler::programs::calls::{CALLS, Call, Entry, Role};
use wishbone_compiler::report::counts;
use wishbone_engine::Engine;

/// Number of timed batches, of which the fastest counts, and the least duration of a batch [s].
const BATCHES: usize = 7;
const BATCH: f64 = 2e-3;

/// Cost of one call.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    /// `named outputs`
    pub name: &'static str,
    /// Operations of a call.
    pub operations: usize,
    /// Bytes of the report's functions in the text of the solver; several reports may share functions. For an
    /// evaluation: bytes of the whole text without the reports.
    pub text_bytes: usize,
    /// Time of a call of the engine on this machine [s].
    pub seconds: f64,
}

/// The evaluation first, which every step calls, then each report of the vehicle.
///
/// # Errors
/// If the vehicle does not compile.
pub fn costs(running: &Running) -> Result<Vec<Cost>, Problem> {
    let compiled = running.declaration.compile()?;
    let (counted, text) = (counts::stages(&compiled), emit::text(&compiled, ""));
    let reports = &compiled.lowered().reports;
    let functions = || reports.routine.functions.iter();
    let called = |call: Call| {
        let regions = reports.calls.get(&call).map_or(&[][..], Vec::as_slice);
        functions().filter(move |function| regions.contains(&function.region))
    };
    let all = CALLS.iter().filter(|entry| match entry.role {
        Role::Evaluation => true,
        Role::Report { .. } => counted.calls.contains_key(&entry.call) && timed(entry.call),
        Role::Correction(_) => false,
    });
    let cost = |entry: &Entry| Cost {
        name: entry.name,
        operations: match entry.call {
            Call::Evaluation => counted.evaluation.total(),
            call => counted.of(call).total(),
        },
        text_bytes: called(entry.call).map(|function| bytes(&text, &function.name)).sum(),
        seconds: seconds(&mut running.engine.clone(), entry.call),
    };
    let mut costs: Vec<Cost> = all.map(cost).collect();
    if let Some(evaluation) = costs.first_mut() {
        evaluation.text_bytes = text.len() - functions().map(|function| bytes(&text, &function.name)).sum::<usize>();
    }
    Ok(costs)
}

/// What calls cost by count, then their times.
pub fn text(vehicle: &str, costs: &[Cost]) -> String {
    let whole = costs.first().map_or(1.0, |own| own.operations.max(1) as f64);
    let mut lines = vec![
        format!("{vehicle}: reports"),
        String::new(),
        format!(
            "{:27}{:>10}{:>18}{:>14}",
            "call", "operations", "of an evaluation", "text [bytes]"
        ),
    ];
    lines.extend(costs.iter().map(|cost| {
        let share = 100.0 * cost.operations as f64 / whole;
        let Cost {
            name,
            operations,
            text_bytes,
            ..
        } = cost;
        format!("{name:27}{operations:>10}{share:>16.1} %{text_bytes:>14}")
    }));
    lines.push(String::new());
    lines.push("Reports share functions: bytes of what several of them call are told for each.".to_owned());
    lines.push("A step calls the evaluation alone: a report costs nothing until it is asked for.".to_owned());
    lines.push("Time of a call of the engine on this machine [us]:".to_owned());
    let times = costs
        .iter()
        .map(|cost| format!("{} {:.2}", cost.name, 1e6 * cost.seconds));
    lines.push(times.collect::<Vec<String>>().join(", "));
    lines.push(String::new());
    lines.join("\n")
}

/// Whether the engine computes it without derivatives.
fn timed(call: Call) -> bool {
    !matches!(call, Call::Slopes | Call::OutputSlopes)
}

/// Bytes of a function in the text of a solver: of all functions with this name, which exist at several levels.
fn bytes(text: &str, name: &str) -> usize {
    let head = format!("    fn {name}(");
    let mut rest = text;
    let mut sum = 0;
    while let Some(place) = rest.find(&head) {
        let own = &rest[place..];
        let end = own.find("\n    }\n").map_or(own.len(), |end| end + "\n    }\n".len());
        sum += end;
        rest = &own[end..];
    }
    sum
}

/// Time of one call at the design position [s]: the fastest of several batches.
fn seconds(engine: &mut Engine, call: Call) -> f64 {
    let (state, inputs) = (engine.design_state(), engine.no_inputs());
    engine.kinematics(&state, &inputs);
    let rate = engine.accelerations(&inputs);
    let mut once = || match call {
        Call::Outputs => {
            black_box(engine.outputs(&state, &inputs, &rate));
        }
        Call::JointCoordinates => {
            black_box(engine.joint_coordinates(&state, &inputs));
        }
        Call::JointSpeeds => {
            black_box(engine.joint_speeds(&state, &inputs));
        }
        Call::BodyMotion => {
            black_box(engine.bodies(&state, &inputs, &rate));
        }
        Call::Energy => {
            black_box(engine.energy(&state, &inputs));
        }
        Call::Evaluation | Call::PositionCorrection | Call::VelocityCorrection | Call::Slopes | Call::OutputSlopes => {
            engine.kinematics(&state, &inputs);
            black_box(engine.accelerations(&inputs));
        }
    };
    // Some programs are traced when they are first called.
    once();
    let mut count = 1_u32;
    let mut best = f64::INFINITY;
    let mut batches = 0;
    while batches < BATCHES {
        let begin = Instant::now();
        for _ in 0..count {
            once();
        }
        let elapsed = begin.elapsed().as_secs_f64();
        if elapsed < BATCH && count < 1 << 20 {
            count *= 2;
            continue;
        }
        best = best.min(elapsed / f64::from(count));
        batches += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::NoFiles;
    use crate::vehicle::Vehicle;

    /// The operations equal the counts of `ops`, and the text of every report is shorter than the remaining text.
    #[test]
    fn reports_have_a_cost() {
        let vehicle = Vehicle::load("hmmwv", &NoFiles).expect("a vehicle of the library");
        let running = Running::of(vehicle.declaration().clone()).expect("it compiles");
        let all = costs(&running).expect("it compiles");
        let names: Vec<&str> = all.iter().map(|cost| cost.name).collect();
        assert_eq!(names[0], "one evaluation");
        assert!(
            names.contains(&"named outputs") && names.contains(&"energy"),
            "{names:?}"
        );
        for cost in &all {
            assert!(
                cost.text_bytes > 100 && cost.seconds > 0.0 && cost.operations > 0,
                "{cost:?}"
            );
        }
        assert!(
            all[1..].iter().all(|report| report.text_bytes < all[0].text_bytes),
            "{all:?}"
        );
    }
}
