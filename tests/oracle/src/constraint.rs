//! Joints as equations between the motions of two bodies.
//!
//! A row is `phi = 0` with `phi' = J v - target` and `phi'' = J a + gamma`. `v` holds the angular velocities and the velocities of the
//! centres of mass, `a` holds their rates. All three equations hold exactly for *any* motion, whether or not the joint is closed, so
//! that finite differences can check them.
//!
//! The equations themselves are in `pair.rs`.

use crate::body::Motions;
use crate::gear;
use crate::loads::{Drive, Loads};
use crate::pair::Pair;
use std::f64::consts::TAU;
use wishbone_compiler::model::{
    ConstantVelocity, Cylindrical, Distance, Fixed, Free, Gear, Joint, JointKind, Model, Planar, PointOnPlane,
    Prismatic, Revolute, RevoluteTranslational, Screw, Spherical, SphericalRevolute, SphericalTranslational, Universal,
    Vec3,
};

/// Coefficients of a row for the velocity (or acceleration) of one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// Position among the moving bodies; none for the ground.
    pub slot: Option<usize>,
    /// Coefficient of the angular velocity: moment of a unit reaction about the centre of mass.
    pub angular: Vec3,
    /// Coefficient of the velocity of the centre of mass: force of a unit reaction.
    pub linear: Vec3,
}

/// One scalar equation: `phi = 0`, `phi' = J v - target`, `phi'' = J a + gamma`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Coefficients of the first body.
    pub first: Coefficients,
    /// Coefficients of the second body.
    pub second: Coefficients,
    /// For a gear, coefficients of the body that carries its wheels.
    pub carrier: Coefficients,
    /// Residual of the joint [m or rad].
    pub phi: f64,
    /// Prescribed part of the rate; zero unless the joint is driven.
    pub target: f64,
    /// Velocity terms and prescribed acceleration.
    pub gamma: f64,
}

impl Coefficients {
    /// Coefficients for no body.
    pub fn none() -> Self {
        Coefficients {
            slot: None,
            angular: Vec3::zeros(),
            linear: Vec3::zeros(),
        }
    }
}

impl Row {
    /// The coefficients of all bodies in the row.
    pub fn parts(&self) -> [Coefficients; 3] {
        [self.first, self.second, self.carrier]
    }

    /// Rate of the residual, `phi'` [m/s or rad/s].
    pub fn rate(&self, motions: &Motions) -> f64 {
        let of = |part: Coefficients| {
            part.slot.map_or(0.0, |slot| {
                let body = &motions.bodies[slot];
                part.angular.dot(&body.angular_velocity) + part.linear.dot(&body.velocity)
            })
        };
        self.parts().map(of).iter().sum::<f64>() - self.target
    }

    /// Half the difference of two rows between the same bodies.
    pub(crate) fn half_difference(self, other: Row) -> Row {
        let half = |a: Coefficients, b: Coefficients| Coefficients {
            slot: a.slot,
            angular: 0.5 * (a.angular - b.angular),
            linear: 0.5 * (a.linear - b.linear),
        };
        Row {
            first: half(self.first, other.first),
            second: half(self.second, other.second),
            carrier: Coefficients::none(),
            phi: 0.5 * (self.phi - other.phi),
            target: 0.5 * (self.target - other.target),
            gamma: 0.5 * (self.gamma - other.gamma),
        }
    }
}

/// The equations of a joint, and of its drive if it has one.
pub(crate) fn rows(model: &Model, joint: &Joint, motions: &Motions, loads: &Loads) -> Vec<Row> {
    let pair = Pair::new(model, joint, motions);
    let drive = drive_of(model, joint, loads);
    let mut rows = Vec::with_capacity(6);
    match joint.kind.plain() {
        JointKind::Free(_) => {}
        JointKind::Spherical(Spherical { at }) => rows.extend(pair.coincidence(at)),
        JointKind::Universal(Universal { at, axes }) => {
            rows.extend(pair.coincidence(at));
            rows.push(pair.constant_angle(axes));
        }
        JointKind::ConstantVelocity(ConstantVelocity { at, axes }) => {
            rows.extend(pair.coincidence(at));
            rows.push(pair.untwisted(axes));
        }
        JointKind::Cylindrical(Cylindrical { at, axis }) => {
            rows.extend(pair.hinge(axis));
            rows.extend(normals(axis).map(|normal| pair.slide(at, normal)));
        }
        JointKind::Screw(Screw { at, axis, pitch }) => {
            rows.extend(pair.hinge(axis));
            rows.extend(normals(axis).map(|normal| pair.slide(at, normal)));
            rows.push(pair.thread(at, axis, pitch));
            rows.extend(drive.map(|drive| pair.driven_angle(axis, &drive)));
        }
        JointKind::Planar(Planar { at, normal }) => {
            rows.extend(pair.hinge(normal));
            rows.push(pair.slide(at, normal));
        }
        JointKind::PointOnPlane(PointOnPlane { at, normal }) => rows.push(match drive {
            Some(drive) => pair.driven_slide(at, normal, &drive),
            None => pair.slide(at, normal),
        }),
        JointKind::SphericalTranslational(SphericalTranslational { at, axis }) => {
            rows.extend(normals(axis).map(|normal| pair.slide(at, normal)));
        }
        JointKind::RevoluteTranslational(RevoluteTranslational { at, axis, slide }) => {
            rows.extend(pair.hinge(axis));
            rows.extend(normals(slide).map(|normal| pair.slide(at, normal)));
        }
        JointKind::SphericalRevolute(SphericalRevolute { at, axis, ball }) => rows.extend(pair.arm(at, axis, ball)),
        JointKind::Distance(Distance { from, to, reach, .. }) => {
            let length = (reach.unwrap_or(to) - from).norm();
            rows.push(pair.rod(from, to, length));
        }
        JointKind::Gear(Gear { joints, law, .. }) => {
            let wheels = joints.map(|wheel| model.joint(wheel));
            rows.push(gear::row(model, joint, wheels, &law, motions));
        }
        JointKind::Fixed(Fixed { at }) => {
            rows.extend(pair.coincidence(at));
            rows.extend(pair.same_orientation());
        }
        JointKind::Revolute(Revolute { at, axis }) => {
            rows.extend(pair.coincidence(at));
            rows.extend(pair.hinge(axis));
            rows.extend(drive.map(|drive| pair.driven_angle(axis, &drive)));
        }
        JointKind::Prismatic(Prismatic { at, axis }) => {
            rows.extend(pair.same_orientation());
            rows.extend(normals(axis).map(|normal| pair.slide(at, normal)));
            rows.extend(drive.map(|drive| pair.driven_slide(at, axis, &drive)));
        }
    }
    rows
}

/// Cosine of the angle between a joint and its correct orientation. A reversed axis also satisfies the equations above,
/// but no vehicle is assembled with a reversed axis.
pub(crate) fn alignment(model: &Model, joint: &Joint, motions: &Motions, loads: &Loads) -> f64 {
    let pair = Pair::new(model, joint, motions);
    match joint.kind.plain() {
        JointKind::Free(_)
        | JointKind::Spherical(_)
        | JointKind::Universal(_)
        | JointKind::PointOnPlane(_)
        | JointKind::SphericalRevolute(_)
        | JointKind::SphericalTranslational(_)
        | JointKind::Gear(_)
        | JointKind::Distance(_) => 1.0,
        // A bend by half a turn about the middle of the axes is not a valid bend.
        JointKind::ConstantVelocity(ConstantVelocity {
            axes: [first, second], ..
        }) => pair.cosine(first, second),
        JointKind::Cylindrical(Cylindrical { axis, .. })
        | JointKind::RevoluteTranslational(RevoluteTranslational { axis, .. })
        | JointKind::Planar(Planar { normal: axis, .. }) => pair.cosine(axis, axis),
        JointKind::Fixed(_) | JointKind::Prismatic(_) => axes()
            .map(|axis| pair.cosine(axis, axis))
            .into_iter()
            .fold(1.0, f64::min),
        JointKind::Revolute(Revolute { axis, .. }) | JointKind::Screw(Screw { axis, .. }) => {
            let [n, m] = normals(axis);
            let turned = |angle: f64| angle.cos() * n + angle.sin() * m;
            let driven = drive_of(model, joint, loads).map_or(1.0, |drive| pair.cosine(turned(drive.position), n));
            let thread = match joint.kind.plain() {
                JointKind::Screw(Screw { at, axis, pitch }) => {
                    pair.cosine(turned(pair.slide(at, axis).phi * TAU / pitch), n)
                }
                _ => 1.0,
            };
            pair.cosine(axis, axis).min(driven).min(thread)
        }
    }
}

/// The point at which a joint's reaction is reported, fixed in the second body.
pub(crate) fn reaction_point(kind: &JointKind) -> Vec3 {
    match kind.plain() {
        JointKind::Fixed(Fixed { at })
        | JointKind::Revolute(Revolute { at, .. })
        | JointKind::Prismatic(Prismatic { at, .. })
        | JointKind::Spherical(Spherical { at })
        | JointKind::Universal(Universal { at, .. })
        | JointKind::ConstantVelocity(ConstantVelocity { at, .. })
        | JointKind::Cylindrical(Cylindrical { at, .. })
        | JointKind::Screw(Screw { at, .. })
        | JointKind::Planar(Planar { at, .. })
        | JointKind::PointOnPlane(PointOnPlane { at, .. })
        | JointKind::SphericalTranslational(SphericalTranslational { at, .. })
        | JointKind::RevoluteTranslational(RevoluteTranslational { at, .. })
        | JointKind::Gear(Gear { at, .. })
        | JointKind::Free(Free { at }) => at,
        JointKind::Distance(Distance { to, .. }) | JointKind::SphericalRevolute(SphericalRevolute { ball: to, .. }) => {
            to
        }
    }
}

/// Prescribed motion of a joint: the motion of its input; for a joint that shares its input, this motion is scaled and
/// shifted.
fn drive_of(model: &Model, joint: &Joint, loads: &Loads) -> Option<Drive> {
    let drive = &model.drives[joint.drive?.index()];
    let input = loads.drives[drive.input];
    let Some(share) = &drive.share else {
        return Some(input);
    };
    Some(Drive {
        position: *share.ratio * input.position + *share.offset,
        velocity: *share.ratio * input.velocity,
        acceleration: *share.ratio * input.acceleration,
    })
}

/// Two unit vectors that complete `axis` to a right-handed triad: `n x m = axis`.
pub(crate) fn normals(axis: Vec3) -> [Vec3; 2] {
    let least = axis.iamin();
    let n = axis.cross(&Vec3::ith(least, 1.0)).normalize();
    [n, axis.cross(&n)]
}

/// Unit vectors along x, y, z.
pub(crate) fn axes() -> [Vec3; 3] {
    [Vec3::x(), Vec3::y(), Vec3::z()]
}
