//! A free rigid body that only rotates.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::prelude::*;
use wishbone::stabilise::Gap;

/// Attitude by Euler parameters `p = (e0, e)` from body to world, angular velocity `w` in body axes.
#[derive(Clone, Debug, Default)]
pub struct Body {
    p: [f64; 4],
    w: [f64; 3],
}

impl Body {
    /// Principal moments of inertia [kg m^2].
    pub const INERTIA: [f64; 3] = [0.9, 1.4, 2.1];

    /// Angular momentum in world axes [N m s]: `R J w`, with `R u = u + 2 e0 (e × u) + 2 e × (e × u)`.
    pub fn momentum(state: &State<4, 3>) -> [f64; 3] {
        let [e0, e1, e2, e3] = state.q;
        let e = [e1, e2, e3];
        let h = [0, 1, 2].map(|i| Self::INERTIA[i] * state.v[i]);
        let once = cross(e, h);
        let twice = cross(e, once);
        [0, 1, 2].map(|i| h[i] + 2.0 * (e0 * once[i] + twice[i]))
    }

    /// `|p|`.
    pub fn norm(state: &State<4, 3>) -> f64 {
        state.q.iter().map(|e| e * e).sum::<f64>().sqrt()
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

impl Body {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Body",
        coordinates: &["e0", "e1", "e2", "e3"],
        speeds: &["wx", "wy", "wz"],
        bodies: &["body"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<4, 3> {
        State {
            q: [1.0, 0.0, 0.0, 0.0],
            v: [0.0; 3],
        }
    }
}

impl Solver for Body {
    type State = State<4, 3>;
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
        self.p = state.q;
        self.w = state.v;
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    /// `e0' = -e . w / 2`, `e' = (e0 w + e × w) / 2`, `J w' = (J w) × w`.
    fn accelerations_into(&mut self, _inputs: &Self::Inputs, rate: &mut Self::State) {
        let [e0, e1, e2, e3] = self.p;
        let w = self.w;
        let turn = cross([e1, e2, e3], w);
        let gyration = cross([0, 1, 2].map(|i| Self::INERTIA[i] * w[i]), w);
        *rate = State {
            q: [
                -0.5 * (e1 * w[0] + e2 * w[1] + e3 * w[2]),
                0.5 * (e0 * w[0] + turn[0]),
                0.5 * (e0 * w[1] + turn[1]),
                0.5 * (e0 * w[2] + turn[2]),
            ],
            v: [0, 1, 2].map(|i| gyration[i] / Self::INERTIA[i]),
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, state: &Self::State, _inputs: &Self::Inputs) -> Energy {
        let twice: f64 = state.v.iter().zip(Self::INERTIA).map(|(w, j)| j * w * w).sum();
        Energy {
            kinetic: 0.5 * twice,
            ..Energy::default()
        }
    }

    fn correct_position(&mut self, state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        let norm = Self::norm(state);
        state.q = state.q.map(|e| e / norm);
        Gap::of(0.0)
    }

    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }
}
