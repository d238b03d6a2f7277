//! Motions on which force elements do work.

use crate::model::Model;
use crate::model::element::direction::{Direction, push};
use nalgebra::DMatrix;

/// Velocities of the bodies along each direction of a force element at the design position (rows), for each motion
/// (columns). Twists are by body and motion.
pub fn rates(model: &Model, twists: &[DMatrix<f64>], length: f64) -> DMatrix<f64> {
    let directions = directions(model, length);
    DMatrix::from_fn(directions.len(), twists[0].ncols(), |d, motion| {
        let parts = directions[d].iter();
        parts
            .map(|(body, part)| part.dot(&twists[body.index()].fixed_view::<6, 1>(0, motion)))
            .sum()
    })
}

fn directions(model: &Model, length: f64) -> Vec<Direction> {
    let springs = model.springs.iter().map(|spring| {
        let along = (*spring.to - *spring.from).normalize();
        vec![
            (spring.first, -push(&spring.from, &along, length)),
            (spring.second, push(&spring.to, &along, length)),
        ]
    });
    let forces = model.forces.iter();
    let forces = forces.flat_map(|force| force.law.element().directions(&model.joints, length));
    springs.chain(forces).collect()
}
