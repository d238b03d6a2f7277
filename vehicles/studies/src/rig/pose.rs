//! Poses of the held bodies.
//!
//! A displacement along a motion that leaves a body at rest moves the body in second order, unless the body is the root of the coordinates. The whole
//! vehicle is then moved back.

use super::motions::DEPENDENT;
use super::{NotReached, Rig};
use nalgebra::{DVector, Matrix3, Vector3};
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::StateVector;

/// Distance or angle of a held body from its pose that counts as rounding [m or rad].
const AT_ITS_POSE: f64 = 1e-12;
/// Largest number of corrections.
const CORRECTIONS: usize = 6;

/// Change of a coordinate that the rig applies to find whether the coordinate moves a held body.
const MOVED: f64 = 1e-3;

/// Poses of the held bodies.
#[derive(Clone, Default)]
pub(super) struct Poses {
    /// Their motion where they are held.
    bodies: Vec<BodyMotion>,
    /// Coordinates that move them, with their values there. As long as these stay, the bodies do.
    coordinates: Vec<(usize, f64)>,
}

impl<S: Solver + Clone> Rig<S> {
    /// Holds the bodies where they are now.
    pub(super) fn hold_here(&mut self) {
        let bodies = self.held_poses();
        let mut places: Vec<usize> = self.poses.coordinates.iter().map(|(place, _)| *place).collect();
        if places.is_empty() {
            places = self.leading(&bodies);
        }
        let value = |place: usize| (place, self.state.coordinates()[place]);
        self.poses = Poses {
            coordinates: places.into_iter().map(value).collect(),
            bodies,
        };
    }

    /// Holds no body until the next call of [`Rig::hold_here`].
    pub(super) fn let_go(&mut self) {
        self.poses.bodies.clear();
    }

    /// The coordinates that move a held body.
    fn leading(&mut self, poses: &[BodyMotion]) -> Vec<usize> {
        let start = self.state.clone();
        let moves = |place: &usize| {
            self.state.coordinates_mut()[*place] += MOVED;
            let moved = self.held_poses() != poses;
            self.state = start.clone();
            moved
        };
        (0..start.coordinates().len()).filter(moves).collect()
    }

    fn held_poses(&mut self) -> Vec<BodyMotion> {
        let bodies = self.bodies();
        self.held_bodies.iter().map(|&body| bodies[body]).collect()
    }

    /// Ways of the held bodies back to their poses: displacement [m] and rotation vector [rad] of each.
    fn ways_back(&mut self) -> DVector<f64> {
        let now = self.held_poses();
        let pairs = self.poses.bodies.iter().zip(&now);
        let ways = pairs.flat_map(|(pose, now)| {
            let way = Vector3::from(pose.com) - Vector3::from(now.com);
            let turn = rotation(pose) * rotation(now).transpose();
            [way, axis_of_small(&turn)]
        });
        let ways: Vec<f64> = ways.flat_map(|way| [way.x, way.y, way.z]).collect();
        DVector::from_vec(ways)
    }

    /// Moves the vehicle back, so that the held bodies have their poses again.
    pub(super) fn put_back(&mut self) -> Result<(), NotReached> {
        let stays = |(place, value): &(usize, f64)| self.state.coordinates()[*place] == *value;
        if self.poses.bodies.is_empty() || self.poses.coordinates.iter().all(stays) {
            return Ok(());
        }
        for _ in 0..CORRECTIONS {
            let ways = self.ways_back();
            if ways.is_empty() || ways.amax() < AT_ITS_POSE {
                return Ok(());
            }
            let (rates, held) = self.moving_held();
            let along = held.svd(true, true).solve(&ways, DEPENDENT);
            let along = along.map_err(|_| NotReached::Stiff)?;
            let start = self.state.clone();
            self.displace(&start, &(rates * along));
            let closed = self
                .system
                .solver
                .close(&mut self.state, &self.inputs, &Projection::ASSEMBLY);
            self.state.speeds_mut().fill(0.0);
            let _ = closed.map_err(NotReached::NotClosed)?;
        }
        Ok(())
    }
}

/// Rotation vector of a small rotation [rad], from its skew part.
fn axis_of_small(turn: &Matrix3<f64>) -> Vector3<f64> {
    let skew = turn - turn.transpose();
    0.5 * Vector3::new(skew[(2, 1)], skew[(0, 2)], skew[(1, 0)])
}

fn rotation(body: &BodyMotion) -> Matrix3<f64> {
    Matrix3::from_fn(|row, column| body.rotation[row][column])
}
