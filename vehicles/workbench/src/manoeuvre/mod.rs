//! Vehicles that drive through manoeuvres.

pub mod driven;
mod equipped;
mod foreign;
mod grade;
mod named;
mod practised;
mod start;
mod trial;

pub(crate) use driven::Ready;
pub use driven::{Driven, driven};
pub(crate) use equipped::{as_declared, facts};
pub use named::{all, find, list};
pub(crate) use start::Start;
