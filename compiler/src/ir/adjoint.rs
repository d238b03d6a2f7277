//! Reverse derivatives of a program, as a program.
//!
//! The program is followed from an output backwards. The *adjoint* of a value is the slope of the output by this value.
//! It is the sum over the operations `r` that use the value `v`: `a = Σ a_r ∂r/∂v`. So the gradient of one output costs
//! a few times the program, however many inputs there are; the cost of [`derive`](super::derive()) grows with the
//! number of inputs. Each further output costs the same again, except for terms that are equal.
//!
//! Slopes at kinks are the slopes of [`derive`](super::derive()).

use super::derive::purpose_of_slopes;
use super::{Derived, Graph, Op, Program, Slope, Traced, Value, prune};
use crate::scalar::{Points, Scalar};

/// The slopes of all outputs with respect to the inputs that `by` selects by position, in a single region.
///
/// # Panics
/// If values of the program have lanes.
pub fn derive_backwards(program: &Program, by: impl Fn(usize) -> bool) -> Derived {
    assert!(
        program.nodes.iter().all(|node| node.lanes == 1),
        "only programs without lanes are differentiated"
    );
    let graph = Graph::new();
    let mut slopes = Vec::new();
    {
        graph.begin_region("slopes");
        let inputs = program.inputs.iter();
        let inputs: Vec<Traced> = inputs
            .map(|input| graph.input(input.name.clone(), input.class))
            .collect();
        let mut values: Vec<Traced> = Vec::with_capacity(program.nodes.len());
        for node in &program.nodes {
            graph.set_purpose(node.purpose.clone());
            let value = match node.op {
                Op::Input(input) => inputs[input as usize],
                op => op
                    .apply(|operand| Some(values[operand.index()]), &program.tables)
                    .expect("an operation on operands"),
            };
            values.push(value);
        }
        let backward = Backward {
            program,
            graph: &graph,
            values,
            depends: dependent(program, &by),
        };
        for (of, output) in program.outputs.iter().enumerate() {
            for (input, slope) in backward.gradient(output.value) {
                graph.output(format!("{} by {}", output.name, program.inputs[input].name), slope);
                slopes.push(vec![Slope::alone(of, input)]);
            }
        }
    }
    Derived {
        program: prune(graph.finish()),
        regions: (0..program.regions.len()).collect(),
        slopes,
    }
}

/// By value: whether it depends on a selected input.
fn dependent(program: &Program, by: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut depends: Vec<bool> = Vec::with_capacity(program.nodes.len());
    for node in &program.nodes {
        let own = match node.op {
            Op::Input(input) => by(input as usize),
            op => op.operands().any(|operand| depends[operand.index()]),
        };
        depends.push(own);
    }
    depends
}

/// A program with its values as traced so far, for the backward sweep.
struct Backward<'p, 'g> {
    program: &'p Program,
    graph: &'g Graph,
    values: Vec<Traced<'g>>,
    depends: Vec<bool>,
}

impl<'g> Backward<'_, 'g> {
    /// Slopes of a value with respect to the selected inputs, in ascending order of the inputs' positions; zeros are
    /// left out.
    fn gradient(&self, of: Value) -> Vec<(usize, Traced<'g>)> {
        let mut adjoints: Vec<Traced<'g>> = vec![Traced::zero(); of.index() + 1];
        adjoints[of.index()] = Traced::one();
        let mut slopes = Vec::new();
        for place in (0..=of.index()).rev() {
            let adjoint = adjoints[place];
            if !self.depends[place] || adjoint.constant() == Some(0.0) {
                continue;
            }
            if let Op::Input(input) = self.program.nodes[place].op {
                slopes.push((input as usize, adjoint));
                continue;
            }
            self.graph.set_purpose(purpose_of_slopes(&self.program.nodes[place]));
            for (operand, part) in self.parts(place, adjoint).into_iter().flatten() {
                if self.depends[operand.index()] {
                    adjoints[operand.index()] = adjoints[operand.index()] + part;
                }
            }
        }
        slopes.sort_by_key(|(input, _)| *input);
        slopes
    }

    /// The adjoint of a result's contributions to the adjoints of its operands.
    fn parts(&self, place: usize, adjoint: Traced<'g>) -> [Option<(Value, Traced<'g>)>; 3] {
        let at = |operand: Value| self.values[operand.index()];
        let (value, zero, one) = (self.values[place], Traced::zero(), Traced::one());
        let table = |table: u32| -> &Points { &self.program.tables[table as usize] };
        let product = |a: Value, b: Value| [(a, adjoint * at(b)), (b, adjoint * at(a))].map(Some);
        match self.program.nodes[place].op {
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => [None; 3],
            Op::Neg(a) => [Some((a, -adjoint)), None, None],
            Op::Add(a, b) => [Some((a, adjoint)), Some((b, adjoint)), None],
            Op::Sub(a, b) => [Some((a, adjoint)), Some((b, -adjoint)), None],
            Op::Mul(a, b) => {
                let [a, b] = product(a, b);
                [a, b, None]
            }
            Op::Div(a, b) => {
                let part = adjoint * (one / at(b));
                [Some((a, part)), Some((b, -(part * value))), None]
            }
            Op::Sqrt(a) => {
                let slope = (-value).select(Traced::from(0.5) / value, zero);
                [Some((a, adjoint * slope)), None, None]
            }
            Op::Sin(a) => [Some((a, adjoint * at(a).sin_cos().1)), None, None],
            Op::Cos(a) => [Some((a, -(adjoint * at(a).sin_cos().0))), None, None],
            Op::Atan2(y, x) => {
                let square = at(x) * at(x) + at(y) * at(y);
                let part = adjoint * (-square).select(one / square, zero);
                [Some((y, part * at(x))), Some((x, -(part * at(y)))), None]
            }
            Op::Exp(a) => [Some((a, adjoint * value)), None, None],
            Op::Ln(a) => [Some((a, adjoint / at(a))), None, None],
            Op::Select(test, a, b) => {
                let test = at(test);
                [
                    Some((a, test.select(adjoint, zero))),
                    Some((b, test.select(zero, adjoint))),
                    None,
                ]
            }
            Op::Lookup(curve, x) => {
                let slope = at(x).lookup_derivative(table(curve), 1);
                [Some((x, adjoint * slope)), None, None]
            }
            Op::LookupIntegral(curve, x) => [Some((x, adjoint * at(x).lookup(table(curve)))), None, None],
            Op::MulAdd(a, b, c) => {
                let [a, b] = product(a, b);
                [a, b, Some((c, adjoint))]
            }
            Op::MulSub(a, b, c) => {
                let [a, b] = product(a, b);
                [a, b, Some((c, -adjoint))]
            }
            Op::NegMulAdd(a, b, c) => {
                let [a, b] = product(a, b).map(|part| part.map(|(operand, part)| (operand, -part)));
                [a, b, Some((c, adjoint))]
            }
            Op::Sum(a) | Op::Lane(_, a) => [Some((a, adjoint)), None, None],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, derive, interpret};
    use crate::programs::calls::Call;
    use crate::report::samples;

    /// Number of values above which a program takes too long backwards.
    const LARGE: usize = 3000;

    /// The program as a single region.
    fn flat(program: &Program) -> Program {
        let mut program = program.clone();
        program.regions = vec!["all".to_owned()];
        program.nodes.iter_mut().for_each(|node| node.region = 0);
        program.outputs.iter_mut().for_each(|output| output.region = 0);
        program
    }

    /// Forward and backward derivatives are equal, though they share no rule. Programs: outputs and evaluations of the
    /// smaller samples.
    #[test]
    fn both_ways_give_the_same_slopes() {
        let mut compared = 0;
        let samples = samples::all();
        let programs = samples.iter().flat_map(|compiled| {
            let calls = [Call::Outputs, Call::Evaluation].into_iter();
            calls.map(|call| &compiled.programs[call].traced)
        });
        for program in programs.filter(|program| program.nodes.len() < LARGE) {
            let program = flat(program);
            let [forwards, backwards] = [derive(&program, |_| true), derive_backwards(&program, |_| true)];
            let at: Vec<f64> = (0..program.inputs.len())
                .map(|k| 0.1 + 0.05 * (k as f64).sin())
                .collect();
            let found = |derived: &Derived| {
                let values = interpret(&derived.program, &at);
                let places = derived.slopes.concat().into_iter().map(|slope| (slope.of, slope.by));
                places.zip(values).collect::<std::collections::BTreeMap<_, _>>()
            };
            let (forwards, backwards) = (found(&forwards), found(&backwards));
            for place in forwards.keys().chain(backwards.keys()) {
                let [one, other] = [&forwards, &backwards].map(|found| found.get(place).copied().unwrap_or(0.0));
                let is_near = (one - other).abs() <= 1e-9 * one.abs().max(1.0);
                assert!(
                    is_near || one.is_nan() && other.is_nan(),
                    "{place:?}: {one} and {other}"
                );
                compared += usize::from(is_near);
            }
        }
        assert!(compared > 500, "{compared} slopes");
    }

    /// Covers every operation. Kinks are compared with [`derive`], too.
    #[test]
    fn every_operation_has_its_adjoint() {
        let graph = Graph::new();
        graph.begin_region("all");
        let [a, b, c] = ["a", "b", "c"].map(|name| graph.input(name, Class::Position));
        let cubic = Points::cubic(vec![-1.0, 0.0, 2.0], vec![-1.0, 0.5, 3.0]);
        for op in [Op::MulAdd, Op::MulSub, Op::NegMulAdd] {
            graph.output("fused", (a * c).fused(b, c, op));
        }
        let (sine, cosine) = (a * b).sin_cos();
        graph.output("angle", (sine / (c * c + Traced::one())).atan2(cosine.sqrt()));
        graph.output(
            "chosen",
            (a - b).select(b.lookup(&cubic) * c, a.lookup_integral(&cubic)),
        );
        graph.output("grown", (-c).exp() - (a * a + Traced::one()).ln());
        let program = graph.finish();
        let [forwards, backwards] = [derive(&program, |_| true), derive_backwards(&program, |_| true)];
        for at in [[0.3, 0.7, 1.1], [0.9, -0.4, 0.2], [0.5, 0.5, 0.5]] {
            let [one, other] = [&forwards, &backwards].map(|derived| interpret(&derived.program, &at));
            assert_eq!(forwards.slopes, backwards.slopes);
            for (one, other) in one.iter().zip(&other) {
                assert!((one - other).abs() < 1e-14 * one.abs().max(1.0), "{one} and {other}");
            }
        }
    }

    /// The gradient of one number by many inputs costs a few times the number itself.
    #[test]
    fn a_gradient_is_cheap_backwards() {
        let graph = Graph::new();
        graph.begin_region("all");
        let inputs: Vec<Traced> = (0..40).map(|k| graph.input(format!("x{k}"), Class::Position)).collect();
        let mut sum = Traced::zero();
        for (k, &x) in inputs.iter().enumerate() {
            sum = (sum + x.sin_cos().0) * (x * x + Traced::from(k as f64 + 1.0)).sqrt();
        }
        graph.output("sum", sum);
        let program = graph.finish();
        let count = |derived: Derived| derived.program.count().total();
        let (forwards, backwards) = (
            count(derive(&program, |_| true)),
            count(derive_backwards(&program, |_| true)),
        );
        let own = program.count().total();
        println!("{own} operations, forwards {forwards}, backwards {backwards}");
        assert!(
            backwards < 3 * own && forwards > 2 * backwards,
            "{own}, {forwards}, {backwards}"
        );
    }

    #[test]
    fn slopes_tell_of_what_they_are_slopes() {
        let graph = Graph::new();
        graph.begin_region("all");
        let x = graph.input("x", Class::Position);
        graph.set_purpose(Some("arm.pose".into()));
        let sine = x.sin_cos().0;
        graph.set_purpose(Some("arm.energy".into()));
        graph.output("r", sine * sine);
        let derived = derive_backwards(&prune(graph.finish()), |_| true);
        // The slope of the square, then the slope of the sine.
        let purposes: Vec<&str> = derived
            .program
            .nodes
            .iter()
            .filter_map(|node| node.purpose.as_deref())
            .collect();
        assert!(
            purposes.contains(&"arm.energy_slope") && purposes.contains(&"arm.pose_slope"),
            "{purposes:?}"
        );
    }
}
