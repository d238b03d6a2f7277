//! The Magic Formula against values of other implementations, by signs, symmetry and continuity; its files.

use wishbone_laws::number::Dual;
use wishbone_laws::tyre::magic_formula::{PropertyFile, Side};
use wishbone_laws::tyre::{Contact, Law, MagicFormula, Slip, TyreForce};

const FILES: [(&str, &str); 2] = [
    ("mf52", include_str!("../data/mf52.tir")),
    ("mf61", include_str!("../data/mf61.tir")),
];

pub fn file(name: &str) -> PropertyFile {
    let (_, text) = FILES
        .iter()
        .find(|(own, _)| *own == name)
        .expect("it is one of the files");
    PropertyFile::read(text).unwrap_or_else(|mistakes| panic!("{name}: {mistakes:?}"))
}

/// A wheel that rolls forward on level ground.
fn rolling(inclination: f64) -> Contact {
    Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection: 0.02,
        deflection_rate: 0.0,
        inclination,
        velocity: [20.0, 0.0],
        spin: 60.0,
        friction: 1.0,
    }
}

fn slip(longitudinal: f64, angle: f64) -> Slip {
    Slip { longitudinal, angle }
}

/// Rows of a table of values, with the set and the numbers behind it.
fn rows(text: &str) -> impl Iterator<Item = (&str, Vec<f64>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| {
        let (set, numbers) = line.split_once(',').expect("a row has several cells");
        (
            set,
            numbers.split(',').map(|x| x.parse().expect("it is a number")).collect(),
        )
    })
}

#[test]
fn pure_slip_gives_the_published_values() {
    let mut count = 0;
    for (set, row) in rows(include_str!("../data/magic_formula_pure.csv")) {
        let [load, longitudinal, angle, inclination, fx, fy, mz, _, _] = row[..] else {
            panic!("{row:?}")
        };
        let tyre = file(set).mounted(Side::Left);
        let found = tyre.law(&rolling(inclination), load, slip(longitudinal, angle));
        for (found, wanted) in [(found.force[0], fx), (found.force[1], fy), (found.moment[2], mz)] {
            assert!(
                (found - wanted).abs() < 1e-9 * load,
                "{set} {row:?}: {found}, not {wanted}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 24);
}

/// Both slips, camber, and loads from a tenth to nearly twice the nominal one.
#[test]
fn combined_slip_gives_the_values_of_a_separate_transcription() {
    let mut count = 0;
    for (set, row) in rows(include_str!("../data/magic_formula_combined.csv")) {
        let [load, longitudinal, angle, inclination, fx, fy, mx, mz] = row[..] else {
            panic!("{row:?}")
        };
        let tyre = file(set).mounted(Side::Left);
        let found = tyre.law(&rolling(inclination), load, slip(longitudinal, angle));
        let found = [found.force[0], found.force[1], found.moment[0], found.moment[2]];
        for (found, wanted) in found.into_iter().zip([fx, fy, mx, mz]) {
            assert!(
                (found - wanted).abs() < 1e-9 * load,
                "{set} {row:?}: {found}, not {wanted}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 80);
}

/// Driving slip drives, a wheel that moves to the left is pushed to the right and turned into its direction of travel,
/// rolling resistance is against the spin.
#[test]
fn forces_have_the_signs_of_the_axes() {
    for (name, _) in FILES {
        let tyre = file(name).mounted(Side::Left);
        let at = |longitudinal, angle| tyre.law(&rolling(0.0), 4000.0, slip(longitudinal, angle));
        assert!(
            at(0.05, 0.0).force[0] > 1000.0 && at(-0.05, 0.0).force[0] < -1000.0,
            "{name}"
        );
        assert!(
            at(0.0, 0.05).force[1] < -1000.0 && at(0.0, -0.05).force[1] > 1000.0,
            "{name}"
        );
        assert!(at(0.0, 0.03).moment[2] > 10.0, "{name}");
        assert!(at(0.0, 0.0).moment[1] < 0.0, "{name}");
    }
}

/// A tyre on the other side is the mirror image.
#[test]
fn a_tyre_on_the_other_side_is_mirrored() {
    for (name, _) in FILES {
        let (left, right) = (file(name).mounted(Side::Left), file(name).mounted(Side::Right));
        let one = left.law(&rolling(0.03), 5000.0, slip(0.02, 0.05));
        let other = right.law(&rolling(-0.03), 5000.0, slip(0.02, -0.05));
        assert_eq!(one.force, [other.force[0], -other.force[1], other.force[2]], "{name}");
        assert_eq!(
            one.moment,
            [-other.moment[0], other.moment[1], -other.moment[2]],
            "{name}"
        );
    }
}

/// All forces vanish with the load, without a jump and without a number that is none.
#[test]
fn without_load_there_is_no_force() {
    for (name, _) in FILES {
        let tyre = file(name).mounted(Side::Left);
        let mut last = f64::INFINITY;
        for load in [100.0, 10.0, 1.0, 0.1, 1e-6, 0.0] {
            let found = tyre.law(&rolling(0.05), load, slip(0.3, -0.2));
            let largest = found
                .force
                .iter()
                .chain(&found.moment)
                .fold(0.0_f64, |a, x| a.max(x.abs()));
            assert!(
                largest.is_finite() && largest <= 10.0 * load && largest <= last,
                "{name} {load}: {found:?}"
            );
            last = largest;
        }
    }
}

/// Slopes by dual numbers are those of differences: the law has no break where it is used.
#[test]
fn slopes_agree_with_differences() {
    let tyre = file("mf61").mounted(Side::Left);
    let dual = MagicFormula {
        coefficients: tyre.coefficients.map(|&x| Dual::<f64, 2>::from(x)),
        version: tyre.version,
        side: Dual::from(tyre.side),
    };
    let still = |x: f64| Dual::<f64, 2>::from(x);
    let plain = rolling(0.02);
    let contact = Contact {
        arm: plain.arm.map(still),
        longitudinal: plain.longitudinal.map(still),
        lateral: plain.lateral.map(still),
        normal: plain.normal.map(still),
        deflection: still(plain.deflection),
        deflection_rate: still(plain.deflection_rate),
        inclination: still(plain.inclination),
        velocity: plain.velocity.map(still),
        spin: still(plain.spin),
        friction: still(plain.friction),
    };
    for (k, a) in [(0.02, 0.01), (-0.1, 0.08), (0.3, -0.2)] {
        let slips = Slip {
            longitudinal: Dual::variable(k, 0),
            angle: Dual::variable(a, 1),
        };
        let found = dual.law(&contact, Dual::from(5000.0), slips);
        let difference = |of: &dyn Fn(Slip) -> f64, direction: usize| {
            let h = 1e-6;
            let moved = |h: f64| if direction == 0 { slip(k + h, a) } else { slip(k, a + h) };
            (of(moved(h)) - of(moved(-h))) / (2.0 * h)
        };
        for axis in [0, 1] {
            let value = |slip: Slip| tyre.law(&plain, 5000.0, slip).force[axis];
            for direction in [0, 1] {
                let wanted = difference(&value, direction);
                let slope = found.force[axis].slopes[direction];
                assert!(
                    (slope - wanted).abs() < 1e-3 * (1.0 + wanted.abs()),
                    "{axis} {direction}: {slope}, {wanted}"
                );
            }
        }
    }
}

/// The load of version 6 has the declared stiffness at the nominal load, and the effective radius lies between those of the
/// loaded and of the free wheel.
#[test]
fn load_and_radius_are_those_of_the_file() {
    let tyre = file("mf61").mounted(Side::Left);
    let c = tyre.coefficients;
    let standing = |deflection: f64| Contact {
        deflection,
        spin: 0.0,
        velocity: [0.0; 2],
        ..rolling(0.0)
    };
    let (mut low, mut high) = (0.0, 0.1);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if tyre.normal_force(&standing(middle)) < c.fnomin {
            low = middle;
        } else {
            high = middle;
        }
    }
    let h = 1e-6;
    let stiffness = (tyre.normal_force(&standing(low + h)) - tyre.normal_force(&standing(low - h))) / (2.0 * h);
    assert!((stiffness / c.vertical_stiffness - 1.0).abs() < 1e-6, "{stiffness}");
    let radius = MagicFormula::effective_radius(&tyre, &standing(low), c.fnomin);
    assert!(
        c.unloaded_radius - low < radius && radius < c.unloaded_radius,
        "{radius}"
    );
    assert_eq!(tyre.normal_force(&standing(-0.01)), 0.0);
}

/// A spinning tyre of version 6 grows by `Q_V1 R0 (w R0 / V0)²`: at the same height of its centre it is deflected by so much more.
#[test]
fn the_load_is_that_of_the_grown_tyre() {
    let mut tyre = file("mf61").mounted(Side::Left);
    tyre.coefficients.q_v2 = 0.0;
    let c = tyre.coefficients;
    let at = |deflection: f64, spin: f64| {
        let contact = Contact {
            deflection,
            spin,
            ..rolling(0.0)
        };
        tyre.normal_force(&contact)
    };
    let grown = c.q_v1 * c.unloaded_radius * (100.0 * c.unloaded_radius / c.longvl).powi(2);
    assert!(grown > 1e-3);
    assert!((at(0.02, 100.0) / at(0.02 + grown, 0.0) - 1.0).abs() < 1e-12);
    assert!(at(-0.5 * grown, 100.0) > 0.0 && at(-2.0 * grown, 100.0) == 0.0);
}

#[test]
fn units_are_converted() {
    let metres = file("mf52");
    let text = FILES[0]
        .1
        .replace("LENGTH = 'meter'", "LENGTH = 'mm'")
        .replace("FORCE = 'newton'", "FORCE = 'kN'")
        .replace("UNLOADED_RADIUS = 0.4", "UNLOADED_RADIUS = 4.0D+02")
        .replace("FNOMIN = 9416.6", "FNOMIN = 9.4166 $ [kN]")
        .replace("LONGVL = 15.0", "LONGVL = 15000")
        .replace("VERTICAL_STIFFNESS = 463000.0", "VERTICAL_STIFFNESS = 0.463")
        .replace("VERTICAL_DAMPING = 500.0", "VERTICAL_DAMPING = 5e-4");
    let mut found = PropertyFile::read(&text).expect("the units are known").coefficients;
    let mut wanted = metres.coefficients;
    for name in wishbone_laws::tyre::magic_formula::Coefficients::<f64>::NAMES {
        let (found, wanted) = (
            *found.by_name(name).expect("named"),
            *wanted.by_name(name).expect("named"),
        );
        assert!(
            (found - wanted).abs() <= 1e-12 * wanted.abs(),
            "{name}: {found}, not {wanted}"
        );
    }
}

/// All mistakes at once, each with line and keyword.
#[test]
fn mistakes_are_told_with_line_and_keyword() {
    let text =
        "[UNITS]\nLENGTH = 'yard'\nANGLE = 'degrees'\n[MODEL\nFITTYP = 70\nFNOMIN = much\nPCX1\nPDX1 = -1\nPDX1 = 2\n";
    let mistakes = PropertyFile::read(text).expect_err("it is full of mistakes");
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    for part in [
        "line 2: the unit `LENGTH` is `yard`",
        "line 3: the unit `ANGLE` is `degrees`",
        "line 4: `[MODEL` opens a section",
        "line 5: `FITTYP` is `70`",
        "line 6: `FNOMIN` is `much`, which is not a number",
        "line 7: `PCX1` is neither",
        "line 8: `PDX1` is -1; it has to be above zero",
        "line 9: `PDX1` was given in line 8 already",
        "`UNLOADED_RADIUS` is missing",
    ] {
        assert!(told.iter().any(|told| told.contains(part)), "no `{part}` in {told:#?}");
    }
}

/// Unknown keywords and coefficients that are left out are told, and are no mistakes.
#[test]
fn notes_tell_what_is_left_out() {
    let text = FILES[0].1.replace("PHX1 = 8.731e-05\n", "NOISE = 3\n");
    let file = PropertyFile::read(&text).expect("a shift can be left out");
    assert_eq!(file.coefficients.phx1, 0.0);
    let notes = file.notes.join("\n");
    assert!(
        notes.contains("not used: LGYR, NOISE") && notes.contains("PHX1"),
        "{notes}"
    );
}

/// A file that gives the nominal pressure alone has the tyre at this pressure, and tells so; zero is no pressure.
#[test]
fn a_pressure_that_is_left_out_is_the_nominal_one() {
    let given = FILES[1].1;
    let text: String = given
        .lines()
        .filter(|line| !line.starts_with("INFLPRES"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let file = PropertyFile::read(&text).expect("a pressure can be left out");
    assert_eq!(file.coefficients.inflpres, file.coefficients.nompres);
    assert!(file.notes[0].contains("`INFLPRES` is left out"), "{:?}", file.notes);
    let flat = given.replace("INFLPRES = 260000.0", "INFLPRES = 0");
    let told = PropertyFile::read(&flat).expect_err("the tyre is flat")[0].to_string();
    assert!(told.contains("`INFLPRES` is 0; it has to be above zero"), "{told}");
}

/// Numbers in units that are not those of the file, and files without units.
#[test]
fn units_that_are_not_meant_are_told() {
    let given = FILES[0].1;
    let soft = given.replace("VERTICAL_STIFFNESS = 463000.0", "VERTICAL_STIFFNESS = 463");
    let told = PropertyFile::read(&soft).expect_err("it is in N/mm")[0].to_string();
    assert!(told.contains("by 20338 mm, more than its radius"), "{told}");
    let light = given.replace("FNOMIN = 9416.6", "FNOMIN = 9.4166");
    let notes = PropertyFile::read(&light).expect("a hard tyre").notes;
    assert!(notes[0].contains("deflects the tyre by 0.020 mm"), "{notes:?}");
    let without = given
        .replace("LENGTH = 'meter'\n", "")
        .replace("FORCE = 'newton'\n", "");
    let notes = PropertyFile::read(&without).expect("SI").notes;
    assert_eq!(
        notes[0],
        "units left out, and taken as SI: LENGTH = meter, FORCE = newton"
    );
    let version = given.replace("FITTYP = 6", "FITTYP = 6.7");
    assert!(PropertyFile::read(&version).is_err());
}

/// Coefficients in the axes of SAE, with a cornering stiffness above zero, are no tyre of ISO-W: it would push its wheel aside.
#[test]
fn coefficients_in_other_axes_are_refused() {
    for (name, text) in FILES {
        let number = file(name).coefficients.pky1;
        let text = text.replace(&format!("PKY1 = {number}"), &format!("PKY1 = {}", -number));
        let told = PropertyFile::read(&text).expect_err("the axes are different")[0].to_string();
        assert!(
            told.contains("line ") && told.contains("positive lateral force"),
            "{told}"
        );
    }
}

/// Damaged files give a tyre or mistakes, never a panic.
#[test]
fn damaged_files_do_not_panic() {
    let mut rng = fastrand::Rng::with_seed(7);
    for round in 0..2000 {
        let mut text: Vec<char> = FILES[round % 2].1.chars().collect();
        for _ in 0..=rng.usize(..6) {
            let at = rng.usize(..text.len());
            match rng.u8(..4) {
                0 => text.truncate(at + 1),
                1 => drop(text.remove(at)),
                2 => text.insert(at, rng.char(..)),
                _ => text[at] = ['[', ']', '=', '\'', '$', '\n', 'e', '-', '9', 'é'][rng.usize(..10)],
            }
        }
        let text: String = text.into_iter().collect();
        match PropertyFile::read(&text) {
            Ok(file) => {
                let _ = file.mounted(Side::Left).law(&rolling(0.01), 4000.0, slip(0.01, 0.02));
            }
            Err(mistakes) => assert!(!mistakes.is_empty()),
        }
    }
}

/// Ground of another friction is the tyre with its factors LMUX and LMUY scaled; slip stiffnesses stay, and no friction at all
/// leaves hardly any force.
#[test]
fn the_friction_of_the_ground_scales_that_of_the_tyre() {
    for name in ["mf52", "mf61"] {
        let tyre = file(name).mounted(Side::Left);
        let mut scaled = tyre;
        scaled.coefficients.lmux *= 0.3;
        scaled.coefficients.lmuy *= 0.3;
        let nominal = rolling(0.02);
        let on = |friction: f64| Contact { friction, ..nominal };
        for (k, a) in [(0.0, 0.0), (0.02, 0.01), (-0.1, 0.08), (1.0, -0.2)] {
            let wanted = scaled.law(&nominal, 5000.0, slip(k, a));
            let found = tyre.law(&on(0.3), 5000.0, slip(k, a));
            let numbers = |law: TyreForce| law.force.into_iter().chain(law.moment);
            for (found, wanted) in numbers(found).zip(numbers(wanted)) {
                assert!(
                    (found - wanted).abs() <= 1e-12 * wanted.abs(),
                    "{name} {k} {a}: {found}, {wanted}"
                );
            }
            let none = tyre.law(&on(0.0), 5000.0, slip(k, a)).force;
            assert!(none[0].abs() < 10.0 && none[1].abs() < 10.0, "{name} {k} {a}: {none:?}");
        }
        let sliding = |contact: &Contact| tyre.sliding(contact, &tyre.loaded(contact, 5000.0));
        let limits = sliding(&nominal);
        let on_ice = sliding(&on(0.3));
        for (limit, on_ice) in limits.into_iter().zip(on_ice) {
            assert!((on_ice / limit - 0.3).abs() < 1e-12);
        }
        let h = 1e-6;
        let stiffness = |friction: f64| {
            let force = |k: f64| tyre.law(&on(friction), 5000.0, slip(k, 0.0)).force[0];
            (force(h) - force(-h)) / (2.0 * h)
        };
        assert!((stiffness(0.5) / stiffness(1.0) - 1.0).abs() < 0.05, "{name}");
    }
}
