//! Numbers of a vehicle that an FMU reads, by name.

use crate::Wrong;
use crate::connection::{ANGLE, LENGTH, Own, PLAIN, SPEED, TIME, TURNING, unit, unknown};
use crate::host::Host;
use wishbone::solver::Solver;
use wishbone::subsystem::Now;
use wishbone::tyre::Contact;

/// A number that a part reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Read {
    Time,
    Throttle,
    Brake,
    Clutch,
    Gear,
    Spin(usize),
    /// World axes.
    OfWheel(Motion, usize, usize),
    OfMarker(Motion, usize, usize),
    /// Of the contact of a wheel with the road, ISO 8855.
    Touch(Touch, usize),
    /// Named output that follows from positions and velocities.
    Output(usize, Own),
    /// Named output that depends on loads, such as an acceleration.
    Loaded(usize, Own),
}

/// A vector of a wheel or a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    Position,
    Velocity,
    /// Angular velocity of the marker's body, or of the wheel's carrier.
    Turning,
    /// Spin axis of a wheel, to the left.
    Axis,
}

/// A number of the contact of a wheel with the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    Deflection,
    DeflectionRate,
    Inclination,
    Along,
    Across,
    Spin,
    Friction,
}

/// All numbers of a contact, with their names and units.
const TOUCHES: [(&str, Touch, Own); 7] = [
    ("deflection", Touch::Deflection, LENGTH),
    ("deflection_rate", Touch::DeflectionRate, SPEED),
    ("inclination", Touch::Inclination, ANGLE),
    ("velocity.x", Touch::Along, SPEED),
    ("velocity.y", Touch::Across, SPEED),
    ("spin", Touch::Spin, TURNING),
    ("friction", Touch::Friction, PLAIN),
];

/// Vectors of a wheel and of a marker, by name.
const OF_WHEEL: [(&str, Motion); 4] = [
    ("centre", Motion::Position),
    ("velocity", Motion::Velocity),
    ("angular_velocity", Motion::Turning),
    ("axis", Motion::Axis),
];
const OF_MARKER: [(&str, Motion); 3] = [
    ("position", Motion::Position),
    ("velocity", Motion::Velocity),
    ("angular_velocity", Motion::Turning),
];

/// The vehicle at one instant, as a part reads it.
pub struct Seen<'a, X> {
    pub now: &'a Now<'a, X>,
    /// By wheel, where contacts are read.
    pub contacts: &'a [Option<Contact>],
    /// Named outputs, where some are read.
    pub outputs: &'a [f64],
}

impl Read {
    pub fn named<S: Solver>(name: &str, host: &Host<'_, S>) -> Result<Self, Wrong> {
        let every = Self::all(host);
        let found = every.iter().find(|(own, _)| own == name);
        let names = || every.iter().map(|(own, _)| own.as_str());
        found
            .map(|(_, read)| *read)
            .ok_or_else(|| unknown(name, "an FMU can read", names()))
    }

    fn all<S: Solver>(host: &Host<'_, S>) -> Vec<(String, Self)> {
        let vehicle = host.solver.description();
        let mut all: Vec<(String, Self)> = [
            ("time", Self::Time),
            ("throttle", Self::Throttle),
            ("brake", Self::Brake),
            ("clutch", Self::Clutch),
            ("gear", Self::Gear),
        ]
        .map(|(name, read)| (name.to_owned(), read))
        .to_vec();
        let axes = || ["x", "y", "z"].into_iter().enumerate();
        for (place, wheel) in vehicle.wheels.iter().enumerate() {
            all.push((format!("wheel.{wheel}.spin"), Self::Spin(place)));
            for (vector, motion) in OF_WHEEL {
                all.extend(axes().map(|(k, axis)| {
                    (
                        format!("wheel.{wheel}.{vector}.{axis}"),
                        Self::OfWheel(motion, place, k),
                    )
                }));
            }
            if host.road.is_some() {
                let each = TOUCHES.iter();
                all.extend(
                    each.map(|(name, touch, _)| (format!("wheel.{wheel}.contact.{name}"), Self::Touch(*touch, place))),
                );
            }
        }
        for (place, (marker, _)) in vehicle.markers.iter().enumerate() {
            for (vector, motion) in OF_MARKER {
                all.extend(axes().map(|(k, axis)| {
                    (
                        format!("marker.{marker}.{vector}.{axis}"),
                        Self::OfMarker(motion, place, k),
                    )
                }));
            }
        }
        for (place, output) in vehicle.outputs.iter().enumerate() {
            let unit = unit(vehicle.output_unit(place));
            let read = match host.loaded.contains(&place) {
                true => Self::Loaded(place, unit),
                false => Self::Output(place, unit),
            };
            all.push(((*output).to_owned(), read));
        }
        all
    }

    pub fn unit(self) -> Own {
        match self {
            Self::Time => TIME,
            Self::Throttle | Self::Brake | Self::Clutch | Self::Gear => PLAIN,
            Self::Spin(_) => TURNING,
            Self::OfWheel(motion, ..) | Self::OfMarker(motion, ..) => match motion {
                Motion::Position => LENGTH,
                Motion::Velocity => SPEED,
                Motion::Turning => TURNING,
                Motion::Axis => PLAIN,
            },
            Self::Touch(touch, _) => {
                let mut each = TOUCHES.iter();
                each.find(|(_, own, _)| *own == touch).map_or(PLAIN, |(.., unit)| *unit)
            }
            Self::Output(_, unit) | Self::Loaded(_, unit) => unit,
        }
    }

    /// Whether it is a named output.
    pub fn is_output(self) -> bool {
        matches!(self, Self::Output(..) | Self::Loaded(..))
    }

    /// Whether the value depends on loads. Such a value is known only after an evaluation.
    pub fn is_loaded(self) -> bool {
        matches!(self, Self::Loaded(..))
    }

    /// The number at a motion of the vehicle [SI].
    pub fn of<X>(self, seen: &Seen<'_, X>) -> f64 {
        let Seen { now, contacts, outputs } = seen;
        match self {
            Self::Time => now.time,
            Self::Throttle => now.controls.throttle,
            Self::Brake => now.controls.brake,
            Self::Clutch => now.controls.clutch,
            Self::Gear => f64::from(now.controls.gear),
            Self::Spin(wheel) => now.wheels[wheel].spin,
            Self::OfWheel(motion, wheel, k) => {
                let wheel = &now.wheels[wheel];
                match motion {
                    Motion::Position => wheel.centre[k],
                    Motion::Velocity => wheel.velocity[k],
                    Motion::Turning => wheel.carrier_angular_velocity[k],
                    Motion::Axis => wheel.axis[k],
                }
            }
            Self::OfMarker(motion, marker, k) => {
                let marker = &now.markers[marker];
                match motion {
                    Motion::Velocity => marker.velocity[k],
                    Motion::Turning => marker.angular_velocity[k],
                    Motion::Position | Motion::Axis => marker.position[k],
                }
            }
            Self::Touch(touch, wheel) => touched(touch, contacts[wheel].as_ref()),
            Self::Output(output, _) | Self::Loaded(output, _) => outputs[output],
        }
    }
}

/// A number of a contact. A wheel that lies flat counts as a metre above the road, and does not move.
fn touched(touch: Touch, contact: Option<&Contact>) -> f64 {
    let Some(contact) = contact else {
        return match touch {
            Touch::Deflection => -1.0,
            Touch::Friction => 1.0,
            _ => 0.0,
        };
    };
    match touch {
        Touch::Deflection => contact.deflection,
        Touch::DeflectionRate => contact.deflection_rate,
        Touch::Inclination => contact.inclination,
        Touch::Along => contact.velocity[0],
        Touch::Across => contact.velocity[1],
        Touch::Spin => contact.spin,
        Touch::Friction => contact.friction,
    }
}
