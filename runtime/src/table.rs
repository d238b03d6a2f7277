//! Piecewise linear and piecewise cubic curves of one variable.
//!
//! A curve is given over `N >= 2` strictly increasing abscissae. One that is piecewise linear is continued beyond them by
//! its first and last piece. One that is piecewise cubic has `N + 1` pieces, the first before all points and the last
//! behind them; a piece is given by the coefficients of the powers 0 to 3 of the distance from the point where it
//! begins, the first by those of the distance from the first point.
//!
//! Every function here does the same work for every argument (the number of points is part of the type) and cannot
//! panic; fewer than two points do not compile, nor does another number of pieces.

use crate::math::clamp;

/// One straight piece: a point on it and its slope.
struct Piece {
    x: f64,
    y: f64,
    slope: f64,
}

impl Piece {
    fn at(&self, x: f64) -> f64 {
        self.y + self.slope * (x - self.x)
    }
}

/// Piece `index`, counted from zero at the left; beyond the last piece, the last.
#[inline]
fn piece<const N: usize>(x_points: &[f64; N], y_points: &[f64; N], index: usize) -> Piece {
    const { assert!(N >= 2, "a table needs at least two points") };
    // The bound is never met; it shows the compiler that the indices below are good.
    let left = index.min(N - 2);
    let (x, y) = (x_points[left], y_points[left]);
    Piece {
        x,
        y,
        slope: (y_points[left + 1] - y) / (x_points[left + 1] - x),
    }
}

/// Index of the piece that holds `x`; a point belongs to the piece on its right.
#[inline]
fn index<const N: usize>(x_points: &[f64; N], x: f64) -> usize {
    // Counting, rather than searching, keeps the time the same for every x and lets the comparisons run side by side.
    let inner = x_points.iter().take(N - 1).skip(1);
    inner.map(|&point| usize::from(x >= point)).sum()
}

/// Value of the curve at `x`.
///
/// ```
/// use wishbone::table::lookup;
/// let (deflection, force) = ([0.0, 0.1, 0.2], [0.0, 1000.0, 4000.0]);
/// assert_eq!(lookup(&deflection, &force, 0.05), 500.0);
/// assert_eq!(lookup(&deflection, &force, -0.1), -1000.0); // the first piece goes on
/// ```
#[inline]
pub fn lookup<const N: usize>(x_points: &[f64; N], y_points: &[f64; N], x: f64) -> f64 {
    piece(x_points, y_points, index(x_points, x)).at(x)
}

/// Slope of the curve at `x`; at a point, that of the piece on its right.
#[inline]
pub fn slope<const N: usize>(x_points: &[f64; N], y_points: &[f64; N], x: f64) -> f64 {
    piece(x_points, y_points, index(x_points, x)).slope
}

/// Integral of the curve from 0 to `x`: the energy stored in a spring with this characteristic.
///
/// Each piece contributes over the part of it that lies between 0 and `x`: length times the value half-way, exact for
/// straight lines. No piece outside that range is touched, so nothing cancels.
///
/// ```
/// use wishbone::table::integral;
/// let (deflection, force) = ([0.0, 0.1, 0.2], [0.0, 1000.0, 4000.0]);
/// assert_eq!(integral(&deflection, &force, 0.1), 50.0);
/// ```
#[inline]
pub fn integral<const N: usize>(x_points: &[f64; N], y_points: &[f64; N], x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..N - 1 {
        let low = if i == 0 { f64::NEG_INFINITY } else { x_points[i] };
        let high = if i == N - 2 { f64::INFINITY } else { x_points[i + 1] };
        let from = clamp(0.0, low, high);
        let to = clamp(x, low, high);
        sum += (to - from) * piece(x_points, y_points, i).at(0.5 * (from + to));
    }
    sum
}

/// Cubic `index`, counted from zero, at `x`; beyond the last one, the last.
#[inline]
fn cubic_at<const N: usize, const P: usize>(x_points: &[f64; N], pieces: &[[f64; 4]; P], index: usize, x: f64) -> f64 {
    const {
        assert!(
            N >= 2 && P == N + 1,
            "a piece before each point, and one behind the last"
        )
    };
    // The bounds are never met; they show the compiler that the indices are good.
    let [c0, c1, c2, c3] = pieces[index.min(P - 1)];
    let u = x - x_points[index.saturating_sub(1).min(N - 1)];
    c0 + u * (c1 + u * (c2 + u * c3))
}

/// Value of the piecewise cubic curve at `x`; at a point, that of the piece on its right.
///
/// ```
/// use wishbone::table::cubic;
/// let pieces = [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, -2.0], [1.0, 0.0, 0.0, 0.0]];
/// assert_eq!(cubic(&[0.0, 1.0], &pieces, 0.5), 0.5);
/// assert_eq!(cubic(&[0.0, 1.0], &pieces, 2.0), 1.0);
/// ```
#[inline]
pub fn cubic<const N: usize, const P: usize>(x_points: &[f64; N], pieces: &[[f64; 4]; P], x: f64) -> f64 {
    let index = x_points.iter().map(|&point| usize::from(x >= point)).sum();
    cubic_at(x_points, pieces, index, x)
}

/// Integral of the piecewise cubic curve from 0 to `x`: each piece over its part of the way by Simpson's rule, which is
/// exact for cubics. No piece outside the way is touched, so nothing cancels.
///
/// ```
/// use wishbone::table::cubic_integral;
/// let pieces = [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, -2.0], [1.0, 0.0, 0.0, 0.0]];
/// assert_eq!(cubic_integral(&[0.0, 1.0], &pieces, 2.0), 1.5);
/// ```
#[inline]
pub fn cubic_integral<const N: usize, const P: usize>(x_points: &[f64; N], pieces: &[[f64; 4]; P], x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..P {
        let low = if i == 0 {
            f64::NEG_INFINITY
        } else {
            x_points[(i - 1).min(N - 1)]
        };
        let high = if i == P - 1 {
            f64::INFINITY
        } else {
            x_points[i.min(N - 1)]
        };
        let from = clamp(0.0, low, high);
        let to = clamp(x, low, high);
        let at = |x: f64| cubic_at(x_points, pieces, i, x);
        sum += (to - from) * ((at(from) + at(to) + 4.0 * at(0.5 * (from + to))) / 6.0);
    }
    sum
}
