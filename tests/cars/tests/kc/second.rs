//! Figures by finite motions of the stand.

use crate::stand::{Stand, Wanted, Wheel};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// How far the stand moves to either side for a slope: wheels [m], and what steers [m or rad].
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub travel: f64,
    pub steer: f64,
}

/// Places and forces on both sides of a position.
pub struct Either {
    below: (Vec<Wheel>, DVector<f64>, Vec<f64>),
    above: (Vec<Wheel>, DVector<f64>, Vec<f64>),
    step: f64,
}

/// Velocity of a wheel for a unit of a motion.
#[derive(Clone, Copy, Debug)]
pub struct Twist {
    pub turn: Vector3<f64>,
    pub centre: Vector3<f64>,
    /// Of the contact, which does not turn with the wheel.
    pub contact: Vector3<f64>,
    /// Of the steer angle, to the left.
    pub steer: f64,
}

impl Either {
    /// Both sides of a position, `moved` by a step; none where the stand does not get there.
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

    /// Slope of the vertical force over the rise of the contact.
    pub fn rate(&self, k: usize) -> f64 {
        (self.above.1[k] - self.below.1[k]) / (self.above.0[k].contact.z - self.below.0[k].contact.z)
    }

    /// Slope of a length.
    pub fn length(&self, place: usize) -> f64 {
        (self.above.2[place] - self.below.2[place]) / (2.0 * self.step)
    }
}

/// Vector of a rotation by a small angle: its length is `sin` of the angle in what is not symmetric.
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

    /// Inclination to the left at the top.
    pub fn lean(&self) -> f64 {
        -self.axis.z.asin()
    }
}

/// Velocity of the point of a wheel that is locked to its carrier at the contact.
pub fn locked(wheel: &Wheel, twist: &Twist) -> Vector3<f64> {
    twist.centre + twist.turn.cross(&(wheel.contact - wheel.centre))
}

/// Direction and a point of the axis about which steered carriers turn without sliding along it, by wheel: combinations of the motion
/// that steers with wheels that rise.
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
