//! Axes and origin of each body, fixed in it.

use super::joint;
use crate::model::{BodyId, Model, Vec3};
use crate::topology::Topology;
use nalgebra::Matrix3;
use std::collections::BTreeMap;

/// How a body's own axes lie at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// From the body's axes to the vehicle's at the design position.
    pub axes: Matrix3<f64>,
    /// The body's origin at the design position: the reference point of its inboard joint.
    pub origin: Vec3,
}

impl Placement {
    /// A point given in the vehicle frame at the design position, in body coordinates.
    pub fn point(&self, design: &Vec3) -> Vec3 {
        clean(self.axes.transpose() * (design - self.origin))
    }

    /// A direction likewise.
    pub fn direction(&self, design: &Vec3) -> Vec3 {
        clean(self.axes.transpose() * design)
    }

    /// A tensor likewise.
    pub fn tensor(&self, design: &Matrix3<f64>) -> Matrix3<f64> {
        let turned = self.axes.transpose() * design * self.axes;
        let size = turned.amax();
        turned.map(|x| if x.abs() < 1e-15 * size { 0.0 } else { x })
    }
}

/// Zeros that rotation to and fro has left at rounding level are made zero again, so that they fold.
fn clean(v: Vec3) -> Vec3 {
    let size = v.amax();
    v.map(|x| if x.abs() < 1e-15 * size { 0.0 } else { x })
}

/// Places all bodies, from the ground outward. `axes`, by body, overrides the axes of those that hang on a pivot or a
/// ball; a pivot's third axis must lie along it.
pub fn place(model: &Model, topology: &Topology, axes: &BTreeMap<BodyId, Matrix3<f64>>) -> Vec<Placement> {
    let ground = Placement {
        axes: Matrix3::identity(),
        origin: Vec3::zeros(),
    };
    let mut placements = vec![ground; model.bodies.len()];
    for &body in &topology.order {
        let parent = topology.branch(body).parent;
        let of = |b: BodyId| &placements[b.index()];
        let frame = topology.branch(parent).frame;
        let mut own = joint::placement(&topology.joint(body).kind, of(parent), of(frame));
        if let Some(axes) = axes.get(&body) {
            own.axes = *axes;
        }
        placements[body.index()] = own;
    }
    placements
}
