//! Which method each subsystem gets.

use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::BodyId;
use std::fmt;

/// A way to reduce a subsystem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Joint by joint from the tips inward, multipliers travelling along ([`super::recursion`]).
    Recursive,
    /// By its independent speeds at once ([`super::synthesis`]).
    Synthesis,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Recursive => "recursive",
            Method::Synthesis => "synthesis",
        })
    }
}

/// A method for each subsystem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// By subsystem. The first, the base with what leads to it, is always recursive.
    pub methods: Vec<Method>,
}

impl Plan {
    /// One method for all subsystems that it can be used on; the others are recursive.
    pub fn uniform(mechanism: &Mechanism, mobility: &Mobility, method: Method) -> Self {
        let subsystems = 0..mechanism.topology.subsystems.len();
        Plan {
            methods: subsystems
                .map(|s| match obstacle(mechanism, mobility, s, method) {
                    None => method,
                    Some(_) => Method::Recursive,
                })
                .collect(),
        }
    }
}

/// Why a method cannot be used on a subsystem; none where it can.
pub fn obstacle(mechanism: &Mechanism, mobility: &Mobility, subsystem: usize, method: Method) -> Option<String> {
    let topology = mechanism.topology;
    let name = |b: BodyId| &mechanism.model.body(b).name;
    if method == Method::Recursive {
        return None;
    }
    if subsystem == 0 {
        return Some("the base and what leads to it are always recursive".to_owned());
    }
    let base = topology.base;
    if !topology.is_frame(base) {
        return Some(format!("`{}` is no frame of its own", name(base)));
    }
    let bodies = &topology.subsystems[subsystem].bodies;
    if bodies.iter().all(|&b| topology.joint(b).speeds() == 0) {
        // Loops of several subsystems, in the hands of several methods, may end on it.
        return Some("it has no speeds of its own: there is nothing to reduce".to_owned());
    }
    let own = |b: &BodyId| topology.branch(*b).subsystem == subsystem;
    for closure in &mobility.closures {
        let joints = &closure.group.joints;
        if !joints.iter().any(own) {
            continue;
        }
        if let Some(&other) = joints.iter().find(|b| !own(b)) {
            return Some(format!("its loops move with the inboard joint of `{}` too", name(other)));
        }
    }
    let loops = mobility
        .closures
        .iter()
        .filter(|c| c.group.joints.iter().any(own))
        .flat_map(|c| &c.group.loops);
    let on_loops = loops.flat_map(|&l| topology.loops[l].bodies());
    let mut all = bodies.iter().copied().chain(on_loops);
    all.find(|&b| topology.branch(b).frame != base)
        .map(|b| format!("`{}` has a frame of its own", name(b)))
}
