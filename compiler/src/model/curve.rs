//! Characteristics: force over deflection, and the like.

use super::Number;

/// A characteristic of one variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// Proportional: slope.
    Linear(Number),
    /// Slope below zero and slope from zero on.
    Split {
        /// Slope for negative values.
        negative: Number,
        /// Slope from zero on.
        positive: Number,
    },
    /// `slope x / (1 + |x| / half)`: its slope decreases with the distance from zero, and its absolute value stays
    /// below `slope half`.
    Degressive {
        /// Slope at zero.
        slope: Number,
        /// Value of the variable at which the ordinate is half of `slope x`; greater than zero at the parameters'
        /// defaults.
        half: Number,
    },
    /// A sum of powers.
    Polynomial(Polynomial),
    /// Through points.
    Table(Table),
}

impl Curve {
    /// Its numbers, except the points of a table.
    pub fn numbers_mut(&mut self) -> Vec<&mut Number> {
        match self {
            Curve::Linear(slope) => vec![slope],
            Curve::Split { negative, positive } => vec![negative, positive],
            Curve::Degressive { slope, half } => vec![slope, half],
            Curve::Polynomial(Polynomial { ordinates, abscissa }) => {
                ordinates.iter_mut().chain(std::iter::once(abscissa)).collect()
            }
            Curve::Table(table) => vec![&mut table.scale, &mut table.stretch],
        }
    }

    /// Its numbers, except the points of a table, to be read.
    pub fn numbers(&self) -> Vec<&Number> {
        match self {
            Curve::Linear(slope) => vec![slope],
            Curve::Split { negative, positive } => vec![negative, positive],
            Curve::Degressive { slope, half } => vec![slope, half],
            Curve::Polynomial(Polynomial { ordinates, abscissa }) => {
                ordinates.iter().chain(std::iter::once(abscissa)).collect()
            }
            Curve::Table(table) => vec![&table.scale, &table.stretch],
        }
    }

    /// Its points, if it is given by points.
    pub fn table(&self) -> Option<&Table> {
        match self {
            Curve::Table(table) => Some(table),
            Curve::Linear(_) | Curve::Split { .. } | Curve::Degressive { .. } | Curve::Polynomial(_) => None,
        }
    }

    /// This characteristic with both signs reversed: `-f(-x)`.
    pub fn turned(&self) -> Self {
        match self {
            Curve::Linear(_) | Curve::Degressive { .. } => self.clone(),
            Curve::Split { negative, positive } => Curve::Split {
                negative: positive.clone(),
                positive: negative.clone(),
            },
            Curve::Polynomial(polynomial) => Curve::Polynomial(polynomial.turned()),
            Curve::Table(table) => Curve::Table(table.turned()),
        }
    }
}

/// A sum of powers without a constant: `Σ ordinates[k] (x / abscissa)^(k + 1)`, `k` from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial {
    /// Contribution of each power at the abscissa; at least one.
    pub ordinates: Vec<Number>,
    /// Abscissa at which these contributions hold; greater than zero at the parameters' defaults.
    pub abscissa: Number,
}

impl Polynomial {
    /// Even powers change their signs.
    fn turned(&self) -> Self {
        let powers = self.ordinates.iter().zip(1..);
        let sign = |k: i32| if k % 2 == 0 { -1.0 } else { 1.0 };
        Polynomial {
            ordinates: powers.map(|(ordinate, k)| ordinate.map(|c| sign(k) * c)).collect(),
            abscissa: self.abscissa.clone(),
        }
    }
}

/// A curve through points, scaled: `scale f(x / stretch)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Abscissae: at least two, strictly increasing.
    pub x: Vec<f64>,
    /// Ordinates.
    pub y: Vec<f64>,
    /// How the points are joined.
    pub joined: Joined,
    /// Factor on the ordinate.
    pub scale: Number,
    /// Factor on the abscissa; greater than zero at the parameters' defaults.
    pub stretch: Number,
}

/// How the points of a table are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// By straight lines; the first and the last line are continued.
    Straight,
    /// Interpolates by cubics with a continuous slope, monotone between monotone points, and continues them by
    /// tangents.
    Cubic,
}

impl Table {
    /// Points joined by straight lines.
    pub fn straight(x: Vec<f64>, y: Vec<f64>) -> Self {
        Table {
            x,
            y,
            joined: Joined::Straight,
            scale: 1.0.into(),
            stretch: 1.0.into(),
        }
    }

    /// Both signs change, and therefore the order of the points, too.
    fn turned(&self) -> Self {
        let turned = |numbers: &[f64]| numbers.iter().rev().map(|x| -x).collect();
        Table {
            x: turned(&self.x),
            y: turned(&self.y),
            ..self.clone()
        }
    }
}
