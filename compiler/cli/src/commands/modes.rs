//! `wishbone modes`

use crate::arguments::Run;
use crate::designs;
use crate::failure::Failure;
use crate::running::Running;
use crate::showing;
use wishbone_studies::findings::{Figure, Findings};
use wishbone_studies::linear::Linear;
use wishbone_studies::modes::Mode;
use wishbone_studies::steps::Method;

/// States that are named for each mode.
const NAMED: usize = 3;
/// Least share of a state that is named.
const LEAST: f64 = 0.02;

/// Analyses the vehicles at rest.
pub fn run(options: &Run) -> Result<(), Failure> {
    let found = designs::each(&options.designs, Running::differentiated, |running| {
        Ok(vec![found(running)?])
    })?;
    showing::show(found, &options.showing)
}

/// Eigenvalues of a vehicle at rest.
pub fn found(running: &Running) -> Result<Findings, Failure> {
    let mut rest = running.rest()?.on_its_tyres(running)?;
    let whole = rest.whole();
    let linear = Linear::about(&mut rest.system, &whole).map_err(|reason| running.finding(reason))?;
    let (rigid, mut modes): (Vec<Mode>, Vec<Mode>) = linear.modes().into_iter().partition(Mode::is_rigid);
    modes.sort_by(|a, b| a.frequency().total_cmp(&b.frequency()));
    let (swinging, creeping): (Vec<Mode>, Vec<Mode>) = modes.into_iter().partition(|mode| mode.frequency() > 0.0);
    let mut findings = Findings {
        name: "modes".to_owned(),
        conditions: "at rest on its tyres, on level ground".to_owned(),
        ..Findings::default()
    };
    for (place, mode) in swinging.iter().enumerate() {
        let subject = format!("mode {}", place + 1);
        let of = |name: &str, unit, value, definition| Figure::new(&subject, name, unit, value, definition);
        findings.figures.push(of(
            "frequency",
            "Hz",
            mode.frequency(),
            "imaginary part of the eigenvalue by 2 pi",
        ));
        findings
            .figures
            .push(of("damping", "%", 100.0 * mode.damping(), "part of critical damping"));
        findings.notes.push(format!("{subject}: {}", shares(mode, &linear)));
    }
    for (place, mode) in creeping.iter().enumerate() {
        let subject = format!("decay {}", place + 1);
        let time = -1.0 / mode.eigenvalue.re;
        findings.figures.push(Figure::new(
            &subject,
            "time constant",
            "s",
            time,
            "time in which it falls to 1/e",
        ));
        findings.notes.push(format!("{subject}: {}", shares(mode, &linear)));
    }
    findings.figures.push(Figure::new(
        "",
        "free motions",
        "",
        rigid.len() as f64,
        "motions that nothing brings back",
    ));
    let methods = [
        ("largest step, Adams-Bashforth 2", Method::AdamsBashforth2),
        ("largest step, Adams-Bashforth 3", Method::AdamsBashforth3),
        ("largest step, Runge-Kutta 4", Method::RungeKutta4),
    ];
    for (name, method) in methods {
        let step = linear.largest_step(method).map(|step| 1e3 * step);
        findings.figures.push(Figure {
            value: step,
            ..Figure::new("", name, "ms", 0.0, "largest step for which all modes are stable")
        });
    }
    Ok(findings)
}

/// The states with the largest shares in a mode.
fn shares(mode: &Mode, linear: &Linear) -> String {
    let largest = mode.largest(NAMED).into_iter().filter(|(_, share)| *share > LEAST);
    let each: Vec<String> = largest
        .map(|(state, share)| format!("{} {:.0} %", linear.states[state], 100.0 * share))
        .collect();
    each.join(", ")
}
