//! Event indicators: numbers that change their sign at a kink of a force, so that a foreign integrator may end its step
//! there.

mod seen;

use super::ports::{Acting, Port};
use super::variable::{Kind, Unit, Variable, structured};
use crate::vehicle::Running;
use seen::Seen;
use wishbone::curve::from_knots;
use wishbone::description::Description;
use wishbone::ports::ContactPoint;
use wishbone::prelude::*;
use wishbone::tyre::Contact;
use wishbone_compiler::model::{Bushing, Curve, ForceId, Joined, JointId, Law, Model, Number, Spring, Table};
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;

/// A kink of a force, or all kinks of a force along one number.
#[derive(Clone, Debug)]
pub struct Kink {
    name: String,
    words: String,
    at: Place,
}

/// Where a kink is.
#[derive(Clone, Debug)]
enum Place {
    /// Along a number of the vehicle.
    Along(Along, Knots),
    /// Where the tyre of a wheel leaves the road.
    Tyre(usize),
    /// Where the contact point at a position touches the ground.
    Ground(usize),
    /// The number at a position among those that the equipment tells.
    Equipment(usize),
}

/// A number of the vehicle over which a force has kinks.
#[derive(Clone, Copy, Debug)]
enum Along {
    /// Length of the spring at a position [m], and its rate [m/s].
    Length(usize),
    Rate(usize),
    /// Coordinate of the joint at a position among the joint coordinates [m or rad], and its speed [m/s or rad/s].
    Joint(usize),
    Speed(usize),
    /// Rate of the coordinate at a position, for a damper in series with a spring [m/s].
    Damper(usize),
    /// Deflection of a bushing in a direction [m or rad].
    Deflection(ForceId, usize),
    /// Twist of an anti-roll bar [m], and its rate [m/s].
    Twist(ForceId),
    TwistRate(ForceId),
    /// Rate of the length of an air spring [m/s].
    AirRate(ForceId),
}

/// Places of kinks along a number: `from + stretch place`.
#[derive(Clone, Debug)]
struct Knots {
    from: Number,
    stretch: Number,
    places: Vec<f64>,
}

impl Knots {
    /// One kink.
    fn at(from: &Number) -> Self {
        Self {
            from: from.clone(),
            stretch: 1.0.into(),
            places: vec![0.0],
        }
    }

    /// Kinks of a characteristic over the distance from a number; empty if the characteristic has no kinks.
    fn of(curve: &Curve, from: &Number) -> Option<Self> {
        let own = match curve {
            Curve::Split { .. } => Self::at(from),
            Curve::Table(table) if table.joined == Joined::Straight => Self {
                from: from.clone(),
                stretch: table.stretch.clone(),
                places: bends(table),
            },
            Curve::Linear(_) | Curve::Degressive { .. } | Curve::Polynomial(_) | Curve::Table(_) => return None,
        };
        (!own.places.is_empty()).then_some(own)
    }

    /// A stop at a number, and the kinks of its characteristic beyond the stop, in the direction of a sign.
    fn of_stop(curve: &Curve, from: &Number, sign: f64) -> Self {
        let beyond = Self::of(curve, from).unwrap_or_else(|| Self::at(from));
        let further = beyond.places.iter().filter(|place| **place > 0.0);
        let mut places: Vec<f64> = std::iter::once(0.0).chain(further.map(|place| sign * place)).collect();
        places.sort_by(f64::total_cmp);
        Self { places, ..beyond }
    }
}

/// Abscissae at which a curve of straight lines bends; the first and the last line are continued.
fn bends(table: &Table) -> Vec<f64> {
    let slope = |k: usize| (table.y[k + 1] - table.y[k]) / (table.x[k + 1] - table.x[k]);
    let inner = 1..table.x.len() - 1;
    let bends = inner.filter(|&k| (slope(k) - slope(k - 1)).abs() > STRAIGHT * slope(k).abs().max(slope(k - 1).abs()));
    bends.map(|k| table.x[k]).collect()
}

/// Change of a slope, in parts of it, that is no bend.
const STRAIGHT: f64 = 1e-9;

/// All kinks with indicators: springs, dampers and torsion springs, stops, tyres that leave the road, points that touch
/// the ground, and kinks that the equipment reports.
pub fn kinks<I: Integrator<StateOf<Engine, Fitted>>>(
    running: &Running,
    acting: &Acting,
    simulation: &mut Simulation<Engine, Fitted, I>,
) -> Vec<Kink> {
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
        of_spring(place, spring, names, &mut |end, words, unit, along, knots| {
            add(
                format!("{}.{end}", spring.name),
                words,
                unit,
                Place::Along(along, knots),
            );
        });
    }
    for (place, force) in model.forces.iter().enumerate() {
        of_force(place.into(), model, names, &mut |end, words, unit, along, knots| {
            add(format!("{}.{end}", force.name), words, unit, Place::Along(along, knots));
        });
    }
    for (place, (name, _)) in model.contacts().enumerate() {
        add(
            format!("{name}.ground"),
            "Depth of the point in the ground",
            "m",
            Place::Ground(place),
        );
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
    let mut count = 0;
    simulation.kinks(&mut |own| {
        let wheel = own.index.and_then(|wheel| names.wheels.get(wheel));
        let wheel = wheel.map_or(String::new(), |wheel| format!(".{wheel}"));
        add(
            format!("equipment.{}{wheel}", own.name),
            "Distance from the nearest kink of a law of the equipment",
            own.unit,
            Place::Equipment(count),
        );
        count += 1;
    });
    kinks
}

/// Reports a kink: the end of its name, its description, its unit, and its place.
type Tell<'t> = &'t mut dyn FnMut(&str, &str, &str, Along, Knots);

/// Kinks of a spring-damper.
fn of_spring(place: usize, spring: &Spring, names: &Description, tell: Tell<'_>) {
    let (length, rate) = (Along::Length(place), Along::Rate(place));
    if let Some(knots) = spring
        .elastic
        .as_ref()
        .and_then(|own| Knots::of(own, &spring.free_length))
    {
        let words = "Length less the nearest at which the rate of the spring changes";
        tell("length", words, "m", length, knots);
    }
    let stops = [
        ("bump_stop", &spring.bump_stop, -1.0),
        ("rebound_stop", &spring.rebound_stop, 1.0),
    ];
    for (end, stop, sign) in stops {
        if let Some(stop) = stop {
            let words = "Length less that at which the stop is met or its rate changes";
            tell(end, words, "m", length, Knots::of_stop(&stop.curve, &stop.length, sign));
        }
    }
    let Some(damping) = &spring.damping else { return };
    let moved = format!("{}.damper", spring.name);
    let along = match damping.series {
        None => Some(rate),
        Some(_) => names
            .coordinates
            .iter()
            .position(|own| *own == moved)
            .map(Along::Damper),
    };
    let words = "Rate of the damper less the nearest at which its damping changes";
    if let Some((along, knots)) = along.zip(Knots::of(&damping.curve, &0.0.into())) {
        tell("rate", words, "m/s", along, knots);
    }
    if let Some((least, most, curve)) = &damping.outside {
        for (end, number) in [("shortest", least), ("longest", most)] {
            let words = "Length less that of another damping";
            tell(end, words, "m", length, Knots::at(number));
        }
        if let Some(knots) = Knots::of(curve, &0.0.into()) {
            tell("rate_outside", words, "m/s", rate, knots);
        }
    }
    let Some(map) = &damping.map else { return };
    let knots = Knots {
        places: map.lengths.clone(),
        ..Knots::at(&0.0.into())
    };
    let between = "Length less the nearest for which the damper's map has a curve";
    tell("map", between, "m", length, knots);
    for (k, curve) in map.further.iter().enumerate() {
        if let Some(knots) = Knots::of(curve, &0.0.into()) {
            tell(&format!("rate_{}", k + 2), words, "m/s", rate, knots);
        }
    }
}

/// Kinks of a force element.
fn of_force(force: ForceId, model: &Model, names: &Description, tell: Tell<'_>) {
    let law = &model.forces[force.index()].law;
    let place = |joint: JointId, of: &[&str]| of.iter().position(|name| *name == model.joint(joint).name);
    match law {
        Law::Limit(limit) => {
            let Some(joint) = place(limit.joint, names.joint_coordinates) else {
                return;
            };
            for (end, number, sign) in [("min", &limit.min, -1.0), ("max", &limit.max, 1.0)] {
                if let Some(number) = number {
                    let words = "Coordinate of the joint less that at which the stop is met or its rate changes";
                    let knots = Knots::of_stop(&limit.elastic, number, sign);
                    tell(end, words, "m or rad", Along::Joint(joint), knots);
                }
            }
        }
        Law::Torsion(torsion) => {
            let [joint, speed] = [names.joint_coordinates, names.joint_speeds].map(|of| place(torsion.joint, of));
            let elastic = torsion.elastic.as_ref();
            let elastic = elastic.and_then(|own| Knots::of(own, &torsion.free_angle));
            if let Some((joint, knots)) = joint.zip(elastic) {
                let words = "Angle of the joint less the nearest at which the rate of the spring changes";
                tell("angle", words, "rad", Along::Joint(joint), knots);
            }
            let damping = torsion.damping.as_ref().and_then(|own| Knots::of(own, &0.0.into()));
            if let Some((speed, knots)) = speed.zip(damping) {
                let words = "Speed of the joint less the nearest at which its damping changes";
                tell("rate", words, "rad/s", Along::Speed(speed), knots);
            }
        }
        Law::Bushing(bushing) => {
            for (k, curve) in bushing.curves.iter().enumerate() {
                if let Some(knots) = curve.as_ref().and_then(|own| Knots::of(own, &0.0.into())) {
                    let words = "Deflection less the nearest at which the stiffness changes";
                    let unit = if k < 3 { "m" } else { "rad" };
                    tell(Bushing::CURVES[k], words, unit, Along::Deflection(force, k), knots);
                }
            }
        }
        Law::RollBar(bar) => {
            if let Some(knots) = Knots::of(&bar.elastic, &0.0.into()) {
                let words = "Twist less the nearest at which the rate of the bar changes";
                tell("twist", words, "m", Along::Twist(force), knots);
            }
            if let Some(knots) = bar.damping.as_ref().and_then(|own| Knots::of(own, &0.0.into())) {
                let words = "Rate of the twist less the nearest at which the damping changes";
                tell("rate", words, "m/s", Along::TwistRate(force), knots);
            }
        }
        Law::AirSpring(spring) => {
            if let Some(knots) = spring.damping.as_ref().and_then(|own| Knots::of(own, &0.0.into())) {
                let words = "Rate of the length less the nearest at which the damping changes";
                tell("rate", words, "m/s", Along::AirRate(force), knots);
            }
        }
        Law::Friction(_) | Law::GroundContact(_) | Law::LeafSpring(_) | Law::Load(_) | Law::Marker(_) => {}
    }
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

/// Nominal distance from a kink [m, m/s, rad, rad/s], and the offset of the zero of an indicator.
const NOMINAL: f64 = 0.1;
const ASIDE: f64 = 1e-6;

/// Side of a kink at a distance from it: 1 or -1.
pub fn side(distance: f64) -> f64 {
    if distance > 0.0 { 1.0 } else { -1.0 }
}

/// Event indicator at a distance from a kink; `side` is the side of the kink on which continuous time has begun. It is
/// scaled by the nominal distance, and its zero is offset to the other side, so that it is not zero at the start of
/// continuous time (FMI 2.0.4, 3.2.2; FMI 3.0.2, 3.1.1).
pub fn scaled(distance: f64, side: f64) -> f64 {
    (distance + side * ASIDE) / NOMINAL
}

/// Distances of the present state from the kinks [m, m/s, rad, rad/s]: each distance is zero at a kink of a force.
pub fn distances<I: Integrator<StateOf<Engine, Fitted>>>(
    kinks: &[Kink],
    simulation: &mut Simulation<Engine, Fitted, I>,
    (running, acting): (&Running, &Acting),
) -> Vec<f64> {
    let bodies = simulation.bodies().to_vec();
    let needs_rates = kinks
        .iter()
        .any(|kink| matches!(kink.at, Place::Along(Along::Damper(_), _)));
    let rates = match needs_rates {
        true => simulation.evaluate().q,
        false => Vec::new(),
    };
    let mut equipment = Vec::new();
    simulation.kinks(&mut |own| equipment.push(own.value));
    let [joints, speeds, depths] = still(simulation);
    let seen = Seen {
        model: &running.compiled.model,
        parameters: running.engine.parameter_values(),
        defaults: running.engine.parameters().iter().map(|own| own.default).collect(),
        bodies: &bodies,
    };
    let of_spring = |spring: usize| {
        let own = &seen.model.springs[spring];
        seen.length([own.first, own.second], [&own.from, &own.to])
    };
    let law = |force: ForceId| &seen.model.forces[force.index()].law;
    let number = |along: &Along| match *along {
        Along::Length(spring) => of_spring(spring)[0],
        Along::Rate(spring) => of_spring(spring)[1],
        Along::Deflection(force, direction) => match law(force) {
            Law::Bushing(bushing) => seen.deflection(bushing, direction),
            _ => f64::NAN,
        },
        Along::Twist(force) | Along::TwistRate(force) => match law(force) {
            Law::RollBar(bar) => seen.twist(bar)[usize::from(matches!(along, Along::TwistRate(_)))],
            _ => f64::NAN,
        },
        Along::AirRate(force) => match law(force) {
            Law::AirSpring(own) => seen.length([own.first, own.second], [&own.from, &own.to])[1],
            _ => f64::NAN,
        },
        Along::Joint(joint) => joints[joint],
        Along::Speed(joint) => speeds[joint],
        Along::Damper(coordinate) => rates[coordinate],
    };
    let of = |kink: &Kink| match &kink.at {
        Place::Along(along, knots) => {
            let stretch = seen.number(&knots.stretch);
            let place = (number(along) - seen.number(&knots.from)) / stretch;
            stretch * from_knots(&knots.places, place)
        }
        Place::Tyre(wheel) => deflection(simulation, (running, acting), *wheel),
        Place::Ground(contact) => depths[*contact],
        Place::Equipment(place) => equipment[*place],
    };
    kinks.iter().map(of).collect()
}

/// Coordinates and speeds of all joints, and the depth of each contact point in the ground [m].
fn still<I: Integrator<StateOf<Engine, Fitted>>>(simulation: &mut Simulation<Engine, Fitted, I>) -> [Vec<f64>; 3] {
    simulation.at_present(|solver, surroundings, inputs, time, state| {
        surroundings.drive(time, &state.subsystems, inputs);
        solver.kinematics(&state.vehicle, inputs);
        let depth = |point: &ContactPoint| {
            let ground = Subsystem::<Engine>::ground(surroundings, time, point.position);
            // Without a ground it stays in the air.
            ground.map_or(-1.0, |ground| (ground.height - point.position[2]) * ground.normal[2])
        };
        let depths = solver.contacts().iter().map(depth).collect();
        let joints = solver.joint_coordinates(&state.vehicle, inputs).to_vec();
        [joints, solver.joint_speeds(&state.vehicle, inputs).to_vec(), depths]
    })
}

/// Deflection of a tyre on its road [m]; below zero in the air, and minus one if the wheel lies flat.
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
