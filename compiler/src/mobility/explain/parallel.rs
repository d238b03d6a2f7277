//! Axes of a loop that are nearly parallel: a typing error or a rounded number that locks the loop.

use super::words::{digits, names};
use crate::kinematics::Mechanism;
use crate::model::{JointId, Vec3};
use crate::topology::Loop;

/// Directions are parallel if the sine of the angle between them is below this value, which allows for rounding of unit
/// vectors.
const PARALLEL: f64 = 1e-13;
/// Directions with a greater sine are not meant to be parallel.
const MEANT: f64 = 1e-2;

/// An axis that is almost, but not exactly, parallel to others of its loop.
pub struct Off {
    /// Its joint.
    pub joint: JointId,
    /// `` the axis of `d` is 5.73e-6 deg off being parallel to those of `a` and `b` ``
    pub words: String,
}

/// The axis of a loop that is almost, but not exactly, parallel to others. Of several, that with the fewest parallel
/// axes is taken, then that with the smallest angle.
pub fn find(mechanism: &Mechanism, l: &Loop) -> Option<Off> {
    let axes = axes(mechanism, l);
    let alike = |own: &Vec3| axes.iter().filter(|(_, other)| sine(own, other) < PARALLEL).count();
    let pairs = axes.iter().flat_map(|own| axes.iter().map(move |other| (own, other)));
    let near = pairs.filter(|(own, other)| (PARALLEL..MEANT).contains(&sine(&own.1, &other.1)));
    let ((joint, own), (_, other)) = near.min_by(|(a, b), (c, d)| {
        let by_fellows = alike(&a.1).cmp(&alike(&c.1));
        let by_angle = sine(&a.1, &b.1).total_cmp(&sine(&c.1, &d.1));
        // Of two equal ones, the joint declared last is taken.
        by_fellows.then(by_angle).then(c.0.cmp(&a.0))
    })?;
    let fellows = axes.iter().filter(|(_, axis)| sine(axis, other) < PARALLEL);
    let fellows: Vec<JointId> = fellows.map(|(joint, _)| *joint).collect();
    let name = |joint: &JointId| mechanism.model.joint(*joint).name.as_str();
    let those = if fellows.len() == 1 { "that" } else { "those" };
    let words = format!(
        "the axis of `{}` is {} deg off being parallel to {those} of {}",
        name(joint),
        digits(sine(own, other).asin().to_degrees()),
        names(fellows.iter().map(name))
    );
    Some(Off { joint: *joint, words })
}

/// Sine of the angle between two directions.
fn sine(a: &Vec3, b: &Vec3) -> f64 {
    a.cross(b).norm()
}

/// Axes of the loop's joints that turn about one axis, as declared.
fn axes(mechanism: &Mechanism, l: &Loop) -> Vec<(JointId, Vec3)> {
    let topology = mechanism.topology;
    let tree = l.bodies().filter_map(|body| topology.joint(body).declared);
    let mut joints: Vec<JointId> = tree.chain([l.cut]).collect();
    joints.sort_unstable();
    let axis = |joint: JointId| {
        let kind = mechanism.model.joint(joint).kind.plain();
        let turns = kind.turning_axis().is_some();
        let direction = kind.directions().first().map(|direction| direction.normalize());
        direction.filter(|_| turns).map(|direction| (joint, direction))
    };
    joints.into_iter().filter_map(axis).collect()
}
