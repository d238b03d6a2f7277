//! Couplings: torque between two sides of a driveline.

use super::{Converter, add, dot};
use wishbone_laws::friction::DryFriction;

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
    /// The housing, which does not turn.
    pub const HOUSING: Self = Self {
        shafts: [0.0; S],
        input: 0.0,
        wheels: [0.0; W],
    };

    /// Its speed [rad/s]; the input turns `ratio` times as fast as the `output`, a sum of the free shafts.
    pub fn speed(&self, speeds: &[f64; S], spins: &[f64; W], ratio: f64, output: &[f64; S]) -> f64 {
        let input = self.input * ratio * dot(output, speeds);
        dot(&self.shafts, speeds) + dot(&self.wheels, spins) + input
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

/// How a coupling transmits torque. There are few of them: that one kind is large does no harm.
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// A torsion spring with a damper: `T = stiffness θ + damping θ'`, `θ'` the relative speed.
    Elastic {
        /// [N m/rad]
        stiffness: f64,
        /// [N m s/rad]
        damping: f64,
    },
    /// A clutch: dry friction that holds, of a capacity that the pedal takes away.
    Clutch {
        /// How it takes hold.
        friction: DryFriction,
        /// Torque that it holds with the pedal released [N m].
        capacity: f64,
    },
    /// Limited slip of a differential, between its outputs: dry friction of the capacity `preload + bias |T| / 2`, where `T` is
    /// the torque through the differential. Without preload the greater output torque is at most `(1 + bias) / (1 - bias)` times
    /// the lesser.
    LimitedSlip {
        /// How it takes hold.
        friction: DryFriction,
        /// [N m]
        preload: f64,
        /// From 0 to 1.
        bias: f64,
    },
    /// A torque converter; its driving side is the pump.
    Converter(Converter),
}

impl<const S: usize, const C: usize, const W: usize> Coupling<S, C, W> {
    /// Torque that the driving side loses and that which the other side gets [N m], and the rate of the deflection.
    ///
    /// `turning` are the speeds of both sides [rad/s], `through` the torque that loads a limited slip [N m], `pedal` that of the
    /// clutch from 0 to 1.
    pub fn respond(&self, turning: [f64; 2], deflection: f64, through: f64, pedal: f64) -> (f64, f64, f64) {
        let relative = turning[0] - turning[1];
        let held = |friction: &DryFriction, limit: f64| {
            let (against, rate) = friction.respond(limit, relative, deflection);
            (-against, -against, rate)
        };
        match &self.law {
            Law::Elastic { stiffness, damping } => {
                let torque = stiffness * deflection + damping * relative;
                (torque, torque, relative)
            }
            Law::Clutch { friction, capacity } => held(friction, capacity * (1.0 - pedal.clamp(0.0, 1.0))),
            Law::LimitedSlip {
                friction,
                preload,
                bias,
            } => held(friction, preload + 0.5 * bias * through.abs()),
            Law::Converter(converter) => {
                let torques = converter.transmit(turning[0], turning[1]);
                (torques.pump, torques.turbine, 0.0)
            }
        }
    }

    /// Whether one side is the gearbox's input in neutral, which follows the other side without a torque.
    pub fn turns_freely(&self, ratio: f64) -> bool {
        ratio == 0.0 && self.from.input != self.to.input
    }

    /// As [`Coupling::respond`], without a torque; a deflection goes back within some hundredths of a second.
    pub fn let_go(&self, deflection: f64) -> (f64, f64, f64) {
        (0.0, 0.0, -deflection / 0.02)
    }

    /// Elastic energy at a deflection [J].
    pub fn energy(&self, deflection: f64) -> f64 {
        0.5 * self.stiffness() * deflection * deflection
    }

    /// Whether it is a torsion spring.
    pub fn is_elastic(&self) -> bool {
        matches!(self.law, Law::Elastic { .. })
    }

    /// Greatest slope of the torque over the deflection [N m/rad]; of a limited slip, under its preload alone.
    pub fn stiffness(&self) -> f64 {
        match &self.law {
            Law::Elastic { stiffness, .. } => *stiffness,
            Law::Clutch { friction, capacity } => capacity / friction.reach,
            Law::LimitedSlip { friction, preload, .. } => preload / friction.reach,
            Law::Converter(_) => 0.0,
        }
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
        self.from.speed(speeds, spins, ratio, &output) - self.to.speed(speeds, spins, ratio, &output)
    }
}
