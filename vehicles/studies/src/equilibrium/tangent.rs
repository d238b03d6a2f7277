//! Derivatives of the accelerations at rest by small displacements.

use super::Search;
use nalgebra::{DMatrix, DVector};
use wishbone::prelude::*;
use wishbone::state::StateVector;

/// Displacement `h` for differences [m or rad]. The error of central differences is a sixth of the third derivative
/// times `h²`, plus rounding divided by `h`: each is about 1e-10 of the largest slope of a vehicle.
const APART: f64 = 1e-5;

/// Source of the slopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slopes {
    /// The solver computes them.
    Exact,
    /// Differences between a displacement and its opposite.
    Central,
    /// Differences between a displaced position and the position itself. They take half the evaluations, for positions that are
    /// left at once.
    Forward,
}

impl Slopes {
    /// Error of a slope, as a part of the largest slope.
    pub(super) fn rounding(self) -> f64 {
        match self {
            Self::Exact => 1e-14,
            Self::Central | Self::Forward => 1e-10,
        }
    }

    /// Singular values below this part of the largest count as zero.
    pub(super) fn rank(self) -> f64 {
        match self {
            Self::Exact => 1e-9,
            Self::Central | Self::Forward => 1e-8,
        }
    }
}

/// Derivatives with respect to the unknowns: small displacements along the free speeds, then coordinates with their own
/// rates.
pub(super) struct Tangent {
    /// Derivatives of the accelerations, then of the rates of these coordinates.
    pub rates: DMatrix<f64>,
    /// Derivatives of all coordinates.
    pub motion: DMatrix<f64>,
    /// Rows of `rates` that belong to the unknowns, in their order.
    pub own: Vec<usize>,
}

impl<S: Solver, E: Subsystem<S>> Search<'_, S, E> {
    /// The tangent at the present position.
    pub(super) fn tangent(&mut self, slopes: Slopes) -> Tangent {
        match slopes {
            Slopes::Exact => self.exact(),
            Slopes::Central => self.differences(&[1.0, -1.0]),
            Slopes::Forward => self.differences(&[1.0]),
        }
    }

    fn exact(&mut self) -> Tangent {
        self.evaluations += 2;
        let free = self.system.free(&self.state);
        let jacobian = self.system.jacobian(&self.state);
        let (z, v, count) = (free.speeds.len(), free.basis.nrows(), self.relaxing.len());
        // Coordinates with a rate of their own are the last states of the Jacobian.
        let first = jacobian.y_y.nrows() - count;
        let mut rates = DMatrix::zeros(v + count, z + count);
        rates.view_mut((0, 0), (v, z)).copy_from(&(&jacobian.v_z * &free.basis));
        rates
            .view_mut((0, z), (v, count))
            .copy_from(&jacobian.v_y.columns(first, count));
        rates
            .view_mut((v, 0), (count, z))
            .copy_from(&(jacobian.y_z.rows(first, count) * &free.basis));
        rates
            .view_mut((v, z), (count, count))
            .copy_from(&jacobian.y_y.view((first, first), (count, count)));
        let mut motion = DMatrix::zeros(jacobian.motion.nrows(), z + count);
        motion.columns_mut(0, z).copy_from(&(&jacobian.motion * &free.basis));
        let mut own = free.speeds;
        for (place, &coordinate) in self.relaxing.iter().enumerate() {
            motion[(coordinate, z + place)] = 1.0;
            own.push(v + place);
        }
        Tangent { rates, motion, own }
    }

    /// The tangent by differences for displacements of these signs. The loops are closed after each displacement.
    fn differences(&mut self, sides: &[f64]) -> Tangent {
        let (motion, own) = self.motion();
        let from = self.state.vehicle.clone();
        let here = self.rate();
        let mut rates = DMatrix::zeros(here.len(), motion.ncols());
        for (direction, mut slopes) in motion.column_iter().zip(rates.column_iter_mut()) {
            for side in sides {
                let by = side * APART;
                self.displace(&from, &(direction * by));
                // Near a singular position the loops may not close on one side, which then gives no slope.
                if self.close().is_ok() {
                    slopes += (self.rate() - &here) / (by * sides.len() as f64);
                }
            }
        }
        self.state.vehicle = from;
        Tangent { rates, motion, own }
    }

    /// Derivatives of the coordinates with respect to the unknowns, and the rows with the rates of the unknowns. The
    /// rates of the coordinates are linear in the speeds: `q' = N v + q'(v = 0)`.
    fn motion(&mut self) -> (DMatrix<f64>, Vec<usize>) {
        let free = self.system.free(&self.state);
        let still = self.coordinate_rates();
        let mut motion = DMatrix::zeros(still.len(), free.speeds.len() + self.relaxing.len());
        for (speeds, mut column) in free.basis.column_iter().zip(motion.column_iter_mut()) {
            self.state.vehicle.speeds_mut().copy_from_slice(speeds.as_slice());
            column.copy_from(&(self.coordinate_rates() - &still));
        }
        self.state.vehicle.speeds_mut().fill(0.0);
        let mut own = free.speeds;
        for (place, &coordinate) in self.relaxing.iter().enumerate() {
            motion[(coordinate, own.len())] = 1.0;
            own.push(free.basis.nrows() + place);
        }
        (motion, own)
    }

    fn coordinate_rates(&mut self) -> DVector<f64> {
        self.evaluations += 1;
        DVector::from_column_slice(self.system.rate(&self.state).vehicle.coordinates())
    }
}
