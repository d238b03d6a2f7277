//! Quasi-static balance: the wheels go to where the suspension carries given vertical forces, under given forces besides.
//!
//! The vertical forces `F(z)` that hold the wheel centres at heights `z` follow from the balance of the rig. Newton's method finds `z` for
//! wanted forces; a step is halved until less is missing, since stops set in at once. Forces along the ground act at the contact or at
//! the wheel centre, and turn with the wheel plane: they are laid on anew where the wheels have come to.

use super::loads::lock;
use super::{Contact, Load, NotReached, PARTS, Rig, Steering};
use crate::kc::axles;
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::ports::InputPorts;
use wishbone::prelude::*;

/// Largest change of a height in one correction [m].
const LONGEST: f64 = 0.03;
/// Part of the largest force that may be missing.
const CARRIED: f64 = 1e-9;
/// Part of the largest force that may be missing where no correction brings less, by rounding.
const NEARLY_CARRIED: f64 = 1e-6;
/// Corrections in the search.
const CORRECTIONS: usize = 60;
/// Corrections in which what is missing falls by a tenth at least, or the search ends.
const PATIENCE: usize = 6;
/// Halvings of one step.
const HALVINGS: usize = 8;
/// Singular values below this part count as zero [N/m].
const DEPENDENT: f64 = 1e-3;

/// What holds a wheel vertically.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Vertical {
    /// A force at the contact, positive upward [N].
    Force(f64),
    /// The wheel centre at a height above the axes' origin [m].
    Height(f64),
}

/// Point at which a force along the ground acts on a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acts {
    /// The contact centre.
    #[default]
    Contact,
    /// The wheel centre.
    Centre,
}

/// Part that takes the moment of a load about the spin axis of the wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Torque {
    /// The carrier, as with a brake at the wheel.
    #[default]
    Brake,
    /// The body from which the wheel is driven.
    Drive,
}

/// Load of a wheel, along and across the wheel plane on level ground (tyre axes, ISO 8855).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// Force forward [N].
    pub longitudinal: f64,
    /// Force to the left [N].
    pub lateral: f64,
    /// What holds the wheel vertically.
    pub vertical: Vertical,
    /// Point at which the forces along the ground act.
    pub acts: Acts,
    /// Part that takes the moment about the spin axis.
    pub torque: Torque,
}

/// What acts on a vehicle at rest on the rig.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Acting {
    /// Named outputs.
    pub outputs: Vec<f64>,
    /// Loads of the wheels, the vertical forces that hold them among them.
    pub wheels: Vec<WheelLoad>,
    /// Inputs of loads.
    pub signals: Vec<f64>,
    /// Largest generalised force along a motion that the rig leaves free, of unit velocity [N or N m]: zero but for rounding.
    pub out_of_balance: f64,
}

impl Push {
    /// A wheel that nothing but its vertical force loads.
    pub fn vertical(vertical: Vertical) -> Self {
        Self {
            longitudinal: 0.0,
            lateral: 0.0,
            vertical,
            acts: Acts::Contact,
            torque: Torque::Brake,
        }
    }

    /// Part of the load, on the way from a vertical force [N].
    fn part(&self, share: f64, begin: f64) -> Self {
        Self {
            longitudinal: share * self.longitudinal,
            lateral: share * self.lateral,
            vertical: match self.vertical {
                Vertical::Force(force) => Vertical::Force(begin + share * (force - begin)),
                held @ Vertical::Height(_) => held,
            },
            ..*self
        }
    }

    /// Largest of its forces [N].
    fn size(&self) -> f64 {
        let vertical = match self.vertical {
            Vertical::Force(force) => force.abs(),
            Vertical::Height(_) => 0.0,
        };
        vertical.max(self.longitudinal.abs()).max(self.lateral.abs())
    }

    /// The forces along the ground of a wheel that moves so.
    fn load(&self, contact: &Contact, wheel: &WheelMotion, radius: f64) -> Load {
        let force = self.longitudinal * contact.forward + self.lateral * contact.left;
        match self.acts {
            Acts::Contact => Load::at_contact(force, wheel, radius),
            Acts::Centre => Load::at_centre(force),
        }
    }
}

impl<S: Solver + Clone> Rig<S> {
    /// Brings the wheels to where the suspension carries these loads, one for each wheel; everything else that is free settles. At once,
    /// or in parts where that fails.
    ///
    /// # Errors
    /// If the wheels do not get there; the rig stays where it was.
    pub fn carry(&mut self, pushes: &[Push]) -> Result<(), NotReached> {
        self.driven = pushes.iter().map(|push| push.torque == Torque::Drive).collect();
        self.wholly(|rig| rig.carried(pushes)).or_else(|_| {
            self.wholly(|rig| {
                let begin = rig.forces()?;
                (1..=PARTS).try_for_each(|part| {
                    let share = f64::from(part) / f64::from(PARTS);
                    let parts = pushes.iter().zip(&begin).map(|(push, begin)| push.part(share, *begin));
                    rig.carried(&parts.collect::<Vec<_>>())
                })
            })
        })
    }

    /// Gives an input of a load on the joint that steers the size that holds the joint, in place of the rig. The input's force or torque
    /// is positive along the joint's coordinate.
    ///
    /// # Errors
    /// If nothing moves with this joint.
    pub fn hold_by(&mut self, steering: Steering, signal: usize) -> Result<(), NotReached> {
        let turning = DMatrix::from_columns(&[self.turning(steering)?]);
        let left = self.unbalanced_forces(&turning)[0];
        self.inputs.signals()[signal] -= left;
        Ok(())
    }

    /// What acts at rest in this position under its loads.
    ///
    /// # Errors
    /// If no forces hold the wheels.
    pub fn acting(&mut self) -> Result<Acting, NotReached> {
        let (forces, wheels) = (self.forces()?, self.wheels());
        let mut inputs = self.inputs.clone();
        for (place, load) in inputs.wheels().iter_mut().enumerate() {
            let force = Vector3::new(0.0, 0.0, forces[place]);
            Load::at_contact(force, &wheels[place], self.radii[place]).add_to(load);
        }
        lock(inputs.wheels(), &wheels, &self.driven);
        let outputs = self.system.solver.outputs(&self.state, &inputs, &S::State::zero());
        Ok(Acting {
            outputs: outputs.to_vec(),
            wheels: inputs.wheels().to_vec(),
            signals: inputs.signals().to_vec(),
            out_of_balance: self.out_of_balance(),
        })
    }

    /// Largest generalised force along a motion that the rig leaves free, of unit velocity [N or N m].
    fn out_of_balance(&mut self) -> f64 {
        let motions = self.motions();
        self.unbalanced_forces(&motions.speeds).amax()
    }

    fn carried(&mut self, pushes: &[Push]) -> Result<(), NotReached> {
        let centres: Vec<f64> = self.wheels().iter().map(|wheel| wheel.centre[2]).collect();
        let height = |(push, centre): (&Push, &f64)| match push.vertical {
            Vertical::Height(wanted) => wanted,
            Vertical::Force(_) => *centre,
        };
        let mut heights: Vec<f64> = pushes.iter().zip(&centres).map(height).collect();
        let scale = pushes.iter().map(Push::size).fold(1.0, f64::max);
        let mut lefts: Vec<f64> = Vec::new();
        for _ in 0..CORRECTIONS {
            let last = lefts.last().copied().unwrap_or(f64::INFINITY);
            let turned = self.lay_on(pushes);
            self.lift(&heights)?;
            let missing = self.missing(pushes)?;
            let left = missing.amax().max(turned);
            if left < CARRIED * scale || (left > 0.5 * last && left < NEARLY_CARRIED * scale) {
                return Ok(());
            }
            let earlier = lefts.len().checked_sub(PATIENCE).map(|place| lefts[place]);
            if earlier.is_some_and(|earlier| left > 0.9 * earlier) {
                return Err(NotReached::Loads);
            }
            lefts.push(left);
            heights = self.nearer(pushes, &missing)?;
        }
        Err(NotReached::Loads)
    }

    /// Lays the forces along the ground on the wheels where these are now; returns the largest change of a load [N or N m].
    fn lay_on(&mut self, pushes: &[Push]) -> f64 {
        let wheels = self.wheels();
        let each = pushes.iter().zip(&wheels).enumerate();
        let loads: Vec<Load> = each
            .map(|(k, (push, wheel))| push.load(&self.contact(k, wheel), wheel, self.radii[k]))
            .collect();
        let mut most = 0.0_f64;
        for (own, load) in self.inputs.wheels().iter().zip(&loads) {
            let change = (Vector3::from(own.force) - load.force).amax();
            most = most.max(change).max((Vector3::from(own.moment) - load.moment).amax());
        }
        if most > 0.0 {
            self.load(&loads);
        }
        most
    }

    /// Wanted vertical forces less those of this position [N]; zero for wheels that a height holds.
    fn missing(&mut self, pushes: &[Push]) -> Result<DVector<f64>, NotReached> {
        let forces = self.forces()?;
        let each = pushes.iter().zip(&forces).map(|(push, force)| match push.vertical {
            Vertical::Force(wanted) => wanted - force,
            Vertical::Height(_) => 0.0,
        });
        Ok(DVector::from_iterator(forces.len(), each))
    }

    /// Heights at which less is missing, by one step of Newton's method; the rig goes there.
    fn nearer(&mut self, pushes: &[Push], missing: &DVector<f64>) -> Result<Vec<f64>, NotReached> {
        let (directions, rates) = self.slopes_of_forces(pushes)?;
        let solved = rates.svd(true, true).solve(missing, DEPENDENT);
        let step = directions * solved.map_err(|_| NotReached::Loads)?;
        let heights: Vec<f64> = self.wheels().iter().map(|wheel| wheel.centre[2]).collect();
        let mut part = (LONGEST / step.amax()).min(1.0);
        for halving in 0..=HALVINGS {
            let moved = heights.iter().zip(step.iter()).map(|(z, step)| z + part * step);
            let moved: Vec<f64> = moved.collect();
            let is_last = halving == HALVINGS;
            match self.lift(&moved) {
                Ok(()) => {
                    let less = self.missing(pushes)?;
                    if less.norm() < (1.0 - 0.25 * part) * missing.norm() || is_last {
                        return Ok(moved);
                    }
                }
                Err(reason) if is_last => return Err(reason),
                Err(_) => {}
            }
            part *= 0.5;
        }
        Err(NotReached::Loads)
    }

    /// Directions in which the wheels are lifted, by column, and the changes of the wanted forces by each: every wheel alone; where an
    /// axle does not roll, all wheels of an axle alike.
    fn slopes_of_forces(&mut self, pushes: &[Push]) -> Result<(DMatrix<f64>, DMatrix<f64>), NotReached> {
        let wheels = self.wheels();
        let is_free = |wheel: &usize| matches!(pushes[*wheel].vertical, Vertical::Force(_));
        let alone: Vec<Vec<usize>> = (0..wheels.len()).filter(is_free).map(|wheel| vec![wheel]).collect();
        let pairs = axles(&wheels).into_iter().filter(|pair| pair.iter().all(is_free));
        let pairs: Vec<Vec<usize>> = pairs.map(|pair| pair.to_vec()).collect();
        let found = self.along(&alone).or_else(|reason| match pairs.is_empty() {
            true => Err(reason),
            false => self.along(&pairs),
        });
        let (directions, mut rates) = found?;
        for wheel in (0..wheels.len()).filter(|wheel| !is_free(wheel)) {
            rates.row_mut(wheel).fill(0.0);
        }
        Ok((directions, rates))
    }

    /// Changes of the forces while these groups of wheels rise, one group after the other.
    fn along(&mut self, groups: &[Vec<usize>]) -> Result<(DMatrix<f64>, DMatrix<f64>), NotReached> {
        let count = self.radii.len();
        let (mut directions, mut rates) = (DMatrix::zeros(count, groups.len()), DMatrix::zeros(count, groups.len()));
        for (column, group) in groups.iter().enumerate() {
            group.iter().for_each(|&wheel| directions[(wheel, column)] = 1.0);
            let rise: Vec<f64> = directions.column(column).iter().copied().collect();
            rates.column_mut(column).copy_from_slice(&self.force_rates(&rise)?);
        }
        Ok((directions, rates))
    }
}
