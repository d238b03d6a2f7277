//! The method of each subsystem.

use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::{BodyId, Method, Model};

/// Who decides on the methods.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The declaration (`method: synthesis`); where it names no method, the compiler.
    #[default]
    Declared,
    /// The compiler, which also looks for the cheapest cuts and independent coordinates.
    Auto,
    /// One method for all subsystems.
    Uniform(Method),
    /// By subsystem; [`Method::Recursive`] for those beyond the end of the list.
    PerSubsystem(Vec<Method>),
}

impl Choice {
    /// Whether cuts and independent coordinates are to be searched. The caller asks for `auto`; or the caller leaves
    /// the choice to the declaration, which asks for it.
    pub fn searches(&self, model: &Model) -> bool {
        *self == Choice::Auto || *self == Choice::Declared && model.search
    }
}

/// A method for each subsystem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// By subsystem. The first, the base with what leads to it, is always recursive.
    pub methods: Vec<Method>,
    /// By subsystem, without the first subsystem: a sentence that names the method, and the reason if another method
    /// was requested.
    pub reasons: Vec<String>,
    /// Subsystems that are computed in the lanes of another subsystem.
    pub covered: Vec<usize>,
}

impl Plan {
    /// Whether a subsystem is computed in the lanes of another.
    pub fn covers(&self, subsystem: usize) -> bool {
        self.covered.contains(&subsystem)
    }

    /// Takes the method wanted for each subsystem where it can be used. The other subsystems are recursive.
    pub fn new(mechanism: &Mechanism, mobility: &Mobility, wanted: impl Fn(usize) -> Method) -> Self {
        let mut plan = Plan {
            methods: Vec::new(),
            reasons: Vec::new(),
            covered: Vec::new(),
        };
        let subsystems = &mechanism.topology.subsystems;
        let mut obstacles: Vec<Option<String>> = Vec::new();
        for subsystem in 0..subsystems.len() {
            let obstacle = obstacle(mechanism, mobility, subsystem, wanted(subsystem));
            plan.methods.push(match obstacle {
                None => wanted(subsystem),
                Some(_) => Method::Recursive,
            });
            obstacles.push(obstacle);
        }
        // A driven or welded body is in no group of loops, though loops may end on it. A subsystem that becomes
        // recursive may make others recursive.
        while let Some(ends) = (1..subsystems.len())
            .find(|&s| plan.methods[s] != Method::Recursive && plan.recursion_ends_on(mechanism, mobility, s))
        {
            plan.methods[ends] = Method::Recursive;
            obstacles[ends] = Some("loops that are in the hands of the recursion end on it".to_owned());
        }
        let told = subsystems.iter().zip(obstacles).enumerate().skip(1);
        plan.reasons = told
            .map(|(subsystem, (each, obstacle))| match (wanted(subsystem), obstacle) {
                (method, None) => format!("`{}` is reduced by `{method}`", each.name),
                (method, Some(why)) => format!("`{}` is reduced by `recursive`, not by `{method}`: {why}", each.name),
            })
            .collect();
        plan
    }

    /// Whether a loop over bodies of the subsystem has joints in a recursive subsystem. The loop's multipliers then
    /// pass through both.
    fn recursion_ends_on(&self, mechanism: &Mechanism, mobility: &Mobility, subsystem: usize) -> bool {
        let topology = mechanism.topology;
        let of = |body: BodyId| topology.branch(body).subsystem;
        mobility.closures.iter().any(|closure| {
            let mut loops = closure.group.loops.iter().map(|&l| &topology.loops[l]);
            loops.any(|l| l.bodies().any(|b| of(b) == subsystem))
                && closure
                    .group
                    .joints
                    .iter()
                    .any(|&b| self.methods[of(b)] == Method::Recursive)
        })
    }
}

/// Unknown speeds of a subsystem.
fn speeds(mechanism: &Mechanism, subsystem: usize) -> usize {
    let bodies = &mechanism.topology.subsystems[subsystem].bodies;
    bodies.iter().map(|&b| mechanism.topology.joint(b).speeds()).sum()
}

/// Whether a method computes the dependent speeds from the loops in every evaluation and so divides by the partition's
/// pivots. The other methods take them from the state. They divide only multipliers by small numbers, and only at
/// positions where two branches of a loop meet; the numerators vanish there, too.
fn takes_speeds_from_loops(method: Method) -> bool {
    match method {
        Method::Recursive | Method::Lagrange => false,
        Method::Synthesis | Method::SynthesisCartesian => true,
    }
}

/// Why a method cannot be used on a subsystem; `None` if it can.
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
    if speeds(mechanism, subsystem) == 0 && method != Method::Synthesis {
        return Some("it has no speeds of its own: there is nothing to reduce".to_owned());
    }
    let own = |b: &BodyId| topology.branch(*b).subsystem == subsystem;
    for closure in &mobility.closures {
        let joints = &closure.group.joints;
        if !joints.iter().any(own) {
            continue;
        }
        if takes_speeds_from_loops(method) && !closure.partition_lasts() {
            return Some("its loops pass positions where any choice of independent speeds fails".to_owned());
        }
        if let Some(&other) = joints.iter().find(|b| !own(b)) {
            return Some(format!(
                "its loops move with the inboard joint of `{}` too",
                name(other)
            ));
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
