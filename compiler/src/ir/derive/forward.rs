//! Slopes of each value from the slopes of its operands.

use crate::ir::{Graph, Node, Op, Program, Traced, Value};
use crate::scalar::Scalar;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An input with respect to which a value is differentiated: all its lanes at once or, if the value itself has lanes,
/// one of its lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Direction {
    /// Position of the input.
    pub input: usize,
    /// The lane of the input for a slope across. `None` for an input without lanes, for an own slope, and for a value
    /// without lanes.
    pub across: Option<u32>,
}

/// Slopes of a value in ascending order of direction; zeros are left out.
pub(super) type Slopes<'g> = Vec<(Direction, Traced<'g>)>;

/// The values of a program followed so far.
pub(super) struct Forward<'p, 'g> {
    pub program: &'p Program,
    pub graph: &'g Graph,
    inputs: Vec<Traced<'g>>,
    values: Vec<Traced<'g>>,
    /// By value: its slopes; empty if it was followed without them.
    pub slopes: Vec<Slopes<'g>>,
}

impl<'p, 'g> Forward<'p, 'g> {
    /// Begins with a program, and declares its inputs in the graph.
    pub fn new(program: &'p Program, graph: &'g Graph) -> Self {
        let inputs = program.inputs.iter();
        let inputs = inputs.map(|input| graph.lane_input(input.name.clone(), input.class, input.lanes));
        Forward {
            program,
            graph,
            inputs: inputs.collect(),
            values: Vec::with_capacity(program.nodes.len()),
            slopes: Vec::with_capacity(program.nodes.len()),
        }
    }

    /// The traced number of a value.
    pub fn at(&self, value: Value) -> Traced<'g> {
        self.values[value.index()]
    }

    /// Appends a value and its slopes.
    pub fn follow(&mut self, value: Value, by: impl Fn(usize) -> bool) {
        let traced = self.traced(value);
        let slopes = match self.program.node(value).op {
            Op::Input(input) if by(input as usize) => {
                let input = input as usize;
                vec![(Direction { input, across: None }, Traced::one())]
            }
            _ => self.slopes_of(value, traced),
        };
        self.append(traced, slopes);
    }

    /// Appends a value without its slopes, which are not needed.
    pub fn follow_value(&mut self, value: Value) {
        let traced = self.traced(value);
        self.append(traced, Slopes::new());
    }

    /// Sets a value without slopes to a known number. The value was followed already, or is the next value.
    pub fn hold(&mut self, value: Value, known: Traced<'g>) {
        match self.values.get_mut(value.index()) {
            Some(held) => *held = known,
            None => self.append(known, Slopes::new()),
        }
    }

    fn append(&mut self, value: Traced<'g>, slopes: Slopes<'g>) {
        self.values.push(value);
        self.slopes.push(slopes);
    }

    fn traced(&self, value: Value) -> Traced<'g> {
        self.graph.set_purpose(self.program.node(value).purpose.clone());
        match self.program.node(value).op {
            Op::Input(input) => self.inputs[input as usize],
            Op::LaneConstant(k) => self.graph.lane_constant(&self.program.lane_constants[k as usize]),
            op => op
                .apply(|operand| Some(self.at(operand)), &self.program.tables)
                .expect("an operation on operands"),
        }
    }

    /// Slopes of a value from the slopes of its operands.
    pub fn slopes_of(&self, value: Value, traced: Traced<'g>) -> Slopes<'g> {
        let node = self.program.node(value);
        self.graph.set_purpose(purpose_of_slopes(node));
        self.slopes(node.op, traced, node.lanes)
    }

    /// Slopes of the result of an operation; `lanes` is the result's number of lanes.
    fn slopes(&self, op: Op, value: Traced<'g>, lanes: u32) -> Slopes<'g> {
        let at = |operand: Value| self.at(operand);
        let of_one = |a: Value, rule: &dyn Fn(Traced<'g>) -> Traced<'g>| self.of([a], lanes, |[slope]| rule(slope));
        match op {
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => Slopes::new(),
            Op::Neg(a) => of_one(a, &|slope| -slope),
            Op::Add(a, b) => self.of([a, b], lanes, |[da, db]| da + db),
            Op::Sub(a, b) => self.of([a, b], lanes, |[da, db]| da - db),
            Op::Mul(a, b) => self.of([a, b], lanes, |[da, db]| da * at(b) + db * at(a)),
            // (a / b)' = (a' - (a / b) b') / b
            Op::Div(a, b) => self.of([a, b], lanes, |[da, db]| (da - value * db) * (Traced::one() / at(b))),
            Op::Sqrt(a) => of_one(a, &|slope| {
                slope * (-value).select(Traced::from(0.5) / value, Traced::zero())
            }),
            Op::Sin(a) => of_one(a, &|slope| slope * at(a).sin_cos().1),
            Op::Cos(a) => of_one(a, &|slope| -(slope * at(a).sin_cos().0)),
            Op::Atan2(y, x) => self.of([y, x], lanes, |[dy, dx]| {
                let square = at(x) * at(x) + at(y) * at(y);
                let inverse = (-square).select(Traced::one() / square, Traced::zero());
                (dy * at(x) - dx * at(y)) * inverse
            }),
            Op::Exp(a) => of_one(a, &|slope| slope * value),
            Op::Ln(a) => of_one(a, &|slope| slope / at(a)),
            Op::Select(test, a, b) => self.of([a, b], lanes, |[da, db]| at(test).select(da, db)),
            Op::Lookup(table, x) => {
                let curve = &self.program.tables[table as usize];
                of_one(x, &|slope| slope * at(x).lookup_derivative(curve, 1))
            }
            Op::LookupIntegral(table, x) => {
                let curve = &self.program.tables[table as usize];
                of_one(x, &|slope| slope * at(x).lookup(curve))
            }
            Op::MulAdd(a, b, c) => self.of([a, b, c], lanes, |[da, db, dc]| da * at(b) + db * at(a) + dc),
            Op::MulSub(a, b, c) => self.of([a, b, c], lanes, |[da, db, dc]| da * at(b) + db * at(a) - dc),
            Op::NegMulAdd(a, b, c) => self.of([a, b, c], lanes, |[da, db, dc]| dc - (da * at(b) + db * at(a))),
            Op::Sum(a) => self.of_sum(a),
            Op::Lane(lane, a) => self.of_lane(lane, a),
        }
    }

    /// Slopes of a result with `lanes` lanes from the slopes of its operands, direction by direction.
    fn of<const N: usize>(
        &self,
        operands: [Value; N],
        lanes: u32,
        rule: impl Fn([Traced<'g>; N]) -> Traced<'g>,
    ) -> Slopes<'g> {
        let operands = operands.map(|operand| self.seen(operand, lanes));
        let directions: BTreeSet<Direction> = operands.iter().flat_map(|own| own.iter()).map(|(by, _)| *by).collect();
        let slope = |by: Direction| rule(operands.each_ref().map(|own| at_direction(own, by)));
        present(directions.into_iter().map(|by| (by, slope(by))))
    }

    /// Slopes of an operand as the result sees them, which has `lanes` lanes. If only the result has lanes, the
    /// operand's slopes with respect to an input with lanes become slopes across.
    fn seen(&self, operand: Value, lanes: u32) -> Cow<'_, [(Direction, Traced<'g>)]> {
        let slopes = &self.slopes[operand.index()];
        if lanes == 1 || self.program.node(operand).lanes > 1 {
            return Cow::Borrowed(slopes);
        }
        let each = slopes.iter().flat_map(|&(Direction { input, .. }, slope)| {
            let columns = self.columns(input);
            let across = move |lane: u32| (columns > 1).then_some(lane);
            (0..columns).map(move |lane| {
                let across = across(lane);
                (Direction { input, across }, slope.lane(lane))
            })
        });
        Cow::Owned(present(each))
    }
}

/// The purpose of the slopes of a value.
pub(in crate::ir) fn purpose_of_slopes(of: &Node) -> Option<Arc<str>> {
    let purpose = of.purpose.as_ref()?;
    Some(format!("{purpose}_slope").into())
}

/// The slope of a value in a direction; zero if it has none.
pub(super) fn at_direction<'g>(slopes: &[(Direction, Traced<'g>)], direction: Direction) -> Traced<'g> {
    match slopes.binary_search_by_key(&direction, |(by, _)| *by) {
        Ok(place) => slopes[place].1,
        Err(_) => Traced::zero(),
    }
}

/// Removes slopes that are zero by structure.
pub(super) fn present<'g>(slopes: impl Iterator<Item = (Direction, Traced<'g>)>) -> Slopes<'g> {
    slopes.filter(|(_, slope)| slope.constant() != Some(0.0)).collect()
}
