// Also included by documentation tests: self-contained, without inner documentation.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, WheelMotion};
use wishbone::solver::Solver;
use wishbone::state::State;

/// The smallest car: a mass that moves in the X-Z plane, with one wheel at its centre.
///
/// Coordinates x, z [m]; speeds x, z [m/s] and spin [rad/s].
#[derive(Clone, Debug, Default)]
pub struct Roller {
    wheel: [WheelMotion; 1],
}

impl Roller {
    pub const MASS: f64 = 400.0;
    pub const SPIN_INERTIA: f64 = 2.0;
    pub const GRAVITY: f64 = 9.81;
}

impl Roller {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Roller",
        coordinates: &["x", "z"],
        speeds: &["x", "z", "spin"],
        wheels: &["wheel"],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<2, 3> {
        State {
            q: [0.0, 0.3],
            v: [0.0; 3],
        }
    }
}

impl Solver for Roller {
    type State = State<2, 3>;
    type Inputs = Inputs<0, 1>;

    const WHEEL_COUNT: Option<usize> = Some(1);

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
        self.wheel = [WheelMotion {
            centre: [state.q[0], 0.0, state.q[1]],
            axis: [0.0, 1.0, 0.0],
            velocity: [state.v[0], 0.0, state.v[1]],
            carrier_angular_velocity: [0.0; 3],
            spin: state.v[2],
        }];
    }

    fn wheels(&self) -> &[WheelMotion] {
        &self.wheel
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        let [wheel] = self.wheel;
        let [load] = inputs.wheels;
        let torque = load.moment[1] + load.drive_torque + load.brake_torque;
        *rate = State {
            q: [wheel.velocity[0], wheel.velocity[2]],
            v: [
                load.force[0] / Self::MASS,
                load.force[2] / Self::MASS - Self::GRAVITY,
                torque / Self::SPIN_INERTIA,
            ],
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, state: &Self::State, _inputs: &Self::Inputs) -> Energy {
        let [x, z, spin] = state.v;
        Energy {
            kinetic: 0.5 * (Self::MASS * (x * x + z * z) + Self::SPIN_INERTIA * spin * spin),
            gravity: Self::MASS * Self::GRAVITY * state.q[1],
            elastic: 0.0,
        }
    }

    fn correct_position(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> wishbone::stabilise::Gap {
        wishbone::stabilise::Gap::of(0.0)
    }

    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> wishbone::stabilise::Gap {
        wishbone::stabilise::Gap::of(0.0)
    }
}
