//! Images of gears and force elements, which act on the coordinates of joints.

use crate::model::mirror::Mirror;
use crate::model::namespace::Kind;
use crate::model::reflection::{axial, polar};
use crate::model::{Force, Joint, JointId, JointKind, Vec3};

impl Mirror<'_> {
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

    /// Whether a joint is its own image, and the reflection reverses its axis: its coordinate then changes its sign.
    fn turns_over(&self, id: JointId, joints: &[Option<Joint>]) -> bool {
        let is_shared = self.scope.image(Kind::Joint, id.index()) == id.index();
        let joint = joints[id.index()].as_ref().filter(|_| is_shared);
        joint.is_some_and(|joint| is_turned_over(&joint.kind))
    }
}

/// Whether the reflection reverses the axis along which a joint slides or about which it turns.
fn is_turned_over(kind: &JointKind) -> bool {
    let over = |axis: &Vec3, reflected: Vec3| reflected.dot(axis) < 0.0;
    match (kind.slider(), kind.turning_axis()) {
        (Some(slider), _) => over(slider.axis, polar(slider.axis)),
        (None, Some(axis)) => over(axis, axial(axis)),
        (None, None) => false,
    }
}
