//! Forward derivatives of a program, as a program.
//!
//! Each value carries its slopes with respect to the selected inputs, as traced numbers in its own region. Slopes
//! that are zero by structure do not exist, and equal terms of different slopes are one value. All columns of a
//! Jacobian are traced in one graph. They cost a few times the program rather than once the program for each input.
//!
//! An input with lanes is one column for each of its lanes. These columns are computed side by side:
//! - A value without lanes has one slope by such an input. Its lane `k` is the slope with respect to the input's number
//!   in lane `k`.
//! - A value with lanes has an *own* slope, and slopes *across*. Each lane of the own slope is the slope of this lane
//!   of the value with respect to the same lane of the input. There is one slope across for each lane of the input: the
//!   slopes of all lanes of the value with respect to the number in this lane. Slopes across arise where a value
//!   without lanes is used in lanes. The slope of lane `j` by lane `k` is `across[k]_j`, plus `own_j` if `j` is `k`.
//!
//! The rules of all operations are linear in the slopes of the operands, so that slopes of each kind are followed
//! separately. A sum over lanes costs nothing: the own slope of its operand, lane by lane, is the slope of the sum.
//!
//! [`Scalar`] states the slopes at kinks. A table has the slope of the piece on the right. A select has the slope of the
//! branch taken. A root at zero has the slope zero.

mod bundle;
mod deliver;
mod forward;
mod implicit;
mod meet;

pub use bundle::derive_in_bundles;
pub use implicit::{Implicit, Unknown};

use super::{Graph, Program, Traced, prune};
use crate::scalar::Scalar;
use forward::Forward;
pub(super) use forward::purpose_of_slopes;
use implicit::Solved;
use std::collections::BTreeSet;

/// A program that computes slopes.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Its inputs are the inputs of the original program. Its outputs are the slopes.
    pub program: Program,
    /// By region: the corresponding region of the original program.
    pub regions: Vec<usize>,
    /// Meaning of each output, in each of its lanes.
    pub slopes: Vec<Vec<Slope>>,
}

/// Slope of an output with respect to an input of the original program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slope {
    /// The output.
    pub of: Place,
    /// The input.
    pub by: Place,
}

/// A number among the inputs or outputs of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Position of the input or output.
    pub position: usize,
    /// Its lane.
    pub lane: usize,
}

impl Slope {
    /// Slope of an output with respect to an input; both are given by their positions, and neither has lanes.
    pub fn alone(of: usize, by: usize) -> Self {
        let [of, by] = [of, by].map(|position| Place { position, lane: 0 });
        Slope { of, by }
    }
}

/// The slopes of all outputs with respect to the inputs that `by` selects by position.
///
/// # Panics
/// If values of the program have lanes.
pub fn derive(program: &Program, by: impl Fn(usize) -> bool) -> Derived {
    derive_implicitly(program, &Implicit::default(), by)
}

/// The slopes of all outputs with respect to the selected inputs, if some outputs solve equations.
///
/// # Panics
/// If values of the program have lanes.
pub fn derive_implicitly(program: &Program, implicit: &Implicit, by: impl Fn(usize) -> bool) -> Derived {
    assert!(
        program.nodes.iter().all(|node| node.lanes == 1),
        "the slopes of a program with lanes have to be named"
    );
    let widths = vec![1; program.outputs.len()];
    derived(program, implicit, &widths, by, |_| true, |_| Vec::new())
}

/// The wanted slopes of a program that may have lanes, and no others. A wanted slope that the program lacks is
/// delivered as zero. `widths` gives for each output how many numbers it consists of: one for each lane, or several
/// equal numbers.
pub fn derive_in_lanes(program: &Program, implicit: &Implicit, widths: &[usize], wanted: &BTreeSet<Slope>) -> Derived {
    let by: BTreeSet<usize> = wanted.iter().map(|slope| slope.by.position).collect();
    let missing = |delivered: &[Vec<Slope>]| {
        let delivered: BTreeSet<Slope> = delivered.iter().flatten().copied().collect();
        wanted.difference(&delivered).copied().collect()
    };
    derived(
        program,
        implicit,
        widths,
        |input| by.contains(&input),
        |slope| wanted.contains(slope),
        missing,
    )
}

fn derived(
    program: &Program,
    implicit: &Implicit,
    widths: &[usize],
    by: impl Fn(usize) -> bool,
    is_wanted: impl Fn(&Slope) -> bool,
    missing: impl Fn(&[Vec<Slope>]) -> Vec<Slope>,
) -> Derived {
    let graph = Graph::new();
    let mut delivered = Vec::new();
    let mut regions: Vec<usize> = (0..program.regions.len()).collect();
    {
        let mut forward = Forward::new(program, &graph);
        let solved = Solved::new(program, implicit);
        let mut values = program.values().peekable();
        let mut outputs = program.outputs.iter().enumerate().peekable();
        for (region, label) in (0..).zip(&program.regions) {
            graph.begin_region(label.clone());
            while let Some((value, _)) = values.next_if(|(_, node)| node.region == region) {
                solved.follow(&mut forward, value, &by);
            }
            let own = std::iter::from_fn(|| outputs.next_if(|(_, output)| output.region == region));
            for (of, output) in own.filter(|(of, _)| solved.is_explicit(*of)) {
                for (slopes, slope) in forward.delivered(of, &forward.slopes[output.value.index()], widths[of]) {
                    forward.deliver(slopes, slope, &is_wanted, &mut delivered);
                }
            }
        }
        let held = solved.respond(&mut forward);
        for region in solved.responding() {
            regions.push(region);
            graph.begin_region(program.regions[region].clone());
            solved.solve(&mut forward, region, &held);
            for (of, slopes) in solved.following(&forward, region, &held) {
                for (slopes, slope) in forward.delivered(of, &slopes, widths[of]) {
                    forward.deliver(slopes, slope, &is_wanted, &mut delivered);
                }
            }
        }
        for slope in missing(&delivered) {
            forward.deliver(vec![slope], Traced::zero(), &is_wanted, &mut delivered);
        }
    }
    Derived {
        program: prune(graph.finish()),
        regions,
        slopes: delivered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Op, interpret, unroll};
    use crate::scalar::Points;
    use wishbone_laws::number::Dual;

    /// Every operation that has a slope, as functions of two variables.
    fn all<S: Scalar>([x, y]: [S; 2]) -> [S; 3] {
        let straight = Points::straight(vec![-1.0, 0.0, 2.0], vec![1.0, 0.5, 3.0]);
        let cubic = Points::cubic(vec![-1.0, 0.0, 2.0], vec![-1.0, 0.5, 3.0]);
        let (sine, cosine) = (x * y).sin_cos();
        let ratio = (sine - y) / (x * x + S::from(2.0));
        let root = (cosine + S::from(3.0)).sqrt();
        [
            ratio * root + (-y).exp() * (x * x + S::one()).ln(),
            (x - y).select(ratio.atan2(root), y.lookup(&cubic) * x),
            x.lookup(&straight) + y.lookup_integral(&straight) * ratio.lookup_integral(&cubic),
        ]
    }

    fn traced() -> Program {
        let graph = Graph::new();
        graph.begin_region("first");
        let x = graph.input("x", Class::Position);
        let y = graph.input("y", Class::Position);
        for (name, result) in ["a", "b", "c"].into_iter().zip(all([x, y])) {
            graph.output(name, result);
        }
        prune(graph.finish())
    }

    /// Dual numbers have independent rules.
    #[test]
    fn slopes_are_those_of_dual_numbers() {
        let derived = derive(&traced(), |_| true);
        for at in [[0.3, 0.7], [-0.4, 1.9], [1.2, -0.8], [0.9, 0.9]] {
            let expected = all(Dual::variables(at));
            let found = interpret(&derived.program, &at);
            assert_eq!(found.len(), 6);
            for (slope, found) in derived.slopes.concat().into_iter().zip(found) {
                let expected = expected[slope.of.position].slopes[slope.by.position];
                assert!(
                    (found - expected).abs() < 1e-14 * (1.0 + expected.abs()),
                    "{slope:?} at {at:?}"
                );
            }
        }
    }

    #[test]
    fn fused_operations_have_the_slopes_of_what_they_compute() {
        let graph = Graph::new();
        graph.begin_region("all");
        let [a, b, c] = ["a", "b", "c"].map(|name| graph.input(name, Class::Position));
        for op in [Op::MulAdd, Op::MulSub, Op::NegMulAdd] {
            graph.output("r", (a * c).fused(b, c, op));
        }
        let derived = derive(&graph.finish(), |_| true);
        let (a, b, c) = (2.0, 3.0, 5.0);
        let product = [c * b, a * c, a * b];
        let expected = [
            [product[0], product[1], product[2] + 1.0],
            [product[0], product[1], product[2] - 1.0],
            [-product[0], -product[1], 1.0 - product[2]],
        ];
        assert_eq!(interpret(&derived.program, &[a, b, c]), expected.concat());
    }

    #[test]
    fn only_what_is_asked_for_is_traced() {
        let derived = derive(&traced(), |input| input == 1);
        assert!(derived.slopes.iter().flatten().all(|slope| slope.by.position == 1));
        let graph = Graph::new();
        graph.begin_region("all");
        let (x, y) = (graph.input("x", Class::Position), graph.input("y", Class::Position));
        graph.output("x only", x * x);
        graph.output("linear", Traced::from(2.0) * y);
        let derived = derive(&graph.finish(), |_| true);
        assert_eq!(derived.slopes.concat(), [Slope::alone(0, 0), Slope::alone(1, 1)]);
        assert_eq!(interpret(&derived.program, &[3.0, 4.0]), [6.0, 2.0]);
    }

    /// Numbers with four lanes, with two, and without lanes. There are slopes of lanes with respect to themselves, of
    /// sums, of single lanes, and of lanes with respect to other lanes through numbers without lanes.
    fn in_lanes() -> (Program, Vec<usize>) {
        let graph = Graph::new();
        graph.begin_region("first");
        let x = graph.lane_input("x", Class::Position, 4);
        let y = graph.lane_input("y", Class::Position, 4);
        let z = graph.lane_input("z", Class::Position, 2);
        let u = graph.input("u", Class::Position);
        let weights = graph.lane_constant(&[1.0, 0.5, 0.0, 2.0]);
        let each = (x * u).sin_cos().0 * weights + (y * y + Traced::one()).sqrt();
        let pair = (z * u + x.lane(2)).exp();
        let all = each.sum() * u + pair.sum();
        graph.begin_region("second");
        let back = x.select(each * all, y / (each + all * all));
        let paired = (pair + all).atan2(z * z + Traced::one());
        let again = (back * weights).sum() + paired.lane(1) + back.lane(3) * u;
        let outputs = [
            ("each", each, 4),
            ("all", all, 1),
            ("back", back * again.fused(x, u, Op::MulAdd), 4),
            ("paired", paired, 2),
            ("again", again, 1),
            ("alike", u * u, 4),
            ("of one", y.lane(1) * u, 1),
        ];
        for (name, value, _) in outputs {
            graph.output(name, value);
        }
        let widths = outputs.map(|(.., width)| width).to_vec();
        (prune(graph.finish()), widths)
    }

    /// The slopes are equal to the slopes of the unrolled program, and each slope is delivered once.
    #[test]
    fn slopes_in_lanes_are_those_of_each_lane() {
        let (program, widths) = in_lanes();
        let alone = unroll(&program, &widths);
        let lanes: Vec<usize> = program.inputs.iter().map(|input| input.lanes as usize).collect();
        let places = |widths: &[usize]| -> Vec<Place> {
            let each = widths.iter().enumerate();
            each.flat_map(|(position, &width)| (0..width).map(move |lane| Place { position, lane }))
                .collect()
        };
        let (outputs, inputs) = (places(&widths), places(&lanes));
        let expected = derive(&alone, |_| true);
        let named = expected.slopes.concat().into_iter().map(|slope| Slope {
            of: outputs[slope.of.position],
            by: inputs[slope.by.position],
        });
        let named: Vec<Slope> = named.collect();
        let absent = Slope {
            of: Place { position: 6, lane: 0 },
            by: Place { position: 2, lane: 1 },
        };
        assert!(!named.contains(&absent));
        let wanted: BTreeSet<Slope> = named.iter().copied().chain([absent]).collect();
        let derived = derive_in_lanes(&program, &Implicit::default(), &widths, &wanted);
        assert_eq!(crate::ir::verify(&derived.program), Vec::<String>::new());
        let found_widths: Vec<usize> = derived.slopes.iter().map(Vec::len).collect();
        assert!(
            found_widths.contains(&4) && found_widths.contains(&2),
            "{found_widths:?}"
        );
        let found = unroll(&derived.program, &found_widths);
        for at in [0.3, -0.4, 0.9] {
            let at: Vec<f64> = (0..inputs.len()).map(|k| at + 0.3 * (k as f64).cos()).collect();
            let expected: std::collections::BTreeMap<Slope, f64> =
                named.iter().copied().zip(interpret(&expected.program, &at)).collect();
            let found = interpret(&found, &at);
            let mut seen = BTreeSet::new();
            for (slope, found) in derived.slopes.concat().into_iter().zip(found) {
                let expected = expected.get(&slope).copied().unwrap_or(0.0);
                assert!(
                    (found - expected).abs() < 1e-12 * (1.0 + expected.abs()),
                    "{slope:?}: {found}, {expected}"
                );
                assert!(seen.insert(slope), "{slope:?} twice");
            }
            assert_eq!(seen, wanted);
        }
    }

    /// The slope of a sum with respect to all lanes at once is the slope of its terms, without a further operation.
    #[test]
    fn a_sum_over_lanes_is_differentiated_by_all_of_them_at_once() {
        let graph = Graph::new();
        graph.begin_region("all");
        let x = graph.lane_input("x", Class::Position, 4);
        let u = graph.input("u", Class::Position);
        graph.output("sum", (x * x * u).sum() * u);
        let program = prune(graph.finish());
        let by_lane = |lane| Slope {
            of: Place { position: 0, lane: 0 },
            by: Place { position: 0, lane },
        };
        let derived = derive_in_lanes(&program, &Implicit::default(), &[1], &(0..4).map(by_lane).collect());
        assert_eq!(derived.slopes, [(0..4).map(by_lane).collect::<Vec<Slope>>()]);
        assert!(
            derived
                .program
                .nodes
                .iter()
                .all(|node| !matches!(node.op, Op::Sum(_) | Op::Lane(..)))
        );
    }
}
