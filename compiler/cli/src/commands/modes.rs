//! `wishbone modes`

use super::json;
use crate::arguments::Run;
use crate::failure::Failure;
use crate::print;
use crate::running::Running;
use serde::Serialize;
use std::fmt::Write;
use wishbone_studies::linear::Linear;
use wishbone_studies::steps::Method;

/// States that are named for each mode.
const NAMED: usize = 3;

/// The linear analysis of a vehicle at rest.
#[derive(Serialize)]
struct Analysis {
    vehicle: String,
    modes: Vec<Listed>,
    /// Number of motions that nothing brings back.
    rigid: usize,
    /// By method, the largest stable step [s].
    largest_steps: Vec<(&'static str, f64)>,
}

#[derive(Serialize)]
struct Listed {
    /// Real and imaginary part of the eigenvalue [1/s].
    eigenvalue: [f64; 2],
    /// [Hz]
    frequency: f64,
    /// Part of critical damping.
    damping: f64,
    /// States with the largest shares.
    shares: Vec<(String, f64)>,
}

/// Analyses the vehicle at rest.
pub fn run(options: &Run) -> Result<(), Failure> {
    let running = Running::differentiated(&options.source)?;
    let mut rest = running.rest()?;
    let whole = rest.whole();
    let linear = Linear::about(&mut rest.system, &whole);
    let linear =
        linear.map_err(|reason| Failure::Finding(format!("vehicle `{}`: {reason}", running.compiled.model.name)))?;
    let modes = linear.modes();
    let listed = modes.iter().filter(|mode| !mode.is_rigid()).map(|mode| Listed {
        eigenvalue: [mode.eigenvalue.re, mode.eigenvalue.im],
        frequency: mode.frequency(),
        damping: mode.damping(),
        shares: mode
            .largest(NAMED)
            .into_iter()
            .map(|(state, share)| (linear.states[state].clone(), share))
            .collect(),
    });
    let methods = [
        ("Adams-Bashforth 2", Method::AdamsBashforth2),
        ("Adams-Bashforth 3", Method::AdamsBashforth3),
        ("Runge-Kutta 4", Method::RungeKutta4),
    ];
    let steps = methods
        .into_iter()
        .filter_map(|(name, method)| Some((name, linear.largest_step(method)?)));
    let analysis = Analysis {
        vehicle: running.compiled.model.name.clone(),
        modes: listed.collect(),
        rigid: modes.iter().filter(|mode| mode.is_rigid()).count(),
        largest_steps: steps.collect(),
    };
    print::out(&match options.json {
        true => json(&analysis)?,
        false => text(&analysis),
    })
}

fn text(analysis: &Analysis) -> String {
    let mut text = format!(
        "{}: modes at rest on level ground; {} more are motions that nothing brings back\n\n frequency [Hz]  damping [%]  share of states\n",
        analysis.vehicle, analysis.rigid
    );
    for mode in &analysis.modes {
        let shares = mode.shares.iter().filter(|(_, share)| *share > 0.02);
        let shares: Vec<String> = shares
            .map(|(name, share)| format!("{name} {:.0} %", 100.0 * share))
            .collect();
        let _ = writeln!(
            text,
            "{:>15.3}  {:>11.1}  {}",
            mode.frequency,
            100.0 * mode.damping,
            shares.join(", ")
        );
    }
    text.push_str("\nlargest stable steps:");
    for (name, step) in &analysis.largest_steps {
        let _ = write!(text, " {name} {:.2} ms;", 1e3 * step);
    }
    text.trim_end_matches(';').to_owned() + "\n"
}
