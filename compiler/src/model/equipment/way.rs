//! Ways that a driver follows.

use super::read::{Reader, Sign};
use crate::front::units;

/// A way on the ground, world axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// The track of ISO 3888-1, or of ISO 3888-2.
    LaneChange {
        /// Whether it is that of ISO 3888-2.
        is_severe: bool,
        /// Begin of the first lane, in its middle [m].
        begin: [f64; 2],
        /// Width of the vehicle [m].
        width: f64,
        /// Whether it is mirrored: to the right and back.
        to_the_right: bool,
    },
    /// Straight on, a clothoid, and a circle.
    Circle {
        /// Where it begins, along X [m].
        begin: [f64; 2],
        /// Length of the straight piece [m].
        run_up: f64,
        /// Length of the clothoid [m].
        transition: f64,
        /// Curvature of the circle, positive to the left [1/m].
        curvature: f64,
    },
}

/// Functions of ways.
pub(super) const FUNCTIONS: &[&str] = &["double_lane_change", "severe_lane_change", "circle"];

/// Reads a way, which must be given.
pub(super) fn read(reader: &mut Reader, key: &'static str) -> Option<Way> {
    let value = reader.required(key, "double_lane_change(begin: [50, 0] m, width: 1.8 m)")?;
    reader.call(key, value, FUNCTIONS, |reader, function| {
        let begin = reader.array_or("begin", &units::LENGTH, Sign::Any, [0.0; 2]);
        let to_the_right = reader.word("to", &["left", "right"]) == "right";
        if function != "circle" {
            return Some(Way::LaneChange {
                is_severe: function == "severe_lane_change",
                begin,
                width: reader.number("width", &units::LENGTH, Sign::Positive, "1.8 m"),
                to_the_right,
            });
        }
        let radius = reader.number("radius", &units::LENGTH, Sign::Positive, "100 m");
        Some(Way::Circle {
            begin,
            run_up: reader.number_or("run_up", &units::LENGTH, Sign::Positive, 50.0),
            transition: reader.number_or("transition", &units::LENGTH, Sign::Positive, 30.0),
            curvature: if to_the_right { -1.0 / radius } else { 1.0 / radius },
        })
    })
}
