//! Regions put together, so that less has to be kept between them.
//!
//! A program is traced stage by stage, each stage for every part of the vehicle: what one stage of a part leaves for the
//! next is kept while all other parts take their turn. Gathered, one part goes on for as long as it needs nothing of the
//! others. Operations and results are the same, to the last bit.

use super::{Node, Output, Program, Value};
use std::collections::BTreeSet;

/// Whose a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Regions of a phase come before all of the next.
    pub phase: usize,
    /// Which part of the whole.
    pub part: usize,
}

/// A program whose regions were put together.
pub struct Gathered {
    /// With regions of its own.
    pub program: Program,
    /// By output: its position before.
    pub outputs: Vec<usize>,
    /// By region: those that it is made of, in order.
    pub parts: Vec<Vec<usize>>,
}

/// Puts one owner's regions together, up to so many operations in one, in an order that stays with an owner for as long as
/// it can. `owners` are given by region, in ascending phases.
pub fn gather(program: &Program, owners: &[Owner], longest: usize) -> Gathered {
    let needs = needs(program);
    let sizes: Vec<usize> = program.counts().iter().map(|region| region.count.total()).collect();
    let fits =
        |part: &[usize], next: usize| part.iter().map(|&region| sizes[region]).sum::<usize>() + sizes[next] <= longest;
    let mut left: Vec<usize> = (0..owners.len()).collect();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    while let Some(&first) = left.first() {
        let is_ready = |region: &usize| {
            owners[*region].phase == owners[first].phase && needs[*region].iter().all(|before| !left.contains(before))
        };
        let last = parts.last().map(|part| owners[part[0]]);
        let goes_on = |region: &usize| Some(owners[*region]) == last && is_ready(region);
        // The first that is left needs none of the others.
        let next = left.iter().copied().find(goes_on).unwrap_or(first);
        match parts.last_mut() {
            Some(part) if Some(owners[next]) == last && fits(part, next) => part.push(next),
            _ => parts.push(vec![next]),
        }
        left.retain(|&region| region != next);
    }
    let (program, outputs) = regrouped(program, &parts);
    Gathered {
        program,
        outputs,
        parts,
    }
}

/// By region: the others whose results it uses.
fn needs(program: &Program) -> Vec<BTreeSet<usize>> {
    let mut needs = vec![BTreeSet::new(); program.regions.len()];
    let mut need = |region: u32, value: Value| {
        let node = program.node(value);
        if node.op.is_computed() && node.region != region {
            needs[region as usize].insert(node.region as usize);
        }
    };
    for node in &program.nodes {
        node.op.operands().for_each(|operand| need(node.region, operand));
    }
    program
        .outputs
        .iter()
        .for_each(|output| need(output.region, output.value));
    needs
}

/// The program in the order of the new regions; inputs and numbers, which are at hand anywhere, stand in the first.
fn regrouped(program: &Program, parts: &[Vec<usize>]) -> (Program, Vec<usize>) {
    let mut regions = vec![0_u32; program.regions.len()];
    for (new, part) in (0_u32..).zip(parts) {
        part.iter().for_each(|&old| regions[old] = new);
    }
    let place = |node: &Node| {
        node.op
            .is_computed()
            .then(|| (regions[node.region as usize], node.region))
    };
    let mut order: Vec<Value> = program.values().map(|(value, _)| value).collect();
    order.sort_by_key(|&value| place(program.node(value)));
    let mut became = vec![Value(0); program.nodes.len()];
    for (new, old) in (0_u32..).zip(&order) {
        became[old.index()] = Value(new);
    }
    let node = |old: &Value| {
        let node = program.node(*old);
        Node {
            op: node.op.map(|operand| became[operand.index()]),
            region: place(node).map_or(0, |(region, _)| region),
            ..node.clone()
        }
    };
    let region = |output: &Output| regions[output.region as usize];
    let mut outputs: Vec<usize> = (0..program.outputs.len()).collect();
    outputs.sort_by_key(|&place| region(&program.outputs[place]));
    let output = |&place: &usize| {
        let output = &program.outputs[place];
        Output {
            value: became[output.value.index()],
            region: region(output),
            ..output.clone()
        }
    };
    let gathered = Program {
        nodes: order.iter().map(node).collect(),
        outputs: outputs.iter().map(output).collect(),
        regions: parts.iter().map(|part| program.regions[part[0]].clone()).collect(),
        ..program.clone()
    };
    (gathered, outputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret, verify};
    use crate::scalar::Scalar;

    /// Two parts in two stages, the second of `a` in need of `b` or not, and a third that needs both.
    fn staged(meets: bool) -> (Program, Vec<Owner>) {
        let graph = Graph::new();
        graph.begin_region("first a");
        let x = graph.input("x", Class::Position);
        let a = x.sqrt() + x;
        graph.begin_region("first b");
        let b = x * x;
        graph.output("early", b);
        graph.begin_region("second a");
        let other = if meets { b } else { x };
        let a = a * a + other;
        graph.output("a", a);
        graph.begin_region("second b");
        let b = b * b - x;
        graph.output("b", b);
        graph.begin_region("later a");
        graph.output("both", a * b);
        let owner = |phase, part| Owner { phase, part };
        let owners = vec![owner(0, 0), owner(0, 1), owner(0, 0), owner(0, 1), owner(1, 0)];
        (graph.finish(), owners)
    }

    #[test]
    fn a_part_goes_on_until_it_needs_another() {
        let (program, owners) = staged(true);
        assert_eq!(
            gather(&program, &owners, 9).parts,
            [vec![0], vec![1, 3], vec![2], vec![4]]
        );
        assert_eq!(
            gather(&program, &owners, 1).parts,
            [vec![0], vec![1], vec![3], vec![2], vec![4]]
        );
        let (program, owners) = staged(false);
        let gathered = gather(&program, &owners, 9);
        assert_eq!(gathered.parts, [vec![0, 2], vec![1, 3], vec![4]]);
        let kept = |program: &Program| program.kept().into_iter().filter(|kept| *kept).count();
        assert_eq!((kept(&program), kept(&gathered.program)), (4, 2));
    }

    #[test]
    fn nothing_else_changes() {
        for (program, owners) in [staged(true), staged(false)] {
            let Gathered {
                program: gathered,
                outputs,
                ..
            } = gather(&program, &owners, 9);
            assert_eq!(verify(&gathered), Vec::<String>::new());
            assert_eq!(gathered.count(), program.count());
            let before = interpret(&program, &[0.3]);
            let expected: Vec<f64> = outputs.iter().map(|&place| before[place]).collect();
            assert_eq!(interpret(&gathered, &[0.3]), expected);
        }
    }
}
