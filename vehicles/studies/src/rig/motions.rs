//! Free motions on the rig: motions that hold the chassis, keep the loops closed and do not move the drives.

use super::NotReached;
use crate::decomposition::least;
use nalgebra::{DMatrix, DVector};

/// A pivot below this fraction of the largest pivot shows that a constraint depends on other constraints, or that
/// nothing prevents a motion.
pub(super) const DEPENDENT: f64 = 1e-10;

/// Free motions in a position.
#[derive(Clone)]
pub(super) struct Motions {
    /// Speeds of each motion, a column of unit length each.
    pub(super) speeds: DMatrix<f64>,
    /// Rates of the coordinates, by column.
    pub(super) coordinates: DMatrix<f64>,
    /// Vertical velocity of each wheel centre, by row.
    pub(super) lifts: DMatrix<f64>,
    /// Vertical velocity of each contact, by row.
    pub(super) presses: DMatrix<f64>,
    /// Whether free motions remain when the wheels are held at their heights; these motions settle.
    pub(super) settles: bool,
}

/// Displacements along the free motions [m or rad], with changes of the forces on the wheels [N].
pub(super) type Settling = Result<(DVector<f64>, DVector<f64>), NotReached>;

/// Height at which the rig holds a wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Height {
    /// Height of the wheel centre: travel.
    Centre,
    /// Height of the contact: on a pad.
    Contact,
}

impl Motions {
    /// Vertical velocities of the wheel centres or of the contacts, by row.
    pub(super) fn rises(&self, held: Height) -> &DMatrix<f64> {
        match held {
            Height::Centre => &self.lifts,
            Height::Contact => &self.presses,
        }
    }

    /// A wheel that no motion lifts, by position; `None` if all can rise.
    pub(super) fn rigid(&self) -> Option<usize> {
        self.lifts.row_iter().position(|rises| rises.amax() < DEPENDENT)
    }

    /// Combinations of the motions that are nearest to motions with the given speeds; `None` if the two sets span
    /// entirely different spaces.
    pub(super) fn lined_up(&self, speeds: &DMatrix<f64>) -> Option<Self> {
        let combination = combination(&self.speeds, speeds)?;
        Some(Self {
            speeds: &self.speeds * &combination,
            coordinates: &self.coordinates * &combination,
            lifts: &self.lifts * &combination,
            presses: &self.presses * combination,
            settles: self.settles,
        })
    }

    /// Does [`settling`](super::stiffness::settling) if the heights determine everything: `V w = gaps`,
    /// `Uᵀ F = -forces`. If wheels cannot move independently of each other, as on an axle that does not roll, the
    /// heights are approximated as closely as possible.
    pub(super) fn determined(&self, held: Height, gaps: &DVector<f64>, forces: &DVector<f64>) -> Settling {
        let step = least(self.rises(held), gaps, DEPENDENT);
        let balance = least(&self.presses.transpose(), &-forces, DEPENDENT);
        step.zip(balance).ok_or(NotReached::Stiff)
    }

    /// Smallest displacements along the motions that change the heights of the wheels by `gaps`, or as nearly as possible.
    pub(super) fn holding(&self, gaps: &DVector<f64>) -> Option<DVector<f64>> {
        least(&self.lifts, gaps, DEPENDENT)
    }
}

/// Combinations of these columns that are nearest to other columns: the differences are perpendicular to the span of
/// the other columns. `None` if both span entirely different spaces.
pub(super) fn combination(columns: &DMatrix<f64>, others: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    if columns.shape() != others.shape() {
        return None;
    }
    (others.tr_mul(columns))
        .try_inverse()
        .map(|inverse| inverse * others.tr_mul(others))
}
