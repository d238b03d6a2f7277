//! Reasons why loops do not close.

use super::closure::Closure;
use super::gap::{Gap, Pivot, RATE, SINGULAR};
use core::fmt;

/// The loops do not close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotClosed {
    /// The reason.
    pub reason: Reason,
    /// Largest closure residual before the last correction [m, or rad], or largest rate [m/s, or rad/s]; not finite if
    /// Newton's method diverged.
    pub residual: f64,
    /// The tolerance, in the same unit.
    pub tolerance: f64,
    /// Smallest pivot of the corrections, relative to its size near the design position.
    pub margin: f64,
    /// The joint that closes the loop with the largest gap.
    pub open: Option<&'static str>,
    /// The joint with the smallest pivot, and the loop.
    pub pivot: Option<&'static Pivot>,
}

/// Reason why loops do not close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The residual is above the tolerance after all corrections.
    Open,
    /// The closure rate is above the tolerance after all corrections.
    Rate,
    /// The independent coordinates no longer determine the dependent coordinates, or are beyond a singular position.
    Singular,
    /// A singular position is closer than one step.
    Near,
    /// A number is NaN.
    NotFinite,
}

impl NotClosed {
    pub(super) fn position(gap: Gap, tolerance: f64) -> Self {
        Self::new(Reason::Open, gap, tolerance)
    }

    /// A singular position of loops that an evaluation closes.
    pub(super) fn singular(gap: Gap) -> Self {
        Self::new(Reason::Singular, gap, 0.0)
    }

    pub(crate) fn velocity(gap: Gap) -> Self {
        Self::new(Reason::Rate, gap, RATE)
    }

    /// A closure that is not [resolved](Closure::is_resolved).
    pub(crate) fn near(closure: &Closure, tolerance: f64) -> Self {
        let gap = Gap {
            margin: closure.margin,
            pivot: closure.nearest,
            ..Gap::of(closure.residual)
        };
        NotClosed {
            reason: Reason::Near,
            ..Self::new(Reason::Near, gap, tolerance)
        }
    }

    fn new(reason: Reason, gap: Gap, tolerance: f64) -> Self {
        let reason = match () {
            () if !gap.size.is_finite() => Reason::NotFinite,
            () if gap.margin <= SINGULAR || gap.margin.is_nan() => Reason::Singular,
            () => reason,
        };
        NotClosed {
            reason,
            residual: gap.size,
            tolerance,
            margin: gap.margin,
            open: gap.open,
            pivot: gap.pivot,
        }
    }
}

impl fmt::Display for NotClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            residual,
            tolerance,
            margin,
            ..
        } = self;
        write!(f, "the loops do not close: ")?;
        match (self.reason, self.open, self.pivot) {
            (Reason::Open | Reason::Rate, Some(joint), _) => write!(f, "the loop closed by `{joint}` is open; ")?,
            (Reason::NotFinite, Some(joint), _) => {
                write!(f, "the corrections diverge, first in the loop closed by `{joint}`; ")?;
            }
            (Reason::NotFinite, None, _) => write!(f, "the corrections diverge; ")?,
            (Reason::Singular, _, Some(Pivot { joint, closed_by })) => {
                write!(
                    f,
                    "the position of `{joint}` no longer follows from the independent coordinates of the loop closed by \
                     `{closed_by}`: they are in a singular position, or beyond it"
                )?;
                match margin.is_nan() {
                    true => write!(f, "; ")?,
                    false => write!(f, " (pivot {margin:.1e} of its size); ")?,
                }
            }
            (Reason::Near, _, Some(Pivot { joint, closed_by })) => write!(
                f,
                "within the next step the position of `{joint}` may no longer follow from the independent coordinates of \
                 the loop closed by `{closed_by}` (pivot {margin:.1e} of its size, and shrinking fast); "
            )?,
            (Reason::Singular | Reason::Near, _, None) => write!(f, "a singular position of the coordinates; ")?,
            (Reason::Open | Reason::Rate, None, _) => {}
        }
        match self.reason {
            Reason::Open => write!(
                f,
                "{residual:.3e} m (or rad) are left where {tolerance:.0e} is allowed; a mechanism is beyond its reach, or the \
                 step is too long"
            ),
            Reason::Rate => write!(
                f,
                "{residual:.3e} m/s (or rad/s) are left where {tolerance:.0e} is allowed; the mechanism is in a singular \
                 position, or its drives ask for a velocity that it cannot have"
            ),
            Reason::NotFinite => write!(f, "a mechanism is beyond its reach, or the step is too long"),
            Reason::Singular | Reason::Near => write!(
                f,
                "stop before this position; where the mechanism itself can go on, declare first in its loop the joint \
                 that turns through it, so that its coordinate becomes independent"
            ),
        }
    }
}

impl core::error::Error for NotClosed {}
