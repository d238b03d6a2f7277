//! Lanes of a traced number.

use super::{Op, Traced};

impl Traced<'_> {
    /// Number of lanes.
    pub fn lanes(self) -> u32 {
        match self {
            Traced::Constant(_) => 1,
            Traced::Value(graph, value) => graph.inner.borrow().nodes[value.index()].lanes,
        }
    }

    /// Sum over its lanes.
    pub fn sum(self) -> Self {
        match self {
            Traced::Value(graph, value) if self.lanes() > 1 => {
                let numbers = graph.inner.borrow().folded([value], |[x]| x);
                match numbers {
                    Some(numbers) => Traced::Constant(numbers.into_iter().reduce(|sum, x| sum + x).unwrap_or_default()),
                    None => Traced::Value(graph, graph.inner.borrow_mut().intern(Op::Sum(value))),
                }
            }
            _ => self,
        }
    }

    /// The value in one lane.
    pub fn lane(self, lane: u32) -> Self {
        match self {
            Traced::Value(graph, value) if self.lanes() > 1 => {
                let numbers = graph.inner.borrow().folded([value], |[x]| x);
                match numbers {
                    Some(numbers) => Traced::Constant(numbers[lane as usize]),
                    None => Traced::Value(graph, graph.inner.borrow_mut().intern(Op::Lane(lane, value))),
                }
            }
            _ => self,
        }
    }

    /// The constants of all lanes; `None` for a number that is equal in all lanes or that is not known at build time.
    pub(super) fn lane_numbers(self) -> Option<Vec<f64>> {
        let Traced::Value(graph, value) = self else { return None };
        graph.inner.borrow().folded([value], |[x]| x)
    }

    /// The constant of the first lane if [`lane_numbers`](Self::lane_numbers) returns constants, else `None`.
    pub(super) fn first_number(self) -> Option<f64> {
        let Traced::Value(graph, value) = self else { return None };
        let inner = graph.inner.borrow();
        match inner.op(value) {
            Op::Constant(c) => Some(c.get()),
            Op::LaneConstant(k) => Some(inner.lane_constants[k as usize][0]),
            _ => None,
        }
    }
}
