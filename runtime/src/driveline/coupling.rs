//! Couplings: torque between two sides of a driveline.

use super::{Law, add, dot};

/// One side of a coupling: a speed, as a sum of speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side<const S: usize, const W: usize> {
    /// Parts of the free shafts.
    pub shafts: [f64; S],
    /// Part of the gearbox's input.
    pub input: f64,
    /// Parts of the spins of the wheels.
    pub wheels: [f64; W],
}

impl<const S: usize, const W: usize> Side<S, W> {
    /// Its speed [rad/s], by those of the free shafts, the wheels and the gearbox's input.
    pub fn speed(&self, speeds: &[f64; S], spins: &[f64; W], input: f64) -> f64 {
        dot(&self.shafts, speeds) + dot(&self.wheels, spins) + self.input * input
    }
}

/// A coupling: a torque by which one side drives another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coupling<const S: usize, const C: usize, const W: usize> {
    /// `half_shaft_left`
    pub name: &'static str,
    /// The side that drives where the torque is positive.
    pub from: Side<S, W>,
    /// The other side.
    pub to: Side<S, W>,
    /// Its law.
    pub law: Law,
    /// Torques of couplings whose sum loads a limited slip.
    pub loads: [f64; C],
}

impl<const S: usize, const C: usize, const W: usize> Coupling<S, C, W> {
    /// Whether one side is the gearbox's input in neutral, which follows the other side without a torque.
    pub fn turns_freely(&self, ratio: f64) -> bool {
        ratio == 0.0 && self.from.input != self.to.input
    }

    /// As [`Law::respond`], without a torque; a deflection goes back within some hundredths of a second.
    pub fn let_go(&self, deflection: f64) -> (f64, f64, f64) {
        (0.0, 0.0, -deflection / 0.02)
    }

    /// Elastic energy at a deflection [J].
    pub fn energy(&self, deflection: f64) -> f64 {
        0.5 * self.law.stiffness() * deflection * deflection
    }

    /// Its relative speed as a sum of those of the free shafts, the wheels held.
    pub fn across(&self, ratio: f64, output: [f64; S]) -> [f64; S] {
        let mut across = self.from.shafts;
        add(&mut across, -1.0, &self.to.shafts);
        add(&mut across, (self.from.input - self.to.input) * ratio, &output);
        across
    }

    /// Its relative speed [rad/s].
    pub fn relative(&self, speeds: &[f64; S], spins: &[f64; W], ratio: f64, output: [f64; S]) -> f64 {
        let input = ratio * dot(&output, speeds);
        self.from.speed(speeds, spins, input) - self.to.speed(speeds, spins, input)
    }
}
