//! Drivers: what they demand, steering as a function of time, and a speed controller.

mod controls;
mod speed_hold;
mod steer;

pub use controls::Controls;
pub use speed_hold::{SpeedHold, forward_speed};
pub use steer::Steer;
