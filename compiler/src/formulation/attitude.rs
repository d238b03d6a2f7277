//! Yaw, pitch and roll angle of a body, their rates, and the sideslip angle of a point (ISO 8855).
//!
//! With the rotation `R = Rz(yaw) Ry(pitch) Rx(roll)` from the body's vehicle axes to the vehicle axes of the
//! reference,
//!
//! ```text
//! yaw = atan2(R10, R00),  pitch = atan2(-R20, h),  roll = atan2(R21, R22),  h = cos(pitch) = sqrt(R00² + R10²)
//! ```
//!
//! and with the angular velocity `w` against the reference, in its axes, `w = yaw' z + pitch' (-R10, R00, 0) / h + roll' (R00, R10, R20)`,
//! so that `roll' = (w_x R00 + w_y R10) / h²`, `pitch' = (w_y R00 - w_x R10) / h`, `yaw' = w_z - roll' R20`.

use super::measure::{Instant, design_rotation};
use crate::model::{Attitude, BodyId, Point};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

impl<S: Scalar> Instant<'_, S> {
    /// Angle of a body's axes relative to the axes of another body [rad], or the angle's rate [rad/s].
    pub(super) fn attitude(&self, angle: Attitude, is_rate: bool, body: BodyId, reference: BodyId) -> S {
        let (mechanism, position) = (self.mechanism, &self.position);
        let axes = design_rotation(mechanism, position, reference).transpose();
        let rotation = axes * design_rotation(mechanism, position, body);
        let forward = rotation * Vec3([S::one(), S::zero(), S::zero()]);
        if !is_rate {
            return angle_of(angle, &rotation, forward);
        }
        let turning = |body| {
            self.velocity
                .twist_in(mechanism, position, body, BodyId::GROUND)
                .angular
        };
        rate_of(angle, axes * (turning(body) - turning(reference)), forward)
    }

    /// Sideslip angle of a point of a body [rad].
    pub(super) fn sideslip(&self, body: BodyId, point: &Point) -> S {
        let (mechanism, position) = (self.mechanism, &self.position);
        let world = position.point_in(mechanism, body, mechanism.design.point(point), BodyId::GROUND);
        let twist = self.velocity.twist_in(mechanism, position, body, BodyId::GROUND);
        let [vx, vy, _] = twist.at(world).0;
        let [x, y, _] = (design_rotation(mechanism, position, body) * Vec3([S::one(), S::zero(), S::zero()])).0;
        (x * vy - y * vx).atan2(x * vx + y * vy)
    }
}

fn angle_of<S: Scalar>(angle: Attitude, rotation: &Mat3<S>, forward: Vec3<S>) -> S {
    let [x, y, z] = forward.0;
    match angle {
        Attitude::Yaw => y.atan2(x),
        Attitude::Pitch => (-z).atan2((x * x + y * y).sqrt()),
        Attitude::Roll => {
            let up = rotation.transpose() * Vec3([S::zero(), S::zero(), S::one()]);
            up.0[1].atan2(up.0[2])
        }
    }
}

fn rate_of<S: Scalar>(angle: Attitude, turning: Vec3<S>, forward: Vec3<S>) -> S {
    let ([wx, wy, wz], [x, y, z]) = (turning.0, forward.0);
    let level = x * x + y * y;
    let roll = (wx * x + wy * y) * (S::one() / level);
    match angle {
        Attitude::Yaw => wz - roll * z,
        Attitude::Pitch => (wy * x - wx * y) * (S::one() / level.sqrt()),
        Attitude::Roll => roll,
    }
}
