//! Vehicles in steady motion: at rest, straight on, in a bend.

use super::needle;
use crate::problem::Problem;
use crate::vehicle::{Running, shares};
use nalgebra::DMatrix;
use wishbone::prelude::*;
use wishbone::start;
use wishbone::state::Whole;
use wishbone_compiler::model::Law;
use wishbone_compiler::model::equipment::Device;
use wishbone_engine::equipment::{self, Course, Fitted, Pieces, Road};
use wishbone_engine::{Engine, Inputs, Numbers};
use wishbone_studies::findings::number;
use wishbone_studies::linear::Linear;
use wishbone_studies::shape::Inertia;
use wishbone_studies::trim::{Bend, Controlled, Controls, SharedTorque, Trim, Wanted};
use wishbone_studies::whole::System;

/// Words about the conditions of a motion with a speed.
pub const CONDITIONS: &str = "on level ground, the speed held by torques as open differentials share them (equal ones where no powertrain is declared)";

/// Largest number of states that are named at a kink.
const NAMED: usize = 3;

/// Writes the controls into the equipment of a vehicle.
pub type Set<'a> = Box<dyn FnMut(&mut Fitted, &Controls) + 'a>;
/// A vehicle in steady motion.
pub struct Steady<'a> {
    /// The vehicle, with the controls of the motion.
    pub vehicle: Controlled<Engine, Fitted, Set<'a>>,
    /// The motion.
    pub trim: Trim<Numbers, <Fitted as Subsystem<Engine>>::State>,
}

/// Data of a steady motion for further studies.
pub struct Analysis {
    /// The linear system, which moves with the vehicle.
    pub linear: Linear,
    /// Twists of all bodies by the free speeds.
    pub twists: DMatrix<f64>,
    /// Yaw rate of the motion [rad/s].
    pub yaw_rate: f64,
    /// Coordinates and speeds of the vehicle in this motion.
    pub vehicle: Numbers,
    /// Inputs of the vehicle in this motion.
    pub inputs: Inputs,
    /// A note on tyres whose slopes are valid for very small motions only.
    pub needle: Option<String>,
}

/// The motion of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// Speed of the chassis' centre of mass [m/s]; `None` or zero at rest.
    pub speed: Option<f64>,
    /// The bend; `None` for straight driving.
    pub bend: Option<Bend>,
}

impl Motion {
    /// The speed [m/s]; `None` at rest.
    pub fn moving(&self) -> Option<f64> {
        self.speed.filter(|speed| *speed > 0.0)
    }

    /// The bend, which is straight by default.
    pub fn bend(&self) -> Bend {
        self.bend.unwrap_or(Bend::Lateral(0.0))
    }

    /// Description of the motion, such as `20 m/s in a bend at 4 m/s^2`, with its conditions.
    pub fn describe(&self) -> String {
        let Some(speed) = self.moving() else {
            return "at rest on its tyres, on level ground".to_owned();
        };
        let bend = match self.bend() {
            Bend::Steering(angle) => format!("steering wheel at {} deg", number(angle.to_degrees())),
            Bend::Curvature(curvature) => format!("in a bend of {} m", number(1.0 / curvature)),
            Bend::Lateral(lateral) if lateral != 0.0 => format!("in a bend at {lateral} m/s^2"),
            Bend::Lateral(_) => "straight on".to_owned(),
        };
        format!("{speed} m/s {bend}, {CONDITIONS}")
    }

    /// Returns an error for a speed below zero, and for a bend of a vehicle at rest, which would have no effect.
    ///
    /// # Errors
    /// Returns an error if the speed is not a number from zero on, or if a bend is given without a speed.
    pub fn check(&self) -> Result<(), Problem> {
        if let Some(speed) = self.speed.filter(|speed| !(*speed >= 0.0 && speed.is_finite())) {
            return Err(Problem::Misuse(format!(
                "a speed of {speed} m/s is not a number from zero on: give a speed forwards, or none at rest"
            )));
        }
        match (self.bend, self.moving()) {
            (Some(_), None) => Err(Problem::Misuse(
                "a bend needs a speed: add `--speed`, or leave `--lateral`, `--steering` and `--radius` out".to_owned(),
            )),
            _ => Ok(()),
        }
    }
}

impl<'a> Steady<'a> {
    /// A vehicle at a speed [m/s] in a bend on level ground. The first guess is the vehicle at rest, set rolling.
    ///
    /// # Errors
    /// If there is no such motion.
    pub fn of(running: &'a Running, rest: &Numbers, speed: f64, bend: Bend) -> Result<Self, Problem> {
        let rolling = start::rolling_on(&running.engine, &running.radii, (rest, &running.held()?), speed);
        let rolling = rolling.map_err(|reason| running.finding(reason))?;
        let torque = shares::holding(running, None, 0.0, &Road::new(Flat));
        Self::with(
            running,
            (&Road::new(Flat), Pieces::none()),
            rolling,
            torque,
            &Wanted { speed, bend },
        )
    }

    /// A vehicle at a speed [m/s] in a bend on a road, in the frame in which the vehicle moves horizontally. Forces may act on bodies and
    /// joints in addition to its equipment. The first guess is the vehicle `rolling` on this road. The torque is shared as `torque` says
    /// ([`shares::holding`]). Without a powertrain all wheels have the same torque; if no such motion is found, all wheels that stand on the
    /// road.
    ///
    /// # Errors
    /// If there is no such motion.
    pub fn with(
        running: &'a Running,
        (road, forces): (&Road, Pieces),
        rolling: Numbers,
        torque: SharedTorque,
        wanted: &Wanted,
    ) -> Result<Self, Problem> {
        let on_all_wheels = SharedTorque {
            stands: None,
            ..torque.clone()
        };
        let found = Self::by(running, (road, forces.clone()), on_all_wheels, &rolling, wanted);
        match found {
            // A motion with a torque on a wheel in the air is not steady. Torques on the standing wheels alone allow further steady motions,
            // which may be unstable: they are searched only if no other motion is found.
            Err(_) if torque.stands.is_some() => {
                let on_the_road = Self::by(running, (road, forces), torque, &rolling, wanted);
                on_the_road.or(found)
            }
            found => found,
        }
    }

    /// The motion whose speed this torque holds.
    fn by(
        running: &'a Running,
        (road, forces): (&Road, Pieces),
        torque: SharedTorque,
        rolling: &Numbers,
        wanted: &Wanted,
    ) -> Result<Self, Problem> {
        let mut vehicle = controlled(running, (road, forces), torque)?;
        (vehicle.set)(&mut vehicle.system.surroundings, &Controls::default());
        let from = Whole {
            vehicle: rolling.clone(),
            subsystems: Subsystem::<Engine>::initial(&vehicle.system.surroundings),
        };
        let trim = vehicle.trim(&from, wanted);
        let trim = trim.map_err(|reason| running.finding(reason))?;
        Ok(Self { vehicle, trim })
    }

    /// The linear system about the motion.
    pub fn analysis(&mut self, running: &Running) -> Result<Analysis, Problem> {
        let linear = self
            .vehicle
            .linear(&self.trim)
            .map_err(|reason| running.finding(reason))?;
        let ground = self
            .vehicle
            .ground(&self.trim)
            .map_err(|reason| running.finding(reason))?;
        let (vehicle, inputs) = (&self.trim.state.vehicle, self.vehicle.system.inputs(&self.trim.state));
        let solver = &mut self.vehicle.system.solver;
        solver.kinematics(vehicle, &inputs);
        Ok(Analysis {
            linear: linear.moving(&ground),
            twists: ground.twists,
            yaw_rate: self.trim.motion[2],
            needle: needle::note(running, solver.wheels()),
            vehicle: vehicle.clone(),
            inputs,
        })
    }
}

/// The vehicle with its steering, tyres and air, and with further forces; torques replace its drive.
fn controlled<'a>(
    running: &'a Running,
    (road, forces): (&Road, Pieces),
    torque: SharedTorque,
) -> Result<Controlled<Engine, Fitted, Set<'a>>, Problem> {
    let (compiled, vehicle) = (&running.compiled, running.engine.description());
    let fitted = equipment::fitted(compiled, vehicle, road).map_err(|reason| running.finding(reason))?;
    let fitted = Fitted {
        driver: Pieces::none(),
        powertrain: Pieces::none(),
        brakes: Pieces::none(),
        tyres: match shares::towed(running) {
            Some(towed) => fitted.tyres.and(towed),
            None => fitted.tyres,
        },
        air: if forces.is_empty() {
            fitted.air
        } else {
            fitted.air.and(forces)
        },
        ..fitted
    };
    let is_steered = equipment::steered(compiled, vehicle, Course::new(|_: f64| Drive::default())).is_some();
    let set: Set<'a> = Box::new(move |fitted, controls| {
        let course = controls.steering;
        if let Some(steering) = equipment::steered(compiled, vehicle, Course::new(move |_: f64| course)) {
            fitted.steering = steering;
        }
        fitted.powertrain = Pieces::of(SharedTorque {
            sum: controls.torque,
            ..torque.clone()
        });
    });
    let system = System {
        solver: running.engine.clone(),
        surroundings: fitted,
        time: 0.0,
    };
    Ok(Controlled {
        system,
        chassis: running.chassis(),
        is_steered,
        set,
    })
}

/// The linear system of a vehicle in this motion, or at rest if there is no speed.
pub fn analysed(running: &Running, motion: &Motion) -> Result<Analysis, Problem> {
    motion.check()?;
    match motion.moving() {
        Some(_) => analysed_from(running, &running.rest()?.state, motion),
        None => at_rest(running),
    }
}

/// The linear system of straight driving at a speed [m/s]. If there is no such steady motion, that at rest. Returns also whether it
/// is the motion at rest.
pub fn straight_on_or_at_rest(running: &Running, speed: f64) -> Result<(Linear, bool), Problem> {
    let moving = Motion {
        speed: Some(speed),
        bend: None,
    };
    match analysed(running, &moving) {
        Ok(found) => Ok((found.linear, false)),
        Err(_) => Ok((analysed(running, &Motion::default())?.linear, true)),
    }
}

/// Does [`analysed`] for a vehicle whose rest is known.
pub fn analysed_from(running: &Running, rest: &Numbers, motion: &Motion) -> Result<Analysis, Problem> {
    motion.check()?;
    match motion.moving() {
        Some(speed) => Steady::of(running, rest, speed, motion.bend())?.analysis(running),
        None => at_rest(running),
    }
}

/// The linear system at rest. Its states include place and heading, since not every vehicle can move along the ground.
fn at_rest(running: &Running) -> Result<Analysis, Problem> {
    let mut rest = running.rest()?.on_its_tyres(running)?;
    let whole = rest.whole();
    let linear = Linear::held(&mut rest.system, &whole);
    let free = rest.system.free(&whole);
    let (twists, _) = wishbone_studies::ground_motion::twists(&mut rest.system, &whole, &free);
    Ok(Analysis {
        linear: linear.observed(&mut rest.system, &whole, running.chassis()),
        twists,
        yaw_rate: 0.0,
        inputs: rest.system.inputs(&whole),
        vehicle: whole.vehicle,
        needle: None,
    })
}

/// A note on the kinks at which a vehicle rests; `None` without a kink.
pub fn kink(linear: &Linear) -> Option<String> {
    let rates = linear.kinked();
    let (named, more) = (&rates[..rates.len().min(NAMED)], rates.len().saturating_sub(NAMED));
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    (!rates.is_empty()).then(|| {
        format!(
            "a force is at a kink, such as a damper with two rates that stands still: slopes are the mean of its two sides, which does the \
             same work in small harmonic motions; the largest steps are those of the stiffer side. It acts on {}{more}",
            named.join(", ")
        )
    })
}

/// A note on joints with dry friction; `None` without such a joint.
pub fn friction(running: &Running) -> Option<String> {
    let model = &running.compiled.model;
    let each = model.forces.iter().filter_map(|element| match &element.law {
        Law::Friction(friction) => Some(format!("`{}` below {} SI", element.name, number(*friction.speed))),
        _ => None,
    });
    let named: Vec<String> = each.collect();
    (!named.is_empty()).then(|| {
        format!(
            "dry friction counts as a damper of limit / speed, as it is in motions that are slower than its speed: {}; faster motions have less \
             damping",
            named.join(", ")
        )
    })
}

/// A note on a steady motion in a bend under a declared wind; `None` in straight driving or in calm air.
pub fn wind(running: &Running, yaw_rate: f64) -> Option<String> {
    let mut pieces = running.compiled.model.equipment.iter();
    let blows = pieces.any(|piece| matches!(&piece.kind, Device::Air(air) if !air.winds.is_empty()));
    (blows && yaw_rate.abs() > STRAIGHT).then(|| {
        "a wind blows: in a bend the motion changes with the heading, and this is the one at a heading of zero"
            .to_owned()
    })
}

/// Yaw rate below which the path is straight [rad/s].
pub const STRAIGHT: f64 = 1e-9;

/// Masses and inertias of the bodies, each mass including its wheels.
pub fn inertias(running: &Running) -> Vec<Inertia> {
    let model = &running.compiled.model;
    let bodies = model.bodies.iter().enumerate().skip(1);
    bodies
        .map(|(place, body)| {
            let wheels = model
                .wheels
                .iter()
                .filter(|wheel| wheel.carrier.index() == place && !wheel.is_in_carrier);
            Inertia {
                mass: *body.mass + wheels.map(|wheel| *wheel.mass).sum::<f64>(),
                tensor: *body.inertia,
            }
        })
        .collect()
}
