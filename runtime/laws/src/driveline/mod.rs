//! Parts of a driveline: engines and motors, torque converters.

mod converter;
mod engine;

pub use converter::{Converter, Transmitted};
pub use engine::Engine;
