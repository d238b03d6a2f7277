//! Joints that force elements act on.

use crate::diag::catalogue;
use crate::front::syntax::Path;
use crate::model::Effort;
use crate::model::namespace::Kind;
use crate::model::reading::context::Context;
use crate::model::{BodyId, Joint, JointId};

/// Both bodies of a joint.
pub(super) fn ends(joints: &[Joint], joint: JointId) -> Vec<BodyId> {
    let joint = &joints[joint.index()];
    vec![joint.first, joint.second]
}

/// A joint with one speed, and whether a force or a torque resists this speed. `None` after a report, and for a joint that could not be read.
pub(super) fn joint_with_speed(
    path: &Path,
    joints: &[Option<Joint>],
    context: &mut Context,
) -> Option<(JointId, Effort)> {
    let id = JointId::from(context.find(Kind::Joint, path)?);
    let kind = &joints[id.index()].as_ref()?.kind;
    let Some(single) = kind.single_axis() else {
        let message = format!("`{}` is {} and has no single speed", path.text, kind.word());
        context.ledger.error(&catalogue::NO_COORDINATE, path.span, message);
        return None;
    };
    let effort = if single.slides() { Effort::Force } else { Effort::Torque };
    Some((id, effort))
}
