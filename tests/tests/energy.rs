//! Energy of the truck as it drives over a wave of the road. The work of tyres, driveline and dampers equals the change of kinetic,
//! elastic and potential energy, to the order of the rule that integrates their power.
//!
//! The mechanical energy `E` changes by the power of all forces except the forces of springs and gravity:
//!
//! ```text
//! dE/dt = sum over wheels  F . v + M . w + Td s . (w - wd) + Tb s . (w - wc)
//!       + sum over dampers F L'
//! ```
//!
//! with force `F` and moment `M` of the ground on a wheel with centre velocity `v` and angular velocity `w`; torques of
//! driveline `Td` and brake `Tb` along the spin axis `s`; the angular velocities `wd` of the body that carries the
//! differential and `wc` of the carrier; the force `F` by which a damper pushes its ends apart, and its rate of length `L'`. The
//! rack stands still and has no power.

use nalgebra::{Matrix3, Vector3};
use std::f64::consts::TAU;
use wishbone::ports::{BodyMotion, WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::terrain::Ground;
use wishbone_compiler::model::{BodyId, Measure, Model, Spring};
use wishbone_compiler::pipeline::compile_text;
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// A smooth wave of 1 mm under the left wheels. The wave is so low that no damper leaves its window, and so smooth that
/// no force jumps.
fn wave(x: f64, y: f64, _time: f64) -> Ground {
    let along = x - 5.0;
    if y < 0.0 || !(0.0..1.0).contains(&along) {
        return Ground::level(0.0);
    }
    let (sine, cosine) = (TAU * along).sin_cos();
    Ground::sloping(0.5e-3 * (1.0 - cosine), [0.5e-3 * TAU * sine, 0.0])
}

/// The model, and its dampers with the positions of their forces among the outputs.
struct Truck {
    model: Model,
    dampers: Vec<(Spring, usize)>,
}

impl Truck {
    fn new() -> Self {
        let model = compile_text(Hmmwv::DECLARATION).expect("it is of the library").model;
        let forces = model
            .outputs
            .iter()
            .enumerate()
            .filter_map(|(place, output)| match output.measure {
                Measure::Force(id) => Some((model.springs[id.index()].clone(), place)),
                _ => None,
            });
        let damps = |spring: &Spring| spring.damping.is_some() && spring.elastic.is_none();
        let dampers = forces.filter(|(spring, _)| damps(spring)).collect();
        Self { model, dampers }
    }

    /// Current position and velocity of a point of a body; the point is given at the design position.
    fn point(&self, bodies: &[BodyMotion], body: BodyId, point: Vector3<f64>) -> [Vector3<f64>; 2] {
        let motion = &bodies[body.index() - 1];
        let rotation = Matrix3::from_fn(|row, column| motion.rotation[row][column]);
        let arm = rotation * (point - *self.model.body(body).com);
        let turning = Vector3::from(motion.angular_velocity).cross(&arm);
        [
            Vector3::from(motion.com) + arm,
            Vector3::from(motion.velocity) + turning,
        ]
    }

    /// Powers of the tyres, the driveline and the dampers [W].
    fn power(&self, bodies: &[BodyMotion], wheels: &[(WheelMotion, WheelLoad)], outputs: &[f64]) -> [f64; 3] {
        let [mut tyres, mut driveline] = [0.0; 2];
        for ((motion, load), declared) in wheels.iter().zip(&self.model.wheels) {
            let axis = Vector3::from(motion.axis);
            let turning = Vector3::from(motion.carrier_angular_velocity) + motion.spin * axis;
            let differential = Vector3::from(bodies[declared.driven_from.index() - 1].angular_velocity);
            tyres += Vector3::from(load.force).dot(&Vector3::from(motion.velocity));
            tyres += Vector3::from(load.moment).dot(&turning);
            driveline += load.drive_torque * axis.dot(&(turning - differential)) + load.brake_torque * motion.spin;
        }
        let dampers = self.dampers.iter().map(|(spring, place)| {
            let [first, second] = [(spring.first, *spring.from), (spring.second, *spring.to)]
                .map(|(body, point)| self.point(bodies, body, point));
            outputs[*place] * (second[0] - first[0]).normalize().dot(&(second[1] - first[1]))
        });
        [tyres, driveline, dampers.sum()]
    }
}

/// Largest difference between change of energy and work during the run [J], and the sum of the absolute values of all work [J].
fn audit(truck: &Truck, h: f64) -> [f64; 2] {
    let rest = manoeuvres::settle().expect("it settles");
    let speed = 25.0 / 3.6;
    let start = manoeuvres::cruising(&rest.state, speed).expect("it rolls");
    let mut simulation = Simulation::new(Hmmwv::new(), manoeuvres::cruise(wave, speed), RungeKutta4);
    simulation.set_state(start);
    let [mut work, mut turnover, mut imbalance] = [0.0; 3];
    let mut before: Option<(f64, [f64; 3])> = None;
    for _ in 0..=(1.5 / h) as usize {
        let rate = simulation.evaluate();
        let (state, inputs) = (*simulation.state(), simulation.inputs);
        let bodies = simulation.solver_mut().bodies(&state, &inputs, &rate).to_vec();
        let wheels: Vec<_> = simulation
            .solver()
            .wheels()
            .iter()
            .copied()
            .zip(inputs.wheels)
            .collect();
        let power = truck.power(&bodies, &wheels, simulation.outputs());
        let energy = simulation.energy().total();
        let begin = match before {
            None => energy,
            Some((begin, last)) => {
                let done = [0, 1, 2].map(|k| 0.5 * h * (last[k] + power[k]));
                work += done.iter().sum::<f64>();
                turnover += done.iter().map(|part| part.abs()).sum::<f64>();
                begin
            }
        };
        imbalance = f64::max(imbalance, (energy - begin - work).abs());
        before = Some((begin, power));
        let _ = simulation.step(h).expect("it goes over");
    }
    [imbalance, turnover]
}

/// The trapezoidal rule is of second order: halving the step leaves a quarter of the difference.
#[test]
fn work_is_the_change_of_energy() {
    let truck = Truck::new();
    assert_eq!(truck.dampers.len(), 4);
    let [[coarse, turnover], [fine, _]] = [1e-3, 5e-4].map(|h| audit(&truck, h));
    assert!(coarse < 1e-6 * turnover, "{coarse} J of {turnover} J");
    assert!(fine < 0.35 * coarse, "{fine} J, {coarse} J");
}
