//! Equal subsystems computed side by side.
//!
//! Subsystems of equal structure need the same operations on different numbers. So only the first member is traced, on
//! numbers with several values: one value in each *lane*. Each lane holds the number of one member; the mirror image of
//! a suspension differs only in its points. The base is computed once. The shares of all members in it are summed over
//! the lanes, always in one order.
//!
//! A body on the base (a steering rack), driven or free, may carry loops of some members, while the loops of the other
//! members end on the base itself. In the lanes of the others the body's motion is set to zero. A free body joins the
//! parts that it carries to one subsystem, which is first taken apart (`sides.rs`).

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

/// Subsystems that are computed side by side, wholly or by their sides. There are no groups unless the declaration
/// accepts lanes and names levels that have lanes.
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
