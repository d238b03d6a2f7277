//! Quality of the closure of the loops of a state.

use super::gap::{Gap, NEAR, Pivot};
use super::not_closed::NotClosed;

/// Result of a projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closure {
    /// Largest closure residual before the last correction, an upper bound of the remaining residual [m, or rad]. For loops closed
    /// without iteration, the remaining residual.
    pub residual: f64,
    /// Largest closure rate before it was corrected [m/s, or rad/s].
    pub rate: f64,
    /// Number of Newton corrections.
    pub iterations: usize,
    /// Smallest pivot of the corrections, relative to its size near the design position; infinite without loops.
    pub margin: f64,
    /// The smallest pivot, if it is small.
    pub nearest: Option<&'static Pivot>,
}

impl Closure {
    #[inline]
    pub(super) fn new(gap: Gap, rate: Gap, iterations: usize) -> Self {
        let (margin, nearest) = match rate.margin < gap.margin {
            true => (rate.margin, rate.pivot),
            false => (gap.margin, gap.pivot),
        };
        Closure {
            residual: gap.size,
            rate: rate.size,
            iterations,
            margin,
            nearest,
        }
    }

    /// That of two parts of a vehicle that share no loop.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let nearer = if other.margin < self.margin { other } else { self };
        Closure {
            residual: self.residual.max(other.residual),
            rate: self.rate.max(other.rate),
            iterations: self.iterations.max(other.iterations),
            margin: nearer.margin,
            nearest: nearer.nearest,
        }
    }

    /// This closure, with its margin limited by the least margin of the loops that an evaluation has closed.
    ///
    /// # Errors
    /// If `own` is singular.
    #[inline]
    pub fn with(self, own: Gap) -> Result<Self, NotClosed> {
        if !own.is_regular() {
            return Err(NotClosed::singular(own));
        }
        match own.margin < self.margin {
            true => Ok(Closure {
                margin: own.margin,
                nearest: own.pivot,
                ..self
            }),
            false => Ok(self),
        }
    }

    /// Whether the step from the margin `before` to this margin was short enough to decide on which side of a singular
    /// position it ended. The first step after a start, before which the margin is infinite, is accepted.
    ///
    /// Near a singular position, a motion that is even in the dependent coordinates takes the margin through zero to
    /// the other sign at a constant rate. The independent coordinate varies with the square of the margin, and
    /// reverses. A step over the singular position may end on its wrong side with all loops closed. Such a step leads
    /// from a margin `m` to `-m/2` or beyond. The step before then led from `5m/2` or more to `m`, and this function
    /// detects it.
    #[inline]
    pub(crate) fn is_resolved(&self, before: f64) -> bool {
        self.margin > NEAR || before.is_infinite() || self.margin >= 0.5 * before
    }
}
