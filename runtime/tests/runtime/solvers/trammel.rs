//! The smallest closed loop: a rod whose ends slide on two crossing lines.

use wishbone::prelude::*;

/// One end of a rod of length 1 m is driven along X, the other slides along Y: `x^2 + y^2 = 1`, no freedom left.
#[derive(Clone, Debug, Default)]
pub struct Trammel {
    y: f64,
    rate: f64,
}

impl Solver for Trammel {
    type State = State<1, 1>;
    type Inputs = Inputs<1, 0>;
    const NAME: &'static str = "Trammel";
    const COORDINATES: &'static [&'static str] = &["y"];
    const SPEEDS: &'static [&'static str] = &["y"];
    const DRIVES: &'static [&'static str] = &["x"];
    const SIGNALS: &'static [&'static str] = &[];
    const WHEELS: &'static [&'static str] = &[];
    const BODIES: &'static [&'static str] = &[];
    const OUTPUTS: &'static [&'static str] = &[];

    fn design_state() -> Self::State {
        State { q: [1.0], v: [0.0] }
    }

    fn kinematics(&mut self, state: &Self::State, _inputs: &Self::Inputs) {
        [self.y] = state.q;
        [self.rate] = state.v;
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    /// `y y'' + y'^2 + x x'' + x'^2 = 0`.
    fn accelerations(&mut self, inputs: &Self::Inputs) -> Self::State {
        let [x] = inputs.drives;
        let centripetal = self.rate * self.rate + x.velocity * x.velocity;
        State {
            q: [self.rate],
            v: [-(centripetal + x.position * x.acceleration) / self.y],
        }
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> Energy {
        Energy::default()
    }

    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> f64 {
        let x = inputs.drives[0].position;
        let residual = 0.5 * (x * x + state.q[0] * state.q[0] - 1.0);
        state.q[0] -= residual / state.q[0];
        residual.abs()
    }

    fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> f64 {
        let [x] = inputs.drives;
        let rate = x.position * x.velocity + state.q[0] * state.v[0];
        state.v[0] -= rate / state.q[0];
        rate.abs()
    }
}
