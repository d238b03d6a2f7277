//! Merges regions, so that fewer values have to be kept between them.
//!
//! A program is traced stage by stage, each stage for all parts of the vehicle. The results of one stage for a part are
//! kept while the other parts are computed. After gathering, the computation of one part continues until it needs a
//! result of another part. Operations and results stay the same, to the last bit.

use super::{Program, Regrouped, Value, regroup};
use std::collections::BTreeSet;

/// The phase and part to which a region belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// All regions of a phase come before the regions of the next phase.
    pub phase: usize,
    /// Number of the part.
    pub part: usize,
}

/// A program with merged regions.
pub struct Gathered {
    /// The program, with new regions.
    pub program: Program,
    /// The former position of each output.
    pub outputs: Vec<usize>,
    /// The former regions that each new region consists of, in order.
    pub parts: Vec<Vec<usize>>,
}

/// Merges regions of the same owner, up to `longest` operations in a merged region. The order stays with one owner as
/// long as possible. `owners` and `sizes` (in operations) are given by region; phases ascend.
pub fn gather(program: &Program, owners: &[Owner], sizes: &[usize], longest: usize) -> Gathered {
    let needs = needs(program);
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
        // The first region that is left depends on none of the other remaining regions.
        let next = left.iter().copied().find(goes_on).unwrap_or(first);
        match parts.last_mut() {
            Some(part) if Some(owners[next]) == last && fits(part, next) => part.push(next),
            _ => parts.push(vec![next]),
        }
        left.retain(|&region| region != next);
    }
    let mut became = vec![0_u32; owners.len()];
    for (new, part) in (0_u32..).zip(&parts) {
        part.iter().for_each(|&old| became[old] = new);
    }
    let values: Vec<u32> = program.nodes.iter().map(|node| became[node.region as usize]).collect();
    let outputs: Vec<u32> = program
        .outputs
        .iter()
        .map(|output| became[output.region as usize])
        .collect();
    let names = parts.iter().map(|part| program.regions[part[0]].clone());
    let Regrouped { program, outputs } = regroup(program, &values, &outputs, names.collect());
    Gathered {
        program,
        outputs,
        parts,
    }
}

/// By region: the other regions whose results it uses.
fn needs(program: &Program) -> Vec<BTreeSet<usize>> {
    let region = |value: Value| program.node(value).region as usize;
    let fetched = program.fetched().into_iter();
    fetched.map(|values| values.into_iter().map(region).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret, verify};
    use crate::scalar::Scalar;

    /// Two parts in two stages, and a third part that needs both; the second stage of `a` needs `b` if `meets`.
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

    /// Operations of each region.
    const SIZES: [usize; 5] = [2, 1, 2, 2, 1];

    #[test]
    fn a_part_goes_on_until_it_needs_another() {
        let (program, owners) = staged(true);
        let gather = |program, owners, longest| gather(program, owners, &SIZES, longest);
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
            } = gather(&program, &owners, &SIZES, 9);
            assert_eq!(verify(&gathered), Vec::<String>::new());
            assert_eq!(gathered.count(), program.count());
            let before = interpret(&program, &[0.3]);
            let expected: Vec<f64> = outputs.iter().map(|&place| before[place]).collect();
            assert_eq!(interpret(&gathered, &[0.3]), expected);
        }
    }
}
