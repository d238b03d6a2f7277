//! A mechanism in sentences: what can move, what is fixed twice, what is held, which speeds follow from which, and what
//! of it is an error or a warning.

mod acted_on;
pub mod check;
pub mod freedom;
pub mod held;
pub mod parallel;
mod parts;
pub mod reasons;
pub mod redundancy;
mod remedy;
pub mod words;
