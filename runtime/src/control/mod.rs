//! Drivers: their demands, pedals and gears, speed controllers, and steering.
//!
//! | driver | type |
//! |---|---|
//! | pedals and gear over time, or by events | [`Pedals`] with [`ByTime`] or [`Script`] |
//! | pedals and gear over time, without measuring anything | [`Timetable`] with [`ByTime`] |
//! | holds a speed with pedals and gears | [`Cruise`], [`Gears`] |
//! | holds a speed with torques on the wheels | [`SpeedHold`] |
//! | steers along a path | [`path::PathFollower`] |
//! | moves a steering drive over time | [`Steer`] |
//! | turns a steering wheel, through a column | [`Column`] |

mod column;
mod controls;
mod cruise;
mod gears;
pub mod path;
mod pedals;
mod script;
mod speed_hold;
mod steer;
mod timetable;

pub use column::{Column, ColumnState, Felt, Hands};
pub use controls::Controls;
pub use cruise::Cruise;
pub use gears::{Geared, Gears};
pub use pedals::{ByTime, Driven, Pedals, Plan};
pub use script::{Event, Script, When};
pub use speed_hold::{SpeedHold, forward_speed};
pub use steer::Steer;
pub use timetable::Timetable;
