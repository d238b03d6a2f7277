//! Tyres whose numbers are out of range, and the messages about them.

use super::{magic_formula, tmeasy};
use wishbone_laws::tyre::magic_formula::Side;
use wishbone_laws::tyre::{LinearTyre, Unfit};

fn words(check: impl Fn(&mut dyn FnMut(Unfit))) -> Vec<String> {
    let mut found = Vec::new();
    check(&mut |unfit| found.push(unfit.to_string()));
    found
}

#[test]
fn sound_tyres_are_told_nothing() {
    assert_eq!(words(|tell| tmeasy::tyre().check(tell)), Vec::<String>::new());
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
