//! Shared code of the cross-package tests: a compiled vehicle behind one interface, whether interpreted or emitted,
//! random consistent states for it, and the comparison with the oracle.

mod doors;
mod names;
pub mod random_vehicle;
mod referee;
pub mod soak;
mod state;
mod subject;
pub mod tuned;

pub use doors::assert_both_doors;
pub use names::{body, coordinate, output, speed};
pub use referee::{Disagreement, compare, loads, motions};
pub use state::{Scatter, random_state};
pub use subject::{Acting, Emitted, Interpreted, Rates, Subject};
pub use wishbone_solvers::{derived, vehicles};

/// Examples of README and of the book, which are compiled here to keep them valid.
#[cfg(doctest)]
pub mod pages {
    #[doc = include_str!("../../README.md")]
    pub struct Readme;
    #[doc = include_str!("../../docs/book/declare/vehicle.md")]
    pub struct Declare;
    #[doc = include_str!("../../docs/book/rust/first.md")]
    pub struct First;
    #[doc = include_str!("../../docs/book/rust/equipment.md")]
    pub struct Equipment;
    #[doc = include_str!("../../docs/book/rust/rest.md")]
    pub struct Rest;
    #[doc = include_str!("../../docs/book/rust/stiff.md")]
    pub struct Stiff;
}
