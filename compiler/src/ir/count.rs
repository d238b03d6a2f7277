//! Operation counts.
//!
//! Rules: an addition or subtraction counts as one `add`, and a change of sign that could not be folded as one `neg`.
//! Sine and cosine of one angle together count as one `trig`; an arc tangent, an exponential and a logarithm count as
//! one `trig` each. A table lookup or its integral counts as one `lookup`, a selection as one `select`. A fused
//! multiplication and addition counts as both. Constants, inputs, loads and stores count nothing, nor does reading one
//! lane. An operation on lanes counts once for each lane; a sum over `n` lanes counts as `n - 1` `add`.

use super::{Node, Op, Program, Value};
use serde::Serialize;
use std::fmt;
use std::ops::AddAssign;

/// Number of operations of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Additions and subtractions.
    pub add: usize,
    /// Changes of sign.
    pub neg: usize,
    /// Multiplications.
    pub mul: usize,
    /// Divisions.
    pub div: usize,
    /// Square roots.
    pub sqrt: usize,
    /// Sine-cosine pairs, arc tangents, exponentials and logarithms.
    pub trig: usize,
    /// Table lookups.
    pub lookup: usize,
    /// Selections.
    pub select: usize,
}

/// The count of one region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionCount {
    /// Label of the region.
    pub region: String,
    /// Its operations.
    pub count: Count,
}

impl Count {
    /// Sum over all kinds.
    pub fn total(&self) -> usize {
        self.add + self.neg + self.mul + self.div + self.sqrt + self.trig + self.lookup + self.select
    }

    /// Estimated time in units of one addition, if many operations run in parallel; methods are compared by it.
    /// Throughput measured on an x86-64 server core, rounded; a table lookup stands for a table of about twenty points.
    pub fn cost(&self) -> usize {
        self.add + self.neg + self.mul + self.select + 5 * self.div + 6 * self.sqrt + 30 * self.trig + 15 * self.lookup
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.add += other.add;
        self.neg += other.neg;
        self.mul += other.mul;
        self.div += other.div;
        self.sqrt += other.sqrt;
        self.trig += other.trig;
        self.lookup += other.lookup;
        self.select += other.select;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count {
            add,
            neg,
            mul,
            div,
            sqrt,
            trig,
            lookup,
            select,
        } = self;
        write!(f, "{} (add {add}, neg {neg}, mul {mul}, div {div}, ", self.total())?;
        write!(f, "sqrt {sqrt}, trig {trig}, lookup {lookup}, select {select})")
    }
}

impl Program {
    /// Operations of each region, in order.
    pub fn counts(&self) -> Vec<RegionCount> {
        self.by_region(self.count_by(self.regions.len(), |value| self.node(value).region as usize))
    }

    /// Operations of each region on a processor with lanes: an operation on all lanes counts once.
    pub fn counts_at_once(&self) -> Vec<RegionCount> {
        let region = |value: Value| self.node(value).region as usize;
        self.by_region(self.counted(self.regions.len(), region, |_| 1))
    }

    fn by_region(&self, counts: Vec<Count>) -> Vec<RegionCount> {
        let regions = self.regions.iter().zip(counts);
        regions
            .map(|(region, count)| RegionCount {
                region: region.clone(),
                count,
            })
            .collect()
    }

    /// Counts the operations of each of `groups` groups, where `group` returns the group of a value.
    ///
    /// # Panics
    /// If `group` returns a number that is not below `groups`.
    pub fn count_by(&self, groups: usize, group: impl Fn(Value) -> usize) -> Vec<Count> {
        self.counted(groups, group, |node| node.lanes as usize)
    }

    /// Counts the operations of each group for a processor with lanes: one operation for all lanes.
    ///
    /// # Panics
    /// If `group` returns a number that is not below `groups`.
    pub fn count_at_once_by(&self, groups: usize, group: impl Fn(Value) -> usize) -> Vec<Count> {
        self.counted(groups, group, |_| 1)
    }

    /// Counts the operations of each group. An operation of a node counts as often as `times` says; a sum over lanes
    /// counts by these.
    fn counted(&self, groups: usize, group: impl Fn(Value) -> usize, times: impl Fn(&Node) -> usize) -> Vec<Count> {
        let mut counts = vec![Count::default(); groups];
        let mut has_angle = vec![false; self.nodes.len()];
        for (value, node) in self.values() {
            let count = &mut counts[group(value)];
            let lanes = times(node);
            match node.op {
                Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) | Op::Lane(..) => {}
                Op::Sum(a) => count.add += self.node(a).lanes as usize - 1,
                Op::MulAdd(..) | Op::MulSub(..) | Op::NegMulAdd(..) => {
                    count.mul += lanes;
                    count.add += lanes;
                }
                Op::Neg(_) => count.neg += lanes,
                Op::Add(..) | Op::Sub(..) => count.add += lanes,
                Op::Mul(..) => count.mul += lanes,
                Op::Div(..) => count.div += lanes,
                Op::Sqrt(_) => count.sqrt += lanes,
                Op::Sin(angle) | Op::Cos(angle) => {
                    let counted = std::mem::replace(&mut has_angle[angle.index()], true);
                    count.trig += lanes * usize::from(!counted);
                }
                Op::Atan2(..) | Op::Exp(_) | Op::Ln(_) => count.trig += lanes,
                Op::Select(..) => count.select += lanes,
                Op::Lookup(..) | Op::LookupIntegral(..) => count.lookup += lanes,
            }
        }
        counts
    }

    /// Operations of the whole program.
    pub fn count(&self) -> Count {
        self.count_by(1, |_| 0)[0]
    }

    /// Operations of the whole program on a processor with lanes: an operation on all lanes counts once.
    pub fn count_at_once(&self) -> Count {
        self.counted(1, |_| 0, |_| 1)[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, Traced};
    use crate::scalar::Scalar;

    #[test]
    fn a_hand_counted_program() {
        let graph = Graph::new();
        graph.begin_region("rotate");
        let (angle, x, y) = (
            graph.input("a", Class::Position),
            graph.input("x", Class::Position),
            graph.input("y", Class::Position),
        );
        let (s, c) = angle.sin_cos();
        let along = c * x + s * y;
        graph.begin_region("scale");
        let scaled = along / (x * x + y * y).sqrt() + Traced::from(2.0);
        graph.output("r", scaled.select(-scaled, scaled));
        let counts = graph.finish().counts();
        assert_eq!(
            counts[0].count,
            Count {
                trig: 1,
                mul: 2,
                add: 1,
                ..Count::default()
            }
        );
        assert_eq!(
            counts[1].count,
            Count {
                mul: 2,
                add: 2,
                sqrt: 1,
                div: 1,
                neg: 1,
                select: 1,
                ..Count::default()
            }
        );
    }
}
