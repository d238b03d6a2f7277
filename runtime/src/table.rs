//! Piecewise linear and piecewise cubic curves of one variable, for emitted solvers.
//!
//! The rules are those of [`Table`]. Every function here does the same work for every argument (the number of points is part of the
//! type) and cannot panic. Fewer than two points, or a wrong number of pieces, do not compile.

use wishbone_laws::curve::{Ordinates, Table};

#[inline(always)]
fn straight<'a, const N: usize>(x: &'a [f64; N], y: &'a [f64; N]) -> Table<'a> {
    const { assert!(N >= 2, "a table needs at least two points") };
    Table {
        x,
        ordinates: Ordinates::Straight(y),
    }
}

#[inline(always)]
fn pieces<'a, const N: usize, const P: usize>(x: &'a [f64; N], pieces: &'a [[f64; 4]; P]) -> Table<'a> {
    const {
        assert!(
            N >= 2 && P == N + 1,
            "a piece before each point, and one behind the last"
        )
    };
    Table {
        x,
        ordinates: Ordinates::Cubic(pieces),
    }
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
    straight(x_points, y_points).at(x)
}

/// Slope of the curve at `x`; at a point of the curve, the slope of the piece on its right.
#[inline]
pub fn slope<const N: usize>(x_points: &[f64; N], y_points: &[f64; N], x: f64) -> f64 {
    straight(x_points, y_points).derivative(x, 1)
}

/// Integral of the curve from 0 to `x`: the energy stored in a spring with this characteristic.
///
/// Each piece contributes its part between 0 and `x`, by the midpoint rule, which is exact for straight lines. No piece outside that
/// range is touched, so nothing cancels.
///
/// ```
/// use wishbone::table::integral;
/// let (deflection, force) = ([0.0, 0.1, 0.2], [0.0, 1000.0, 4000.0]);
/// assert_eq!(integral(&deflection, &force, 0.1), 50.0);
/// ```
#[inline]
pub fn integral<const N: usize>(x_points: &[f64; N], y_points: &[f64; N], x: f64) -> f64 {
    straight(x_points, y_points).integral(x)
}

/// Value of the piecewise cubic curve at `x`; at a point of the curve, the value of the piece on its right.
///
/// ```
/// use wishbone::table::cubic;
/// let pieces = [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, -2.0], [1.0, 0.0, 0.0, 0.0]];
/// assert_eq!(cubic(&[0.0, 1.0], &pieces, 0.5), 0.5);
/// assert_eq!(cubic(&[0.0, 1.0], &pieces, 2.0), 1.0);
/// ```
#[inline]
pub fn cubic<const N: usize, const P: usize>(x_points: &[f64; N], pieces: &[[f64; 4]; P], x: f64) -> f64 {
    self::pieces(x_points, pieces).at(x)
}

/// Integral of the piecewise cubic curve from 0 to `x`: each piece contributes its part between 0 and `x`, by Simpson's rule, which
/// is exact for cubics. No piece outside that range is touched, so nothing cancels.
///
/// ```
/// use wishbone::table::cubic_integral;
/// let pieces = [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, -2.0], [1.0, 0.0, 0.0, 0.0]];
/// assert_eq!(cubic_integral(&[0.0, 1.0], &pieces, 2.0), 1.5);
/// ```
#[inline]
pub fn cubic_integral<const N: usize, const P: usize>(x_points: &[f64; N], pieces: &[[f64; 4]; P], x: f64) -> f64 {
    self::pieces(x_points, pieces).integral(x)
}
