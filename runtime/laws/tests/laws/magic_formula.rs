//! The Magic Formula compared with values of other implementations; signs, symmetry and continuity; property files.

use wishbone_laws::number::Dual;
use wishbone_laws::tyre::magic_formula::{Coefficients, PropertyFile, Side};
use wishbone_laws::tyre::{Contact, Law, MagicFormula, Relaxed, Slip, TyreForce};

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

/// Rows of a table of values: the name of the set, and the numbers after it.
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

/// Both slips, camber, and loads from a tenth to nearly twice the nominal load.
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

/// A driving slip gives a force forward. A wheel that moves to the left is pushed to the right, and its aligning moment turns it into
/// the direction of travel. Rolling resistance is against the spin.
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

/// The tyre of `small.tir`, whose friction decreases with the load, with more lines.
fn fading(more: &str) -> MagicFormula {
    let text = format!("{}{more}\n", include_str!("../data/small.tir"));
    let file = PropertyFile::read(&text).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    file.mounted(Side::Left)
}

/// Beyond the greatest load of the file, all forces and moments are the values at the greatest load, scaled in
/// proportion to the load. Below the greatest load, nothing depends on it, bit by bit.
#[test]
fn beyond_the_greatest_load_forces_grow_in_proportion() {
    for name in ["mf52", "mf61"] {
        let free = file(name).mounted(Side::Left);
        let mut held = free;
        held.coefficients.fzmax = 9000.0;
        for (along, angle) in [(0.02, 0.05), (-0.3, 0.0), (0.0, -0.2)] {
            let of = |tyre: MagicFormula, load: f64| tyre.law(&rolling(0.03), load, slip(along, angle));
            for load in [0.0, 700.0, 5000.0, 9000.0] {
                assert_eq!(of(held, load), of(free, load), "{name} at {load}");
            }
            let greatest = of(held, 9000.0);
            for load in [9001.0, 13_500.0, 36_000.0] {
                let found = of(held, load);
                let numbers = found.force.into_iter().chain(found.moment);
                for (found, wanted) in numbers.zip(greatest.force.into_iter().chain(greatest.moment)) {
                    let wanted = wanted * load / 9000.0;
                    assert!(
                        (found - wanted).abs() < 1e-9 * (1.0 + wanted.abs()),
                        "{name} at {load}: {found} {wanted}"
                    );
                }
            }
        }
    }
}

/// The file's greatest load is read in its units, and reported.
#[test]
fn the_greatest_load_of_a_file_is_read() {
    let text = include_str!("../data/small.tir").replace("FORCE = 'newton'", "FORCE = 'kN'");
    let text = text.replace("FNOMIN = 4000", "FNOMIN = 4").replace("00000", "00") + "FZMAX = 8.5\n";
    let file = PropertyFile::read(&text).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    assert!((file.coefficients.fzmax - 8500.0).abs() < 1e-9);
    let told = |file: &PropertyFile, words: &str| file.notes.iter().any(|note| note.contains(words));
    assert!(told(&file, "beyond `FZMAX`, 8500 N"), "{:?}", file.notes);
    let without = PropertyFile::read(include_str!("../data/small.tir")).expect("a tyre");
    assert!(told(&without, "`FZMAX` is left out"), "{:?}", without.notes);
}

/// Friction stays above zero at every load and inclination: `1 - 0.1 f` would be zero at eleven times the nominal load,
/// and below zero beyond. Forces do not change their direction, and the slips at which the whole contact slides stay
/// above zero, as a tyre at a standstill requires.
#[test]
fn friction_stays_above_zero() {
    for more in ["", "PDX3 = 12\nPDY3 = 12"] {
        let tyre = fading(more);
        for inclination in [0.0, 0.2, 0.5] {
            let contact = rolling(inclination);
            for load in [4000.0, 30e3, 43_999.0, 44e3, 46e3, 80e3, 100e3] {
                let loaded = tyre.loaded(&contact, load);
                let sliding = tyre.sliding(&contact, &loaded);
                assert!(
                    sliding.into_iter().all(|slip| slip > 1e-3 && slip < 1e3),
                    "{load} N: {sliding:?}"
                );
                let found = tyre.law(&contact, load, slip(0.0, 0.3)).force;
                assert!(found[1] < -0.02 * load, "{load} N: {found:?}");
                let found = tyre.law(&contact, load, slip(-0.3, 0.0)).force;
                assert!(found[0] < -0.02 * load, "{load} N: {found:?}");
            }
        }
    }
}

/// A braked wheel at a standstill under thirteen times its nominal load: the response is finite, and acts against the
/// sliding.
#[test]
fn an_overloaded_tyre_holds_at_a_standstill() {
    for tyre in [fading(""), fading("FZMAX = 10000")] {
        let contact = Contact {
            deflection: 0.26,
            velocity: [0.05, 0.02],
            spin: 0.0,
            ..rolling(0.0)
        };
        let found = Relaxed { law: tyre }.respond(&contact, [-0.002, 0.001]);
        assert!(found.force.force[2] > 50e3, "{found:?}");
        assert!(found.force.force[0] < 0.0 && found.force.force[1] < 0.0, "{found:?}");
        assert!(found.rate.into_iter().all(|rate| rate.abs() < 1.0), "{found:?}");
    }
}

/// A tyre that is equal on both sides, with each coefficient changed in turn: a file without a side causes a warning
/// exactly for the coefficients that make the sides differ.
#[test]
fn a_file_without_a_side_is_warned_of_every_coefficient_that_matters() {
    let text = include_str!("../data/small.tir").replace("TYRESIDE = 'LEFT'\n", "");
    let usual = "PPX1=0\nPEY1=0.1\nPVY3=0.1\nPVY4=0.1\nPKY6=-0.5\nRBX1=12\nRBX2=9\nRCX1=1.1\nRBY1=11\nRBY2=7\nRCY1=1.05\nRVY4=20\nRVY5=1.9\nRVY6=-20\n\
                 QBZ1=9\nQCZ1=1.2\nQDZ1=0.1\nQEZ1=-1\nQBZ9=15\nQBZ10=0.2\nQSX2=0.5\nQSX4=0.1\nQSX5=1\nQSX8=0.5\nQSX9=0.5\nQSX10=0.1\nQSX11=0.5\n";
    let mut counted = 0;
    for name in Coefficients::<f64>::NAMES {
        let is_given = |text: &str| text.lines().any(|line| line.split(['=', ' ']).next() == Some(name));
        if is_given(&text) || is_given(usual) {
            continue;
        }
        let file = match PropertyFile::read(&format!("{text}{usual}{name} = 0.02\n")) {
            Ok(file) => file,
            // Numbers that are no coefficients of the forces, such as pressures.
            Err(_) => continue,
        };
        let [one, other] = [Side::Left, Side::Right].map(|side| file.mounted(side));
        let differs = [(0.05, 0.06, 0.04), (-0.08, 0.1, -0.05), (0.1, -0.02, 0.0)]
            .into_iter()
            .any(|(along, angle, lean)| {
                let [one, other] = [one, other].map(|tyre| tyre.law(&rolling(lean), 5000.0, slip(along, angle)));
                let numbers = one.force.into_iter().chain(one.moment);
                let mut pairs = numbers.zip(other.force.into_iter().chain(other.moment));
                pairs.any(|(one, other)| (one - other).abs() > 1e-9 * (1.0 + one.abs()))
            });
        let is_named = file.warnings.iter().any(|warning| {
            let (_, names) = warning.message.split_once("it matters to ").unwrap_or_default();
            names.split(", ").any(|own| own == *name)
        });
        assert_eq!(is_named, differs, "{name}: {:?}", file.warnings);
        counted += usize::from(differs);
    }
    assert!(counted > 12, "{counted}");
}

/// A tyre on the other side of the vehicle is the mirror image.
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

/// The ground never pulls: a load below zero gives no force and no moment, in every function.
#[test]
fn in_the_air_there_is_no_force() {
    for (name, _) in FILES {
        let tyre = file(name).mounted(Side::Left);
        for load in [-1e-9, -500.0, -1e5] {
            let found = tyre.law(&rolling(0.05), load, slip(0.3, -0.2));
            assert!(
                found.force == [0.0; 3] && found.moment == [0.0; 3],
                "{name} at {load}: {found:?}"
            );
        }
    }
}

/// All forces go to zero with the load, without a jump and without NaN.
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

/// Slopes by dual numbers agree with differences: the law has no jumps in the range of use.
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

/// The load of version 6 has the declared stiffness at the nominal load. The effective radius lies between the radii of the loaded
/// and of the free wheel.
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

/// A spinning tyre of version 6 grows by `Q_V1 R0 (w R0 / V0)²`: at an equal height of its centre its deflection grows
/// by the same amount.
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

/// All mistakes are reported at once, each with line and keyword.
#[test]
fn mistakes_are_told_with_line_and_keyword() {
    let text =
        "[UNITS]\nLENGTH = 'yard'\nANGLE = 'grad'\n[MODEL\nFITTYP = 70\nFNOMIN = much\nPCX1\nPDX1 = -1\nPDX1 = 2\n";
    let mistakes = PropertyFile::read(text).expect_err("it is full of mistakes");
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    for part in [
        "line 2: the unit `LENGTH` is `yard`",
        "line 3: the unit `ANGLE` is `grad`",
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

/// A coefficient far outside of the range of tyres is probably a typing error. It is reported with its line, its value and the range
/// of tyres.
#[test]
fn coefficients_that_no_tyre_has_are_refused() {
    for (keyword, value, range) in [
        ("LONGVL", "0.1", "from 1.0 to 100.0 m/s"),
        ("RVY1", "30", "from -5.0 to 5.0"),
        ("PDX1", "1e300", "from 0.01 to 5.0"),
        ("LMUY", "1D9", "from 0.01 to 10.0"),
        ("PCY1", "1e-9", "from 0.1 to 3.0"),
        ("UNLOADED_RADIUS", "394", "from 0.02 to 5.0 m"),
        ("QSY1", "12", "from -1.0 to 1.0"),
    ] {
        let start = format!("{keyword} = ");
        let with = |line: &str| match line.starts_with(&start) {
            true => format!("{start}{value}\n"),
            false => format!("{line}\n"),
        };
        let text: String = FILES[1].1.lines().map(with).collect();
        let told = PropertyFile::read(&text).expect_err(keyword)[0].to_string();
        assert!(
            told.contains(&format!("`{keyword}` is ")) && told.contains(range),
            "{told}"
        );
        let mut tyre = file("mf61").mounted(Side::Left);
        let number: f64 = value.replace('D', "e").parse().expect("a number");
        *tyre.coefficients.by_name(keyword).expect("named") = number;
        let mut found = Vec::new();
        tyre.check(&mut |unfit| found.push(unfit.to_string()));
        assert!(found.len() == 1 && found[0].contains(range), "{found:?}");
    }
}

const SMALL: &str = include_str!("../data/small.tir");

fn small(text: &str) -> PropertyFile {
    PropertyFile::read(text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"))
}

fn warned(file: &PropertyFile) -> String {
    let told = file
        .warnings
        .iter()
        .map(|warning| format!("line {}: {}\n", warning.line, warning.message));
    told.collect()
}

/// Forms of real files: keywords in two sections, empty values, blocks of comments, tables, byte order marks, ends of lines.
#[test]
fn forms_of_real_files_are_read() {
    let plain = small(SMALL);
    assert_eq!(plain.warnings, [], "nothing is assumed");
    let with = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        small(&SMALL.replacen(from, to, 1))
    };
    for same in [
        with("[VERTICAL]", "[INERTIA]\nMASS = 10\nIYY = 0.6\n[VERTICAL]"),
        with(
            "[VERTICAL]",
            "[INERTIA]\nASPECT_RATIO =\nBELT_MASS =  $ none\n[VERTICAL]",
        ),
        with(
            "[UNITS]",
            "(COMMENTS)\n{comment_string}\n'made = of nothing\nand of 3 $ of free text\n[UNITS]",
        ),
        with("LENGTH", "(COMMENTS)\n{comment_string}\n'made of nothing'\nLENGTH"),
        with(
            "[VERTICAL]",
            "[SHAPE]\n{radial width}\n 1.0 0.0\n 1.0, 0.4 ! a comment\n[VERTICAL]",
        ),
        with("[VERTICAL]", "{radial width}\n 1.0 0.0\n[VERTICAL]"),
        with("[UNITS]", "\u{feff}[UNITS]"),
        with("FNOMIN = 4000", "FNOMIN = 4.0D+03"),
        with("TYRESIDE = 'LEFT'", "TYRESIDE = \"Left\" $ 'quoted"),
        small(&SMALL.replace('\n', "\r\n")),
    ] {
        assert_eq!(same.coefficients, plain.coefficients);
        assert_eq!(same.warnings, []);
    }
    let empty = with("PDX2 = -0.05", "PDX2 =");
    assert_eq!(empty.coefficients.pdx2, 0.0);
    assert!(warned(&empty).contains("`PDX2` has no value"), "{}", warned(&empty));
    let degrees = with("ANGLE = 'radians'", "ANGLE = 'degrees'");
    assert_eq!(degrees.coefficients, plain.coefficients);
    assert!(
        warned(&degrees).contains("line 4: `ANGLE` is in degrees"),
        "{}",
        warned(&degrees)
    );
}

#[test]
fn forms_that_cannot_be_meant_are_refused() {
    for (from, to, told) in [
        (
            "LENGTH = 'meter'",
            "LENGTH = 'meter",
            "line 2: `LENGTH`: the quote before `meter` does not end",
        ),
        (
            "TYRESIDE = 'LEFT'",
            "TYRESIDE = \"LEFT'",
            "line 9: `TYRESIDE`: the quote",
        ),
        (
            "FNOMIN = 4000",
            "FNOMIN = 4,0",
            "line 14: `FNOMIN` is `4,0`, which is not a number",
        ),
        (
            "FNOMIN = 4000",
            "FNOMIN = 4000\nFNOMIN = 4001",
            "line 15: `FNOMIN` was given in line 14 already",
        ),
        ("FNOMIN = 4000", "FNOMIN =", "`FNOMIN` is missing"),
        (
            "TYRESIDE = 'LEFT'",
            "TYRESIDE = 'MIDDLE'",
            "line 9: `TYRESIDE` is `MIDDLE`",
        ),
        (
            "[VERTICAL]",
            "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.01 many\n[VERTICAL]",
            "line 16: `0.01 many` is no row of numbers",
        ),
        (
            "[VERTICAL]",
            "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.02 900\n0.01 1000\n[VERTICAL]",
            "both from zero on and increasing",
        ),
        (
            "[VERTICAL]",
            "[SHAPE]\n{radial width\n1 2\n[VERTICAL]",
            "line 14: `{radial width` names the columns",
        ),
        ("PKY1 = -18", "PKY1 = -18\nfree text", "line 26: `free text` is neither"),
    ] {
        assert!(SMALL.contains(from), "{from}");
        let mistakes = PropertyFile::read(&SMALL.replacen(from, to, 1)).expect_err(to);
        let all: String = mistakes.iter().map(|mistake| format!("{mistake}\n")).collect();
        assert!(all.contains(told), "{to}: {all}");
    }
    let per_degree = SMALL
        .replace("ANGLE = 'radians'", "ANGLE = 'degrees'")
        .replace("PKY1 = -18", "PKY1 = -0.31");
    let told = PropertyFile::read(&per_degree).expect_err("it is per degree")[0].to_string();
    assert!(told.contains("`PKY1` is -0.31, per degree as it seems"), "{told}");
}

/// Sides, modes and signs that a file leaves open are assumed, and reported if they make a difference.
#[test]
fn assumptions_are_told() {
    let sided = SMALL.replace("PDX2 = -0.05", "PDX2 = -0.05\nPHY1 = 0.002");
    for (text, wanted) in [
        (
            sided.replace("TYRESIDE = 'LEFT'\n", ""),
            "`TYRESIDE` does not tell the side of the measurement: the left is taken, and it matters to PHY1",
        ),
        (sided.replace("'LEFT'", "'UNKNOWN'"), "line 9: `TYRESIDE` does not tell"),
        (
            SMALL.replace("LONGVL = 16", "USE_MODE = 13"),
            "line 10: `USE_MODE` is 13 and asks for forces without combined slip",
        ),
        (
            SMALL.replace("LONGVL = 16", "Q_FCX = 0.1\nQ_FCY = 0"),
            "line 10: not used: Q_FCX; the longitudinal",
        ),
        (
            SMALL.replace("FORCE = 'newton'\n", ""),
            "units left out, and taken as SI: FORCE = newton",
        ),
    ] {
        let file = small(&text);
        assert!(
            file.side == Side::Left && warned(&file).contains(wanted),
            "{wanted}: {}",
            warned(&file)
        );
        assert!(
            file.warnings
                .iter()
                .all(|warning| file.notes.contains(&warning.message))
        );
    }
    assert_eq!(
        small(&SMALL.replace("'LEFT'", "'UNKNOWN'")).warnings,
        [],
        "its sides are alike"
    );
    assert_eq!(small(&SMALL.replace("LONGVL = 16", "USE_MODE = 14")).warnings, []);
}

/// A symmetric tyre has no force at zero slip, and a negative mode mirrors the tyre. The force at zero slip by hand: 4.E19 to 4.E27.
#[test]
fn the_side_of_the_measurement_is_that_of_the_file() {
    let shifted = SMALL.replace("PDX2 = -0.05", "PDX2 = -0.05\nPHY1 = 0.01\nPVY1 = 0.05");
    let stiffness = -18.0 * 4000.0 * (2.0 * (1.0_f64 / 1.9).atan()).sin();
    let wanted = 4000.0 * (1.3 * (stiffness / (1.3 * 4000.0) * 0.01).atan()).sin() + 4000.0 * 0.05;
    let mode = |text: &str, mode: &str| text.replace("LONGVL = 16", &format!("LONGVL = 16\nUSE_MODE = {mode}"));
    let symmetric = shifted.replace("'LEFT'", "'SYMMETRIC'");
    for (text, wanted, told) in [
        (shifted.clone(), wanted, ""),
        (mode(&shifted, "14"), wanted, ""),
        (
            mode(&shifted, "-14"),
            -wanted,
            "line 11: `USE_MODE` is -14: below zero it mirrors the tyre",
        ),
        (shifted.replace("'LEFT'", "'RIGHT'"), -wanted, ""),
        (
            mode(&shifted.replace("'LEFT'", "'RIGHT'"), "-4"),
            wanted,
            "`USE_MODE` is -4",
        ),
        (
            symmetric.clone(),
            0.0,
            "line 9: `TYRESIDE` is `SYMMETRIC`: both sides are alike, and these are taken as zero: PHY1, PVY1",
        ),
        (mode(&symmetric, "-4"), 0.0, "`TYRESIDE` is `SYMMETRIC`"),
    ] {
        let file = small(&text);
        for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
            let found = file.mounted(side).law(&rolling(0.0), 4000.0, slip(0.0, 0.0)).force[1];
            assert!(
                (found - sign * wanted).abs() < 1e-9 * 4000.0,
                "{side:?} {found}, not {wanted}: {text}"
            );
        }
        assert_eq!(warned(&file).is_empty(), told.is_empty(), "{}", warned(&file));
        assert!(warned(&file).contains(told), "{told}: {}", warned(&file));
    }
    assert_eq!(
        small(&SMALL.replace("'LEFT'", "'SYMMETRIC'")).warnings,
        [],
        "its sides are alike"
    );
}

/// `LCZ` scales the vertical stiffness: in the normal force, and in the effective radius.
#[test]
fn the_vertical_stiffness_has_its_scaling_factor() {
    for version in ["FITTYP = 6", "FITTYP = 61"] {
        let stiff = |stiffness: &str| {
            let text = SMALL.replace("VERTICAL_STIFFNESS = 200000", stiffness);
            let text = text.replace("FNOMIN = 4000", "FNOMIN = 4000\nBREFF = 8\nDREFF = 0.3\nFREFF = 0.07");
            small(&text.replace("FITTYP = 61", version)).mounted(Side::Left)
        };
        let scaled = stiff("VERTICAL_STIFFNESS = 1e6\nLCZ = 0.4419");
        let plain = stiff("VERTICAL_STIFFNESS = 441900\nLCZ = 1");
        for deflection in [0.002, 0.02, 0.05] {
            let contact = Contact {
                deflection,
                ..rolling(0.0)
            };
            let wanted = 441_900.0 * deflection;
            for tyre in [&scaled, &plain] {
                let found = tyre.normal_force(&contact);
                assert!(
                    (found - wanted).abs() < 1e-9 * wanted,
                    "{version}: {found}, not {wanted}"
                );
            }
            let [found, wanted] = [&scaled, &plain].map(|tyre| MagicFormula::effective_radius(tyre, &contact, 5000.0));
            assert!((found - wanted).abs() < 1e-12, "{version}: {found}, not {wanted}");
        }
    }
}

/// A format of another formula is refused, whatever `FITTYP` says.
#[test]
fn formats_of_other_formulas_are_refused() {
    for format in ["PAC_MC", "pac89", "FIALA", "MF-MCTyre", "MCTYRE"] {
        let other = SMALL.replace("FITTYP = 61", &format!("PROPERTY_FILE_FORMAT = '{format}'\nFITTYP = 6"));
        let told = PropertyFile::read(&other).expect_err("another formula")[0].to_string();
        assert!(
            told.contains(&format!("`{format}`, whose coefficients belong to another formula")),
            "{told}"
        );
    }
}

/// If a file's statement about its formula does not decide the version, it is reported, and the tyre is read
/// nevertheless: an unknown format, a motorcycle in version 5.2, and a pressure in version 5.2, for which `FITTYP` has
/// no meaning.
#[test]
fn doubts_about_the_formula_are_told() {
    let pressed = "INFLPRES = 80000\nNOMPRES = 98000\nPPX1 = -0.3\nPPY3 = 0.2\n";
    let even = pressed.replace("80000", "98000");
    for (model, wanted) in [
        ("FITTYP = 61", ""),
        ("PROPERTY_FILE_FORMAT = 'MF-SWIFT'\nFITTYP = 61", ""),
        ("PROPERTY_FILE_FORMAT = 'USER'\nFITTYP = 62", ""),
        ("PROPERTY_FILE_FORMAT = 'PAC2002'\nFITTYP = 6", ""),
        (
            "PROPERTY_FILE_FORMAT = 'DELFT'\nFITTYP = 6",
            "`PROPERTY_FILE_FORMAT` is `DELFT`, which is not known",
        ),
        ("TYPE = 'MOTORCYCLE'\nFITTYP = 61", ""),
        ("TYPE = 'CAR'\nFITTYP = 6", ""),
        ("TYPE = 'Motorcycle'\nFITTYP = 52", "`TYPE` is `MOTORCYCLE`"),
        (&format!("FITTYP = 61\n{pressed}"), ""),
        (&format!("FITTYP = 6\n{even}"), ""),
        (&format!("PROPERTY_FILE_FORMAT = 'PAC2002'\n{pressed}"), ""),
        (
            &format!("FITTYP = 6\n{pressed}"),
            "`INFLPRES` is not `NOMPRES`, and these change the forces: PPX1, PPY3; Magic Formula 5.2 has no pressure",
        ),
    ] {
        let file = small(&SMALL.replace("FITTYP = 61", model));
        let told = warned(&file);
        let words = ["is not known", "MOTORCYCLE", "change the forces"];
        match wanted {
            "" => assert!(!words.iter().any(|own| told.contains(own)), "{model}: {told}"),
            wanted => assert!(told.contains(wanted), "{model}: {told}"),
        }
    }
}

/// A reduced file lacks the shape factors: the message has their usual values.
#[test]
fn usual_shape_factors_are_told() {
    for (name, usual) in [("PCX1", "1.65"), ("PCY1", "1.3")] {
        let line = SMALL.lines().find(|line| line.starts_with(name)).expect("a line");
        let told = PropertyFile::read(&SMALL.replace(line, "")).expect_err("it is reduced")[0].to_string();
        assert!(told.contains(&format!("`{name}` is missing")), "{told}");
        assert!(told.ends_with(&format!("usual is {usual}")), "{told}");
    }
}

/// The names of PAC2002 for load and pressure. The load by hand, as in Chrono's `ChPac02Tire`:
/// `LCZ Fz0 (QFZ1 r/R0 + QFZ2 (r/R0)² + QFZ3 γ² r/R0) (1 + QPFZ1 dp)`. The pressure is relative to `LIP` times the
/// nominal pressure.
#[test]
fn the_names_of_pac2002_are_read() {
    let terms = "VERTICAL_STIFFNESS = 200000\nQFZ1 = 14\nQFZ2 = 20\nQFZ3 = 3\nQPFZ1 = 0.6\nLCZ = 0.9\nLIP = 1.1\nPPY3 = -0.2\n\
                 PTX1 = 1\nPTY1 = 1\nPTY2 = 1\n[TIRE_CONDITIONS]\nIP = 220000\nIP_NOM = 250000";
    let text = SMALL.replace("FITTYP = 61", "PROPERTY_FILE_FORMAT = 'PAC2002'");
    let text = text.replace("VERTICAL_STIFFNESS = 200000", terms);
    // The relaxation lengths of version 5.2 follow from other coefficients.
    let text = text.replace("LONGITUDINAL_STIFFNESS = 300000\nLATERAL_STIFFNESS = 100000", "");
    let file = small(&text);
    assert!(!file.notes.join("\n").contains("not used"), "{:?}", file.notes);
    assert_eq!(
        warned(&file),
        "line 16: `QFZ1` takes the place of `VERTICAL_STIFFNESS` in the normal force: 181.99 N/mm at the nominal load, and not 158.40 N/mm\n"
    );
    let tyre = file.mounted(Side::Left);
    let excess = (220.0 - 1.1 * 250.0) / (1.1 * 250.0);
    for (deflection, inclination) in [(0.01, 0.0), (0.03, 0.08)] {
        let contact = Contact {
            deflection,
            ..rolling(inclination)
        };
        let part = deflection / 0.3;
        let terms = (14.0 + 20.0 * part + 3.0 * inclination * inclination) * part;
        let wanted = 0.9 * 4000.0 * terms * (1.0 + 0.6 * excess);
        let found = tyre.normal_force(&contact);
        assert!((found - wanted).abs() < 1e-9 * wanted, "{found}, not {wanted}");
    }
    // The friction at the nominal load follows the pressure.
    let peak = |tyre: &MagicFormula| tyre.law(&rolling(0.0), 4000.0, slip(0.0, -1.2)).force[1];
    let mut nominal = tyre;
    nominal.coefficients.inflpres = 1.1 * 250_000.0;
    let ratio = peak(&tyre) / peak(&nominal);
    assert!((ratio - (1.0 - 0.2 * excess)).abs() < 0.01, "{ratio}");
    // Both names at once, and mistakes by the name that the file has.
    for (more, told) in [
        (
            "\nQ_FZ1 = 15",
            "line 28: `QFZ1`, here `Q_FZ1`, was given in line 16 already",
        ),
        ("\nQFZ1 = 15", "line 28: `QFZ1` was given in line 16 already"),
    ] {
        let mistakes = PropertyFile::read(&text.replace("IP = 220000", &format!("IP = 220000{more}"))).expect_err(more);
        assert!(
            mistakes.iter().any(|own| own.to_string().contains(told)),
            "{mistakes:?}"
        );
    }
    let flat = PropertyFile::read(&text.replace("IP = 220000", "IP = 0")).expect_err("flat")[0].to_string();
    assert!(flat.contains("`IP` is 0; it has to be above zero"), "{flat}");
    let much = PropertyFile::read(&text.replace("IP = 220000", "IP = much")).expect_err("no number")[0].to_string();
    assert!(much.contains("`IP` is `much`"), "{much}");
}

/// A pressure without a unit is in pascals; if this is too low for a tyre, it is in the unit that follows from the
/// units of length and force.
#[test]
fn a_pressure_without_a_unit_follows_from_the_other_units() {
    let of = |length: &str, nominal: f64| {
        let text = match length {
            "mm" => in_millimetres(SMALL),
            _ => SMALL.to_owned(),
        };
        let file = small(&text.replace("[DIMENSION]", &format!("NOMPRES = {nominal}\n[DIMENSION]")));
        (file.coefficients.nompres, warned(&file))
    };
    let (pressure, told) = of("mm", 0.22);
    assert!((pressure - 0.22e6).abs() < 1e-6, "{pressure}");
    assert!(told.contains("`NOMPRES` has no unit, and is 2.200 bar"), "{told}");
    let (pressure, told) = of("mm", 220_000.0);
    assert_eq!(pressure, 220_000.0);
    assert!(!told.contains("has no unit"), "{told}");
    let (pressure, told) = of("m", 2.2);
    assert_eq!(pressure, 2.2);
    assert!(told.contains("is 2.2 Pa by the units of the file"), "{told}");
}

/// A file in metres, in millimetres.
fn in_millimetres(text: &str) -> String {
    let exchanged = [
        ("LENGTH = 'meter'", "LENGTH = 'mm'"),
        ("LONGVL = 16", "LONGVL = 16000"),
        ("UNLOADED_RADIUS = 0.3", "UNLOADED_RADIUS = 300"),
        ("VERTICAL_STIFFNESS = 200000", "VERTICAL_STIFFNESS = 200"),
        ("LONGITUDINAL_STIFFNESS = 300000", "LONGITUDINAL_STIFFNESS = 300"),
        ("LATERAL_STIFFNESS = 100000", "LATERAL_STIFFNESS = 100"),
    ];
    exchanged.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

/// Unknown scaling factors and unknown terms of the load are reported if they would change the result.
#[test]
fn what_scales_and_is_not_known_is_told() {
    let with = |lines: &str| small(&format!("{SMALL}[SCALING_COEFFICIENTS]\n{lines}\n"));
    let told = warned(&with("LGYR = 0.5\nLMP = 1.0"));
    assert!(
        told.contains("line 32: `LGYR` is 0.5: this scaling factor is not known, and counts as 1"),
        "{told}"
    );
    assert!(!told.contains("LMP"), "{told}");
    let told = warned(&with("LMP = 0.85"));
    assert!(
        told.contains("`LMP` is 0.85: it scales the moment of turning in place"),
        "{told}"
    );
    let load = |lines: &str| {
        warned(&small(
            &SMALL.replace("FNOMIN = 4000", &format!("FNOMIN = 4000\n{lines}")),
        ))
    };
    assert!(load("QV2 = 0.05").contains("not used: QV2; the spin"));
    assert!(load("QRE0 = 0.99\nQFCX1 = 0.1").contains("not used: QRE0"));
    assert_eq!(load("QRE0 = 1.0\nQV2 = 0"), "");
}

/// If friction and cornering stiffness are both negative, the lateral force equals the force with both positive,
/// because the formula's sine is odd.
#[test]
fn friction_of_the_other_sign_is_the_same_tyre() {
    let turned = SMALL
        .replace("PDY1 = 1.0", "PDY1 = -1.0")
        .replace("PDY2 = -0.1", "PDY2 = 0.1");
    let (plain, turned) = (small(SMALL), small(&turned));
    assert_eq!(turned.coefficients, plain.coefficients);
    assert!(
        warned(&turned).contains("`PDY1` and `PKY1` are both below zero"),
        "{}",
        warned(&turned)
    );
    // The formula by hand, with the coefficients as the file has them: 4.E19 to 4.E25 without shifts and curvature.
    let law = turned.mounted(Side::Left);
    for (load, angle) in [(4000.0_f64, 0.03_f64), (2500.0, -0.12), (6000.0, 0.4)] {
        let friction = -1.0 + 0.1 * (load / 4000.0 - 1.0);
        let stiffness = -18.0 * 4000.0 * (2.0 * (load / (1.9 * 4000.0)).atan()).sin();
        let peak = friction * load;
        let wanted = peak * (1.3 * (stiffness / (1.3 * peak) * angle).atan()).sin();
        let found = law.law(&rolling(0.0), load, slip(0.0, angle)).force[1];
        assert!((found - wanted).abs() < 1e-9 * load, "{found}, not {wanted}");
    }
}

/// The measured load over the deflection is used. A curve with the terms of the law is reproduced exactly; for another curve the
/// error is reported.
#[test]
fn the_measured_curve_of_the_load_is_used() {
    let with = |rows: &str, version: &str| {
        let curve = format!("[DEFLECTION_LOAD_CURVE]\n{{pen fz}}\n{rows}\n[VERTICAL]");
        small(&SMALL.replace("[VERTICAL]", &curve).replace("FITTYP = 61", version))
    };
    let at = |file: &PropertyFile, deflection: f64| {
        let contact = Contact {
            deflection,
            ..rolling(0.0)
        };
        file.mounted(Side::Left).normal_force(&contact)
    };
    for version in ["FITTYP = 61", "FITTYP = 6"] {
        let square = with("0 0\n0.01 1000\n0.02 4000\n0.03 9000", version);
        for (deflection, load) in [(0.01, 1000.0), (0.015, 2250.0), (0.03, 9000.0)] {
            assert!(
                (at(&square, deflection) - load).abs() < 1e-6 * load,
                "{}",
                at(&square, deflection)
            );
        }
        assert!(
            warned(&square).contains("at most 0.0 % of FNOMIN"),
            "{}",
            warned(&square)
        );
        let mixed = with("0 0\n0.01 2100\n0.02 4400\n0.03 6900", version);
        assert!((at(&mixed, 0.025) - (200e3 * 0.025 + 1e6 * 0.025 * 0.025)).abs() < 1e-6);
        let soft = with("0 0\n0.01 2500\n0.02 4500\n0.03 6000", version);
        assert!(
            at(&soft, 0.1) > at(&soft, 0.05),
            "it never gets softer than its curve allows"
        );
        assert!(warned(&soft).contains("% of FNOMIN beside its points"));
    }
    let millimetres = SMALL
        .replace("LENGTH = 'meter'", "LENGTH = 'mm'")
        .replace("UNLOADED_RADIUS = 0.3", "UNLOADED_RADIUS = 300")
        .replace("00000", "00")
        .replace("LONGVL = 16", "LONGVL = 16000");
    let curve =
        "[DEFLECTION_LOAD_CURVE]\n0 0\n10 1000\n20 4000\n[BOTTOMING_CURVE]\n{pen fz}\n0 0\n105 0\n300 5e5\n[VERTICAL]";
    let file = small(&millimetres.replace("[VERTICAL]", curve));
    assert!((at(&file, 0.015) - 2250.0).abs() < 1e-6);
    assert!(
        warned(&file).contains("from 105 mm of deflection on"),
        "{}",
        warned(&file)
    );
}

/// Unknown keywords and missing coefficients are reported, and are no mistakes.
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

/// If a file gives only the nominal pressure, the tyre has this pressure, with a note. Zero is not a valid pressure.
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
    // In bar without a unit: the ratio is right, and so are the forces; two units are no ratio.
    let in_bar = given.replace("260000.0", "2.6");
    let file = PropertyFile::read(&in_bar).expect("the ratio is right");
    assert!(
        file.notes
            .iter()
            .any(|note| note.contains("`INFLPRES` is 2.6 Pa") && note.contains("`PRESSURE = 'bar'`")),
        "{:?}",
        file.notes
    );
    let mixed = given.replace("INFLPRES = 260000.0", "INFLPRES = 2.0");
    let told = PropertyFile::read(&mixed).expect_err("two units")[0].to_string();
    assert!(
        told.contains("`INFLPRES` is 2, and `NOMPRES` is 260000: the pressure"),
        "{told}"
    );
}

/// Numbers in other units than the file declares, and files without units.
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

/// Coefficients in the axes of SAE have a positive cornering stiffness. They are not valid in ISO-W: the lateral force would increase
/// the slip.
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

/// On ground with a different friction the tyre behaves as with scaled factors LMUX and LMUY. Slip stiffnesses do not
/// change, and without friction hardly any force is left.
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

/// Coefficients that only one version has change nothing in the other version, and are named there.
#[test]
fn coefficients_of_another_version_change_nothing_and_are_told() {
    let of_six =
        "PKY4 = 2.4\nPKY5 = 0.7\nPKY6 = -0.9\nPKY7 = 0.2\nPEY5 = 3\nRBX3 = 4\nRBY4 = 5\nQDZ10 = 0.3\nQDZ11 = 0.2\n";
    let of_five = "PTX1 = 2\nPTY1 = 1.5\nPTY2 = 2\nPHY3 = 0.03\n";
    let combined = "RBX1 = 12\nRBX2 = 10\nRCX1 = 1.1\nRBY1 = 11\nRBY2 = 8\nRCY1 = 1\nQBZ1 = 9\nQCZ1 = 1.2\nQDZ1 = 0.1\nQDZ6 = 0.01\nQDZ8 = 0.02\nQBZ9 = 7\n";
    for (version, own, other) in [(52, of_five, of_six), (61, of_six, of_five)] {
        let file = |lines: &str| {
            let text = SMALL.replace("FITTYP = 61", &format!("FITTYP = {version}"));
            let text = text.replace("PKY4 = 2\n", "");
            small(&format!("{text}{combined}{lines}"))
        };
        let [with, without] = [file(&format!("{own}{other}")), file(own)];
        let notes = with.notes.join("\n");
        for line in other.lines() {
            let name = line.split(' ').next().expect("a keyword");
            assert!(notes.contains(name), "{version}: {name}\n{notes}");
        }
        let [with, without] = [with, without].map(|file| file.mounted(Side::Left));
        for (angle, kappa, camber, load) in [
            (0.06, 0.0, 0.05, 3000.0),
            (-0.1, 0.04, -0.09, 5000.0),
            (0.02, -0.1, 0.0, 4200.0),
        ] {
            let found = [&with, &without].map(|tyre| tyre.law(&rolling(camber), load, slip(kappa, angle)));
            assert_eq!(format!("{:?}", found[0]), format!("{:?}", found[1]), "{version}");
        }
    }
}
