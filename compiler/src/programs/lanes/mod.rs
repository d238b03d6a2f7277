//! Equal subsystems computed side by side.
//!
//! Subsystems of one structure take the same operations on other numbers. So one of them, the first, is traced for all,
//! on numbers that are several: one in each *lane*. What a member's number is stands in its lane; the mirror image of a
//! suspension is no more than other points. The base is computed once; what each member does to it is summed over the
//! lanes, always in the same order.
//!
//! A body on the base (a steering rack), driven or free, may carry loops of some members where those of the others end on
//! the base itself: in the lanes of these its motion is none. A free one joins what it carries to one subsystem, which is
//! taken apart first (`sides.rs`).

mod group;
mod ports;
mod sides;
mod view;

pub use group::{Group, groups};
pub use ports::Ports;
pub use sides::{Apart, apart};
pub use view::{LaneNumber, View};

use crate::formulation::method::Plan;
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use std::collections::BTreeSet;

/// Subsystems that are computed side by side, wholly or by their sides, where the declaration accepts it and names levels that
/// have lanes.
pub fn subsystems(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> BTreeSet<usize> {
    let model = mechanism.model;
    if !model.accept_lanes || model.levels.is_empty() {
        return BTreeSet::new();
    }
    let apart = apart(mechanism, mobility, plan);
    let groups = groups(&apart.mechanism(mechanism), &apart.mobility, &apart.plan);
    let members = groups.iter().flat_map(|group| &group.members);
    let bodies = members.filter_map(|member| member.bodies.first());
    bodies.map(|&body| mechanism.topology.branch(body).subsystem).collect()
}
