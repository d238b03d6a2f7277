//! Whether the position of a joint or a drive is a length.

use super::Running;

/// Whether the position of a drive is a length.
pub fn drive(running: &Running, input: usize) -> bool {
    let model = &running.compiled.model;
    let drive = model.drives.iter().find(|drive| drive.input == input);
    drive.is_some_and(|drive| match &drive.share {
        Some(share) => share.slides[1],
        None => joint(running, &model.joint(drive.joint).name),
    })
}

/// Whether the coordinate of the joint with this name is a length.
pub fn joint(running: &Running, name: &str) -> bool {
    let joint = running.compiled.model.joints.iter().find(|joint| joint.name == name);
    let axis = joint.and_then(|joint| joint.kind.single_axis());
    axis.is_none_or(|axis| axis.turn == 0.0)
}
