//! Characteristics: values and integrals.

use crate::kinematics::Design;
use crate::model::{Curve, Table};
use crate::scalar::{Points, Scalar};

/// The ordinate at `x`.
pub fn value<S: Scalar>(design: &Design<S>, curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => design.number(slope) * x,
        Curve::Split { negative, positive } => x.select(design.number(negative), design.number(positive)) * x,
        Curve::Table(table) => x.lookup(&points(table)),
    }
}

/// The area from zero to `x`.
pub fn integral<S: Scalar>(design: &Design<S>, curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => S::from(0.5) * design.number(slope) * (x * x),
        Curve::Split { negative, positive } => {
            S::from(0.5) * x.select(design.number(negative), design.number(positive)) * (x * x)
        }
        Curve::Table(table) => x.lookup_integral(&points(table)),
    }
}

fn points(table: &Table) -> Points {
    Points {
        x: table.x.clone(),
        y: table.y.clone(),
    }
}
