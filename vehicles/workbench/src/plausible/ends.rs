//! Springs and rods whose ends seem to be exchanged: each end is near the other body.
//!
//! A rod with exchanged ends satisfies the velocity constraint at the design position, but has a wrong curvature, which
//! no derivative there shows.

use super::declared::held;
use nalgebra::Vector3;
use wishbone_compiler::model::{BodyId, Model};
use wishbone_studies::plausibility::Checked;

/// Greatest usual ratio of two products: the distances of both ends from their own bodies, and their distances from the other body.
const USUAL: f64 = 2.0;

/// Elements whose ends look exchanged.
pub fn contradictions(model: &Model) -> Vec<Checked> {
    let rods = model.joints.iter().filter_map(|joint| {
        let points = joint.kind.points();
        let [from, to] = points.as_slice() else { return None };
        Some((&joint.name, [joint.first, joint.second], [**from, **to]))
    });
    let springs = model.springs.iter();
    let springs = springs.map(|own| (&own.name, [own.first, own.second], [*own.from, *own.to]));
    rods.chain(springs)
        .filter_map(|(name, bodies, ends)| of(model, name, bodies, ends))
        .collect()
}

fn of(model: &Model, name: &str, bodies: [BodyId; 2], ends: [Vector3<f64>; 2]) -> Option<Checked> {
    let others = bodies.map(|body| {
        let all = held(model, body).into_iter();
        all.filter(|point| !ends.contains(point)).collect::<Vec<Vector3<f64>>>()
    });
    // The ground reaches everywhere, and a body without other points is not known to be anywhere.
    if bodies.iter().any(|body| body.index() == 0) || others.iter().any(Vec::is_empty) {
        return None;
    }
    let distance = |end: usize, body: usize| {
        let each = others[body].iter().map(|point| (point - ends[end]).norm());
        each.fold(f64::INFINITY, f64::min)
    };
    let own = distance(0, 0) * distance(1, 1);
    let other = distance(0, 1) * distance(1, 0);
    let ratio = own / other;
    (ratio > USUAL).then(|| {
        Checked::new(
            format!("distance of its ends from their bodies / from the other body, {name}"),
            "",
            ratio.sqrt(),
            0.0..=USUAL.sqrt(),
            "an end lies about where its body has other points",
        )
        .likely("`from` and `to` exchanged: `from` is on the first body")
    })
}
