//! Methods that keep loops closed in a run.

use super::Method;
use super::quantity::Fading;
use serde::Deserialize;
use wishbone::stabilise::Feedback;

/// Method that keeps loops closed, if they need iteration.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Stabilisation {
    /// After each step the dependent coordinates and speeds are corrected by Newton's method.
    #[default]
    Projection,
    /// Gaps fade at a rate while the vehicle moves (Baumgarte 1972).
    Baumgarte(Fading),
}

impl Stabilisation {
    /// The feedback of the run time; `None` for projection.
    pub fn feedback(self) -> Option<Feedback> {
        match self {
            Self::Projection => None,
            Self::Baumgarte(rate) => Some(Feedback::new(rate.0)),
        }
    }

    /// The largest stable step of an explicit method while gaps decay [s]; `None` for projection and for other methods.
    pub fn largest_step(self, method: Method) -> Option<f64> {
        let Self::Baumgarte(Fading(rate)) = self else {
            return None;
        };
        Some(method.explicit()?.largest_step([-rate, 0.0]))
    }

    /// Mistakes of the rate in combination with a method and its step [s].
    pub(super) fn mistakes(self, method: Method, step: f64) -> Option<String> {
        let Self::Baumgarte(Fading(rate)) = self else {
            return None;
        };
        if rate <= 0.0 {
            return Some("`stabilisation.baumgarte` has to be above zero".to_owned());
        }
        let largest = self.largest_step(method)?;
        (step > largest).then(|| {
            format!(
                "`stabilisation.baumgarte` of {rate} 1/s is too fast for the step of {} ms: `{}` bears {:.1} 1/s",
                1e3 * step,
                method.word(),
                rate * largest / step
            )
        })
    }
}
