//! Stability of a steady motion or a rest: the disturbance that grows fastest.

use std::fmt;
use wishbone_studies::linear::Linear;

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
        let modes = linear.modes();
        let fastest = modes
            .iter()
            .max_by(|one, other| one.eigenvalue.re.total_cmp(&other.eigenvalue.re))?;
        let (state, _) = fastest.largest(1).into_iter().next()?;
        (fastest.eigenvalue.re > GROWS).then(|| Self {
            rate: fastest.eigenvalue.re,
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
