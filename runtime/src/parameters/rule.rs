//! Conditions that several parameters must meet together for a vehicle to be possible.

use crate::math::sqrt;

/// A number of the declaration as a function of parameters: `value + Σ slope (p - default)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Value at the defaults [SI].
    pub value: f64,
    /// Position of each parameter that changes the number, and the change per unit of the parameter.
    pub slopes: &'static [(usize, f64)],
}

impl Affine {
    /// Its value where each parameter differs from its default by `change`.
    fn at(&self, change: &impl Fn(usize) -> f64) -> f64 {
        let slopes = self.slopes.iter();
        slopes.fold(self.value, |sum, (index, slope)| sum + slope * change(*index))
    }
}

/// A condition on numbers of one part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Name of the part: `front_left.knuckle`.
    pub part: &'static str,
    /// The condition.
    pub holds: Holds,
    /// The numbers, in the order given in [`Holds`].
    pub numbers: &'static [Affine],
}

/// A condition on several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Moments `Ixx, Iyy, Izz, Ixy, Ixz, Iyz` are positive definite.
    PositiveInertia,
    /// Moments as in [`Self::PositiveInertia`] are positive definite, and no principal moment exceeds the sum of the
    /// others.
    PhysicalInertia,
    /// The first number is at most twice the second, or the second is zero: moments of a rotor about its axis and about
    /// a diameter.
    Rotor,
    /// The vector is not zero.
    Apart,
    /// The numbers increase.
    Increasing,
    /// The symmetric matrix, given by the rows of its lower half, is positive semidefinite.
    Passive,
}

/// Points closer than this count as one point [m].
const SHORTEST: f64 = 1e-6;

/// Tolerance for rounding in inequalities that become equalities in the limit (thin plates, rank-deficient stiffness).
const SLACK: f64 = 1e-9;

/// Largest count of numbers in a rule: the lower half of a 6 x 6 matrix.
const MOST: usize = 21;

type Matrix = [[f64; 6]; 6];

impl Rule {
    /// Whether the rule is met if each parameter differs from its default by `change`.
    pub fn is_kept(&self, change: impl Fn(usize) -> f64) -> bool {
        let mut x = [0.0; MOST];
        for (x, number) in x.iter_mut().zip(self.numbers) {
            *x = number.at(&change);
        }
        let given = &x[..self.numbers.len().min(MOST)];
        match self.holds {
            Holds::PositiveInertia => is_inertia(&x),
            Holds::PhysicalInertia => is_inertia(&x) && is_physical(&x),
            Holds::Rotor => x[1] == 0.0 || x[0] <= 2.0 * x[1],
            Holds::Apart => given.iter().map(|x| x * x).sum::<f64>() >= SHORTEST * SHORTEST,
            Holds::Increasing => given.windows(2).all(|pair| pair[0] < pair[1]),
            Holds::Passive => is_passive(&x),
        }
    }

    /// Positions of the parameters that the rule depends on.
    pub(super) fn parameters(&self) -> impl Iterator<Item = usize> + use<> {
        let slopes = self.numbers.iter().flat_map(|number| number.slopes);
        slopes.map(|(index, _)| *index)
    }
}

fn is_inertia(moments: &[f64; MOST]) -> bool {
    let tensor = tensor(moments);
    is_definite(&tensor, [1.0; 6], 0.0, 3)
}

/// With the principal moments `A`, `B`, `C` and the trace `t`, the matrix `t/2 - I` has the eigenvalues `(A + B - C)/2`, and so on.
/// They must not be negative.
fn is_physical(moments: &[f64; MOST]) -> bool {
    let trace = moments[0] + moments[1] + moments[2];
    let mut matrix = tensor(moments).map(|row| row.map(|x| -x));
    for (k, row) in matrix.iter_mut().enumerate().take(3) {
        row[k] += 0.5 * trace;
    }
    is_definite(&matrix, [1.0; 6], SLACK * trace, 3)
}

fn tensor(&[xx, yy, zz, xy, xz, yz, ..]: &[f64; MOST]) -> Matrix {
    let mut matrix = [[0.0; 6]; 6];
    matrix[0][..3].copy_from_slice(&[xx, xy, xz]);
    matrix[1][..3].copy_from_slice(&[xy, yy, yz]);
    matrix[2][..3].copy_from_slice(&[xz, yz, zz]);
    matrix
}

/// The matrix is scaled to a unit diagonal, so that units do not matter.
fn is_passive(lower: &[f64; MOST]) -> bool {
    let at = |i: usize, j: usize| lower[i.max(j) * (i.max(j) + 1) / 2 + i.min(j)];
    let matrix: Matrix = core::array::from_fn(|i| core::array::from_fn(|j| at(i, j)));
    let scale = core::array::from_fn(|i| if at(i, i) > 0.0 { 1.0 / sqrt(at(i, i)) } else { 1.0 });
    is_definite(&matrix, scale, SLACK, 6)
}

/// Whether the first `n` rows and columns of `scale matrix scale + slack` are positive definite: all pivots of the
/// factorisation `L D Lᵀ` have to be positive.
fn is_definite(matrix: &Matrix, scale: [f64; 6], slack: f64, n: usize) -> bool {
    let mut a: Matrix = core::array::from_fn(|i| core::array::from_fn(|j| scale[i] * matrix[i][j] * scale[j]));
    for (k, row) in a.iter_mut().enumerate() {
        row[k] += slack;
    }
    for k in 0..n {
        let pivot = a[k];
        if pivot[k] <= 0.0 || pivot[k].is_nan() {
            return false;
        }
        for row in a.iter_mut().take(n).skip(k + 1) {
            let factor = row[k] / pivot[k];
            for (x, p) in row.iter_mut().zip(pivot) {
                *x -= factor * p;
            }
        }
    }
    true
}
