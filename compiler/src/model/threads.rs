//! Number of threads that compute a vehicle.

use super::quantity;
use crate::diag::{Diagnostics, SourceSpan};
use crate::front::syntax::Value;

/// Threads that compute one vehicle (`threads: 2`).
#[derive(Clone, Copy, Debug, Default)]
pub enum Threads {
    /// One.
    #[default]
    One,
    /// Two threads if the compiler predicts that they are faster, one otherwise (`threads: accept`).
    Accept,
    /// This number of threads. A vehicle that cannot be computed by several threads is refused.
    Count {
        /// The number of threads; at least two.
        count: usize,
        /// Where it is declared.
        span: SourceSpan,
    },
}

/// Largest number of threads.
const MOST: f64 = 64.0;

impl Threads {
    /// Reads `threads: 2`, or `threads: accept`.
    pub(super) fn read(value: &Value, diagnostics: &mut Diagnostics) -> Option<Self> {
        match value {
            Value::Name(word) if word.text == "accept" => Some(Threads::Accept),
            Value::Number(number)
                if number.unit.is_none() && (1.0..=MOST).contains(&number.value) && number.value.fract() == 0.0 =>
            {
                Some(match number.value as usize {
                    1 => Threads::One,
                    count => Threads::Count {
                        count,
                        span: value.span(),
                    },
                })
            }
            _ => quantity::wrong_value(
                value,
                "threads",
                "`accept`, or a whole number from 1 to 64",
                diagnostics,
            ),
        }
    }

    /// Whether one thread is sufficient if several are hardly faster.
    pub fn is_optional(self) -> bool {
        matches!(self, Threads::Accept)
    }

    /// The number of threads to search for; `None` for a single thread.
    pub fn wanted(self) -> Option<usize> {
        match self {
            Threads::One => None,
            Threads::Accept => Some(2),
            Threads::Count { count, .. } => Some(count),
        }
    }
}
