//! Describes a mechanism in sentences: what can move, which motions are fixed twice, which joints are held, and which
//! speeds follow from which. Some of these findings are errors or warnings.

mod acted_on;
pub mod check;
pub mod freedom;
pub mod held;
pub mod nearly;
mod parts;
pub mod reasons;
pub mod redundancy;
mod remedy;
pub mod words;
