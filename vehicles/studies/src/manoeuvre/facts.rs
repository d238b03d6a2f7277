//! Facts of a vehicle that figures need: axles, steering ratio, loads at rest.

use crate::kinematics::turned;
use crate::rig::{Rig, Steering};
use wishbone::prelude::*;

/// Facts of a vehicle at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Name of each wheel.
    pub wheels: Vec<&'static str>,
    /// Centres of the wheels, relative to the chassis' centre of mass, world axes at rest [m].
    pub centres: Vec<[f64; 3]>,
    /// Position of the chassis' centre of mass at rest [m].
    pub com: [f64; 3],
    /// Whether each wheel is steered.
    pub steered: Vec<bool>,
    /// Ratio of the angle of the steering wheel to the mean angle of the steered wheels; `None` without declared steering.
    pub ratio: Option<f64>,
    /// Loads of the wheels at rest [N].
    pub loads: Vec<f64>,
}

/// Least ratio of the angle of a steered wheel to that of the steering wheel.
const STEERED: f64 = 1e-3;

impl Facts {
    /// Facts of a vehicle that stands on a rig in its position of rest. `steering` is the motion that its steering wheel moves,
    /// with the travel by angle [rad or m per rad].
    pub fn of<S: Solver + Clone>(
        mut rig: Rig<S>,
        chassis: usize,
        steering: Option<(Steering, f64)>,
        loads: Vec<f64>,
    ) -> Self {
        let (com, wheels) = (rig.bodies()[chassis].com, rig.wheels());
        let mut facts = Self {
            wheels: rig.solver().description().wheels.to_vec(),
            centres: wheels
                .iter()
                .map(|wheel| [0, 1, 2].map(|k| wheel.centre[k] - com[k]))
                .collect(),
            com,
            steered: vec![false; wheels.len()],
            ratio: None,
            loads,
        };
        if let Some((steering, per_angle)) = steering {
            facts.steer(&mut rig, steering, per_angle);
        }
        facts
    }

    /// Measures which wheels turn with the steering wheel, and how much, with their centres at their heights. If the rig does not
    /// steer, no wheel is steered.
    fn steer<S: Solver + Clone>(&mut self, rig: &mut Rig<S>, steering: Steering, per_angle: f64) {
        let Ok(wheels) = rig.steering(steering) else {
            return;
        };
        let rates: Vec<f64> = wheels.iter().map(|wheel| per_angle * turned(wheel)).collect();
        self.steered = rates.iter().map(|rate| rate.abs() > STEERED).collect();
        let moved: Vec<f64> = rates.into_iter().filter(|rate| rate.abs() > STEERED).collect();
        self.ratio = (!moved.is_empty()).then(|| moved.len() as f64 / moved.iter().sum::<f64>());
    }

    /// X of front and rear axle relative to the centre of mass [m]: the means of the steered and of the other wheels. If all or
    /// none are steered, the means of the wheels ahead of the middle and behind it.
    pub fn axles(&self) -> [f64; 2] {
        let [front, rear] = self.split();
        [front, rear].map(|wheels| mean(wheels.iter().map(|&wheel| self.centres[wheel][0])))
    }

    /// Wheels of the front and of the rear.
    pub fn split(&self) -> [Vec<usize>; 2] {
        let middle = mean(self.centres.iter().map(|centre| centre[0]));
        let is_told = self.steered.contains(&true) && self.steered.contains(&false);
        let (front, rear) = (0..self.centres.len()).partition(|&wheel| match is_told {
            true => self.steered[wheel],
            false => self.centres[wheel][0] > middle,
        });
        [front, rear]
    }

    /// Wheelbase [m]; zero with one axle.
    pub fn wheelbase(&self) -> f64 {
        let [front, rear] = self.axles();
        if (front - rear).is_finite() { front - rear } else { 0.0 }
    }

    /// Width between cones [m]: the largest lateral distance of two wheel centres, plus 0.2 m.
    pub fn width(&self) -> f64 {
        let across = || self.centres.iter().map(|centre| centre[1]);
        let (most, least) = (across().fold(f64::MIN, f64::max), across().fold(f64::MAX, f64::min));
        (most - least).max(0.0) + 0.2
    }

    /// Middle of all wheels at rest, world axes [m].
    pub fn middle(&self) -> [f64; 2] {
        [0, 1].map(|k| self.com[k] + mean(self.centres.iter().map(|centre| centre[k])))
    }
}

/// Mean of numbers; NaN if there are none.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    sum / count
}
