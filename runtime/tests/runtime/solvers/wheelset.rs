//! Wheels on a test stand: each turns about its own axis, and nothing else moves.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::Gap;
use wishbone::state::State;

/// Four wheels with the inertia [`INERTIA`].
#[derive(Clone, Debug, Default)]
pub struct Wheelset {
    wheels: [WheelMotion; 4],
}

/// [kg m²]
pub const INERTIA: f64 = 2.0;

impl Wheelset {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Wheelset",
        coordinates: &["a", "b", "c", "d"],
        speeds: &["a", "b", "c", "d"],
        wheels: &["a", "b", "c", "d"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<4, 4> {
        State {
            q: [0.0; 4],
            v: [0.0; 4],
        }
    }
}

impl Solver for Wheelset {
    /// Angles [rad] and spins [rad/s].
    type State = State<4, 4>;
    type Inputs = Inputs<0, 4>;

    const WHEEL_COUNT: Option<usize> = Some(4);

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
        self.wheels = state.v.map(|spin| WheelMotion {
            axis: [0.0, 1.0, 0.0],
            spin,
            ..WheelMotion::ZERO
        });
    }

    fn wheels(&self) -> &[WheelMotion] {
        &self.wheels
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        *rate = State {
            q: self.wheels.map(|wheel| wheel.spin),
            v: inputs
                .wheels
                .map(|load| (load.drive_torque + load.brake_torque) / INERTIA),
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, state: &Self::State, _inputs: &Self::Inputs) -> Energy {
        Energy {
            kinetic: state.v.iter().map(|spin| 0.5 * INERTIA * spin * spin).sum(),
            ..Energy::default()
        }
    }

    fn correct_position(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }
}
