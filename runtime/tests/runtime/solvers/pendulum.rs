//! A physical pendulum.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::prelude::*;
use wishbone::stabilise::Gap;

/// A uniform rod hung up at its end: `theta'' = -3 g / (2 L) sin(theta)`.
#[derive(Clone, Debug, Default)]
pub struct Pendulum {
    angle: f64,
    rate: f64,
}

impl Pendulum {
    const LENGTH: f64 = 1.2;
    const MASS: f64 = 2.5;
    const GRAVITY: f64 = 9.81;
}

impl Pendulum {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Pendulum",
        coordinates: &["theta"],
        speeds: &["theta"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<1, 1> {
        State { q: [0.0], v: [0.0] }
    }
}

impl Solver for Pendulum {
    type State = State<1, 1>;
    type Inputs = Inputs<0, 0>;

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
        [self.angle] = state.q;
        [self.rate] = state.v;
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    fn accelerations_into(&mut self, _inputs: &Self::Inputs, rate: &mut Self::State) {
        *rate = State {
            q: [self.rate],
            v: [-1.5 * Self::GRAVITY / Self::LENGTH * self.angle.sin()],
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, state: &Self::State, _inputs: &Self::Inputs) -> Energy {
        let inertia = Self::MASS * Self::LENGTH * Self::LENGTH / 3.0;
        Energy {
            kinetic: 0.5 * inertia * state.v[0] * state.v[0],
            gravity: -0.5 * Self::MASS * Self::GRAVITY * Self::LENGTH * state.q[0].cos(),
            elastic: 0.0,
        }
    }

    fn correct_position(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }

    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }
}
