//! Bodies.

use super::quantities::{Listed, Role, ValueMut};
use super::{Declared, Number, Point, Reference, Tensor};
use crate::diag::SourceSpan;
use crate::front::units;

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// `chassis`, `front_left.knuckle`.
    pub name: String,
    /// [kg]
    pub mass: Number,
    /// Centre of mass [m].
    pub com: Point,
    /// Inertia tensor about the centre of mass in vehicle axes [kg m^2]; off-diagonal entries are tensor entries
    /// (`-∫xy dm`).
    pub inertia: Tensor,
    /// Where it was declared.
    pub span: SourceSpan,
}

impl Declared for Body {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let inertia = ValueMut::Tensor(&mut self.inertia);
        vec![
            Listed::number("mass", &units::MASS, &mut self.mass),
            Listed::point("com", &[], &mut self.com),
            Listed::new("inertia", &units::INERTIA, Role::Tensor, inertia),
        ]
    }
}
