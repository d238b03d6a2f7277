//! Simple drivers: steering as a function of time, speed held by a controller.

mod speed_hold;
mod steer;

pub use speed_hold::{SpeedHold, forward_speed};
pub use steer::Steer;
