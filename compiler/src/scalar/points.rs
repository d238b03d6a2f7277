//! Curves through points: piecewise linear or piecewise cubic, as [`wishbone_laws::curve`] evaluates them.

use wishbone_laws::curve::{self, Curves, Table, cubic_pieces, derived, monotone_slopes};

/// A curve through points: `x` strictly increasing, at least two.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Abscissae.
    pub x: Vec<f64>,
    /// Ordinates over them.
    pub ordinates: Ordinates,
    /// The curves of the other lanes, where each has its own.
    pub others: Vec<Points>,
}

/// Ordinates over the abscissae of a curve.
#[derive(Clone, Debug, PartialEq)]
pub enum Ordinates {
    /// Linear from point to point, continued by the first and the last piece; by point, its ordinate.
    Straight(Vec<f64>),
    /// Cubic from point to point, continued by straight lines. Each piece (one more than there are points) has the
    /// coefficients of the powers 0 to 3 of the distance from the beginning of the piece; for the first piece, from its
    /// end.
    Cubic(Vec<[f64; 4]>),
}

impl Points {
    /// Straight from point to point.
    pub fn straight(x: Vec<f64>, y: Vec<f64>) -> Self {
        Points {
            x,
            ordinates: Ordinates::Straight(y),
            others: Vec::new(),
        }
    }

    /// A cubic with a continuous slope through the points, which rises where the points rise and falls where they fall
    /// (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980), continued by its tangents.
    pub fn cubic(x: Vec<f64>, y: Vec<f64>) -> Self {
        let mut slopes = vec![0.0; x.len()];
        monotone_slopes(&x, &y, &mut slopes);
        let pieces = cubic_pieces(&x, &y, &slopes).collect();
        Points {
            x,
            ordinates: Ordinates::Cubic(pieces),
            others: Vec::new(),
        }
    }

    /// Copies of curves.
    pub fn of(curves: &impl Curves) -> Self {
        let own = |lane: usize| {
            let Table { x, ordinates } = curves.of_lane(lane);
            Points {
                x: x.to_vec(),
                ordinates: match ordinates {
                    curve::Ordinates::Straight(y) => Ordinates::Straight(y.to_vec()),
                    curve::Ordinates::Cubic(pieces) => Ordinates::Cubic(pieces.to_vec()),
                },
                others: Vec::new(),
            }
        };
        Points {
            others: (1..curves.lanes()).map(own).collect(),
            ..own(0)
        }
    }

    /// The curve of its derivatives of that order, of each lane its own.
    pub fn derivative(&self, order: usize) -> Self {
        if order == 0 {
            return self.clone();
        }
        let pieces = match &self.ordinates {
            Ordinates::Straight(y) => {
                let last = y.len() - 2;
                let slope = |i: usize| (y[i + 1] - y[i]) / (self.x[i + 1] - self.x[i]);
                let slopes = (0..=y.len()).map(|piece| slope(piece.saturating_sub(1).min(last)));
                slopes.map(|slope| derived([0.0, slope, 0.0, 0.0], order)).collect()
            }
            Ordinates::Cubic(pieces) => pieces.iter().map(|piece| derived(*piece, order)).collect(),
        };
        Points {
            x: self.x.clone(),
            ordinates: Ordinates::Cubic(pieces),
            others: self.others.iter().map(|other| other.derivative(order)).collect(),
        }
    }

    /// Whether it is zero everywhere, in all lanes.
    pub fn is_zero(&self) -> bool {
        let own = match &self.ordinates {
            Ordinates::Straight(y) => y.iter().all(|y| *y == 0.0),
            Ordinates::Cubic(pieces) => pieces.iter().flatten().all(|c| *c == 0.0),
        };
        own && self.others.iter().all(Points::is_zero)
    }

    /// Whether all its numbers are finite, including the numbers of the other lanes.
    pub fn is_finite(&self) -> bool {
        let mut ordinates: Box<dyn Iterator<Item = &f64>> = match &self.ordinates {
            Ordinates::Straight(y) => Box::new(y.iter()),
            Ordinates::Cubic(pieces) => Box::new(pieces.iter().flatten()),
        };
        let own = self.x.iter().all(|x| x.is_finite()) && ordinates.all(|y| y.is_finite());
        own && self.others.iter().all(Points::is_finite)
    }

    /// Value of the curve at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.of_lane(0).at(x)
    }

    /// Integral from 0 to `x`.
    pub fn integral(&self, x: f64) -> f64 {
        self.of_lane(0).integral(x)
    }
}

impl Curves for Points {
    fn lanes(&self) -> usize {
        1 + self.others.len()
    }

    fn of_lane(&self, lane: usize) -> Table<'_> {
        let own = match lane {
            0 => self,
            lane => self.others.get(lane - 1).unwrap_or(self),
        };
        Table {
            x: &own.x,
            ordinates: match &own.ordinates {
                Ordinates::Straight(y) => curve::Ordinates::Straight(y),
                Ordinates::Cubic(pieces) => curve::Ordinates::Cubic(pieces),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_interpolates_continues_and_integrates_exactly() {
        let table = Points::straight(vec![-1.0, 0.0, 2.0], vec![3.0, 1.0, 5.0]);
        for (x, y) in [
            (-2.0, 5.0),
            (-1.0, 3.0),
            (-0.5, 2.0),
            (0.0, 1.0),
            (1.0, 3.0),
            (3.0, 7.0),
        ] {
            assert_eq!(table.at(x), y);
        }
        // From 0: trapezoids on the right, minus the trapezoid on the left.
        assert_eq!(table.integral(2.0), 6.0);
        assert_eq!(table.integral(3.0), 12.0);
        assert_eq!(table.integral(-1.0), -2.0);
        assert_eq!(table.integral(-2.0), -6.0);
    }

    /// A bump stop that stiffens suddenly: an ordinary spline would oscillate below zero before the stop.
    #[test]
    fn a_cubic_meets_its_points_and_is_monotone_between_them() {
        let (x, y) = (vec![-2.0, 0.0, 1.0, 1.5, 2.0], vec![0.0, 0.0, 0.1, 8.0, 8.5]);
        let curve = Points::cubic(x.clone(), y.clone());
        for (x, y) in x.iter().zip(&y) {
            assert!((curve.at(*x) - y).abs() < 1e-14);
        }
        let mut before = curve.at(-3.0);
        for k in 0..=600 {
            let now = curve.at(-3.0 + 0.01 * f64::from(k));
            assert!(now >= before - 1e-14, "it falls at {}", -3.0 + 0.01 * f64::from(k));
            before = now;
        }
        // Slopes do not jump, at the ends of the table either.
        for x in x {
            let slope = |x: f64| (curve.at(x + 1e-7) - curve.at(x)) / 1e-7;
            assert!((slope(x) - slope(x - 1e-7)).abs() < 1e-4, "a kink at {x}");
        }
    }

    #[test]
    fn a_cubic_through_points_of_a_line_is_that_line() {
        let curve = Points::cubic(vec![-1.0, 0.5, 3.0], vec![-2.0, 1.0, 6.0]);
        for x in [-4.0, -1.0, 0.0, 0.7, 2.9, 10.0] {
            assert!((curve.at(x) - 2.0 * x).abs() < 1e-14);
            assert!((curve.integral(x) - x * x).abs() < 1e-13);
        }
    }

    #[test]
    fn the_integral_of_a_cubic_has_the_cubic_as_its_rate() {
        let curve = Points::cubic(vec![-2.0, -1.0, 0.5, 2.0], vec![-5.0, -1.0, 0.4, 9.0]);
        assert_eq!(curve.integral(0.0), 0.0);
        for k in 0..60 {
            let x = -3.0 + 0.1 * f64::from(k);
            let rate = (curve.integral(x + 1e-5) - curve.integral(x - 1e-5)) / 2e-5;
            assert!((rate - curve.at(x)).abs() < 1e-8, "{rate} {}", curve.at(x));
        }
    }
}
