//! Motion cueing: the motion of a platform that lets a driver feel that of a vehicle, as far as the platform can move.

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
