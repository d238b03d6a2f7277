//! Images of parts on the other side of the vehicle: y becomes -y.
//!
//! The image of a part is the reflection of *all* its geometry, whether it is given by numbers, by points of the group
//! or by points of the whole vehicle. Only then are both sides one mechanism with two sets of constants.

use super::namespace::Kind;
use super::scope::Scope;
use super::{Declared, Reference};

/// Reflection with respect to one group. References to parts of the group become references to the images of these
/// parts; other references stay unchanged.
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

/// Position among parts of its kind, and surrounding group.
pub(super) type Place = (usize, Option<usize>);

/// Stores a part at its position, and its mirror image, if it has one, at the image's position.
pub(super) fn put<'a, T>(
    scope: &'a Scope<'a>,
    slots: &mut [Option<T>],
    kind: Kind,
    (position, group): Place,
    part: Option<T>,
    reflect: impl Fn(&Mirror<'a>, &T) -> T,
) {
    if let Some(group) = scope.mirrored(group) {
        let image = part.as_ref().map(|part| reflect(&Mirror { scope, group }, part));
        slots[scope.image(kind, position)] = image;
    }
    slots[position] = part;
}
