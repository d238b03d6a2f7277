//! Motion cueing: platform motions that let a driver feel the motion of a vehicle, within the limits of the platform.

mod adaptive;
mod channel;
mod classical;
mod scaling;
mod tilt;
mod washout;

pub use adaptive::{Adaptive, AdaptiveSettings};
pub use channel::{Channel, ChannelSettings, Weights};
pub use classical::{Classical, ClassicalSettings, Tilting};
pub use scaling::{Scale, Scaling};
pub use tilt::{Follower, TiltLimits};
pub use washout::{NotFinite, Washout};
