//! Piecewise linear and cubic curves against a search and quadrature.

use wishbone::table::{Cubic, Straight};

const X: [f64; 6] = [-0.2, -0.05, 0.0, 0.02, 0.3, 1.0];
const Y: [f64; 6] = [-300.0, -20.0, 5.0, 90.0, 10.0, 400.0];
const STRAIGHT: Straight<6> = Straight::new(X, Y);

/// Value by a search of the piece and interpolation between its ends.
fn searched(x: f64) -> f64 {
    let right = (1..X.len() - 1).find(|&i| x < X[i]).unwrap_or(X.len() - 1);
    let share = (x - X[right - 1]) / (X[right] - X[right - 1]);
    Y[right - 1] * (1.0 - share) + Y[right] * share
}

fn grid() -> impl Iterator<Item = f64> {
    (-500..1500).map(|i| f64::from(i) * 1e-3 + 3e-5)
}

#[test]
fn lookup_is_what_a_search_finds() {
    for x in grid() {
        let (found, expected) = (STRAIGHT.at(x), searched(x));
        assert!((found - expected).abs() < 1e-10, "{found}, not {expected}, at {x}");
    }
}

#[test]
fn lookup_hits_every_point() {
    for (x, y) in X.into_iter().zip(Y) {
        assert!((STRAIGHT.at(x) - y).abs() < 1e-12);
    }
}

/// The midpoint rule is exact between two abscissae without a point of the curve between them.
#[test]
fn integral_adds_up_the_curve_from_zero() {
    assert_eq!(STRAIGHT.integral(0.0), 0.0);
    for ends in [-0.6, -0.2, -0.1, 0.01, 0.02, 0.5, 1.7_f64] {
        let count = 200_000;
        let width = ends / f64::from(count);
        let sum: f64 = (0..count).map(|i| width * searched((f64::from(i) + 0.5) * width)).sum();
        let exact = STRAIGHT.integral(ends);
        assert!(
            (exact - sum).abs() < 1e-6 * (1.0 + sum.abs()),
            "{exact}, not {sum}, up to {ends}"
        );
    }
}

#[test]
fn two_points_are_a_straight_line() {
    let line = Straight::new([1.0, 2.0], [3.0, 5.0]);
    assert_eq!(line.at(-10.0), -19.0);
    assert_eq!(line.integral(4.0), 4.0 + 16.0);
}

#[test]
fn what_is_not_a_number_stays_so() {
    assert!(STRAIGHT.at(f64::NAN).is_nan());
    assert!(STRAIGHT.integral(f64::NAN).is_nan());
    assert!(STRAIGHT.at(f64::INFINITY).is_infinite());
}

/// Cubics that jump at every point, so that a wrong piece is noticed.
const PIECES: [[f64; 4]; 7] = [
    [2.0, 1.0, 0.0, 0.0],
    [-3.0, 2.0, 5.0, 40.0],
    [1.0, -20.0, 0.0, 3.0],
    [5.0, 0.0, 600.0, -70.0],
    [-1.0, 9.0, -8.0, 7.0],
    [4.0, -3.0, 2.0, -1.0],
    [0.5, 6.0, 0.0, 0.0],
];

const CUBIC: Cubic<6, 7> = Cubic::new(X, PIECES);

/// Value by a search of the piece and the sum of its powers.
fn searched_cubic(x: f64) -> f64 {
    let piece = X.iter().position(|&point| x < point).unwrap_or(X.len());
    let u = x - X[piece.max(1) - 1];
    (0..4).map(|k| PIECES[piece][k] * u.powi(k as i32)).sum()
}

#[test]
fn a_cubic_is_what_a_search_finds() {
    for x in grid() {
        let (found, expected) = (CUBIC.at(x), searched_cubic(x));
        assert!((found - expected).abs() < 1e-10, "{found}, not {expected}, at {x}");
    }
}

#[test]
fn the_integral_of_a_cubic_is_the_limit_of_midpoint_sums() {
    for end in [-0.4, -0.1, 0.0, 0.01, 0.5, 1.4] {
        let n = 200_000;
        let h = end / f64::from(n);
        let sum: f64 = (0..n).map(|i| h * searched_cubic((f64::from(i) + 0.5) * h)).sum();
        let found = CUBIC.integral(end);
        assert!((found - sum).abs() < 1e-4, "{found}, not {sum}, to {end}");
    }
}
