//! Declared tyre laws that are a structure of numbers: one line for each law in each list of this file.

use wishbone_laws::tyre::{Brush, LinearTyre, Tmeasy, Unfit};

/// A law that is given by the numbers of its declaration. It may be relaxed or steady, and four tyres are computed at once.
#[derive(Clone, Debug)]
pub enum ByNumbers {
    /// Linear, limited by friction.
    Linear(Box<LinearTyre>),
    /// TMeasy.
    Tmeasy(Box<Tmeasy>),
    /// Brush.
    Brush(Box<Brush>),
}

/// Evaluates an expression with the law inside a [`ByNumbers`](crate::model::equipment::ByNumbers): a reference of the law's own
/// type.
#[macro_export]
macro_rules! with_law {
    ($law:expr, $own:ident => $value:expr) => {{
        use $crate::model::equipment::ByNumbers;
        match $law {
            ByNumbers::Linear(law) => {
                let $own = &**law;
                $value
            }
            ByNumbers::Tmeasy(law) => {
                let $own = &**law;
                $value
            }
            ByNumbers::Brush(law) => {
                let $own = &**law;
                $value
            }
        }
    }};
}

pub use with_law;

impl ByNumbers {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Linear(_) => "linear",
            Self::Tmeasy(_) => "TMeasy",
            Self::Brush(_) => "brush",
        }
    }

    /// Load to which the law's numbers belong [N]; `None` if they are valid for every load.
    pub fn nominal_load(&self) -> Option<f64> {
        match self {
            Self::Linear(_) => None,
            Self::Tmeasy(law) => Some(law.nominal_load),
            Self::Brush(law) => Some(law.nominal_load),
        }
    }

    /// Unloaded radius [m].
    pub fn radius(&self) -> f64 {
        with_law!(self, law => law.radius)
    }

    /// Reports every number that is out of its range.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        with_law!(self, law => law.check(tell));
    }
}
