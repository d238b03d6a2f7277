//! Vehicles in steady motion: at rest, straight on, in a bend.

pub mod bends;
mod growth;
pub mod modes;
mod motion;
mod needle;
pub mod response;
mod steps;
pub mod trim;

pub use motion::{
    Analysis, CONDITIONS, Motion, Steady, analysed, analysed_from, inertias, kink, straight_on_or_at_rest,
};
pub use steps::limit;
