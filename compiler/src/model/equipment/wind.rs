//! Winds.

use super::read::{Reader, Sign};
use crate::front::syntax::Value;
use crate::front::units;

/// Waves of a turbulent wind in each direction.
pub const WAVES: usize = 50;

/// A velocity of the air over time and place, world axes. Winds add up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wind {
    /// Constant in space and time [m/s].
    Steady([f64; 3]),
    /// It rises and falls once, everywhere at once.
    Gust {
        /// Largest velocity [m/s].
        peak: [f64; 3],
        /// [s]
        start: f64,
        /// [s]
        duration: f64,
    },
    /// It blows in a range of X.
    Crosswind {
        /// Velocity [m/s].
        velocity: [f64; 3],
        /// Begin and end of the range [m].
        range: [f64; 2],
        /// Length over which it rises and falls, inside the range [m].
        edge: f64,
    },
    /// Turbulence by von Kármán's spectrum, with [`WAVES`] waves, carried by a mean wind.
    Turbulence {
        /// Mean velocity, X and Y [m/s].
        mean: [f64; 2],
        /// Standard deviations along the mean, across and up [m/s].
        deviations: [f64; 3],
        /// Lengths along, across and up [m].
        lengths: [f64; 3],
        /// Every seed gives a different wind.
        seed: u64,
    },
}

/// Functions of gusts.
pub(super) const FUNCTIONS: &[&str] = &["gust", "crosswind"];

/// Largest number of gusts.
const MOST: usize = 16;

/// Largest seed.
const MOST_SEEDS: usize = 1_000_000_000;

/// Reads `wind`, `turbulence` and `gusts`: winds that add up, in this order; an empty result means calm air.
pub(super) fn read(reader: &mut Reader) -> Option<Vec<Wind>> {
    let [x, y, z] = reader.declared_array("wind", Sign::Any);
    let mut winds = match reader.optional("turbulence") {
        Some(value) => {
            let turbulence = reader.call("turbulence", value, &["turbulence"], |reader, _| {
                Some(turbulence(reader, [x, y]))
            });
            vec![Wind::Steady([0.0, 0.0, z]), turbulence?]
        }
        None => vec![Wind::Steady([x, y, z])],
    };
    winds.retain(|wind| *wind != Wind::Steady([0.0; 3]));
    if let Some(value) = reader.optional("gusts") {
        winds.extend(gusts(reader, value)?);
    }
    Some(winds)
}

/// `turbulence(deviations: [..] m/s, lengths: [..] m, seed: ..)` in a mean wind.
fn turbulence(reader: &mut Reader, mean: [f64; 2]) -> Wind {
    let deviations = reader.array("deviations", &units::SPEED, Sign::NotNegative, "[1.2, 1, 0.7] m/s");
    let lengths = reader.array("lengths", &units::LENGTH, Sign::Positive, "[70, 35, 10] m");
    let seed = reader.count_or("seed", MOST_SEEDS, 1) as u64;
    Wind::Turbulence {
        mean,
        deviations,
        lengths,
        seed,
    }
}

/// `[gust(..), crosswind(..)]`
fn gusts<'a>(reader: &mut Reader<'_, 'a>, value: &'a Value) -> Option<Vec<Wind>> {
    reader.calls(
        "gusts",
        value,
        (MOST, "gusts"),
        FUNCTIONS,
        |reader, function| match function {
            "gust" => Some(gust(reader)),
            _ => crosswind(reader),
        },
    )
}

fn gust(reader: &mut Reader) -> Wind {
    Wind::Gust {
        peak: reader.array("peak", &units::SPEED, Sign::Any, "[0, 12, 0] m/s"),
        start: reader.number("start", &units::TIME, Sign::Any, "2 s"),
        duration: reader.number("duration", &units::TIME, Sign::Positive, "1 s"),
    }
}

fn crosswind(reader: &mut Reader) -> Option<Wind> {
    let velocity = reader.array("velocity", &units::SPEED, Sign::Any, "[0, 20, 0] m/s");
    let range: [f64; 2] = reader.array("range", &units::LENGTH, Sign::Any, "[50, 75] m");
    let edge = reader.number_or("edge", &units::LENGTH, Sign::NotNegative, 0.0);
    let [begin, end] = range;
    if end <= begin {
        let place = reader.place_of("range");
        let message = "`range` ends before it begins".to_owned();
        reader.refuse(place, message, "give the smaller X first");
        return None;
    }
    if edge > 0.5 * (end - begin) {
        let place = reader.place_of("edge");
        let message = "`edge` is longer than half of the range, and the full wind is reached nowhere".to_owned();
        reader.refuse(place, message, "both edges lie inside the range");
        return None;
    }
    Some(Wind::Crosswind { velocity, range, edge })
}
