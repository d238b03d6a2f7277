//! Paths of straight pieces, arcs and clothoids.

use super::{Path, Waypoint};
use crate::math::{abs, floor, sin_cos};

/// Largest number of pieces of a path.
pub const MOST_PIECES: usize = 32;

/// Straight pieces, arcs and clothoids, one after the other; the heading is continuous. The station is the length.
///
/// Before its begin and after its end the path goes straight on. Along a clothoid from curvature `c₀` to `c₁` over the
/// length `L`, `c = c₀ + (c₁ - c₀) s / L`, and the heading is its integral. The position has a closed form on straight
/// pieces and arcs. On clothoids the position is a quadrature with an error below 1e-12 of the length.
///
/// ```
/// use core::f64::consts::FRAC_PI_2;
/// use wishbone::control::path::{Path, Pieces};
/// // Straight on for 20 m, then to the left by a quarter of a circle of 10 m.
/// let path = Pieces::new([0.0, 0.0], 0.0).straight(20.0).arc(10.0 * FRAC_PI_2, 0.1);
/// let end = path.at(path.length());
/// assert!((end.position[0] - 30.0).abs() < 1e-12 && (end.heading() - FRAC_PI_2).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces {
    count: usize,
    pieces: [Piece; MOST_PIECES],
    /// End of the last piece.
    end: Piece,
}

/// Begin of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Piece {
    station: f64,
    position: [f64; 2],
    heading: f64,
    /// Curvature at the beginning [1/m].
    curvature: f64,
    /// Change of the curvature with the length [1/m²].
    change: f64,
}

impl Pieces {
    /// A path without pieces that begins at a position [m], in a heading [rad].
    pub fn new(position: [f64; 2], heading: f64) -> Self {
        let begin = Piece {
            position,
            heading,
            ..Piece::default()
        };
        Self {
            count: 0,
            pieces: [begin; MOST_PIECES],
            end: begin,
        }
    }

    /// This path, continued by a straight piece of this length [m].
    #[must_use]
    pub fn straight(self, length: f64) -> Self {
        self.clothoid(length, [0.0; 2])
    }

    /// This path, continued by an arc of this length [m] and curvature [1/m], positive to the left.
    #[must_use]
    pub fn arc(self, length: f64, curvature: f64) -> Self {
        self.clothoid(length, [curvature; 2])
    }

    /// This path, continued by a clothoid of this length [m] between two curvatures [1/m], positive to the left.
    ///
    /// The path becomes NaN if a length is NaN, zero or less, or if there are more than [`MOST_PIECES`] pieces.
    #[must_use]
    pub fn clothoid(mut self, length: f64, [from, to]: [f64; 2]) -> Self {
        if !(length > 0.0 && self.count < MOST_PIECES) {
            self.pieces[0].position = [f64::NAN; 2];
            self.end.position = [f64::NAN; 2];
            self.count = self.count.max(1);
            return self;
        }
        let piece = Piece {
            curvature: from,
            change: (to - from) / length,
            ..self.end
        };
        self.pieces[self.count] = piece;
        self.count += 1;
        self.end = Piece {
            station: piece.station + length,
            position: piece.position(length),
            heading: piece.heading(length),
            curvature: 0.0,
            change: 0.0,
        };
        self
    }

    /// Length of all pieces [m].
    pub fn length(&self) -> f64 {
        self.end.station
    }
}

impl Path for Pieces {
    fn at(&self, station: f64) -> Waypoint {
        let begun = self.pieces[..self.count]
            .iter()
            .filter(|piece| station >= piece.station)
            .count();
        let piece = if begun == 0 {
            Piece {
                curvature: 0.0,
                change: 0.0,
                ..self.pieces[0]
            }
        } else if station >= self.end.station {
            self.end
        } else {
            self.pieces[begun - 1]
        };
        let along = station - piece.station;
        let (sine, cosine) = sin_cos(piece.heading(along));
        let curvature = piece.curvature + piece.change * along;
        Waypoint {
            position: piece.position(along),
            first: [cosine, sine],
            second: [-curvature * sine, curvature * cosine],
        }
    }
}

/// Places and weights of Gauss's quadrature with five points on `[-1, 1]`.
const GAUSS: [[f64; 2]; 5] = [
    [-0.906_179_845_938_664, 0.236_926_885_056_189_1],
    [-0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
    [0.0, 0.568_888_888_888_888_9],
    [0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
    [0.906_179_845_938_664, 0.236_926_885_056_189_1],
];

/// Largest change of the heading over an interval of the quadrature [rad].
const TURN: f64 = 0.5;

impl Piece {
    fn heading(&self, along: f64) -> f64 {
        self.heading + along * (self.curvature + 0.5 * self.change * along)
    }

    fn position(&self, along: f64) -> [f64; 2] {
        let [dx, dy] = if self.change == 0.0 {
            self.chord(along)
        } else {
            self.integral(along)
        };
        [self.position[0] + dx, self.position[1] + dy]
    }

    /// Chord of an arc: `s sin(h)/h` in the direction of the mean heading, `h = c s / 2`.
    fn chord(&self, along: f64) -> [f64; 2] {
        let half = 0.5 * self.curvature * along;
        let (sine, cosine) = sin_cos(self.heading + half);
        let length = if abs(half) < 1e-4 {
            along * (1.0 - half * half / 6.0)
        } else {
            2.0 * sin_cos(half).0 / self.curvature
        };
        [length * cosine, length * sine]
    }

    fn integral(&self, along: f64) -> [f64; 2] {
        let end = self.curvature + self.change * along;
        let turn = abs(along) * abs(self.curvature).max(abs(end));
        let count = floor(turn / TURN).min(1e4) + 1.0;
        let half = 0.5 * along / count;
        let mut sum = [0.0; 2];
        let mut k = 0.0;
        while k < count {
            let middle = (2.0 * k + 1.0) * half;
            for [place, weight] in GAUSS {
                let (sine, cosine) = sin_cos(self.heading(middle + place * half));
                sum = [sum[0] + weight * cosine, sum[1] + weight * sine];
            }
            k += 1.0;
        }
        [half * sum[0], half * sum[1]]
    }
}
