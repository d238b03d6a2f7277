//! Moving a configuration by a small displacement of its tree joints.

use super::{Mechanism, Position, Velocity};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::Quaternion;

/// Coordinates after a displacement `delta` of the speeds' directions (`v dt`). Driven joints, and joints that the
/// displacement does not move, keep their coordinates. Euler parameters that change are scaled back to unit norm.
pub fn displaced<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, q: &[S], delta: &[S]) -> Vec<S> {
    displaced_of(mechanism, position, &mechanism.order, q, delta)
}

/// Like [`displaced`], for some bodies, in tree order, while all others stand still.
pub fn displaced_of<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    bodies: &[BodyId],
    q: &[S],
    delta: &[S],
) -> Vec<S> {
    let mut velocity = Velocity::new(mechanism);
    let mut moved = q.to_vec();
    for &body in bodies {
        let slot = mechanism.layout.slot(body);
        velocity.advance(mechanism, position, body, &delta[slot.v.clone()]);
        let own = &q[slot.q.clone()];
        if own.is_empty() {
            continue;
        }
        let rates = velocity.rates(mechanism, position, body, own);
        if rates.iter().all(|rate| rate.constant() == Some(0.0)) {
            continue;
        }
        for (q, rate) in moved[slot.q.clone()].iter_mut().zip(rates) {
            *q = *q + rate;
        }
        normalise(mechanism, body, &mut moved);
    }
    moved
}

/// Coordinates with all Euler parameters at unit norm.
pub fn normalised<S: Scalar>(mechanism: &Mechanism<S>, q: &[S]) -> Vec<S> {
    let mut q = q.to_vec();
    for &body in &mechanism.order {
        normalise(mechanism, body, &mut q);
    }
    q
}

/// Scales the Euler parameters of a body's inboard joint, if it has any, to unit norm.
fn normalise<S: Scalar>(mechanism: &Mechanism<S>, body: BodyId, q: &mut [S]) {
    let has_parameters = mechanism.topology.joint(body).kind.has_euler_parameters();
    if has_parameters && let [.., a, b, c, d] = &mut q[mechanism.layout.slot(body).q.clone()] {
        [*a, *b, *c, *d] = Quaternion([*a, *b, *c, *d]).normalised().0;
    }
}
