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
use super::measure::Part;
use super::scope::{Kind, Scope};
use super::{
    Body, BodyId, Bushing, Curve, Drive, DriveId, Effort, Force, ForceId, Friction, Joint, JointId, JointKind, Law,
    Load, Measure, Output, Place, RollBar, Signal, SignalId, Six, Size, Spring, SpringId, Torsion, Vec3, Wheel,
};
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

/// By direction of a bushing: whether its image counts the other way; see [`six`].
const SIGNS: [f64; 6] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0];

/// The reflection of a bushing's matrix. Axes `A` become `M A M`, a right-handed set again; a displacement with the
/// components `d` along the old ones has `M d` along the new, a rotation `θ` has `-M θ`.
pub(crate) fn six(matrix: &Six) -> Six {
    Six::from_lower(|i, j| matrix.at(i, j).map(|x| SIGNS[i] * SIGNS[j] * x))
}

/// The reflection of a bushing's curve over direction `k`.
pub(crate) fn bushing_curve(k: usize, curve: Option<&Curve>) -> Option<Curve> {
    curve.map(|curve| if SIGNS[k] < 0.0 { curve.turned() } else { curve.clone() })
}

impl Mirror<'_> {
    fn image(&self, kind: Kind, position: usize) -> usize {
        self.scope.image(kind, position)
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

    fn force_id(&self, id: ForceId) -> ForceId {
        self.image(Kind::Force, id.index()).into()
    }

    fn signal_id(&self, id: SignalId) -> SignalId {
        self.image(Kind::Signal, id.index()).into()
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
            mass: body.mass.clone(),
            com: body.com.map(polar),
            inertia: body.inertia.map(tensor),
            span: body.span,
        }
    }

    pub(super) fn joint(&self, joint: &Joint) -> Joint {
        Joint {
            name: self.name(&joint.name),
            kind: self.geared(joint_kind(&joint.kind)),
            first: self.body_id(joint.first),
            second: self.body_id(joint.second),
            drive: joint.drive.map(|drive| self.drive_id(drive)),
            tree: joint.tree,
            span: joint.span,
        }
    }

    /// A gear of mirrored wheels is on the images of their joints, where coordinates are equal.
    fn geared(&self, mut kind: JointKind) -> JointKind {
        if let JointKind::Gear { joints, .. } = &mut kind {
            *joints = joints.map(|joint| self.joint_id(joint));
        }
        kind
    }

    pub(super) fn spring(&self, spring: &Spring) -> Spring {
        Spring {
            name: self.name(&spring.name),
            first: self.body_id(spring.first),
            second: self.body_id(spring.second),
            from: spring.from.map(polar),
            to: spring.to.map(polar),
            actuator: spring.actuator.map(|signal| self.signal_id(signal)),
            ..spring.clone()
        }
    }

    pub(super) fn force(&self, force: &Force) -> Force {
        Force {
            name: self.name(&force.name),
            law: self.law(&force.law),
            span: force.span,
        }
    }

    fn law(&self, law: &Law) -> Law {
        match law {
            Law::Bushing(b) => Law::Bushing(Box::new(Bushing {
                first: self.body_id(b.first),
                second: self.body_id(b.second),
                at: b.at.map(polar),
                axes: tensor(&b.axes),
                stiffness: six(&b.stiffness),
                damping: six(&b.damping),
                curves: std::array::from_fn(|k| bushing_curve(k, b.curves[k].as_ref())),
            })),
            Law::Friction(friction) => Law::Friction(Friction {
                joint: self.joint_id(friction.joint),
                ..friction.clone()
            }),
            Law::Load(load) => Law::Load(self.load(load)),
            Law::RollBar(bar) => Law::RollBar(RollBar {
                first: self.body_id(bar.first),
                second: self.body_id(bar.second),
                via: self.body_id(bar.via),
                from: bar.from.map(polar),
                to: bar.to.map(polar),
                axis: bar.axis.map(polar),
                ..bar.clone()
            }),
            // Mirrored motion has equal angles.
            Law::Torsion(torsion) => Law::Torsion(Torsion {
                joint: self.joint_id(torsion.joint),
                actuator: torsion.actuator.map(|signal| self.signal_id(signal)),
                ..torsion.clone()
            }),
        }
    }

    fn load(&self, load: &Load) -> Load {
        let reflect = match load.effort {
            Effort::Force => polar,
            Effort::Torque => axial,
        };
        let on = match &load.on {
            Place::Body {
                body,
                against,
                seen_from,
                at,
                axis,
            } => Place::Body {
                body: self.body_id(*body),
                against: self.body_id(*against),
                seen_from: self.body_id(*seen_from),
                at: at.map(polar),
                axis: axis.map(reflect),
            },
            Place::Joint(joint) => Place::Joint(self.joint_id(*joint)),
        };
        let size = match &load.size {
            Size::Constant(size) => Size::Constant(size.clone()),
            Size::Signal(signal) => Size::Signal(self.signal_id(*signal)),
        };
        Load {
            on,
            effort: load.effort,
            size,
        }
    }

    pub(super) fn wheel(&self, wheel: &Wheel) -> Wheel {
        Wheel {
            name: self.name(&wheel.name),
            carrier: self.body_id(wheel.carrier),
            centre: wheel.centre.map(polar),
            axis: wheel.axis.map(axial),
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

    pub(super) fn signal(&self, signal: &Signal) -> Signal {
        Signal {
            name: self.name(&signal.name),
            ..signal.clone()
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
        let mut image = measure.clone();
        image.for_each_part(|part| match part {
            Part::Body(id) => *id = self.body_id(*id),
            Part::Joint(id) => *id = self.joint_id(*id),
            Part::Spring(id) => *id = self.spring_id(*id),
            Part::Force(id) => *id = self.force_id(*id),
            Part::Wheel(id) => *id = self.wheel_id(*id),
        });
        if let Measure::Point { point, .. } = &mut image {
            *point = point.map(polar);
        }
        image
    }
}

/// The reflection of a joint.
pub(crate) fn joint_kind(kind: &JointKind) -> JointKind {
    // Directions of translation and of shafts are reflected as points are, axes of rotation keep their sense of turn.
    let reflect = match kind {
        JointKind::Prismatic { .. }
        | JointKind::ConstantVelocity { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::SphericalTranslational { .. } => polar,
        _ => axial,
    };
    let mut reflected = kind.map(|point| point.map(polar), |axis| axis.map(reflect));
    if let JointKind::Screw { pitch, .. } = &mut reflected {
        // A thread changes its hand.
        *pitch = -*pitch;
    }
    reflected
}
