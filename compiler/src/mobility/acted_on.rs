//! Motions on which force elements do work.

use super::screw::joined;
use crate::model::{BodyId, Bushing, Effort, Joint, JointKind, Law, Load, Model, Place, Vec3};
use nalgebra::{DMatrix, Matrix6, SymmetricEigen, Vector6};

/// Eigenvalues of a bushing below this part of its largest entry are rounding.
const WORKS: f64 = 1e-9;

/// A direction of a force element: by body, what its rate takes of the body's twist `[L ω; v]`.
type Direction = Vec<(BodyId, Vector6<f64>)>;

/// By direction of a force element, at the design position, and by motion: how fast the bodies move along it. Twists are
/// by body and motion.
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
    let forces = model.forces.iter().flat_map(|force| match &force.law {
        Law::Bushing(bushing) => in_all_directions(bushing, length),
        Law::Friction(friction) => vec![of_joint(model.joint(friction.joint), length)],
        Law::Load(load) => vec![of_load(model, load, length)],
        Law::RollBar(bar) => {
            let [first, second] = [&bar.from, &bar.to].map(|point| push(point, &bar.axis, length));
            vec![vec![
                (bar.first, first),
                (bar.second, -second),
                (bar.via, second - first),
            ]]
        }
        Law::Torsion(torsion) => vec![about_axis(model.joint(torsion.joint))],
    });
    springs.chain(forces).collect()
}

/// Velocity of a point along a direction: `(v + ω × p) · u`.
fn push(point: &Vec3, along: &Vec3, length: f64) -> Vector6<f64> {
    joined(&(point.cross(along) / length), along)
}

/// Angular velocity about a direction, as a velocity at the distance `L`.
fn turn(axis: &Vec3) -> Vector6<f64> {
    joined(axis, &Vec3::zeros())
}

/// Along the eigenvectors of what it does, those without effect left out.
fn in_all_directions(bushing: &Bushing, length: f64) -> Vec<Direction> {
    let scale = Matrix6::from_diagonal(&Vector6::new(1.0, 1.0, 1.0, 1.0 / length, 1.0 / length, 1.0 / length));
    let both = [&bushing.stiffness, &bushing.damping].map(|six| {
        let matrix = scale * six.value() * scale;
        matrix / matrix.amax().max(f64::MIN_POSITIVE)
    });
    let curves = Vector6::from_fn(|k, _| f64::from(bushing.curves[k].is_some()));
    let eigen = SymmetricEigen::new(both[0] + both[1] + Matrix6::from_diagonal(&curves));
    let column = |k: usize| -> Vec3 { bushing.axes.column(k).into_owned() };
    let basis: [Vector6<f64>; 6] = std::array::from_fn(|k| match k {
        0..3 => push(&bushing.at, &column(k), length),
        _ => turn(&column(k - 3)),
    });
    let works = (0..6).filter(|&k| eigen.eigenvalues[k] > WORKS);
    works
        .map(|k| {
            let along = (0..6)
                .map(|i| basis[i] * eigen.eigenvectors[(i, k)])
                .sum::<Vector6<f64>>();
            vec![(bushing.first, -along), (bushing.second, along)]
        })
        .collect()
}

fn of_joint(joint: &Joint, length: f64) -> Direction {
    match &joint.kind {
        JointKind::Prismatic { at, axis } => {
            let along = push(at, axis, length);
            vec![(joint.first, -along), (joint.second, along)]
        }
        _ => about_axis(joint),
    }
}

fn of_load(model: &Model, load: &Load, length: f64) -> Direction {
    match &load.on {
        Place::Joint(joint) => of_joint(model.joint(*joint), length),
        Place::Body {
            body,
            against,
            at,
            axis,
            ..
        } => {
            let along = match load.effort {
                Effort::Force => push(at, axis, length),
                Effort::Torque => turn(axis),
            };
            vec![(*against, -along), (*body, along)]
        }
    }
}

fn about_axis(joint: &Joint) -> Direction {
    let axis = joint.kind.directions()[0];
    vec![(joint.first, -turn(axis)), (joint.second, turn(axis))]
}
