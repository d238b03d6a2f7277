//! Ways that a driver follows.

use super::read::{Reader, Sign};
use crate::front::units;
use std::f64::consts::TAU;

/// A way on the ground, world axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// The track of ISO 3888-1, or of ISO 3888-2.
    LaneChange {
        /// Whether it is the lane change of ISO 3888-2.
        is_severe: bool,
        /// Begin of the first lane, in its middle [m].
        begin: [f64; 2],
        /// Width of the vehicle [m].
        width: f64,
        /// Whether it is mirrored: to the right and back.
        to_the_right: bool,
    },
    /// Straight pieces, arcs and clothoids, one after the other.
    Pieces {
        /// Begin of the first one [m].
        begin: [f64; 2],
        /// Heading there, from X to the left [rad].
        heading: f64,
        /// 1 to 32.
        pieces: Vec<Stretch>,
    },
    /// A smooth curve through points, with continuous curvature.
    Spline {
        /// X of the points [m].
        x: Vec<f64>,
        /// Y of the points [m].
        y: Vec<f64>,
    },
}

/// A piece of a way along which the curvature changes evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Length [m].
    pub length: f64,
    /// Curvature at begin and end, positive to the left [1/m].
    pub curvatures: [f64; 2],
}

/// Functions of ways.
pub(super) const FUNCTIONS: &[&str] = &["double_lane_change", "severe_lane_change", "circle", "pieces", "spline"];

/// Functions of pieces.
pub(super) const PIECES: &[&str] = &["straight", "arc", "clothoid"];

/// Largest number of pieces, and of points of a spline.
pub const MOST_PIECES: usize = 32;
const MOST_POINTS: usize = wishbone_laws::curve::MOST;

/// Reads a way, which must be given.
pub(super) fn read(reader: &mut Reader, key: &'static str) -> Option<Way> {
    let value = reader.needed(key)?;
    reader.call(key, value, FUNCTIONS, |reader, function| match function {
        "circle" => Some(circle(reader)),
        "pieces" => pieces(reader),
        "spline" => spline(reader),
        _ => Some(Way::LaneChange {
            is_severe: function == "severe_lane_change",
            begin: begin(reader),
            width: reader.number("width", &units::LENGTH, Sign::Positive, "1.8 m"),
            to_the_right: goes_right(reader),
        }),
    })
}

fn begin(reader: &mut Reader) -> [f64; 2] {
    reader.array_or("begin", &units::LENGTH, Sign::Any, [0.0; 2])
}

fn goes_right(reader: &mut Reader) -> bool {
    reader.word("to", &["left", "right"]) == "right"
}

/// Straight on, a clothoid, and a hundred turns of a circle.
fn circle(reader: &mut Reader) -> Way {
    let begin = begin(reader);
    let radius = reader.number("radius", &units::LENGTH, Sign::Positive, "100 m");
    let curvature = if goes_right(reader) {
        -1.0 / radius
    } else {
        1.0 / radius
    };
    let run_up = reader.number_or("run_up", &units::LENGTH, Sign::Positive, 50.0);
    let transition = reader.number_or("transition", &units::LENGTH, Sign::Positive, 30.0);
    let stretch = |length, curvatures| Stretch { length, curvatures };
    Way::Pieces {
        begin,
        heading: 0.0,
        pieces: vec![
            stretch(run_up, [0.0; 2]),
            stretch(transition, [0.0, curvature]),
            stretch(100.0 * TAU / curvature.abs(), [curvature; 2]),
        ],
    }
}

/// `pieces(begin: [..] m, heading: .., along: [straight(..), clothoid(..), arc(..)])`
fn pieces(reader: &mut Reader) -> Option<Way> {
    let begin = begin(reader);
    let heading = reader.number_or("heading", &units::ANGLE, Sign::Any, 0.0);
    let value = reader.required(
        "along",
        "[straight(length: 50 m), arc(length: 30 m, curvature: 0.02 m^-1)]",
    )?;
    let pieces = reader.calls("along", value, (MOST_PIECES, "pieces"), PIECES, |reader, piece| {
        Some(stretch(reader, piece))
    });
    Some(Way::Pieces {
        begin,
        heading,
        pieces: pieces?,
    })
}

fn stretch(reader: &mut Reader, piece: &str) -> Stretch {
    let length = reader.number("length", &units::LENGTH, Sign::Positive, "40 m");
    let curvatures = match piece {
        "straight" => [0.0; 2],
        "arc" => [reader.number("curvature", &units::PER_LENGTH, Sign::Any, "0.02 m^-1"); 2],
        _ => reader.array("curvatures", &units::PER_LENGTH, Sign::Any, "[0, 0.02] m^-1"),
    };
    Stretch { length, curvatures }
}

/// `spline(x: [..] m, y: [..] m)`
fn spline(reader: &mut Reader) -> Option<Way> {
    let [x, y] = ["x", "y"].map(|key| reader.list(key, &units::LENGTH, Sign::Any, "[0, 40, 80] m"));
    let (x, y) = (x?, y?);
    let place = reader.place_of("x");
    if x.len() != y.len() || !(2..=MOST_POINTS).contains(&x.len()) {
        let message = format!("{} numbers of `x` do not go with {} of `y`", x.len(), y.len());
        let help = format!("a spline has 2 to {MOST_POINTS} points, and both coordinates of each");
        reader.refuse(place, message, &help);
        return None;
    }
    let is_one = |k: &usize| x[k - 1] == x[*k] && y[k - 1] == y[*k];
    if let Some(second) = (1..x.len()).find(is_one) {
        let message = format!("points {second} and {} of the spline are one", second + 1);
        reader.refuse(place, message, "leave one of them out");
        return None;
    }
    Some(Way::Spline { x, y })
}
