//! Reflection of parts from the left to the right: y becomes -y.
//!
//! With `M = diag(1, -1, 1)`:
//! - points and other polar vectors (directions of translation): `M a`;
//! - axial vectors (axes of rotation): `det(M) M a = -M a`, so that mirrored motion has equal coordinates: a wheel's
//!   axis +y stays +y, a pivot's +x becomes -x;
//! - inertia tensors: `M I M`.
//!
//! The image of a part is the reflection of *all* its geometry, whether this was given by numbers, by points of the
//! group or by points of the whole vehicle. Only then are both sides the same mechanism with two sets of constants.

use super::scope::{Kind, Scope};
use super::{Declared, Force, Joint, JointId, JointKind, Reference, Symmetric6, Vec3};
use nalgebra::Matrix3;

/// Reflection with respect to one group. References to parts of the group become references to their images; other
/// references stay.
pub(super) struct Mirror<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) group: usize,
}

impl Mirror<'_> {
    /// The image of a part: `front_left.knuckle` becomes `front_right.knuckle`.
    pub(super) fn image<T: Declared>(&self, part: &T) -> T {
        let mut image = part.clone();
        let name = self.scope.image_name(image.name(), self.group);
        *image.name() = name;
        for reference in image.references() {
            self.refer(reference);
        }
        for mut quantity in image.quantities() {
            quantity.reflect();
        }
        image
    }

    /// The image of a gear. A joint that both sides share is its own image, and its coordinate may change its sign.
    pub(super) fn image_of_gear(&self, gear: &Joint, joints: &[Option<Joint>]) -> Joint {
        let mut image = self.image(gear);
        if let Some(declared) = gear.kind.gear() {
            let sign = |id| if self.turns_over(id, joints) { -1.0 } else { 1.0 };
            image.kind.reflect_coordinates(declared.map(sign));
        }
        image
    }

    /// The image of a force element. On a joint that both sides share it acts against the other coordinate.
    pub(super) fn image_of_force(&self, force: &Force, joints: &[Option<Joint>]) -> Force {
        let mut image = self.image(force);
        if self.acts_turned_over(force, joints) {
            image.law.element_mut().turn_over();
        }
        image
    }

    /// Whether a force element acts on a joint that both sides share, and whose coordinate changes its sign.
    pub(super) fn acts_turned_over(&self, force: &Force, joints: &[Option<Joint>]) -> bool {
        let joint = force.law.element().joint();
        joint.is_some_and(|joint| self.turns_over(joint, joints))
    }

    /// Whether a joint is its own image, and the reflection turns its axis over: its coordinate then changes its sign.
    fn turns_over(&self, id: JointId, joints: &[Option<Joint>]) -> bool {
        let is_shared = self.scope.image(Kind::Joint, id.index()) == id.index();
        let joint = joints[id.index()].as_ref().filter(|_| is_shared);
        joint.is_some_and(|joint| is_turned_over(&joint.kind))
    }

    fn refer(&self, reference: Reference) {
        let image = |kind: Kind, position: usize| self.scope.image(kind, position);
        match reference {
            Reference::Body(id) => *id = image(Kind::Body, id.index()).into(),
            Reference::Joint(id) => *id = image(Kind::Joint, id.index()).into(),
            Reference::Spring(id) => *id = image(Kind::Spring, id.index()).into(),
            Reference::Force(id) => *id = image(Kind::Force, id.index()).into(),
            Reference::Wheel(id) => *id = image(Kind::Wheel, id.index()).into(),
            Reference::Drive(id) => *id = image(Kind::Drive, id.index()).into(),
            Reference::Signal(id) => *id = image(Kind::Signal, id.index()).into(),
        }
    }
}

/// Whether the reflection turns the axis of a joint over, along which it slides or about which it turns.
fn is_turned_over(kind: &JointKind) -> bool {
    let over = |axis: &Vec3, reflected: Vec3| reflected.dot(axis) < 0.0;
    match (kind.slider(), kind.turning_axis()) {
        (Some(slider), _) => over(slider.axis, polar(slider.axis)),
        (None, Some(axis)) => over(axis, axial(axis)),
        (None, None) => false,
    }
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

/// The reflection of a bushing's matrix. Axes `A` become `M A M`, which is again a right-handed set. A displacement
/// with the components `d` along the old axes has `M d` along the new ones, and a rotation `θ` has `-M θ`.
pub(crate) fn six(matrix: &Symmetric6) -> Symmetric6 {
    Symmetric6::from_lower(|i, j| matrix.at(i, j).map(|x| Symmetric6::SIGNS[i] * Symmetric6::SIGNS[j] * x))
}
