//! Brakes.

use super::read::{Reader, Sign};
use crate::diag::SourceSpan;
use crate::front::units;
use crate::model::namespace::Kind;
use crate::model::quantity;
use wishbone_laws::curve::Samples;

/// Brakes of all wheels; wheels without brakes have a capacity of zero.
#[derive(Clone, Debug)]
pub struct Brakes {
    /// By wheel: capacity at full pressure [N m].
    pub torque: Vec<f64>,
    /// By wheel: capacity of the parking brake, fully pulled [N m].
    pub parking: Vec<f64>,
    /// Pressure over the pedal, both from 0 to 1.
    pub boost: Samples,
    /// Time constant of the pressure [s].
    pub delay: f64,
    /// Slip controller.
    pub slip: Option<SlipControl>,
}

/// A slip controller.
#[derive(Clone, Copy, Debug)]
pub struct SlipControl {
    /// Unloaded radius of the wheels [m].
    pub radius: f64,
    /// Slip up to which nothing is reduced.
    pub target: f64,
    /// Slip beyond the target at which nothing is left.
    pub band: f64,
    /// Time constant of the valves [s].
    pub delay: f64,
    /// Speed below which it is switched off [m/s].
    pub slow: f64,
}

impl Brakes {
    /// `on 4 of the wheels`
    pub(super) fn describe(&self) -> String {
        let braked = self.torque.iter().zip(&self.parking);
        let braked = braked.filter(|(torque, parking)| **torque > 0.0 || **parking > 0.0);
        format!("on {} of the wheels", braked.count())
    }
}

pub(super) fn read(reader: &mut Reader) -> Option<Brakes> {
    let wheels = reader.wheels();
    let count = reader.context.scope.count(Kind::Wheel);
    let spread = |numbers: Option<Vec<f64>>| {
        let mut all = vec![0.0; count];
        for (&wheel, number) in wheels.iter().zip(numbers.unwrap_or_default()) {
            all[wheel] = number;
        }
        all
    };
    let torque = reader.needed("torque");
    let torque = spread(torque.and_then(|value| reader.each("torque", &units::TORQUE, value, wheels.len())));
    let parking = reader.optional("parking");
    let parking = spread(parking.and_then(|value| reader.each("parking", &units::TORQUE, value, wheels.len())));
    let axes = [("pedal", &units::PLAIN), ("pressure", &units::PLAIN)];
    let boost = reader.table_or("boost", axes, Samples::of([0.0, 1.0], [0.0, 1.0]));
    let is_part = |numbers: &[f64]| numbers.iter().all(|number| (0.0..=1.0).contains(number));
    if !boost.coordinates().into_iter().all(is_part) {
        let place = reader.place_of("boost");
        let message = "`boost` leaves the range from 0 to 1".to_owned();
        reader.refuse(
            place,
            message,
            "1 is the pedal fully pressed, and the pressure at which `torque` is reached",
        );
    }
    if boost.at(0.0) > 0.0 {
        let place = reader.place_of("boost");
        let message = format!("with the pedal released, `boost` gives a pressure of {}", boost.at(0.0));
        reader.refuse(
            place,
            message,
            "begin the table with no pressure at pedal 0, or the brakes never let go",
        );
    }
    let delay = reader.declared("delay", Sign::NotNegative);
    reader.judge_delay("delay", delay);
    let slip = reader.optional("slip_control").and_then(|value| {
        let radius = radius(&wheels, value.span(), reader);
        reader.call("slip_control", value, &["slip_control"], |reader, _| {
            let target = reader.number("target", &units::PLAIN, Sign::Positive, "0.1");
            if target >= 1.0 {
                let place = reader.place_of("target");
                let message = format!("`target` is {target}, and no braked wheel slips more than 1");
                reader.refuse(place, message, "1 is a locked wheel; 0.1 is usual");
            }
            Some(SlipControl {
                radius,
                target,
                band: reader.number_or("band", &units::PLAIN, Sign::Positive, 0.1),
                delay: reader.delay_or("delay", Sign::Positive, 0.02),
                slow: reader.number_or("below", &units::SPEED, Sign::Positive, 2.0),
            })
        })
    });
    Some(Brakes {
        torque,
        parking,
        boost,
        delay,
        slip,
    })
}

/// The unloaded radius of all these wheels. A slip controller converts spins to speeds by this radius, because it does
/// not know the loads. NaN if the radii differ, which is reported.
fn radius(wheels: &[usize], place: SourceSpan, reader: &mut Reader) -> f64 {
    let known = wheels.iter().filter_map(|&wheel| reader.parts.wheels[wheel].as_ref());
    let radii: Vec<f64> = known.map(|wheel| wheel.radius).collect();
    let Some((&first, others)) = radii.split_first() else {
        return f64::NAN;
    };
    if let Some(other) = others.iter().find(|other| **other != first) {
        let [a, b] = [first, *other].map(quantity::digits);
        let message = format!("`slip_control` has wheels of {a} m and of {b} m, and knows one radius");
        reader.refuse(
            place,
            message,
            "let all braked wheels have the same radius, or leave it out",
        );
        return f64::NAN;
    }
    first
}
