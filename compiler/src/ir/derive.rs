//! Forward derivatives of a program, as a program.
//!
//! Each value carries its slopes by the inputs that are asked for, as traced numbers in its own region. Slopes that are zero
//! by structure are not there at all, and equal terms of different slopes are one value: all columns of a Jacobian are
//! traced in one graph and cost a few times the program, and not one time for each input.
//!
//! At kinks the slopes are those that [`Scalar`] states: of a table, those of the piece on the right; of a select, those of
//! the branch taken; of a root at zero, zero.

use super::{Graph, Op, Program, Traced, Value, prune};
use crate::scalar::{Points, Scalar};

/// A program that computes slopes.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Has the inputs and regions of the original one. Its outputs are the slopes.
    pub program: Program,
    /// Meaning of each output.
    pub slopes: Vec<Slope>,
}

/// Slope of an output by an input of the original program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slope {
    /// Position of the output.
    pub of: usize,
    /// Position of the input.
    pub by: usize,
}

/// Slopes of a value, by the position of the input, ascending; zeros are left out.
type Slopes<'g> = Vec<(usize, Traced<'g>)>;

/// The slopes of all outputs by the inputs that `by` selects by position.
///
/// # Panics
/// If values of the program have lanes.
pub fn derive(program: &Program, by: impl Fn(usize) -> bool) -> Derived {
    assert!(
        program.nodes.iter().all(|node| node.lanes == 1),
        "only programs without lanes are differentiated"
    );
    let graph = Graph::new();
    let mut slopes = Vec::new();
    {
        let inputs = program.inputs.iter();
        let mut forward = Forward {
            tables: &program.tables,
            inputs: inputs
                .map(|input| graph.input(input.name.clone(), input.class))
                .collect(),
            values: Vec::with_capacity(program.nodes.len()),
            slopes: Vec::with_capacity(program.nodes.len()),
        };
        let mut values = program.values().peekable();
        let mut outputs = program.outputs.iter().enumerate().peekable();
        for (region, label) in (0..).zip(&program.regions) {
            graph.begin_region(label.clone());
            while let Some((_, node)) = values.next_if(|(_, node)| node.region == region) {
                forward.follow(node.op, &by);
            }
            while let Some((of, output)) = outputs.next_if(|(_, output)| output.region == region) {
                for &(input, slope) in &forward.slopes[output.value.index()] {
                    graph.output(format!("{} by {}", output.name, program.inputs[input].name), slope);
                    slopes.push(Slope { of, by: input });
                }
            }
        }
    }
    Derived {
        program: prune(graph.finish()),
        slopes,
    }
}

/// The values of a program followed so far.
struct Forward<'p, 'g> {
    tables: &'p [Points],
    inputs: Vec<Traced<'g>>,
    values: Vec<Traced<'g>>,
    slopes: Vec<Slopes<'g>>,
}

impl<'g> Forward<'_, 'g> {
    fn at(&self, value: Value) -> Traced<'g> {
        self.values[value.index()]
    }

    /// Appends the value of an operation and its slopes.
    fn follow(&mut self, op: Op, by: impl Fn(usize) -> bool) {
        let value = match op {
            Op::Input(input) => self.inputs[input as usize],
            _ => op
                .apply(|operand| Some(self.at(operand)), self.tables)
                .expect("an operation on operands"),
        };
        let slopes = match op {
            Op::Input(input) if by(input as usize) => vec![(input as usize, Traced::one())],
            _ => self.slopes(op, value),
        };
        self.values.push(value);
        self.slopes.push(slopes);
    }

    /// Slopes of the result of an operation.
    fn slopes(&self, op: Op, value: Traced<'g>) -> Slopes<'g> {
        let at = |operand: Value| self.at(operand);
        match op {
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => Slopes::new(),
            Op::Neg(a) => self.of_one(a, |slope| -slope),
            Op::Add(a, b) => self.of_two(a, b, |da, db| da + db),
            Op::Sub(a, b) => self.of_two(a, b, |da, db| da - db),
            Op::Mul(a, b) => self.of_two(a, b, |da, db| da * at(b) + db * at(a)),
            // (a / b)' = (a' - (a / b) b') / b
            Op::Div(a, b) => self.of_two(a, b, |da, db| (da - value * db) * (Traced::one() / at(b))),
            Op::Sqrt(a) => self.of_one(a, |slope| {
                slope * (-value).select(Traced::from(0.5) / value, Traced::zero())
            }),
            Op::Sin(a) => self.of_one(a, |slope| slope * at(a).sin_cos().1),
            Op::Cos(a) => self.of_one(a, |slope| -(slope * at(a).sin_cos().0)),
            Op::Atan2(y, x) => self.of_two(y, x, |dy, dx| {
                let square = at(x) * at(x) + at(y) * at(y);
                let inverse = (-square).select(Traced::one() / square, Traced::zero());
                (dy * at(x) - dx * at(y)) * inverse
            }),
            Op::Exp(a) => self.of_one(a, |slope| slope * value),
            Op::Ln(a) => self.of_one(a, |slope| slope / at(a)),
            Op::Select(test, a, b) => self.of_two(a, b, |da, db| at(test).select(da, db)),
            Op::Lookup(table, x) => {
                let curve = &self.tables[table as usize];
                self.of_one(x, |slope| slope * at(x).lookup_derivative(curve, 1))
            }
            Op::LookupIntegral(table, x) => {
                let curve = &self.tables[table as usize];
                self.of_one(x, |slope| slope * at(x).lookup(curve))
            }
            Op::MulAdd(a, b, c) => self.of_three([a, b, c], |da, db, dc| da * at(b) + db * at(a) + dc),
            Op::MulSub(a, b, c) => self.of_three([a, b, c], |da, db, dc| da * at(b) + db * at(a) - dc),
            Op::NegMulAdd(a, b, c) => self.of_three([a, b, c], |da, db, dc| dc - (da * at(b) + db * at(a))),
            Op::Sum(a) => self.of_one(a, Traced::sum),
            Op::Lane(lane, a) => self.of_one(a, |slope| slope.lane(lane)),
        }
    }

    fn of_one(&self, a: Value, rule: impl Fn(Traced<'g>) -> Traced<'g>) -> Slopes<'g> {
        let slopes = self.slopes[a.index()].iter();
        present(slopes.map(|&(input, slope)| (input, rule(slope))))
    }

    fn of_two(&self, a: Value, b: Value, rule: impl Fn(Traced<'g>, Traced<'g>) -> Traced<'g>) -> Slopes<'g> {
        let inputs = self.inputs_of([a, b]).into_iter();
        present(inputs.map(|input| (input, rule(self.slope(a, input), self.slope(b, input)))))
    }

    fn of_three(
        &self,
        [a, b, c]: [Value; 3],
        rule: impl Fn(Traced<'g>, Traced<'g>, Traced<'g>) -> Traced<'g>,
    ) -> Slopes<'g> {
        let inputs = self.inputs_of([a, b, c]).into_iter();
        let slope = |input| rule(self.slope(a, input), self.slope(b, input), self.slope(c, input));
        present(inputs.map(|input| (input, slope(input))))
    }

    /// Inputs by which one of the values has a slope, ascending.
    fn inputs_of<const N: usize>(&self, values: [Value; N]) -> Vec<usize> {
        let slopes = values.iter().flat_map(|value| &self.slopes[value.index()]);
        let mut inputs: Vec<usize> = slopes.map(|&(input, _)| input).collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// Slope of a value by an input.
    fn slope(&self, value: Value, input: usize) -> Traced<'g> {
        let slopes = &self.slopes[value.index()];
        match slopes.binary_search_by_key(&input, |&(by, _)| by) {
            Ok(place) => slopes[place].1,
            Err(_) => Traced::zero(),
        }
    }
}

/// Slopes without those that are zero by structure.
fn present<'g>(slopes: impl Iterator<Item = (usize, Traced<'g>)>) -> Slopes<'g> {
    slopes.filter(|(_, slope)| slope.constant() != Some(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, interpret};
    use wishbone_laws::number::Dual;

    /// Every operation that has a slope, of two variables.
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

    /// Dual numbers have rules of their own.
    #[test]
    fn slopes_are_those_of_dual_numbers() {
        let derived = derive(&traced(), |_| true);
        for at in [[0.3, 0.7], [-0.4, 1.9], [1.2, -0.8], [0.9, 0.9]] {
            let expected = all(Dual::variables(at));
            let found = interpret(&derived.program, &at);
            assert_eq!(found.len(), 6);
            for (slope, found) in derived.slopes.iter().zip(found) {
                let expected = expected[slope.of].slopes[slope.by];
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
        assert!(derived.slopes.iter().all(|slope| slope.by == 1));
        let graph = Graph::new();
        graph.begin_region("all");
        let (x, y) = (graph.input("x", Class::Position), graph.input("y", Class::Position));
        graph.output("x only", x * x);
        graph.output("linear", Traced::from(2.0) * y);
        let derived = derive(&graph.finish(), |_| true);
        assert_eq!(derived.slopes, [Slope { of: 0, by: 0 }, Slope { of: 1, by: 1 }]);
        assert_eq!(interpret(&derived.program, &[3.0, 4.0]), [6.0, 2.0]);
    }
}
