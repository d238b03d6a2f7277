//! The road of a file, and its height at a point.

use super::border::{Borders, Reached, Value};
use super::line::{Line, Place};
use crate::terrain::{Ground, Terrain};
use std::vec::Vec;

/// A road from an OpenCRG file. [The module](super::open_crg) says which data are read and how they are evaluated.
///
/// The reading allocates, the evaluation does not. The time of an evaluation grows with the length of the road, by
/// about one unit for 64 points.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenCrg {
    pub(super) line: Line,
    /// Height of the reference line [m] and banking [-], a pair for each row.
    pub(super) profile: Vec<[f64; 2]>,
    /// Lateral positions [m], increasing, at least two.
    pub(super) lateral: Vec<f64>,
    /// Heights above the reference line [m], row by row.
    pub(super) heights: Vec<f64>,
    /// Distance along the reference line where it starts [m].
    pub(super) start: f64,
    pub(super) borders: Borders,
}

impl OpenCrg {
    /// X and Y of the beginning of the reference line [m], and the heading of its first piece, from X to the left
    /// [rad].
    pub fn begin(&self) -> ([f64; 2], f64) {
        let [from, to] = [0.0, 1.0].map(|along| self.line.point(along, 0.0));
        (from, crate::math::atan2(to[1] - from[1], to[0] - from[0]))
    }

    /// First and last distance `u` along the reference line [m].
    pub fn along(&self) -> [f64; 2] {
        [self.start, self.start + self.line.length()]
    }

    /// X and Y of the reference line at a distance `u` along it [m]; beyond its ends it continues as a straight line.
    pub fn point(&self, along: f64) -> [f64; 2] {
        self.line.point((along - self.start) / self.line.increment(), 0.0)
    }

    /// Lateral positions `v` of the long sections [m], from right to left.
    pub fn lateral(&self) -> &[f64] {
        &self.lateral
    }

    /// For a point of the plane: distance `u` along the reference line, between its ends, and distance `v` to the left
    /// of it [m].
    pub fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let place = self.line.place([x, y]);
        let last = (self.profile.len() - 1) as f64;
        [
            self.start + crate::math::clamp(place.along, 0.0, last) * self.line.increment(),
            place.left,
        ]
    }

    /// Height at a distance along the line, divided by the increment, and a distance to the left of the line [m].
    pub(super) fn height_at(&self, along: f64, left: f64) -> f64 {
        let (along_slope, left_slope) = ([0.0; 2], [0.0; 2]);
        let place = Place {
            along,
            left,
            along_slope,
            left_slope,
        };
        self.value(&place).height
    }

    /// Height at a place of the reference line.
    fn value(&self, place: &Place) -> Value {
        let last = self.profile.len() - 1;
        let (low, high) = (self.lateral[0], self.lateral[self.lateral.len() - 1]);
        let along = self.borders.along.reach(place.along, [0.0, last as f64]);
        let across = self.borders.across.reach(place.left, [low, high]);
        let offset = along.offset() + across.offset();
        let mut found = match (along, across) {
            (Reached::Nowhere, _) | (_, Reached::Nowhere) => Value {
                height: f64::NAN,
                slope: [0.0; 2],
            },
            (Reached::Zero { .. }, _) | (_, Reached::Zero { .. }) => Value {
                height: offset,
                slope: [0.0; 2],
            },
            (
                Reached::At {
                    place: s, slope: ds, ..
                },
                Reached::At {
                    place: v, slope: dv, ..
                },
            ) => {
                let Value { height, slope } = self.inside(s, v);
                Value {
                    height: height + offset,
                    slope: [ds * slope[0], dv * slope[1]],
                }
            }
        };
        let ends = [self.profile[0][0], self.profile[last][0]];
        let from_begin = along.place_or(place.along) * self.line.increment();
        let direction = along.slope() * self.line.increment();
        self.borders
            .smooth(&mut found, from_begin, direction, self.line.length(), ends);
        found
    }

    /// Height within the grid.
    fn inside(&self, along: f64, v: f64) -> Value {
        let columns = self.lateral.len();
        let row = (along as usize).min(self.profile.len() - 2);
        let part = along - row as f64;
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
        let mix = |k: usize| near[k] + part * (far[k] - near[k]);
        Value {
            height: mix(0),
            slope: [far[0] - near[0], mix(1)],
        }
    }
}

impl Terrain for OpenCrg {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let place = self.line.place([x, y]);
        let found = self.value(&place);
        let slope = [0, 1].map(|k| found.slope[0] * place.along_slope[k] + found.slope[1] * place.left_slope[k]);
        Ground::sloping(found.height, slope)
    }
}
