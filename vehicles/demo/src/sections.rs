//! Printed sections about the truck and its drives, one function for each.

use crate::drive::{Course, Driven};
use crate::page::{Page, time};
use crate::referee::Judgement;
use crate::timing::{STEP, Times, machine};
use crate::truck::{CORNERS, Truck};
use std::time::Duration;
use wishbone_compiler::report::counts;
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::Rest;

/// Results of the compiler.
pub fn topology(page: &mut Page, truck: &Truck) {
    let compiled = &truck.compiled;
    let (model, topology, mobility) = (&compiled.model, &compiled.topology, &compiled.mobility);
    let links = model.joints.iter().filter(|joint| joint.kind.is_link()).count();
    let cuts: Vec<&str> = topology
        .loops
        .iter()
        .map(|l| model.joint(l.cut).name.as_str())
        .collect();
    let spins = compiled.layout.spins.iter().flatten().count();
    let dependent = mobility.dependent().count();

    page.heading("What was compiled");
    page.line("vehicle", Hmmwv::NAME);
    let bodies = model.moving_bodies().count();
    let joints = model.joints.len() - links;
    page.line(
        "bodies",
        &format!(
            "{bodies}, and {} wheels that spin; base: {}",
            spins,
            model.body(topology.base).name
        ),
    );
    page.line(
        "joints",
        &format!(
            "{joints}, and {links} massless links; {} springs and dampers",
            model.springs.len()
        ),
    );
    page.line("driven joints", Hmmwv::DRIVES.join(", ").as_str());
    page.line(
        "loops, and where they are cut",
        &format!("{}: {}", cuts.len(), cuts.join(", ")),
    );
    let (coordinates, speeds) = (Hmmwv::COORDINATES.len(), Hmmwv::SPEEDS.len());
    page.line(
        "state",
        &format!("{coordinates} coordinates, {speeds} speeds (wheel spins included)"),
    );
    page.line(
        "constraints",
        &format!(
            "{} closure equations of rank {}; {dependent} speeds depend on the others",
            mobility.equations, mobility.rank
        ),
    );
    page.line("freedoms", &mobility.freedoms.to_string());
    page.heading("What it costs");
    page.inset(&counts::text(&counts::stages(compiled)));
}

/// The rest position.
pub fn rest(page: &mut Page, truck: &Truck, rest: &Rest, outputs: &[f64], took: Duration) {
    page.heading("At rest on level ground");
    page.line(
        "settled after",
        &format!("{:.2} s, computed in {}", rest.time, time(took)),
    );
    page.row("", &CORNERS.map(|corner| corner.name.to_owned()));
    let cells = |value: &dyn Fn(usize) -> String| [0, 1, 2, 3].map(value);
    page.row(
        "wheel load [N]",
        &cells(&|i| format!("{:.1}", rest.inputs.wheels[CORNERS[i].wheel].force[2])),
    );
    page.row(
        "camber, top outboard [deg]",
        &cells(&|i| format!("{:.3}", outputs[CORNERS[i].camber].to_degrees())),
    );
    page.row(
        "toe, front inboard [deg]",
        &cells(&|i| format!("{:.3}", outputs[CORNERS[i].toe].to_degrees())),
    );
    page.row(
        "spring length [mm]",
        &cells(&|i| format!("{:.1}", 1e3 * outputs[CORNERS[i].spring_length])),
    );
    let height = 1e3 * rest.state.q[Hmmwv::Q_MOTION_Z];
    page.line(
        "height of the chassis frame",
        &format!("{height:.1} mm above the ground"),
    );
    let carried: f64 = rest.inputs.wheels.iter().map(|wheel| wheel.force[2]).sum();
    let weight = truck.weight();
    let error = (carried / weight - 1.0).abs();
    page.line(
        "weight",
        &format!("{weight:.3} N; the tyres carry all but {error:.0e} of it"),
    );
}

/// Figures of the step steer.
pub fn step_steer(page: &mut Page, drive: &Driven) {
    let (history, last) = (&drive.history, drive.history.last());
    let settled = format!(
        "{:.2} m/s², {:.1} deg/s, roll {:.2} deg",
        last.lateral_acceleration,
        last.yaw_rate.to_degrees(),
        last.roll.to_degrees()
    );
    page.line("at the end", &settled);
    let peaks = format!(
        "{:.2} m/s², {:.1} deg/s, roll {:.2} deg",
        history.peak(|s| s.lateral_acceleration),
        history.peak(|s| s.yaw_rate).to_degrees(),
        history.peak(|s| s.roll).to_degrees()
    );
    page.line("peaks", &peaks);
    page.line("speed at the end", &format!("{:.2} km/h", 3.6 * last.speed));
}

/// Figures of the bump.
pub fn bump(page: &mut Page, drive: &Driven) {
    let history = &drive.history;
    let first = history.samples.first().copied().unwrap_or_default();
    let travel = |index: usize| 1e3 * history.peak(|s| s.corners[index].wheel_z - first.corners[index].wheel_z);
    page.line(
        "largest wheel travel",
        &format!("front left {:.1} mm, rear left {:.1} mm", travel(0), travel(2)),
    );
    page.line(
        "largest roll",
        &format!("{:.2} deg", history.peak(|s| s.roll).to_degrees()),
    );
    let rise = 1e3 * history.peak(|s| s.position[2] - first.position[2]);
    page.line("largest heave", &format!("{rise:.1} mm"));
}

/// Method and accuracy of a drive.
pub fn computed(page: &mut Page, course: &Course, drive: &Driven) {
    let elapsed = drive.elapsed.as_secs_f64();
    let method = format!(
        "{}, {} steps of {} ms, in {}",
        course.method.words(),
        course.steps(),
        1e3 * course.h,
        time(drive.elapsed)
    );
    page.line("computed by", &method);
    page.line(
        "real-time factor",
        &format!(
            "{:.4} ({:.0} times faster than the clock)",
            elapsed / course.duration,
            course.duration / elapsed
        ),
    );
    let closure = format!(
        "{:.1e} m or rad, in at most {} Newton corrections a step",
        drive.closure, drive.corrections
    );
    page.line("largest closure residual", &closure);
    judgement(page, &drive.judgement);
}

fn judgement(page: &mut Page, judgement: &Judgement) {
    let Judgement {
        states,
        linear,
        angular,
        open,
    } = judgement;
    page.line(
        "against the oracle",
        &format!(
            "accelerations differ by {linear:.0e} (linear) and {angular:.0e} (angular) of the largest, joints open by \
             {open:.0e}, at worst of {states} states"
        ),
    );
}

/// Energy balance of the bump, with the step of the course and with half of it.
pub fn energy(page: &mut Page, drive: &Driven, finer: &Driven) {
    page.heading("Energy over the bump");
    let work = &drive.ledger.work;
    let flows = format!(
        "ground on tyres {:+.1} J, driveline {:+.1} J, dampers {:+.1} J",
        work.tyres, work.driveline, work.dampers
    );
    page.line("what flowed", &flows);
    let relative = |drive: &Driven| {
        format!(
            "{:.1} mJ, {:.1e} of the turnover",
            1e3 * drive.ledger.imbalance,
            drive.ledger.relative()
        )
    };
    page.line("largest imbalance", &relative(drive));
    page.line("with half the step", &relative(finer));
    page.line(
        "how",
        "the change of kinetic, gravity and elastic energy since the start, less the work of all that is not in it \
         (powers at the step's ends, trapezoidal rule). Where power jumps (road slope at the bump's edges, damper rates at the ends of their \
         window) any such rule is of first order only; where nothing jumps the books balance to second order",
    );
}

/// Times, compared with the oracle's.
pub fn times(page: &mut Page, times: &Times) {
    page.heading("How long it takes");
    page.line("machine", &machine().unwrap_or_else(|| "unknown".to_owned()));
    let heads = ["wishbone", "oracle", "ratio"].map(str::to_owned);
    page.row("median of many", &heads);
    let compared = |ours: Duration, theirs: Duration| {
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        [time(ours), time(theirs), format!("{ratio:.0}")]
    };
    page.row("one evaluation", &compared(times.evaluation, times.oracle_evaluation));
    page.row("one Runge-Kutta step", &compared(times.runge_kutta, times.oracle_step));
    for (name, ours) in [
        ("one Adams-Bashforth step", times.adams_bashforth),
        ("  in it, the tyres", times.tyres),
        ("  in it, the driver", times.driver),
    ] {
        page.row(name, &[time(ours), "-".to_owned(), "-".to_owned()]);
    }
    page.line(
        "",
        &format!(
            "The truck in the bend, steps of {} ms. Our steps include tyres, driver and closing of the loops; the \
             oracle's (dense, absolute coordinates) has given loads and closes its joints in every evaluation.",
            1e3 * STEP
        ),
    );
}
