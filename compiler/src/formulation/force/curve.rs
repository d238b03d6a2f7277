//! Characteristics: values and integrals.
//!
//! A table that is scaled gives `s f(x / l)`, with the integral `s l F(x / l)`, `F' = f`. A polynomial with the ordinates
//! `c` at the abscissa `l` gives `Σ c_k (x / l)^k`, `k` from 1, with the integral `l Σ c_k (x / l)^(k + 1) / (k + 1)`.

use crate::kinematics::Design;
use crate::model::{Curve, Joined, Polynomial, Table};
use crate::scalar::{Points, Scalar};

/// The ordinate at `x`.
pub fn value<S: Scalar>(design: &Design<S>, curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => design.number(slope) * x,
        Curve::Split { negative, positive } => x.select(design.number(negative), design.number(positive)) * x,
        Curve::Degressive { slope, half } => {
            let [slope, half] = [slope, half].map(|number| design.number(number));
            let size = x.select(-x, x);
            slope * half * x * (S::one() / (half + size))
        }
        Curve::Polynomial(polynomial) => {
            let u = along(design, polynomial, x);
            powers(ordinates(design, polynomial), u) * u
        }
        Curve::Table(table) => {
            let [scale, stretch] = [&table.scale, &table.stretch].map(|number| design.number(number));
            scale * (x * (S::one() / stretch)).lookup(&points(design, table))
        }
    }
}

/// The abscissa at which a characteristic that rises everywhere has the ordinate `y`.
///
/// # Panics
/// If it is degressive, a sum of powers or cubic.
pub fn inverse<S: Scalar>(design: &Design<S>, curve: &Curve, y: S) -> S {
    match curve {
        Curve::Linear(slope) => y * (S::one() / design.number(slope)),
        Curve::Split { negative, positive } => {
            let [negative, positive] = [negative, positive].map(|slope| S::one() / design.number(slope));
            y.select(negative, positive) * y
        }
        Curve::Table(table) if table.joined == Joined::Straight => {
            let turned = |table: &Table| Points::straight(table.y.clone(), table.x.clone());
            let turned = Points {
                others: design.further_tables(table).iter().map(turned).collect(),
                ..turned(table)
            };
            let force = y * (S::one() / design.number(&table.scale));
            design.number(&table.stretch) * force.lookup(&turned)
        }
        Curve::Degressive { .. } | Curve::Polynomial(_) | Curve::Table(_) => {
            unreachable!("checked where the spring was resolved")
        }
    }
}

/// The area from zero to `x`.
///
/// # Panics
/// If it is degressive, which only damping can be.
pub fn integral<S: Scalar>(design: &Design<S>, curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => S::from(0.5) * design.number(slope) * (x * x),
        Curve::Split { negative, positive } => {
            S::from(0.5) * x.select(design.number(negative), design.number(positive)) * (x * x)
        }
        Curve::Degressive { .. } => unreachable!("checked where the element was resolved"),
        Curve::Polynomial(polynomial) => {
            let u = along(design, polynomial, x);
            let areas = ordinates(design, polynomial).enumerate();
            let areas = areas.map(|(k, ordinate)| ordinate * S::from((k as f64 + 2.0).recip()));
            design.number(&polynomial.abscissa) * (powers(areas, u) * (u * u))
        }
        Curve::Table(table) => {
            let [scale, stretch] = [&table.scale, &table.stretch].map(|number| design.number(number));
            scale * stretch * (x * (S::one() / stretch)).lookup_integral(&points(design, table))
        }
    }
}

/// `x / l`
fn along<S: Scalar>(design: &Design<S>, polynomial: &Polynomial, x: S) -> S {
    x * (S::one() / design.number(&polynomial.abscissa))
}

fn ordinates<'a, S: Scalar>(
    design: &'a Design<S>,
    polynomial: &'a Polynomial,
) -> impl DoubleEndedIterator<Item = S> + ExactSizeIterator + 'a {
    polynomial.ordinates.iter().map(|ordinate| design.number(ordinate))
}

/// `c_1 + c_2 u + c_3 u² + ..`, from the inside out.
fn powers<S: Scalar>(coefficients: impl DoubleEndedIterator<Item = S>, u: S) -> S {
    coefficients.rev().fold(S::zero(), |sum, c| sum * u + c)
}

/// The points of a table, with those of the further lanes.
fn points<S: Scalar>(design: &Design<S>, table: &Table) -> Points {
    Points {
        others: design.further_tables(table).iter().map(own_points).collect(),
        ..own_points(table)
    }
}

fn own_points(table: &Table) -> Points {
    let (x, y) = (table.x.clone(), table.y.clone());
    match table.joined {
        Joined::Straight => Points::straight(x, y),
        Joined::Cubic => Points::cubic(x, y),
    }
}
