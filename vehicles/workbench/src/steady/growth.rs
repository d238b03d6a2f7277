//! Stability of a steady motion or a rest: the disturbance that grows fastest.

use std::fmt;
use wishbone_studies::linear::Linear;
use wishbone_studies::modes;

/// Growth above which a motion counts as unstable [1/s]. Slopes by differences cause smaller values by rounding.
const GROWS: f64 = 1e-3;

/// The disturbance that grows fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// Real part of its eigenvalue [1/s].
    pub rate: f64,
    /// The state with the largest part in it.
    pub state: String,
}

impl Growth {
    /// The fastest growth of a linear system; `None` if all disturbances decay.
    pub fn of(linear: &Linear) -> Option<Self> {
        let values = modes::eigenvalues(&linear.a).into_iter();
        let fastest = values.max_by(|one, other| one.re.total_cmp(&other.re))?;
        // A vector takes longer than all eigenvalues, and only a motion that grows needs one.
        if fastest.re <= GROWS {
            return None;
        }
        let (state, _) = modes::with(&linear.a, fastest).largest(1).into_iter().next()?;
        Some(Self {
            rate: fastest.re,
            state: linear.states[state].clone(),
        })
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a disturbance along `{}` grows by a factor of e in {:.3} s",
            self.state,
            1.0 / self.rate
        )
    }
}
