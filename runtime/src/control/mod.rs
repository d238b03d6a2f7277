//! Simple drivers: steering as a function of time, and a speed controller.

mod speed_hold;
mod steer;

pub use speed_hold::{SpeedHold, forward_speed};
pub use steer::Steer;
