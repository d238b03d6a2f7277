//! The law by which a driver turns the path ahead into a motion of the steering wheel.

use super::Practice;
use nalgebra::{DMatrix, SMatrix, SVector};

/// Time between two points of the path that the driver looks at, and time between his decisions in the design of the law [s].
pub const STEP: f64 = 0.05;
/// Lateral error [m], error of the heading [rad], and remaining steer angle [rad] that have equal weights.
const ACROSS: f64 = 0.1;
const ASTRAY: f64 = 0.3;
const TO_TURN: f64 = 0.5;
/// Largest number of iterations of Riccati's equation, and the relative change at which they end.
const ITERATIONS: usize = 5000;
const SETTLED: f64 = 1e-12;

/// Number of states: lateral error, error of the heading, `v_y`, yaw rate, and the steer angle of the arms with its
/// velocity and acceleration.
pub const STATES: usize = 7;

type Square = SMatrix<f64, STATES, STATES>;
type Vector = SVector<f64, STATES>;

/// The law of steering. The law requests the steer angle `δ + u` from the arms, with `u = -K x + Σ G_k κ_k`. `x` are
/// the states, and `κ_k` is the curvature of the path where the vehicle is after `k` steps [1/m].
///
/// The law minimises `Σ (y / 0.1 m)² + (ψ / 0.3 rad)² + (u / 0.5 rad)²`. `u` is the angle that the hands still have to turn, so a
/// steady bend costs nothing. `A` is the matrix of the vehicle with the hands at rest, `P` Riccati's matrix, and `S = R + Bᵀ P B`.
/// Then `K = S⁻¹ Bᵀ P A` and `G_k = -S⁻¹ Bᵀ (A - B K)ᵀ^k P E`.
///
/// Sharp, R. S. and Valtetsiotis, V., Optimal preview car steering control, Vehicle System Dynamics Supplement 35 (2001).
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// `K`.
    pub states: [f64; STATES],
    /// `G_k`, beginning at the place of the vehicle.
    pub ahead: Vec<f64>,
}

impl Preview {
    /// The law of a driver who has learnt his vehicle. None if no law holds the vehicle on a path.
    pub fn of(practice: &Practice) -> Option<Self> {
        let [a, b, e] = stepped(practice);
        let (a, b, e) = (a, b.column(0).into_owned(), e.column(0).into_owned());
        let mut weights = Square::zeros();
        for (state, size) in [(0, ACROSS), (1, ASTRAY)] {
            weights[(state, state)] = size.powi(-2);
        }
        let effort = TO_TURN.powi(-2);
        let mut costs = weights;
        let mut law = None;
        for _ in 0..ITERATIONS {
            let force = effort + (b.transpose() * costs * b)[0];
            let gains: SMatrix<f64, 1, STATES> = b.transpose() * costs * a / force;
            let closed = a - b * gains;
            let next = weights + a.transpose() * costs * closed;
            let next = 0.5 * (next + next.transpose());
            let is_settled = (next - costs).norm() <= SETTLED * next.norm();
            costs = next;
            if is_settled {
                law = Some((gains, closed, force));
                break;
            }
        }
        let (gains, closed, force) = law?;
        let mut costate: Vector = costs * e;
        let count = (practice.horizon / STEP).round().max(1.0) as usize;
        let ahead = (0..count).map(|_| {
            let gain = -b.dot(&costate) / force;
            costate = closed.transpose() * costate;
            gain
        });
        Some(Self {
            ahead: ahead.collect(),
            states: std::array::from_fn(|k| gains[k]),
        })
    }
}

/// `A`, `B` and `E` of one step: `x⁺ = A x + B u + E κ`, with constant `δ + u` and `κ`. Only the first columns of `B` and `E` are
/// used.
fn stepped(practice: &Practice) -> [Square; 3] {
    const WHOLE: usize = STATES + 2;
    let mut rates = DMatrix::zeros(WHOLE, WHOLE);
    let (wanted, curvature) = (STATES, STATES + 1);
    let speed = practice.speed;
    // The marker moves along the path with `v`, across it with `v_y + d r + v ψ`.
    (rates[(0, 1)], rates[(0, 2)], rates[(0, 3)]) = (speed, 1.0, practice.marker);
    (rates[(1, 3)], rates[(1, curvature)]) = (1.0, -speed);
    for (row, [across, yaw, steer]) in [2, 3].into_iter().zip(practice.vehicle.rates(speed)) {
        (rates[(row, 2)], rates[(row, 3)], rates[(row, 4)]) = (across, yaw, steer);
    }
    let [position, velocity, acceleration, target] = practice.arms.slopes();
    (rates[(4, 5)], rates[(5, 6)]) = (1.0, 1.0);
    (rates[(6, 4)], rates[(6, 5)], rates[(6, 6)], rates[(6, wanted)]) = (position, velocity, acceleration, target);
    let step = (rates * STEP).exp();
    let block = |column: usize| {
        let mut block = Square::zeros();
        block.set_column(0, &Vector::from_fn(|row, _| step[(row, column)]));
        block
    };
    let (mut own, target) = (Square::from_fn(|row, column| step[(row, column)]), block(wanted));
    own.set_column(4, &(own.column(4) + target.column(0)));
    [own, target, block(curvature)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::SingleTrack;
    use wishbone::control::path::Arms;

    /// Drivers in vehicles that understeer and oversteer, slow and fast.
    fn practices() -> Vec<Practice> {
        let arms = Arms {
            bandwidth: 25.0,
            most: 9.0,
            fastest: 17.0,
        };
        let of = |speed: f64, stiffness: [f64; 2], marker: f64| Practice {
            vehicle: SingleTrack {
                mass: 1500.0,
                yaw_inertia: 2400.0,
                axles: [1.2, -1.5],
                steer: [1.0, 0.0],
                stiffness,
            },
            arms,
            marker,
            ratio: 16.0,
            speed,
            horizon: 4.0,
        };
        vec![
            of(8.0, [90e3, 120e3], -0.15),
            of(25.0, [90e3, 120e3], -0.15),
            of(45.0, [90e3, 80e3], 0.3),
            of(20.0, [120e3, 70e3], 0.0),
        ]
    }

    /// Cost of a law on a path that begins to bend after 2 s and is straight again after 4 s. The vehicle starts beside the path.
    fn cost(practice: &Practice, law: &Preview) -> f64 {
        let [a, b, e] = stepped(practice);
        let curvature = |k: usize| {
            if (40..80).contains(&k) {
                2.0 / practice.speed.powi(2)
            } else {
                0.0
            }
        };
        let mut x = Vector::zeros();
        (x[0], x[1]) = (0.3, 0.02);
        let mut sum = 0.0;
        for k in 0..400 {
            let ahead: f64 = law
                .ahead
                .iter()
                .enumerate()
                .map(|(j, gain)| gain * curvature(k + j))
                .sum();
            let u = ahead - law.states.iter().zip(x.iter()).map(|(gain, x)| gain * x).sum::<f64>();
            sum += (x[0] / ACROSS).powi(2) + (x[1] / ASTRAY).powi(2) + (u / TO_TURN).powi(2);
            x = a * x + b.column(0) * u + e.column(0) * curvature(k);
        }
        sum
    }

    /// A law with any gain changed costs more. Gains are found by Riccati's equation, costs by driving.
    #[test]
    fn no_other_law_costs_less() {
        for practice in practices() {
            let law = Preview::of(&practice).expect("a law");
            let least = cost(&practice, &law);
            assert!(least.is_finite() && least > 0.0);
            let changes = (0..STATES).map(|k| (Some(k), 0)).chain([0, 5, 20].map(|j| (None, j)));
            for (state, place) in changes {
                for factor in [0.98, 1.02] {
                    let mut other = law.clone();
                    match state {
                        Some(state) => other.states[state] *= factor,
                        None => other.ahead[place] *= factor,
                    }
                    let more = cost(&practice, &other);
                    assert!(
                        more > least,
                        "{state:?} {place}: {more} < {least} at {} m/s",
                        practice.speed
                    );
                }
            }
        }
    }

    /// An endless steady bend is driven without error, and the hands rest.
    #[test]
    fn a_steady_bend_is_driven_without_error() {
        for practice in practices() {
            let law = Preview::of(&Practice {
                horizon: 15.0,
                ..practice
            })
            .expect("a law");
            let [a, b, e] = stepped(&practice);
            let curvature = 2.0 / practice.speed.powi(2);
            let ahead: f64 = law.ahead.iter().sum::<f64>() * curvature;
            let mut x = Vector::zeros();
            for _ in 0..2000 {
                let u = ahead - law.states.iter().zip(x.iter()).map(|(gain, x)| gain * x).sum::<f64>();
                x = a * x + b.column(0) * u + e.column(0) * curvature;
            }
            assert!(x[0].abs() < 1e-3, "{} m at {} m/s", x[0], practice.speed);
        }
    }
}
