//! Axes of a loop that are nearly, but not exactly, in a special position: a typing error or a rounded number that locks the loop.

use super::words::{digits, names};
use crate::kinematics::Mechanism;
use crate::model::{JointId, Vec3};
use crate::topology::Loop;
use nalgebra::Matrix3;

/// Directions are parallel if the sine of the angle between them is below this value, which allows for rounding of unit
/// vectors.
const PARALLEL: f64 = 1e-13;
/// Directions with a greater sine are not meant to be parallel.
const MEANT: f64 = 1e-2;
/// Lines that are nearer to each other, or to a point, meet [m].
const MEET: f64 = 1e-13;
/// Lines that are farther from each other, or from a point, are not meant to meet [m].
const MEANT_TO_MEET: f64 = 1e-3;

/// What is almost, but not exactly, as the loop needs it.
pub struct Off {
    /// Its joint.
    pub joint: JointId,
    /// `` the axis of `d` is 5.73e-6 deg off being parallel to those of `a` and `b` ``
    pub words: String,
}

/// Axis of a joint that turns about it or slides along it, as declared.
struct Axis {
    joint: JointId,
    direction: Vec3,
    at: Vec3,
    turns: bool,
}

/// Description of the axes in a loop that are almost, but not exactly, parallel, perpendicular, coaxial or concurrent;
/// `None` if there are no such axes.
pub fn find(mechanism: &Mechanism, l: &Loop) -> Option<Off> {
    let (axes, joints) = axes(mechanism, l);
    let (turning, sliding): (Vec<Axis>, Vec<Axis>) = axes.into_iter().partition(|axis| axis.turns);
    let name = |joint: JointId| mechanism.model.joint(joint).name.as_str();
    off_parallel(&turning, &name)
        .or_else(|| off_perpendicular(&sliding, &turning, &name))
        .or_else(|| off_coaxial(&turning, joints, &name))
        .or_else(|| off_concurrent(&turning, &name))
}

/// The axis that is almost parallel to others. If there are several descriptions, the description with the fewest
/// parallel axes is taken; among these, the description with the smallest angle.
fn off_parallel<'n>(axes: &[Axis], name: &dyn Fn(JointId) -> &'n str) -> Option<Off> {
    let alike = |own: &Axis| axes.iter().filter(|other| own.sine(other) < PARALLEL).count();
    let pairs = axes.iter().flat_map(|own| axes.iter().map(move |other| (own, other)));
    let near = pairs.filter(|(own, other)| (PARALLEL..MEANT).contains(&own.sine(other)));
    let (own, other) = near.min_by(|(a, b), (c, d)| {
        let by_fellows = alike(a).cmp(&alike(c));
        let by_angle = a.sine(b).total_cmp(&c.sine(d));
        // Of two equal axes, the axis of the joint declared last is taken.
        by_fellows.then(by_angle).then(c.joint.cmp(&a.joint))
    })?;
    let fellows = axes.iter().filter(|axis| axis.sine(other) < PARALLEL);
    let words = format!(
        "the axis of `{}` is {} deg off being parallel to {}",
        name(own.joint),
        digits(own.sine(other).asin().to_degrees()),
        those(fellows, name)
    );
    Some(own.off(words))
}

/// The slide that almost lies in the plane across parallel axes.
fn off_perpendicular<'n>(sliding: &[Axis], turning: &[Axis], name: &dyn Fn(JointId) -> &'n str) -> Option<Off> {
    let first = turning.first()?;
    if !turning.iter().all(|axis| axis.sine(first) < PARALLEL) {
        return None;
    }
    let out = |own: &Axis| own.direction.dot(&first.direction).abs();
    let own = sliding.iter().find(|own| (PARALLEL..MEANT).contains(&out(own)))?;
    let words = format!(
        "the direction of `{}` is {} deg off being perpendicular to the axes of {}",
        name(own.joint),
        digits(out(own).asin().to_degrees()),
        names(turning.iter().map(|axis| name(axis.joint)))
    );
    Some(own.off(words))
}

/// The second of two hinges between two bodies whose axes almost coincide.
fn off_coaxial<'n>(turning: &[Axis], joints: usize, name: &dyn Fn(JointId) -> &'n str) -> Option<Off> {
    let [first, second] = turning else { return None };
    let apart = first.distance(&second.at);
    let is_near = joints == 2 && first.sine(second) < PARALLEL && (MEET..MEANT_TO_MEET).contains(&apart);
    is_near.then(|| {
        let words = format!(
            "the axis of `{}` lies {} mm beside that of `{}`",
            name(second.joint),
            digits(1e3 * apart),
            name(first.joint)
        );
        second.off(words)
    })
}

/// The axis that almost passes through the common point of all others.
fn off_concurrent<'n>(turning: &[Axis], name: &dyn Fn(JointId) -> &'n str) -> Option<Off> {
    // Of several joints, the joint declared last is taken.
    turning.iter().rev().find_map(|own| {
        let others = || turning.iter().filter(|axis| axis.joint != own.joint);
        let point = common_point(others())?;
        let apart = own.distance(&point);
        (MEET..MEANT_TO_MEET).contains(&apart).then(|| {
            let words = format!(
                "the axis of `{}` passes {} mm beside the common point of {}",
                name(own.joint),
                digits(1e3 * apart),
                those(others(), name)
            );
            own.off(words)
        })
    })
}

/// The point in which lines meet; `None` if the lines do not meet, or are parallel.
fn common_point<'a>(lines: impl Iterator<Item = &'a Axis> + Clone) -> Option<Vec3> {
    // The sum of squares of the distances is least where `Σ (1 - d dᵀ) (x - p)` is zero.
    let across = |line: &Axis| Matrix3::identity() - line.direction * line.direction.transpose();
    let matrix: Matrix3<f64> = lines.clone().map(across).sum();
    let right: Vec3 = lines.clone().map(|line| across(line) * line.at).sum();
    let point = matrix.try_inverse()? * right;
    let size = lines.clone().map(|line| line.at.norm()).fold(1.0, f64::max);
    let meets = |line: &Axis| line.distance(&point) < 1e2 * MEET * size;
    (lines.clone().count() > 1 && lines.into_iter().all(meets)).then_some(point)
}

/// `` those of `a`, `b` and `c` ``
fn those<'a, 'n>(axes: impl Iterator<Item = &'a Axis>, name: &dyn Fn(JointId) -> &'n str) -> String {
    let joints: Vec<JointId> = axes.map(|axis| axis.joint).collect();
    let those = if joints.len() == 1 { "that" } else { "those" };
    format!("{those} of {}", names(joints.into_iter().map(name)))
}

impl Axis {
    /// Sine of the angle between two directions.
    fn sine(&self, other: &Self) -> f64 {
        self.direction.cross(&other.direction).norm()
    }

    /// Distance of a point from the line [m].
    fn distance(&self, point: &Vec3) -> f64 {
        self.direction.cross(&(point - self.at)).norm()
    }

    fn off(&self, words: String) -> Off {
        Off {
            joint: self.joint,
            words,
        }
    }
}

/// Axes of the loop's joints that turn about or slide along one axis, in order of declaration, and the number of all
/// joints of the loop.
fn axes(mechanism: &Mechanism, l: &Loop) -> (Vec<Axis>, usize) {
    let topology = mechanism.topology;
    let tree = l.bodies().filter_map(|body| topology.joint(body).declared);
    let mut joints: Vec<JointId> = tree.chain([l.cut]).collect();
    joints.sort_unstable();
    let axis = |&joint: &JointId| {
        let kind = &mechanism.model.joint(joint).kind;
        let plain = kind.plain();
        let direction = plain.directions().first().map(|direction| direction.normalize())?;
        let turns = plain.turning_axis().is_some();
        (turns || kind.slides(0)).then(|| Axis {
            joint,
            direction,
            at: kind.points().first().map_or_else(Vec3::zeros, |point| **point),
            turns,
        })
    };
    (joints.iter().filter_map(axis).collect(), joints.len())
}
