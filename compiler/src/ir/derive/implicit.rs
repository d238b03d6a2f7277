//! Slopes of the solution of a system of equations, without slopes of the system's factors.
//!
//! Some outputs `y` of a program may be known to solve `R(x, y) = 0`, which is linear in `y`. The program computes
//! `y(x, ρ)` with `R(x, y) + ρ = 0`; the value of the input `ρ` is zero. It also computes `R(x, y)` itself, with `y` as
//! an input that is held constant. Then
//!
//! `dy = (∂y/∂ρ) (∂R/∂x) dx`.
//!
//! First the slopes of `R` are formed at held `y`. They are then passed through the program as the slopes of `ρ`. In
//! this second pass only values that depend on `ρ` have slopes: right-hand sides, but not the factors of the system.
//! (The implicit function theorem: Griewank & Walther 2008, 15.1.)

use super::forward::{Direction, Forward, Slopes, at_direction, present};
use crate::ir::{Op, Program, Traced, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Outputs of a program that solve equations, and these equations. Most programs have none.
#[derive(Clone, Debug, Default)]
pub struct Implicit {
    /// The unknowns and their equations.
    pub unknowns: Vec<Unknown>,
    /// Outputs that follow from the unknowns. Each comes with the output that computes the same number from held
    /// unknowns.
    pub following: Vec<(usize, usize)>,
}

/// An unknown with its equation, by positions of inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Output `y`. Its slopes are not delivered.
    pub found: usize,
    /// Input `y` of `R`.
    pub held: usize,
    /// Output `R`.
    pub equation: usize,
    /// Input `ρ`.
    pub short: usize,
}

/// A program with the properties of its values that the rule needs.
pub(super) struct Solved<'p> {
    program: &'p Program,
    implicit: &'p Implicit,
    /// By value: whether slopes at held unknowns are needed.
    is_held: Vec<bool>,
    /// By value: whether it depends on `ρ`.
    responds: Vec<bool>,
    /// By value of an unknown: the values that read this unknown as a held input.
    held_as: BTreeMap<Value, Vec<Value>>,
}

impl<'p> Solved<'p> {
    pub fn new(program: &'p Program, implicit: &'p Implicit) -> Self {
        let mut solved = Solved {
            program,
            implicit,
            is_held: vec![false; program.nodes.len()],
            responds: vec![false; program.nodes.len()],
            held_as: BTreeMap::new(),
        };
        let found: BTreeSet<usize> = solved.found().collect();
        for (_, output) in program.outputs.iter().enumerate().filter(|(of, _)| !found.contains(of)) {
            solved.is_held[output.value.index()] = true;
        }
        for (value, node) in program.values().collect::<Vec<_>>().into_iter().rev() {
            if solved.is_held[value.index()] {
                node.op.operands().for_each(|v| solved.is_held[v.index()] = true);
            }
        }
        for (value, node) in program.values() {
            solved.responds[value.index()] = match node.op {
                Op::Input(input) => implicit.unknowns.iter().any(|u| u.short == input as usize),
                op => op.operands().any(|v| solved.responds[v.index()]),
            };
            if let Op::Input(input) = node.op
                && let Some(unknown) = implicit.unknowns.iter().find(|u| u.held == input as usize)
            {
                let found = program.outputs[unknown.found].value;
                solved.held_as.entry(found).or_default().push(value);
            }
        }
        solved
    }

    fn found(&self) -> impl Iterator<Item = usize> + '_ {
        let unknowns = self.implicit.unknowns.iter().map(|unknown| unknown.found);
        unknowns.chain(self.implicit.following.iter().map(|&(found, _)| found))
    }

    /// Whether an output is differentiated directly. The others are unknowns, equations, and outputs that follow from
    /// unknowns.
    pub fn is_explicit(&self, output: usize) -> bool {
        let equation = |unknown: &Unknown| unknown.equation == output;
        !(self.found().any(|found| found == output)
            || self.implicit.unknowns.iter().any(equation)
            || self.implicit.following.iter().any(|&(_, held)| held == output))
    }

    /// Appends a value, with its slopes at held unknowns where they are needed.
    pub fn follow(&self, forward: &mut Forward, value: Value, by: impl Fn(usize) -> bool) {
        match self.program.node(value).op {
            // Inputs come before the values of the unknowns, which replace held inputs later.
            Op::Input(input) if self.is_auxiliary(input) => forward.hold(value, 0.0.into()),
            _ if self.is_held[value.index()] => forward.follow(value, by),
            _ => forward.follow_value(value),
        }
        for &held in self.held_as.get(&value).into_iter().flatten() {
            forward.hold(held, forward.at(value));
        }
    }

    fn is_auxiliary(&self, input: u32) -> bool {
        let mut unknowns = self.implicit.unknowns.iter();
        unknowns.any(|unknown| [unknown.held, unknown.short].contains(&(input as usize)))
    }

    /// Regions in which values depend on `ρ`, or outputs follow from the unknowns.
    pub fn responding(&self) -> BTreeSet<usize> {
        let values = self.program.values().filter(|(value, _)| self.responds[value.index()]);
        let values = values.map(|(_, node)| node.region);
        let following = self.implicit.following.iter();
        let following = following.map(|&(found, _)| self.program.outputs[found].region);
        values.chain(following).map(|region| region as usize).collect()
    }

    /// Returns the slopes at held unknowns, by output, and clears all slopes.
    pub fn respond<'g>(&self, forward: &mut Forward<'_, 'g>) -> BTreeMap<usize, Slopes<'g>> {
        let equations = self.implicit.unknowns.iter().map(|unknown| unknown.equation);
        let held = equations.chain(self.implicit.following.iter().map(|&(_, held)| held));
        let slopes = held.map(|of| (of, forward.slopes[self.program.outputs[of].value.index()].clone()));
        let slopes = slopes.collect();
        forward.slopes.iter_mut().for_each(Vec::clear);
        slopes
    }

    /// Computes the slopes of a region's values through `ρ`.
    pub fn solve<'g>(&self, forward: &mut Forward<'_, 'g>, region: usize, held: &BTreeMap<usize, Slopes<'g>>) {
        let in_region =
            |(value, node): &(Value, &crate::ir::Node)| node.region as usize == region && self.responds[value.index()];
        for (value, node) in self.program.values().filter(in_region) {
            let short = |input: u32| self.implicit.unknowns.iter().find(|u| u.short == input as usize);
            let slopes = match node.op {
                Op::Input(input) => short(input).map_or(Slopes::new(), |unknown| held[&unknown.equation].clone()),
                _ => forward.slopes_of(value, forward.at(value)),
            };
            forward.slopes[value.index()] = slopes;
        }
    }

    /// Slopes of a region's outputs that follow from the unknowns.
    pub fn following<'g>(
        &self,
        forward: &Forward<'_, 'g>,
        region: usize,
        held: &BTreeMap<usize, Slopes<'g>>,
    ) -> Vec<(usize, Slopes<'g>)> {
        let outputs = &self.program.outputs;
        let own = self.implicit.following.iter();
        let own = own.filter(|(found, _)| outputs[*found].region as usize == region);
        let slopes = own.map(|(found, explicit)| {
            let through = &forward.slopes[outputs[*found].value.index()];
            (*found, sum(through, &held[explicit]))
        });
        slopes.collect()
    }
}

fn sum<'g>(one: &[(Direction, Traced<'g>)], other: &[(Direction, Traced<'g>)]) -> Slopes<'g> {
    let directions: BTreeSet<Direction> = one.iter().chain(other).map(|(by, _)| *by).collect();
    present(
        directions
            .into_iter()
            .map(|by| (by, at_direction(one, by) + at_direction(other, by))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{
        Class, Derived, Graph, derive, derive_implicitly, derive_in_lanes, interpret, prune, unroll, verify,
    };
    use crate::ir::{Place, Slope};
    use crate::scalar::Scalar;

    /// `M(x) y + n(x)`, two equations.
    struct Equations<S> {
        matrix: [[S; 2]; 2],
        rest: [S; 2],
    }

    impl<S: Scalar> Equations<S> {
        fn new(x: S, u: S) -> Self {
            let (sine, cosine) = (x * u).sin_cos();
            Equations {
                matrix: [[x * x + S::from(2.0), sine], [sine, cosine + S::from(3.0)]],
                rest: [x * u, x.exp() - u],
            }
        }

        fn solve(&self, short: [S; 2]) -> [S; 2] {
            let [[a, b], [c, d]] = self.matrix;
            let [e, f] = [0, 1].map(|k| -(self.rest[k] + short[k]));
            let scale = S::one() / (a * d - b * c);
            [(d * e - b * f) * scale, (a * f - c * e) * scale]
        }

        fn at(&self, y: [S; 2]) -> [S; 2] {
            [0, 1].map(|k| self.matrix[k][0] * y[0] + self.matrix[k][1] * y[1] + self.rest[k])
        }
    }

    /// A number that follows from the unknowns and from `x`.
    fn following<S: Scalar>(x: S, [first, second]: [S; 2]) -> S {
        first * x + second
    }

    /// A program in which `x` and the unknowns have this number of lanes. Their sums are an input of another output.
    fn program(lanes: u32) -> (Program, Implicit) {
        let graph = Graph::new();
        graph.begin_region("solve");
        let x = graph.lane_input("x", Class::Position, lanes);
        let u = graph.input("u", Class::Position);
        let [s, t] = ["s", "t"].map(|name| graph.lane_input(name, Class::Load, lanes));
        let [y, z] = ["y", "z"].map(|name| graph.lane_input(name, Class::Load, lanes));
        let equations = Equations::new(x, u);
        let found = equations.solve([s, t]);
        graph.output("first", found[0]);
        graph.output("second", found[1]);
        let rate = following(x, found);
        graph.output("rate", rate);
        graph.output("sum", if lanes > 1 { rate.sum() } else { rate });
        graph.output("other", x * u);
        graph.begin_region("balance");
        for (name, equation) in ["e", "f"].into_iter().zip(equations.at([y, z])) {
            graph.output(name, equation);
        }
        let held = following(x, [y, z]);
        graph.output("held rate", held);
        graph.output("held sum", if lanes > 1 { held.sum() } else { held });
        let unknown = |k: usize| Unknown {
            found: k,
            held: 4 + k,
            equation: 5 + k,
            short: 2 + k,
        };
        let implicit = Implicit {
            unknowns: vec![unknown(0), unknown(1)],
            following: vec![(2, 7), (3, 8)],
        };
        (prune(graph.finish()), implicit)
    }

    /// Values of the slopes.
    fn values(derived: &Derived, at: &[f64]) -> BTreeMap<Slope, f64> {
        let widths: Vec<usize> = derived.slopes.iter().map(Vec::len).collect();
        let values = interpret(&unroll(&derived.program, &widths), at);
        derived.slopes.concat().into_iter().zip(values).collect()
    }

    #[test]
    fn slopes_are_those_through_all_operations() {
        let (program, implicit) = program(1);
        let derived = derive_implicitly(&program, &implicit, |_| true);
        assert_eq!(verify(&derived.program), Vec::<String>::new());
        let expected = derive(&program, |input| input < 2);
        for at in [0.3, -0.7, 1.4] {
            // Held inputs are not read.
            let at = [at, at * at + 0.5, 0.0, 0.0, f64::NAN, f64::NAN];
            let (expected, found) = (values(&expected, &at), values(&derived, &at));
            assert_eq!(found.len(), 6);
            for (slope, found) in found {
                let expected = expected[&slope];
                assert!((found - expected).abs() < 1e-13, "{slope:?}: {found}, {expected}");
            }
        }
    }

    #[test]
    fn slopes_in_lanes_are_those_through_all_operations() {
        let (program, implicit) = program(4);
        let place = |position, lane| Place { position, lane };
        let (xs, of_lanes) = (
            (0..4).map(|lane| place(0, lane)).chain([place(1, 0)]),
            [(2, 4), (3, 1), (4, 4)],
        );
        let of = of_lanes
            .into_iter()
            .flat_map(|(of, width)| (0..width).map(move |lane| place(of, lane)));
        let wanted: BTreeSet<Slope> = of.flat_map(|of| xs.clone().map(move |by| Slope { of, by })).collect();
        let widths = [4, 4, 4, 1, 4, 4, 4, 4, 1];
        let derived = derive_in_lanes(&program, &implicit, &widths, &wanted);
        assert_eq!(verify(&derived.program), Vec::<String>::new());
        let expected = derive_in_lanes(&program, &Implicit::default(), &widths, &wanted);
        let mut at = vec![0.3, -0.7, 1.4, 0.9, 0.6];
        at.extend([0.0; 16]);
        let (expected, found) = (values(&expected, &at), values(&derived, &at));
        assert!(found.keys().eq(&wanted));
        for (slope, found) in found {
            let expected = expected[&slope];
            assert!((found - expected).abs() < 1e-13, "{slope:?}: {found}, {expected}");
        }
    }
}
