//! A practised driver who follows a path.
//!
//! The driver knows two things: his arms, and his vehicle as a [`SingleTrack`], identified in a steady bend. From both
//! follows the linear law of [`Preview`], which minimises errors and motions of the steering wheel for the visible path
//! ahead. [`Following`] drives by this law.

mod following;
mod preview;
mod single_track;

pub use following::{Following, Practice};
pub use preview::{Preview, STEP};
pub use single_track::{SingleTrack, SteadyBend};
