//! How well the loops of a state are closed.

use super::gap::{Gap, NEAR, Pivot};
use super::not_closed::NotClosed;

/// Result of a projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closure {
    /// Largest closure residual before the last correction, a bound of the remaining one [m, or rad]; for loops closed
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

    /// The same with the least margin of the loops that an evaluation has closed.
    ///
    /// # Errors
    /// If that is singular.
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

    /// Whether a step from margin `before` to this one was short enough to decide on which side of a singular position
    /// it ended.
    ///
    /// Near a singular position, a motion that is even in the dependent coordinates takes the margin through zero to
    /// the other sign at a constant rate, while the independent coordinate reverses as the square of it. A step over
    /// that point may end on the wrong side of it with all loops closed. There it leads from a margin `m` to at least
    /// `-m/2`; the step before led from at least `5m/2` to `m`, which is detected here.
    #[inline]
    pub(crate) fn is_resolved(&self, before: f64) -> bool {
        self.margin > NEAR || self.margin >= 0.5 * before
    }
}
