//! Elementary functions against check values.

use super::reference::{ATAN, COS, EXP, LN, POWER, SIN};
use wishbone_laws::math;
use wishbone_laws::number::{Lanes, Scalar};

/// Largest error in units of the last place.
fn worst(f: impl Fn(f64) -> f64, values: &[[f64; 3]]) -> f64 {
    let error = |[x, nearest, rest]: [f64; 3]| {
        let size = nearest.abs().max(f64::MIN_POSITIVE);
        let unit = f64::from_bits(size.to_bits() + 1) - size;
        ((f(x) - nearest) - rest).abs() / unit
    };
    values.iter().copied().map(error).fold(0.0, f64::max)
}

#[test]
fn functions_are_as_exact_as_they_say() {
    let of = [
        ("exp", worst(math::exp, EXP), 0.9),
        ("ln", worst(math::ln, LN), 0.9),
        ("sin", worst(math::sin, SIN), 1.6),
        ("cos", worst(math::cos, COS), 1.6),
        ("atan", worst(math::atan, ATAN), 2.5),
        ("fused sin", worst(math::fused::sin, SIN), 1.6),
        ("fused cos", worst(math::fused::cos, COS), 1.6),
        ("fused sine alone", worst(math::fused::sine, SIN), 1.3),
        ("fused atan", worst(math::fused::atan, ATAN), 1.2),
    ];
    for (name, error, bound) in of {
        assert!(error <= bound, "{name}: {error}");
    }
}

#[test]
fn powers_are_as_exact_as_their_exponents_are_large() {
    let power = |x: f64| Scalar::powf(x, 2.7);
    for value in POWER {
        let bound = 2.0 + (2.7 * value[0].ln()).abs();
        let error = worst(power, &[*value]);
        assert!(error <= bound, "{value:?}: {error}");
    }
    assert_eq!([0.0, -2.0].map(power), [0.0; 2]);
    assert_eq!([3, 1, 0, -2].map(|n| Scalar::powi(-2.0, n)), [-8.0, -2.0, 1.0, 0.25]);
}

#[test]
fn where_the_ranges_of_functions_end() {
    assert_eq!(math::exp(0.0).to_bits(), 1.0_f64.to_bits());
    assert_eq!(math::exp(f64::NEG_INFINITY), 0.0);
    assert_eq!(math::exp(f64::INFINITY), f64::INFINITY);
    assert_eq!(math::exp(709.8), f64::INFINITY);
    assert_eq!(math::exp(709.78), 709.78_f64.exp());
    assert_eq!(math::exp(-745.2), 0.0);
    assert_eq!(math::exp(-745.1), 5e-324);
    assert!(math::exp(f64::NAN).is_nan());

    assert_eq!(math::ln(1.0).to_bits(), 0);
    assert_eq!([0.0, -0.0].map(math::ln), [f64::NEG_INFINITY; 2]);
    assert_eq!(math::ln(f64::INFINITY), f64::INFINITY);
    assert!(
        [-1.0, -5e-324, f64::NEG_INFINITY, f64::NAN]
            .into_iter()
            .all(|x| math::ln(x).is_nan())
    );
}

/// A plain number, which is a register of one lane, is computed in the same way as a register of an instruction set.
#[test]
fn lanes_have_the_bits_of_numbers() {
    let numbers = [0.3, -2.0, 1e7, 1e-300, 709.0, -745.0, 0.0, f64::INFINITY, f64::NAN];
    for x in numbers {
        let each = Lanes(x);
        let bits = |number: Lanes<f64>| number.lane(0).to_bits();
        let (sine, cosine) = each.sin_cos();
        assert_eq!(
            [bits(sine), bits(cosine)],
            [math::sin(x).to_bits(), math::cos(x).to_bits()]
        );
        assert_eq!(bits(each.exp()), math::exp(x).to_bits());
        assert_eq!(bits(each.ln()), math::ln(x).to_bits());
        for y in numbers {
            assert_eq!(bits(each.atan2(Lanes(y))), math::atan2(x, y).to_bits());
        }
    }
}
