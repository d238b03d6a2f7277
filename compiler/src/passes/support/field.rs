//! Arithmetic modulo the prime 2^61 - 1, used for fingerprints.

use std::ops::{Add, Mul, Neg, Sub};

/// The modulus, a Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

/// Number of significant decimal digits.
const DIGITS: usize = 12;

/// A number modulo the prime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Residue(u64);

impl Residue {
    /// Zero.
    pub const ZERO: Residue = Residue(0);
    /// One.
    pub const ONE: Residue = Residue(1);

    /// The residue of a number, rounded to twelve decimal digits. All numbers that are not finite share one residue:
    /// a program with such a constant is refused later ([`crate::ir::Program::is_finite`]).
    ///
    /// Declared dimensions are decimal numbers, and values computed from them at build time carry binary rounding
    /// errors: `0.1 + 0.2` is not `0.3`. Rounded to decimals they agree again.
    pub fn of(number: f64) -> Self {
        if !number.is_finite() {
            return Residue(PRIME - 1);
        }
        let written = format!("{:.*e}", DIGITS - 1, number.abs());
        let (mantissa, exponent) = written.split_once('e').expect("written with an exponent");
        let digits = mantissa.bytes().filter(u8::is_ascii_digit);
        let integer = digits.fold(0, |integer, digit| 10 * integer + u64::from(digit - b'0'));
        let exponent: i64 = exponent.parse().expect("a whole number");
        let magnitude = Residue(integer) * Residue(10).power(exponent - (DIGITS as i64 - 1));
        if number < 0.0 { -magnitude } else { magnitude }
    }

    /// A pseudo-random residue determined by these words alone.
    pub fn scattered(words: [u64; 3]) -> Self {
        let mixed = words.into_iter().fold(0, |state: u64, word| {
            let mut x = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ (x >> 31)
        });
        Residue(mixed % PRIME)
    }

    /// The multiplicative inverse; `None` for zero.
    pub fn inverse(self) -> Option<Self> {
        // Fermat: x^(p - 1) is one.
        (self != Residue::ZERO).then(|| self.power(PRIME as i64 - 2))
    }

    /// The inverses of all; zero for zero. One inversion in total, and three products for each (Montgomery 1987,
    /// section 10.3.1).
    pub fn inverses(all: &[Residue]) -> Vec<Residue> {
        let factor = |x: Residue| if x == Residue::ZERO { Residue::ONE } else { x };
        let mut before = Vec::with_capacity(all.len());
        let mut product = Residue::ONE;
        for &x in all {
            before.push(product);
            product = product * factor(x);
        }
        let mut inverse = product.power(PRIME as i64 - 2);
        for (own, &x) in before.iter_mut().zip(all).rev() {
            *own = if x == Residue::ZERO { x } else { inverse * *own };
            inverse = inverse * factor(x);
        }
        before
    }

    /// An integer power. Only positive powers of zero are defined.
    fn power(self, exponent: i64) -> Self {
        let (mut base, mut exponent) = (self, exponent.rem_euclid(PRIME as i64 - 1));
        let mut power = Residue::ONE;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        power
    }

    /// The smaller of the residue and its opposite: equal for both.
    pub fn magnitude(self) -> u64 {
        self.0.min(PRIME - self.0)
    }

    /// The residue as an integer.
    pub fn word(self) -> u64 {
        self.0
    }
}

impl Add for Residue {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Residue(if sum >= PRIME { sum - PRIME } else { sum })
    }
}

impl Neg for Residue {
    type Output = Self;

    fn neg(self) -> Self {
        Residue(if self.0 == 0 { 0 } else { PRIME - self.0 })
    }
}

impl Sub for Residue {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Residue {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        // The lower and the upper 61 bits.
        Residue(product as u64 & PRIME) + Residue((product >> 61) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_map_exactly() {
        let of = Residue::of;
        assert_eq!(of(0.1) + of(0.2), of(0.3));
        assert_eq!(of(0.1 + 0.2), of(0.3), "rounding is undone");
        assert_eq!(of(1.0 + f64::EPSILON), Residue::ONE);
        assert_ne!(of(1.0 + 1e-11), Residue::ONE);
        assert_eq!(of(-1.5) * of(0.03), of(-0.045));
        assert_eq!(of(1e300) * of(1e-300), Residue::ONE);
        assert_eq!(of(0.0), Residue::ZERO);
        assert_ne!(of(f64::MIN_POSITIVE), Residue::ZERO);
        assert_eq!(of(f64::NAN), of(f64::INFINITY), "and without a panic");
    }

    #[test]
    fn every_number_but_zero_has_an_inverse() {
        for x in [1.0, -3.0, 0.7, 1e-200] {
            let x = Residue::of(x);
            assert_eq!(x.inverse().map(|i| i * x), Some(Residue::ONE));
        }
        assert_eq!(Residue::ZERO.inverse(), None);
    }

    #[test]
    fn inverses_of_all_are_those_of_each() {
        let all = [2.0, 0.0, -7.5, 1.0, 0.0, 1e-3].map(Residue::of);
        let each = all.map(|x| x.inverse().unwrap_or(Residue::ZERO));
        assert_eq!(Residue::inverses(&all), each);
    }
}
