//! Forces of the air.

use super::read::{Reader, Sign};
use super::wind::{self, Wind};
use crate::front::syntax::Value;
use crate::front::units;
use std::f64::consts::PI;
use wishbone_laws::curve::Samples;

/// Forces and moments of the air at a marker.
#[derive(Clone, Debug)]
pub struct Air {
    /// Name of the marker.
    pub marker: String,
    /// [m²]
    pub area: f64,
    /// [m]
    pub length: f64,
    /// [kg/m³]
    pub density: f64,
    /// Drag, side force, lift.
    pub force: [Coefficient; 3],
    /// Roll, pitch, yaw.
    pub moment: [Coefficient; 3],
    /// Factor on lift and pitch over the height [m].
    pub ground_effect: Option<Samples>,
    /// Winds that add up; none in calm air.
    pub winds: Vec<Wind>,
}

/// A coefficient over the angle of the relative wind.
#[derive(Clone, Debug, PartialEq)]
pub enum Coefficient {
    /// The coefficient is multiplied by the cosine of the angle: a drag that opposes the wind along the vehicle.
    Axial(f64),
    /// Equal on both sides: over the magnitude of the angle [rad].
    Even(Samples),
    /// Opposite on both sides: over the magnitude of the angle [rad].
    Odd(Samples),
    /// Over the angle [rad].
    Whole(Samples),
}

pub(super) fn read(reader: &mut Reader) -> Option<Air> {
    let form = reader.element.form.as_ref()?;
    let [marker] = form.arguments.as_slice() else {
        let message = format!("`{}` takes the name of a marker", form.kind.text);
        reader.refuse(
            form.kind.span,
            message,
            "write `at(centre)`, with `marker centre: on(chassis) { at: .. }`",
        );
        return None;
    };
    let marker = reader.marker(marker);
    let [drag, lift, pitch] = ["drag", "lift", "pitch"].map(|key| coefficient(reader, key, true));
    let [side, roll, yaw] = ["side", "roll", "yaw"].map(|key| coefficient(reader, key, false));
    let axes = [("height", &units::LENGTH), ("factor", &units::PLAIN)];
    let ground_effect = reader.optional("ground_effect");
    let ground_effect = ground_effect.and_then(|value| reader.table("ground_effect", value, axes));
    let air = Air {
        marker: String::new(),
        area: reader.declared("area", Sign::Positive),
        length: reader.declared("length", Sign::Positive),
        density: reader.declared("density", Sign::NotNegative),
        force: [drag, side, lift],
        moment: [roll, pitch, yaw],
        ground_effect,
        winds: Vec::new(),
    };
    let winds = wind::read(reader);
    Some(Air {
        marker: marker?,
        winds: winds?,
        ..air
    })
}

/// A number, or a table over the angle. If the table has angles below zero, it covers both sides; otherwise it is
/// continued by the vehicle's symmetry. A single number of a drag is the value for wind from ahead. An odd coefficient
/// that is a single number would jump at zero, and is refused.
fn coefficient(reader: &mut Reader, key: &'static str, is_even: bool) -> Coefficient {
    let none = Coefficient::Even(Samples::constant(0.0));
    let points = match reader.optional(key) {
        None => return none,
        Some(value @ Value::Number(_)) => {
            let number = reader.declared(key, Sign::Any);
            if !is_even && number != 0.0 {
                let message =
                    format!("`{key}` has opposite signs on both sides, and a single number jumps in calm air");
                let help = "give it over the angle: `table(angle: [0, 30, 180] deg, coefficient: [0, -1, 0])`";
                reader.refuse(value.span(), message, help);
            }
            if !is_even {
                return none;
            }
            let points = Samples::constant(number);
            judge(reader, key, is_even, &points);
            return match key {
                "drag" => Coefficient::Axial(number),
                _ => Coefficient::Even(points),
            };
        }
        Some(value) => reader.table(key, value, [("angle", &units::ANGLE), ("coefficient", &units::PLAIN)]),
    };
    let Some(points) = points else { return none };
    judge(reader, key, is_even, &points);
    let first = points.points().next().map_or(0.0, |[angle, _]| angle);
    if first < 0.0 {
        Coefficient::Whole(points)
    } else if is_even {
        Coefficient::Even(points)
    } else {
        Coefficient::Odd(points)
    }
}

/// Angle up to which the wind counts as from ahead [rad].
const STERN: f64 = 0.5;

/// Refuses angles beyond half a turn, a drag that pulls, and a jump at an angle of zero, where the wind comes from
/// ahead.
fn judge(reader: &mut Reader, key: &'static str, is_even: bool, points: &Samples) {
    let [angles, _] = points.coordinates();
    let place = reader.place_of(key);
    if angles.iter().any(|angle| angle.abs() > PI * (1.0 + 1e-9)) {
        let message = format!("an angle of `{key}` is beyond 180 deg");
        reader.refuse(
            place,
            message,
            "the angle of the wind goes from -180 to 180 deg, or from 0 where both sides are alike",
        );
    }
    let ahead = points.at(0.0);
    if key == "drag" && ahead < 0.0 {
        let message = format!("`drag` is {ahead} where the wind comes from ahead, and would pull the vehicle");
        reader.refuse(place, message, "a drag above zero acts backwards");
    }
    let away = angles.iter().copied().find(|angle| *angle > 0.0);
    if key == "side" && away.is_some_and(|angle| points.at(angle.min(STERN)) > ahead) {
        let message = "`side` rises with the angle: it would push the vehicle against the wind".to_owned();
        reader.refuse(
            place,
            message,
            "the angle is positive where the air comes from the left, and pushes to the right: begin below zero",
        );
    }
    let is_one_sided = angles.first().is_some_and(|first| *first >= 0.0);
    if !is_even && is_one_sided && ahead != 0.0 {
        let message = format!(
            "`{key}` is {ahead} where the wind comes from ahead, and has opposite signs on both sides: it would jump"
        );
        reader.refuse(
            place,
            message,
            "begin with zero at 0 deg, or give both sides from -180 to 180 deg",
        );
    }
}
