//! Compliance: displacements of the wheel carriers by loads, with the contacts held at their heights.
//!
//! Small loads `f` on the carriers (force and moment at the wheel centre) displace the vehicle by `w` along the free motions. They
//! change the vertical forces that hold the heights by `f_z`:
//!
//! ```text
//! K w + Uᵀ f_z + Tᵀ f = 0,    U w = 0,    displacement = T w
//! ```
//!
//! `K` is the derivative of the generalised forces with respect to `w` (see [`super`]). `T` are the twists of the carriers for the
//! free motions; its transpose gives the generalised forces of the loads by virtual power.

use super::motions::Height;
use super::stiffness::settling;
use super::{NotReached, Rig};
use nalgebra::{DMatrix, DVector};
use wishbone::prelude::*;

/// Number of components of a load and of a displacement: along X, Y, Z, about X, Y, Z.
const AXES: usize = 6;
/// Largest part of a load that may stay unbalanced.
const UNSUPPORTED: f64 = 1e-6;
/// Part of the largest velocity below which a load moves nothing.
const UNMOVED: f64 = 1e-10;

impl<S: Solver + Clone> Rig<S> {
    /// Compliance matrix of all wheels in world axes, with six rows and columns for each wheel. Rows are the displacement of the
    /// wheel centre [m] and the rotation of the carrier [rad]. Columns are a force at the wheel centre [N] and a moment on the
    /// carrier [N m]. The contacts are held at their heights, so vertical forces at the contacts displace nothing. Without
    /// bushings all of the matrix is zero. It is symmetric if the forces of the bushings have a potential (Maxwell).
    ///
    /// # Errors
    /// If a load moves something that nothing holds.
    pub fn compliance(&mut self) -> Result<DMatrix<f64>, NotReached> {
        let motions = self.motions();
        let names = self.system.solver.description().wheels;
        let size = AXES * names.len();
        if !motions.settles {
            return Ok(DMatrix::zeros(size, size));
        }
        let twists = self.carrier_twists(&motions.speeds);
        let stiffness = self.stiffness_here(&motions)?;
        let held = DVector::zeros(names.len());
        let mut compliance = DMatrix::zeros(size, size);
        for load in 0..size {
            let pushed: DVector<f64> = twists.row(load).transpose();
            if pushed.amax() < UNMOVED * twists.amax() {
                continue;
            }
            let (along, forces) = settling(&motions, Height::Contact, &stiffness, &pushed, &held)?;
            let left = &stiffness * &along + motions.presses.transpose() * forces + &pushed;
            if left.norm() > UNSUPPORTED * pushed.norm() {
                return Err(NotReached::Unsupported(names[load / AXES]));
            }
            compliance.set_column(load, &(&twists * along));
        }
        Ok(compliance)
    }

    /// Velocity of each wheel centre and angular velocity of its carrier (rows), for each motion (columns).
    fn carrier_twists(&mut self, speeds: &DMatrix<f64>) -> DMatrix<f64> {
        let columns = speeds.column_iter().map(|motion| {
            let (wheels, _) = self.moving(motion.into_owned().as_slice());
            let twists = wheels
                .iter()
                .flat_map(|wheel| [wheel.velocity, wheel.carrier_angular_velocity].concat());
            DVector::from_vec(twists.collect())
        });
        DMatrix::from_columns(&columns.collect::<Vec<_>>())
    }
}
