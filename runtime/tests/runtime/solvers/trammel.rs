//! The smallest closed loop: a rod whose ends slide on two crossing lines.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::prelude::*;
use wishbone::stabilise::{Gap, Pivot};

/// One end of a rod of length 1 m is driven along X, and the other end slides along Y: `x^2 + y^2 = 1`. No freedom is
/// left.
#[derive(Clone, Debug, Default)]
pub struct Trammel {
    y: f64,
    rate: f64,
}

static Y: Pivot = Pivot {
    joint: "y",
    closed_by: "rod",
};

impl Trammel {
    /// The pivot is `y` itself, 1 m at the design position.
    fn gap(state: &State<1, 1>, size: f64) -> Gap {
        Gap {
            size,
            margin: state.q[0],
            open: Some("rod"),
            pivot: Some(&Y),
        }
    }
}

impl Trammel {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Trammel",
        coordinates: &["y"],
        speeds: &["y"],
        drives: &["x"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<1, 1> {
        State { q: [1.0], v: [0.0] }
    }
}

impl Solver for Trammel {
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
        [self.y] = state.q;
        [self.rate] = state.v;
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    /// `y y'' + y'^2 + x x'' + x'^2 = 0`.
    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        let [x] = inputs.drives;
        let centripetal = self.rate * self.rate + x.velocity * x.velocity;
        *rate = State {
            q: [self.rate],
            v: [-(centripetal + x.position * x.acceleration) / self.y],
        };
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

    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap {
        let x = inputs.drives[0].position;
        let residual = 0.5 * (x * x + state.q[0] * state.q[0] - 1.0);
        let gap = Self::gap(state, residual.abs());
        state.q[0] -= residual / state.q[0];
        gap
    }

    fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap {
        let [x] = inputs.drives;
        let rate = x.position * x.velocity + state.q[0] * state.v[0];
        state.v[0] -= rate / state.q[0];
        Self::gap(state, rate.abs())
    }
}
