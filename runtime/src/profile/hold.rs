//! A constant.

use super::Profile;
use crate::ports::Drive;

/// Rest at one position [rad or m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hold(pub f64);

impl Profile for Hold {
    fn at(&self, _time: f64) -> Drive {
        Drive {
            position: self.0,
            ..Drive::default()
        }
    }
}
