//! Steering on the rig, with the wheel centres staying at their heights.
//!
//! The steering moves with unit velocity. With the chassis held, many motions have this velocity. From any of these
//! motions, `p`, displacements `w` along the free motions lead to the motion in which the wheel centres stay at their
//! heights:
//!
//! ```text
//! V w + V_p = 0,    K w + Uᵀ f + K_p = 0
//! ```
//!
//! For the motion `p`, `V_p` are the vertical velocities of the wheel centres, and `K_p` is the derivative of the generalised forces. The
//! second equation applies if anything else settles.

use super::motions::{DEPENDENT, Height, Motions};
use super::stiffness::{APART, settling};
use super::{ALMOST, ALMOST_REACHED, NotReached, REACHED, Rig, Steering};
use crate::decomposition::least;
use nalgebra::{DMatrix, DVector};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::state::StateVector;

/// Largest change of a coordinate in one stage of steering [m or rad].
const LONGEST: f64 = 0.1;
/// If the loops do not close after a change this small, the mechanism ends there [m or rad].
const SHORTEST: f64 = 1e-3;
/// Largest number of stages towards a position.
const STAGES: usize = 400;
/// Errors of a speed up to this part are rounding.
const ROUNDING: f64 = 1e-9;

/// A motion in which the steering has unit velocity.
struct Turn {
    speeds: DVector<f64>,
    /// Rates of the coordinates.
    coordinates: DVector<f64>,
    /// Vertical velocities of the wheel centres.
    lifts: DVector<f64>,
}

impl Turn {
    /// Adds displacements along free motions.
    fn and(self, motions: &Motions, along: &DVector<f64>) -> Self {
        Self {
            speeds: self.speeds + &motions.speeds * along,
            coordinates: self.coordinates + &motions.coordinates * along,
            lifts: self.lifts + &motions.lifts * along,
        }
    }
}

impl<S: Solver + Clone> Rig<S> {
    /// Sets the position to which the steering moves [m or rad]. The vehicle follows when it is [lifted](Rig::lift) next.
    pub fn steer(&mut self, steering: Steering, position: f64) {
        self.steered.retain(|(own, _)| *own != steering);
        self.steered.push((steering, position));
    }

    /// Motion of the wheels while the steering moves with unit velocity. The wheel centres stay at their heights if
    /// they can be lifted, and all other free motions stay in balance.
    ///
    /// # Errors
    /// If there is no such motion.
    pub fn steering(&mut self, steering: Steering) -> Result<Vec<WheelMotion>, NotReached> {
        let (turn, motions) = self.balanced_turn(steering)?;
        let is_rigid = motions.speeds.ncols() == 0;
        match is_rigid || turn.lifts.amax() < 1e-6 * turn.speeds.amax().max(1.0) {
            true => Ok(self.while_steering(steering, |rig| rig.moving(turn.speeds.as_slice()).0)),
            false => Err(NotReached::Rates),
        }
    }

    /// Speeds of a motion in which the steering has unit velocity.
    pub(super) fn turning(&mut self, steering: Steering) -> Result<DVector<f64>, NotReached> {
        Ok(self.turn(steering)?.speeds)
    }

    /// Present position of the steering [m or rad].
    pub(super) fn position(&mut self, steering: Steering) -> f64 {
        match steering {
            Steering::Drive(drive) => self.inputs.drives()[drive].position,
            Steering::Joint { coordinate, .. } => self.state.coordinates()[coordinate],
        }
    }

    /// Moves the steering and the held joints to their wanted positions, with the wheel centres near their heights.
    pub(super) fn go_on_steering(&mut self) -> Result<(), NotReached> {
        let steered = self.steered.clone();
        steered
            .into_iter()
            .try_for_each(|(steering, wanted)| self.go_on(steering, wanted))
    }

    /// Whether the steering and the held joints are at their wanted positions.
    pub(super) fn is_steered(&mut self) -> bool {
        let steered = self.steered.clone();
        let is_there = |(steering, wanted): (Steering, f64)| (wanted - self.position(steering)).abs() < ALMOST_REACHED;
        steered.into_iter().all(is_there)
    }

    /// Moves the steering in stages. Free motions settle after each stage, since far from balance a different balance may be
    /// nearer. A stage whose loops do not close is tried again with half the length.
    fn go_on(&mut self, steering: Steering, wanted: f64) -> Result<(), NotReached> {
        let heights: Vec<f64> = self.wheels().iter().map(|wheel| wheel.centre[2]).collect();
        let mut longest = LONGEST;
        for _ in 0..STAGES {
            let gap = wanted - self.position(steering);
            if gap.abs() < REACHED {
                return Ok(());
            }
            let (turn, motions) = self.balanced_turn(steering)?;
            let size = gap.abs() * turn.coordinates.amax();
            let stage = gap * (longest / size).min(1.0);
            let reached = if stage == gap { wanted } else { wanted - gap + stage };
            let moved = self.wholly(|rig| {
                rig.turn_by(steering, &turn, [stage, reached])?;
                match motions.settles && stage != gap {
                    true => rig.reach_in_balance(Height::Centre, &heights),
                    false => Ok(()),
                }
            });
            match moved {
                Ok(()) => {}
                Err(_) if longest.min(size) > SHORTEST => longest = longest.min(size) / 2.0,
                Err(reason) => return Err(reason),
            }
        }
        match (wanted - self.position(steering)).abs() < ALMOST {
            true => Ok(()),
            false => Err(NotReached::Steered(steering.name(self.system.solver.description()))),
        }
    }

    /// Displaces the vehicle along a turn in which the steering moves by `stage` to `reached` [m or rad], and closes its loops.
    fn turn_by(&mut self, steering: Steering, turn: &Turn, [stage, reached]: [f64; 2]) -> Result<(), NotReached> {
        let start = self.state.clone();
        self.displace(&start, &(&turn.coordinates * stage));
        if let Steering::Drive(drive) = steering {
            self.inputs.drives()[drive].position = reached;
        }
        self.outdate();
        self.close()
    }

    /// The motion in which the steering has unit velocity, the wheel centres stay at their heights if possible, and all
    /// other free motions stay in balance. Returned with the free motions.
    fn balanced_turn(&mut self, steering: Steering) -> Result<(Turn, Motions), NotReached> {
        let turn = self.turn(steering)?;
        let motions = self.motions();
        let along = match motions.settles {
            true => {
                let pushed = self.pushed_by(steering, &turn, &motions)?;
                let stiffness = self.stiffness_here(&motions)?;
                settling(&motions, Height::Centre, &stiffness, &pushed, &-&turn.lifts)?.0
            }
            false => motions.holding(&-&turn.lifts).ok_or(NotReached::Stiff)?,
        };
        Ok((turn.and(&motions, &along), motions))
    }

    /// A motion in which the steering has unit velocity, and all held parts stay.
    fn turn(&mut self, steering: Steering) -> Result<Turn, NotReached> {
        let mut state = self.state.clone();
        state.speeds_mut().fill(0.0);
        if let Steering::Joint { speed, .. } = steering {
            state.speeds_mut()[speed] = 1.0;
        }
        let speeds = self.while_steering(steering, |rig| {
            let _ = rig.system.solver.correct_velocity(&mut state, &rig.inputs);
            DVector::from_column_slice(state.speeds())
        });
        let missed = self.missed(steering, &speeds);
        let speeds = match missed.amax() < ROUNDING {
            true => speeds,
            false => self.corrected(steering, speeds, &missed)?,
        };
        Ok(self.while_steering(steering, |rig| {
            let (wheels, _) = rig.moving(speeds.as_slice());
            let mut state = rig.state.clone();
            state.speeds_mut().copy_from_slice(speeds.as_slice());
            rig.system.solver.kinematics(&state, &rig.inputs);
            let rate = rig.system.solver.accelerations(&rig.inputs);
            let mut lifts = DVector::from_iterator(wheels.len(), wheels.iter().map(|wheel| wheel.velocity[2]));
            rig.join(&mut lifts);
            Turn {
                coordinates: DVector::from_column_slice(rate.coordinates()),
                lifts,
                speeds,
            }
        }))
    }

    /// Speeds of the fixed parts for these speeds of the vehicle, minus their wanted speeds.
    fn missed(&mut self, steering: Steering, speeds: &DVector<f64>) -> DVector<f64> {
        let (_, twists) = self.while_steering(steering, |rig| rig.moving(speeds.as_slice()));
        let held = self.held.iter().map(|&held| match steering {
            Steering::Joint { speed, .. } if speed == held => speeds[held] - 1.0,
            _ => speeds[held],
        });
        DVector::from_iterator(twists.len() + self.held.len(), twists.into_iter().chain(held))
    }

    /// Adds free motions to the speeds, so that fixed parts stay at rest and the steering has unit velocity.
    fn corrected(
        &mut self,
        steering: Steering,
        speeds: DVector<f64>,
        missed: &DVector<f64>,
    ) -> Result<DVector<f64>, NotReached> {
        let (state, inputs) = (self.state.clone(), self.inputs.clone());
        let basis = self.system.free_under(&state, inputs).basis;
        let columns = basis.column_iter().map(|column| {
            let speeds = column.into_owned();
            let (_, twists) = self.moving(speeds.as_slice());
            let held = self.held.iter().map(|&held| speeds[held]);
            DVector::from_vec(twists.into_iter().chain(held).collect())
        });
        let held = DMatrix::from_columns(&columns.collect::<Vec<_>>());
        let change = least(&held, &-missed, DEPENDENT).ok_or(NotReached::Stiff)?;
        let speeds = speeds + basis * change;
        match self.missed(steering, &speeds).amax() < ROUNDING * speeds.amax().max(1.0) {
            true => Ok(speeds),
            false => Err(NotReached::Steered(steering.name(self.system.solver.description()))),
        }
    }

    /// Calls `find` while the steering drive has unit velocity.
    fn while_steering<T>(&mut self, steering: Steering, find: impl FnOnce(&mut Self) -> T) -> T {
        let at_rest = self.inputs.clone();
        if let Steering::Drive(drive) = steering {
            self.inputs.drives()[drive].velocity = 1.0;
        }
        let found = find(self);
        self.inputs = at_rest;
        found
    }

    /// Derivative of the generalised forces along the motions with respect to a turn of the steering wheel, by
    /// central differences.
    fn pushed_by(&mut self, steering: Steering, turn: &Turn, motions: &Motions) -> Result<DVector<f64>, NotReached> {
        let (start, inputs) = (self.state.clone(), self.inputs.clone());
        let mut forces = |way: f64| {
            self.displace(&start, &(&turn.coordinates * way));
            if let Steering::Drive(drive) = steering {
                self.inputs.drives()[drive].position += way;
            }
            let found = self.close().and_then(|()| {
                let there = self.near(&motions.speeds).ok_or(NotReached::Stiff)?;
                Ok(self.unbalanced_forces(&there))
            });
            self.inputs = inputs.clone();
            found
        };
        let (up, down) = (forces(APART), forces(-APART));
        self.state = start;
        self.motions = Some(motions.clone());
        self.is_here = true;
        Ok((up? - down?) / (2.0 * APART))
    }
}
