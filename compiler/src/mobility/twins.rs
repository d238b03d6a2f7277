//! The same choice on both sides: of subsystems and chains of equal structure, corresponding speeds are independent on
//! all, or on none.
//!
//! Each group of loops is partitioned at poses of its own, and two choices may be about as good: what stands on the left
//! and what stands on the right could end with different independent coordinates. Then one of the sides' choices is
//! taken for all of them, the first that serves everywhere.

use super::Closure;
use crate::kinematics::Mechanism;
use crate::topology::Member;

/// The closures with equal choices where that is possible. `chosen` partitions the group of a closure with given
/// independent speeds, where they serve.
pub fn equal_choices(
    mechanism: &Mechanism,
    mut closures: Vec<Closure>,
    chosen: impl Fn(&Closure, &[usize]) -> Option<Closure>,
) -> Vec<Closure> {
    let alike = &mechanism.topology.alike;
    for class in alike.subsystems.iter().chain(&alike.chains) {
        let sides: Vec<Vec<usize>> = class.members.iter().map(|member| speeds(mechanism, member)).collect();
        let choices: Vec<Vec<bool>> = sides.iter().map(|side| choice(&closures, side)).collect();
        if choices.iter().all(|choice| *choice == choices[0]) {
            continue;
        }
        let with = |choice: &Vec<bool>| with_choice(&closures, &sides, choice, &chosen);
        if let Some(equal) = choices.iter().find_map(with) {
            closures = equal;
        }
    }
    closures
}

/// The speeds of a side; those at one position of two sides correspond.
fn speeds(mechanism: &Mechanism, member: &Member) -> Vec<usize> {
    let slots = member.bodies.iter().map(|&body| mechanism.layout.slot(body).v.clone());
    slots.flatten().collect()
}

/// By speed of a side: whether it is dependent.
fn choice(closures: &[Closure], side: &[usize]) -> Vec<bool> {
    let is_dependent = |speed: &usize| closures.iter().any(|c| c.pivots.iter().any(|(_, s)| s == speed));
    side.iter().map(is_dependent).collect()
}

/// All closures with that choice on all sides; none where it does not serve on one of them.
fn with_choice(
    closures: &[Closure],
    sides: &[Vec<usize>],
    choice: &[bool],
    chosen: impl Fn(&Closure, &[usize]) -> Option<Closure>,
) -> Option<Vec<Closure>> {
    let wanted = |speed: usize| {
        let place = |side: &Vec<usize>| side.iter().position(|&s| s == speed);
        sides.iter().find_map(place).map(|place| choice[place])
    };
    let with = |closure: &Closure| {
        let dependent: Vec<usize> = closure.pivots.iter().map(|&(_, speed)| speed).collect();
        let independent = closure.independent.iter().map(|&(speed, _)| speed);
        let all = dependent.iter().copied().chain(independent);
        let is_kept = |speed: &usize| !wanted(*speed).unwrap_or(dependent.contains(speed));
        let mut kept: Vec<usize> = all.filter(is_kept).collect();
        kept.sort_unstable();
        let is_new = kept.iter().any(|speed| dependent.contains(speed));
        match (is_new, kept.len() == closure.independent.len()) {
            (false, _) => Some(closure.clone()),
            (true, true) => chosen(closure, &kept),
            (true, false) => None,
        }
    };
    closures.iter().map(with).collect()
}
