//! Drivers: what they demand, steering as a function of time or through a column, and a speed controller.

mod column;
mod controls;
mod speed_hold;
mod steer;

pub use column::{Column, ColumnState, Felt, Hands};
pub use controls::Controls;
pub use speed_hold::{SpeedHold, forward_speed};
pub use steer::Steer;
