//! Tracing: an algorithm that runs on [`Traced`] numbers leaves a [`Graph`], which is hash-consed and folded as it
//! grows.
//!
//! Folding rules, all exact in IEEE arithmetic but for the sign of zero and for `0 * x`, which is taken as 0 (no
//! value of a vehicle is infinite):
//! - an operation on constants is a constant;
//! - `x + 0`, `x - 0`, `x * 1`, `x / 1` are `x`; `0 - x` is `-x`; `x * 0`, `0 / x`, `x - x` are 0; `x * -1` is `-x`;
//! - signs move outward: `-(-x)` is `x`, `a + (-b)` is `a - b`, `a - (-b)` is `a + b`, `(-a) * b` is `-(a * b)`,
//!   `-(a - b)` is `b - a`, `(-c) * a` is `-(c * a)` for a constant `c`;
//! - operands of `+` and `*` are ordered, so that `a + b` and `b + a` are one value.
//!
//! Constants with a different number in each lane are folded with each other and with plain constants, lane by lane.

mod lanes;

use super::known::Known;
use super::{Bits, Class, Input, Node, Op, Output, Program, Value};
use crate::scalar::{Points, Scalar};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;
use wishbone_laws::curve::Curves;
use wishbone_laws::math;

/// A program under construction.
#[derive(Debug, Default)]
pub struct Graph {
    inner: RefCell<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    nodes: Vec<Node>,
    known: Known,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    tables: Vec<Points>,
    lane_constants: Vec<Vec<f64>>,
    /// Position of each lane constant.
    known_lanes: FxHashMap<Vec<Bits>, u32>,
    regions: Vec<String>,
    /// Purpose of new values.
    purpose: Option<Arc<str>>,
}

/// A number being traced: a constant, or a value of a graph.
#[derive(Clone, Copy, Debug)]
pub enum Traced<'g> {
    /// Known at build time.
    Constant(f64),
    /// Computed at run time.
    Value(&'g Graph, Value),
}

impl Graph {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empty, with room for this number of values.
    pub fn with_capacity(values: usize) -> Self {
        let inner = Inner {
            nodes: Vec::with_capacity(values),
            known: Known::with_capacity(values),
            ..Inner::default()
        };
        Graph {
            inner: RefCell::new(inner),
        }
    }

    /// Begins a region. New values belong to this region from now on; values that were computed before stay in their
    /// regions. The purpose of new values is unknown until it is stated.
    pub fn begin_region(&self, name: impl Into<String>) -> u32 {
        let mut inner = self.inner.borrow_mut();
        inner.regions.push(name.into());
        inner.purpose = None;
        inner.region()
    }

    /// A new input.
    pub fn input(&self, name: impl Into<String>, class: Class) -> Traced<'_> {
        self.lane_input(name, class, 1)
    }

    /// Constants known at build time, one for each lane; a plain constant if all these constants are equal.
    pub fn lane_constant(&self, numbers: &[f64]) -> Traced<'_> {
        if numbers.iter().all(|x| *x == numbers[0]) {
            return Traced::Constant(numbers[0]);
        }
        Traced::Value(self, self.inner.borrow_mut().lane_constant(numbers))
    }

    /// A new input with one number for each of its lanes.
    pub fn lane_input(&self, name: impl Into<String>, class: Class, lanes: u32) -> Traced<'_> {
        let mut inner = self.inner.borrow_mut();
        let position = u32::try_from(inner.inputs.len()).expect("fewer than 2^32 inputs");
        inner.inputs.push(Input {
            name: name.into(),
            class,
            lanes,
        });
        let value = inner.intern(Op::Input(position));
        Traced::Value(self, value)
    }

    /// Declares a result of the current region. Results are numbered in the order of these calls.
    pub fn output(&self, name: impl Into<String>, value: Traced<'_>) {
        let mut inner = self.inner.borrow_mut();
        let value = inner.value_of(value);
        let region = inner.region();
        inner.outputs.push(Output {
            name: name.into(),
            value,
            region,
        });
    }

    /// Names a value for the reader. A value keeps its first name; constants and inputs have none. A value that was
    /// computed earlier for another purpose is not named now, because a name states which computation makes a value.
    pub fn name(&self, value: Traced<'_>, name: impl FnOnce() -> Arc<str>) {
        if let Traced::Value(_, value) = value {
            let inner = &mut *self.inner.borrow_mut();
            let node = &mut inner.nodes[value.index()];
            let is_made_now = node.purpose.is_none() || node.purpose == inner.purpose;
            if node.name.is_none() && node.op.is_computed() && is_made_now {
                node.name = Some(name());
            }
        }
    }

    /// Sets the purpose of the values that are new from now on: the part and the quantity for which they are computed.
    pub fn set_purpose(&self, purpose: Option<Arc<str>>) {
        self.inner.borrow_mut().purpose = purpose;
    }

    /// Returns the program traced so far, with all operations, used or not.
    pub fn finish(self) -> Program {
        let Inner {
            nodes,
            inputs,
            outputs,
            tables,
            lane_constants,
            regions,
            ..
        } = self.inner.into_inner();
        Program {
            nodes,
            inputs,
            outputs,
            tables,
            lane_constants,
            regions,
        }
    }
}

impl Inner {
    /// Index of the current region. Values from before the first region count as part of it.
    fn region(&self) -> u32 {
        u32::try_from(self.regions.len().saturating_sub(1)).expect("fewer than 2^32 regions")
    }

    fn intern(&mut self, op: Op) -> Value {
        let value = Value(u32::try_from(self.nodes.len()).expect("fewer than 2^32 values"));
        if let Some(known) = self.known.find_or_insert(op, value, &self.nodes) {
            return known;
        }
        let (class, lanes) = self.class_and_lanes(op);
        self.nodes.push(Node {
            op,
            class,
            region: self.region(),
            lanes,
            name: None,
            purpose: self
                .purpose
                .clone()
                .filter(|_| !matches!(op, Op::Constant(_) | Op::Input(_))),
        });
        value
    }

    fn value_of(&mut self, number: Traced<'_>) -> Value {
        match number {
            Traced::Constant(c) => self.intern(Op::Constant(c.into())),
            Traced::Value(_, value) => value,
        }
    }

    fn table(&mut self, points: &Points) -> u32 {
        let position = self.tables.iter().position(|t| t == points).unwrap_or_else(|| {
            self.tables.push(points.clone());
            self.tables.len() - 1
        });
        u32::try_from(position).expect("fewer than 2^32 tables")
    }

    /// Class and number of lanes of the value of an operation.
    fn class_and_lanes(&self, op: Op) -> (Class, u32) {
        let (mut class, mut widest) = (Class::Constant, 1);
        match op {
            Op::LaneConstant(k) => widest = lanes_of(&self.lane_constants[k as usize]),
            Op::Input(i) => (class, widest) = (self.inputs[i as usize].class, self.inputs[i as usize].lanes),
            _ => {
                for operand in op.operands() {
                    let Node { class: own, lanes, .. } = self.nodes[operand.index()];
                    debug_assert!(widest == 1 || lanes == 1 || lanes == widest, "lanes of two kinds");
                    (class, widest) = (class.max(own), widest.max(lanes));
                }
            }
        }
        match op {
            Op::Sum(_) | Op::Lane(..) => (class, 1),
            _ => (class, widest),
        }
    }

    fn lane_constant(&mut self, numbers: &[f64]) -> Value {
        let bits: Vec<Bits> = numbers.iter().map(|x| Bits::from(*x)).collect();
        let position = match self.known_lanes.get(&bits) {
            Some(position) => *position,
            None => {
                let position = u32::try_from(self.lane_constants.len()).expect("fewer than 2^32 constants");
                self.lane_constants.push(numbers.to_vec());
                self.known_lanes.insert(bits, position);
                position
            }
        };
        self.intern(Op::LaneConstant(position))
    }

    /// The numbers of a constant value: a single number if it is equal in all lanes. `None` if the value is no
    /// constant.
    fn numbers(&self, value: &Value) -> Option<Cow<'_, [f64]>> {
        match self.op(*value) {
            Op::Constant(c) => Some(Cow::Owned(vec![c.get()])),
            Op::LaneConstant(k) => Some(Cow::Borrowed(&self.lane_constants[k as usize])),
            _ => None,
        }
    }

    /// Result of an operation on constants, lane by lane; `None` if an operand is not a constant.
    fn folded<const N: usize>(&self, operands: [Value; N], f: impl Fn([f64; N]) -> f64) -> Option<Vec<f64>> {
        for operand in operands {
            if self.op(operand).is_computed() || matches!(self.op(operand), Op::Input(_)) {
                return None;
            }
        }
        let known: Vec<Cow<[f64]>> = operands.iter().filter_map(|v| self.numbers(v)).collect();
        let widest = known.iter().map(|numbers| numbers.len()).max().unwrap_or(1);
        let at = |numbers: &[f64], lane: usize| numbers[if numbers.len() == 1 { 0 } else { lane }];
        let result = |lane: usize| f(std::array::from_fn(|k| at(&known[k], lane)));
        Some((0..widest).map(result).collect())
    }

    fn op(&self, value: Value) -> Op {
        self.nodes[value.index()].op
    }

    fn constant_of(&self, value: Value) -> Option<f64> {
        match self.op(value) {
            Op::Constant(bits) => Some(bits.get()),
            _ => None,
        }
    }
}

impl<'g> Traced<'g> {
    fn graph(self) -> Option<&'g Graph> {
        match self {
            Traced::Constant(_) => None,
            Traced::Value(graph, _) => Some(graph),
        }
    }

    /// The opposite number, always as a change of sign. The negative of `a - b` stays `-(a - b)` rather than becoming
    /// `b - a`: if `a - b` is needed anyway, the operations that use the negative absorb the minus sign.
    pub fn opposite(self) -> Self {
        match self.negated() {
            Some(a) => a,
            None => self.unary(|c| -c, Op::Neg),
        }
    }

    /// The operand of a negation; `None` for other values.
    fn negated(self) -> Option<Self> {
        let Traced::Value(graph, value) = self else { return None };
        match graph.inner.borrow().op(value) {
            Op::Neg(a) => Some(Traced::Value(graph, a)),
            _ => None,
        }
    }

    /// A fused operation on this number and two others.
    pub fn fused(self, b: Self, c: Self, op: impl Fn(Value, Value, Value) -> Op) -> Self {
        let graph = self
            .graph()
            .or(b.graph())
            .or(c.graph())
            .expect("something that is not known");
        let mut inner = graph.inner.borrow_mut();
        let [a, b, c] = [self, b, c].map(|x| inner.value_of(x));
        let value = inner.intern(op(a, b, c));
        Traced::Value(graph, value)
    }

    fn is(self, constant: f64) -> bool {
        matches!(self, Traced::Constant(c) if c == constant)
    }

    fn same_as(self, other: Self) -> bool {
        matches!((self, other), (Traced::Value(_, a), Traced::Value(_, b)) if a == b)
    }

    fn unary(self, on_constant: impl Fn(f64) -> f64, op: impl Fn(Value) -> Op) -> Self {
        match self {
            Traced::Constant(c) => Traced::Constant(on_constant(c)),
            Traced::Value(graph, a) => {
                let folded = graph.inner.borrow().folded([a], |[a]| on_constant(a));
                match folded {
                    Some(numbers) => graph.lane_constant(&numbers),
                    None => Traced::Value(graph, graph.inner.borrow_mut().intern(op(a))),
                }
            }
        }
    }

    fn binary(self, other: Self, on_constants: impl Fn(f64, f64) -> f64, op: impl Fn(Value, Value) -> Op) -> Self {
        let Some(graph) = self.graph().or(other.graph()) else {
            let (Traced::Constant(a), Traced::Constant(b)) = (self, other) else {
                unreachable!("no graph: constants")
            };
            return Traced::Constant(on_constants(a, b));
        };
        let mut inner = graph.inner.borrow_mut();
        let (a, b) = (inner.value_of(self), inner.value_of(other));
        if let Some(numbers) = inner.folded([a, b], |[a, b]| on_constants(a, b)) {
            drop(inner);
            return graph.lane_constant(&numbers);
        }
        let value = inner.intern(op(a, b));
        Traced::Value(graph, value)
    }
}

fn lanes_of(numbers: &[f64]) -> u32 {
    u32::try_from(numbers.len()).expect("few lanes")
}

impl PartialEq for Traced<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Traced::Constant(a), Traced::Constant(b)) => a == b,
            (Traced::Value(_, a), Traced::Value(_, b)) => a == b,
            _ => false,
        }
    }
}

impl From<f64> for Traced<'_> {
    fn from(value: f64) -> Self {
        Traced::Constant(value)
    }
}

impl Neg for Traced<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        let Traced::Value(graph, value) = self else {
            return self.unary(|c| -c, Op::Neg);
        };
        let op = graph.inner.borrow().op(value);
        match op {
            Op::Neg(a) => Traced::Value(graph, a),
            Op::Sub(a, b) => Traced::Value(graph, b) - Traced::Value(graph, a),
            _ => self.unary(|c| -c, Op::Neg),
        }
    }
}

impl Add for Traced<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.is(0.0) {
            return other;
        }
        if other.is(0.0) {
            return self;
        }
        if let Some(b) = other.negated() {
            return self - b;
        }
        if let Some(a) = self.negated() {
            return other - a;
        }
        self.binary(other, |a, b| a + b, |a, b| Op::Add(a.min(b), a.max(b)))
    }
}

impl Sub for Traced<'_> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        if other.is(0.0) {
            return self;
        }
        if self.is(0.0) {
            return -other;
        }
        if self.same_as(other) {
            return Traced::Constant(0.0);
        }
        if let Some(b) = other.negated() {
            return self + b;
        }
        if let Some(a) = self.negated() {
            return -(a + other);
        }
        self.binary(other, |a, b| a - b, Op::Sub)
    }
}

impl Mul for Traced<'_> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self.is(0.0) || other.is(0.0) {
            return Traced::Constant(0.0);
        }
        if self.is(1.0) {
            return other;
        }
        if other.is(1.0) {
            return self;
        }
        if self.is(-1.0) {
            return -other;
        }
        if other.is(-1.0) {
            return -self;
        }
        if let Some(a) = self.negated() {
            return -(a * other);
        }
        if let Some(b) = other.negated() {
            return -(self * b);
        }
        // A constant factor stands first, and is positive.
        match (self, other) {
            (Traced::Constant(c), Traced::Value(..)) if c < 0.0 => return -(Traced::Constant(-c) * other),
            (Traced::Value(..), Traced::Constant(c)) if c < 0.0 => return -(Traced::Constant(-c) * self),
            _ => {}
        }
        // If the factor has a different number in each lane, the number in the first lane is positive.
        match (self.first_number(), other.first_number()) {
            (Some(c), None) if c < 0.0 => return -(self.opposite() * other),
            (None, Some(c)) if c < 0.0 => return -(other.opposite() * self),
            _ => {}
        }
        match (self, other) {
            (Traced::Value(..), Traced::Constant(_)) => other.binary(self, |a, b| a * b, Op::Mul),
            (Traced::Constant(_), Traced::Value(..)) => self.binary(other, |a, b| a * b, Op::Mul),
            _ => self.binary(other, |a, b| a * b, |a, b| Op::Mul(a.min(b), a.max(b))),
        }
    }
}

impl Div for Traced<'_> {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        if self.is(0.0) {
            return Traced::Constant(0.0);
        }
        if other.is(1.0) {
            return self;
        }
        if let Some(a) = self.negated() {
            return -(a / other);
        }
        if let Some(b) = other.negated() {
            return -(self / b);
        }
        self.binary(other, |a, b| a / b, Op::Div)
    }
}

impl Scalar for Traced<'_> {
    fn sqrt(self) -> Self {
        self.unary(f64::sqrt, Op::Sqrt)
    }

    fn sin_cos(self) -> (Self, Self) {
        (self.unary(math::sin, Op::Sin), self.unary(math::cos, Op::Cos))
    }

    fn atan2(self, x: Self) -> Self {
        self.binary(x, math::atan2, Op::Atan2)
    }

    fn exp(self) -> Self {
        self.unary(math::exp, Op::Exp)
    }

    fn ln(self) -> Self {
        self.unary(math::ln, Op::Ln)
    }

    fn select(self, negative: Self, otherwise: Self) -> Self {
        match self {
            Traced::Constant(c) if c < 0.0 => negative,
            Traced::Constant(_) => otherwise,
            Traced::Value(graph, test) => {
                let mut inner = graph.inner.borrow_mut();
                let (a, b) = (inner.value_of(negative), inner.value_of(otherwise));
                let chosen = inner.folded([test, a, b], |[test, a, b]| if test < 0.0 { a } else { b });
                if let Some(numbers) = chosen {
                    drop(inner);
                    return graph.lane_constant(&numbers);
                }
                let value = if a == b {
                    a
                } else {
                    inner.intern(Op::Select(test, a, b))
                };
                match inner.constant_of(value) {
                    Some(c) => Traced::Constant(c),
                    None => Traced::Value(graph, value),
                }
            }
        }
    }

    /// The derivative of a curve is looked up like a curve.
    fn lookup_derivative(self, curves: &impl Curves, order: usize) -> Self {
        let derivative = Points::of(curves).derivative(order);
        match self {
            _ if order > 0 && derivative.is_zero() => Traced::Constant(0.0),
            Traced::Constant(x) => Traced::Constant(derivative.at(x)),
            Traced::Value(graph, x) => {
                let mut inner = graph.inner.borrow_mut();
                let table = inner.table(&derivative);
                Traced::Value(graph, inner.intern(Op::Lookup(table, x)))
            }
        }
    }

    fn lookup_integral(self, curves: &impl Curves) -> Self {
        match self {
            Traced::Constant(x) => Traced::Constant(x.lookup_integral(curves)),
            Traced::Value(graph, x) => {
                let mut inner = graph.inner.borrow_mut();
                let table = inner.table(&Points::of(curves));
                Traced::Value(graph, inner.intern(Op::LookupIntegral(table, x)))
            }
        }
    }

    fn magnitude(self) -> Option<f64> {
        match self {
            Traced::Constant(c) => Some(c.abs()),
            Traced::Value(..) => {
                let numbers = self.lane_numbers()?;
                Some(numbers.iter().fold(0.0, |most, x| x.abs().max(most)))
            }
        }
    }

    fn is_still(self) -> bool {
        match self {
            Traced::Constant(_) => true,
            Traced::Value(graph, value) => graph.inner.borrow().nodes[value.index()].class <= Class::Parameter,
        }
    }

    fn constant(self) -> Option<f64> {
        match self {
            Traced::Constant(c) => Some(c),
            Traced::Value(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::interpret;

    /// The printed expression that remains of `f` applied to two inputs after the folding rules.
    fn traced(f: impl for<'g> Fn(Traced<'g>, Traced<'g>) -> Traced<'g>) -> String {
        let graph = Graph::new();
        graph.begin_region("all");
        let (a, b) = (graph.input("a", Class::Position), graph.input("b", Class::Position));
        graph.output("r", f(a, b));
        crate::ir::prune(graph.finish()).to_string()
    }

    fn same(
        f: impl for<'g> Fn(Traced<'g>, Traced<'g>) -> Traced<'g>,
        g: impl for<'g> Fn(Traced<'g>, Traced<'g>) -> Traced<'g>,
    ) {
        assert_eq!(traced(f), traced(g));
    }

    #[test]
    fn zeros_ones_and_signs_fold() {
        let c = |x: f64| Traced::Constant(x);
        same(|a, _| a + c(0.0), |a, _| a);
        same(|a, _| c(0.0) - a, |a, _| -a);
        same(|a, _| a * c(1.0), |a, _| a);
        same(|a, _| a * c(-1.0), |a, _| -a);
        same(|a, _| a * c(0.0), |_, _| c(0.0));
        same(|a, _| a - a, |_, _| c(0.0));
        same(|a, b| a + (-b), |a, b| a - b);
        same(|a, b| a - (-b), |a, b| b + a);
        same(|a, b| -(a - b), |a, b| b - a);
        same(|a, b| (-a) * (-b), |a, b| b * a);
        same(|a, b| (-a) / b, |a, b| -(a / b));
        same(|a, _| -(c(2.0) * a), |a, _| a * c(-2.0));
    }

    #[test]
    fn equal_expressions_are_one_value() {
        let graph = Graph::new();
        graph.begin_region("all");
        let (a, b) = (graph.input("a", Class::Position), graph.input("b", Class::Velocity));
        let sum = (a * b + a) * (b * a + a);
        graph.output("r", sum);
        let program = graph.finish();
        assert_eq!(program.nodes.iter().filter(|n| n.op.is_computed()).count(), 3);
        assert_eq!(program.nodes.last().map(|n| n.class), Some(Class::Velocity));
        assert_eq!(interpret(&program, &[2.0, 3.0]), [64.0]);
    }
}
