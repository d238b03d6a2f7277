//! Event indicators: numbers that change their sign where a force has a kink, so that a foreign integrator may end its step there.

use super::ports::{Acting, Port};
use super::variable::{Kind, Unit, Variable, structured};
use crate::vehicle::Running;
use nalgebra::Vector3;
use wishbone::prelude::*;
use wishbone::tyre::Contact;
use wishbone_compiler::model::{BodyId, Curve, Law, Model, Number, Point, Spring};
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;

/// A kink of a force.
#[derive(Clone, Debug)]
pub struct Kink {
    name: String,
    words: String,
    at: Place,
}

/// Where a kink is.
#[derive(Clone, Debug)]
enum Place {
    /// At a length of the spring at a position.
    Length(usize, Number),
    /// Where the spring at a position turns from compression to extension.
    Turn(usize),
    /// At a coordinate of the joint at a position among the joint coordinates.
    Joint(usize, Number),
    /// Where the tyre of a wheel leaves the road.
    Tyre(usize),
}

/// All kinks that are indicated: stops of springs and joints, windows of dampers, dampers with two rates, tyres that leave the road.
pub fn kinks(running: &Running, acting: &Acting) -> Vec<Kink> {
    let (model, names) = (&running.compiled.model, running.engine.description());
    let mut kinks = Vec::new();
    let mut add = |name: String, words: &str, unit: &str, at| {
        kinks.push(Kink {
            name: structured(&format!("indicators.{name}")),
            words: format!("{words}, divided by {NOMINAL} {unit}: `{name}`"),
            at,
        });
    };
    for (place, spring) in model.springs.iter().enumerate() {
        let name = &spring.name;
        for (end, stop) in [("bump_stop", &spring.bump_stop), ("rebound_stop", &spring.rebound_stop)] {
            if let Some(stop) = stop {
                let at = Place::Length(place, stop.length.clone());
                add(
                    format!("{name}.{end}"),
                    "Length less that at which the stop is met",
                    "m",
                    at,
                );
            }
        }
        let Some(damping) = spring.damping.as_ref().filter(|damping| damping.series.is_none()) else {
            continue;
        };
        if let Some((least, most, _)) = &damping.outside {
            for (end, length) in [("shortest", least), ("longest", most)] {
                let at = Place::Length(place, length.clone());
                add(format!("{name}.{end}"), "Length less that of another damping", "m", at);
            }
        }
        if matches!(damping.curve, Curve::Split { .. }) {
            add(format!("{name}.rate"), "Rate of the length", "m/s", Place::Turn(place));
        }
    }
    for force in &model.forces {
        let Law::Limit(limit) = &force.law else { continue };
        let joint = &model.joint(limit.joint).name;
        let Some(place) = names.joint_coordinates.iter().position(|name| name == joint) else {
            continue;
        };
        for (end, number) in [("min", &limit.min), ("max", &limit.max)] {
            if let Some(number) = number {
                let at = Place::Joint(place, number.clone());
                add(
                    format!("{}.{end}", force.name),
                    "Coordinate of the joint less that of the stop",
                    "m or rad",
                    at,
                );
            }
        }
    }
    if !acting.ports.contains(&Port::Wheels) {
        for (place, wheel) in names.wheels.iter().enumerate() {
            add(
                format!("{wheel}.road"),
                "Deflection of the tyre",
                "m",
                Place::Tyre(place),
            );
        }
    }
    kinks
}

impl Kink {
    /// Its row in the table of variables.
    pub fn variable(&self, place: usize) -> Variable {
        Variable {
            name: self.name.clone(),
            words: self.words.clone(),
            unit: Unit::of(""),
            kind: Kind::Indicator(place),
            start: None,
            range: None,
        }
    }
}

/// Nominal distance from a kink [m, m/s, rad], and the distance by which the zero of an indicator is moved.
const NOMINAL: f64 = 0.1;
const ASIDE: f64 = 1e-6;

/// Side of a kink at a distance from it: 1 or -1.
pub fn side(distance: f64) -> f64 {
    if distance > 0.0 { 1.0 } else { -1.0 }
}

/// Event indicator at a distance from a kink, on whose given side continuous time has begun. It is scaled by the nominal distance, and its zero is moved to
/// the other side, so that it is not zero where continuous time begins (FMI 2.0.4, 3.2.2; FMI 3.0.2, 3.1.1).
pub fn scaled(distance: f64, side: f64) -> f64 {
    (distance + side * ASIDE) / NOMINAL
}

/// Distances of the present state from the kinks [m, m/s, rad]: each is zero where a force has a kink.
pub fn distances<I: Integrator<StateOf<Engine, Fitted>>>(
    kinks: &[Kink],
    simulation: &mut Simulation<Engine, Fitted, I>,
    (running, acting): (&Running, &Acting),
) -> Vec<f64> {
    let bodies = simulation.bodies().to_vec();
    let joints = joints(simulation);
    let seen = Seen {
        model: &running.compiled.model,
        parameters: running.engine.parameter_values(),
        defaults: running.engine.parameters().iter().map(|own| own.default).collect(),
        bodies: &bodies,
    };
    let of = |kink: &Kink| match &kink.at {
        Place::Length(spring, length) => seen.length(*spring)[0] - seen.number(length),
        Place::Turn(spring) => seen.length(*spring)[1],
        Place::Joint(joint, number) => joints.get(*joint).copied().unwrap_or(0.0) - seen.number(number),
        Place::Tyre(wheel) => deflection(simulation, (running, acting), *wheel),
    };
    kinks.iter().map(of).collect()
}

/// Coordinates of all joints.
fn joints<I: Integrator<StateOf<Engine, Fitted>>>(simulation: &mut Simulation<Engine, Fitted, I>) -> Vec<f64> {
    simulation.at_present(|solver, surroundings, inputs, time, state| {
        surroundings.drive(time, &state.subsystems, inputs);
        solver.kinematics(&state.vehicle, inputs);
        solver.joint_coordinates(&state.vehicle, inputs).to_vec()
    })
}

/// Deflection of a tyre on its road [m]; below zero in the air, and minus one where the wheel lies flat.
fn deflection<I: Integrator<StateOf<Engine, Fitted>>>(
    simulation: &Simulation<Engine, Fitted, I>,
    (running, acting): (&Running, &Acting),
    wheel: usize,
) -> f64 {
    let (motion, radius) = (&simulation.solver().wheels()[wheel], running.radii[wheel]);
    let road = |x: f64, y: f64, time: f64| acting.ground(wheel, [x, y], time);
    let contact = Contact::of(motion, radius, &road, simulation.time());
    contact.map_or(-1.0, |contact| contact.deflection)
}

/// A vehicle with the values of its parameters.
struct Seen<'a> {
    model: &'a Model,
    parameters: &'a [f64],
    defaults: Vec<f64>,
    bodies: &'a [BodyMotion],
}

impl Seen<'_> {
    /// A number at the values of the parameters: it is affine in them.
    fn number(&self, number: &Number) -> f64 {
        let each = number.slopes().iter();
        let changes = each.map(|(own, slope)| slope * self.change(own.index()));
        changes.fold(**number, |sum, change| sum + change)
    }

    fn point(&self, point: &Point) -> Vector3<f64> {
        let each = point.slopes().iter();
        let changes = each.map(|(own, slope)| *slope * self.change(own.index()));
        changes.fold(**point, |sum, change| sum + change)
    }

    fn change(&self, parameter: usize) -> f64 {
        self.parameters[parameter] - self.defaults[parameter]
    }

    /// Length [m] of a spring and its rate [m/s].
    fn length(&self, spring: usize) -> [f64; 2] {
        let Spring {
            first,
            second,
            from,
            to,
            ..
        } = &self.model.springs[spring];
        let ([one, one_moving], [other, other_moving]) = (self.end(*first, from), self.end(*second, to));
        let (between, moving) = (other - one, other_moving - one_moving);
        let length = between.norm();
        let rate = if length > 0.0 {
            between.dot(&moving) / length
        } else {
            0.0
        };
        [length, rate]
    }

    /// Place and velocity of a point of a body [m, m/s].
    fn end(&self, body: BodyId, point: &Point) -> [Vector3<f64>; 2] {
        let point = self.point(point);
        let Some(moving) = body.index().checked_sub(1) else {
            return [point, Vector3::zeros()];
        };
        let motion = &self.bodies[moving];
        let place = point - self.point(&self.model.bodies[body.index()].com);
        let arm = Vector3::from(motion.rotation.map(|row| Vector3::from(row).dot(&place)));
        let [com, velocity, turning] = [motion.com, motion.velocity, motion.angular_velocity].map(Vector3::from);
        [com + arm, velocity + turning.cross(&arm)]
    }
}
