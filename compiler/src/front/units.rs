//! Units to SI, and their dimensions.

/// Exponents of metre, kilogram, second and radian.
///
/// The angle is kept as a dimension of its own so that `12 deg` is no length ratio; `N*m/rad` and `N*m` differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// Exponent of the metre.
    pub length: i8,
    /// Exponent of the kilogram.
    pub mass: i8,
    /// Exponent of the second.
    pub time: i8,
    /// Exponent of the radian.
    pub angle: i8,
}
