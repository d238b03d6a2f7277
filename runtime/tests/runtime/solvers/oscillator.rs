// Also included by documentation tests: self-contained, without inner documentation.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::solver::Solver;
use wishbone::state::State;

/// A mass of 1 kg between spring and damper on a driven base: `x'' = -w^2 (x - b) - 2 d w (x' - b')`.
#[derive(Clone, Debug)]
pub struct Oscillator {
    omega: f64,
    damping_ratio: f64,
    state: State<1, 1>,
    /// Number of evaluations so far.
    pub evaluations: usize,
}

impl Oscillator {
    pub fn undamped(omega: f64) -> Self {
        Self::damped(omega, 0.0)
    }

    pub fn damped(omega: f64, damping_ratio: f64) -> Self {
        Self {
            omega,
            damping_ratio,
            state: Self::design_state(),
            evaluations: 0,
        }
    }
}

impl Oscillator {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Oscillator",
        coordinates: &["x"],
        speeds: &["x"],
        drives: &["rack"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<1, 1> {
        State { q: [0.0], v: [0.0] }
    }
}

impl Solver for Oscillator {
    type State = State<1, 1>;
    type Inputs = Inputs<1, 0>;

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
        self.state = *state;
        self.evaluations += 1;
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        let State { q: [x], v: [v] } = self.state;
        let [base] = inputs.drives;
        let elastic = self.omega * self.omega * (x - base.position);
        let damping = 2.0 * self.damping_ratio * self.omega * (v - base.velocity);
        *rate = State {
            q: [v],
            v: [-elastic - damping],
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, state: &Self::State, inputs: &Self::Inputs) -> Energy {
        let stretch = self.omega * (state.q[0] - inputs.drives[0].position);
        Energy {
            kinetic: 0.5 * state.v[0] * state.v[0],
            gravity: 0.0,
            elastic: 0.5 * stretch * stretch,
        }
    }

    fn correct_position(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> wishbone::stabilise::Gap {
        wishbone::stabilise::Gap::of(0.0)
    }

    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> wishbone::stabilise::Gap {
        wishbone::stabilise::Gap::of(0.0)
    }
}
