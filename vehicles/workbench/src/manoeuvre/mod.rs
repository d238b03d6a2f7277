//! Vehicles that drive through manoeuvres.

pub mod driven;
mod equipped;
mod foreign;
mod grade;
mod named;
mod practised;
mod start;
mod trial;
mod waiting;

pub use driven::{Driven, behaviour, driven};
pub(crate) use driven::{Outside, Ready};
pub(crate) use equipped::{as_declared, facts, notes};
pub use named::{all, find, list};
pub(crate) use start::Start;
