//! Gears: the coordinate of one joint follows the coordinate of another joint, `q_b = f(q_a)`; both joints are on one
//! body that carries them.
//!
//! Let `V_C` be the twist of the carrier, and `S_a`, `S_b` the motions of the two wheels relative to the carrier for
//! unit speeds. Both motions are fixed in the carrier. Then
//!
//! (1) `V_A = V_C + S_a q_a'`, `V_B = V_C + S_b q_b'`.
//!
//! Meshing wheels act on each other only: a wrench `w` on the first and `-w` on the second. The motion of the vehicle depends only
//! on the power of `w` on the two motions. Let `e_a`, `e_b` be wrenches with `e_i·S_j = δ_ij`. Then
//!
//! (2) `w = f' e_a + e_b`, `w·(V_A - V_B) = f' q_a' - q_b'`,
//!
//! which is the rate of `f(q_a) - q_b`. There is no such `w` if both motions are parallel, for example for wheels on a
//! common axis. Then the part that maintains their ratio also acts on the carrier.
//!
//! All other components of `w` load the joints alone:
//! - A rack along `d` and a pinion about `n` through `P` mesh by a force along the rack. Its dual wrenches are a force `d` at `P`, and the couple
//!   of the component of `n` perpendicular to `d`, divided by the square of its length. So `w` is a force along `d` at the distance `f'` from the
//!   axis, in the plane perpendicular to the axis through `P`.
//! - All other pairs have the duals in the span of both motions. Of wheels on parallel axes `w` is the force at the pitch point. For wheels on
//!   crossed axes the point of mesh is not declared, so the transverse force is a choice.

use super::mechanics::Closure;
use crate::kinematics::Mechanism;
use crate::kinematics::equation::{Ends, Row};
use crate::model::{self, BodyId, Gear, JointId, Model};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// Length by which rotations are compared with displacements, in the choice of `w` that (2) leaves open [m].
const RADIUS: f64 = 0.1;

/// Least sine of the angle between a rack and the axis of its pinion. Closer to each other, they mesh as a screw and a nut do.
const LEAST_SINE: f64 = 0.5;

impl<S: Scalar> Closure<S> for Gear<Vec3<S>> {
    /// `f(q_a) - q_b`
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let [a, b] = self.joints.map(|joint| coordinate(ends, joint));
        let [due, ratio, _] = follow(&self.law, a);
        let [e_a, e_b] = Mesh::new(ends, self.joints).duals;
        let first = e_a * ratio + e_b;
        vec![Row {
            residual: due - b,
            first,
            second: -first,
        }]
    }

    /// `V_A' = V_C' + S_a q_a'' + V_C × S_a q_a'`, and likewise `V_B'`; so with `D = V_A - V_B = S_a q_a' - S_b q_b'`
    ///
    /// (3) `f' q_a'' - q_b'' + f'' q_a'² = w·(V_A' - V_B') - w·(V_C × D) + f'' q_a'²`,
    ///
    /// where `V_C × D = V_A × D + (S_a × S_b) q_a' q_b'`, `q_a' = e_a·D` and `q_b' = -e_b·D`.
    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let mesh = Mesh::new(ends, self.joints);
        let [e_a, e_b] = mesh.duals;
        let [_, ratio, bend] = follow(&self.law, coordinate(ends, self.joints[0]));
        let apart = twists[0] - twists[1];
        let (a, b) = (e_a.power(apart), -e_b.power(apart));
        let [s_a, s_b] = mesh.motions;
        let turning = twists[0].cross(apart) + s_a.cross(s_b) * (a * b);
        vec![bend * (a * a) - (e_a * ratio + e_b).power(turning)]
    }
}

/// Both wheels on their carrier, in the frame of the loop.
struct Mesh<S> {
    /// `S_a`, `S_b`
    motions: [Twist<S>; 2],
    /// `e_a`, `e_b`
    duals: [Wrench<S>; 2],
}

impl<S: Scalar> Mesh<S> {
    fn new(ends: &Ends<S>, joints: [JointId; 2]) -> Self {
        let wheels = [0, 1].map(|k| wheel(ends, joints[k], ends.bodies[k]));
        let motions = wheels.map(|(_, motion)| motion);
        let duals = match rack_and_pinion(ends.mechanism.model, joints) {
            Some([rack, pinion]) => {
                let mut duals = [Wrench::zero(); 2];
                [duals[rack], duals[pinion]] =
                    along_rack(motions[rack].linear, wheels[pinion].0, motions[pinion].angular);
                duals
            }
            None => in_span(wheels),
        };
        Mesh { motions, duals }
    }
}

/// Positions of rack and pinion, if the joints are a slide and a pivot that are not nearly along each other.
fn rack_and_pinion(model: &Model, joints: [JointId; 2]) -> Option<[usize; 2]> {
    let kinds = joints.map(|id| &model.joint(id).kind);
    let rack = kinds.iter().position(|kind| kind.slider().is_some())?;
    let pinion = kinds.iter().position(|kind| kind.pivot().is_some())?;
    let along: &model::Vec3 = kinds[rack].slider()?.axis;
    let about: &model::Vec3 = kinds[pinion].pivot()?.axis;
    (along.cross(about).norm() > LEAST_SINE).then_some([rack, pinion])
}

/// Dual wrenches of a rack along `d` and of a pinion about `n` through a point.
fn along_rack<S: Scalar>(d: Vec3<S>, point: Vec3<S>, n: Vec3<S>) -> [Wrench<S>; 2] {
    let across = n - d * n.dot(d);
    let couple = across * (S::one() / across.dot(n));
    [Wrench::at(point, d), Wrench::couple(couple)]
}

/// Dual wrenches in the span of both motions. `wheels`: a point of each axis, and the motion.
fn in_span<S: Scalar>(wheels: [(Vec3<S>, Twist<S>); 2]) -> [Wrench<S>; 2] {
    let motions = wheels.map(|(_, motion)| motion);
    let middle = (wheels[0].0 + wheels[1].0) * S::from(0.5);
    let wrench = |motion: Twist<S>| {
        let couple = Wrench::couple(motion.angular * S::from(RADIUS * RADIUS));
        Wrench::at(middle, motion.at(middle)) + couple
    };
    let wrenches = motions.map(wrench);
    let gram = |i: usize, j: usize| wrenches[i].power(motions[j]);
    let (aa, ab, bb) = (gram(0, 0), gram(0, 1), gram(1, 1));
    let inverse = S::one() / (aa * bb - ab * ab);
    let [a, b] = wrenches;
    [(a * bb - b * ab) * inverse, (b * aa - a * ab) * inverse]
}

/// A point of a joint's axis, and the twist of `body` relative to the joint's other body for a unit speed of the joint.
fn wheel<S: Scalar>(ends: &Ends<S>, id: JointId, body: BodyId) -> (Vec3<S>, Twist<S>) {
    let Ends {
        mechanism,
        position,
        frame,
        ..
    } = *ends;
    let joint = mechanism.model.joint(id);
    // The coordinate is the motion of the joint's second body relative to its first.
    let (carrier, sign) = match body == joint.second {
        true => (joint.first, S::one()),
        false => (joint.second, -S::one()),
    };
    let single = mechanism.geometry(id).single_axis();
    let single = single.expect("checked where the gear was resolved");
    let at = position.point_in(mechanism, carrier, *single.at, frame);
    let along = position.direction_in(mechanism, carrier, **single.axis, frame) * sign;
    let linear = at.cross(along) * S::from(single.turn) + along * S::from(single.travel);
    let angular = along * S::from(single.turn);
    (at, Twist { angular, linear })
}

/// Coordinate of a joint of the tree.
fn coordinate<S: Scalar>(ends: &Ends<S>, id: JointId) -> S {
    let mechanism: &Mechanism<S> = ends.mechanism;
    let mut outboard = mechanism.order.iter().copied();
    let outboard = outboard.find(|&b| mechanism.topology.joint(b).declared == Some(id));
    ends.position.coordinates(outboard.expect("joints of a gear are kept"))[0]
}

/// `c_1 q + c_2 q² + ..`, and its first and second derivatives.
fn follow<S: Scalar>(law: &[f64], q: S) -> [S; 3] {
    let mut sums = [S::zero(); 3];
    for &c in law.iter().rev() {
        // Horner's rule for `c_1 + c_2 q + ..`, and for its derivatives.
        let [f, d, dd] = sums;
        sums = [f * q + S::from(c), d * q + f, dd * q + d + d];
    }
    let [f, d, dd] = sums;
    [f * q, f + d * q, d + d + dd * q]
}

#[cfg(test)]
mod tests {
    use super::follow;

    #[test]
    fn a_law_has_its_derivatives() {
        let law = [3.0, -2.0, 0.5, 4.0];
        let f = |q: f64| follow(&law, q)[0];
        for q in [-1.3, 0.0, 0.7] {
            let [value, slope, bend] = follow(&law, q);
            let h = 1e-4;
            assert!((value - (3.0 * q - 2.0 * q * q + 0.5 * q.powi(3) + 4.0 * q.powi(4))).abs() < 1e-12);
            assert!((slope - (f(q + h) - f(q - h)) / (2.0 * h)).abs() < 1e-5);
            assert!((bend - (f(q + h) - 2.0 * f(q) + f(q - h)) / (h * h)).abs() < 1e-4);
        }
    }
}
