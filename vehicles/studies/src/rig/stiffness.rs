//! Stiffness along the free motions, and the step to balance that follows from it.

use super::NotReached;
use super::motions::{DEPENDENT, Height, Motions, Settling};
use crate::decomposition::least;
use nalgebra::{DMatrix, DVector};

/// Displacement for differences of generalised forces [m or rad].
pub(super) const APART: f64 = 1e-6;

/// Derivatives of the generalised forces along motions, with respect to displacements along these motions.
#[derive(Clone)]
pub(super) struct Stiffness {
    /// Speeds of the motions, by column.
    pub(super) speeds: DMatrix<f64>,
    /// Derivatives, with a row for each force and a column for each displacement.
    pub(super) change: DMatrix<f64>,
    /// Coordinates of the state in which the stiffness was found; empty if anything other than the coordinates has
    /// changed since.
    pub(super) at: Vec<f64>,
}

impl Stiffness {
    /// Marks that something other than the coordinates has changed.
    pub(super) fn outdate(&mut self) {
        self.at.clear();
    }
}

/// Displacements along the motions that change the heights of the wheels by `gaps` and bring all forces into balance, and the
/// change of the forces on the wheels.
pub(super) fn settling(
    motions: &Motions,
    held: Height,
    stiffness: &DMatrix<f64>,
    unbalanced: &DVector<f64>,
    gaps: &DVector<f64>,
) -> Settling {
    let rises = motions.rises(held);
    let (wheels, count) = rises.shape();
    // Forces are divided by the size of the stiffness, so that all numbers are of similar size.
    let size = if stiffness.amax() > 0.0 { stiffness.amax() } else { 1.0 };
    let mut whole = DMatrix::zeros(count + wheels, count + wheels);
    whole.view_mut((0, 0), (count, count)).copy_from(&(stiffness / size));
    whole
        .view_mut((0, count), (count, wheels))
        .copy_from(&motions.presses.transpose());
    whole.view_mut((count, 0), (wheels, count)).copy_from(rises);
    let mut right = DVector::zeros(count + wheels);
    right.rows_mut(0, count).copy_from(&(-unbalanced / size));
    right.rows_mut(count, wheels).copy_from(gaps);
    // Motions that nothing holds, such as a free rack, stay where they are.
    let solved = least(&whole, &right, DEPENDENT).ok_or(NotReached::Stiff)?;
    Ok((solved.rows(0, count).into_owned(), size * solved.rows(count, wheels)))
}
