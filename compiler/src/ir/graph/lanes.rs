//! What a traced number is in its lanes.

use super::{Op, Traced};

impl Traced<'_> {
    /// How many lanes it has.
    pub fn lanes(self) -> u32 {
        match self {
            Traced::Constant(_) => 1,
            Traced::Value(graph, value) => graph.inner.borrow().nodes[value.index()].lanes,
        }
    }

    /// Sum of its lanes.
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

    /// What stands in one of its lanes.
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

    /// The numbers, one for each lane, if they are known and there are several.
    pub(super) fn lane_numbers(self) -> Option<Vec<f64>> {
        let Traced::Value(graph, value) = self else { return None };
        graph.inner.borrow().folded([value], |[x]| x)
    }
}
