//! Energy balance: the work done equals the change of energy.
//!
//! The mechanical energy `E` (kinetic, gravity, elastic) changes by the power of all other forces:
//!
//! ```text
//! dE/dt = sum over wheels  F . v + M . w + Td s . (w - wd) + Tb s . (w - wc)
//!       + sum over dampers F L'
//! ```
//!
//! with force `F` and moment `M` of the ground on a wheel with centre velocity `v` and angular velocity `w`, torques of
//! driveline `Td` and brake `Tb` along the spin axis `s`, the angular velocities `wd` of the body that carries the
//! differential and `wc` of the carrier; and with the force `F` by which a damper pushes its ends apart, and its rate
//! of length `L'`. A driven joint at rest has no power. The power of a moving one is not included: the balance holds
//! only while the rack does not move.

use crate::referee::Scene;
use wishbone::prelude::*;
use wishbone_compiler::model::{BodyId, Measure, Model, Spring, Vec3};
use wishbone_vehicles::Hmmwv;

/// Power by source [W], or its integral [J].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flow {
    /// Forces and moments of the ground on the tyres.
    pub tyres: f64,
    /// Power of the dampers, which is negative.
    pub driveline: f64,
    /// Dampers: negative.
    pub dampers: f64,
}

impl Flow {
    /// Sum of all sources.
    pub fn total(&self) -> f64 {
        self.tyres + self.driveline + self.dampers
    }

    fn add_scaled(&mut self, factor: f64, other: &Flow) {
        self.tyres += factor * other.tyres;
        self.driveline += factor * other.driveline;
        self.dampers += factor * other.dampers;
    }
}

/// The dampers of a vehicle: springs with a damping characteristic and nothing else.
pub struct Dampers {
    /// Each damper, with the position of its force among the outputs.
    each: Vec<(Spring, usize)>,
}

impl Dampers {
    /// The dampers with a force among the outputs.
    pub fn of(model: &Model) -> Self {
        let force = |(index, measure): (usize, &Measure)| match measure {
            Measure::Force(id) => Some((model.springs[id.index()].clone(), index)),
            _ => None,
        };
        let measures = model.outputs.iter().map(|output| &output.measure).enumerate();
        let damps = |(spring, _): &(Spring, usize)| spring.damping.is_some() && spring.elastic.is_none();
        Self {
            each: measures.filter_map(force).filter(damps).collect(),
        }
    }

    /// `F L'` of each, with `L' = u . (v2 - v1)` along the unit vector `u` from the first end to the second.
    fn power(&self, model: &Model, scene: &Scene, outputs: &[f64]) -> f64 {
        let power = |(spring, output): &(Spring, usize)| {
            let [first, second] = [(spring.first, *spring.from), (spring.second, *spring.to)]
                .map(|(body, point)| moving_point(model, scene, body, point));
            let along = (second.0 - first.0).normalize();
            outputs[*output] * along.dot(&(second.1 - first.1))
        };
        self.each.iter().map(power).sum()
    }
}

/// Position and velocity of a point given at the design position.
fn moving_point(model: &Model, scene: &Scene, body: BodyId, point: Vec3) -> (Vec3, Vec3) {
    let Some(index) = body.index().checked_sub(1) else {
        return (point, Vec3::zeros());
    };
    let motion = &scene.motions.bodies[index];
    let arm = motion.rotation * (point - *model.body(body).com);
    (motion.com + arm, motion.velocity + motion.angular_velocity.cross(&arm))
}

/// Power of all sources in this state.
pub fn power(model: &Model, dampers: &Dampers, wheels: &[WheelMotion], scene: &Scene, outputs: &[f64]) -> Flow {
    let mut flow = Flow {
        dampers: dampers.power(model, scene, outputs),
        ..Flow::default()
    };
    for ((wheel, declared), load) in wheels.iter().zip(&model.wheels).zip(&scene.loads.wheels) {
        let axis = Vec3::from(wheel.axis);
        let turning = Vec3::from(wheel.carrier_angular_velocity) + wheel.spin * axis;
        let slot = declared.driven_from.index().checked_sub(1);
        let differential = slot.map_or(Vec3::zeros(), |slot| scene.motions.bodies[slot].angular_velocity);
        flow.tyres += load.force.dot(&Vec3::from(wheel.velocity)) + load.moment.dot(&turning);
        flow.driveline += load.drive_torque * axis.dot(&(turning - differential)) + load.brake_torque * wheel.spin;
    }
    flow
}

/// Energy balance of a run: powers integrated by the trapezoidal rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    start: f64,
    last: Option<Entry>,
    /// Work since the start [J].
    pub work: Flow,
    /// Largest difference between the change of energy and the work, at any time [J].
    pub imbalance: f64,
    /// Sum of the magnitudes of all work [J].
    pub turnover: f64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    time: f64,
    power: Flow,
}

impl Ledger {
    /// Enters the energy and the power at `time` [s].
    pub fn enter(&mut self, time: f64, energy: &Energy, power: Flow) {
        match self.last {
            None => self.start = energy.total(),
            Some(last) => {
                let half = 0.5 * (time - last.time);
                for power in [&last.power, &power] {
                    self.work.add_scaled(half, power);
                    self.turnover += half * (power.tyres.abs() + power.driveline.abs() + power.dampers.abs());
                }
            }
        }
        self.last = Some(Entry { time, power });
        let imbalance = energy.total() - self.start - self.work.total();
        self.imbalance = if imbalance.is_nan() {
            f64::INFINITY
        } else {
            self.imbalance.max(imbalance.abs())
        };
    }

    /// The imbalance relative to the turnover.
    pub fn relative(&self) -> f64 {
        self.imbalance / self.turnover.max(f64::MIN_POSITIVE)
    }
}

/// Power of all sources at the current state of a simulation that has just been evaluated.
pub fn present<E: Subsystem<Hmmwv>, I: Integrator<StateOf<Hmmwv, E>>>(
    model: &Model,
    dampers: &Dampers,
    simulation: &mut Simulation<Hmmwv, E, I>,
    scene: &Scene,
) -> Flow {
    let wheels = simulation.solver().wheels().to_vec();
    power(model, dampers, &wheels, scene, simulation.outputs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `E = 3 + t^2` under a power of `2 t`, which the trapezoidal rule integrates exactly.
    fn ledger(error: f64) -> Ledger {
        let mut ledger = Ledger::default();
        for step in 0..=10 {
            let time = 0.1 * f64::from(step);
            let energy = Energy {
                kinetic: 3.0 + time * time * (1.0 + error),
                ..Energy::default()
            };
            let power = Flow {
                tyres: 3.0 * time,
                dampers: -time,
                ..Flow::default()
            };
            ledger.enter(time, &energy, power);
        }
        ledger
    }

    #[test]
    fn balanced_books_balance() {
        let ledger = ledger(0.0);
        assert!(ledger.imbalance < 1e-14);
        assert!((ledger.turnover - 2.0).abs() < 1e-14);
    }

    #[test]
    fn what_is_missing_is_found() {
        assert!((ledger(0.01).imbalance - 0.01).abs() < 1e-14);
    }
}
