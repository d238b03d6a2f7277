//! Inputs from outside: demands of a driver, loads on wheels and markers, the road under wheels.

use super::driver::Demand;
use super::variable::{Unit, structured};
use wishbone::description::Description;

/// An input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// What a driver does.
    Driver(Demand),
    /// Number of the load on the wheel at a position: one of `LOADS`; a wheel has all of them.
    Wheel(usize, usize),
    /// Number of the road under the wheel at a position: one of `SURFACE`.
    Road(usize, usize),
    /// Number of the load at the marker at a position: one of the first six of `LOADS`.
    Marker(usize, usize),
}

/// What an importing tool reads of an input.
pub struct Told {
    /// `driver.throttle`
    pub name: String,
    /// One sentence.
    pub words: String,
    /// Unit.
    pub unit: Unit,
    /// Start value.
    pub start: f64,
    /// Least and greatest value.
    pub range: Option<[f64; 2]>,
}

/// Numbers of a load: name, meaning, unit. Names as in the FMUs of Chrono::Vehicle (`FmuToolsExport`).
pub const LOADS: [(&str, &str, &str); 9] = [
    ("force.x", "Force on it, world axes, x", "N"),
    ("force.y", "Force on it, world axes, y", "N"),
    ("force.z", "Force on it, world axes, z", "N"),
    ("moment.x", "Moment on it, world axes, x", "N m"),
    ("moment.y", "Moment on it, world axes, y", "N m"),
    ("moment.z", "Moment on it, world axes, z", "N m"),
    ("point.x", "Point at which the force acts, world, x", "m"),
    ("point.y", "Point at which the force acts, world, y", "m"),
    ("point.z", "Point at which the force acts, world, z", "m"),
];

/// Numbers of the load at a marker: the first of [`LOADS`].
pub const AT_MARKER: usize = 6;

/// Numbers of the road under a wheel: name, meaning, unit, start.
pub const SURFACE: [(&str, &str, &str, f64); 5] = [
    (
        "height",
        "Height of the road at the point that the output `point` tells",
        "m",
        0.0,
    ),
    (
        "normal.x",
        "Normal of the road, upwards, of any length, world axes, x",
        "",
        0.0,
    ),
    (
        "normal.y",
        "Normal of the road, upwards, of any length, world axes, y",
        "",
        0.0,
    ),
    (
        "normal.z",
        "Normal of the road, upwards, of any length, world axes, z",
        "",
        1.0,
    ),
    ("friction", "Factor of the road on the friction of the tyre", "", 1.0),
];

/// Position of the upward component of the normal in [`SURFACE`], and position of the friction.
const UPWARD: usize = 3;
const FRICTION: usize = 4;
/// Change of an input for central differences: of a load, in which all equations are linear, and of any other input.
const DIFFERENCES: [f64; 2] = [1.0, 1e-5];

impl Input {
    /// Name, meaning, unit, start and range in a vehicle with these names.
    pub fn told(self, names: &Description) -> Told {
        let (part, (name, words, unit), start) = match self {
            Self::Driver(demand) => return demand.told(),
            Self::Wheel(wheel, place) => (format!("wheel_{}", names.wheels[wheel]), LOADS[place], 0.0),
            Self::Marker(marker, place) => (format!("marker_{}", names.markers[marker].0), LOADS[place], 0.0),
            Self::Road(wheel, place) => {
                let (name, words, unit, start) = SURFACE[place];
                (format!("road_{}", names.wheels[wheel]), (name, words, unit), start)
            }
        };
        Told {
            name: structured(&format!("{part}.{name}")),
            words: format!("{words}: `{part}`"),
            unit: Unit::of(unit),
            start,
            range: self.bounds(),
        }
    }

    /// Its name within its part: `throttle`, `force.x`.
    pub fn member(self) -> &'static str {
        match self {
            Self::Driver(demand) => demand.member(),
            Self::Wheel(_, place) | Self::Marker(_, place) => LOADS[place].0,
            Self::Road(_, place) => SURFACE[place].0,
        }
    }

    /// Whether it is a whole number that changes in jumps.
    pub fn is_whole(self) -> bool {
        self == Self::Driver(Demand::Gear)
    }

    /// Reason why no road can have a value; none where it can.
    pub fn refused(self, value: f64) -> Option<&'static str> {
        match self {
            Self::Road(_, UPWARD) if value <= 0.0 => Some("above zero: the normal of a road points upwards"),
            Self::Road(_, FRICTION) if value < 0.0 => Some("zero or more"),
            _ => None,
        }
    }

    /// Least and greatest value that acts.
    pub(super) fn bounds(self) -> Option<[f64; 2]> {
        match self {
            Self::Driver(demand) => demand.told().range,
            Self::Road(_, FRICTION) => Some([0.0, f64::INFINITY]),
            _ => None,
        }
    }

    /// Distance from a value to the middle of its difference. It is zero if both sides of the value act. At a bound the difference is
    /// taken on the inner side alone.
    pub(super) fn inward(self, value: f64) -> f64 {
        let step = self.difference();
        match self.bounds() {
            Some([low, _]) if value - step < low => step,
            Some([_, high]) if value + step > high => -step,
            _ => 0.0,
        }
    }

    /// Change for central differences.
    pub(super) fn difference(self) -> f64 {
        let [of_load, of_another] = DIFFERENCES;
        match self {
            Self::Wheel(_, place) | Self::Marker(_, place) if place < AT_MARKER => of_load,
            _ => of_another,
        }
    }
}
