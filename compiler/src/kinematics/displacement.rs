//! Moving a configuration by a small displacement of its tree joints.

use super::{Mechanism, Position, Velocity};
use crate::model::JointKind;
use crate::scalar::Scalar;
use crate::spatial::Quaternion;

/// Coordinates after a displacement `delta` of the speeds' directions (`v dt`); Euler parameters at unit norm. Driven
/// joints stay.
pub fn displaced<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, q: &[S], delta: &[S]) -> Vec<S> {
    let still = vec![S::zero(); mechanism.model.drives.len()];
    let velocity = Velocity::all(mechanism, position, delta, &still);
    let mut moved = q.to_vec();
    for &body in &mechanism.topology.order {
        let slot = mechanism.layout.slot(body);
        let (own, step) = (&q[slot.q.clone()], &delta[slot.v.clone()]);
        if own.is_empty() {
            continue;
        }
        let rates = velocity.rates(mechanism, position, body, own, step);
        for (q, rate) in moved[slot.q.clone()].iter_mut().zip(rates) {
            *q = *q + rate;
        }
    }
    normalised(mechanism, &moved)
}

/// Coordinates with all Euler parameters at unit norm.
pub fn normalised<S: Scalar>(mechanism: &Mechanism, q: &[S]) -> Vec<S> {
    let mut q = q.to_vec();
    for &body in &mechanism.topology.order {
        let slot = mechanism.layout.slot(body).q.clone();
        if matches!(
            mechanism.topology.joint(body).kind,
            JointKind::Spherical { .. } | JointKind::Free { .. }
        ) {
            let own = &mut q[slot];
            if let [.., a, b, c, d] = own {
                [*a, *b, *c, *d] = Quaternion([*a, *b, *c, *d]).normalised().0;
            }
        }
    }
    q
}
