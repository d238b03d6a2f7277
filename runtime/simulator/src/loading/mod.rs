//! Control loading: forces of wheel, pedals and lever on the driver, gauges, and parameters of the sound.

mod gauge;
mod lever;
mod pedal;
mod sound;
mod steering;

pub use gauge::Gauge;
pub use lever::Lever;
pub use pedal::Pedal;
pub use sound::{Engine, Levels, Sounds};
pub use steering::{RackMotion, SetPoint, SteeringColumn};
