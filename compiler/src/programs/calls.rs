//! The programs of a solver, as a list. Code that traces, emits, counts or tests programs iterates over it.
//!
//! A new program is a [`Call`], its entry in [`CALLS`], and the function that traces it.

use super::corrections::{iterates, position_correction, velocity_correction};
use super::ports::{Array, Kind};
use super::tracer::{Analysis, Trace};
use super::traces::{
    body_motion, evaluation, evaluations, joint_coordinates, joint_speeds, named_outputs, total_energy,
};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::Model;
use serde::Serialize;
use std::collections::BTreeMap;

/// A program of a solver, in the order in which they are emitted and counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// From state, drives and loads to rates; the motion of the wheels is computed on the way.
    Evaluation,
    /// Dependent coordinates.
    PositionCorrection,
    /// Dependent speeds.
    VelocityCorrection,
    /// Named outputs.
    Outputs,
    /// Coordinates of all joints.
    JointCoordinates,
    /// Speeds of all joints.
    JointSpeeds,
    /// Motion of the bodies.
    BodyMotion,
    /// Energy.
    Energy,
    /// Slopes of all results of an evaluation, with respect to all numbers that it reads.
    Slopes,
    /// Slopes of the named outputs, with respect to all numbers that they read.
    OutputSlopes,
}

/// One value for each call that a vehicle has.
pub type Calls<T> = BTreeMap<Call, T>;

/// Properties of a call.
pub struct Entry {
    /// The call.
    pub call: Call,
    /// Name in tables of counts.
    pub name: &'static str,
    /// One sentence for the documentation of the solver.
    pub sentence: &'static str,
    /// Functions of the runtime's trait that compute it, in order.
    pub functions: &'static [&'static str],
    /// Constant of the solver that holds its operations.
    pub constant: Option<&'static str>,
    /// Arguments and result.
    pub role: Role,
    /// Forms in which it is traced and emitted.
    pub editions: &'static [Edition],
    /// Condition for a vehicle to have it.
    pub exists: fn(&Model, &Mobility) -> bool,
    /// Functions that trace it. If there are several programs, they give equal results, and the shortest program is
    /// kept.
    pub(super) traces: fn(&Mechanism, Analysis) -> &'static [Trace],
    /// Kind of the ports that deliver slopes, if the results of the call are slopes of the traced results.
    pub(super) slopes: Option<Kind>,
}

/// Arguments and result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Computes rates in two functions: one before the loads are known, one after.
    Evaluation,
    /// Alters the state so that its loops close.
    Correction(Corrected),
    /// Reports numbers of a state.
    Report {
        /// The array, or record, that it fills and returns.
        array: Array,
        /// Whether it receives the rate of the state.
        needs_rate: bool,
    },
}

/// Part of the state that a correction alters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrected {
    /// Dependent coordinates.
    Position,
    /// Dependent speeds.
    Velocity,
}

impl Corrected {
    /// The call that corrects it.
    pub fn call(self) -> Call {
        match self {
            Corrected::Position => Call::PositionCorrection,
            Corrected::Velocity => Call::VelocityCorrection,
        }
    }
}

/// Form in which a program is traced and emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// For every processor, one subsystem after the other.
    OneByOne,
    /// For each level of the instruction set, equal subsystems side by side.
    InLanes,
    /// For eight vehicles.
    InBatch,
}

/// Editions of calls that are made in every step, by explicit or by implicit integrators.
const STEP: &[Edition] = &[Edition::OneByOne, Edition::InLanes, Edition::InBatch];
/// Editions of calls that are made rarely.
const SELDOM: &[Edition] = &[Edition::OneByOne];

/// All calls, in the order in which they are traced. Prepared numbers are numbered in the order in which they are
/// found.
pub static CALLS: [Entry; 10] = [
    Entry {
        call: Call::Evaluation,
        name: "one evaluation",
        sentence: "rates of the state, and motion of the wheels",
        functions: &["kinematics", "accelerations"],
        constant: Some("OPERATIONS"),
        role: Role::Evaluation,
        editions: STEP,
        exists: |_, _| true,
        traces: |_, _| &[evaluation],
        slopes: None,
    },
    Entry {
        call: Call::PositionCorrection,
        name: "position correction",
        sentence: "Euler parameters of unit norm, and one Newton correction where loops need iteration",
        functions: &["correct_position"],
        constant: Some("OPERATIONS_OF_POSITION_CORRECTION"),
        role: Role::Correction(Corrected::Position),
        editions: STEP,
        exists: |_, _| true,
        traces: |_, _| &[position_correction],
        slopes: None,
    },
    Entry {
        call: Call::VelocityCorrection,
        name: "velocity correction",
        sentence: "dependent speeds from the independent ones, where loops need iteration",
        functions: &["correct_velocity"],
        constant: Some("OPERATIONS_OF_VELOCITY_CORRECTION"),
        role: Role::Correction(Corrected::Velocity),
        editions: STEP,
        exists: |_, mobility| iterates(mobility),
        traces: |_, _| &[velocity_correction],
        slopes: None,
    },
    Entry {
        call: Call::Energy,
        name: "energy",
        sentence: "kinetic, gravity and elastic energy",
        functions: &["energy"],
        constant: None,
        role: Role::Report {
            array: Array::Energy,
            needs_rate: false,
        },
        editions: SELDOM,
        exists: |_, _| true,
        traces: |_, _| &[total_energy],
        slopes: None,
    },
    Entry {
        call: Call::Outputs,
        name: "named outputs",
        sentence: "the outputs that the declaration names",
        functions: &["outputs"],
        constant: Some("OPERATIONS_OF_OUTPUTS"),
        role: Role::Report {
            array: Array::Outputs,
            needs_rate: true,
        },
        editions: SELDOM,
        exists: |_, _| true,
        traces: |_, _| &[named_outputs],
        slopes: None,
    },
    Entry {
        call: Call::JointCoordinates,
        name: "coordinates of the joints",
        sentence: "coordinates of all joints of the tree, dependent ones included",
        functions: &["joint_coordinates"],
        constant: None,
        role: Role::Report {
            array: Array::JointCoordinates,
            needs_rate: false,
        },
        editions: SELDOM,
        exists: |_, _| true,
        traces: |_, _| &[joint_coordinates],
        slopes: None,
    },
    Entry {
        call: Call::JointSpeeds,
        name: "speeds of the joints",
        sentence: "speeds of all joints of the tree, dependent ones included",
        functions: &["joint_speeds"],
        constant: None,
        role: Role::Report {
            array: Array::JointSpeeds,
            needs_rate: false,
        },
        editions: SELDOM,
        exists: |_, _| true,
        traces: |_, _| &[joint_speeds],
        slopes: None,
    },
    Entry {
        call: Call::BodyMotion,
        name: "motion of the bodies",
        sentence: "poses, velocities and accelerations of all bodies",
        functions: &["bodies"],
        constant: None,
        role: Role::Report {
            array: Array::Bodies,
            needs_rate: true,
        },
        editions: SELDOM,
        exists: |_, _| true,
        traces: |_, _| &[body_motion],
        slopes: None,
    },
    Entry {
        call: Call::Slopes,
        name: "slopes",
        sentence: "exact derivatives of rates and motions by state, inputs and parameters",
        functions: &["slopes"],
        constant: Some("OPERATIONS_OF_SLOPES"),
        role: Role::Report {
            array: Array::Slopes,
            needs_rate: false,
        },
        editions: STEP,
        exists: |model, _| model.accept_derivatives,
        traces: evaluations,
        slopes: Some(Kind::Slope),
    },
    Entry {
        call: Call::OutputSlopes,
        name: "slopes of outputs",
        sentence: "exact derivatives of the named outputs by state, rates of the speeds, inputs and parameters",
        functions: &["output_slopes"],
        constant: Some("OPERATIONS_OF_OUTPUT_SLOPES"),
        role: Role::Report {
            array: Array::OutputSlopes,
            needs_rate: true,
        },
        editions: SELDOM,
        exists: |model, _| model.accept_derivatives && !model.outputs.is_empty(),
        traces: |_, _| &[named_outputs],
        slopes: Some(Kind::OutputSlope),
    },
];

impl Entry {
    /// Whether it reports numbers of a state that are no slopes.
    pub(super) fn is_shared_report(&self) -> bool {
        matches!(self.role, Role::Report { .. }) && self.slopes.is_none()
    }
}

impl Call {
    /// Its entry in the list.
    pub fn entry(self) -> &'static Entry {
        let own = CALLS.iter().find(|entry| entry.call == self);
        own.expect("every call has an entry")
    }
}

/// One value for each call that a vehicle has in an edition.
pub fn each<T>((model, mobility): (&Model, &Mobility), edition: Edition, mut of: impl FnMut(&Entry) -> T) -> Calls<T> {
    let is_had = |entry: &&Entry| (entry.exists)(model, mobility) && entry.editions.contains(&edition);
    let had = CALLS.iter().filter(is_had);
    had.map(|entry| (entry.call, of(entry))).collect()
}
