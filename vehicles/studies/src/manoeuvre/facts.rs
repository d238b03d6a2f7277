//! Facts of a vehicle that figures need: axles, steering ratio, loads at rest.

use crate::kinematics::turned;
use crate::rig::{Rig, Steering};
use wishbone::prelude::*;

/// Facts of a vehicle at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Name of each wheel.
    pub wheels: Vec<&'static str>,
    /// Centres of the wheels relative to the chassis' centre of mass, along world axes at rest [m].
    pub centres: Vec<[f64; 3]>,
    /// Position of the chassis' centre of mass at rest [m].
    pub com: [f64; 3],
    /// Whether each wheel is steered.
    pub steered: Vec<bool>,
    /// Whether each wheel belongs to the unit that steers; if none steers, to the foremost unit. A trailer is another
    /// unit.
    pub towing: Vec<bool>,
    /// Ratio of the steering-wheel angle to the mean steer angle of the front wheels minus the mean steer angle of the rear
    /// wheels; `None` without declared steering.
    pub ratio: Option<f64>,
    /// Mean steer angles of the front and the rear wheels, divided by their difference: one and zero if the front wheels steer.
    pub shares: [f64; 2],
    /// Loads of the wheels at rest [N].
    pub loads: Vec<f64>,
    /// Speed of the belt that carries the road under a vehicle that stands [m/s]; zero on a road.
    pub belt: f64,
}

/// Least ratio of the angle of a steered wheel to the angle of the steering wheel.
const STEERED: f64 = 1e-3;

impl Facts {
    /// Facts of a vehicle that stands on a rig in its position of rest. `units` has a number for each wheel, which is
    /// equal for all wheels of a unit. `steering` is the motion that the steering wheel of the vehicle moves, with the
    /// travel per angle [rad or m per rad].
    pub fn of<S: Solver + Clone>(
        mut rig: Rig<S>,
        chassis: usize,
        units: &[usize],
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
            towing: vec![true; wheels.len()],
            ratio: None,
            shares: [1.0, 0.0],
            loads,
            belt: 0.0,
        };
        let rates = match steering {
            Some((steering, per_angle)) => rates(&mut rig, steering, per_angle),
            None => vec![0.0; wheels.len()],
        };
        facts.steered = rates.iter().map(|rate| *rate != 0.0).collect();
        let x = |wheel: &usize| facts.centres[*wheel][0];
        let foremost = || (0..wheels.len()).max_by(|a, b| x(a).total_cmp(&x(b)));
        let towing = facts.steered.iter().position(|steered| *steered).or_else(foremost);
        facts.towing = units
            .iter()
            .map(|unit| towing.is_none_or(|wheel| *unit == units[wheel]))
            .collect();
        facts.steer(&rates);
        facts
    }

    /// Finds the steering ratio from the rates of the steer angles with respect to the angle of the steering wheel.
    ///
    /// A vehicle that rolls without slip turns at `L / R = δ_f - δ_r`. So wheels that steer in the rear count with the opposite sign.
    fn steer(&mut self, rates: &[f64]) {
        let [front, rear] = self.towing_axles().map(|wheels| {
            let mean = mean(wheels.iter().map(|&wheel| rates[wheel]));
            if mean.is_finite() { mean } else { 0.0 }
        });
        // With one axle there is no rear.
        let [front, rear] = if self.wheelbase() > 0.0 {
            [front, rear]
        } else {
            [front + rear, 0.0]
        };
        let difference = front - rear;
        if difference.abs() > STEERED {
            self.ratio = Some(1.0 / difference);
            self.shares = [front / difference, rear / difference];
        }
    }

    /// X of front and rear axle relative to the centre of mass [m]: the means of their wheels.
    pub fn axles(&self) -> [f64; 2] {
        self.split().map(|wheels| self.along(&wheels))
    }

    /// Wheels of the front and of the rear, trailers included. These are the steered and the unsteered wheels if one
    /// group is ahead of the other, otherwise the wheels ahead of the middle and behind it.
    pub fn split(&self) -> [Vec<usize>; 2] {
        self.ordered((0..self.centres.len()).collect())
    }

    /// Wheels of the front and of the rear of the unit that steers.
    fn towing_axles(&self) -> [Vec<usize>; 2] {
        self.ordered((0..self.centres.len()).filter(|wheel| self.is_towing(*wheel)).collect())
    }

    /// Divides wheels into front and rear.
    fn ordered(&self, wheels: Vec<usize>) -> [Vec<usize>; 2] {
        let is_steered = |wheel: &usize| self.steered.get(*wheel).copied().unwrap_or(false);
        let (steered, others): (Vec<usize>, Vec<usize>) = wheels.iter().copied().partition(is_steered);
        let x = |wheel: &usize| self.centres[*wheel][0];
        let is_ahead = |front: &[usize], rear: &[usize]| {
            let last = front.iter().map(x).fold(f64::INFINITY, f64::min);
            let first = rear.iter().map(x).fold(f64::NEG_INFINITY, f64::max);
            !front.is_empty() && !rear.is_empty() && last > first
        };
        if is_ahead(&steered, &others) {
            return [steered, others];
        }
        if is_ahead(&others, &steered) {
            return [others, steered];
        }
        let middle = self.along(&wheels);
        let (front, rear) = wheels.into_iter().partition(|wheel| x(wheel) > middle);
        [front, rear]
    }

    /// Mean X of wheels relative to the centre of mass [m].
    fn along(&self, wheels: &[usize]) -> f64 {
        mean(wheels.iter().map(|&wheel| self.centres[wheel][0]))
    }

    /// Wheelbase of the unit that steers [m]; zero with one axle.
    pub fn wheelbase(&self) -> f64 {
        let [front, rear] = self.towing_axles().map(|wheels| self.along(&wheels));
        if (front - rear).is_finite() { front - rear } else { 0.0 }
    }

    /// Width between cones of the unit that steers [m]: the largest lateral distance of two of its wheel centres, plus 0.2 m.
    pub fn width(&self) -> f64 {
        let [right, left] = self.across();
        (left - right).max(0.0) + 0.2
    }

    /// Corners of the unit that steers at its axles, relative to the chassis' centre of mass [m]: a rectangle of this width [m] about the
    /// middle between its outermost wheels.
    pub fn corners(&self, width: f64) -> [[f64; 2]; 4] {
        let [front, rear] = self.towing_axles().map(|wheels| self.along(&wheels));
        let [right, left] = self.across();
        let [right, left] = [-0.5, 0.5].map(|side| 0.5 * (right + left) + side * width);
        [[front, left], [front, right], [rear, left], [rear, right]]
    }

    /// Whether the vehicle has wheels other than the wheels of the unit that steers.
    pub fn has_trailer(&self) -> bool {
        !(0..self.centres.len()).all(|wheel| self.is_towing(wheel))
    }

    fn is_towing(&self, wheel: usize) -> bool {
        self.towing.get(wheel).copied().unwrap_or(true)
    }

    /// Y of the outermost wheel centres of the unit that steers to the right and to the left, relative to the centre of mass [m].
    fn across(&self) -> [f64; 2] {
        let own = || {
            self.centres
                .iter()
                .enumerate()
                .filter(|(wheel, _)| self.is_towing(*wheel))
        };
        let across = || own().map(|(_, centre)| centre[1]);
        [across().fold(f64::MAX, f64::min), across().fold(f64::MIN, f64::max)]
    }

    /// Middle of all wheels at rest, world axes [m].
    pub fn middle(&self) -> [f64; 2] {
        [0, 1].map(|k| self.com[k] + mean(self.centres.iter().map(|centre| centre[k])))
    }
}

/// Rates of the steer angles with respect to the angle of the steering wheel, with the wheel centres at their heights; zero for a
/// wheel that is not steered. All are zero if the rig does not steer.
fn rates<S: Solver + Clone>(rig: &mut Rig<S>, steering: Steering, per_angle: f64) -> Vec<f64> {
    let Ok(wheels) = rig.steering(steering) else {
        return vec![0.0; rig.solver().description().wheels.len()];
    };
    let rates = wheels.iter().map(|wheel| per_angle * turned(wheel));
    rates
        .map(|rate| if rate.abs() > STEERED { rate } else { 0.0 })
        .collect()
}

/// Mean of numbers; NaN if there are none.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    sum / count
}
