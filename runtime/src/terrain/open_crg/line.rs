//! The reference line, and the projection of points onto it.

use crate::math::sqrt;
use std::vec::Vec;

/// A vector of the plane.
type Pair = [f64; 2];

/// Number of pieces that are searched together.
const BLOCK: usize = 64;

/// A point of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    /// Where it is [m].
    at: Pair,
    /// Unit vector along the cross section, to the left.
    left: Pair,
}

/// A circle around all points of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Block {
    centre: Pair,
    radius: f64,
}

/// A line of straight pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    points: Vec<Point>,
    blocks: Vec<Block>,
    increment: f64,
}

/// A point of the plane in the coordinates of the line, with their gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Piece of the line.
    pub piece: usize,
    /// Part of the piece that lies before, from 0 to 1.
    pub part: f64,
    /// Distance to the left [m].
    pub left: f64,
    /// Gradient of the part [1/m].
    pub part_slope: Pair,
    /// Gradient of the distance to the left [-].
    pub left_slope: Pair,
}

fn minus(a: Pair, b: Pair) -> Pair {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Pair, b: Pair) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Pair, b: Pair) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn length(a: Pair) -> f64 {
    sqrt(dot(a, a))
}

/// The unit vector to the left of a direction.
fn to_the_left(direction: Pair) -> Pair {
    let length = length(direction);
    [-direction[1] / length, direction[0] / length]
}

impl Line {
    /// A line through these points, at least two; none where it turns back on itself.
    pub fn new(places: &[Pair], increment: f64) -> Option<Self> {
        let last = places.len() - 1;
        let point = |k: usize| {
            let chord = minus(places[(k + 1).min(last)], places[k.saturating_sub(1)]);
            (length(chord) > 0.1 * increment).then(|| Point {
                at: places[k],
                left: to_the_left(chord),
            })
        };
        let points = (0..=last).map(point).collect::<Option<Vec<_>>>()?;
        let blocks = (0..last).step_by(BLOCK);
        let blocks = blocks.map(|first| block(&places[first..=(first + BLOCK).min(last)]));
        Some(Self {
            blocks: blocks.collect(),
            points,
            increment,
        })
    }

    /// Distance between points along the line [m].
    pub fn increment(&self) -> f64 {
        self.increment
    }

    /// Length [m].
    pub fn length(&self) -> f64 {
        (self.points.len() - 1) as f64 * self.increment
    }

    /// The place of a point: on the nearest piece between whose cross sections it lies, or beyond the nearer end.
    pub fn place(&self, at: Pair) -> Place {
        let mut best = self.beyond(at);
        // The nearest block first, so that most others are passed by.
        let nearest = self.nearest_block(at);
        self.search(nearest, at, &mut best);
        for block in 0..self.blocks.len() {
            if block != nearest {
                self.search(block, at, &mut best);
            }
        }
        best.1
    }

    /// The place on the straight continuation beyond the nearer end, with the distance from that end; infinite where the point does
    /// not lie beyond it.
    fn beyond(&self, at: Pair) -> (f64, Place) {
        let last = self.points.len() - 1;
        let end = |point: usize, piece: usize, part: f64, sign: f64| {
            let Point { at: end, left } = self.points[point];
            let from = minus(at, end);
            let is_beyond = sign * cross(from, left) >= 0.0;
            let place = Place {
                piece,
                part,
                left: dot(from, left),
                part_slope: [0.0; 2],
                left_slope: left,
            };
            (is_beyond, length(from), place)
        };
        let ends = [end(0, 0, 0.0, -1.0), end(last, last - 1, 1.0, 1.0)];
        let [(_, first, _), (_, second, _)] = ends;
        let (is_beyond, distance, place) = if second < first { ends[1] } else { ends[0] };
        (if is_beyond { distance } else { f64::INFINITY }, place)
    }

    fn nearest_block(&self, at: Pair) -> usize {
        let mut nearest = (f64::INFINITY, 0);
        for (k, block) in self.blocks.iter().enumerate() {
            let distance = length(minus(at, block.centre));
            if distance < nearest.0 {
                nearest = (distance, k);
            }
        }
        nearest.1
    }

    /// Takes a place on a piece of the block if it is nearer than the best one.
    fn search(&self, block: usize, at: Pair, best: &mut (f64, Place)) {
        let Block { centre, radius } = self.blocks[block];
        if length(minus(at, centre)) - radius > best.0 {
            return;
        }
        let first = block * BLOCK;
        let last = (first + BLOCK).min(self.points.len() - 1);
        let ahead = |k: usize| cross(minus(at, self.points[k].at), self.points[k].left);
        let mut here = ahead(first);
        for piece in first..last {
            let next = ahead(piece + 1);
            if here >= 0.0 && next <= 0.0 {
                let place = self.on_piece(piece, at);
                if place.left.abs() < best.0 {
                    *best = (place.left.abs(), place);
                }
            }
            here = next;
        }
    }

    /// The place on a piece between whose cross sections the point lies.
    ///
    /// With `w` from the begin of the piece to the point, `d` along the piece and `n(t) = a + t b` along the cross section at
    /// the part `t`, the point lies on the cross section where `(w - t d) × n(t) = 0`. Of the two roots, it is the one that
    /// stays finite on a straight line, `b = 0`. The gradients are those of the implicit function.
    fn on_piece(&self, piece: usize, at: Pair) -> Place {
        let (begin, end) = (self.points[piece], self.points[piece + 1]);
        let (w, d) = (minus(at, begin.at), minus(end.at, begin.at));
        let (a, b) = (begin.left, minus(end.left, begin.left));
        let (second, first, constant) = (-cross(d, b), cross(w, b) - cross(d, a), cross(w, a));
        let root = sqrt((first * first - 4.0 * second * constant).max(0.0));
        let q = -0.5 * (first + if first < 0.0 { -root } else { root });
        let part = if q == 0.0 { 0.0 } else { (constant / q).clamp(0.0, 1.0) };
        let n = [a[0] + part * b[0], a[1] + part * b[1]];
        let rest = [w[0] - part * d[0], w[1] - part * d[1]];
        let size = length(n);
        let normal = [n[0] / size, n[1] / size];
        let rate = cross(rest, b) - cross(d, n);
        let part_slope = [-n[1] / rate, n[0] / rate];
        let along = dot(d, normal);
        Place {
            piece,
            part,
            left: dot(rest, normal),
            part_slope,
            left_slope: [0, 1].map(|k| normal[k] - along * part_slope[k]),
        }
    }
}

fn block(places: &[Pair]) -> Block {
    let centre = places[places.len() / 2];
    let radius = places.iter().map(|place| length(minus(*place, centre)));
    Block {
        centre,
        radius: radius.fold(0.0, f64::max),
    }
}
