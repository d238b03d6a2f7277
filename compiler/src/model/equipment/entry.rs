//! What was declared of a piece of equipment.

/// An attribute as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name, behind those around it: `longitudinal.peak`.
    pub attribute: String,
    /// Its value.
    pub value: Noted,
}

/// Value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// Numbers, SI.
    Numbers {
        /// The numbers.
        values: Vec<f64>,
        /// Their unit; empty for plain numbers.
        unit: &'static str,
    },
    /// Words and names.
    Words(String),
}
