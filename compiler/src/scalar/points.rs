//! Curves through points: piecewise linear or piecewise cubic.
//!
//! Evaluated here operation for operation as `wishbone::table` does, so that a program run by the interpreter and the
//! solver made of it give the same bits.

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
    /// Straight from point to point, continued by the first and the last piece: by point, its ordinate.
    Straight(Vec<f64>),
    /// Cubic from point to point, continued by straight lines: by piece, one more than there are points, the
    /// coefficients of the powers 0 to 3 of the distance from where it begins (for the first piece, where it ends).
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

    /// A cubic with a continuous slope through the points that rises where they rise and falls where they fall
    /// (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980), continued by its tangents.
    ///
    /// Over a piece of length `h` and mean slope `d`, with slopes `m₀` and `m₁` at its ends and the distance `u` from its
    /// begin, the cubic that meets all four is
    ///
    /// (1) `y₀ + m₀ u + (3d - 2m₀ - m₁)/h u² + (m₀ + m₁ - 2d)/h² u³`.
    pub fn cubic(x: Vec<f64>, y: Vec<f64>) -> Self {
        let slopes = monotone_slopes(&x, &y);
        let last = x.len() - 1;
        let inner = (0..last).map(|i| {
            let (h, m0, m1) = (x[i + 1] - x[i], slopes[i], slopes[i + 1]);
            let d = (y[i + 1] - y[i]) / h;
            [y[i], m0, (3.0 * d - 2.0 * m0 - m1) / h, (m0 + m1 - 2.0 * d) / (h * h)]
        });
        let tangent = |i: usize| [y[i], slopes[i], 0.0, 0.0];
        let pieces = std::iter::once(tangent(0)).chain(inner);
        let pieces = pieces.chain(std::iter::once(tangent(last))).collect();
        Points {
            x,
            ordinates: Ordinates::Cubic(pieces),
            others: Vec::new(),
        }
    }

    /// Whether all its numbers are finite, those of the other lanes included.
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
        match &self.ordinates {
            Ordinates::Straight(y) => {
                let inner = &self.x[1..self.x.len() - 1];
                self.straight_at(y, begun(inner, x), x)
            }
            Ordinates::Cubic(pieces) => self.cubic_at(pieces, begun(&self.x, x), x),
        }
    }

    /// Integral from 0 to `x`: each piece over its part of the way, by the value half-way where it is straight, by
    /// Simpson's rule where it is cubic; both are exact.
    pub fn integral(&self, x: f64) -> f64 {
        match &self.ordinates {
            Ordinates::Straight(y) => sum(&self.x[1..self.x.len() - 1], x, |i, from, to| {
                (to - from) * self.straight_at(y, i, 0.5 * (from + to))
            }),
            Ordinates::Cubic(pieces) => sum(&self.x, x, |i, from, to| {
                let at = |x: f64| self.cubic_at(pieces, i, x);
                (to - from) * ((at(from) + at(to) + 4.0 * at(0.5 * (from + to))) / 6.0)
            }),
        }
    }

    fn straight_at(&self, y: &[f64], piece: usize, x: f64) -> f64 {
        let slope = (y[piece + 1] - y[piece]) / (self.x[piece + 1] - self.x[piece]);
        y[piece] + slope * (x - self.x[piece])
    }

    fn cubic_at(&self, pieces: &[[f64; 4]], piece: usize, x: f64) -> f64 {
        let [c0, c1, c2, c3] = pieces[piece];
        let u = x - self.x[piece.saturating_sub(1)];
        c0 + u * (c1 + u * (c2 + u * c3))
    }
}

/// How many of these places are at or before `x`: the piece that holds there.
fn begun(places: &[f64], x: f64) -> usize {
    places.iter().filter(|&&place| x >= place).count()
}

/// Sum over the pieces between `borders` of what each contributes between 0 and `x`: piece, from, to.
fn sum(borders: &[f64], x: f64, part: impl Fn(usize, f64, f64) -> f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..=borders.len() {
        let low = if i == 0 { f64::NEG_INFINITY } else { borders[i - 1] };
        let high = borders.get(i).copied().unwrap_or(f64::INFINITY);
        sum += part(i, 0.0_f64.clamp(low, high), x.clamp(low, high));
    }
    sum
}

/// Slopes at the points that keep every piece monotone.
///
/// At an inner point that of the parabola through it and its neighbours, none where the curve turns; at the ends that
/// of the chord. With `a = m₀/d` and `b = m₁/d`, equation (1) is monotone wherever `a² + b² <= 9`, `a, b >= 0`; where
/// that is exceeded both are made smaller alike.
fn monotone_slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let chord = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    let last = x.len() - 1;
    let parabola = |i: usize| {
        let (before, after) = (x[i] - x[i - 1], x[i + 1] - x[i]);
        (after * chord(i - 1) + before * chord(i)) / (before + after)
    };
    let mut slopes: Vec<f64> = (0..=last)
        .map(|i| match i {
            0 => chord(0),
            i if i == last => chord(last - 1),
            i if chord(i - 1) * chord(i) <= 0.0 => 0.0,
            i => parabola(i),
        })
        .collect();
    for i in 0..last {
        let size = (slopes[i] * slopes[i] + slopes[i + 1] * slopes[i + 1]).sqrt();
        let most = 3.0 * chord(i).abs();
        if size > most {
            slopes[i] *= most / size;
            slopes[i + 1] *= most / size;
        }
    }
    slopes
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

    /// A bump stop that stiffens suddenly: an ordinary spline would swing below zero before it.
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
