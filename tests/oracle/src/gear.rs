//! Gears: the coordinate of one joint as a function of the coordinate of another joint, by rows on the bodies of both
//! joints.

use crate::body::Motions;
use crate::constraint::{Coefficients, Row, normals};
use crate::pair::Pair;
use wishbone_compiler::model::{BodyId, Joint, JointKind, Model, Prismatic, Revolute, Screw, Vec3};

/// The row `phi = f(a) - b` for the coordinates `a` and `b`, each of which has its own row `x' = J v`, `x'' = J a + gamma`:
///
/// ```text
/// phi'  = f' a' - b'
/// phi'' = f' a'' + f'' a'^2 - b''
/// ```
///
/// The coefficients of both rows for the carrier are added. `law`: coefficients of the powers, the first power first.
pub(crate) fn row(model: &Model, gear: &Joint, joints: [&Joint; 2], law: &[f64], motions: &Motions) -> Row {
    let [a, b] = joints.map(|joint| coordinate(model, joint, motions));
    let term = |order: i32| {
        let powers = law.iter().zip(1..);
        let falling = move |k: i32| (0..order).map(|i| f64::from(k - i)).product::<f64>();
        let power = |k: i32| if k < order { 0.0 } else { a.phi.powi(k - order) };
        powers.map(|(c, k)| c * falling(k) * power(k)).sum::<f64>()
    };
    let (due, slope, bend) = (term(0), term(1), term(2));
    let parts = [(slope, &a, joints[0]), (-1.0, &b, joints[1])];
    let on = |body: BodyId| {
        let slot = crate::slot(body);
        let mut sum = Coefficients::none();
        sum.slot = slot;
        for (factor, row, joint) in &parts {
            for (part, carrying) in [(row.first, joint.first), (row.second, joint.second)] {
                if carrying == body {
                    sum.angular += *factor * part.angular;
                    sum.linear += *factor * part.linear;
                }
            }
        }
        sum
    };
    let ends = [joints[0].first, joints[0].second];
    let carrier = ends.into_iter().find(|&body| body != gear.first);
    Row {
        first: on(gear.first),
        second: on(gear.second),
        carrier: on(carrier.expect("a joint is between two bodies")),
        phi: due - b.phi,
        target: 0.0,
        gamma: slope * a.gamma + bend * a.rate(motions).powi(2) - b.gamma,
    }
}

/// Coordinate of a joint, for any motion of its bodies.
fn coordinate(model: &Model, joint: &Joint, motions: &Motions) -> Row {
    let pair = Pair::new(model, joint, motions);
    match joint.kind.plain() {
        JointKind::Prismatic(Prismatic { at, axis }) => pair.slide(at, axis),
        JointKind::Revolute(Revolute { axis, .. }) | JointKind::Screw(Screw { axis, .. }) => {
            angle(&pair, axis, motions)
        }
        _ => unreachable!("wheels of gears have one freedom"),
    }
}

/// The angle of the polar vector `(x, y)`. A direction of the second body coincided with the normal `n` of the first body at the design
/// position; `x` and `y` are its current components along `n` and `m` of the first body:
///
/// ```text
/// phi   = atan2(y, x),                     r = x^2 + y^2
/// phi'  = (x y' - y x') / r
/// phi'' = (x y'' - y x'') / r - 2 phi' (x x' + y y') / r
/// ```
fn angle(pair: &Pair, axis: Vec3, motions: &Motions) -> Row {
    let [n, m] = normals(axis);
    let (x, y) = (pair.perpendicular(n, n), pair.perpendicular(m, n));
    let r = x.phi * x.phi + y.phi * y.phi;
    let part = |x_part: Coefficients, y_part: Coefficients| Coefficients {
        slot: x_part.slot,
        angular: (x.phi * y_part.angular - y.phi * x_part.angular) / r,
        linear: (x.phi * y_part.linear - y.phi * x_part.linear) / r,
    };
    let (x_rate, y_rate) = (x.rate(motions), y.rate(motions));
    let rate = (x.phi * y_rate - y.phi * x_rate) / r;
    Row {
        first: part(x.first, y.first),
        second: part(x.second, y.second),
        phi: y.phi.atan2(x.phi),
        gamma: (x.phi * y.gamma - y.phi * x.gamma) / r - 2.0 * rate * (x.phi * x_rate + y.phi * y_rate) / r,
        ..x
    }
}
