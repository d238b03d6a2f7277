//! Data from elsewhere as a file to go on with: a table of hardpoints, a vehicle of Chrono::Vehicle.
//!
//! Each way gets texts, and gives a TOML file with notes: what was recognised, and what could not be carried over.

pub mod chrono;
pub mod table;

/// A file that was made from other data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The TOML file.
    pub text: String,
    /// What was recognised, and what was left out; a line each.
    pub notes: Vec<String>,
}
