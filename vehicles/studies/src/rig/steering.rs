//! The motion by which the rig steers.

use super::Rig;
use wishbone::prelude::*;

/// The motion that steers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// A driven joint, by position among the drives.
    Drive(usize),
    /// A joint that the rig holds, such as that of a steering column, by its positions among the coordinates and the speeds of the state.
    Joint {
        /// Among the coordinates.
        coordinate: usize,
        /// Among the speeds.
        speed: usize,
    },
}

impl Steering {
    /// The joint with this name; none if the state has no coordinate and speed of it.
    pub fn by_joint(joint: &str, names: &Description) -> Option<Self> {
        let place = |names: &[&str]| names.iter().position(|own| *own == joint);
        Some(Self::Joint {
            coordinate: place(names.coordinates)?,
            speed: place(names.speeds)?,
        })
    }

    /// Name of the drive or the joint.
    pub fn name(self, names: &Description) -> &'static str {
        match self {
            Self::Drive(drive) => names.drives[drive],
            Self::Joint { coordinate, .. } => names.coordinates[coordinate],
        }
    }
}

impl<S: Solver + Clone> Rig<S> {
    /// Moves what steers to a position [m or rad]. The vehicle follows when it is [lifted](Rig::lift) next.
    pub fn steer(&mut self, steering: Steering, position: f64) {
        match steering {
            Steering::Drive(drive) => self.inputs.drives()[drive].position = position,
            Steering::Joint { coordinate, .. } => {
                self.state.coordinates_mut()[coordinate] = position;
                self.steered = Some((coordinate, position));
            }
        }
        self.outdate();
    }

    /// Velocities of the wheels while what steers moves with unit velocity, and the free coordinates of the suspensions stay.
    pub fn steering(&mut self, steering: Steering) -> Vec<WheelMotion> {
        let mut state = self.state.clone();
        state.speeds_mut().fill(0.0);
        let at_rest = self.inputs.clone();
        match steering {
            Steering::Drive(drive) => self.inputs.drives()[drive].velocity = 1.0,
            Steering::Joint { speed, .. } => state.speeds_mut()[speed] = 1.0,
        }
        let _ = self.system.solver.correct_velocity(&mut state, &self.inputs);
        let (wheels, _) = self.moving(state.speeds());
        self.inputs = at_rest;
        wheels
    }
}
