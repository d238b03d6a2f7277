//! Cuts regions into parts of limited length, so that no function that computes a region is too long.
//!
//! The order of operations stays, and so do the results, to the last bit. A result is delivered by the part that
//! computes it.

use super::{Program, Regrouped, regroup};

/// A program with shorter regions.
pub struct Cut {
    /// The program, with new regions.
    pub program: Program,
    /// The former position of each output.
    pub outputs: Vec<usize>,
    /// The former region that each new region is a part of.
    pub parts: Vec<usize>,
}

/// Cuts every region of more than `longest` operations into the smallest possible number of parts of about equal
/// length. An operation on lanes counts once.
pub fn cut(program: &Program, longest: usize) -> Cut {
    let computed = || program.nodes.iter().filter(|node| node.op.is_computed());
    let mut sizes = vec![0_usize; program.regions.len()];
    computed().for_each(|node| sizes[node.region as usize] += 1);
    let counts: Vec<usize> = sizes.iter().map(|size| size.div_ceil(longest).max(1)).collect();
    let first = |region: usize| counts[..region].iter().sum::<usize>();
    let mut before = vec![0; sizes.len()];
    let parts = program.nodes.iter().map(|node| {
        let region = node.region as usize;
        if !node.op.is_computed() {
            return number(first(region));
        }
        let part = before[region] * counts[region] / sizes[region];
        before[region] += 1;
        number(first(region) + part)
    });
    let parts: Vec<u32> = parts.collect();
    let delivered = program
        .outputs
        .iter()
        .map(|output| match program.node(output.value).op.is_computed() {
            true => parts[output.value.index()],
            false => number(first(output.region as usize)),
        });
    let delivered: Vec<u32> = delivered.collect();
    let former: Vec<usize> = (0..)
        .zip(&counts)
        .flat_map(|(region, &count)| vec![region; count])
        .collect();
    let names = former.iter().map(|&region| program.regions[region].clone());
    let Regrouped { program, outputs } = regroup(program, &parts, &delivered, names.collect());
    Cut {
        program,
        outputs,
        parts: former,
    }
}

fn number(region: usize) -> u32 {
    u32::try_from(region).expect("fewer than 2^32 regions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret, unroll, verify};
    use crate::scalar::Scalar;

    #[test]
    fn long_regions_become_several_and_compute_the_same() {
        let graph = Graph::new();
        graph.begin_region("short");
        let x = graph.lane_input("x", Class::Position, 2);
        let u = graph.input("u", Class::Position);
        let root = u.sqrt();
        graph.begin_region("long");
        let mut each = x;
        for _ in 0..4 {
            each = each * each + x * root;
        }
        graph.output("root", root);
        graph.output("each", each);
        graph.output("input", u);
        let program = graph.finish();
        let before = interpret(&unroll(&program, &[1, 2, 1]), &[0.3, 0.4, 2.0]);

        // Nine operations.
        let Cut {
            program,
            outputs,
            parts,
        } = cut(&program, 4);
        assert_eq!(verify(&program), Vec::<String>::new());
        assert_eq!(parts, [0, 1, 1, 1]);
        // The root is delivered where it is computed.
        assert_eq!(outputs, [0, 2, 1]);
        let mut sizes = [0; 4];
        for node in program.nodes.iter().filter(|node| node.op.is_computed()) {
            sizes[node.region as usize] += 1;
        }
        assert_eq!(sizes, [1, 3, 3, 3]);
        let after = interpret(&unroll(&program, &[1, 1, 2]), &[0.3, 0.4, 2.0]);
        assert_eq!(after, [before[0], before[3], before[1], before[2]]);
    }
}
