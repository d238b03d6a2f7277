//! Passes: each turns a program into a program with fewer operations and equal results. One pass for each file;
//! analyses that several of them use are in `support`.
//!
//! Tracing already folds zeros, ones and signs, one operation at a time. The passes find redundancy across operations.
//! All of them are exact in algebra and change no more than rounding. Passes reassociate sums, so the last digits of a
//! result differ from the traced program. The traced program is kept beside the optimised program as the reference.
//!
//! Properties of all passes:
//! 1. they only improve: if the count of the result, by the rules of [`Count`], is larger, the result is dropped;
//! 2. a new value belongs to the region of the value that it replaces or, if shared, to the region of its first user;
//! 3. inputs, outputs and regions do not change, and a value that is still computed keeps its name;
//! 4. the result is a function of the program alone: pseudo-random numbers are equal in every run.
//!
//! [`ROUND`] is run twice; a third run saved two operations in a thousand, and none in the evaluations below.
//!
//! Operations of one evaluation after each pass (`BLESS=1 cargo test -p wishbone-tests --test passes` writes the table):
//!
//! | after | HMMWV | quarter car | four-bar |
//! |---|---|---|---|
//! | as traced | 6175 | 1183 | 364 |
//! | equal values | 5937 | 1004 | 341 |
//! | angle sums | 5937 | 1004 | 336 |
//! | sums of known values | 5921 | 1003 | 326 |
//! | common factors | 5769 | 982 | 325 |
//! | constants | 5759 | 981 | 325 |
//! | common sums | 5746 | 980 | 325 |
//! | common products | 5746 | 980 | 323 |
//! | equal values | 5740 | 980 | 323 |
//! | angle sums | 5740 | 980 | 323 |
//! | sums of known values | 5740 | 980 | 323 |
//! | common factors | 5738 | 980 | 323 |
//! | constants | 5736 | 980 | 323 |
//! | common sums | 5736 | 980 | 323 |
//! | common products | 5736 | 980 | 323 |
//!
//! Tried and left out, because they gained nothing on any vehicle: shared reciprocals (each elimination already divides
//! once by a pivot), and expanding sums and products into their users before common pairs are looked for. Ordering
//! operations by the number of registers they need (Sethi & Ullman 1970) changed the time of an evaluation by less than
//! a hundredth, up or down. The reason is that `rustc` chooses its own order.

mod angles;
mod constants;
mod equal;
mod factor;
mod fuse;
mod hasten;
mod pairs;
mod part;
mod resubstitute;
mod split;
mod support;

pub use support::suspects::suspects;

use crate::ir::{Count, Op, Program, Value, verify};

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// For the table of operations.
    pub name: &'static str,
    /// Returns a program with at most as many operations; `None` if there is nothing to change.
    pub run: fn(&Program) -> Option<Program>,
}

/// Operation count after a pass.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Name of the pass.
    pub pass: &'static str,
    /// Operation count of the program after it.
    pub count: Count,
}

/// The passes, in the order in which they run.
pub const ROUND: [Pass; 7] = [
    pass("equal values", equal::merge_equal),
    pass("angle sums", angles::add_angles),
    pass("sums of known values", resubstitute::resubstitute),
    pass("common factors", factor::take_out_factors),
    pass("constants", constants::gather_constants),
    pass("common sums", pairs::share_sums),
    pass("common products", pairs::share_products),
];

/// Passes that make a program ready for a processor after its number of operations has been reduced, in order.
pub const FINISH: [Pass; 3] = [
    pass("sums by arrival", hasten::hasten),
    pass("sums in several chains", split::split),
    pass("fused products", fuse::fuse),
];

/// How many times [`ROUND`] is run.
const ROUNDS: usize = 2;

const fn pass(name: &'static str, run: fn(&Program) -> Option<Program>) -> Pass {
    Pass { name, run }
}

/// Returns the program with as few operations as the passes can reach.
pub fn optimise(program: &Program) -> Program {
    rounds().fold(program.clone(), improved)
}

/// Prepares an optimised program for a processor: orders the terms of sums by arrival, splits sums on the longest
/// chains, and fuses products with sums.
pub fn finish(program: &Program) -> Program {
    FINISH.into_iter().fold(program.clone(), improved)
}

/// Prepares an optimised program for owners that compute at the same time. The terms of each sum are added owner by
/// owner before products are fused. `inputs` are the owners of the inputs.
pub fn finish_parted(program: &Program, inputs: &[Option<usize>]) -> Program {
    let [hasten, split, fuse] = FINISH;
    let ordered = improved(improved(program.clone(), hasten), split);
    let parted = improved_by(ordered, "sums by owner", |program| part::part_sums(program, inputs));
    improved(parted, fuse)
}

/// Result of [`optimise`], with the operation count after each pass.
pub fn optimise_by_steps(program: &Program) -> (Program, Vec<Step>) {
    let mut best = program.clone();
    let mut steps = Vec::new();
    for pass in rounds() {
        best = improved(best, pass);
        steps.push(Step {
            pass: pass.name,
            count: best.count(),
        });
    }
    (best, steps)
}

fn rounds() -> impl Iterator<Item = Pass> {
    ROUND.into_iter().cycle().take(ROUNDS * ROUND.len())
}

/// The program after a pass, or the previous program if the result has more operations or divides by zero.
fn improved(program: Program, pass: Pass) -> Program {
    improved_by(program, pass.name, pass.run)
}

fn improved_by(program: Program, name: &str, run: impl FnOnce(&Program) -> Option<Program>) -> Program {
    let Some(result) = run(&program) else {
        return program;
    };
    if is_sound(&result) && result.count().total() <= program.count().total() {
        debug_assert_eq!(verify(&result), Vec::<String>::new(), "after `{name}`");
        result
    } else {
        program
    }
}

/// Whether all constants are finite and nothing is divided by the constant zero. If a pass finds that a divisor is
/// always zero, the program has no meaning; it stays as written.
fn is_sound(program: &Program) -> bool {
    let constant = |value: Value| match program.node(value).op {
        Op::Constant(c) => Some(c.get()),
        _ => None,
    };
    program.nodes.iter().all(|node| match node.op {
        Op::Constant(c) => c.get().is_finite(),
        Op::Div(_, b) => constant(b) != Some(0.0),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::support::testing::{judged, judged_in_rounding, program, random_programs};
    use super::*;
    use crate::ir::Traced;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn no_pass_harms_a_random_program(program in random_programs()) {
            for pass in ROUND {
                let run = |program: &Program| Some(improved(program.clone(), pass));
                if pass.name == "angle sums" {
                    judged_in_rounding(run, &program);
                } else {
                    judged(run, &program);
                }
            }
            judged_in_rounding(|program| Some(optimise(program)), &program);
        }
    }

    #[test]
    fn a_divisor_that_is_always_zero_stays() {
        let zero = program(|[a, b, c, _]| [Traced::from(1.0) / ((a + b) * c - a * c - b * c)]);
        assert_eq!(optimise(&zero).count().div, 1);
    }

    #[test]
    fn steps_tell_what_each_pass_did() {
        let before = program(|[a, b, c, d]| [a * (b + c) + d, a * b + a * c]);
        let (after, steps) = optimise_by_steps(&before);
        assert_eq!(steps.len(), ROUNDS * ROUND.len());
        assert_eq!(steps[0].count.total(), 3);
        assert_eq!(steps.last().map(|step| step.count), Some(after.count()));
    }
}
