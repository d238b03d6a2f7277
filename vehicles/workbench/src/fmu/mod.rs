//! A vehicle as a functional mock-up unit (FMU): what it offers to a simulator, and how it runs there.
//!
//! An FMU is the way from one simulator to another: an archive with a library, a description of its variables and resources. Ours holds the engine as
//! its library, and the vehicle's text as its resources, so that nobody who exports needs a compiler.
//!
//! - [`Package`] is what lies in the resources.
//! - [`Car`] is the vehicle that runs: it is set, begun, stepped, kept and taken back. It knows neither of the standards.
//! - [`Variable`] is a row of the table from which the descriptions of both standards are printed.
//!
//! Standards: FMI 2.0.4 (2022) and FMI 3.0.2 (2024), Modelica Association.

#[cfg(feature = "fmu")]
mod archive;
mod car;
#[cfg(feature = "fmu")]
mod description;
#[cfg(feature = "fmu")]
mod export;
mod integrator;
mod outputs;
mod package;
mod ports;
mod table;
mod variable;

#[cfg(feature = "fmu")]
pub use archive::{Library, archive, platform};
pub use car::{Car, Moment};
#[cfg(feature = "fmu")]
pub use description::{Standard, description};
#[cfg(feature = "fmu")]
pub use export::{Exchange, Exported, exported};
pub use package::{Asked, CONTENTS, Package};
pub use ports::{Hands, Input};
pub use variable::{BASE, Kind, Unit, Variable};
