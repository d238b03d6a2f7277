//! Solvers written by hand, like those that the compiler would emit for tiny mechanisms.

pub mod bicycle;
pub mod block;
pub mod body;
pub mod oscillator;
pub mod pendulum;
pub mod rack;
pub mod roller;
pub mod trammel;
pub mod wheelset;
