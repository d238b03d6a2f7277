//! The inclined plane.

use super::{Ground, Terrain};

/// A plane through the origin: `z = along x + across y`.
///
/// A grade of 0.1 is 10 percent, a rise of 0.1 m per metre. The plane goes on without end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slope {
    /// Grade along X, `dz/dx` [-]: positive uphill in forward direction.
    pub along: f64,
    /// Grade along Y, `dz/dy` [-]: positive where the left side is higher.
    pub across: f64,
}

impl Terrain for Slope {
    #[inline]
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        Ground::sloping(self.along * x + self.across * y, [self.along, self.across])
    }
}
