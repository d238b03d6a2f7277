//! A practised driver who follows a path.
//!
//! He knows his vehicle as a [`SingleTrack`], by a steady bend that he has driven, and his own arms. From both follows the linear law of
//! [`Preview`] that makes errors and motions of the steering wheel least, for the path that he sees ahead. [`Following`] drives by it.

mod following;
mod preview;
mod single_track;

pub use following::{Following, Practice};
pub use preview::{Preview, STEP};
pub use single_track::{SingleTrack, SteadyBend};
