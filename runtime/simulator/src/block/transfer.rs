//! Continuous transfer functions.

use crate::Unusable;
use crate::block::Block;

/// A stable transfer function with `C` coefficients, of order `C - 1`:
/// `(b[0] + b[1] s + b[2] s² + ..) / (a[0] + a[1] s + a[2] s² + ..)`.
///
/// ```
/// use wishbone_simulator::block::TransferFunction;
///
/// // A low pass with a time constant of 0.1 s, a thousand times a second.
/// let low_pass = TransferFunction::new([1.0, 0.0], [1.0, 0.1])?;
/// let mut block = low_pass.discretise(1e-3)?;
/// let after_100_ms = (0..100).map(|_| block.step(1.0)).last();
/// assert!((after_100_ms.unwrap_or(0.0) - (1.0 - (-1.0_f64).exp())).abs() < 2e-3);
/// # Ok::<(), wishbone_simulator::Unusable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransferFunction<const C: usize> {
    /// Numerator, ascending powers of `s`, divided by the leading coefficient of the denominator.
    numerator: [f64; C],
    /// Denominator, ascending powers of `s`; the last coefficient is 1.
    denominator: [f64; C],
}

impl<const C: usize> TransferFunction<C> {
    /// The transfer function with these coefficients in ascending powers of `s`.
    ///
    /// # Errors
    /// Returns an error if a coefficient is not finite, the leading coefficient of the denominator is zero, or a pole
    /// is not in the left half-plane (criterion of Routh, 1877).
    pub fn new(numerator: [f64; C], denominator: [f64; C]) -> Result<Self, Unusable> {
        let leading = denominator.last().copied().unwrap_or(0.0);
        Unusable::unless(
            leading != 0.0,
            "leading coefficient of the denominator",
            leading,
            "other than zero",
        )?;
        let (numerator, denominator) = (numerator.map(|b| b / leading), denominator.map(|a| a / leading));
        for coefficient in numerator.into_iter().chain(denominator) {
            Unusable::unless(true, "coefficient", coefficient, "finite")?;
        }
        let least = routh(&denominator);
        Unusable::unless(
            least > 0.0,
            "least entry of Routh's first column",
            least,
            "above zero: all poles in the left half-plane",
        )?;
        Ok(Self { numerator, denominator })
    }

    /// The high pass `s² / (s² + 2 damping ω s + ω²)` in three coefficients, or `s³ / ((s² + 2 damping ω s + ω²)(s + ω))` in
    /// four (Deyo & Ingebretsen 1989, eq. 4.7, after Reid & Nahon 1985).
    ///
    /// # Errors
    /// Returns an error if the corner frequency [rad/s] or the damping ratio is not above zero, or `C` is neither 3
    /// nor 4.
    pub fn high_pass(corner: f64, damping: f64) -> Result<Self, Unusable> {
        let denominator = second_or_third_order(corner, damping)?;
        let mut numerator = [0.0; C];
        if let Some(last) = numerator.last_mut() {
            *last = 1.0;
        }
        Self::new(numerator, denominator)
    }

    /// The low pass `ω² / (s² + 2 damping ω s + ω²)` in three coefficients (Deyo & Ingebretsen 1989, eq. 4.8). In four
    /// coefficients, it is of third order with the poles of [`Self::high_pass`].
    ///
    /// # Errors
    /// Returns an error if the corner frequency [rad/s] or the damping ratio is not above zero, or `C` is neither 3
    /// nor 4.
    pub fn low_pass(corner: f64, damping: f64) -> Result<Self, Unusable> {
        let denominator = second_or_third_order(corner, damping)?;
        let mut numerator = [0.0; C];
        if let (Some(first), Some(constant)) = (numerator.first_mut(), denominator.first()) {
            *first = *constant;
        }
        Self::new(numerator, denominator)
    }

    /// One minus this transfer function, with the same poles.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut numerator = self.denominator;
        for (rest, taken) in numerator.iter_mut().zip(self.numerator) {
            *rest -= taken;
        }
        Self { numerator, ..*self }
    }

    /// Coefficients of numerator and denominator, ascending powers of `s`. The last coefficient of the denominator is 1.
    pub fn coefficients(&self) -> (&[f64; C], &[f64; C]) {
        (&self.numerator, &self.denominator)
    }

    /// The block that computes this function once per `period` [s] by the bilinear rule `s = 2 / period (z - 1) / (z + 1)` (Tustin
    /// 1947).
    ///
    /// # Errors
    /// If the period is not above zero.
    pub fn discretise(&self, period: f64) -> Result<Block<C>, Unusable> {
        Unusable::unless_positive("period", period)?;
        Ok(Block::new(self, 0.5 * period))
    }

    /// The block by the bilinear rule, warped so that its response at `frequency` [rad/s] equals the response of the
    /// continuous function exactly: `s = frequency / tan(frequency period / 2) (z - 1) / (z + 1)`.
    ///
    /// # Errors
    /// Returns an error if the period is not above zero, or the frequency is not between zero and half the sampling
    /// frequency, `π / period`.
    pub fn discretise_warped(&self, period: f64, frequency: f64) -> Result<Block<C>, Unusable> {
        Unusable::unless_positive("period", period)?;
        let half_turn = 0.5 * frequency * period;
        Unusable::unless(
            half_turn > 0.0 && half_turn < core::f64::consts::FRAC_PI_2,
            "frequency",
            frequency,
            "above zero and below half the sampling frequency, pi / period",
        )?;
        Ok(Block::new(self, half_turn.tan() / frequency))
    }
}

/// Denominator `s² + 2 damping ω s + ω²`, or its product with `s + ω`.
fn second_or_third_order<const C: usize>(corner: f64, damping: f64) -> Result<[f64; C], Unusable> {
    Unusable::unless_positive("corner frequency", corner)?;
    Unusable::unless_positive("damping", damping)?;
    let (square, middle) = (corner * corner, 2.0 * damping);
    let third = 1.0 + middle;
    let mut denominator = [0.0; C];
    let all: &[f64] = match C {
        3 => &[square, middle * corner, 1.0],
        4 => &[square * corner, third * square, third * corner, 1.0],
        _ => &[],
    };
    let order = C as f64 - 1.0;
    Unusable::unless(!all.is_empty(), "order of the filter", order, "2 or 3")?;
    denominator.copy_from_slice(all);
    Ok(denominator)
}

/// The least entry of the first column of Routh's array of a polynomial in ascending powers whose last coefficient is 1:
/// above zero if and only if all roots are in the left half-plane. NaN if the array ends early.
fn routh<const C: usize>(polynomial: &[f64; C]) -> f64 {
    // Rows from the highest power: every second coefficient.
    let row = |from: usize| -> [f64; C] {
        core::array::from_fn(|k| match (C - 1).checked_sub(from + 2 * k) {
            Some(power) => polynomial[power],
            None => 0.0,
        })
    };
    let (mut upper, mut lower) = (row(0), row(1));
    let mut least = upper[0];
    for _ in 1..C {
        if lower[0] <= 0.0 || lower[0].is_nan() {
            return lower[0].min(0.0);
        }
        least = least.min(lower[0]);
        let factor = upper[0] / lower[0];
        let after = |row: &[f64; C], k: usize| row.get(k + 1).copied().unwrap_or(0.0);
        let next = core::array::from_fn(|k| after(&upper, k) - factor * after(&lower, k));
        (upper, lower) = (lower, next);
    }
    least
}
