//! A vehicle made ready to run: its manoeuvre and its integrator.

use super::Simulated;
use crate::integrators::Chosen;
use crate::manoeuvre::{Start, as_declared};
use crate::outside::Asked;
use crate::outside::integrator::FixedStep;
use crate::outside::ports::{Acting, Port};
use crate::problem::Problem;
use crate::vehicle::Running;
use wishbone::prelude::*;
use wishbone_studies::manoeuvre::quantity::{Speed, Time};
use wishbone_studies::manoeuvre::{self, Manoeuvre, Method, Pace, Steering};

/// The manoeuvre with its own speed, step and method; level ground and rest if no manoeuvre is given.
pub(super) fn given(manoeuvre: Option<Manoeuvre>, asked: &Asked) -> Result<Manoeuvre, Problem> {
    let manoeuvre = manoeuvre.unwrap_or_else(|| Manoeuvre {
        name: "outside".to_owned(),
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
        foreign: std::collections::BTreeMap::new(),
    });
    if let Some(name) = manoeuvre.foreign.keys().next() {
        return Err(Problem::Misuse(format!(
            "manoeuvre `{}`, `foreign.{name}`: a vehicle that is stepped from outside has no parts from elsewhere: connect both in the importing tool",
            manoeuvre.name
        )));
    }
    let numbers = manoeuvre::Overrides {
        speed: asked.speed,
        step: asked.step,
        method: asked.method.as_deref().map(named).transpose()?,
        ..manoeuvre::Overrides::default()
    };
    manoeuvre.with(&numbers).map_err(Problem::Misuse)
}

/// The method with this name.
fn named(name: &str) -> Result<Method, Problem> {
    Method::named(name).map_err(|reason| Problem::Misuse(format!("`{name}` is {reason}")))
}

/// A simulation that has everything of a run but its numbers.
pub(super) fn idle(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (acting, chosen): (&Acting, &Chosen),
) -> Result<Simulated, Problem> {
    let mut fitted = as_declared(running, manoeuvre, Start::is_on_a_belt(running, manoeuvre))?;
    acting.equip(running, &mut fitted);
    Ok(Simulation::new(running.engine.clone(), fitted, FixedStep::of(chosen)))
}

/// The method of the manoeuvre.
pub(super) fn chosen(running: &Running, manoeuvre: &Manoeuvre, acting: &Acting) -> Result<Chosen, Problem> {
    if manoeuvre.stabilisation != manoeuvre::Stabilisation::Projection {
        return Err(running.finding(
            "a vehicle that is stepped from outside closes loops by projection: leave `stabilisation` out of the manoeuvre",
        ));
    }
    if manoeuvre.method == Method::Hybrid && acting.ports.contains(&Port::Wheels) {
        return Err(running.finding(
            "the method `hybrid` finds its implicit motions on the declared tyres, which the port `wheels` replaces: choose another method",
        ));
    }
    Chosen::of(running, manoeuvre.method, manoeuvre.step.0, manoeuvre.speed.0)
}
