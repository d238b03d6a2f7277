//! Physics: from a mechanism to the programs of its solver.
//!
//! Each subsystem is reduced onto the base by a [`method`], the base's equations are solved, and accelerations recovered
//! outward. Stages carry the names of Kim & Wang (2005), table 1.
//!
//! Everything here is generic over [`Scalar`]; [`programs`] runs it on traced numbers, once for each of the
//! [`calls`] of a solver.

mod attitude;
mod balance;
pub mod calls;
pub mod choose;
mod corrections;
mod dependence;
mod energy;
mod evaluation;
mod force;
mod inertia;
mod joints;
pub mod lanes;
mod least;
mod measure;
pub mod method;
mod motion;
mod naming;
pub mod ports;
mod preparation;
pub mod programs;
mod reactions;
mod regrouping;
mod rods;
pub mod sharing;
pub mod side_by_side;
pub mod slopes;
pub mod state;
pub mod tracer;
mod traces;
pub mod unfinished;
mod wheels;

use crate::scalar::Scalar;
use ports::Port;
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

/// Told where a computation stands; a tracer makes regions and names of it, plain numbers ignore it.
pub trait Progress<S> {
    /// Begins this stage for the subsystem of that position.
    fn begin(&self, stage: Stage, subsystem: usize);
    /// A value worth a name.
    fn name(&self, value: S, name: &dyn Fn() -> String);
    /// Takes note of a margin: zero where a loop that the evaluation closes is singular, one near the design position.
    fn watch(&self, margin: Port, value: S);
    /// A number for the speed, in each lane that of the lane's own.
    fn by_lane(&self, speed: usize, number: &dyn Fn(usize) -> f64) -> S;
    /// Sum of a subsystem's share in the base over all subsystems computed with it.
    fn total(&self, _subsystem: usize, value: S) -> S {
        value
    }
    /// Sum of a side's share in the body that carries it over all sides computed with it that this body carries.
    fn to_carrier(&self, _subsystem: usize, value: S) -> S {
        value
    }
    /// Carrier motion, zeroed in the lanes that it does not drive.
    fn of_carrier(&self, _subsystem: usize, value: S) -> S {
        value
    }
}

/// Nobody listens.
pub struct Silent;

impl<S: Scalar> Progress<S> for Silent {
    fn begin(&self, _: Stage, _: usize) {}

    fn name(&self, _: S, _: &dyn Fn() -> String) {}

    fn watch(&self, _: Port, _: S) {}

    fn by_lane(&self, speed: usize, number: &dyn Fn(usize) -> f64) -> S {
        number(speed).into()
    }
}
