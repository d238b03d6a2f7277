//! Points and directions.

use nalgebra::Vector3;

/// A point or direction in the vehicle frame at the design position [m].
pub type Vec3 = Vector3<f64>;
