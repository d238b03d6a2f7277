//! Reflection of parts from the left to the right: y becomes -y.
//!
//! With `M = diag(1, -1, 1)`:
//! - points and other polar vectors (directions of translation): `M a`;
//! - axial vectors (axes of rotation): `det(M) M a = -M a`, so that mirrored motion has equal coordinates: a wheel's
//!   axis +y stays +y, a pivot's +x becomes -x;
//! - inertia tensors: `M I M`.
//!
//! The image of a part is the reflection of *all* its geometry, whether it was given by numbers, by points of the group
//! or by points of the whole vehicle; only so are the two sides one mechanism with two sets of constants.

use super::WheelId;
use super::scope::{Kind, Scope};
use super::{Body, BodyId, Drive, DriveId, Joint, JointId, JointKind, Measure, Output, Spring, SpringId, Vec3, Wheel};
use nalgebra::Matrix3;

/// Reflection with respect to one group: references to its parts turn into their images, others stay.
pub(super) struct Mirror<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) group: usize,
}

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

impl Mirror<'_> {
    fn image(&self, kind: Kind, position: usize) -> usize {
        self.scope.image(kind, position, self.group)
    }

    /// `front_left.knuckle` to `front_right.knuckle`.
    fn name(&self, name: &str) -> String {
        self.scope.image_name(name, self.group)
    }

    fn body_id(&self, id: BodyId) -> BodyId {
        self.image(Kind::Body, id.index()).into()
    }

    fn joint_id(&self, id: JointId) -> JointId {
        self.image(Kind::Joint, id.index()).into()
    }

    fn spring_id(&self, id: SpringId) -> SpringId {
        self.image(Kind::Spring, id.index()).into()
    }

    fn wheel_id(&self, id: WheelId) -> WheelId {
        self.image(Kind::Wheel, id.index()).into()
    }

    fn drive_id(&self, id: DriveId) -> DriveId {
        self.image(Kind::Drive, id.index()).into()
    }

    pub(super) fn body(&self, body: &Body) -> Body {
        Body {
            name: self.name(&body.name),
            mass: body.mass,
            com: polar(&body.com),
            inertia: tensor(&body.inertia),
            span: body.span,
        }
    }

    pub(super) fn joint(&self, joint: &Joint) -> Joint {
        Joint {
            name: self.name(&joint.name),
            kind: joint_kind(&joint.kind),
            first: self.body_id(joint.first),
            second: self.body_id(joint.second),
            drive: joint.drive.map(|drive| self.drive_id(drive)),
            tree: joint.tree,
            span: joint.span,
        }
    }

    pub(super) fn spring(&self, spring: &Spring) -> Spring {
        Spring {
            name: self.name(&spring.name),
            first: self.body_id(spring.first),
            second: self.body_id(spring.second),
            from: polar(&spring.from),
            to: polar(&spring.to),
            ..spring.clone()
        }
    }

    pub(super) fn wheel(&self, wheel: &Wheel) -> Wheel {
        Wheel {
            name: self.name(&wheel.name),
            carrier: self.body_id(wheel.carrier),
            centre: polar(&wheel.centre),
            axis: axial(&wheel.axis),
            driven_from: self.body_id(wheel.driven_from),
            ..wheel.clone()
        }
    }

    pub(super) fn drive(&self, drive: &Drive) -> Drive {
        Drive {
            name: self.name(&drive.name),
            joint: self.joint_id(drive.joint),
            span: drive.span,
        }
    }

    pub(super) fn output(&self, output: &Output) -> Output {
        Output {
            name: self.name(&output.name),
            measure: self.measure(&output.measure),
            span: output.span,
        }
    }

    fn measure(&self, measure: &Measure) -> Measure {
        match measure {
            Measure::Camber { wheel, reference } => Measure::Camber {
                wheel: self.wheel_id(*wheel),
                reference: self.body_id(*reference),
            },
            Measure::Toe { wheel, reference } => Measure::Toe {
                wheel: self.wheel_id(*wheel),
                reference: self.body_id(*reference),
            },
            Measure::Steer { wheel, reference } => Measure::Steer {
                wheel: self.wheel_id(*wheel),
                reference: self.body_id(*reference),
            },
            Measure::Length(spring) => Measure::Length(self.spring_id(*spring)),
            Measure::Force(spring) => Measure::Force(self.spring_id(*spring)),
            Measure::Coordinate(joint) => Measure::Coordinate(self.joint_id(*joint)),
            Measure::Speed(joint) => Measure::Speed(self.joint_id(*joint)),
            Measure::Position {
                body,
                point,
                component,
                reference,
            } => Measure::Position {
                body: self.body_id(*body),
                point: polar(point),
                component: *component,
                reference: self.body_id(*reference),
            },
        }
    }
}

/// The reflection of a joint.
pub(crate) fn joint_kind(kind: &JointKind) -> JointKind {
    match kind {
        JointKind::Fixed { at } => JointKind::Fixed { at: polar(at) },
        JointKind::Revolute { at, axis } => JointKind::Revolute {
            at: polar(at),
            axis: axial(axis),
        },
        JointKind::Prismatic { at, axis } => JointKind::Prismatic {
            at: polar(at),
            axis: polar(axis),
        },
        JointKind::Spherical { at } => JointKind::Spherical { at: polar(at) },
        JointKind::Universal { at, axes } => JointKind::Universal {
            at: polar(at),
            axes: axes.map(|axis| axial(&axis)),
        },
        JointKind::Free { at } => JointKind::Free { at: polar(at) },
        JointKind::Distance { from, to } => JointKind::Distance {
            from: polar(from),
            to: polar(to),
        },
    }
}
