//! Manoeuvres: the road, the speed, the actions of the driver, and the wanted figures.
//!
//! A [`Manoeuvre`] is data, read from a small TOML file (`docs/manoeuvres.md`). The manoeuvres of the [`library`] are such files. A
//! manoeuvre is run in three parts: [`Facts`] of the vehicle at rest, a [`record()`] of histories while a simulation runs, and
//! [`figures`] from the histories. All three know of a vehicle only the data of its solver.

pub mod alternation;
mod declared;
mod facts;
pub mod figures;
mod followed;
mod foreign;
mod formula;
mod found;
mod held;
mod judge;
mod kind;
mod laid;
pub mod library;
mod method;
mod motion;
mod pace;
mod panels;
mod polyline;
pub mod quantity;
mod record;
mod road;
pub mod spacing;
mod spectrum;
mod stabilisation;
mod start;
mod steering;
mod strip;
mod surface;
mod weighting;

pub use declared::{Manoeuvre, Overrides};
pub use facts::Facts;
pub use figures::slope;
pub use foreign::{Foreign, ReadAt};
pub use formula::Formula;
pub use held::HeldSpeed;
pub use judge::{Judge, overturned};
pub use kind::Kind;
pub use laid::{Contents, CrgRoad, FrictionGrid, Laid, Patch};
pub use method::Method;
pub use motion::{Moment, Motion, Pose, quaternion_from_z};
pub use pace::{Pace, Pedals, Until};
pub use record::{Plan, Recorded, Stopped, angles, columns, record, row};
pub use road::{RUN_IN, Road};
pub use spectrum::{Response, response};
pub use stabilisation::Stabilisation;
pub use start::{Slides, Start};
pub use steering::{Dwell, Lanes, Points, Pulse, Steering, Step, Sweep, Turning, Wave};
pub use strip::Strip;
pub use surface::{Bumps, Class, Ramps, Roughness, Side, Surface, Waves};
pub use weighting::{weighted_rms, wk};
