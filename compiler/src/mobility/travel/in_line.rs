//! Neighbouring bars of a loop that are in one line. This is how an engineer sees a singular position.

use crate::mobility::linkage::{Linkage, Stance};
use crate::model::{BodyId, JointId, Vec3};
use crate::topology::Loop;

/// Bars count as in line below this angle [rad].
const IN_LINE: f64 = 2e-3;

/// A body between two joints of a loop, or a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bar {
    /// A body.
    Body(BodyId),
    /// A massless rod.
    Link(JointId),
}

/// A pivot or a ball, in its present place.
#[derive(Clone, Copy)]
struct Hinge {
    at: Vec3,
    axis: Option<Vec3>,
}

/// Pairs of neighbouring bars whose three joints are in one line, seen along the pivots. The junction of a loop counts
/// as fixed and is not one of the bars.
pub fn pairs(linkage: &Linkage, stance: &Stance) -> Vec<[Bar; 2]> {
    let of_loop = |l: &Loop| {
        let (bars, hinges) = around(linkage, stance, l);
        let count = bars.len();
        let neighbours = (0..count).map(|k| ((k + count - 1) % count, k, (k + 1) % count));
        let lined = neighbours.filter_map(|(before, k, after)| {
            let pair = [bars[before], bars[k]];
            let [first, middle, last] = [hinges[before]?, hinges[k]?, hinges[after]?];
            let moving = count > 2 && !pair.contains(&Bar::Body(l.junction));
            (moving && middle.lies_between(&first, &last)).then_some(pair)
        });
        lined.collect::<Vec<_>>()
    };
    linkage.loops.iter().flat_map(|(_, l)| of_loop(l)).collect()
}

/// The bars once around a loop, beginning at the cut, each with the hinge before it; `None` if a joint is neither a
/// pivot nor a ball.
fn around(linkage: &Linkage, stance: &Stance, l: &Loop) -> (Vec<Bar>, Vec<Option<Hinge>>) {
    let (model, topology) = (linkage.mechanism.model, linkage.mechanism.topology);
    let hinge = |joint: JointId, end: usize| {
        let joint = model.joint(joint);
        let body = [joint.first, joint.second][end];
        let (at, axis) = joint.kind.bar_end(end)?;
        Some(Hinge {
            at: linkage.point(stance, body, at),
            axis: axis.map(|axis| linkage.direction(stance, body, axis)),
        })
    };
    let inboard = |body: &BodyId| topology.joint(*body).declared.and_then(|joint| hinge(joint, 0));
    let inward = l.first_path.iter().copied();
    let outward = l.second_path.iter().rev().copied();
    let mut bars: Vec<Bar> = inward.chain([l.junction]).chain(outward).map(Bar::Body).collect();
    let mut hinges = vec![hinge(l.cut, 0)];
    hinges.extend(l.first_path.iter().map(inboard));
    hinges.extend(l.second_path.iter().rev().map(inboard));
    if model.joint(l.cut).kind.rod().is_some() {
        bars.push(Bar::Link(l.cut));
        hinges.push(hinge(l.cut, 1));
    }
    (bars, hinges)
}

impl Hinge {
    fn lies_between(&self, first: &Hinge, last: &Hinge) -> bool {
        let other_axes = [first.axis, last.axis].into_iter().flatten();
        // Pivots that are not parallel have no common direction of view.
        if let Some(axis) = self.axis
            && other_axes.clone().any(|other| axis.cross(&other).norm() > IN_LINE)
        {
            return false;
        }
        let [p, q] = [first, last].map(|other| {
            let away = self.at - other.at;
            // Any point of a pivot's axis may be taken; this is the nearest.
            let nearest = other.axis.map_or(away, |axis| away - axis * axis.dot(&away));
            self.axis.map_or(nearest, |axis| nearest - axis * axis.dot(&nearest))
        });
        p.cross(&q).norm() <= IN_LINE * p.norm() * q.norm()
    }
}
