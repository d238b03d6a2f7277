//! A steering rack without a vehicle; a spring represents the tyres.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::Gap;
use wishbone::state::State;

/// A mass that slides against a spring, pushed by an input.
#[derive(Clone, Debug, Default)]
pub struct Rack {
    /// Damping of the tyres [N s/m].
    pub damping: f64,
    pub state: [f64; 2],
}

/// [kg]
const MASS: f64 = 8.0;
/// [N/m]
pub const STIFFNESS: f64 = 60e3;

impl Rack {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Rack",
        coordinates: &["rack"],
        speeds: &["rack"],
        signals: &["push"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<1, 1> {
        State { q: [0.0], v: [0.0] }
    }
}

impl Solver for Rack {
    type State = State<1, 1>;
    type Inputs = Inputs<0, 0, 1>;

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
        self.state = [state.q[0], state.v[0]];
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        let [x, v] = self.state;
        *rate = State {
            q: [v],
            v: [(inputs.signals[0] - STIFFNESS * x - self.damping * v) / MASS],
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
            kinetic: 0.5 * MASS * state.v[0] * state.v[0],
            gravity: 0.0,
            elastic: 0.5 * STIFFNESS * state.q[0] * state.q[0],
        }
    }

    fn correct_position(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }
}
