//! Manoeuvres of the emitted solver, with the figures and pictures of the studies.

use crate::referee::{Judgement, Scene};
use crate::truck::Truck;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::terrain::Terrain;
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Judge, Manoeuvre, Plan, library, record};
use wishbone_studies::rig::Steering as Motion;
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::{self, Rest, TruckState};

/// A drive and its results.
pub struct Driven {
    /// Figures, histories and curves.
    pub findings: Findings,
    /// Comparison of the last state with the oracle.
    pub judgement: Judgement,
    /// The last state.
    pub end: TruckState,
    /// Time of the run, with its histories.
    pub elapsed: Duration,
}

/// The manoeuvre of the library with this name.
pub fn manoeuvre(name: &str) -> Result<Manoeuvre, String> {
    library::find(name).unwrap_or_else(|| Err(format!("there is no manoeuvre `{name}`")))
}

/// Steering of a manoeuvre, and tyres on a terrain with the speed held.
pub type Surroundings<T> = (Steer<Turned>, manoeuvres::Cruise<T>);

/// Motion of the rack under a steering wheel that turns along its course.
#[derive(Clone)]
pub struct Turned {
    /// Angle of the steering wheel [rad].
    wheel: Arc<dyn Profile + Send + Sync>,
    /// Travel by angle [m/rad].
    travel: f64,
}

impl Profile for Turned {
    fn at(&self, time: f64) -> Drive {
        let angle = self.wheel.at(time);
        Drive {
            position: self.travel * angle.position,
            velocity: self.travel * angle.velocity,
            acceleration: self.travel * angle.acceleration,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        self.travel * self.wheel.jump(from, to)
    }
}

/// Everything that acts on the truck in a manoeuvre.
pub fn surroundings(
    truck: &Truck,
    manoeuvre: &Manoeuvre,
) -> Result<Surroundings<impl Terrain + Clone + use<>>, String> {
    let Some((Motion::Drive(drive), travel)) = truck.steering() else {
        return Err("the truck declares no steering".to_owned());
    };
    let course = manoeuvre.steering.course().ok_or("the demonstration follows no path")?;
    let turned = Turned {
        wheel: Arc::from(course),
        travel,
    };
    let steer = Steer::of(Hmmwv::DESCRIPTION, Hmmwv::DRIVES[drive], turned).ok_or("the truck has no such drive")?;
    Ok((steer, manoeuvres::cruise(manoeuvre.road.ground(), manoeuvre.speed.0)))
}

/// Drives the truck from its rest through a manoeuvre.
pub fn drive(truck: &Truck, rest: &Rest, manoeuvre: &Manoeuvre) -> Result<Driven, String> {
    let start = manoeuvres::cruising(&rest.state, manoeuvre.speed.0).map_err(|reason| reason.to_string())?;
    let surroundings = surroundings(truck, manoeuvre)?;
    let mut simulation = Simulation::new(Hmmwv::new(), surroundings, AdamsBashforth3::new());
    simulation.set_state(start);
    let plan = Plan {
        chassis: Hmmwv::BODY_CHASSIS,
        step: manoeuvre.step.0,
        every: manoeuvre.every.0,
        duration: manoeuvre.duration.0,
        until: manoeuvre.until,
        anyway: false,
        is_shown: true,
    };
    let facts = truck.facts(rest)?;
    let course = manoeuvre.steering.course();
    let angle = |time: f64, _: &mut _| course.as_ref().map_or(0.0, |course| course.at(time).position);
    let clock = Instant::now();
    let judge = Judge::of(manoeuvre, &facts);
    let recorded = record(&mut simulation, &plan, &judge, angle, &mut |_| {});
    if !recorded.verdict.is_as_asked() {
        return Err(format!("the manoeuvre {}", recorded.verdict.words));
    }
    Ok(Driven {
        elapsed: clock.elapsed(),
        findings: manoeuvre.findings(&facts, recorded.table, recorded.verdict, false),
        judgement: judged(truck, &mut simulation),
        end: *simulation.state(),
    })
}

/// Comparison of the present state with the oracle.
fn judged<E: Subsystem<Hmmwv>, I: Integrator<StateOf<Hmmwv, E>>>(
    truck: &Truck,
    simulation: &mut Simulation<Hmmwv, E, I>,
) -> Judgement {
    let rate = simulation.evaluate();
    let (state, inputs) = (*simulation.state(), simulation.inputs);
    let bodies = simulation.solver_mut().bodies(&state, &inputs, &rate);
    Judgement::of(&truck.oracle, bodies, &Scene::of(bodies, &state, &inputs), &rate)
}
