//! Tyres whose numbers are out of range, and the messages about them.

use super::{brush, magic_formula, tmeasy};
use wishbone_laws::curve::Samples;
use wishbone_laws::tyre::carpet::Sheet;
use wishbone_laws::tyre::magic_formula::Side;
use wishbone_laws::tyre::{Carpet, LinearTyre, Unfit};

fn words(check: impl Fn(&mut dyn FnMut(Unfit))) -> Vec<String> {
    let mut found = Vec::new();
    check(&mut |unfit| found.push(unfit.to_string()));
    found
}

#[test]
fn sound_tyres_are_told_nothing() {
    assert_eq!(words(|tell| tmeasy::tyre().check(tell)), Vec::<String>::new());
    assert_eq!(words(|tell| brush::tyre().check(tell)), Vec::<String>::new());
    assert_eq!(
        words(|tell| LinearTyre::vertical(0.3, 200e3, 0.0).check(tell)),
        Vec::<String>::new()
    );
    for name in ["mf52", "mf61"] {
        let tyre = magic_formula::file(name).mounted(Side::Left);
        assert_eq!(words(|tell| tyre.check(tell)), Vec::<String>::new(), "{name}");
    }
}

/// All mistakes are reported at once, each with its number.
#[test]
fn mistakes_are_told_all_at_once() {
    let mut tyre = tmeasy::tyre();
    tyre.radius = 0.0;
    tyre.damping = f64::NAN;
    tyre.lateral.sliding[0] = 2.0 * tyre.lateral.peak[0];
    // Twice the slip at twice the load is zero at zero load.
    tyre.longitudinal.peak_slip = [0.05, 0.1];
    let found = words(|tell| tyre.check(tell));
    assert_eq!(found[0], "`radius` is 0, and has to be above zero");
    assert_eq!(found[1], "`damping` is NaN, and has to be a finite number");
    let expected = [
        "`peak_slip` of `longitudinal` at zero load is 0, and has to be above zero",
        "and has to be at most `peak`",
    ];
    for words in expected {
        assert!(
            found.iter().any(|mistake| mistake.contains(words)),
            "{words}: {found:#?}"
        );
    }
}

/// Tested are friction that falls faster than the load grows, a contact that is longer than the wheel, and more than
/// the whole camber.
#[test]
fn a_brush_tyre_has_possible_numbers() {
    let mut tyre = brush::tyre();
    (tyre.cornering_stiffness, tyre.half_length) = (0.0, 0.4);
    (tyre.load_sensitivity, tyre.camber) = (1.0, 1.5);
    let found = words(|tell| tyre.check(tell));
    assert_eq!(
        found,
        [
            "`cornering_stiffness` is 0, and has to be above zero",
            "`half_length` is 0.4, and has to be above zero and below the radius",
            "`load_sensitivity` is 1, and has to be 0 or more, and below 1",
            "`camber` is 1.5, and has to be from 0 to 1",
        ]
    );
}

#[test]
fn a_coefficient_that_divides_is_not_zero() {
    let mut tyre = magic_formula::file("mf61").mounted(Side::Left);
    tyre.coefficients.pcy1 = 0.0;
    tyre.coefficients.fnomin = -1.0;
    let found = words(|tell| tyre.check(tell));
    assert_eq!(
        found,
        [
            "`FNOMIN` is -1, and has to be above zero",
            "`PCY1` is 0, and has to be different from zero"
        ]
    );
}

/// Tables of a tyre: slips along and across, and values at two loads.
fn carpet(along: ([f64; 3], [f64; 3]), across: ([f64; 3], [f64; 3])) -> Carpet {
    let sheet = |(slips, values): ([f64; 3], [f64; 3])| {
        Sheet::of([2000.0, 4000.0], slips, [values, values.map(|value| 2.0 * value)])
    };
    Carpet {
        radius: 0.3,
        vertical: Samples::new(&[0.0, 0.05], &[0.0, 12e3]).expect("rising"),
        damping: 500.0,
        inclinations: [0.0],
        longitudinal: [sheet(along)],
        lateral: [sheet(across)],
        aligning: [sheet(([-0.2, 0.0, 0.2], [-30.0, 0.0, 30.0]))],
        camber: 0.0,
        rolling_resistance: 0.01,
        relaxation: [0.2, 0.5],
    }
}

/// Half tables, and forces with the sign of other axes.
#[test]
fn half_tables_and_other_axes_are_told() {
    let driven = ([-0.2, 0.0, 0.2], [-2e3, 0.0, 2e3]);
    let cornering = ([-0.2, 0.0, 0.2], [1800.0, 0.0, -1800.0]);
    let told = |along, across| words(|tell| carpet(along, across).check(tell));
    assert_eq!(told(driven, cornering), Vec::<String>::new());
    let braked = ([-0.2, -0.1, 0.0], [-1900.0, -2e3, 0.0]);
    assert_eq!(
        told(braked, cornering),
        ["`greatest slip` of `longitudinal` is 0, and has to be above zero: a table goes over both signs of the slip"]
    );
    let one_side = ([0.0, 0.1, 0.2], [0.0, -1700.0, -1800.0]);
    assert_eq!(
        told(driven, one_side),
        ["`least slip` of `lateral` is 0, and has to be below zero: a table goes over both signs of the slip"]
    );
    let sae = ([-0.2, 0.0, 0.2], [-1800.0, 0.0, 1800.0]);
    assert_eq!(
        told(driven, sae),
        [
            "`force` of `lateral` at the greatest slip is 3600, and has to be negative where the angle is positive (ISO 8855); other signs are those of adapted SAE axes"
        ]
    );
    let turned = ([-0.2, 0.0, 0.2], [2e3, 0.0, -2e3]);
    assert_eq!(
        told(turned, cornering),
        [
            "`force` of `longitudinal` at the greatest slip is -4000, and has to be positive where the slip is positive, and the wheel drives"
        ]
    );
}
