//! Euler parameters.

use super::{Mat3, Vec3};
use crate::scalar::Scalar;

/// `[e0, e1, e2, e3]`, unit norm: rotation by `2 acos e0` about `(e1, e2, e3)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion<S>(pub [S; 4]);

impl<S: Scalar> Quaternion<S> {
    /// Rotation matrix from the turned axes to the fixed ones. Products are shared: 10 multiplications, 16 additions
    /// (`R = 1 + 2 (e0 [e]× + [e]×²)`).
    pub fn rotation(self) -> Mat3<S> {
        let [w, x, y, z] = self.0;
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        let (xx, xy, xz) = (x * x2, x * y2, x * z2);
        let (yy, yz, zz) = (y * y2, y * z2, z * z2);
        let one = S::one();
        Mat3([
            [one - (yy + zz), xy - wz, xz + wy],
            [xy + wz, one - (xx + zz), yz - wx],
            [xz - wy, yz + wx, one - (xx + yy)],
        ])
    }

    /// Hamilton product `self ∘ other`.
    pub fn product(self, other: Self) -> Self {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, other.0);
        Quaternion([
            a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
            a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
            a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
            a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
        ])
    }

    /// Rate for an angular velocity in the fixed axes: `½ [0, ω] ∘ self`.
    pub fn rate_fixed(self, omega: Vec3<S>) -> Self {
        Self::half(omega).product(self)
    }

    /// Rate for an angular velocity in the turned axes: `½ self ∘ [0, ω]`.
    pub fn rate_turned(self, omega: Vec3<S>) -> Self {
        self.product(Self::half(omega))
    }

    /// The Euler parameters of a rotation; of their two signs, the sign that is nearer to `self`. With the matrix
    /// `N = 4 e eᵀ`, whose entries are sums of the rotation's entries, `N self` is parallel to `e`.
    pub fn nearest(self, rotation: Mat3<S>) -> Self {
        let (r, one) = (rotation.0, S::one());
        let (ww, xx) = (one + r[0][0] + r[1][1] + r[2][2], one + r[0][0] - r[1][1] - r[2][2]);
        let (yy, zz) = (one - r[0][0] + r[1][1] - r[2][2], one - r[0][0] - r[1][1] + r[2][2]);
        let (wx, wy, wz) = (r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]);
        let (xy, xz, yz) = (r[0][1] + r[1][0], r[0][2] + r[2][0], r[1][2] + r[2][1]);
        let [w, x, y, z] = self.0;
        Quaternion([
            ww * w + wx * x + wy * y + wz * z,
            wx * w + xx * x + xy * y + xz * z,
            wy * w + xy * x + yy * y + yz * z,
            wz * w + xz * x + yz * y + zz * z,
        ])
        .normalised()
    }

    /// `self` scaled to unit norm.
    pub fn normalised(self) -> Self {
        let [w, x, y, z] = self.0;
        let scale = S::one() / (w * w + x * x + y * y + z * z).sqrt();
        Quaternion(self.0.map(|c| c * scale))
    }

    /// The sum of the components, as in an integration step.
    pub fn plus(self, step: Self) -> Self {
        Quaternion(std::array::from_fn(|i| self.0[i] + step.0[i]))
    }

    fn half(omega: Vec3<S>) -> Self {
        let [x, y, z] = (omega * S::from(0.5)).0;
        Quaternion([S::zero(), x, y, z])
    }
}
