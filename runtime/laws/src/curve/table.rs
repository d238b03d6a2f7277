//! Curves through points: piecewise linear or piecewise cubic.
//!
//! A curve is given over at least two strictly increasing abscissae. A piecewise linear curve is continued beyond the
//! points by its first and last piece. A piecewise cubic curve has one piece more than points: the first lies before
//! all points, and the last after them. A piece is given by the coefficients of the powers 0 to 3 of the distance from
//! the point where it begins; the first piece, of the distance from the first point.
//!
//! The work is equal for every argument: comparisons are counted, not searched. A point belongs to the piece on its
//! right.

use crate::math::clamp;

/// A curve through points, borrowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table<'a> {
    /// Abscissae, strictly increasing, at least two.
    pub x: &'a [f64],
    /// Ordinates of the points, or the pieces between them.
    pub ordinates: Ordinates<'a>,
}

/// Ordinates of a curve through points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ordinates<'a> {
    /// Piecewise linear: the ordinate of each point.
    Straight(&'a [f64]),
    /// Piecewise cubic: the coefficients of each piece.
    Cubic(&'a [[f64; 4]]),
}

/// One curve for all lanes of a number, or one curve for each lane.
pub trait Curves {
    /// Number of curves.
    fn lanes(&self) -> usize {
        1
    }

    /// The curve of a lane.
    fn of_lane(&self, lane: usize) -> Table<'_>;
}

impl Curves for Table<'_> {
    #[inline(always)]
    fn of_lane(&self, _lane: usize) -> Table<'_> {
        *self
    }
}

impl<C: Curves> Curves for &C {
    #[inline(always)]
    fn lanes(&self) -> usize {
        (**self).lanes()
    }

    #[inline(always)]
    fn of_lane(&self, lane: usize) -> Table<'_> {
        (**self).of_lane(lane)
    }
}

/// One curve for each lane.
impl<const N: usize> Curves for [Table<'_>; N] {
    #[inline(always)]
    fn lanes(&self) -> usize {
        N
    }

    #[inline(always)]
    fn of_lane(&self, lane: usize) -> Table<'_> {
        self[lane]
    }
}

impl Table<'_> {
    /// Value at `x`.
    #[inline(always)]
    pub fn at(&self, x: f64) -> f64 {
        match self.ordinates {
            Ordinates::Straight(y) => straight(self.x, y, x),
            Ordinates::Cubic(pieces) => cubic(self.x, pieces, x),
        }
    }

    /// Integral from 0 to `x`.
    #[inline(always)]
    pub fn integral(&self, x: f64) -> f64 {
        match self.ordinates {
            Ordinates::Straight(y) => straight_integral(self.x, y, x),
            Ordinates::Cubic(pieces) => cubic_integral(self.x, pieces, x),
        }
    }

    /// Derivative of this order at `x`; order 0 is the value.
    #[inline(always)]
    pub fn derivative(&self, x: f64, order: usize) -> f64 {
        match (self.ordinates, order) {
            (_, 0) => self.at(x),
            (Ordinates::Straight(y), 1) => straight_slope(self.x, y, x),
            (Ordinates::Straight(_), _) => 0.0,
            (Ordinates::Cubic(pieces), _) => {
                let piece = begun(self.x, x);
                powers(
                    derived(pieces[piece.min(pieces.len() - 1)], order),
                    x - begin(self.x, piece),
                )
            }
        }
    }
}

/// Coefficients of the derivative of this order of a cubic.
pub fn derived(piece: [f64; 4], order: usize) -> [f64; 4] {
    (0..order).fold(piece, |[_, c1, c2, c3], _| [c1, 2.0 * c2, 3.0 * c3, 0.0])
}

/// Number of places at or before `x`. Counting takes equal time for every `x`, and the comparisons can run in parallel.
#[inline(always)]
fn begun(places: &[f64], x: f64) -> usize {
    places.iter().map(|&place| usize::from(x >= place)).sum()
}

/// Beginning and slope of the straight piece `index`, counted from zero at the left. For an index beyond the last
/// piece, of the last piece.
#[inline(always)]
fn piece(x_points: &[f64], y_points: &[f64], index: usize) -> [f64; 3] {
    // This bound is never reached; it shows the compiler that the indices below are valid.
    let left = index.min(x_points.len() - 2);
    let (x, y) = (x_points[left], y_points[left]);
    [x, y, (y_points[left + 1] - y) / (x_points[left + 1] - x)]
}

/// Index of the straight piece that contains `x`.
#[inline(always)]
fn straight_index(x_points: &[f64], x: f64) -> usize {
    begun(&x_points[1..x_points.len() - 1], x)
}

#[inline(always)]
fn on_piece([x, y, slope]: [f64; 3], at: f64) -> f64 {
    y + slope * (at - x)
}

/// Value of the piecewise linear curve at `x`.
#[inline(always)]
fn straight(x_points: &[f64], y_points: &[f64], x: f64) -> f64 {
    on_piece(piece(x_points, y_points, straight_index(x_points, x)), x)
}

/// Slope of the piecewise linear curve at `x`.
#[inline(always)]
fn straight_slope(x_points: &[f64], y_points: &[f64], x: f64) -> f64 {
    let [_, _, slope] = piece(x_points, y_points, straight_index(x_points, x));
    slope
}

/// Integral of the piecewise linear curve from 0 to `x`: each piece contributes its part between 0 and `x`, by the midpoint rule. No
/// piece outside that range is touched, so nothing cancels.
#[inline(always)]
fn straight_integral(x_points: &[f64], y_points: &[f64], x: f64) -> f64 {
    let pieces = x_points.len() - 1;
    let mut sum = 0.0;
    for i in 0..pieces {
        let low = if i == 0 { f64::NEG_INFINITY } else { x_points[i] };
        let high = if i == pieces - 1 {
            f64::INFINITY
        } else {
            x_points[i + 1]
        };
        let (from, to) = (clamp(0.0, low, high), clamp(x, low, high));
        sum += (to - from) * on_piece(piece(x_points, y_points, i), 0.5 * (from + to));
    }
    sum
}

/// Abscissa from which the distances of a cubic piece are measured.
#[inline(always)]
fn begin(x_points: &[f64], piece: usize) -> f64 {
    x_points[piece.saturating_sub(1).min(x_points.len() - 1)]
}

#[inline(always)]
fn powers([c0, c1, c2, c3]: [f64; 4], u: f64) -> f64 {
    c0 + u * (c1 + u * (c2 + u * c3))
}

/// Value at `x` of the cubic piece `index`, counted from zero; for an index beyond the last piece, the value of the
/// last piece.
#[inline(always)]
fn cubic_at(x_points: &[f64], pieces: &[[f64; 4]], index: usize, x: f64) -> f64 {
    // This bound is never reached; it shows the compiler that the index is valid.
    powers(pieces[index.min(pieces.len() - 1)], x - begin(x_points, index))
}

/// Value of the piecewise cubic curve at `x`.
#[inline(always)]
fn cubic(x_points: &[f64], pieces: &[[f64; 4]], x: f64) -> f64 {
    cubic_at(x_points, pieces, begun(x_points, x), x)
}

/// Integral of the piecewise cubic curve from 0 to `x`: each piece contributes its part between 0 and `x`, by Simpson's rule, which
/// is exact for cubics.
#[inline(always)]
fn cubic_integral(x_points: &[f64], pieces: &[[f64; 4]], x: f64) -> f64 {
    let (points, last) = (x_points.len(), pieces.len() - 1);
    let mut sum = 0.0;
    for i in 0..=last {
        let low = if i == 0 {
            f64::NEG_INFINITY
        } else {
            x_points[(i - 1).min(points - 1)]
        };
        let high = if i == last {
            f64::INFINITY
        } else {
            x_points[i.min(points - 1)]
        };
        let (from, to) = (clamp(0.0, low, high), clamp(x, low, high));
        let at = |x: f64| cubic_at(x_points, pieces, i, x);
        sum += (to - from) * ((at(from) + at(to) + 4.0 * at(0.5 * (from + to))) / 6.0);
    }
    sum
}
