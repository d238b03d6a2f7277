//! Blocks against the discretised transfer function and closed forms; refused settings.

use std::f64::consts::PI;
use wishbone_simulator::block::{Block, TransferFunction};

#[derive(Clone, Copy)]
struct Complex(f64, f64);

impl Complex {
    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }

    fn over(self, other: Self) -> Self {
        let square = other.0 * other.0 + other.1 * other.1;
        self.times(Self(other.0 / square, -other.1 / square))
    }

    fn size(self) -> f64 {
        self.0.hypot(self.1)
    }
}

fn polynomial(ascending: &[f64], s: Complex) -> Complex {
    let horner = |sum: Complex, a: &f64| {
        let product = sum.times(s);
        Complex(product.0 + a, product.1)
    };
    ascending.iter().rev().fold(Complex(0.0, 0.0), horner)
}

/// `H(s)` at `s = scale (z - 1) / (z + 1)`, `z = exp(i angle)`.
fn discretised<const C: usize>(of: &TransferFunction<C>, scale: f64, angle: f64) -> Complex {
    let (numerator, denominator) = of.coefficients();
    let ratio = Complex(angle.cos() - 1.0, angle.sin()).over(Complex(angle.cos() + 1.0, angle.sin()));
    let s = Complex(scale * ratio.0, scale * ratio.1);
    polynomial(numerator, s).over(polynomial(denominator, s))
}

/// Fourier sum of the impulse response at an angle per sample, over a number of samples.
fn of_impulse<const C: usize>(mut block: Block<C>, angle: f64, samples: usize) -> Complex {
    let mut sum = Complex(0.0, 0.0);
    for n in 0..samples {
        let out = block.step(if n == 0 { 1.0 } else { 0.0 });
        let (sin, cos) = (angle * n as f64).sin_cos();
        sum = Complex(sum.0 + out * cos, sum.1 - out * sin);
    }
    sum
}

fn random_stable(random: &mut fastrand::Rng) -> TransferFunction<4> {
    let (corner, damping) = (0.5 + 60.0 * random.f64(), 0.2 + random.f64());
    let pole = 0.5 + 60.0 * random.f64();
    let [square, middle] = [corner * corner, 2.0 * damping * corner];
    let denominator = [square * pole, square + middle * pole, middle + pole, 1.0];
    let numerator = denominator.map(|a| a * (2.0 * random.f64() - 1.0));
    TransferFunction::new(numerator, denominator).expect("stable by construction")
}

#[test]
fn the_frequency_response_is_that_of_the_discretised_function() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..40 {
        let (of, period) = (random_stable(&mut random), 1e-3);
        for frequency in [0.3, 5.0, 40.0, 400.0, 2500.0] {
            let angle = frequency * period;
            let plain = of_impulse(of.discretise(period).expect("positive"), angle, 150_000);
            let expected = discretised(&of, 2.0 / period, angle);
            let error = Complex(plain.0 - expected.0, plain.1 - expected.1).size();
            assert!(
                error < 1e-9 * expected.size().max(1.0),
                "{of:?} at {frequency}: {error}"
            );
        }
    }
}

/// At the warped frequency the block and the continuous function agree.
#[test]
fn warping_keeps_the_response_at_its_frequency() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..40 {
        let (of, period, frequency) = (random_stable(&mut random), 1e-2, 10.0 + 200.0 * random.f64());
        let block = of
            .discretise_warped(period, frequency)
            .expect("below half the sampling");
        let found = of_impulse(block, frequency * period, 20_000);
        let (numerator, denominator) = of.coefficients();
        let s = Complex(0.0, frequency);
        let expected = polynomial(numerator, s).over(polynomial(denominator, s));
        let error = Complex(found.0 - expected.0, found.1 - expected.1).size();
        assert!(error < 1e-9 * expected.size().max(1.0), "{error}");
    }
}

/// For the first order, the closed form of the bilinear rule, `1 - (1 - p) p^n (..)`, is exact. The second order follows the
/// continuous closed form.
#[test]
fn steps_follow_their_closed_forms() {
    let (time_constant, period) = (0.05, 1e-3);
    let mut block = TransferFunction::new([1.0, 0.0], [1.0, time_constant])
        .and_then(|of| of.discretise(period))
        .expect("stable");
    let ratio = 2.0 * time_constant / period;
    let pole = (ratio - 1.0) / (ratio + 1.0);
    let first = 1.0 / (1.0 + ratio);
    for n in 0..500 {
        let expected = 1.0 - (1.0 - first) * pole.powi(n);
        let found = block.step(1.0);
        assert!((found - expected).abs() < 1e-13, "{n}: {found} {expected}");
    }

    let (corner, damping, period) = (8.0_f64, 0.3_f64, 1e-4);
    let mut block = TransferFunction::<3>::low_pass(corner, damping)
        .and_then(|of| of.discretise(period))
        .expect("stable");
    let damped = corner * (1.0 - damping * damping).sqrt();
    for n in 0..30_000 {
        // With the bilinear rule a step acts half a sample early.
        let t = (f64::from(n) + 0.5) * period;
        let wave = (damped * t).cos() + damping * corner / damped * (damped * t).sin();
        let expected = 1.0 - (-damping * corner * t).exp() * wave;
        assert!((block.step(1.0) - expected).abs() < 1e-7, "at {t}");
    }
}

/// A mass on a spring and damper: the filter and the mechanics obey one equation (`x'' = (u - c x' - k x) / m`).
#[test]
fn a_block_holds_its_output_and_derivatives() {
    let (mass, damper, spring, period) = (2.0, 3.0, 50.0, 1e-3);
    let mut block = TransferFunction::new([1.0, 0.0, 0.0], [spring, damper, mass])
        .and_then(|of| of.discretise(period))
        .expect("stable");
    for n in 0..2000 {
        let input = (0.01 * f64::from(n)).sin();
        let x = block.step(input);
        let [_, v, a] = block.chain().map(|derivative| derivative / mass);
        assert!((mass * a + damper * v + spring * x - input).abs() < 1e-12);
    }
}

#[test]
fn a_settled_block_stays() {
    let mut block = TransferFunction::new([3.0, 1.0, 0.5], [2.0, 1.0, 1.0])
        .and_then(|of| of.discretise(0.01))
        .expect("stable");
    block.settle(4.0);
    for _ in 0..1000 {
        assert!((block.step(4.0) - 6.0).abs() < 1e-14);
    }
}

/// With equal damping, and the low pass at twice the corner of the high pass (Deyo & Ingebretsen 1989, 4.1.4.1), the sum is
/// near 1 on both sides of the corner. Near the corner the two filters are nearly in opposite phase, and the sum falls to 7 %. With
/// the complement as low pass there is no such minimum.
#[test]
fn high_and_low_pass_add_up_to_one() {
    let (corner, damping, period) = (2.5, 1.0, 1e-3);
    let high = TransferFunction::<4>::high_pass(corner, damping).expect("stable");
    let low = TransferFunction::<3>::low_pass(2.0 * corner, damping).expect("stable");
    let sum_at = |ratio: f64| {
        let angle = ratio * corner * period;
        let (h, l) = (
            discretised(&high, 2.0 / period, angle),
            discretised(&low, 2.0 / period, angle),
        );
        Complex(h.0 + l.0, h.1 + l.1)
    };
    assert!((sum_at(0.05).size() - 1.0).abs() < 0.01);
    assert!((sum_at(20.0).size() - 1.0).abs() < 0.02);
    let dip = (0..400)
        .map(|k| sum_at(0.05 * 1.015_f64.powi(k)).size())
        .fold(f64::MAX, f64::min);
    assert!((0.05..0.1).contains(&dip), "{dip}");

    let both = [high, high.complement()].map(|of| of.discretise(period).expect("positive"));
    let [mut high, mut rest] = both;
    for n in 0..5000 {
        let input = (0.002 * f64::from(n)).sin();
        assert!((high.step(input) + rest.step(input) - input).abs() < 1e-12);
    }
}

#[test]
fn settings_that_make_no_filter_are_refused() {
    let refusal = |numerator: [f64; 3], denominator: [f64; 3]| {
        let refused = TransferFunction::new(numerator, denominator).expect_err("no filter");
        refused.to_string()
    };
    let one = [1.0, 0.0, 0.0];
    assert!(refusal(one, [1.0, 1.0, 0.0]).contains("leading coefficient"));
    assert!(refusal([f64::NAN, 0.0, 0.0], [1.0, 1.0, 1.0]).contains("NaN"));
    for unstable in [[1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]] {
        assert!(refusal(one, unstable).contains("left half-plane"), "{unstable:?}");
    }
    // (s + 3)(s^2 - 0.2 s + 4): all coefficients are positive, but two poles are in the right half-plane.
    let hidden = TransferFunction::new([1.0, 0.0, 0.0, 0.0], [12.0, 3.4, 2.8, 1.0]);
    assert!(hidden.is_err());
    let of = TransferFunction::<3>::low_pass(1.0, 0.7).expect("stable");
    assert!(of.discretise(0.0).is_err() && of.discretise(f64::NAN).is_err());
    assert!(of.discretise_warped(0.01, 100.0 * PI).is_err());
    assert!(TransferFunction::<5>::low_pass(1.0, 0.7).is_err());
    assert!(TransferFunction::<3>::high_pass(-1.0, 0.7).is_err());
}
