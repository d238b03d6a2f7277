//! Piecewise linear and piecewise cubic curves of one variable, for emitted solvers.
//!
//! The rules are those of [`Table`]. Every function of this module does equal work for every argument (the number of
//! points is part of the type) and cannot panic. Fewer than two points, or a wrong number of pieces, do not compile.

use wishbone_laws::curve::{Ordinates, Table};

/// A piecewise linear curve through `N` points.
///
/// ```
/// use wishbone::table::Straight;
/// const FORCE: Straight<3> = Straight::new([0.0, 0.1, 0.2], [0.0, 1000.0, 4000.0]);
/// assert_eq!(FORCE.at(0.05), 500.0);
/// assert_eq!(FORCE.at(-0.1), -1000.0); // the first piece goes on
/// assert_eq!(FORCE.integral(0.1), 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight<const N: usize> {
    x: [f64; N],
    y: [f64; N],
    /// Abscissa and ordinate at the beginning of each piece, and its slope; the last row repeats the row before. With
    /// these rows a look-up needs no division, and lanes load a piece as one vector.
    pieces: [[f64; 4]; N],
}

impl<const N: usize> Straight<N> {
    /// The curve through points with these abscissae, which are strictly increasing, and these ordinates.
    pub const fn new(x: [f64; N], y: [f64; N]) -> Self {
        const { assert!(N >= 2, "a table needs at least two points") };
        let mut pieces = [[0.0; 4]; N];
        let mut k = 0;
        while k + 1 < N {
            pieces[k] = [x[k], y[k], (y[k + 1] - y[k]) / (x[k + 1] - x[k]), 0.0];
            k += 1;
        }
        pieces[N - 1] = pieces[N - 2];
        Self { x, y, pieces }
    }

    /// Abscissae at which a piece begins, but for the first.
    #[inline(always)]
    pub(crate) fn begins(&self) -> &[f64] {
        &self.x[1..N - 1]
    }

    /// The rows of the pieces: see the field. Lanes alone read them.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn pieces(&self) -> &[[f64; 4]; N] {
        &self.pieces
    }

    /// Value at `x`.
    #[inline]
    pub fn at(&self, x: f64) -> f64 {
        let begun: usize = self.begins().iter().map(|&begin| usize::from(x >= begin)).sum();
        // This bound is never reached; it shows the compiler that the index is valid.
        let [begin, ordinate, slope, _] = self.pieces[begun.min(N - 1)];
        ordinate + slope * (x - begin)
    }

    /// Integral from 0 to `x`: the energy stored in a spring with this characteristic.
    ///
    /// Each piece contributes its part between 0 and `x`, by the midpoint rule, which is exact for straight lines. No piece outside
    /// that range is touched, so nothing cancels.
    #[inline]
    pub fn integral(&self, x: f64) -> f64 {
        Table {
            x: &self.x,
            ordinates: Ordinates::Straight(&self.y),
        }
        .integral(x)
    }
}

/// A piecewise cubic curve over `N` points, of `P` pieces.
///
/// ```
/// use wishbone::table::Cubic;
/// let pieces = [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, -2.0], [1.0, 0.0, 0.0, 0.0]];
/// let step = Cubic::new([0.0, 1.0], pieces);
/// assert_eq!(step.at(0.5), 0.5);
/// assert_eq!(step.at(2.0), 1.0);
/// assert_eq!(step.integral(2.0), 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cubic<const N: usize, const P: usize> {
    x: [f64; N],
    pieces: [[f64; 4]; P],
}

impl<const N: usize, const P: usize> Cubic<N, P> {
    /// The curve of these pieces: one piece before each point, and one piece behind the last point.
    pub const fn new(x: [f64; N], pieces: [[f64; 4]; P]) -> Self {
        const {
            assert!(
                N >= 2 && P == N + 1,
                "a piece before each point, and one behind the last"
            )
        };
        Self { x, pieces }
    }

    fn table(&self) -> Table<'_> {
        Table {
            x: &self.x,
            ordinates: Ordinates::Cubic(&self.pieces),
        }
    }

    /// Value at `x`; at a point of the curve, the value of the piece on its right.
    #[inline]
    pub fn at(&self, x: f64) -> f64 {
        self.table().at(x)
    }

    /// Integral from 0 to `x`: each piece contributes its part between 0 and `x`, by Simpson's rule, which is exact for cubics. No
    /// piece outside that range is touched, so nothing cancels.
    #[inline]
    pub fn integral(&self, x: f64) -> f64 {
        self.table().integral(x)
    }
}
