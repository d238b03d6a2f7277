//! Reflection from the left to the right: y becomes -y.
//!
//! With `M = diag(1, -1, 1)`:
//! - points and other polar vectors (directions of translation): `M a`;
//! - axial vectors (axes of rotation): `det(M) M a = -M a`, so that mirrored motion has equal coordinates: a wheel's
//!   axis +y stays +y, a pivot's axis +x becomes -x;
//! - inertia tensors: `M I M`.

use super::{Symmetric6, Vec3};
use nalgebra::Matrix3;

/// The reflection of a point, or of a direction of translation.
pub(crate) fn polar(vector: &Vec3) -> Vec3 {
    Vec3::new(vector.x, -vector.y, vector.z)
}

/// The reflection of an axis of rotation.
pub(crate) fn axial(vector: &Vec3) -> Vec3 {
    -polar(vector)
}

/// The reflection of a tensor of inertia.
pub(crate) fn tensor(inertia: &Matrix3<f64>) -> Matrix3<f64> {
    let m = Matrix3::from_diagonal(&Vec3::new(1.0, -1.0, 1.0));
    m * inertia * m
}

/// The reflection of a bushing's matrix. Axes `A` become `M A M`, which is again a right-handed set. A displacement
/// with the components `d` along the old axes has the components `M d` along the new axes, and a rotation `θ` has the
/// components `-M θ`.
pub(crate) fn six(matrix: &Symmetric6) -> Symmetric6 {
    Symmetric6::from_lower(|i, j| matrix.at(i, j).map(|x| Symmetric6::SIGNS[i] * Symmetric6::SIGNS[j] * x))
}
