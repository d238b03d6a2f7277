//! Couplings: torque between two sides of a driveline.

use super::Converter;
use crate::friction::DryFriction;

/// How a coupling transmits torque. There are few of them, so one large kind does no harm.
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
    /// A clutch: dry friction with a capacity that the pedal reduces. With the pedal down its deflection decays.
    Clutch {
        /// How it takes hold.
        friction: DryFriction,
        /// Torque that it holds with the pedal released [N m].
        capacity: f64,
    },
    /// Limited slip of a differential, between its outputs: dry friction of the capacity `M = preload + bias |T|`,
    /// where `T` is the mean torque of the two outputs. Both terms are torques of the plates: the outputs get `T + M`
    /// and `T - M` while the plates slide. Hence `bias` is the locking value: the difference of the output torques
    /// divided by their sum. Without preload the greater output torque is at most `(1 + bias) / (1 - bias)` times the
    /// lesser. It has no deflection: below the capacity its torque holds both sides together ([`HOLDING`]).
    LimitedSlip {
        /// Torque that the plates can carry without any other load: it turns one output while the other output is held
        /// [N m].
        preload: f64,
        /// Torque of the plates by the mean torque of the outputs, from 0 to 1.
        bias: f64,
    },
    /// A torque converter; its driving side is the pump.
    Converter(Converter),
}

/// Time constant with which two sides reach a common speed while a limited slip holds them [s]: five times the usual step, so that
/// explicit methods follow it.
pub const HOLDING: f64 = 0.005;

/// Relative speed of two sides below which a limited slip may hold them in both directions [rad/s]; above this speed,
/// it acts against their sliding.
pub const TOGETHER: f64 = 0.01;

impl Law {
    /// Torque that the driving side loses, torque that the driven side gets [N m], and the rate of the deflection. For
    /// a limited slip the torques are zero here: its torque follows from the accelerations.
    ///
    /// `turning` are the speeds of both sides [rad/s], `pedal` is the clutch pedal from 0 to 1.
    #[inline]
    pub fn respond(&self, turning: [f64; 2], deflection: f64, pedal: f64) -> (f64, f64, f64) {
        let relative = turning[0] - turning[1];
        match self {
            Self::Elastic { stiffness, damping } => {
                let torque = stiffness * deflection + damping * relative;
                (torque, torque, relative)
            }
            Self::Clutch { friction, capacity } => {
                let limit = capacity * (1.0 - pedal.clamp(0.0, 1.0));
                let (against, rate) = friction.respond_of(*capacity, limit, relative, deflection);
                (-against, -against, rate)
            }
            Self::LimitedSlip { .. } => (0.0, 0.0, 0.0),
            Self::Converter(converter) => {
                let torques = converter.transmit(turning[0], turning[1]);
                (torques.pump, torques.turbine, 0.0)
            }
        }
    }

    /// Whether it is a torsion spring.
    pub fn is_elastic(&self) -> bool {
        matches!(self, Self::Elastic { .. })
    }

    /// Greatest torque of the plates of a limited slip, given the mean torque of its outputs [N m]; `None` for any
    /// other coupling.
    pub fn capacity(&self, mean: f64) -> Option<f64> {
        match self {
            Self::LimitedSlip { preload, bias } => Some(preload + bias * mean.abs()),
            Self::Elastic { .. } | Self::Clutch { .. } | Self::Converter(_) => None,
        }
    }

    /// Greatest slope of the torque over the relative speed at rest [N m s/rad].
    pub fn damping(&self) -> f64 {
        match self {
            Self::Elastic { damping, .. } => *damping,
            Self::Clutch { friction, .. } => friction.damper * self.stiffness(),
            Self::LimitedSlip { .. } | Self::Converter(_) => 0.0,
        }
    }

    /// Greatest slope of the torque over the deflection [N m/rad].
    pub fn stiffness(&self) -> f64 {
        match self {
            Self::Elastic { stiffness, .. } => *stiffness,
            Self::Clutch { friction, capacity } => capacity / friction.reach,
            Self::LimitedSlip { .. } | Self::Converter(_) => 0.0,
        }
    }
}
