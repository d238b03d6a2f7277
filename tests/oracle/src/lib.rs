//! The referee: dynamics of a declared vehicle in absolute coordinates, written for obvious correctness and not for
//! speed.
//!
//! It reads the declaration ([`wishbone_compiler::model`]) and shares nothing else with the compiler: no spanning tree,
//! no relative coordinates, no frames chosen for speed. Every body has six coordinates, every joint contributes a few
//! rows of constraints, every wheel is a separate rigid body on a hinge, and one dense linear system combines them:
//!
//! ```text
//! [ M  J' ] [ a ]   [ f      ]
//! [ J  0  ] [ l ] = [ -gamma ]
//! ```
//!
//! Where to start: [`Oracle::accelerations`] in `dynamics.rs` builds that system. Its parts are in `body.rs` (motion
//! and inertia), `constraint.rs` and `gear.rs` (one small section for each kind of joint), `rotor.rs` (wheels),
//! `rod.rs` (rods with mass), `force.rs`, `element.rs` and `curve.rs` (gravity, springs, other force elements, wheel
//! loads). `solve.rs` solves the system to the last digit. `assemble.rs` closes the joints of any guess, `integrate.rs`
//! advances in time, `energy.rs` computes energy and momentum.
//!
//! World axes are those of the ground, ISO 8855: X forward, Y left, Z up. Body axes are the vehicle axes at the design
//! position, so that at the design position every rotation matrix is the identity. SI units.

mod assemble;
mod body;
mod constraint;
mod curve;
mod dynamics;
mod element;
mod energy;
mod force;
mod gear;
mod integrate;
mod leaf;
mod loads;
mod pair;
mod rod;
mod rotor;
mod solve;

pub use assemble::{JointResidual, NotAssembled};
pub use body::{Motion, Motions};
pub use constraint::{Coefficients, Row};
pub use dynamics::{Accelerations, BodyAcceleration, Mobility, Reaction};
pub use energy::{Energy, Momentum};
pub use loads::{Drive, Loads, WheelLoad};

use wishbone_compiler::model::{BodyId, Model, WheelId};

/// The reference solver of one vehicle.
#[derive(Clone, Debug)]
pub struct Oracle {
    model: Model,
}

impl Oracle {
    /// Builds the solver of a declared vehicle.
    pub fn new(model: &Model) -> Self {
        Self { model: model.clone() }
    }

    /// The model of the declaration.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Everything at its design position, at rest.
    pub fn design(&self) -> Motions {
        Motions::design(&self.model)
    }

    /// Loads with no load on any wheel, and every driven joint held at its design position.
    pub fn no_loads(&self) -> Loads {
        Loads::none(&self.model)
    }

    /// The equations of every joint, in the order of declaration.
    pub fn rows(&self, motions: &Motions, loads: &Loads) -> Vec<Vec<Row>> {
        let rows_of = |joint| constraint::rows(&self.model, joint, motions, loads);
        self.model.joints.iter().map(rows_of).collect()
    }

    /// Number of moving bodies.
    fn body_count(&self) -> usize {
        self.model.bodies.len() - 1
    }

    /// Ids of the wheels.
    fn wheels(&self) -> impl Iterator<Item = WheelId> + use<> {
        (0..self.model.wheels.len()).map(WheelId::from)
    }
}

/// Position of a body among the moving bodies; none for the ground.
fn slot(body: BodyId) -> Option<usize> {
    body.index().checked_sub(1)
}
