//! Whether the position or speed of a joint or a drive is a length or a velocity.

use super::Running;
use wishbone::solver::Solver;
use wishbone_compiler::model::Joint;

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

/// Whether the coordinate with this name is a length; `None` for Euler parameters.
pub fn coordinate(running: &Running, name: &str) -> Option<bool> {
    let (joint, suffix) = owner(running, name)?;
    match (joint.kind.speeds_are_rates(), suffix) {
        (true, _) => speed(running, name),
        // Position of a free body.
        (false, ".x" | ".y" | ".z") => Some(true),
        (false, ".e0" | ".e1" | ".e2" | ".e3") => None,
        (false, _) => Some(false),
    }
}

/// Whether the speed with this name is a velocity; `None` if it belongs to no joint.
pub fn speed(running: &Running, name: &str) -> Option<bool> {
    let wheels = running.engine.description().wheels;
    if name.strip_suffix(".spin").is_some_and(|wheel| wheels.contains(&wheel)) {
        return Some(false);
    }
    let (joint, suffix) = owner(running, name)?;
    let place = [false, true].iter().find_map(|is_reversed| {
        let names = joint.kind.names(*is_reversed);
        names.speeds.iter().position(|own| *own == suffix)
    });
    Some(joint.kind.slides(place?))
}

/// The joint of a coordinate or a speed, and the rest of its name.
fn owner<'r, 'n>(running: &'r Running, name: &'n str) -> Option<(&'r Joint, &'n str)> {
    let joints = running.compiled.model.joints.iter();
    let of = |joint: &'r Joint| {
        let suffix = name.strip_prefix(joint.name.as_str())?;
        (suffix.is_empty() || suffix.starts_with('.')).then_some((joint, suffix))
    };
    joints.filter_map(of).min_by_key(|(_, suffix)| suffix.len())
}
