//! The tyre by tables compared with the tyre that gave the values of the tables.

use super::magic_formula::file;
use wishbone_laws::curve::Samples;
use wishbone_laws::tyre::carpet::{Sheet, Unsound};
use wishbone_laws::tyre::magic_formula::Side;
use wishbone_laws::tyre::{Carpet, Contact, Law, MagicFormula, Slip};

const LOADS: [f64; 5] = [2000.0, 4000.0, 6000.0, 8000.0, 10_000.0];

/// Slips, finer near zero.
fn slips() -> [f64; 33] {
    core::array::from_fn(|k| {
        let u = (k as f64 - 16.0) / 16.0;
        0.6 * u * u.abs()
    })
}

fn contact() -> Contact {
    Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection: 0.02,
        deflection_rate: 0.0,
        inclination: 0.0,
        velocity: [20.0, 0.0],
        spin: 60.0,
        friction: 1.0,
    }
}

fn source() -> MagicFormula {
    file("mf61").mounted(Side::Left)
}

fn sheet(value: impl Fn(f64, f64) -> f64) -> Sheet {
    let rows = LOADS.map(|load| slips().map(|slip| value(load, slip)));
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    Sheet::new(&LOADS, &slips(), &rows).expect("a sound sheet")
}

fn along(load: f64, slip: f64) -> Slip<f64> {
    let _ = load;
    Slip {
        longitudinal: slip,
        angle: 0.0,
    }
}

fn across(angle: f64) -> Slip<f64> {
    Slip {
        longitudinal: 0.0,
        angle,
    }
}

fn carpet() -> Carpet {
    let law = |load: f64, slip| source().law(&contact(), load, slip);
    Carpet {
        radius: 0.33,
        vertical: Samples::new(&[0.0, 0.05], &[0.0, 12e3]).expect("rising"),
        damping: 500.0,
        inclinations: [0.0],
        longitudinal: [sheet(|load, slip| law(load, along(load, slip)).force[0])],
        lateral: [sheet(|load, slip| law(load, across(slip)).force[1])],
        aligning: [sheet(|load, slip| law(load, across(slip)).moment[2])],
        camber: 0.0,
        rolling_resistance: 0.01,
        relaxation: [0.3, 0.5],
    }
}

/// At its points the carpet equals the tyre. Between these values it differs by at most `h² |F''| / 8` in each
/// direction, computed by differences of the tyre.
#[test]
fn pure_slip_is_the_table() {
    let (carpet, source) = (carpet(), source());
    for load in LOADS {
        for slip in slips() {
            let found = carpet.steady(&contact(), load, along(load, slip)).force[0];
            let expected = source.law(&contact(), load, along(load, slip)).force[0];
            assert!(
                (found - expected).abs() < 1e-6 * load,
                "{load} {slip}: {found} {expected}"
            );
            let found = carpet.steady(&contact(), load, across(slip));
            let expected = source.law(&contact(), load, across(slip));
            assert!((found.force[1] - expected.force[1]).abs() < 1e-6 * load);
            assert!((found.moment[2] - expected.moment[2]).abs() < 1e-6 * load);
        }
    }
    for load in [2500.0, 5000.0, 9000.0] {
        for pair in slips().windows(2) {
            let middle = 0.5 * (pair[0] + pair[1]);
            let force = |load: f64, slip: f64| source.law(&contact(), load, across(slip)).force[1];
            let bend = |a: f64, b: f64, c: f64| (a - 2.0 * b + c).abs();
            let over_slip = bend(force(load, pair[0]), force(load, middle), force(load, pair[1])) / 2.0;
            let over_load = bend(
                force(load - 1000.0, middle),
                force(load, middle),
                force(load + 1000.0, middle),
            ) / 2.0;
            let found = carpet.steady(&contact(), load, across(middle)).force[1];
            let apart = (found - force(load, middle)).abs();
            assert!(apart <= 3.0 * (over_slip + over_load) + 2.0, "{load} {middle}: {apart}");
        }
    }
}

/// In combined slip the force stays inside the ellipse of the peaks, turns from one axis to the other, and does not jump.
#[test]
fn combined_slip_stays_inside_the_ellipse() {
    let carpet = carpet();
    let load = 6000.0;
    let most = |k: usize| {
        let forces = slips().map(|slip| {
            let slip = if k == 0 { along(load, slip) } else { across(slip) };
            carpet.steady(&contact(), load, slip).force[k].abs()
        });
        forces.into_iter().fold(0.0, f64::max)
    };
    let peaks = [most(0), most(1)];
    let mut last: Option<[f64; 2]> = None;
    for k in 0..=4000 {
        let part = f64::from(k) / 4000.0;
        let slip = Slip {
            longitudinal: 0.3 * (1.0 - part) - 0.1,
            angle: 0.4 * part - 0.1,
        };
        let [fx, fy, _] = carpet.steady(&contact(), load, slip).force;
        assert!((fx / peaks[0]).powi(2) + (fy / peaks[1]).powi(2) < 1.05, "{slip:?}");
        if let Some([x, y]) = last {
            assert!((fx - x).abs() < 60.0 && (fy - y).abs() < 60.0, "{slip:?}");
        }
        last = Some([fx, fy]);
    }
}

/// Without load there is no force. Below the first load the force is proportional to the load, and on a slippery road
/// the slope at zero is unchanged.
#[test]
fn load_and_friction_scale_the_force() {
    let carpet = carpet();
    let slip = Slip {
        longitudinal: 0.02,
        angle: 0.03,
    };
    assert_eq!(carpet.steady(&contact(), 0.0, slip).force, [0.0; 3]);
    let [half, whole] = [1000.0, 2000.0].map(|load| carpet.steady(&contact(), load, slip).force[1]);
    assert!((2.0 * half - whole).abs() < 1e-9 * whole.abs());
    let icy = Contact {
        friction: 0.2,
        ..contact()
    };
    let peak = |contact: &Contact| {
        let forces = slips().map(|slip| carpet.steady(contact, 6000.0, across(slip)).force[1].abs());
        forces.into_iter().fold(0.0, f64::max)
    };
    assert!((peak(&icy) / peak(&contact()) - 0.2).abs() < 0.02);
}

#[test]
fn a_sheet_says_what_is_wrong() {
    let row: &[f64] = &[1.0, 2.0];
    assert_eq!(Sheet::new(&[], &[0.0, 1.0], &[]), Err(Unsound::Loads(0)));
    assert_eq!(Sheet::new(&[1.0], &[0.0], &[row]), Err(Unsound::Slips(1)));
    assert_eq!(Sheet::new(&[1.0], &[0.0, 1.0], &[&[1.0]]), Err(Unsound::Row(0, 1)));
    assert_eq!(Sheet::new(&[2.0, 1.0], &[0.0, 1.0], &[row, row]), Err(Unsound::Load(1)));
    assert_eq!(Sheet::new(&[1.0], &[1.0, 1.0], &[row]), Err(Unsound::Slip(1)));
    let bad = Sheet::new(&[1.0], &[0.0, 1.0], &[&[1.0, f64::NAN]]).expect_err("not a number");
    assert_eq!(bad.to_string(), "the value in row 0, column 1 is not a finite number");
}

/// Inclinations of the tables of the leaning carpet [rad].
const INCLINATIONS: [f64; 3] = [-0.08, 0.0, 0.08];

/// Tables of the Magic Formula tyre at several inclinations.
fn leaning_carpet() -> Carpet<3> {
    let law = |inclination: f64, load: f64, slip| {
        let leaning = Contact {
            inclination,
            ..contact()
        };
        source().law(&leaning, load, slip)
    };
    let Carpet {
        radius,
        vertical,
        damping,
        ..
    } = carpet();
    Carpet {
        radius,
        vertical,
        damping,
        inclinations: INCLINATIONS,
        longitudinal: INCLINATIONS.map(|g| sheet(|load, slip| law(g, load, along(load, slip)).force[0])),
        lateral: INCLINATIONS.map(|g| sheet(|load, slip| law(g, load, across(slip)).force[1])),
        aligning: INCLINATIONS.map(|g| sheet(|load, slip| law(g, load, across(slip)).moment[2])),
        camber: 0.1,
        rolling_resistance: 0.01,
        relaxation: [0.3, 0.5],
    }
}

/// At an inclination of the tables the tyre by tables equals the original tyre; halfway between two inclinations it is
/// their mean.
#[test]
fn inclinations_are_an_axis_of_the_tables() {
    let (carpet, source) = (leaning_carpet(), source());
    let at = |inclination: f64| Contact {
        inclination,
        ..contact()
    };
    for load in LOADS {
        for slip in slips() {
            let slip = across(slip);
            let tables = INCLINATIONS.map(|g| carpet.steady(&at(g), load, slip).force[1]);
            for (g, found) in INCLINATIONS.into_iter().zip(tables) {
                let wanted = source.law(&at(g), load, slip).force[1];
                assert!(
                    (found - wanted).abs() < 1e-9 * load,
                    "{g} {load} {slip:?}: {found}, {wanted}"
                );
            }
            let between = carpet.steady(&at(0.04), load, slip).force[1];
            assert!(
                (between - 0.5 * (tables[1] + tables[2])).abs() < 1e-9 * load,
                "{load} {slip:?}"
            );
        }
    }
}

/// Without slip, a wheel that leans to the right is pushed to the right. Beyond the tables the rest of the inclination acts as a slip
/// angle.
#[test]
fn a_leaning_carpet_is_pushed_to_where_it_leans() {
    let carpet = leaning_carpet();
    let at = |inclination: f64, angle: f64| {
        let leaning = Contact {
            inclination,
            ..contact()
        };
        carpet.steady(&leaning, 4000.0, across(angle)).force[1]
    };
    assert!(at(0.08, 0.0) < at(0.0, 0.0) && at(0.0, 0.0) < at(-0.08, 0.0));
    assert_eq!(at(0.18, 0.0), at(0.08, 0.1 * (0.18 - 0.08)));
}

/// Sheets with peaks of 4000 N at slips of ±0.2 and at ±8 degrees, linear up to the peaks and constant beyond them; a
/// table may continue to a larger driving force.
fn peaked(driving: &[(f64, f64)]) -> Carpet {
    let peak = 8.0_f64.to_radians();
    let mut points = vec![
        (-0.8, -4000.0),
        (-0.2, -4000.0),
        (0.0, 0.0),
        (0.2, 4000.0),
        (0.8, 4000.0),
    ];
    points.retain(|(slip, _)| driving.first().is_none_or(|(first, _)| slip < first));
    points.extend(driving);
    let (slips, forces): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
    let moment = [40.0, 40.0, 0.0, -40.0, -40.0];
    Carpet {
        longitudinal: [Sheet::new(&[4000.0], &slips, &[&forces]).expect("a sound sheet")],
        lateral: [Sheet::of(
            [4000.0],
            [-0.5, -peak, 0.0, peak, 0.5],
            [[4000.0, 4000.0, 0.0, -4000.0, -4000.0]],
        )],
        aligning: [Sheet::of([4000.0], [-0.5, -peak, 0.0, peak, 0.5], [moment])],
        ..carpet()
    }
}

/// Combined braking in closed form. At k = -0.2 and 4 degrees the theoretical slips are -0.25 and tan(4°) / 0.8, and
/// the peaks are 0.25 and tan(8°). Both tables are at their largest value beyond the peak.
#[test]
fn combined_braking_is_relative_to_the_peak_of_braking() {
    let slip = Slip {
        longitudinal: -0.2,
        angle: 4.0_f64.to_radians(),
    };
    let y = 4.0_f64.to_radians().tan() / 0.8 / 8.0_f64.to_radians().tan();
    let r = 1.0_f64.hypot(y);
    let [fx, fy, _] = peaked(&[]).steady(&contact(), 4000.0, slip).force;
    assert!((fx + 4000.0 / r).abs() < 1e-6, "{fx} {}", -4000.0 / r);
    assert!((fy + 4000.0 * y / r).abs() < 1e-6, "{fy} {}", -4000.0 * y / r);
    // At the same distance from the peak of driving, the theoretical slip and the peak are 0.2 / 1.2.
    let driving = Slip {
        longitudinal: 0.2,
        ..slip
    };
    let y = 4.0_f64.to_radians().tan() / 1.2 / 8.0_f64.to_radians().tan();
    let [fx, fy, _] = peaked(&[]).steady(&contact(), 4000.0, driving).force;
    let r = 1.0_f64.hypot(y);
    let angle = (r * 8.0_f64.to_radians().tan()).atan();
    assert!(angle > 8.0_f64.to_radians() && (fx - 4000.0 / r).abs() < 1e-6, "{fx}");
    assert!((fy + 4000.0 * y / r).abs() < 1e-6, "{fy}");
}

/// What a table says of driving changes nothing of braking.
#[test]
fn the_driving_side_does_not_change_braking() {
    let narrow = peaked(&[]);
    let wide = peaked(&[(0.3, 4100.0), (0.5, 4800.0), (2.0, 5000.0)]);
    for k in 1..100 {
        let slip = Slip {
            longitudinal: -0.009 * f64::from(k),
            angle: 0.003 * f64::from(k % 40),
        };
        let [a, b] = [&narrow, &wide].map(|carpet| carpet.steady(&contact(), 4000.0, slip));
        assert_eq!(a, b, "{slip:?}");
    }
}

/// Friction limits the camber thrust, but not its slope: on a slippery road a wheel has an unchanged thrust at small
/// inclinations.
#[test]
fn friction_keeps_the_slope_of_the_camber_thrust() {
    for carpet in [
        leaning_carpet(),
        Carpet {
            inclinations: [-0.8, 0.0, 0.8],
            ..leaning_carpet()
        },
    ] {
        let slope = |friction: f64| {
            let at = |inclination: f64| {
                let leaning = Contact {
                    inclination,
                    friction,
                    ..contact()
                };
                carpet.steady(&leaning, 4000.0, across(0.0)).force[1]
            };
            (at(0.01) - at(-0.01)) / 0.02
        };
        assert!(slope(1.0) < -100.0, "{}", slope(1.0));
        assert!(
            (slope(0.5) / slope(1.0) - 1.0).abs() < 1e-9,
            "{} {}",
            slope(0.5),
            slope(1.0)
        );
    }
}

/// A locked wheel that leans slides against its velocity, and has no lateral thrust.
#[test]
fn a_locked_wheel_has_no_camber_thrust() {
    let carpet = leaning_carpet();
    let leaning = Contact {
        inclination: 0.08,
        ..contact()
    };
    let free = carpet.steady(&leaning, 4000.0, across(0.0)).force;
    let locked = carpet.steady(&leaning, 4000.0, along(4000.0, -1.0)).force;
    assert!(
        free[1] < -100.0 && locked[1].abs() < 0.01 * -free[1],
        "{free:?} {locked:?}"
    );
    assert!(locked[0] < -3000.0, "{locked:?}");
}
