//! Studies of any vehicle: where it rests, how it vibrates, which steps are stable.
//!
//! They need the exact derivatives of the solver (`derivatives: accept` in the declaration), and nothing else of a
//! vehicle: names and sizes are the solver's own.
//!
//! - [`equilibrium`]: the position in which nothing accelerates, by Newton's method.
//! - [`linear`]: the state matrix about rest or straight rolling; eigenvalues, damping, shares of the states in each mode,
//!   the largest stable step.
//! - [`rig`] and [`kinematics`]: the chassis is held and the wheels are lifted; toe, camber, rates, roll centre, steering axis.
//! - [`table`] and [`panels`]: results as numbers and as pictures.
//! - [`whole`]: the Jacobian of a vehicle with all that acts on it, from which the two are made.

pub mod equilibrium;
pub mod kinematics;
pub mod linear;
pub mod modes;
pub mod panels;
pub mod rig;
pub mod steps;
pub mod table;
pub mod whole;

pub use equilibrium::{Equilibrium, NoEquilibrium};
pub use linear::Linear;
pub use modes::Mode;
