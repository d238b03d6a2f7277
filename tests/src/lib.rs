//! What the cross-package tests share: a compiled vehicle under one interface, whether interpreted or emitted, random
//! consistent states for it, and the comparison with the oracle.

mod referee;
mod state;
mod subject;

pub use referee::{Disagreement, compare};
pub use state::{Scatter, random_state};
pub use subject::{Acting, Emitted, Interpreted, Rates, Subject};
