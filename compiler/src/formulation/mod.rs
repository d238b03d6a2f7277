//! Mechanics: one evaluation of a vehicle, and the reports of its motion.
//!
//! A [`method`] reduces each subsystem onto the base, the base's equations are solved, and accelerations are recovered
//! outward. Stages carry the names of Kim & Wang (2005), table 1.
//!
//! Everything here is generic over [`Scalar`]; [`programs`](crate::programs) runs it on traced numbers, once for each
//! program of a solver.

mod attitude;
pub(crate) mod balance;
pub(crate) mod dependence;
pub(crate) mod energy;
pub(crate) mod evaluation;
pub(crate) mod force;
mod inertia;
pub(crate) mod least;
pub(crate) mod measure;
pub mod method;
pub(crate) mod motion;
mod naming;
mod quantity;
mod reactions;
mod regrouping;
mod rods;
pub(crate) mod wheels;

pub use quantity::Quantity;

use crate::scalar::Scalar;
use std::fmt;

/// A part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Poses of all bodies.
    Position,
    /// Twists of all bodies, rates of the coordinates, motion of the wheels.
    Velocity,
    /// Closure equations, and the velocity-dependent part of all accelerations.
    RightHandSide,
    /// Inertia and force of each body.
    MassAndForce,
    /// Inward elimination of joints and multipliers.
    EffectiveMassAndForce,
    /// Base system and outward recovery.
    Acceleration,
    /// One correction of the dependent coordinates or speeds.
    Closure,
    /// Energy.
    Energy,
    /// Named outputs and motion of the bodies.
    Outputs,
    /// Values that depend on parameters only.
    Prepare,
}

impl Stage {
    /// The stages of one evaluation, in order.
    pub const EVALUATION: [Stage; 6] = [
        Stage::Position,
        Stage::Velocity,
        Stage::RightHandSide,
        Stage::MassAndForce,
        Stage::EffectiveMassAndForce,
        Stage::Acceleration,
    ];
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Position => "position",
            Stage::Velocity => "velocity",
            Stage::RightHandSide => "right-hand side",
            Stage::MassAndForce => "mass and force",
            Stage::EffectiveMassAndForce => "effective mass and force",
            Stage::Acceleration => "acceleration",
            Stage::Closure => "closure",
            Stage::Energy => "energy",
            Stage::Outputs => "outputs",
            Stage::Prepare => "prepare",
        })
    }
}

/// Margin of a loop that an evaluation closes: zero where the loop is singular, about one near the design position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// By speed of the step's joint: argument of the root in a closing step, relative to its size at the design
    /// position.
    Step(usize),
    /// By speed: pivot of a dependent speed, relative to its size near the design position.
    Pivot(usize),
}

/// Receiver of a computation's progress. A tracer makes regions and names of this information; for plain numbers it is
/// ignored.
pub trait Progress<S> {
    /// Begins this stage for the subsystem of that position.
    fn begin(&self, stage: Stage, subsystem: usize);
    /// Tells that what follows computes this quantity of the part of that name.
    fn compute(&self, _part: &str, _quantity: Quantity) {}
    /// A value worth a name.
    fn name(&self, value: S, name: &dyn Fn() -> String);
    /// Takes note of a margin.
    fn watch(&self, margin: Margin, value: S);
    /// A number that belongs to the speed; in lanes, each lane has the number of its own speed.
    fn by_lane(&self, speed: usize, number: &dyn Fn(usize) -> f64) -> S;
    /// Sums a subsystem's share in the base over all subsystems computed with it.
    fn total(&self, _subsystem: usize, value: S) -> S {
        value
    }
    /// Sums a side's share in its carrier over all sides that are computed with it and have this carrier.
    fn to_carrier(&self, _subsystem: usize, value: S) -> S {
        value
    }
    /// Motion of a carrier; zero in lanes whose subsystem the carrier does not carry.
    fn of_carrier(&self, _subsystem: usize, value: S) -> S {
        value
    }
}

/// Ignores the progress.
pub struct Silent;

impl<S: Scalar> Progress<S> for Silent {
    fn begin(&self, _: Stage, _: usize) {}

    fn name(&self, _: S, _: &dyn Fn() -> String) {}

    fn watch(&self, _: Margin, _: S) {}

    fn by_lane(&self, speed: usize, number: &dyn Fn(usize) -> f64) -> S {
        number(speed).into()
    }
}
