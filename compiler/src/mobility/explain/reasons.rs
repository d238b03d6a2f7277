//! Reasons why speeds are independent or follow from others: one sentence for each speed of a loop, and one sentence
//! for all other speeds.

use crate::kinematics::Mechanism;
use crate::mobility::Closure;
use crate::mobility::choice::partition::carries;

/// A sentence, without full stop, and the speeds that it is about.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Positions among the speeds of the layout. Each speed occurs in one reason.
    pub speeds: Vec<usize>,
    /// The sentence.
    pub sentence: String,
}

/// Sentences for all speeds. For each group of loops, the independent speeds come first, then the dependent speeds in
/// order of elimination. Speeds on which no loop acts come last.
pub fn of(mechanism: &Mechanism, closures: &[Closure]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for closure in closures {
        if !closure.partition_lasts() {
            reasons.push(all_kept(mechanism, closure));
            continue;
        }
        let independent = closure.independent.iter();
        reasons.extend(independent.map(|&(speed, pivot)| kept(mechanism, closure, speed, pivot)));
        reasons.extend((0..closure.pivots.len()).map(|position| solved(mechanism, closure, position)));
    }
    reasons.extend(outside(mechanism, closures));
    reasons.extend(spins(mechanism));
    reasons
}

/// Reason for the speeds of a group whose partition is not valid at all poses.
fn all_kept(mechanism: &Mechanism, closure: &Closure) -> Reason {
    let slots = closure.group.joints.iter().map(|&b| mechanism.layout.slot(b).v.clone());
    let speeds: Vec<usize> = slots.flatten().collect();
    let names: Vec<String> = speeds
        .iter()
        .map(|&s| format!("`{}`", mechanism.layout.speeds[s]))
        .collect();
    Reason {
        speeds,
        sentence: format!(
            "{} are all integrated, and corrected together: whichever of them were independent, there are positions in \
             which the others do not follow from them",
            names.join(", ")
        ),
    }
}

/// Reason for an independent speed: the pivot that it would have had.
fn kept(mechanism: &Mechanism, closure: &Closure, speed: usize, pivot: f64) -> Reason {
    let names = &mechanism.layout.speeds;
    let last = closure
        .pivots
        .last()
        .zip(closure.pivot_sizes.last().map(|size| size.abs()));
    let because = match last {
        None => "the equations of its loops depend on no speed".to_owned(),
        Some(_) if pivot == 0.0 => "where the last pivot is chosen, no equation left depends on it".to_owned(),
        Some((&(_, other), least)) => {
            let other = &names[other];
            let sizes = format!("its pivot would be {pivot:.2e}, that of `{other}`, the last chosen, is {least:.2e}");
            match preference(mechanism, closure, speed) {
                Some(why) if pivot > least => format!("{why}; {sizes}"),
                _ => sizes,
            }
        }
    };
    Reason {
        speeds: vec![speed],
        sentence: format!("`{}` is independent: {because}", names[speed]),
    }
}

/// Why a speed stays independent although its pivot is larger.
fn preference(mechanism: &Mechanism, closure: &Closure, speed: usize) -> Option<&'static str> {
    let joints = &closure.group.joints;
    let position = joints
        .iter()
        .position(|&b| mechanism.layout.slot(b).v.contains(&speed))?;
    if mechanism.topology.joint(joints[position]).kind.has_euler_parameters() {
        None
    } else if position == 0 {
        Some("the first joint of a group is kept if it can be")
    } else if carries(mechanism, &closure.group, joints[position]) {
        Some("a joint that carries others of its loops is kept if it can be")
    } else {
        Some("a hinge or slide is kept rather than a ball joint")
    }
}

/// Reason for a dependent speed: the equation that is solved for it.
fn solved(mechanism: &Mechanism, closure: &Closure, position: usize) -> Reason {
    let (row, speed) = closure.pivots[position];
    let (l, equation) = closure.rows[row];
    let cut = mechanism.model.joint(mechanism.topology.loops[l].cut);
    let equation = match cut.kind.equations() {
        1 => format!("the equation of `{}`", cut.name),
        count => format!("equation {} of {count} of `{}`", equation + 1, cut.name),
    };
    let name = &mechanism.layout.speeds[speed];
    let pivot = closure.pivot_sizes[position].abs();
    Reason {
        speeds: vec![speed],
        sentence: format!("`{name}` is dependent: it is solved from {equation}, with a pivot of {pivot:.2e}"),
    }
}

/// The speeds of all joints on which no group acts.
fn outside(mechanism: &Mechanism, closures: &[Closure]) -> Option<Reason> {
    let topology = mechanism.topology;
    let is_outside = |b| topology.joint(b).speeds() > 0 && !closures.iter().any(|c| c.group.joints.contains(&b));
    let bodies: Vec<_> = topology.order.iter().copied().filter(|&b| is_outside(b)).collect();
    let names: Vec<String> = bodies
        .iter()
        .map(|&b| format!("`{}`", topology.joint_name(mechanism.model, b)))
        .collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    (!bodies.is_empty()).then(|| Reason {
        speeds: bodies
            .iter()
            .flat_map(|&b| mechanism.layout.slot(b).v.clone())
            .collect(),
        sentence: format!("{} {verb} independent: no loop acts there", names.join(", ")),
    })
}

fn spins(mechanism: &Mechanism) -> Option<Reason> {
    let speeds: Vec<usize> = mechanism
        .layout
        .own_spins(mechanism.model)
        .map(|(_, spin)| spin)
        .collect();
    let names: Vec<String> = speeds
        .iter()
        .map(|&s| format!("`{}`", mechanism.layout.speeds[s]))
        .collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    (!speeds.is_empty()).then(|| Reason {
        sentence: format!(
            "{} {verb} independent: a wheel turns freely on its carrier",
            names.join(", ")
        ),
        speeds,
    })
}
