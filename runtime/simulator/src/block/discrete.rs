//! A transfer function computed sample by sample.

use crate::block::TransferFunction;

/// A transfer function discretised by the bilinear rule, with its states.
///
/// It is a chain of integrators `1 / s = k (z + 1) / (z - 1)`, and their feedback loop is solved in closed form (Zavalishin 2012,
/// "The Art of VA Filter Design", topology-preserving transform). The coefficients are the coefficients of the continuous function,
/// and not of polynomials in `z`. Therefore corner frequencies far below the sampling frequency cause no loss of digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block<const C: usize> {
    numerator: [f64; C],
    denominator: [f64; C],
    /// Gain `k` of an integrator [s]: half a period if there is no warping.
    gain: f64,
    /// Inverse of the gain around the loop.
    closing: f64,
    /// Memory of each integrator; the last entry is not used.
    memory: [f64; C],
    /// `input / denominator` and its derivatives at the last sample.
    chain: [f64; C],
}

impl<const C: usize> Block<C> {
    /// The block with integrators of this gain, at rest.
    pub(super) fn new(of: &TransferFunction<C>, gain: f64) -> Self {
        let (&numerator, &denominator) = of.coefficients();
        let around: f64 = denominator.iter().fold(0.0, |sum, a| gain * sum + a);
        // Horner's rule begins with the constant term: each lower power of `s` passes one more integrator.
        Self {
            numerator,
            denominator,
            gain,
            closing: 1.0 / around,
            memory: [0.0; C],
            chain: [0.0; C],
        }
    }

    /// Takes one sample of the input and returns one sample of the output.
    #[inline]
    pub fn step(&mut self, input: f64) -> f64 {
        let order = C - 1;
        // Value of each integrator without the contribution of the highest derivative.
        let mut held = [0.0; C];
        for i in (0..order).rev() {
            held[i] = self.memory[i] + self.gain * held[i + 1];
        }
        let returned: f64 = self.denominator.iter().zip(held).map(|(a, x)| a * x).sum();
        self.chain[order] = (input - returned) * self.closing;
        for i in (0..order).rev() {
            self.chain[i] = self.memory[i] + self.gain * self.chain[i + 1];
            self.memory[i] = self.chain[i] + self.gain * self.chain[i + 1];
        }
        self.output()
    }

    /// The output at the last sample.
    #[inline]
    pub fn output(&self) -> f64 {
        self.numerator.iter().zip(self.chain).map(|(b, x)| b * x).sum()
    }

    /// `input / denominator` at the last sample, and its derivatives up to the order of the block. For a high pass of accelerations,
    /// the entry `order - 2` is the corresponding position.
    #[inline]
    pub fn chain(&self) -> &[f64; C] {
        &self.chain
    }

    /// Sets the states to the steady state for a constant input.
    pub fn settle(&mut self, input: f64) {
        (self.memory, self.chain) = ([0.0; C], [0.0; C]);
        let constant = input / self.denominator[0];
        (self.memory[0], self.chain[0]) = (constant, constant);
    }
}
