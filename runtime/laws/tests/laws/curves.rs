//! Curves against known integrals and shapes.

use wishbone_laws::curve::{
    Curve, Degressive, Linear, Ordinates, Powers, Rising, Scaled, Split, Table, blend, cubic_pieces, inverse_of_scaled,
    monotone_slopes,
};
use wishbone_laws::number::{Dual, Lanes, Scalar};

/// Integral from zero by Gauss's rule with three points, exact for polynomials of fifth degree.
fn area(f: impl Fn(f64) -> f64, to: f64) -> f64 {
    let (half, far) = (0.5 * to, 0.6_f64.sqrt());
    half * (5.0 * f(half * (1.0 - far)) + 8.0 * f(half) + 5.0 * f(half * (1.0 + far))) / 9.0
}

fn agree(curve: impl Curve<f64> + Copy, x: f64) {
    let (integral, expected) = (curve.integral(x), area(|x| curve.at(x), x));
    assert!(
        (integral - expected).abs() <= 1e-13 * expected.abs().max(1.0),
        "{x}: {integral} {expected}"
    );
}

#[test]
fn integrals_are_areas() {
    for x in [-1.7, -0.2, 0.0, 0.4, 2.5] {
        agree(Linear { slope: 3.0 }, x);
        agree(
            Split {
                negative: 2.0,
                positive: 5.0,
            },
            x,
        );
        agree(
            Powers {
                ordinates: [3.0, -1.0, 0.5, 2.0],
                abscissa: 0.7,
            },
            x,
        );
    }
}

#[test]
fn the_area_of_a_degressive_curve_has_its_ordinates_as_slope() {
    let curve = Degressive { slope: 4.0, half: 0.3 };
    assert_eq!(curve.at(0.3), 0.5 * 4.0 * 0.3);
    for x in [-1.7, -0.2, 0.4, 2.5] {
        let steps = 4000;
        let piece = |k: i32| {
            let at = |part: f64| curve.at(x * (f64::from(k) + part) / f64::from(steps));
            (at(0.0) + 4.0 * at(0.5) + at(1.0)) / 6.0
        };
        let area = (0..steps).map(piece).sum::<f64>() * x / f64::from(steps);
        assert!(
            (curve.integral(x) - area).abs() < 1e-12,
            "{x}: {} {area}",
            curve.integral(x)
        );
    }
}

#[test]
fn a_polynomial_has_its_ordinates_at_its_abscissa() {
    let powers = Powers {
        ordinates: [3.0, -1.0, 0.5],
        abscissa: 0.25,
    };
    assert_eq!(powers.at(0.25), 2.5);
    assert_eq!(powers.at(-0.25), -3.0 - 1.0 - 0.5);
    assert_eq!(powers.at(0.5), 2.0 * 3.0 - 4.0 + 8.0 * 0.5);
}

#[test]
fn inverses_go_back() {
    let (x, y) = ([-1.0, 0.0, 2.0], [-6.0, 0.0, 3.0]);
    let through = |x, y| Scaled {
        curves: Table {
            x,
            ordinates: Ordinates::Straight(y),
        },
        scale: 4.0,
        stretch: 0.5,
    };
    let curve = through(&x, &y);
    let split = Split {
        negative: 2.0,
        positive: 5.0,
    };
    for at in [-2.0, -0.3, 0.0, 0.8, 3.0] {
        assert!((inverse_of_scaled(through(&y, &x), curve.at(at)) - at).abs() < 1e-14);
        assert!((split.inverse(split.at(at)) - at).abs() < 1e-15);
        let linear = Linear { slope: 3.0 };
        assert!((linear.inverse(linear.at(at)) - at).abs() < 1e-15);
    }
    // `4 f(2 x)`: from 0 to 1 a line with the slope 12, from 0 to -0.5 a line with the slope 48.
    assert_eq!((curve.at(1.0), curve.integral(1.0)), (12.0, 6.0));
    assert_eq!((curve.at(-0.5), curve.integral(-0.5)), (-24.0, 6.0));
}

/// A bump stop that stiffens suddenly: an ordinary spline would oscillate below zero before the stop.
#[test]
fn a_cubic_meets_its_points_and_is_monotone_between_them() {
    let (x, y) = ([-2.0, 0.0, 1.0, 1.5, 2.0], [0.0, 0.0, 0.1, 8.0, 8.5]);
    let mut slopes = [0.0; 5];
    monotone_slopes(&x, &y, &mut slopes);
    let mut pieces = [[0.0; 4]; 6];
    let made = cubic_pieces(&x, &y, &slopes);
    pieces.iter_mut().zip(made).for_each(|(piece, made)| *piece = made);
    let curve = Table {
        x: &x,
        ordinates: Ordinates::Cubic(&pieces),
    };
    for (x, y) in x.into_iter().zip(y) {
        assert!((curve.at(x) - y).abs() < 1e-14);
        let jump = curve.derivative(x, 1) - curve.derivative(x - 1e-9, 1);
        assert!(jump.abs() < 1e-6, "a kink at {x}");
    }
    let mut before = curve.at(-3.0);
    for k in 0..=600 {
        let now = curve.at(-3.0 + 0.01 * f64::from(k));
        assert!(now >= before - 1e-14, "it falls at {}", -3.0 + 0.01 * f64::from(k));
        before = now;
    }
}

#[test]
fn lanes_are_looked_up_in_curves_of_their_own() {
    let x = [0.0, 1.0];
    let curve = |y| Table {
        x: &x,
        ordinates: Ordinates::Straight(y),
    };
    let own = [curve(&[0.0, 3.0])];
    assert_eq!(Lanes(0.5).lookup(&own).lane(0), 1.5);
    assert_eq!(Lanes(0.5).lookup_integral(&own).lane(0), 0.375);
}

/// Places `[1, 2, 4]` with ordinates `[10, 30, -10]`: lines between the places, constant beyond them.
#[test]
fn ordinates_are_blended_along_straight_lines() {
    let places = [1.0, 2.0, 4.0];
    let known = [
        (-3.0, 10.0),
        (1.0, 10.0),
        (1.25, 15.0),
        (2.0, 30.0),
        (3.5, 0.0),
        (4.0, -10.0),
        (9.0, -10.0),
    ];
    for (x, y) in known {
        let found = blend(&places, [10.0, 30.0, -10.0], x);
        assert!((found - y).abs() < 1e-14, "{x}: {found} {y}");
    }
    assert_eq!(blend(&[1.0], [10.0], 7.0), 10.0);
}

/// The slope by `x` is the slope of the line; at a place, it is the slope of the line on the right. The slopes by the
/// ordinates are their weights.
#[test]
fn slopes_of_blended_ordinates_are_those_stated() {
    let places = [1.0, 2.0, 4.0];
    let ordinates = [10.0, 30.0, -10.0];
    let known = [
        (0.5, 0.0),
        (1.0, 20.0),
        (1.5, 20.0),
        (2.0, -20.0),
        (3.0, -20.0),
        (4.0, 0.0),
        (5.0, 0.0),
    ];
    for (x, slope) in known {
        let at = Dual::<f64, 1>::variable(x, 0);
        assert_eq!(blend(&places, ordinates.map(Dual::from), at).slopes, [slope], "{x}");
    }
    let pushed = [0, 1, 2].map(|k| Dual::<f64, 3>::variable(ordinates[k], k));
    assert_eq!(blend(&places, pushed, Dual::from(2.5)).slopes, [0.0, 0.75, 0.25]);
}
