//! Numbers of a powertrain that can be computed with, and are hardly meant.

use std::f64::consts::PI;
use wishbone_laws::driveline::{Engine, Gearbox, Shifting, Solved};

/// A doubt about a powertrain.
pub(super) struct Doubt {
    /// Name of an engine; `None` for the gearbox.
    pub engine: Option<String>,
    /// What is hardly meant.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

/// Engines that drive with their pedal released, and a gearbox that shifts up at a speed that its engine does not
/// reach.
pub(super) fn found(solved: &Solved<String>) -> Vec<Doubt> {
    let engines = solved.engines.iter();
    let driving = engines.filter(|(_, engine, _)| drives_always(engine));
    let driving = driving.map(|(name, ..)| Doubt {
        engine: Some(name.clone()),
        message: format!("engine `{name}` drives with its pedal released, at every speed of `closed`"),
        help: "torques of the engine brake are below zero: `torque: [-5, -40] N*m`",
    });
    driving.chain(never_shifts(solved)).collect()
}

/// Whether an engine that idles has a torque above zero with its pedal released, at every speed.
fn drives_always(engine: &Engine) -> bool {
    engine.idle.is_some() && engine.closed.points().all(|[_, torque]| torque > 0.0)
}

fn never_shifts(solved: &Solved<String>) -> Option<Doubt> {
    let (gearbox, _) = solved.gearbox.as_ref()?;
    // The gearbox shifts by an engine that turns with its input.
    let at_input = solved.at_input.iter().map(|(place, _)| &solved.engines[*place]);
    let limits = at_input.filter_map(|(_, engine, _)| engine.limit);
    let limit = limits.map(|[_, end]| end).reduce(f64::max)?;
    let (gear, speed) = never_left(gearbox, limit)?;
    let [speed, limit] = [speed, limit].map(|speed| speed * 30.0 / PI);
    Some(Doubt {
        engine: None,
        message: format!(
            "the gearbox shifts up from gear {gear} above {speed:.0} rpm, which its engine does not reach: the fuel is cut at {limit:.0} rpm"
        ),
        help: "let `up` be below the `limit` of the engine, in the same unit",
    })
}

/// The first gear (other than the last gear) that is left only above a speed, with its speed for the next gear.
fn never_left(gearbox: &Gearbox, speed: f64) -> Option<(usize, f64)> {
    let Shifting::Automatic { up, .. } = &gearbox.shifting else {
        return None;
    };
    let last = gearbox.ratios().0.len().saturating_sub(1);
    let gears = up[..last].iter().enumerate();
    gears.map(|(gear, up)| (gear + 1, *up)).find(|(_, up)| *up > speed)
}
