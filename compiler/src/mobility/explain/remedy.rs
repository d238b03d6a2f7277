//! Changes that make redundant closure equations independent: each is tried on the Jacobian.
//!
//! A joint with an additional freedom permits a relative twist, which adds one column to the closure equations. If the
//! rank rises by the number of redundant equations, no equation is redundant any more. Freedoms beyond this number are
//! added to the mechanism. With the stresses `S`, for which `Sᵀ J = 0`, columns `C` raise the rank by the rank of
//! `Sᵀ C`.

use super::words::{names, plural};
use crate::mobility::linear;
use crate::mobility::linkage::Linkage;
use crate::mobility::screw::Line;
use crate::model::{BodyId, JointId, Model, Vec3};
use nalgebra::{DMatrix, DVector};

/// Largest number of remedies that are named.
const SUGGESTIONS: usize = 2;

/// A joint with more freedom.
#[derive(Clone)]
struct Change {
    joint: JointId,
    /// Number of freedoms that the joint gets.
    released: usize,
    /// Columns of the closure equations for these freedoms.
    columns: DMatrix<f64>,
}

/// Changes of these joints that make `count` redundant equations independent and add the fewest freedoms. `jacobian`
/// holds the equations of the loops concerned. `loads` returns for a joint the wrenches by which these equations load
/// it.
pub fn find(
    linkage: &Linkage,
    jacobian: &DMatrix<f64>,
    loads: &dyn Fn(JointId) -> DMatrix<f64>,
    joints: &[JointId],
    count: usize,
) -> Option<String> {
    let model = linkage.mechanism.model;
    let stresses = linear::null_space(&jacobian.transpose());
    let gained = |changes: &[&Change]| gained(&stresses, changes, count);
    let mut options: Vec<(usize, String)> = Vec::new();
    let balls: Vec<Change> = joints.iter().filter_map(|&joint| ball(linkage, joint, loads)).collect();
    for one in &balls {
        let text = format!("make {} a ball joint", joint_names(model, &[one.joint]));
        options.extend(gained(&[one]).map(|gain| (gain, text)));
    }
    options.extend(hinge_in_place_of_balls(model, joints, count).map(|text| (0, text)));
    for (position, a) in balls.iter().enumerate() {
        for b in &balls[position + 1..] {
            let Some(gain) = gained(&[a, b]) else { continue };
            let pair = joint_names(model, &[a.joint, b.joint]);
            match rod(linkage, a.joint, b.joint) {
                // A body on two balls spins about itself, but a link does not.
                Some(body) if gain > 0 => {
                    let name = &model.body(body).name;
                    let text = format!("put a `link` in place of `{name}`, or make {pair} balls, which lets it spin");
                    options.push((gain - 1, text));
                }
                _ => options.push((gain, format!("make {pair} ball joints"))),
            }
        }
    }
    let all: Vec<(usize, JointId)> = joints
        .iter()
        .filter_map(|&joint| Some((gained(&[&removal(model, joint, loads)])?, joint)))
        .collect();
    let least = options
        .iter()
        .map(|(gain, _)| *gain)
        .chain(all.iter().map(|(gain, _)| *gain))
        .min()?;
    let mut best: Vec<String> = options
        .into_iter()
        .filter(|(gain, _)| *gain == least)
        .map(|(_, text)| text)
        .collect();
    best.truncate(SUGGESTIONS);
    let superfluous = all.iter().filter(|(gain, _)| *gain == least);
    let superfluous: Vec<String> = superfluous.map(|&(_, joint)| joint_names(model, &[joint])).collect();
    if best.len() < SUGGESTIONS && !superfluous.is_empty() {
        best.push(format!("remove {}", superfluous.join(" or ")));
    }
    let gain = match least {
        0 => String::new(),
        _ => format!(" (which adds {})", plural(least, "freedom", "freedoms")),
    };
    Some(best.join("; or ") + &gain)
}

/// Number of freedoms that the changes add to the mechanism; `None` if they do not make `count` equations independent.
fn gained(stresses: &DMatrix<f64>, changes: &[&Change], count: usize) -> Option<usize> {
    let released: usize = changes.iter().map(|change| change.released).sum();
    let none = DMatrix::zeros(stresses.ncols(), 0);
    let felt = changes.iter().fold(none, |matrix, change| {
        linear::beside(&matrix, &stresses.tr_mul(&change.columns))
    });
    let freed = felt.ncols() - linear::null_space(&felt).ncols();
    (freed >= count).then(|| released.saturating_sub(freed))
}

/// Changes a pivot or a bolted joint to a ball.
fn ball(linkage: &Linkage, joint: JointId, loads: &dyn Fn(JointId) -> DMatrix<f64>) -> Option<Change> {
    let declared = linkage.mechanism.model.joint(joint);
    let kind = declared.kind.plain();
    let released = match (kind.pivot(), kind.is_fixed()) {
        (Some(_), _) => 2,
        (None, true) => 3,
        (None, false) => return None,
    };
    let at = kind.points()[0];
    let turns = [Vec3::x(), Vec3::y(), Vec3::z()].map(|direction| {
        let twist = Line { point: at, direction }.twist(linkage.length);
        DVector::from_column_slice(twist.as_slice())
    });
    declared.drive.is_none().then(|| Change {
        joint,
        released,
        columns: loads(joint).transpose() * linear::columns(6, &turns),
    })
}

fn removal(model: &Model, joint: JointId, loads: &dyn Fn(JointId) -> DMatrix<f64>) -> Change {
    let declared = model.joint(joint);
    Change {
        joint,
        // A driven joint fixes all six directions. The equation of a driven link belongs to its drive.
        released: match declared.drive {
            Some(_) if !declared.kind.is_link() => 6,
            Some(_) | None => declared.kind.equations(),
        },
        columns: loads(joint).transpose(),
    }
}

/// Suggests a hinge if there are two balls between two bodies.
fn hinge_in_place_of_balls(model: &Model, joints: &[JointId], count: usize) -> Option<String> {
    let [a, b] = joints else { return None };
    let (first, second) = (model.joint(*a), model.joint(*b));
    let bodies = |joint: &crate::model::Joint| [joint.first.min(joint.second), joint.first.max(joint.second)];
    let are_balls = first.kind.ball().and(second.kind.ball()).is_some();
    let balls = are_balls && bodies(first) == bodies(second) && count == 1;
    balls.then(|| {
        format!(
            "put one `revolute` through both in place of {}",
            joint_names(model, &[*a, *b])
        )
    })
}

/// The body that these two joints connect to other bodies, if nothing else holds or loads the body. A body that is
/// connected to the junction of a loop is an arm rather than a rod, and does not count.
fn rod(linkage: &Linkage, a: JointId, b: JointId) -> Option<BodyId> {
    let model = linkage.mechanism.model;
    let holds = |body: BodyId, joint: JointId| {
        let joint = model.joint(joint);
        joint.first == body || joint.second == body
    };
    let rod = linkage
        .bodies
        .iter()
        .copied()
        .find(|&body| holds(body, a) && holds(body, b))?;
    let count = model
        .joints
        .iter()
        .filter(|joint| joint.first == rod || joint.second == rod)
        .count();
    let loaded = model
        .springs
        .iter()
        .any(|spring| spring.first == rod || spring.second == rod)
        || model
            .forces
            .iter()
            .any(|force| force.law.bodies(&model.joints).contains(&rod))
        || model.wheels.iter().any(|wheel| wheel.carrier == rod);
    let from_base = linkage
        .loops
        .iter()
        .any(|(_, l)| holds(l.junction, a) || holds(l.junction, b));
    (count == 2 && !loaded && !from_base).then_some(rod)
}

fn joint_names(model: &Model, joints: &[JointId]) -> String {
    names(joints.iter().map(|&joint| model.joint(joint).name.as_str()))
}
