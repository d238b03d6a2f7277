//! The tasks of an evaluation, found in its program.

use crate::formulation::Stage;
use crate::ir::{Count, Op, Value};
use crate::programs::Traceable;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Position of the base among the subsystems.
const BASE: usize = 0;

/// A part of an evaluation that runs on one thread without interruption. It has the operations of one stage for one
/// subsystem, divided where they start to wait for another subsystem in this stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Position in [`Stage::EVALUATION`].
    pub stage: usize,
    /// Parts with lower numbers wait for fewer subsystems of the same stage; part 0 waits for none.
    pub part: usize,
    /// Position among the subsystems of the topology.
    pub subsystem: usize,
    /// Its operations.
    pub count: Count,
    /// Positions of the tasks whose values it uses.
    pub after: Vec<usize>,
}

impl Task {
    /// Estimated time [operations]: all kinds of operation count the same.
    pub fn work(&self) -> usize {
        self.count.total()
    }
}

/// Stage, part and subsystem of a value: tasks are in this order.
type Key = (usize, usize, usize);

/// Divides the program of an evaluation into tasks; each task comes after the tasks that it waits for.
pub fn divide(program: &Traceable) -> Vec<Task> {
    let keys = keys(program);
    let order: BTreeSet<Key> = keys.iter().copied().flatten().collect();
    let places: BTreeMap<Key, usize> = order.iter().copied().zip(0..).collect();
    let place = |value: Value| keys[value.index()].map(|key| places[&key]);
    // Constants and inputs belong to no task and count as no operation.
    let counts = program
        .program
        .count_by(order.len().max(1), |value| place(value).unwrap_or(0));
    let mut after: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); order.len()];
    for (value, node) in program.program.values() {
        let Some(own) = place(value) else { continue };
        let used = node.op.operands().filter_map(place).filter(|&other| other != own);
        after[own].extend(used);
    }
    let task = |((&(stage, part, subsystem), count), after): ((&Key, Count), BTreeSet<usize>)| Task {
        stage,
        part,
        subsystem,
        count,
        after: after.into_iter().collect(),
    };
    order.iter().zip(counts).zip(after).map(task).collect()
}

/// The task of each value; `None` for constants and inputs. A value that uses a value of a different subsystem in the
/// same stage belongs to a later part than the used value.
fn keys(program: &Traceable) -> Vec<Option<Key>> {
    let mut keys: Vec<Option<Key>> = Vec::with_capacity(program.program.nodes.len());
    for (node, subsystem) in program.program.nodes.iter().zip(owners(program)) {
        let (stage, _) = program.regions[node.region as usize];
        let stage = Stage::EVALUATION
            .iter()
            .position(|&s| s == stage)
            .expect("a stage of the evaluation");
        let used = node.op.operands().filter_map(|operand| keys[operand.index()]);
        let in_stage = used.filter(|&(other, ..)| other == stage);
        let part = in_stage
            .map(|(_, part, other)| part + usize::from(other != subsystem))
            .max();
        keys.push(node.op.is_computed().then_some((stage, part.unwrap_or(0), subsystem)));
    }
    keys
}

/// The subsystem of each value: the one that it was first computed for. If other subsystems also use the value, and the
/// value depends on nothing of its own subsystem, the value belongs to the base. Otherwise the square of the chassis'
/// angular velocity would let all corners wait for the first.
fn owners(program: &Traceable) -> Vec<usize> {
    let nodes = &program.program.nodes;
    let mut owners: Vec<usize> = nodes.iter().map(|n| program.regions[n.region as usize].1).collect();
    let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); nodes.len()];
    for (node, owner) in nodes.iter().zip(&owners) {
        node.op
            .operands()
            .for_each(|operand| _ = users[operand.index()].insert(*owner));
    }
    let mut common: Vec<bool> = Vec::with_capacity(nodes.len());
    for (node, users) in nodes.iter().zip(&users) {
        common.push(match node.op {
            Op::Constant(_) => true,
            Op::Input(_) => users.len() > 1 || users.contains(&BASE),
            _ => node.op.operands().all(|operand| common[operand.index()]),
        });
    }
    // Backward, because values that the base needs for its own values become its own as well.
    let mut wanted = vec![false; nodes.len()];
    for (place, node) in nodes.iter().enumerate().rev() {
        let first = owners[place];
        if common[place] && (wanted[place] || users[place].iter().any(|&user| user != first)) {
            owners[place] = BASE;
            node.op.operands().for_each(|operand| wanted[operand.index()] = true);
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::calls::Call;
    use crate::report::samples;
    use fastrand::Rng;

    /// The corners of the truck wait for each other only where they add their contributions to the base. A product that
    /// is part of this sum belongs to the waiting part.
    #[test]
    fn corners_do_not_wait_for_what_is_the_bases() {
        let compiled = samples::truck();
        let tasks = divide(&compiled.programs[Call::Evaluation]);
        let corner = |subsystem: usize| compiled.topology.subsystems[subsystem].name.contains('_');
        let (mut apart, mut waiting) = (0, 0);
        for task in tasks.iter().filter(|task| corner(task.subsystem) && task.stage < 5) {
            *if task.part == 0 { &mut apart } else { &mut waiting } += task.work();
        }
        assert!(apart > 6 * waiting, "{apart} and {waiting} operations");
    }

    /// All operands are available in time in any order of tasks that respects `after`.
    #[test]
    fn waiting_for_those_named_is_enough() {
        for compiled in samples::all() {
            let program = &compiled.programs[Call::Evaluation];
            let (keys, tasks) = (keys(program), divide(program));
            let mut rng = Rng::with_seed(1);
            let mut done = vec![false; tasks.len()];
            let mut known: Vec<bool> = keys.iter().map(Option::is_none).collect();
            while done.contains(&false) {
                let ready = |&t: &usize| !done[t] && tasks[t].after.iter().all(|&other| done[other]);
                let ready: Vec<usize> = (0..tasks.len()).filter(ready).collect();
                let task = ready[rng.usize(..ready.len())];
                let key = (tasks[task].stage, tasks[task].part, tasks[task].subsystem);
                for (value, node) in program.program.values().filter(|(v, _)| keys[v.index()] == Some(key)) {
                    assert!(node.op.operands().all(|operand| known[operand.index()]), "{value:?}");
                    known[value.index()] = true;
                }
                done[task] = true;
            }
            assert!(!known.contains(&false));
        }
    }
}
