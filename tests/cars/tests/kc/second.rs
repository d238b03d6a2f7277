//! Figures from finite motions of the stand.

use crate::stand::{Stand, Wanted, Wheel};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// Steps to either side for central differences: of the wheels [m] and of the steering [m or rad].
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub travel: f64,
    pub steer: f64,
}

/// Wheels, forces and spring lengths on both sides of a position.
pub struct Either {
    below: (Vec<Wheel>, DVector<f64>, Vec<f64>),
    above: (Vec<Wheel>, DVector<f64>, Vec<f64>),
    step: f64,
}

/// Velocities of a wheel per unit of a motion.
#[derive(Clone, Copy, Debug)]
pub struct Twist {
    pub turn: Vector3<f64>,
    pub centre: Vector3<f64>,
    /// Velocity of the contact, which does not turn with the wheel.
    pub contact: Vector3<f64>,
    /// Rate of the steer angle, positive to the left.
    pub steer: f64,
}

impl Either {
    /// Both sides of a position; `moved` gives the position for a step. `None` if the stand does not reach one of the
    /// sides.
    pub fn of(stand: &mut Stand, step: f64, moved: impl Fn(f64) -> Wanted) -> Option<Self> {
        let start = (stand.at.clone(), stand.forces.clone());
        let mut go = |way: f64| {
            (stand.at, stand.forces) = start.clone();
            let reached = stand.go(&moved(way));
            let found = (stand.wheels(), stand.forces.clone(), stand.lengths());
            (stand.at, stand.forces) = start.clone();
            reached.then_some(found)
        };
        Some(Self {
            below: go(-step)?,
            above: go(step)?,
            step,
        })
    }

    pub fn twist(&self, k: usize) -> Twist {
        let (below, above) = (&self.below.0[k], &self.above.0[k]);
        let by = 1.0 / (2.0 * self.step);
        let turned = above.rotation * below.rotation.transpose();
        Twist {
            turn: small_turn(&turned) * by,
            centre: (above.centre - below.centre) * by,
            contact: (above.contact - below.contact) * by,
            steer: (above.steer() - below.steer()) * by,
        }
    }

    /// Change of the vertical force per rise of the contact.
    pub fn rate(&self, k: usize) -> f64 {
        (self.above.1[k] - self.below.1[k]) / (self.above.0[k].contact.z - self.below.0[k].contact.z)
    }

    /// Change of a spring's length per unit of the motion.
    pub fn length(&self, place: usize) -> f64 {
        (self.above.2[place] - self.below.2[place]) / (2.0 * self.step)
    }
}

/// Rotation vector of a small rotation: the vector of its antisymmetric part has the length `sin` of the angle.
fn small_turn(rotation: &Matrix3<f64>) -> Vector3<f64> {
    let odd = 0.5 * (rotation - rotation.transpose());
    let along = Vector3::new(odd[(2, 1)], odd[(0, 2)], odd[(1, 0)]);
    match along.norm() {
        0.0 => along,
        sine => along * (sine.asin() / sine),
    }
}

impl Wheel {
    pub fn steer(&self) -> f64 {
        (-self.axis.x).atan2(self.axis.y)
    }

    /// Inclination of the wheel, positive if its top leans to the left.
    pub fn lean(&self) -> f64 {
        -self.axis.z.asin()
    }
}

/// Velocity of the wheel's point at the contact if the wheel is locked to its carrier.
pub fn locked(wheel: &Wheel, twist: &Twist) -> Vector3<f64> {
    twist.centre + twist.turn.cross(&(wheel.contact - wheel.centre))
}

/// Direction and a point of the steering axis of each steered wheel. The steering motion is combined with rising wheels
/// so that each carrier turns about its axis without sliding along it.
pub fn axes(steering: &[Twist], rising: &[Vec<Twist>], wheels: &[Wheel], steered: &[usize]) -> Vec<[Vector3<f64>; 2]> {
    let moving = |rates: &DVector<f64>, k: usize| {
        let mut turn = steering[k].turn;
        let mut velocity = steering[k].centre;
        for (rising, rate) in rising.iter().zip(rates.iter()) {
            turn += rising[k].turn * *rate;
            velocity += rising[k].centre * *rate;
        }
        [turn, velocity]
    };
    let slides = |rates: &DVector<f64>| {
        DVector::from_iterator(
            steered.len(),
            steered.iter().map(|&k| {
                let [turn, velocity] = moving(rates, k);
                turn.dot(&velocity)
            }),
        )
    };
    let mut rates = DVector::zeros(rising.len());
    for _ in 0..50 {
        let here = slides(&rates);
        let by = 1e-4;
        let slopes = DMatrix::from_fn(here.len(), rates.len(), |row, column| {
            let mut there = rates.clone();
            there[column] += by;
            let up = slides(&there)[row];
            there[column] -= 2.0 * by;
            (up - slides(&there)[row]) / (2.0 * by)
        });
        let Some(change) = slopes.lu().solve(&here) else {
            break;
        };
        rates -= change;
    }
    steered
        .iter()
        .map(|&k| {
            let [turn, velocity] = moving(&rates, k);
            let near = wheels[k].centre + turn.cross(&velocity) / turn.norm_squared();
            [turn * turn.z.signum(), near]
        })
        .collect()
}
