//! Slopes of dual numbers against differences, and at kinks.

use wishbone_laws::curve::{Ordinates, Table};
use wishbone_laws::number::{Dual, Scalar};

/// Slope of a function by central differences of eighth order.
pub fn difference(f: impl Fn(f64) -> f64, x: f64, h: f64) -> f64 {
    let weights = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
    let steps = (1..).map(f64::from).zip(weights);
    steps
        .map(|(k, weight)| weight * (f(x + k * h) - f(x - k * h)))
        .sum::<f64>()
        / h
}

fn slope(f: impl Fn(Dual<f64, 1>) -> Dual<f64, 1>, x: f64) -> f64 {
    f(Dual::variable(x, 0)).slopes[0]
}

/// An expression of all functions, smooth from 0.3 to 0.9.
fn everything<S: Scalar>(x: S) -> S {
    let number = S::from;
    let (sine, cosine) = (number(1.3) * x).sin_cos();
    let angle = sine.atan2(cosine - number(0.2)) + x.atan();
    let power = (-x).exp() + (x + number(1.0)).ln() + x.powf(number(1.7)) + x.powf(x) + x.powi(-3) + x.powi(5);
    let root = (x * x + number(0.5)).sqrt() / (number(2.0) - x);
    let chosen = (x - number(1.0)).select(x * x, -x).abs() + x.min(number(1.0)) * x.max(number(0.0));
    angle * power - root * chosen
}

#[test]
fn slopes_are_those_of_differences() {
    for k in 0..20 {
        let x = 0.3 + 0.03 * f64::from(k);
        let (exact, differences) = (slope(everything, x), difference(everything, x, 2e-3));
        assert!(
            (exact - differences).abs() < 1e-10 * exact.abs(),
            "{x}: {exact} {differences}"
        );
        assert_eq!(
            everything(Dual::<f64, 1>::variable(x, 0)).value.to_bits(),
            everything(x).to_bits()
        );
    }
}

#[test]
fn slopes_of_slopes_are_second_derivatives() {
    let x = 0.6;
    let twice = Dual::<Dual<f64, 1>, 1>::variable(Dual::variable(x, 0), 0);
    let second = everything(twice).slopes[0].slopes[0];
    let differences = difference(|x| slope(everything, x), x, 2e-3);
    assert!(
        (second - differences).abs() < 1e-9 * second.abs(),
        "{second} {differences}"
    );
}

#[test]
fn directions_are_independent_and_constants_have_none() {
    let [x, y] = Dual::variables([2.0, 3.0]);
    let angle = y.atan2(x);
    assert_eq!(angle.slopes, [-3.0 / 13.0, 2.0 / 13.0]);
    let quotient = x / y;
    assert!((quotient.slopes[0] - 1.0 / 3.0).abs() + (quotient.slopes[1] + 2.0 / 9.0).abs() < 1e-15);
    assert_eq!(Dual::<f64, 2>::from(4.0).constant(), Some(4.0));
    assert_eq!(x.constant(), None);
}

/// The table at the head of `number`.
#[test]
fn kinks_are_as_stated() {
    assert_eq!(slope(|x| x.select(-x, x * 3.0.into()), 0.0), 3.0);
    assert_eq!([-1.0, 0.0, 1.0].map(|x| slope(Dual::abs, x)), [-1.0, 1.0, 1.0]);
    assert_eq!(slope(|x| x.min(Dual::from(0.0)), 0.0), 0.0);
    assert_eq!(slope(|x| x.max(Dual::from(0.0)), 0.0), 0.0);
    assert_eq!(slope(Dual::sqrt, 0.0), 0.0);
    assert_eq!(slope(|x| (x * x).sqrt(), 0.0), 0.0);
    assert_eq!([-1.0, 0.0].map(|x| slope(|x| x.powf(0.4.into()), x)), [0.0; 2]);
    assert_eq!(slope(|x| x.atan2(x), 0.0), 0.0);
    assert_eq!(slope(Dual::ln, 0.0), f64::INFINITY);
    // The value that is not chosen may be anything.
    assert_eq!(slope(|x| x.select(Dual::from(1.0) / x, x), 0.0), 1.0);
}

#[test]
fn slopes_of_curves_are_those_of_their_pieces() {
    let x = [-1.0, 0.0, 2.0];
    let straight = Table {
        x: &x,
        ordinates: Ordinates::Straight(&[3.0, 1.0, 5.0]),
    };
    let lookup = |at: f64| slope(|x| x.lookup(&straight), at);
    assert_eq!(
        [-3.0, -0.5, 0.0, 1.0, 2.0, 7.0].map(lookup),
        [-2.0, -2.0, 2.0, 2.0, 2.0, 2.0]
    );
    for at in [-3.0, -0.5, 0.0, 1.7] {
        assert_eq!(slope(|x| x.lookup_integral(&straight), at), straight.at(at));
    }
    let pieces = [
        [1.0, 0.5, 0.0, 0.0],
        [1.0, 0.5, -0.3, 0.7],
        [2.0, 0.1, 0.2, 0.3],
        [9.0, -1.0, 0.0, 0.0],
    ];
    let cubic = Table {
        x: &x,
        ordinates: Ordinates::Cubic(&pieces),
    };
    for at in [-2.0, -0.4, 1.1, 3.0] {
        let exact = slope(|x| x.lookup(&cubic), at);
        assert!((exact - difference(|x| cubic.at(x), at, 1e-2)).abs() < 1e-11, "{at}");
        let second = Dual::<Dual<f64, 1>, 1>::variable(Dual::variable(at, 0), 0).lookup(&cubic);
        let bend = difference(|x| cubic.derivative(x, 1), at, 1e-2);
        assert!((second.slopes[0].slopes[0] - bend).abs() < 1e-10, "{at}");
    }
}
