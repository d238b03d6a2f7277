//! Quasi-static balance: finds the position of the wheels in which the suspension carries given vertical and other forces.
//!
//! The vertical forces `F(z)` that hold the wheel centres at heights `z` follow from the balance of the rig. Newton's
//! method finds `z` for wanted forces. A step is halved until the error decreases, because the forces of stops begin
//! suddenly. Forces along the ground act at the contact or at the wheel centre, and turn with the wheel plane. They are
//! applied again in each new position of the wheels.

use super::loads::lock;
use super::{Contact, Load, NotReached, PARTS, Rig, Steering};
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::ports::{WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector;

/// Largest change of a height in one correction [m].
const LONGEST: f64 = 0.03;
/// Largest error of the forces, as a part of the largest force.
const CARRIED: f64 = 1e-9;
/// Largest error, as a fraction of the largest force, if rounding prevents a smaller error.
const NEARLY_CARRIED: f64 = 1e-6;
/// Largest number of corrections.
const CORRECTIONS: usize = 60;
/// The search ends if the error does not fall by a tenth in this number of corrections.
const PATIENCE: usize = 6;
/// Halvings of one step.
const HALVINGS: usize = 8;
/// Singular values below this part count as zero [N/m].
const DEPENDENT: f64 = 1e-3;

/// Vertical condition of a wheel.
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
    /// The wheel centre, at which a half-shaft or an inboard brake acts.
    Centre,
}

/// Part that reacts the moment of a load about the spin axis of the wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Torque {
    /// The carrier, as with a brake at the wheel.
    #[default]
    Brake,
    /// The body from which the wheel is driven.
    Drive,
}

/// Load of a wheel, along and perpendicular to the wheel plane on level ground (tyre axes, ISO 8855).
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

/// Everything that acts on a vehicle at rest on the rig.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Acting {
    /// Declared outputs.
    pub outputs: Vec<f64>,
    /// Loads of the wheels, including the vertical forces that hold them.
    pub wheels: Vec<WheelLoad>,
    /// Inputs of loads, in the order of the solver's signals.
    pub signals: Vec<f64>,
    /// Largest generalised force along a free motion of unit velocity [N or N m]. It is zero except for rounding.
    pub out_of_balance: f64,
}

impl Push {
    /// A wheel without forces along the ground.
    pub fn vertical(vertical: Vertical) -> Self {
        Self {
            longitudinal: 0.0,
            lateral: 0.0,
            vertical,
            acts: Acts::Contact,
            torque: Torque::Brake,
        }
    }

    /// The load at a fraction `share` of the way; the way starts with the vertical force `begin` [N] alone.
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

    /// Forces along the ground on a wheel with this motion.
    fn load(&self, contact: &Contact, wheel: &WheelMotion, radius: f64) -> Load {
        let force = self.longitudinal * contact.forward + self.lateral * contact.left;
        match self.acts {
            Acts::Contact => Load::at_contact(force, wheel, radius),
            Acts::Centre => Load::at_centre(force),
        }
    }
}

impl<S: Solver + Clone> Rig<S> {
    /// Brings the wheels to the position in which the suspension carries the given loads, one load for each wheel.
    /// Everything else that is free settles. The loads are applied at once, or in parts if that fails.
    ///
    /// # Errors
    /// If the wheels find no such position. The rig then stays in its position.
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

    /// Makes the input of a load hold the steering joint in place of the rig, with the necessary force or torque. The
    /// input is positive along the joint's coordinate.
    ///
    /// # Errors
    /// If nothing moves with this joint.
    pub fn hold_by(&mut self, steering: Steering, signal: usize) -> Result<(), NotReached> {
        let turning = DMatrix::from_columns(&[self.turning(steering)?]);
        let left = self.unbalanced_forces(&turning)[0];
        self.inputs.signals()[signal] -= left;
        Ok(())
    }

    /// Everything that acts on the vehicle at rest in this position under its loads.
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

    /// Largest generalised force along a free motion of unit velocity [N or N m].
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

    /// Applies the forces along the ground to the wheels in their present position. Returns the largest change of a load [N or N
    /// m].
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

    /// Wanted vertical forces minus the vertical forces in this position [N]; zero for wheels that are held at a
    /// height. Twins share the sum of their forces.
    fn missing(&mut self, pushes: &[Push]) -> Result<DVector<f64>, NotReached> {
        let forces = self.forces()?;
        let each = pushes.iter().zip(&forces).map(|(push, force)| match push.vertical {
            Vertical::Force(wanted) => wanted - force,
            Vertical::Height(_) => 0.0,
        });
        let mut missing = DVector::from_iterator(forces.len(), each);
        self.join(&mut missing);
        Ok(missing)
    }

    /// Reduces the error by one step of Newton's method. Moves the rig, and returns the new heights.
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

    /// Directions in which wheels are lifted, by column, and the changes of the wanted forces in each direction. Every
    /// wheel is lifted alone. If an axle does not roll, both wheels of each axle are lifted together.
    fn slopes_of_forces(&mut self, pushes: &[Push]) -> Result<(DMatrix<f64>, DMatrix<f64>), NotReached> {
        let wheels = self.wheels();
        let is_free = |wheel: &usize| matches!(pushes[*wheel].vertical, Vertical::Force(_));
        let alone: Vec<Vec<usize>> = (0..wheels.len()).filter(is_free).map(|wheel| vec![wheel]).collect();
        let pairs = self.axles().into_iter().filter(|pair| pair.iter().all(is_free));
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

    /// Changes of the forces while one group of wheels after the other rises.
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
