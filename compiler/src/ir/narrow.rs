//! Computes a value in a single lane if only one of its lanes is used.
//!
//! Example: a rack carries equal subsystems that are computed side by side. Its position comes from a joint whose
//! motion is given in the lanes of all subsystems that it moves. For the rack's own mass and forces, only one lane is
//! used.
//!
//! If lanes are computed one after the other, this saves the work of all lanes but one. In a vector register it would
//! save nothing: on the bare HMMWV, it made the solver slower by four per cent. Exact: the remaining operation is the
//! operation of the used lane.

use super::{Op, Program, Replay, Traced, Value, replay};

/// The lanes of a value that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// None so far.
    Nothing,
    /// A single lane.
    Lane(u32),
    /// Several lanes.
    All,
}

impl Demand {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Demand::Nothing, demand) | (demand, Demand::Nothing) => demand,
            (one, other) if one == other => one,
            _ => Demand::All,
        }
    }
}

/// Computes a value in one lane alone if only this lane of the value is used.
pub fn narrow(program: &Program) -> Program {
    let demands = demands(program);
    replay(program, |replay, value| {
        let node = program.node(value);
        match (node.op, demands[value.index()]) {
            (Op::Lane(lane, a), _) => in_lane(program, replay, a, lane),
            (Op::Input(_) | Op::LaneConstant(_), _) => replay.again(value),
            (op, Demand::Lane(lane)) if node.lanes > 1 && !has_own_curves(program, op) => {
                let operand = |operand: Value| Some(in_lane(program, replay, operand, lane));
                op.apply(operand, &program.tables)
                    .unwrap_or_else(|| replay.again(value))
            }
            _ => replay.again(value),
        }
    })
}

/// By value; meaningless for a value without lanes.
fn demands(program: &Program) -> Vec<Demand> {
    let mut demands = vec![Demand::Nothing; program.nodes.len()];
    for output in &program.outputs {
        demands[output.value.index()] = Demand::All;
    }
    for (index, node) in program.nodes.iter().enumerate().rev() {
        let demand = match node.op {
            Op::Lane(lane, _) => Demand::Lane(lane),
            Op::Sum(_) => Demand::All,
            op if has_own_curves(program, op) => Demand::All,
            _ if node.lanes == 1 => continue,
            _ => demands[index],
        };
        for operand in node.op.operands() {
            demands[operand.index()] = demands[operand.index()].and(demand);
        }
    }
    demands
}

/// Whether each lane is looked up in its own curve: such a value keeps all lanes.
fn has_own_curves(program: &Program, op: Op) -> bool {
    match op {
        Op::Lookup(table, _) | Op::LookupIntegral(table, _) => !program.tables[table as usize].others.is_empty(),
        _ => false,
    }
}

/// One lane of a value in the new program. A mask that is one in this lane is dropped.
fn in_lane<'g>(program: &Program, replay: &Replay<'_, 'g>, value: Value, lane: u32) -> Traced<'g> {
    let passes = |mask: Value| match program.node(mask).op {
        Op::LaneConstant(k) => program.lane_constants[k as usize][lane as usize] == 1.0,
        _ => false,
    };
    match program.node(value).op {
        Op::Mul(a, mask) if passes(mask) => in_lane(program, replay, a, lane),
        Op::Mul(mask, a) if passes(mask) => in_lane(program, replay, a, lane),
        _ => replay.at(value).lane(lane),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret, unroll, verify};
    use crate::scalar::Scalar;

    /// The position of a rack in the lanes of four wheels, two of which it moves; its own energy and the energy of
    /// the wheels.
    fn rack() -> Program {
        let graph = Graph::new();
        graph.begin_region("all");
        let (q, wheels) = (
            graph.input("q", Class::Position),
            graph.lane_input("w", Class::Position, 4),
        );
        let place = q * graph.lane_constant(&[1.0, 1.0, 0.0, 0.0]);
        let all = wheels.sum();
        graph.output("rack", (place * place + all).sqrt().lane(0));
        graph.output("third", (wheels * wheels).lane(2));
        graph.output("wheels", ((place + wheels) * wheels).sum());
        graph.finish()
    }

    #[test]
    fn what_one_lane_is_used_of_has_no_others() {
        let program = narrow(&rack());
        assert_eq!(verify(&program), Vec::<String>::new());
        let wide = |program: &Program| {
            let computed = program.nodes.iter().filter(|node| node.op.is_computed());
            computed.filter(|node| node.lanes > 1).count()
        };
        // The position, the position of each wheel, and the product of the two.
        assert_eq!((wide(&rack()), wide(&program)), (7, 3));
        let roots = program.nodes.iter().filter(|node| matches!(node.op, Op::Sqrt(_)));
        assert_eq!(roots.map(|node| node.lanes).collect::<Vec<u32>>(), [1]);
    }

    #[test]
    fn results_are_the_same_bits() {
        let inputs = [0.3, 1.1, -2.0, 0.7, 5.0];
        let results = |program: &Program| interpret(&unroll(program, &[1, 1, 1]), &inputs);
        assert_eq!(results(&narrow(&rack())), results(&rack()));
    }
}
