//! Characteristics as declared, by the laws of [`wishbone_laws::curve`].

use crate::kinematics::Design;
use crate::model::{Curve, Joined, Number, Polynomial, Table};
use crate::scalar::{Points, Scalar};
use wishbone_laws::curve::{Curve as _, Degressive, Linear, Powers, Rising as _, Scaled, Split, inverse_of_scaled};

/// The ordinate at `x`.
pub fn value<S: Scalar>(design: &Design<S>, curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => linear(design, slope).at(x),
        Curve::Split { negative, positive } => split(design, negative, positive).at(x),
        Curve::Degressive { slope, half } => degressive(design, slope, half).at(x),
        Curve::Polynomial(polynomial) => powers(design, polynomial).at(x),
        Curve::Table(table) => scaled(design, table, points(design, table)).at(x),
    }
}

/// The abscissa at which a characteristic that rises everywhere has the ordinate `y`.
///
/// # Panics
/// If it is degressive, a sum of powers or cubic.
pub fn inverse<S: Scalar>(design: &Design<S>, curve: &Curve, y: S) -> S {
    match curve {
        Curve::Linear(slope) => linear(design, slope).inverse(y),
        Curve::Split { negative, positive } => split(design, negative, positive).inverse(y),
        Curve::Table(table) if table.joined == Joined::Straight => {
            let turned = |table: &Table| Points::straight(table.y.clone(), table.x.clone());
            let turned = Points {
                others: design.further_tables(table).iter().map(turned).collect(),
                ..turned(table)
            };
            inverse_of_scaled(scaled(design, table, turned), y)
        }
        Curve::Degressive { .. } | Curve::Polynomial(_) | Curve::Table(_) => {
            unreachable!("checked where the spring was resolved")
        }
    }
}

/// The area from zero to `x`.
pub fn integral<S: Scalar>(design: &Design<S>, curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => linear(design, slope).integral(x),
        Curve::Split { negative, positive } => split(design, negative, positive).integral(x),
        Curve::Degressive { slope, half } => degressive(design, slope, half).integral(x),
        Curve::Polynomial(polynomial) => powers(design, polynomial).integral(x),
        Curve::Table(table) => scaled(design, table, points(design, table)).integral(x),
    }
}

fn linear<S: Scalar>(design: &Design<S>, slope: &Number) -> Linear<S> {
    Linear {
        slope: design.number(slope),
    }
}

fn split<S: Scalar>(design: &Design<S>, negative: &Number, positive: &Number) -> Split<S> {
    Split {
        negative: design.number(negative),
        positive: design.number(positive),
    }
}

fn degressive<S: Scalar>(design: &Design<S>, slope: &Number, half: &Number) -> Degressive<S> {
    Degressive {
        slope: design.number(slope),
        half: design.number(half),
    }
}

fn powers<'a, S: Scalar>(
    design: &'a Design<S>,
    polynomial: &'a Polynomial,
) -> Powers<S, impl DoubleEndedIterator<Item = S> + ExactSizeIterator + 'a> {
    Powers {
        ordinates: polynomial.ordinates.iter().map(|ordinate| design.number(ordinate)),
        abscissa: design.number(&polynomial.abscissa),
    }
}

fn scaled<S: Scalar>(design: &Design<S>, table: &Table, curves: Points) -> Scaled<S, Points> {
    Scaled {
        curves,
        scale: design.number(&table.scale),
        stretch: design.number(&table.stretch),
    }
}

/// The points of a table, with the points of the further lanes.
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
