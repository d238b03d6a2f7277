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
    /// Distance along the line, divided by the increment; below zero before the line begins, above the number of pieces
    /// behind its end.
    pub along: f64,
    /// Distance to the left [m].
    pub left: f64,
    /// Gradient of the distance along the line by the increment [1/m].
    pub along_slope: Pair,
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
    /// A line through these points, at least two; `None` if it turns back on itself.
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

    /// The point at a distance along the line, divided by the increment, and a distance to the left of the line [m].
    pub fn point(&self, along: f64, left: f64) -> Pair {
        let last = self.points.len() - 1;
        let piece = (along.max(0.0) as usize).min(last - 1);
        let (begin, end) = (self.points[piece], self.points[piece + 1]);
        let part = along - piece as f64;
        let d = minus(end.at, begin.at);
        // A point on the parallel of the piece at this distance, on the cross section through one of its ends.
        let on = |from: Point| {
            let normal = to_the_left(d);
            let stretch = left / dot(from.left, normal);
            [from.at[0] + stretch * from.left[0], from.at[1] + stretch * from.left[1]]
        };
        let (a, b) = (on(begin), on(end));
        let held = part.clamp(0.0, 1.0);
        let beyond = (part - held) * self.increment / length(d);
        [0, 1].map(|k| a[k] + held * (b[k] - a[k]) + beyond * d[k])
    }

    /// The place of a point: on the nearest piece for which the point lies between the cross sections at its ends, or
    /// beyond the nearer end.
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

    /// The place on the straight continuation beyond the nearer end, with the distance from that end; the distance is
    /// infinite if the point does not lie beyond the end.
    fn beyond(&self, at: Pair) -> (f64, Place) {
        let last = self.points.len() - 1;
        let end = |point: usize, sign: f64| {
            let Point { at: end, left } = self.points[point];
            let from = minus(at, end);
            let ahead = cross(from, left);
            let place = Place {
                along: point as f64 + ahead / self.increment,
                left: dot(from, left),
                along_slope: [left[1] / self.increment, -left[0] / self.increment],
                left_slope: left,
            };
            (sign * ahead >= 0.0, length(from), place)
        };
        let ends = [end(0, -1.0), end(last, 1.0)];
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

    /// Takes a place on a piece of the block if the place is nearer than the best place so far.
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
    /// The distance to the left is measured from the piece. The parallel of the piece through the point meets the cross
    /// sections at its ends in two points. The point divides the distance of these two as `ta` to `tb`. With `w` from
    /// the beginning of the piece to the point, `d` along the piece, `a` and `e` along the cross sections:
    /// `ta = (w × a)/(d × a)` and `tb = ((d - w) × e)/(d × e)`. The programs of the format's authors use this rule, too
    /// (`crgEvalxy2uv`). At a kink, `v` is the distance along the cross section times the cosine of half of the kink.
    fn on_piece(&self, piece: usize, at: Pair) -> Place {
        let (begin, end) = (self.points[piece], self.points[piece + 1]);
        let (w, d) = (minus(at, begin.at), minus(end.at, begin.at));
        let (a, e) = (begin.left, end.left);
        let (by_a, by_e) = (1.0 / cross(d, a), 1.0 / cross(d, e));
        let (before, behind) = (cross(w, a) * by_a, cross(minus(d, w), e) * by_e);
        let both = before + behind;
        let part = if both == 0.0 {
            0.0
        } else {
            (before / both).clamp(0.0, 1.0)
        };
        let along_slope = [[a[1], -a[0]], [e[1], -e[0]]];
        let along_slope = [0, 1].map(|k| {
            let (before_slope, behind_slope) = (along_slope[0][k] * by_a, -along_slope[1][k] * by_e);
            (before_slope * behind - before * behind_slope) / (both * both)
        });
        let normal = to_the_left(d);
        Place {
            along: piece as f64 + part,
            left: dot(w, normal),
            along_slope,
            left_slope: normal,
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
