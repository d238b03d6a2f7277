//! The Calspan tyre: its stiffnesses at the origin, its limit, its signs, and the load.

use wishbone_laws::tyre::Calspan;

/// Tyre of the Iltis benchmark (Frik, Leister & Schwartz 1993).
fn tyre() -> Calspan {
    Calspan {
        radius: 0.364325,
        stiffness: 460e3,
        stiffnesses: [2625.0, 14.47, 12930.0, 2.29, 18175.0],
        friction: [-0.464e-4, 1.216, 2.18e-11, 1.0274],
        trail: 0.171e-4,
        low_speed: 0.5,
    }
}

#[test]
fn stiffnesses_at_the_origin() {
    let (load, small) = (4000.0, 1e-7);
    let by_angle = tyre().side_force(load, small, 0.0, 1.0) / small;
    let by_inclination = tyre().side_force(load, 0.0, small, 1.0) / small;
    assert!((by_angle + (2625.0 + 14.47 * load - 14.47 / 12930.0 * load * load)).abs() < 0.1);
    assert!((by_inclination + (2.29 * load - 2.29 / 18175.0 * load * load)).abs() < 0.1);
}

/// Friction by hand at 4000 N: (-0.1856 + 1.216 + 0.0003488) 1.0274.
#[test]
fn the_side_force_ends_at_friction() {
    let (load, most) = (4000.0, 4000.0 * 1.058_990_98);
    for angle in [0.5, 1.0] {
        assert!((tyre().side_force(load, angle, 0.0, 1.0) + most).abs() < 0.01);
        assert!((tyre().side_force(load, -angle, 0.0, 0.5) - 0.5 * most).abs() < 0.01);
    }
    // It joins the limit without a kink: at a demand of 2 the force is 1/27 of the grip below the limit, by (1 - b/3)³.
    let stiffness = 2625.0 + 14.47 * load - 14.47 / 12930.0 * load * load;
    let force = tyre().side_force(load, 2.0 * most / stiffness, 0.0, 1.0);
    assert!((force + most * (1.0 - 1.0 / 27.0)).abs() < 0.01);
}

#[test]
fn without_load_there_is_no_side_force() {
    for angle in [-0.2, 0.0, 0.2] {
        assert_eq!(tyre().side_force(0.0, angle, 0.1, 1.0), 0.0);
    }
}

#[test]
fn numbers_out_of_range_are_told() {
    let mut told = Vec::new();
    let bad = Calspan {
        stiffness: -1.0,
        trail: f64::NAN,
        ..tyre()
    };
    bad.check(&mut |unfit| told.push(unfit.number));
    assert_eq!(told, ["stiffness", "trail"]);
    tyre().check(&mut |unfit| panic!("{unfit}"));
}
