//! The straight-line program. It knows nothing of mechanics: inputs, outputs and regions are numbered and labelled.
//!
//! Invariants of a [`Program`] (checked by [`verify`]):
//! 1. every operand is defined before its use;
//! 2. no two values have equal operations (hash-consing);
//! 3. constants are finite;
//! 4. a value's class is the highest class among its operands; an input has its own class; a constant has
//!    [`Class::Constant`];
//! 5. inputs, tables and regions referred to exist; outputs refer to values;
//! 6. a value's operands belong to the value's region or to an earlier region, so that regions can run one after the
//!    other;
//! 7. values, and outputs, stand in the order of their regions;
//! 8. a value has as many lanes as its widest operand, and an operand with one lane is equal in all lanes. Sums over
//!    lanes, and single lanes of a value, have one lane.

mod adjoint;
mod count;
mod cut;
mod depth_first;
mod derive;
mod gather;
mod graph;
mod interpret;
mod join;
mod known;
mod narrow;
mod op;
mod owned;
mod print;
mod prune;
mod read;
mod recompute;
mod regroup;
mod replay;
mod separate;
mod shape;
mod share;
mod unroll;
mod verify;

pub use adjoint::derive_backwards;
pub use count::{Count, RegionCount};
pub use cut::{Cut, cut};
pub use depth_first::depth_first;
pub use derive::{
    Derived, Implicit, Place, Slope, Unknown, derive, derive_implicitly, derive_in_bundles, derive_in_lanes,
};
pub use gather::{Gathered, Owner, gather};
pub use graph::{Graph, Traced};
pub use interpret::{Rounding, interpret, interpret_by, values_at};
pub use join::{Joined, join};
pub use narrow::narrow;
pub use op::{Bits, Op, Operands, Value};
pub use owned::{Owned, owned};
pub use prune::prune;
pub use read::Unreadable;
pub use recompute::recompute;
pub use regroup::{Regrouped, regroup};
pub use replay::{Replay, replay};
pub use separate::{Separated, separate};
pub use shape::{Shape, latency};
pub use share::{Belonging, Phase, Share, Source, Target, share};
pub use unroll::{unroll, unroll_values};
pub use verify::verify;

use crate::scalar::Points;
use std::sync::Arc;

/// The highest class of quantity that a value depends on; classes are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Constants only.
    Constant,
    /// Parameters, which are set before the vehicle moves.
    Parameter,
    /// Coordinates.
    Position,
    /// Speeds.
    Velocity,
    /// External inputs such as forces.
    Load,
}

/// A straight-line program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Operations in order.
    pub nodes: Vec<Node>,
    /// Inputs, by position.
    pub inputs: Vec<Input>,
    /// Results.
    pub outputs: Vec<Output>,
    /// Tables, by position.
    pub tables: Vec<Points>,
    /// Constants with one number per lane, by position.
    pub lane_constants: Vec<Vec<f64>>,
    /// Regions in the order in which they run.
    pub regions: Vec<String>,
}

/// An operation with properties of its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// Class of the value.
    pub class: Class,
    /// The region that computes it.
    pub region: u32,
    /// Number of lanes: one, or one for each subsystem computed side by side.
    pub lanes: u32,
    /// Name for the reader, if the formulation gave one.
    pub name: Option<Arc<str>>,
    /// The part and the quantity for which the value is computed, such as `arm.velocity`, if the formulation stated
    /// them.
    pub purpose: Option<Arc<str>>,
}

/// An input.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Name for the reader.
    pub name: String,
    /// Class of the input.
    pub class: Class,
    /// Number of lanes.
    pub lanes: u32,
}

/// A result.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Name for the reader.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// The region that delivers it.
    pub region: u32,
}

impl Program {
    /// Whether all constants, tables included, are finite.
    pub fn is_finite(&self) -> bool {
        let constants = self.nodes.iter().all(|node| match node.op {
            Op::Constant(constant) => constant.get().is_finite(),
            _ => true,
        });
        let in_lanes = self.lane_constants.iter().flatten().all(|number| number.is_finite());
        constants && in_lanes && self.tables.iter().all(Points::is_finite)
    }

    /// The node that defines a value.
    pub fn node(&self, value: Value) -> &Node {
        &self.nodes[value.index()]
    }

    /// Every value with its node, in order.
    pub fn values(&self) -> impl Iterator<Item = (Value, &Node)> {
        (0..).map(Value).zip(&self.nodes)
    }
}
