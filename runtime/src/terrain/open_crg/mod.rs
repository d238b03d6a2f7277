//! Roads from OpenCRG files (`.crg`).
//!
//! A curved regular grid: heights over the distance `u` along a reference line and the distance `v` to its left. Format: ASAM
//! OpenCRG 1.2, chapter 6.
//!
//! # Read
//!
//! - the data as text (`LRFI`, `LDFI`) and binary (`KRBI`, `KDBI`);
//! - `$CT` and comments; `$ROAD_CRG` with start, end and increment of the reference line, its constant slope and banking, and
//!   even lateral positions; `$KD_DEFINITION` with the channels phi, slope, banking and long sections by number or by position;
//!   `$ROAD_CRG_OPTS` where it asks for what is done here anyway;
//! - skipped, because nothing here depends on it: virtual channels (`U:`), `$ROAD_CRG_MPRO`, positions in WGS 84, and the options
//!   of checks and messages.
//!
//! # Refused
//!
//! References to other files, modifiers, offsets, other border modes than 2, smoothed borders, closed reference lines, other
//! channels, and unknown keywords. Heights that are missing are refused with their place.
//!
//! # Geometry
//!
//! The reference line has straight pieces of the length of the increment. The angle of channel phi in row `i` is the heading of
//! the piece that ends at point `i`; that of the first row does not count. If the file tells the end of the line, the gap
//! that is left is distributed over the line in proportion to the distance. A gap of more than a hundredth of the length is
//! refused.
//!
//! The cross section at a point is perpendicular to the chord between the two neighbours of the point; in between, its normal is
//! interpolated. So the cross sections of neighbouring pieces fit together on both sides. The height is
//! `z(u, v) = zr(u) + banking(u) v + grid(u, v)`: `zr` is the integral of the slope, and all three are interpolated
//! linearly between the points. The slope of the surface is the exact derivative, and jumps at the lines of the grid.
//!
//! Outside the grid the height is that of the nearest `u` and `v` inside (border mode 2); before its start and after its
//! end, the reference line goes on straight.

mod line;
mod read;

pub use read::CrgMistake;

use super::{Ground, Terrain};
use crate::math::clamp;
use line::{Line, Place};
use std::vec::Vec;

/// A road from an OpenCRG file. [The module](self) says what is read and how it is evaluated.
///
/// The reading allocates, the evaluation does not. Its time grows with the length of the road, about one unit for 64 points.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenCrg {
    line: Line,
    /// Height of the reference line [m] and banking [-], a pair for each row.
    profile: Vec<[f64; 2]>,
    /// Lateral positions [m], increasing, at least two.
    lateral: Vec<f64>,
    /// Heights above the reference line [m], row by row.
    heights: Vec<f64>,
    /// Distance along the reference line where it starts [m].
    start: f64,
}

/// A number that changes over the surface, with its slopes along the pieces and to the left.
struct Value {
    value: f64,
    slope: [f64; 2],
}

impl OpenCrg {
    /// Reads a file.
    ///
    /// # Errors
    /// The first mistake, or the first thing that is not supported, with its line and keyword.
    pub fn read(file: &[u8]) -> Result<Self, CrgMistake> {
        read::read(file)
    }

    /// First and last distance `u` along the reference line [m].
    pub fn along(&self) -> [f64; 2] {
        [self.start, self.start + self.line.length()]
    }

    /// Lateral positions `v` of the long sections [m], from right to left.
    pub fn lateral(&self) -> &[f64] {
        &self.lateral
    }

    /// Distance `u` along the reference line and `v` to its left, of a point of the plane [m].
    pub fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let place = self.line.place([x, y]);
        [
            self.start + (place.piece as f64 + place.part) * self.line.increment(),
            place.left,
        ]
    }

    /// Height over piece and lateral position.
    fn value(&self, place: &Place) -> Value {
        let (columns, row) = (self.lateral.len(), place.piece);
        let (low, high) = (self.lateral[0], self.lateral[columns - 1]);
        let v = clamp(place.left, low, high);
        let column = self.lateral[1..columns - 1].partition_point(|&position| position <= v);
        let width = self.lateral[column + 1] - self.lateral[column];
        let across = (v - self.lateral[column]) / width;
        let [near, far] = [row, row + 1].map(|row| {
            let [line, banking] = self.profile[row];
            let (right, left) = (
                self.heights[row * columns + column],
                self.heights[row * columns + column + 1],
            );
            [
                line + banking * v + right + across * (left - right),
                banking + (left - right) / width,
            ]
        });
        let mix = |k: usize| near[k] + place.part * (far[k] - near[k]);
        let inside = if v == place.left { 1.0 } else { 0.0 };
        Value {
            value: mix(0),
            slope: [far[0] - near[0], inside * mix(1)],
        }
    }
}

impl Terrain for OpenCrg {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let place = self.line.place([x, y]);
        let found = self.value(&place);
        let slope = [0, 1].map(|k| found.slope[0] * place.part_slope[k] + found.slope[1] * place.left_slope[k]);
        Ground::sloping(found.value, slope)
    }
}
