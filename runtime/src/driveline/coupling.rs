//! Couplings: torque between two sides of a driveline.

use super::{Law, add, dot};
use wishbone_laws::friction::DECAY;

/// One side of a coupling: the part with which it turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side<const S: usize> {
    /// A free shaft, by its position.
    Shaft(usize),
    /// A sum of the free shafts: its parts of each.
    Shafts([f64; S]),
    /// The gearbox's input.
    Input,
    /// A wheel, by its position.
    Wheel(usize),
    /// Nothing: the housing.
    Housing,
}

impl<const S: usize> Side<S> {
    /// Speed of the side [rad/s], from the speeds of the free shafts, the wheels and the gearbox's input.
    #[inline]
    pub fn speed(&self, speeds: &[f64; S], spins: &[f64], input: f64) -> f64 {
        match self {
            Self::Shaft(shaft) => speeds.get(*shaft).copied().unwrap_or(0.0),
            Self::Shafts(parts) => dot(parts, speeds),
            Self::Input => input,
            Self::Wheel(wheel) => spins.get(*wheel).copied().unwrap_or(0.0),
            Self::Housing => 0.0,
        }
    }

    /// Loads it with a torque [N m].
    #[inline]
    pub(super) fn load<const W: usize>(&self, torque: f64, on: &mut Torques<S, W>) {
        match self {
            Self::Shaft(shaft) => {
                if let Some(on) = on.shafts.get_mut(*shaft) {
                    *on += torque;
                }
            }
            Self::Shafts(parts) => add(&mut on.shafts, torque, parts),
            Self::Input => on.input += torque,
            Self::Wheel(wheel) => {
                if let Some(on) = on.wheels.get_mut(*wheel) {
                    *on += torque;
                }
            }
            Self::Housing => {}
        }
    }

    /// This side; if the side turns exactly like a free shaft, that shaft.
    #[must_use]
    pub(super) fn simplified(self) -> Self {
        let Self::Shafts(parts) = &self else {
            return self;
        };
        let is_one = |shaft: &usize| {
            let one = |k: usize| f64::from(u8::from(k == *shaft));
            parts.iter().enumerate().all(|(k, part)| *part == one(k))
        };
        (0..S).find(is_one).map_or(self, Self::Shaft)
    }

    pub(super) fn parts(&self) -> [f64; S] {
        match self {
            Self::Shaft(shaft) => core::array::from_fn(|k| f64::from(u8::from(k == *shaft))),
            Self::Shafts(parts) => *parts,
            Self::Input | Self::Wheel(_) | Self::Housing => [0.0; S],
        }
    }

    fn is_input(&self) -> bool {
        matches!(self, Self::Input)
    }
}

/// Torques on what turns [N m].
#[derive(Clone, Copy, Debug)]
pub(super) struct Torques<const S: usize, const W: usize> {
    /// By free shaft, as generalised torques.
    pub shafts: [f64; S],
    /// On the gearbox's input.
    pub input: f64,
    /// By wheel.
    pub wheels: [f64; W],
}

impl<const S: usize, const W: usize> Torques<S, W> {
    pub fn none() -> Self {
        Self {
            shafts: [0.0; S],
            input: 0.0,
            wheels: [0.0; W],
        }
    }
}

/// A coupling: a torque by which one side drives another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coupling<const S: usize, const C: usize> {
    /// `half_shaft_left`
    pub name: &'static str,
    /// The side that drives where the torque is positive.
    pub from: Side<S>,
    /// The other side.
    pub to: Side<S>,
    /// Its law.
    pub law: Law,
    /// By coupling: torque of both outputs of a limited slip by the torque of the coupling; zero if the coupling does
    /// not load the limited slip.
    pub loads: [f64; C],
}

impl<const S: usize, const C: usize> Coupling<S, C> {
    /// Whether one side is the gearbox's input in neutral, which follows the other side without a torque.
    pub fn turns_freely(&self, ratio: f64) -> bool {
        ratio == 0.0 && self.from.is_input() != self.to.is_input()
    }

    /// [`Law::respond`] without a torque; a deflection decays within some hundredths of a second.
    pub fn let_go(&self, deflection: f64) -> (f64, f64, f64) {
        (0.0, 0.0, -deflection / DECAY)
    }

    /// Elastic energy at a deflection [J].
    pub fn energy(&self, deflection: f64) -> f64 {
        0.5 * self.law.stiffness() * deflection * deflection
    }

    /// The coupling's relative speed as a sum of the speeds of the free shafts, at fixed wheels.
    pub fn across(&self, ratio: f64, output: [f64; S]) -> [f64; S] {
        let mut across = self.from.parts();
        add(&mut across, -1.0, &self.to.parts());
        let inputs = f64::from(u8::from(self.from.is_input())) - f64::from(u8::from(self.to.is_input()));
        add(&mut across, inputs * ratio, &output);
        across
    }

    /// Its relative speed [rad/s].
    pub fn relative(&self, speeds: &[f64; S], spins: &[f64], ratio: f64, output: [f64; S]) -> f64 {
        let input = ratio * dot(&output, speeds);
        self.from.speed(speeds, spins, input) - self.to.speed(speeds, spins, input)
    }
}
