//! A vehicle as a functional mock-up unit (FMU).
//!
//! An FMU transfers a model from one simulator to another: it is an archive with a library, a description of its
//! variables, and resources. Our FMUs contain the engine as their library and the vehicle's text as their resources, so
//! an export needs no compiler.
//!
//! - [`Package`] is what lies in the resources. The vehicle that runs is in [`crate::outside`].
//! - `machine` compiles the vehicle's programs, for users who want them faster.
//! - `description` prints the variables for both standards; `archive` packs all.
//!
//! Standards: FMI 2.0.4 (2022) and FMI 3.0.2 (2024), Modelica Association.

#[cfg(feature = "fmu")]
mod archive;
mod arrays;
mod categories;
#[cfg(feature = "fmu")]
mod description;
#[cfg(feature = "fmu")]
mod export;
#[cfg(feature = "fmu")]
mod library;
#[cfg(feature = "fmu")]
mod machine;
mod package;
#[cfg(feature = "fmu")]
mod terminals;

#[cfg(feature = "fmu")]
pub use archive::archive;
pub use arrays::Arrays;
pub use categories::CATEGORIES;
#[cfg(feature = "fmu")]
pub use description::description;
#[cfg(feature = "fmu")]
pub use export::{Exchange, Exported, exported};
#[cfg(feature = "fmu")]
pub use library::Library;
pub use package::{CONTENTS, Package, code_path};
pub use wishbone_engine::native;
#[cfg(feature = "fmu")]
pub use wishbone_foreign::{Standard, platform};
