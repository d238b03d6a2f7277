//! Roads from OpenCRG files (`.crg`).
//!
//! A curved regular grid: heights over the distance `u` along a reference line and the distance `v` to its left. Format: ASAM
//! OpenCRG 1.2, chapter 6.
//!
//! # Read
//!
//! - the data as text (`LRFI`, `LDFI`, and without ends of records `KRFI`, `KDFI`) and binary (`KRBI`, `KDBI`, and in records of 80 bytes
//!   `LRBI`, `LDBI`);
//! - `$CT` and comments; `$ROAD_CRG` with start, end and increment of the reference line, its constant slope and banking, and
//!   even lateral positions; `$KD_DEFINITION` with the channels phi, slope, banking, and long sections by number or by position;
//! - `$ROAD_CRG_MODS`: scales, missing heights, and the place of the road; `$ROAD_CRG_OPTS`: borders; `$ROAD_CRG_FILE`: the name of a file
//!   with the rest ([`OpenCrg::open`]), whose modifiers and options are replaced by those of the file that names it;
//! - skipped, because nothing here depends on it: virtual channels (`U:`), `$ROAD_CRG_MPRO`, positions in WGS 84 and their offsets, options
//!   of searches, checks and messages.
//!
//! A road stays where its header places it unless its file has modifiers that move it: the default modifiers of other programs, which move
//! every road to the origin, are not applied.
//!
//! Left out, the increments are 0.01 m, and numbered long sections lie evenly on both sides of the reference line.
//!
//! # Refused
//!
//! Other channels, unknown keywords, and a file that contradicts itself.
//!
//! # Geometry
//!
//! The reference line has straight pieces of the length of the increment. The angle of channel phi in row `i` is the heading of
//! the piece that ends at point `i`; that of the first row does not count. If the file tells the end of the line, the gap
//! that is left is distributed over the line in proportion to the distance. A gap of more than a hundredth of the length is
//! refused.
//!
//! The cross section at a point is perpendicular to the chord between the two neighbours of the point. `v` is the distance from a piece,
//! `u` the part of the piece's parallel through the point between the cross sections at its ends. So the cross sections of neighbouring
//! pieces fit together on both sides. The height is
//! `z(u, v) = zr(u) + banking(u) v + grid(u, v)`: `zr` is the integral of the slope, and all three are interpolated
//! linearly between the points. The slope of the surface is the exact derivative, and jumps at the lines of the grid.
//!
//! A missing height is that of its neighbour to the right, or else to the left (`GRID_NAN_MODE` 2). Outside the grid the height is that of
//! the nearest `u` and `v` inside (border mode 2), unless an option says otherwise: no height (0, NaN), zero (1), the grid
//! repeated (3) or reflected (4). Before its start and after its end, the reference line goes on straight.

mod border;
mod data;
mod header;
mod line;
mod modifiers;
mod read;
mod table;

pub use read::CrgMistake;

use super::{Ground, Terrain};
use border::{Borders, Reached};
use line::{Line, Place};
use std::io;
use std::path::Path;
use std::string::ToString;
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
    borders: Borders,
}

/// A height with its slopes over the distance along the line by the increment, and to the left.
struct Value {
    height: f64,
    slope: [f64; 2],
}

impl OpenCrg {
    /// Reads the content of a file. A reference to a different file is refused: [`Self::open`] follows it.
    ///
    /// # Errors
    /// The first mistake, or the first thing that is not supported, with its line and keyword.
    pub fn read(file: &[u8]) -> Result<Self, CrgMistake> {
        let mut none = |_: &Path| {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "its folder is not known; use `OpenCrg::open`",
            ))
        };
        read::read(file, Path::new(""), &mut none)
    }

    /// Reads a file, and the files to which it refers. The names of those are relative to the file that has them.
    ///
    /// # Errors
    /// If a file cannot be read; otherwise as [`Self::read`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CrgMistake> {
        let path = path.as_ref();
        let mut files = |path: &Path| std::fs::read(path);
        let file = files(path).map_err(|why| CrgMistake {
            line: 0,
            message: path.display().to_string() + ": " + &why.to_string(),
        })?;
        read::read(&file, path, &mut files)
    }

    /// Reads the content of a file that stands at a path, and the files to which it refers, by their paths from a function.
    ///
    /// # Errors
    /// As [`Self::read`]; a file that the function does not give.
    pub fn read_with(
        file: &[u8],
        path: &Path,
        files: &mut dyn FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, CrgMistake> {
        read::read(file, path, files)
    }

    /// X and Y where the reference line begins [m], and the heading of its first piece from X to the left [rad].
    pub fn begin(&self) -> ([f64; 2], f64) {
        let [from, to] = [0.0, 1.0].map(|along| self.line.point(along, 0.0));
        (from, crate::math::atan2(to[1] - from[1], to[0] - from[0]))
    }

    /// First and last distance `u` along the reference line [m].
    pub fn along(&self) -> [f64; 2] {
        [self.start, self.start + self.line.length()]
    }

    /// Lateral positions `v` of the long sections [m], from right to left.
    pub fn lateral(&self) -> &[f64] {
        &self.lateral
    }

    /// Distance `u` along the reference line, between its ends, and `v` to its left, of a point of the plane [m].
    pub fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let place = self.line.place([x, y]);
        let last = (self.profile.len() - 1) as f64;
        [
            self.start + crate::math::clamp(place.along, 0.0, last) * self.line.increment(),
            place.left,
        ]
    }

    /// Height at a distance along the line by the increment, and a distance to the left of it [m].
    fn height_at(&self, along: f64, left: f64) -> f64 {
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
