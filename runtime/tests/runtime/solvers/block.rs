//! A mass that moves along X, Y and Z without turning, with one marker.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, MarkerMotion, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::Gap;
use wishbone::state::State;

#[derive(Clone, Debug)]
pub struct Block {
    /// Angle of the block's x axis from X [rad].
    pub heading: f64,
    /// Gravity along -Z [m/s²].
    pub gravity: f64,
    marker: [MarkerMotion; 1],
}

impl Block {
    pub const MASS: f64 = 1200.0;

    pub fn heading(heading: f64) -> Self {
        Self {
            heading,
            gravity: 0.0,
            marker: [MarkerMotion::ZERO],
        }
    }
}

impl Block {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Block",
        coordinates: &["x", "y", "z"],
        speeds: &["x", "y", "z"],
        signals: &["fx", "fy", "fz", "mx", "my", "mz"],
        markers: &[("air", [0, 1, 2, 3, 4, 5])],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<3, 3> {
        State {
            q: [0.0, 0.0, 0.5],
            v: [0.0; 3],
        }
    }
}

impl Solver for Block {
    type State = State<3, 3>;
    type Inputs = Inputs<0, 0, 6>;

    const WHEEL_COUNT: Option<usize> = Some(0);

    fn description(&self) -> &'static Description {
        Self::DESCRIPTION
    }

    fn design_state(&self) -> Self::State {
        Self::design_state()
    }

    fn no_inputs(&self) -> Self::Inputs {
        Inputs::default()
    }

    fn kinematics(&mut self, state: &Self::State, _inputs: &Self::Inputs) {
        let (sine, cosine) = self.heading.sin_cos();
        self.marker = [MarkerMotion {
            position: state.q,
            rotation: [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]],
            velocity: state.v,
            angular_velocity: [0.0; 3],
        }];
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    fn markers(&self) -> &[MarkerMotion] {
        &self.marker
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        let [x, y, z, ..] = inputs.signals;
        *rate = State {
            q: self.marker[0].velocity,
            v: [x / Self::MASS, y / Self::MASS, z / Self::MASS - self.gravity],
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, state: &Self::State, _: &Self::Inputs) -> Energy {
        let square: f64 = state.v.iter().map(|v| v * v).sum();
        Energy {
            kinetic: 0.5 * Self::MASS * square,
            gravity: Self::MASS * self.gravity * state.q[2],
            elastic: 0.0,
        }
    }

    fn correct_position(&mut self, _: &mut Self::State, _: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }
}
