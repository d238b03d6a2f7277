//! Gears: two joints with one freedom each, on a body that carries both.

use super::description::{Description, Freedom};
use super::kind::{DeclaredKind, Kind};
use crate::front::units;
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::{BodyId, JointId, Point, Reference};

/// Meshing wheels: the coordinate of one joint follows the coordinate of another joint. This is one equation between
/// the two bodies that the joints move relative to a common carrier.
#[derive(Clone, Debug, PartialEq)]
pub struct Gear<P = Point> {
    /// The joint between the first body and the carrier, and the joint between the second body and the carrier; each
    /// has one freedom.
    pub joints: [JointId; 2],
    /// The second coordinate as a function of the first: coefficients of the powers of the first coordinate, beginning
    /// with the first power, in SI units.
    pub law: Vec<f64>,
    /// The point half-way between both joints.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "gear",
    freedoms: &[
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
    ],
    ..Description::LINK
};

impl<P> Gear<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> Gear<Q> {
        Gear {
            joints: self.joints,
            law: self.law.clone(),
            at: point(&self.at),
        }
    }
}

impl<P, A> Kind<P, A> for Gear<P> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn points(&self) -> Vec<&P> {
        vec![&self.at]
    }

    fn directions(&self) -> Vec<&A> {
        Vec::new()
    }

    fn gear(&self) -> Option<[JointId; 2]> {
        Some(self.joints)
    }
}

impl DeclaredKind for Gear {
    /// With `q' = s q` for each coordinate, `q_2 = Σ c_k q_1^k` becomes `q_2' = Σ s_2 s_1^k c_k q_1'^k`.
    fn reflect_coordinates(&mut self, [first, second]: [f64; 2]) {
        for (coefficient, power) in self.law.iter_mut().zip(1..) {
            *coefficient *= second * first.powi(power);
        }
    }

    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        let ratio = Listed::new("ratio", &units::PLAIN, Role::Scalar, ValueMut::Several(&mut self.law));
        vec![ratio.equal_in_lanes(), Listed::point("at", &bodies, &mut self.at)]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        self.joints.iter_mut().map(Reference::Joint).collect()
    }
}
