//! Studies of any vehicle: where it rests, how it vibrates, and which steps are stable.
//!
//! They need only the solver of a vehicle: names and sizes come from the solver. Equilibrium and linear analysis also
//! need its exact derivatives (`derivatives: accept` in the declaration).
//!
//! - [`equilibrium`]: the position without accelerations, by Newton's method.
//! - [`instant`]: the evaluation of a vehicle with everything that acts on it; all answers take their numbers from it.
//! - [`trim`]: steady motions, straight ahead and in a bend, of the vehicle with all states of its equipment.
//! - [`linear`]: the linear system about rest or a steady motion, with inputs and outputs. [`modes`]: its modes with eigenvalues,
//!   damping and shares of the states, each with its [`shape`], and the largest stable step. [`frequency`]: its frequency
//!   responses. [`locus`]: its eigenvalues over a parameter.
//! - [`memories`]: fast states of equipment, and the largest step that is stable for them.
//! - [`stiff`]: the fast part of a vehicle, which an integrator has to treat implicitly, and the largest step of the
//!   remaining part.
//! - [`rig`], [`kinematics`] and [`kc`]: the chassis is held and the wheels are lifted; toe, camber, rates, roll centre, steering axis.
//! - [`characteristics`], [`sensitivity`], [`tolerance`] and [`fit`]: figures of the rig as single numbers, their derivatives with
//!   respect to the hardpoints, their scatter by tolerances, and the hardpoints that give wanted curves.
//! - [`plausibility`]: figures that follow quickly from a declaration, with their usual ranges.
//! - [`findings`]: the results of a study as figures, with [`table`] for numbers and [`panels`] for pictures.
//! - [`relaxed`]: equipment that has come to rest while the vehicle moves on.
//! - [`manoeuvre`]: manoeuvres as files: road, speed, steering, pedals, and the figures that standards define for them.
//! - [`turns`]: angles over time that go on beyond a full turn.
//! - [`towed`]: vehicles whose tyres have no longitudinal force, moved by longitudinal forces at the wheel centres.
//! - [`whole`]: the Jacobian of a vehicle with everything that acts on it, from which [`equilibrium`], [`linear`] and
//!   [`trim`] are computed.
//! - [`written`]: values that are written as TOML, with all mistakes of a text at once.

mod bounds;
pub mod characteristics;
mod dampers;
mod decomposition;
pub mod driver;
pub mod equilibrium;
pub mod findings;
pub mod fit;
pub mod frequency;
pub mod ground_motion;
pub mod heat;
pub mod identify;
pub mod instant;
pub mod kc;
pub mod kinematics;
pub mod likeness;
pub mod linear;
pub mod locus;
pub mod manoeuvre;
pub mod memories;
pub mod modes;
pub mod panels;
pub mod plausibility;
pub mod relaxed;
pub mod rig;
pub mod sensitivity;
pub mod shape;
pub mod steps;
pub mod stiff;
pub mod table;
pub mod threads;
pub mod tolerance;
pub mod towed;
pub mod trim;
pub mod turns;
pub mod whole;
pub mod written;

pub use equilibrium::{Equilibrium, NoEquilibrium};
pub use linear::Linear;
pub use modes::Mode;
