//! Numbers of a vehicle that an FMU reads or writes, by name.

use crate::described::{Described, Variable};
use crate::{Wrong, wrong};
use strsim::osa_distance;
use wishbone::control::Controls;
use wishbone::description::Description;
use wishbone::ports::WheelLoad;
use wishbone::subsystem::Now;

/// Place of a part among the equipment of a vehicle, by what it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It presses pedals, behind the driver.
    Driver,
    /// It drives wheels, in place of the powertrain.
    Powertrain,
    /// It brakes wheels, in place of the brakes.
    Brakes,
}

/// A number that a part reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Read {
    Time,
    Throttle,
    Brake,
    Clutch,
    Gear,
    Spin(usize),
    Centre(usize, usize),
    Velocity(usize, usize),
    MarkerPosition(usize, usize),
    MarkerVelocity(usize, usize),
}

/// A number that a part writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Write {
    Throttle,
    Brake,
    Clutch,
    DriveTorque(usize),
    BrakeTorque(usize),
}

/// Unit: name, and exponents of kg, m, s, rad.
type Own = (&'static str, [i32; 4]);

const PLAIN: Own = ("1", [0; 4]);
const TORQUE: Own = ("N.m", [1, 2, -2, 0]);

impl Read {
    pub fn named(name: &str, vehicle: &Description) -> Result<Self, Wrong> {
        let every = Self::all(vehicle);
        let found = every.iter().find(|(own, _)| own == name);
        let names = || every.iter().map(|(own, _)| own.as_str());
        found
            .map(|(_, read)| *read)
            .ok_or_else(|| unknown(name, "an FMU can read", names()))
    }

    fn all(vehicle: &Description) -> Vec<(String, Self)> {
        let mut all: Vec<(String, Self)> = [
            ("time", Self::Time),
            ("throttle", Self::Throttle),
            ("brake", Self::Brake),
            ("clutch", Self::Clutch),
            ("gear", Self::Gear),
        ]
        .map(|(name, read)| (name.to_owned(), read))
        .to_vec();
        for (place, wheel) in vehicle.wheels.iter().enumerate() {
            all.push((format!("wheel.{wheel}.spin"), Self::Spin(place)));
            for (k, axis) in ["x", "y", "z"].iter().enumerate() {
                all.push((format!("wheel.{wheel}.centre.{axis}"), Self::Centre(place, k)));
                all.push((format!("wheel.{wheel}.velocity.{axis}"), Self::Velocity(place, k)));
            }
        }
        for (place, (marker, _)) in vehicle.markers.iter().enumerate() {
            for (k, axis) in ["x", "y", "z"].iter().enumerate() {
                all.push((
                    format!("marker.{marker}.position.{axis}"),
                    Self::MarkerPosition(place, k),
                ));
                all.push((
                    format!("marker.{marker}.velocity.{axis}"),
                    Self::MarkerVelocity(place, k),
                ));
            }
        }
        all
    }

    pub fn unit(self) -> Own {
        match self {
            Self::Time => ("s", [0, 0, 1, 0]),
            Self::Throttle | Self::Brake | Self::Clutch | Self::Gear => PLAIN,
            Self::Spin(_) => ("rad/s", [0, 0, -1, 1]),
            Self::Centre(..) | Self::MarkerPosition(..) => ("m", [0, 1, 0, 0]),
            Self::Velocity(..) | Self::MarkerVelocity(..) => ("m/s", [0, 1, -1, 0]),
        }
    }

    /// The number at a motion of the vehicle [SI].
    pub fn of<X>(self, now: &Now<'_, X>) -> f64 {
        match self {
            Self::Time => now.time,
            Self::Throttle => now.controls.throttle,
            Self::Brake => now.controls.brake,
            Self::Clutch => now.controls.clutch,
            Self::Gear => f64::from(now.controls.gear),
            Self::Spin(wheel) => now.wheels[wheel].spin,
            Self::Centre(wheel, k) => now.wheels[wheel].centre[k],
            Self::Velocity(wheel, k) => now.wheels[wheel].velocity[k],
            Self::MarkerPosition(marker, k) => now.markers[marker].position[k],
            Self::MarkerVelocity(marker, k) => now.markers[marker].velocity[k],
        }
    }
}

impl Write {
    pub fn named(name: &str, vehicle: &Description) -> Result<Self, Wrong> {
        let mut every: Vec<(String, Self)> = [
            ("throttle", Self::Throttle),
            ("brake", Self::Brake),
            ("clutch", Self::Clutch),
        ]
        .map(|(name, write)| (name.to_owned(), write))
        .to_vec();
        for (place, wheel) in vehicle.wheels.iter().enumerate() {
            every.push((format!("wheel.{wheel}.drive_torque"), Self::DriveTorque(place)));
            every.push((format!("wheel.{wheel}.brake_torque"), Self::BrakeTorque(place)));
        }
        let found = every.iter().find(|(own, _)| own == name);
        let names = || every.iter().map(|(own, _)| own.as_str());
        found
            .map(|(_, write)| *write)
            .ok_or_else(|| unknown(name, "an FMU can write", names()))
    }

    pub fn unit(self) -> Own {
        match self {
            Self::Throttle | Self::Brake | Self::Clutch => PLAIN,
            Self::DriveTorque(_) | Self::BrakeTorque(_) => TORQUE,
        }
    }

    /// Its word in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Throttle => "throttle",
            Self::Brake => "brake",
            Self::Clutch => "clutch",
            Self::DriveTorque(_) => "drive_torque",
            Self::BrakeTorque(_) => "brake_torque",
        }
    }

    /// Whether the vehicle can have the number [SI]: pedals go from 0 to 1.
    pub fn takes(self, value: f64) -> bool {
        match self {
            Self::Throttle | Self::Brake | Self::Clutch => (0.0..=1.0).contains(&value),
            Self::DriveTorque(_) | Self::BrakeTorque(_) => value.is_finite(),
        }
    }

    pub fn place(self) -> Place {
        match self {
            Self::Throttle | Self::Brake | Self::Clutch => Place::Driver,
            Self::DriveTorque(_) => Place::Powertrain,
            Self::BrakeTorque(_) => Place::Brakes,
        }
    }

    /// Writes a number [SI].
    pub fn to(self, value: f64, controls: &mut Controls, wheels: &mut [WheelLoad]) {
        match self {
            Self::Throttle => controls.throttle = value,
            Self::Brake => controls.brake = value,
            Self::Clutch => controls.clutch = value,
            Self::DriveTorque(wheel) => wheels[wheel].drive_torque = value,
            Self::BrakeTorque(wheel) => wheels[wheel].brake_torque = value,
        }
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

    /// The variable of an FMU with a causality, in a unit that can be converted.
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

/// A name that is not among those that are known: the nearest of them, and as many as a line has room for.
fn unknown<'n>(name: &str, what: &str, known: impl Iterator<Item = &'n str>) -> Wrong {
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
    let advice = advice.map_or(String::new(), |own| format!(" (do you mean `{own}`?)"));
    wrong(format!("there is no `{name}`{advice}: {what} {told}"))
}
