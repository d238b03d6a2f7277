//! Numbers with their slopes.

use super::Scalar;
use crate::curve::Curves;
use core::array::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number and its slopes in `N` directions (forward-mode differentiation).
///
/// Slopes are exact except for rounding. At kinks they follow the rules of [`Scalar`]. The inner number can be any scalar. So slopes
/// can be computed in lanes, traced into a program, or have slopes themselves: `Dual<Dual<f64, 1>, 1>` has second derivatives.
///
/// ```
/// use wishbone_laws::number::{Dual, Scalar};
/// let [x, y] = Dual::variables([2.0, 3.0]);
/// let product = x * y.powi(2);
/// assert_eq!((product.value, product.slopes), (18.0, [9.0, 12.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<T, const N: usize> {
    /// The number.
    pub value: T,
    /// Its slope in each direction.
    pub slopes: [T; N],
}

impl<T: Scalar, const N: usize> Dual<T, N> {
    /// A constant: a number without slopes.
    #[inline(always)]
    pub fn still(value: T) -> Self {
        Self {
            value,
            slopes: [T::zero(); N],
        }
    }

    /// The variable of this direction: its slope is one.
    ///
    /// # Panics
    /// If there is no such direction.
    #[inline(always)]
    pub fn variable(value: T, direction: usize) -> Self {
        let mut variable = Self::still(value);
        variable.slopes[direction] = T::one();
        variable
    }

    /// One variable for each direction.
    #[inline(always)]
    pub fn variables(values: [T; N]) -> [Self; N] {
        from_fn(|k| Self::variable(values[k], k))
    }

    /// A function of this number, given by its value and its derivative.
    #[inline(always)]
    fn chain(self, value: T, derivative: T) -> Self {
        Self {
            value,
            slopes: self.slopes.map(|slope| derivative * slope),
        }
    }

    /// A function of two numbers, given by its value and both partial derivatives.
    #[inline(always)]
    fn chain_of_two(self, other: Self, value: T, [by_self, by_other]: [T; 2]) -> Self {
        Self {
            value,
            slopes: from_fn(|k| by_self * self.slopes[k] + by_other * other.slopes[k]),
        }
    }
}

impl<T: Scalar, const N: usize> From<f64> for Dual<T, N> {
    #[inline(always)]
    fn from(number: f64) -> Self {
        Self::still(T::from(number))
    }
}

impl<T: Scalar, const N: usize> Neg for Dual<T, N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            slopes: self.slopes.map(|slope| -slope),
        }
    }
}

impl<T: Scalar, const N: usize> Add for Dual<T, N> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            slopes: from_fn(|k| self.slopes[k] + other.slopes[k]),
        }
    }
}

impl<T: Scalar, const N: usize> Sub for Dual<T, N> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            slopes: from_fn(|k| self.slopes[k] - other.slopes[k]),
        }
    }
}

impl<T: Scalar, const N: usize> Mul for Dual<T, N> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.chain_of_two(other, self.value * other.value, [other.value, self.value])
    }
}

/// `(a / b)' = (a' - (a / b) b') / b`
impl<T: Scalar, const N: usize> Div for Dual<T, N> {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let (quotient, inverse) = (self.value / other.value, T::one() / other.value);
        Self {
            value: quotient,
            slopes: from_fn(|k| (self.slopes[k] - quotient * other.slopes[k]) * inverse),
        }
    }
}

impl<T: Scalar, const N: usize> Scalar for Dual<T, N> {
    #[inline(always)]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        let half = (-self.value).select(T::from(0.5) / root, T::zero());
        self.chain(root, half)
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (sine, cosine) = self.value.sin_cos();
        (self.chain(sine, cosine), self.chain(cosine, -sine))
    }

    /// `d atan2(y, x) = (x dy - y dx) / (x² + y²)`, as long as the squares neither overflow nor become zero.
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        let square = x.value * x.value + self.value * self.value;
        let inverse = (-square).select(T::one() / square, T::zero());
        let angle = self.value.atan2(x.value);
        self.chain_of_two(x, angle, [x.value * inverse, -(self.value * inverse)])
    }

    #[inline(always)]
    fn exp(self) -> Self {
        let power = self.value.exp();
        self.chain(power, power)
    }

    #[inline(always)]
    fn ln(self) -> Self {
        self.chain(self.value.ln(), T::one() / self.value)
    }

    #[inline(always)]
    fn select(self, negative: Self, otherwise: Self) -> Self {
        let test = self.value;
        Self {
            value: test.select(negative.value, otherwise.value),
            slopes: from_fn(|k| test.select(negative.slopes[k], otherwise.slopes[k])),
        }
    }

    /// The value is the absolute value of the inner number; the derivative is -1 below zero, else 1.
    #[inline(always)]
    fn abs(self) -> Self {
        Self {
            value: self.value.abs(),
            slopes: self.slopes.map(|slope| self.value.select(-slope, slope)),
        }
    }

    /// `d xʸ = y xʸ⁻¹ dx + xʸ ln x dy`
    #[inline(always)]
    fn powf(self, exponent: Self) -> Self {
        let (x, y) = (self.value, exponent.value);
        let power = x.powf(y);
        let by_base = y * x.powf(y - T::one());
        let by_exponent = (-x).select(power * x.ln(), T::zero());
        self.chain_of_two(exponent, power, [by_base, by_exponent])
    }

    #[inline(always)]
    fn lookup_derivative(self, curves: &impl Curves, order: usize) -> Self {
        let slope = self.value.lookup_derivative(curves, order + 1);
        self.chain(self.value.lookup_derivative(curves, order), slope)
    }

    #[inline(always)]
    fn lookup_integral(self, curves: &impl Curves) -> Self {
        self.chain(self.value.lookup_integral(curves), self.value.lookup(curves))
    }

    #[inline(always)]
    fn is_still(self) -> bool {
        self.value.is_still() && self.slopes.into_iter().all(T::is_still)
    }

    /// The constant, if all slopes are known to be zero.
    #[inline(always)]
    fn constant(self) -> Option<f64> {
        let is_level = self.slopes.into_iter().all(|slope| slope.constant() == Some(0.0));
        self.value.constant().filter(|_| is_level)
    }
}
