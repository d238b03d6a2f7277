//! 3x3 matrices, general and symmetric.

use super::Vec3;
use super::vec3::without_dust;
use crate::scalar::Scalar;
use std::ops::{Add, Mul, Sub};

/// A matrix by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<S>(pub [[S; 3]; 3]);

impl<S: Scalar> Mat3<S> {
    /// The matrix with these entries.
    pub fn from_fn(mut f: impl FnMut(usize, usize) -> S) -> Self {
        Mat3(std::array::from_fn(|i| std::array::from_fn(|j| f(i, j))))
    }

    /// Zero.
    pub fn zero() -> Self {
        Self::from_fn(|_, _| S::zero())
    }

    /// Identity.
    pub fn identity() -> Self {
        Self::from_fn(|i, j| if i == j { S::one() } else { S::zero() })
    }

    /// A constant matrix.
    pub fn constant(m: &nalgebra::Matrix3<f64>) -> Self {
        Self::from_fn(|i, j| m[(i, j)].into())
    }

    /// Rotation about the third axis by the angle with this sine and cosine.
    pub fn about_z(sin: S, cos: S) -> Self {
        let (o, l) = (S::zero(), S::one());
        Mat3([[cos, -sin, o], [sin, cos, o], [o, o, l]])
    }

    /// `[v]×`: the matrix of `x ↦ v × x`.
    pub fn cross(v: Vec3<S>) -> Self {
        let (o, [x, y, z]) = (S::zero(), v.0);
        Mat3([[o, -z, y], [z, o, -x], [-y, x, o]])
    }

    /// Transpose.
    pub fn transpose(self) -> Self {
        Self::from_fn(|i, j| self.0[j][i])
    }

    /// The matrix with these columns.
    pub fn from_columns(columns: [Vec3<S>; 3]) -> Self {
        Self::from_fn(|i, j| columns[j].0[i])
    }

    /// Replaces constants that are zero up to rounding by zero, so that they fold.
    pub fn without_dust(self) -> Self {
        let entries = without_dust::<S, 9>(std::array::from_fn(|k| self.0[k / 3][k % 3]));
        Self::from_fn(|i, j| entries[3 * i + j])
    }

    /// Row `i`.
    pub fn row(self, i: usize) -> Vec3<S> {
        Vec3(self.0[i])
    }

    /// Column `j`.
    pub fn column(self, j: usize) -> Vec3<S> {
        Vec3(std::array::from_fn(|i| self.0[i][j]))
    }
}

impl<S: Scalar> Mul<Vec3<S>> for Mat3<S> {
    type Output = Vec3<S>;

    fn mul(self, v: Vec3<S>) -> Vec3<S> {
        Vec3(std::array::from_fn(|i| self.row(i).dot(v)))
    }
}

impl<S: Scalar> Mul for Mat3<S> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::from_fn(|i, j| self.row(i).dot(other.column(j)))
    }
}

impl<S: Scalar> Add for Mat3<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::from_fn(|i, j| self.0[i][j] + other.0[i][j])
    }
}

impl<S: Scalar> Sub for Mat3<S> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::from_fn(|i, j| self.0[i][j] - other.0[i][j])
    }
}

/// A symmetric matrix: `xx, yy, zz, xy, xz, yz`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sym3<S>(pub [S; 6]);

/// Position of entry (i, j) of a symmetric matrix.
const PLACE: [[usize; 3]; 3] = [[0, 3, 4], [3, 1, 5], [4, 5, 2]];

impl<S: Scalar> Sym3<S> {
    /// The matrix with these entries on and above the diagonal.
    pub fn from_upper(mut f: impl FnMut(usize, usize) -> S) -> Self {
        Sym3([f(0, 0), f(1, 1), f(2, 2), f(0, 1), f(0, 2), f(1, 2)])
    }

    /// Zero.
    pub fn zero() -> Self {
        Sym3([S::zero(); 6])
    }

    /// A constant matrix, assumed to be symmetric.
    pub fn constant(m: &nalgebra::Matrix3<f64>) -> Self {
        Self::from_upper(|i, j| m[(i, j)].into())
    }

    /// A multiple of the identity.
    pub fn diagonal(d: S) -> Self {
        Self::from_upper(|i, j| if i == j { d } else { S::zero() })
    }

    /// Entry (i, j).
    pub fn at(self, i: usize, j: usize) -> S {
        self.0[PLACE[i][j]]
    }

    /// Replaces constants that are zero up to rounding by zero, so that they fold.
    pub fn without_dust(self) -> Self {
        Sym3(without_dust(self.0))
    }

    /// `(a bᵀ + b aᵀ) / 2`
    pub fn product(a: Vec3<S>, b: Vec3<S>) -> Self {
        let half = S::from(0.5);
        Self::from_upper(|i, j| (a.0[i] * b.0[j] + b.0[i] * a.0[j]) * half)
    }

    /// `a aᵀ`
    pub fn square(a: Vec3<S>) -> Self {
        Self::from_upper(|i, j| a.0[i] * a.0[j])
    }

    /// Sum of the diagonal.
    pub fn trace(self) -> S {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Entry (i, j), which is also entry (j, i).
    pub fn at_mut(&mut self, i: usize, j: usize) -> &mut S {
        &mut self.0[PLACE[i][j]]
    }

    /// As a general matrix.
    pub fn full(self) -> Mat3<S> {
        Mat3::from_fn(|i, j| self.at(i, j))
    }

    /// `R self Rᵀ`, for a rotation `R`.
    pub fn rotated(self, r: Mat3<S>) -> Self {
        if r.0.iter().flatten().all(|entry| entry.is_still()) {
            return self.turned(r);
        }
        match self.sections() {
            Some((middle, u, v)) => Self::diagonal(middle) + Self::between(r * u, r * v),
            // A multiple of the identity does not change.
            None if self.0.iter().all(|entry| entry.is_still()) => {
                let whole = Self::diagonal(self.at(2, 2));
                whole + (self - whole).turned(r)
            }
            None => self.turned(r),
        }
    }

    fn turned(self, r: Mat3<S>) -> Self {
        let half = r * self.full();
        Self::from_upper(|i, j| half.row(i).dot(r.row(j)))
    }

    /// `a bᵀ + b aᵀ`
    fn between(a: Vec3<S>, b: Vec3<S>) -> Self {
        Self::from_upper(|i, j| match i == j {
            true => {
                let half = a.0[i] * b.0[i];
                half + half
            }
            false => a.0[i] * b.0[j] + b.0[i] * a.0[j],
        })
    }

    /// Decomposes a constant matrix that is not diagonal: `β`, `u`, `v` with `self = β 1 + u vᵀ + v uᵀ`. A rotation
    /// leaves `β 1` unchanged, so that only two vectors have to be rotated instead of three columns twice. With the
    /// eigenvalues `α ≤ β ≤ γ` and unit eigenvectors `a`, `c` of the outer two, `u` and `v` lie along
    /// `√(γ - β) c ± √(β - α) a`, the normals of the circular sections of the ellipsoid. One component of `u` is one.
    fn sections(self) -> Option<(S, Vec3<S>, Vec3<S>)> {
        let known = self.0.map(|entry| entry.constant());
        let [xx, yy, zz, xy, xz, yz] = known;
        let (xy, xz, yz) = (xy?, xz?, yz?);
        if [xy, xz, yz].iter().filter(|x| **x == 0.0).count() >= 2 {
            return None;
        }
        let matrix = nalgebra::Matrix3::new(xx?, xy, xz, xy, yy?, yz, xz, yz, zz?);
        let eigen = matrix.symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
        let [low, middle, high] = order.map(|k| eigen.eigenvalues[k]);
        let a = eigen.eigenvectors.column(order[0]) * (middle - low).sqrt();
        let c = eigen.eigenvectors.column(order[2]) * (high - middle).sqrt();
        let (u, v) = (c + a, c - a);
        let largest = u[u.iamax()];
        if largest == 0.0 {
            return None;
        }
        let (u, v) = (u / largest, v * (0.5 * largest));
        Some((middle.into(), Vec3::constant(&u), Vec3::constant(&v)))
    }
}

impl<S: Scalar> Mul<Vec3<S>> for Sym3<S> {
    type Output = Vec3<S>;

    fn mul(self, v: Vec3<S>) -> Vec3<S> {
        self.full() * v
    }
}

impl<S: Scalar> Mul<S> for Sym3<S> {
    type Output = Self;

    fn mul(self, factor: S) -> Self {
        Sym3(self.0.map(|x| factor * x))
    }
}

impl<S: Scalar> Add for Sym3<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Sym3(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl<S: Scalar> Sub for Sym3<S> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Sym3(std::array::from_fn(|k| self.0[k] - other.0[k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three different eigenvalues, and two equal ones.
    #[test]
    fn circular_sections_give_the_matrix_back() {
        let matrices = [
            [3.0, 2.0, 4.0, 0.5, -0.7, 0.2],
            [2.0, 2.0, 2.0, 1.0, 1.0, 1.0],
            [-1.0, 5.0, 0.0, 2.0, 3.0, 0.0],
        ];
        for entries in matrices.map(Sym3) {
            let (middle, u, v) = entries.sections().expect("it is not diagonal");
            let again = Sym3::diagonal(middle) + Sym3::between(u, v);
            for (found, expected) in again.0.into_iter().zip(entries.0) {
                assert!((found - expected).abs() < 1e-14, "{again:?}");
            }
            assert!(u.0.contains(&1.0));
        }
    }

    #[test]
    fn a_diagonal_matrix_has_none_nor_has_a_sphere_but_for_rounding() {
        for entries in [
            [1.0, 2.0, 3.0, 0.0, 0.0, 0.0],
            [2.0, 2.0, 2.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 1.0, 1e-17, 1e-17, 0.0],
        ] {
            assert!(Sym3(entries).sections().is_none());
        }
    }
}
