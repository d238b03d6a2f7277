//! The linear single-track model at constant speed along its own X axis, with one drive and one marker.

use wishbone::description::Description;
use wishbone::ports::{BodyMotion, Energy, Inputs, MarkerMotion, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::Gap;
use wishbone::state::State;

/// Coordinates X, Y [m] and heading [rad]; speeds: lateral [m/s] and yaw rate [rad/s]. The drive is the angle of the front
/// wheels, the marker is at the centre of mass.
#[derive(Clone, Debug)]
pub struct Bicycle {
    /// Speed along the vehicle's X axis [m/s].
    pub speed: f64,
    marker: [MarkerMotion; 1],
    lateral: [f64; 2],
}

impl Bicycle {
    pub const MASS: f64 = 1500.0;
    pub const INERTIA: f64 = 2500.0;
    /// Distances of the axles from the centre of mass [m].
    pub const AXLES: [f64; 2] = [1.2, 1.5];
    /// Cornering stiffness of the axles [N/rad].
    pub const STIFFNESS: [f64; 2] = [110e3, 120e3];

    pub fn at_speed(speed: f64) -> Self {
        Self {
            speed,
            marker: [MarkerMotion::ZERO],
            lateral: [0.0; 2],
        }
    }

    /// [m]
    pub fn wheelbase() -> f64 {
        Self::AXLES[0] + Self::AXLES[1]
    }

    /// `m (b C_r - a C_f) / (l C_f C_r)` [rad s²/m]
    pub fn understeer() -> f64 {
        let ([a, b], [front, rear]) = (Self::AXLES, Self::STIFFNESS);
        Self::MASS * (b * rear - a * front) / (Self::wheelbase() * front * rear)
    }
}

impl Bicycle {
    pub const DESCRIPTION: &'static Description = &Description {
        name: "Bicycle",
        coordinates: &["x", "y", "heading"],
        speeds: &["lateral", "yaw"],
        drives: &["steer"],
        signals: &["fx", "fy", "fz", "mx", "my", "mz"],
        markers: &[("centre", [0, 1, 2, 3, 4, 5])],
        ..Description::EMPTY
    };

    pub fn design_state() -> State<3, 2> {
        State {
            q: [0.0; 3],
            v: [0.0; 2],
        }
    }
}

impl Solver for Bicycle {
    type State = State<3, 2>;
    type Inputs = Inputs<1, 0, 6>;

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
        let [x, y, heading] = state.q;
        let [lateral, yaw] = state.v;
        let (sine, cosine) = heading.sin_cos();
        self.lateral = state.v;
        self.marker = [MarkerMotion {
            position: [x, y, 0.5],
            rotation: [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]],
            velocity: [
                self.speed * cosine - lateral * sine,
                self.speed * sine + lateral * cosine,
                0.0,
            ],
            angular_velocity: [0.0, 0.0, yaw],
        }];
    }

    fn wheels(&self) -> &[WheelMotion] {
        &[]
    }

    fn markers(&self) -> &[MarkerMotion] {
        &self.marker
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        let ([a, b], [front, rear], [lateral, yaw]) = (Self::AXLES, Self::STIFFNESS, self.lateral);
        let front = front * (inputs.drives[0].position - (lateral + a * yaw) / self.speed);
        let rear = rear * (b * yaw - lateral) / self.speed;
        let [x, y, _] = self.marker[0].velocity;
        *rate = State {
            q: [x, y, yaw],
            v: [
                (front + rear) / Self::MASS - self.speed * yaw,
                (a * front - b * rear) / Self::INERTIA,
            ],
        };
    }

    fn outputs(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[f64] {
        &[]
    }

    fn bodies(&mut self, _: &Self::State, _: &Self::Inputs, _: &Self::State) -> &[BodyMotion] {
        &[]
    }

    fn energy(&mut self, _: &Self::State, _: &Self::Inputs) -> Energy {
        Energy::default()
    }

    fn correct_position(&mut self, _: &mut Self::State, _: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }
}
