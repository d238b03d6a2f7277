//! Links that replace a massless body between two joints.

use super::{
    Cylindrical, Distance, JointKind, Planar, PointOnPlane, Prismatic, Revolute, RevoluteTranslational, Spherical,
    SphericalRevolute, SphericalTranslational, Universal,
};
use crate::model::{Axis, Point};

/// A ball that is nearer to an axis than this distance counts as on the axis [m].
const ON_AXIS: f64 = 1e-6;

/// The link that replaces a massless body between a joint on the first body and a ball joint. `None` if no link moves
/// like them.
pub(in crate::model) fn with_ball(joint: &JointKind, ball: &Point) -> Option<JointKind> {
    match joint {
        JointKind::Revolute(Revolute { at, axis }) => (arm(at, axis, ball) > ON_AXIS).then(|| {
            JointKind::SphericalRevolute(SphericalRevolute {
                at: at.clone(),
                axis: axis.clone(),
                ball: ball.clone(),
            })
        }),
        JointKind::Prismatic(Prismatic { axis, .. }) => Some(strut(axis, ball)),
        // Only if the ball is on the axis, the body's only remaining motion is a rotation about itself.
        JointKind::Cylindrical(Cylindrical { at, axis }) => (arm(at, axis, ball) < ON_AXIS).then(|| strut(axis, ball)),
        JointKind::Planar(Planar { normal, .. }) => Some(JointKind::PointOnPlane(PointOnPlane {
            at: ball.clone(),
            normal: normal.clone(),
        })),
        JointKind::Spherical(Spherical { at }) | JointKind::Universal(Universal { at, .. }) => rod(at, ball),
        JointKind::Fixed(_)
        | JointKind::Screw(_)
        | JointKind::ConstantVelocity(_)
        | JointKind::Free(_)
        | JointKind::Distance(_)
        | JointKind::PointOnPlane(_)
        | JointKind::SphericalRevolute(_)
        | JointKind::SphericalTranslational(_)
        | JointKind::RevoluteTranslational(_)
        | JointKind::Gear(_) => None,
    }
}

/// Distance of a ball from an axis [m].
fn arm(at: &Point, axis: &Axis, ball: &Point) -> f64 {
    (**ball - **at).cross(axis).norm()
}

fn strut(axis: &Axis, ball: &Point) -> JointKind {
    JointKind::SphericalTranslational(SphericalTranslational {
        at: ball.clone(),
        axis: axis.clone(),
    })
}

/// The rod between two joints, each of which is about a point of the body.
fn rod(from: &Point, to: &Point) -> Option<JointKind> {
    ((**from - **to).norm() > ON_AXIS).then(|| {
        JointKind::Distance(Distance {
            from: from.clone(),
            to: to.clone(),
            reach: None,
            mass: None,
        })
    })
}

/// The link that replaces a massless body between a slide on the first body and a pivot of the second body. If slide
/// and pivot are parallel, it is a cylindrical joint.
pub(in crate::model) fn slider_with_pivot(slide: &Axis, (at, axis): (&Point, &Axis)) -> JointKind {
    let kind = RevoluteTranslational {
        at: at.clone(),
        axis: axis.clone(),
        slide: slide.clone(),
    };
    match kind.is_cylindrical() {
        true => JointKind::Cylindrical(Cylindrical {
            at: kind.at,
            axis: kind.axis,
        }),
        false => JointKind::RevoluteTranslational(kind),
    }
}
