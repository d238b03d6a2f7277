//! A vehicle made ready to run in an FMU: its manoeuvre, its inputs in the place of driver and hands, its integrator.

use super::{Integration, Simulated};
use crate::fmu::integrator::FixedStep;
use crate::fmu::ports::{Hands, Signals};
use crate::problem::Problem;
use crate::vehicle::Running;
use wishbone::control::Pedals;
use wishbone::prelude::*;
use wishbone_compiler::model::equipment::{self as declared, Steering as Steered};
use wishbone_engine::equipment::{self, Fitted, Pieces, Road};
use wishbone_studies::manoeuvre::quantity::{Speed, Time};
use wishbone_studies::manoeuvre::{self, Manoeuvre, Method, Pace, Steering};

/// The manoeuvre with a speed and a step of its own; level ground and rest where none is given.
pub(super) fn given(manoeuvre: Option<Manoeuvre>, speed: Option<f64>, step: Option<f64>) -> Result<Manoeuvre, Problem> {
    let manoeuvre = manoeuvre.unwrap_or_else(|| Manoeuvre {
        name: "fmu".to_owned(),
        doc: String::new(),
        speed: Speed(0.0),
        duration: Time(1.0),
        step: Time(1e-3),
        every: Time(1e-2),
        method: Method::Ab3,
        stabilisation: manoeuvre::Stabilisation::Projection,
        road: manoeuvre::Road::default(),
        steering: Steering::Straight,
        pace: Pace::Held,
        start: manoeuvre::Start::default(),
        until: None,
        figures: Vec::new(),
    });
    let numbers = manoeuvre::Overrides {
        speed,
        step,
        ..manoeuvre::Overrides::default()
    };
    manoeuvre.with(&numbers).map_err(Problem::Misuse)
}

/// A simulation that knows all names, before any run.
pub(super) fn idle(running: &Running, manoeuvre: &Manoeuvre, inputs: (&Signals, Hands)) -> Result<Simulated, Problem> {
    let road = Road::new(manoeuvre.road.ground());
    let fitted = equipment::fitted(&running.compiled, running.engine.description(), &road);
    let mut fitted = fitted.map_err(|reason| running.finding(reason))?;
    equip(running, &mut fitted, inputs);
    Ok(Simulation::new(
        running.engine.clone(),
        fitted,
        integrator(running, manoeuvre)?,
    ))
}

pub(super) fn integrator(running: &Running, manoeuvre: &Manoeuvre) -> Result<Integration, Problem> {
    if manoeuvre.stabilisation != manoeuvre::Stabilisation::Projection {
        return Err(running.finding("a vehicle that is stepped from outside closes loops by projection: leave `stabilisation` out of the manoeuvre"));
    }
    FixedStep::of(manoeuvre.method).ok_or_else(|| {
        running.finding(
            "a vehicle that is stepped from outside integrates by `ab3` or `rk4`: choose one of them in the manoeuvre",
        )
    })
}

/// Puts the inputs in the place of driver and hands.
pub(super) fn equip(running: &Running, fitted: &mut Fitted, (signals, hands): (&Signals, Hands)) {
    fitted.driver = Pieces::of(Pedals::new(signals.clone()));
    let (compiled, vehicle) = (&running.compiled, running.engine.description());
    let steering = match hands {
        Hands::Angle => equipment::steered(compiled, vehicle, signals.steering()),
        Hands::Torque => equipment::turned(compiled, vehicle, signals.torque()),
    };
    fitted.steering = steering.unwrap_or(Pieces::none());
}

/// Refuses a torque on a steering wheel that moves a driven joint.
pub(super) fn has_hands(running: &Running, hands: Hands) -> Result<(), Problem> {
    let steering = declared::steering(&running.compiled.model.equipment);
    match (hands, steering) {
        (Hands::Angle, _) | (Hands::Torque, Some(Steered::Column(_))) => Ok(()),
        (Hands::Torque, _) => Err(running.finding(
            "it declares no steering column, whose steering wheel a torque could turn: leave out `--steering torque`, or declare a column \
             (docs/equipment.md)",
        )),
    }
}
