//! Symmetric matrices over three displacements and three rotations.

use super::Number;
use nalgebra::Matrix6;

/// A symmetric matrix over three displacements and three rotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Symmetric6(Vec<Number>);

impl Symmetric6 {
    /// By direction: sign in the image of a bushing. If y is reversed, displacements along y and rotations about x and
    /// z change their signs.
    pub const SIGNS: [f64; 6] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0];

    /// By row and column, the column no greater than the row.
    pub fn from_lower(entry: impl Fn(usize, usize) -> Number) -> Self {
        let entry = &entry;
        Symmetric6((0..6).flat_map(|i| (0..=i).map(move |j| entry(i, j))).collect())
    }

    /// An entry.
    pub fn at(&self, i: usize, j: usize) -> &Number {
        let (i, j) = (i.max(j), i.min(j));
        &self.0[i * (i + 1) / 2 + j]
    }

    /// Each entry once, the rows of the lower half in order.
    pub fn entries(&self) -> impl Iterator<Item = &Number> {
        self.0.iter()
    }

    /// Each entry once.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Number> {
        self.0.iter_mut()
    }

    /// At the defaults of the parameters.
    pub fn value(&self) -> Matrix6<f64> {
        Matrix6::from_fn(|i, j| **self.at(i, j))
    }
}
