//! Variables of an FMU that are connected, with their units.

use crate::described::{Described, Variable};
use crate::{Wrong, wrong};
use strsim::osa_distance;

/// Unit: name, and exponents of kg, m, s, rad.
pub type Own = (&'static str, [i32; 4]);

pub const PLAIN: Own = ("1", [0; 4]);
pub const FORCE: Own = ("N", [1, 1, -2, 0]);
pub const TORQUE: Own = ("N.m", [1, 2, -2, 0]);
pub const LENGTH: Own = ("m", [0, 1, 0, 0]);
pub const SPEED: Own = ("m/s", [0, 1, -1, 0]);
pub const ANGLE: Own = ("rad", [0, 0, 0, 1]);
pub const TURNING: Own = ("rad/s", [0, 0, -1, 1]);
pub const TIME: Own = ("s", [0, 0, 1, 0]);
const ACCELERATION: Own = ("m/s2", [0, 1, -2, 0]);
const ENERGY: Own = ("J", [1, 2, -2, 0]);

/// The unit that a vehicle tells of a number: `N m`.
pub fn unit(told: &str) -> Own {
    match told {
        "N" => FORCE,
        "N m" => TORQUE,
        "m" => LENGTH,
        "m/s" => SPEED,
        "m/s^2" => ACCELERATION,
        "rad" => ANGLE,
        "rad/s" => TURNING,
        "s" => TIME,
        "J" => ENERGY,
        _ => PLAIN,
    }
}

/// A variable of an FMU with the factor and the offset of its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tied {
    pub reference: u32,
    pub is_whole: bool,
    factor: f64,
    offset: f64,
}

impl Tied {
    /// The number in the unit of the FMU.
    pub fn told(self, si: f64) -> f64 {
        (si - self.offset) / self.factor
    }

    /// The number in SI units.
    pub fn si(self, told: f64) -> f64 {
        told * self.factor + self.offset
    }

    /// The variable of an FMU with a given causality, in a unit that can be converted.
    pub fn of(described: &Described, name: &str, causality: &str, (unit, exponents): Own) -> Result<Self, Wrong> {
        let variable = found(described, name, causality)?;
        let own = Self {
            reference: variable.reference,
            is_whole: variable.is_whole,
            factor: 1.0,
            offset: 0.0,
        };
        let Some(told) = variable.unit.as_ref().filter(|told| told.as_str() != unit) else {
            return Ok(own);
        };
        let Some(base) = described.units.get(told) else {
            return Err(wrong(format!(
                "its variable `{name}` has the unit `{told}` without base units, which cannot be compared with {unit}: declare its \
                 `BaseUnit`, or leave the unit out"
            )));
        };
        let [kg, m, s, rad, others @ ..] = base.exponents;
        // Turns per second, degrees per second and rad/s differ in nothing but their radians and their factors.
        let is_same = [kg, m, s, rad] == exponents && others == [0; 4];
        let is_sound = base.factor.is_finite() && base.factor != 0.0 && base.offset.is_finite();
        if !(is_same && is_sound) {
            return Err(wrong(format!(
                "its variable `{name}` has the unit `{told}`, and the vehicle's number is in {unit}: {}",
                match [kg, m, s] == exponents[..3] && rad == 0 && is_sound {
                    true => "declare `rad` in its `BaseUnit`, with the factor to rad, or connect another number",
                    false => "connect another number",
                }
            )));
        }
        Ok(Self {
            factor: base.factor,
            offset: base.offset,
            ..own
        })
    }
}

/// A variable with this name and causality.
pub fn found<'d>(described: &'d Described, name: &str, causality: &str) -> Result<&'d Variable, Wrong> {
    let of_kind = || described.variables.iter().filter(|(_, own)| own.causality == causality);
    match described.variables.get(name) {
        Some(own) if own.causality == causality => Ok(own),
        Some(own) => Err(wrong(format!(
            "its variable `{name}` is of the causality `{}`, and should be of `{causality}`",
            own.causality
        ))),
        None if described.others.contains_key(name) => Err(wrong(format!(
            "its variable `{name}` is {}: only single real numbers of 64 bits and integers of 32 bits can be connected, so export the FMU with such ones",
            described.others[name]
        ))),
        None => Err(unknown(
            name,
            &format!("the FMU has as `{causality}`"),
            of_kind().map(|(name, _)| name.as_str()),
        )),
    }
}

/// A name that is not known: returns the nearest known name, and as many further names as fit in a line.
pub fn unknown<'n>(name: &str, what: &str, known: impl Iterator<Item = &'n str>) -> Wrong {
    let known: Vec<&str> = known.collect();
    let mut told = known
        .iter()
        .take(12)
        .map(|own| format!("`{own}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if known.len() > 12 {
        told.push_str(" ..");
    }
    if told.is_empty() {
        told.push_str("nothing");
    }
    let nearest = known.iter().min_by_key(|own| osa_distance(name, own));
    let advice = nearest.filter(|own| osa_distance(name, own) <= name.len() / 2);
    let advice = advice.map_or(String::new(), |own| format!(" (did you mean `{own}`?)"));
    wrong(format!("there is no `{name}`{advice}: {what} {told}"))
}
