//! The largest step at which equipment is stable with an explicit method.

use crate::vehicle::Running;
use wishbone::control::Controls;
use wishbone::prelude::*;
use wishbone::subsystem::Joints;
use wishbone_engine::equipment::Fitted;
use wishbone_engine::{Engine, Inputs, Numbers};
use wishbone_studies::memories::{Limit, slopes};
use wishbone_studies::relaxed::{Seen, relaxed};
use wishbone_studies::steps::Method;

/// Demands under which equipment is examined if no driver is declared: released, full throttle, full brake.
pub const EXTREMES: [Controls; 3] = [
    RELEASED,
    Controls {
        throttle: 1.0,
        ..RELEASED
    },
    Controls { brake: 1.0, ..RELEASED },
];

/// In the first gear, which for an automatic gearbox is forward.
const RELEASED: Controls = Controls {
    throttle: 0.0,
    brake: 0.0,
    clutch: 0.0,
    parking_brake: 0.0,
    gear: 1,
};

/// A vehicle in motion, as its equipment sees it.
pub fn seen(running: &Running, vehicle: &Numbers, inputs: &Inputs) -> Seen<Numbers> {
    let mut solver = running.engine.clone();
    solver.kinematics(vehicle, inputs);
    Seen {
        wheels: solver.wheels().to_vec(),
        markers: solver.markers().to_vec(),
        vehicle: vehicle.clone(),
        controls: Controls::default(),
    }
}

/// Demands of the driver at these times [s].
pub fn demands(
    fitted: &Fitted,
    seen: &Seen<Numbers>,
    inputs: &mut Inputs,
    state: &<Fitted as Subsystem<Engine>>::State,
    times: &[f64],
) -> Vec<Controls> {
    let mut driver = fitted.driver.clone();
    let each = times.iter().map(|&time| {
        let now = Now {
            time,
            state: &state.0,
            wheels: &seen.wheels,
            markers: &seen.markers,
            joints: Joints::of(&seen.vehicle),
            controls: seen.controls,
        };
        let _ = driver.load(&now, inputs);
        Subsystem::<Engine>::controls(&driver).unwrap_or_default()
    });
    each.collect()
}

/// The largest step at which powertrain and brakes are stable while the vehicle keeps its motion, under any of these
/// demands. The pads are pressed, the clutch slips, and the shafts turn with the speeds of this motion. Each demand is
/// judged on the given equipment: the memory of a gearbox from one demand has no effect on the next demand, or on the
/// run.
pub fn largest(
    running: &Running,
    fitted: &Fitted,
    seen: &Seen<Numbers>,
    inputs: &Inputs,
    demands: &[Controls],
    method: Method,
) -> Option<Limit> {
    let wheels = running.engine.description().wheels;
    let mut limit = None;
    for &controls in demands {
        let seen = Seen {
            controls,
            ..seen.clone()
        };
        for piece in [&fitted.brakes, &fitted.powertrain] {
            let mut piece = piece.clone();
            let state = relaxed::<Engine, _>(&mut piece, &seen, inputs);
            let (matrix, names) = slopes::<Engine, _>(&mut piece, &seen, inputs, &state, wheels);
            limit = Limit::stricter(limit, Limit::of(&matrix, &names, method));
        }
    }
    limit
}
