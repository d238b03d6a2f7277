//! Positions by name in the vectors of a solver.
//!
//! ```
//! # mod oscillator { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/oscillator.rs")); }
//! # type Car = oscillator::Oscillator;
//! use wishbone::names::position;
//! use wishbone::prelude::*;
//!
//! let rack = position(Car::DESCRIPTION.drives, "rack")?;
//! let mut inputs = <Car as Solver>::Inputs::default();
//! inputs.drives()[rack].position = 0.005;
//! assert_eq!(position(Car::DESCRIPTION.drives, "rake").unwrap_err().to_string(), "there is no `rake` among: `rack`");
//! # Ok::<(), wishbone::names::UnknownName<'static>>(())
//! ```

use core::fmt;

/// The position of a name among names such as [`Description::speeds`](crate::description::Description::speeds).
///
/// # Errors
/// If it is not among them.
pub fn position<'n>(names: &'static [&'static str], name: &'n str) -> Result<usize, UnknownName<'n>> {
    let found = names.iter().position(|known| *known == name);
    found.ok_or(UnknownName { name, known: names })
}

/// A name that a vehicle lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName<'n> {
    /// The name asked for.
    pub name: &'n str,
    /// The names that there are.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no `{}` among:", self.name)?;
        for (k, known) in self.known.iter().enumerate() {
            write!(f, "{} `{known}`", if k == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownName<'_> {}
