//! Analyses and tools that several passes use, and the tests of all of them.

pub mod chain;
pub mod field;
pub mod fingerprint;
pub mod index;
pub mod samples;
pub mod suspects;
pub mod terms;
#[cfg(test)]
pub mod testing;
pub mod uses;
