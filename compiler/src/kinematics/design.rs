//! The vehicle's numbers at the design position: constants, or values that depend on parameters.

use super::Values;
use crate::model::{Axis, JointKind, Number, Point, QuantityId, Table, Tensor, Tunable, Vec3 as Constant, Wheel};
use crate::scalar::Scalar;
use crate::spatial::{Sym3, Vec3};
use std::collections::BTreeMap;
use std::ops::Deref;

/// Lifts the model's numbers to scalars.
#[derive(Clone, Debug)]
pub struct Design<S> {
    parameters: Values<S>,
    given: Given<S>,
}

/// Values that replace quantities of the model. If equal subsystems are computed side by side, a quantity of the
/// first subsystem represents this quantity of all of them, with a lane for each.
#[derive(Clone, Debug)]
pub struct Given<S> {
    /// Values by quantity and component.
    pub numbers: BTreeMap<(QuantityId, usize), S>,
    /// Tables of the further lanes, by the scale of the first lane's table.
    pub tables: BTreeMap<QuantityId, Vec<Table>>,
}

impl<S> Default for Given<S> {
    fn default() -> Self {
        Given {
            numbers: BTreeMap::new(),
            tables: BTreeMap::new(),
        }
    }
}

/// A unit vector, and its value at the defaults of the parameters, by which equivalent forms are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction<S> {
    vector: Vec3<S>,
    default: Constant,
}

/// The geometry of a joint as scalars.
pub type Geometry<S> = JointKind<Vec3<S>, Direction<S>>;

/// Entries of a symmetric tensor in the order of its components.
pub const ENTRIES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

impl<S: Scalar> Design<S> {
    /// The numbers for these values of the parameters, and for values that replace quantities of the model.
    pub fn new(parameters: Values<S>, given: Given<S>) -> Self {
        Design { parameters, given }
    }

    /// A number.
    pub fn number(&self, number: &Number) -> S {
        self.lift(number, 0, |x| *x)
    }

    /// Moment of inertia of a wheel and its shaft about the wheel's axis; `None` for a wheel without a spin freedom.
    pub fn spin_inertia(&self, wheel: &Wheel) -> Option<S> {
        let own = wheel.spin_inertia.as_ref()?;
        Some(self.number(own) + self.number(&wheel.shaft_inertia))
    }

    /// A point or vector.
    pub fn point(&self, point: &Point) -> Vec3<S> {
        Vec3([0, 1, 2].map(|k| self.lift(point, k, |v| v[k])))
    }

    /// A symmetric tensor.
    pub fn tensor(&self, tensor: &Tensor) -> Sym3<S> {
        let component = |i: usize, j: usize| ENTRIES.iter().position(|entry| *entry == (i.min(j), i.max(j)));
        Sym3::from_upper(|i, j| {
            let component = component(i, j).expect("each entry is one of them");
            self.lift(tensor, component, |t| t[(i, j)])
        })
    }

    /// A direction: the vector that defines it, scaled to unit length.
    pub fn direction(&self, axis: &Axis) -> Direction<S> {
        let (along, sign) = axis.vector();
        let vector = if axis.is_tuned() || self.is_given(along) {
            let vector = Vec3([0, 1, 2].map(|k| self.lift_signed(along, k, sign, |v| v[k])));
            vector.normalised()
        } else {
            Vec3::constant(axis)
        };
        Direction {
            vector,
            default: **axis,
        }
    }

    /// The geometry of a joint.
    pub fn joint(&self, kind: &JointKind) -> Geometry<S> {
        kind.map(|point| self.point(point), |axis| self.direction(axis))
    }

    /// The tables of the lanes behind the first lane, if these differ.
    pub fn further_tables(&self, table: &Table) -> &[Table] {
        let given = table.scale.id().and_then(|id| self.given.tables.get(&id));
        given.map_or(&[], Vec::as_slice)
    }

    fn is_given<T>(&self, number: &Tunable<T>) -> bool {
        number
            .id()
            .is_some_and(|id| self.given.numbers.range((id, 0)..=(id, usize::MAX)).next().is_some())
    }

    fn lift<T>(&self, number: &Tunable<T>, component: usize, part: impl Fn(&T) -> f64) -> S {
        self.lift_signed(number, component, 1.0, part)
    }

    fn lift_signed<T>(&self, number: &Tunable<T>, component: usize, sign: f64, part: impl Fn(&T) -> f64) -> S {
        let given = number.id().and_then(|id| self.given.numbers.get(&(id, component)));
        match given {
            Some(given) => S::from(sign) * *given,
            None => self.parameters.part(number, sign, part),
        }
    }
}

impl<S: Scalar> Direction<S> {
    /// A constant unit vector.
    pub fn constant(vector: &Constant) -> Self {
        Direction {
            vector: Vec3::constant(vector),
            default: *vector,
        }
    }

    /// Two unit vectors that form a right-handed set with this one; they are vehicle axes if this one is a vehicle
    /// axis.
    pub fn across(&self) -> (Self, Self) {
        let axis = self.default;
        if self.is_constant() {
            let first = if axis.iter().filter(|x| **x == 0.0).count() == 2 {
                Constant::ith((axis.iamax() + 1) % 3, 1.0)
            } else {
                axis.cross(&Constant::ith(axis.iamin(), 1.0)).normalize()
            };
            return (Self::constant(&first), Self::constant(&axis.cross(&first)));
        }
        let least = Constant::ith(axis.iamin(), 1.0);
        let first = Direction {
            vector: self.vector.cross(Vec3::constant(&least)).normalised(),
            default: axis.cross(&least).normalize(),
        };
        let second = Direction {
            vector: self.vector.cross(first.vector),
            default: axis.cross(&first.default),
        };
        (first, second)
    }

    /// The unit vector perpendicular to this direction and to another direction that is not parallel to it.
    pub fn across_both(&self, other: &Self) -> Self {
        let default = self.default.cross(&other.default).normalize();
        if self.is_constant() && other.is_constant() {
            return Self::constant(&default);
        }
        Direction {
            vector: self.vector.cross(other.vector).normalised(),
            default,
        }
    }

    /// Whether this direction and another direction are parallel, in either sense, at the defaults and up to
    /// rounding.
    pub fn is_parallel_to(&self, other: &Self) -> bool {
        self.default.cross(&other.default).norm() < 1e-12
    }

    fn is_constant(&self) -> bool {
        self.vector.0.iter().all(|x| x.constant().is_some())
    }
}

impl<S> Deref for Direction<S> {
    type Target = Vec3<S>;

    fn deref(&self) -> &Vec3<S> {
        &self.vector
    }
}
