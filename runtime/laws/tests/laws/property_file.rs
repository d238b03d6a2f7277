//! What a property file gives, leaves out, and gives twice: the stiffness that determines its normal force, the
//! relaxation lengths, ranges.

use crate::magic_formula::file;
use wishbone_laws::tyre::magic_formula::{Coefficients, PropertyFile, Side, Spring, Version};
use wishbone_laws::tyre::{Contact, Law, MagicFormula, Slip};

const SMALL: &str = include_str!("../data/small.tir");

fn read(text: &str) -> PropertyFile {
    PropertyFile::read(text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"))
}

fn refused(text: &str) -> String {
    let mistakes = PropertyFile::read(text).expect_err(text);
    mistakes.iter().map(|mistake| format!("{mistake}\n")).collect()
}

fn warned(file: &PropertyFile) -> String {
    let told = file.warnings.iter();
    told.map(|warning| format!("line {}: {}\n", warning.line, warning.message))
        .collect()
}

/// `SMALL` with its stiffness replaced, in a version.
fn with(stiffness: &str, version: Version) -> String {
    let text = SMALL.replace("VERTICAL_STIFFNESS = 200000\n", stiffness);
    match version {
        Version::Six => text,
        Version::Five => text.replace("FITTYP = 61", "FITTYP = 6"),
    }
}

/// A wheel on level ground.
fn wheel(deflection: f64, spin: f64) -> Contact {
    Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection,
        deflection_rate: 0.0,
        inclination: 0.0,
        velocity: [0.3 * spin, 0.0],
        spin,
        friction: 1.0,
    }
}

/// Deflection [m] under the nominal load and slope of the normal force there [N/m], by bisection and differences of the law.
fn standing(tyre: &MagicFormula) -> [f64; 2] {
    let load = |deflection: f64| tyre.normal_force(&wheel(deflection, 0.0));
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        match load(middle) < tyre.coefficients.fnomin {
            true => low = middle,
            false => high = middle,
        }
    }
    let h = 1e-6;
    [low, (load(low + h) - load(low - h)) / (2.0 * h)]
}

/// The printed stiffness is the slope of the law at the nominal load, from whatever numbers the law takes it.
#[test]
fn the_vertical_stiffness_is_the_slope_of_the_law() {
    const CURVE: &str = "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.01 2100\n0.02 4400\n0.03 6900\n[VERTICAL]\n";
    let pressed = "QPFZ1 = 0.7\nLCZ = 0.9\nNOMPRES = 250000\nINFLPRES = 210000\n";
    for version in [Version::Five, Version::Six] {
        for (numbers, spring) in [
            ("VERTICAL_STIFFNESS = 200000\n".to_owned(), Spring::Stiffness),
            (
                "VERTICAL_STIFFNESS = 200000\nQ_FZ2 = 30\n".to_owned(),
                Spring::Stiffness,
            ),
            ("VERTICAL_STIFFNESS = 200000\nQ_FZ1 = 25\n".to_owned(), Spring::Terms),
            ("Q_FZ1 = 10\nQ_FZ2 = 15\n".to_owned(), Spring::Terms),
            (
                format!("VERTICAL_STIFFNESS = 150000\nQ_FZ1 = 10\nQ_FZ2 = 15\n{pressed}"),
                Spring::Terms,
            ),
            (
                "VERTICAL_STIFFNESS = 0\nQ_FZ1 = 12\nQ_FZ2 = -5\n".to_owned(),
                Spring::Terms,
            ),
            (format!("VERTICAL_STIFFNESS = 150000\n{CURVE}"), Spring::Curve),
            (format!("Q_FZ1 = 3\n{CURVE}"), Spring::Curve),
            (CURVE.to_owned(), Spring::Curve),
        ] {
            let file = read(&with(&numbers, version));
            assert_eq!(file.spring, Some(spring), "{numbers}");
            let tyre = file.mounted(Side::Left);
            let [deflection, slope] = standing(&tyre);
            assert!(
                (tyre.vertical_stiffness() / slope - 1.0).abs() < 1e-6,
                "{version:?} {numbers} {slope}"
            );
            assert!((tyre.nominal_deflection() - deflection).abs() < 1e-9, "{numbers}");
            // The effective radius stands on a stiffness, too: that of the file, or that of the law.
            let stiffness = tyre.coefficients.vertical_stiffness;
            let is_given = numbers.contains("STIFFNESS = 1") || numbers.contains("STIFFNESS = 2");
            let told = file.taken.join("\n");
            assert_eq!(told.contains("no `VERTICAL_STIFFNESS`: "), !is_given, "{told}");
            assert!(
                is_given || (stiffness / slope - 1.0).abs() < 1e-6,
                "{numbers} {stiffness} {slope}"
            );
        }
    }
    for name in ["mf52", "mf61"] {
        let tyre = file(name).mounted(Side::Left);
        assert!(
            (tyre.vertical_stiffness() / standing(&tyre)[1] - 1.0).abs() < 1e-6,
            "{name}"
        );
    }
    // By hand: 25 * 4000 / 0.3, and 4000/0.3 √(10² + 4 * 15).
    let stiffness = |numbers: &str| {
        read(&with(numbers, Version::Six))
            .mounted(Side::Left)
            .vertical_stiffness()
    };
    assert!((stiffness("Q_FZ1 = 25\n") - 1e6 / 3.0).abs() < 1e-6);
    assert!((stiffness("Q_FZ1 = 10\nQ_FZ2 = 15\n") - 4000.0 / 0.3 * 160f64.sqrt()).abs() < 1e-6);
}

/// If two numbers give different stiffnesses, a note says which stiffness is used; if they agree, there is no note.
#[test]
fn the_number_that_counts_is_told() {
    let told = |numbers: &str, version| warned(&read(&with(numbers, version)));
    let both = "VERTICAL_STIFFNESS = 240000\nQ_FZ1 = 25\n";
    let message = "line 16: `Q_FZ1` takes the place of `VERTICAL_STIFFNESS` in the normal force: 333.33 N/mm at the nominal load, and not 240.00 N/mm";
    for version in [Version::Five, Version::Six] {
        assert!(told(both, version).contains(message), "{}", told(both, version));
        assert!(!told("VERTICAL_STIFFNESS = 333000\nQ_FZ1 = 25\n", version).contains("takes the place"));
        assert!(!told("VERTICAL_STIFFNESS = 200000\nQ_FZ2 = 10\n", version).contains("takes the place"));
        assert!(
            told("VERTICAL_STIFFNESS = 0\nQ_FZ1 = 25\n", version)
                .contains("`VERTICAL_STIFFNESS` is 0, and is taken as left out")
        );
    }
    // `4 Q_FZ2 = 400` is more than the square of `200000 * 0.3 / 4000 = 15`.
    let stiff = told("VERTICAL_STIFFNESS = 200000\nQ_FZ2 = 100\n", Version::Six);
    assert!(
        stiff.contains("`Q_FZ2` takes the place") && stiff.contains("266.67 N/mm"),
        "{stiff}"
    );
    let first = read(&with("VERTICAL_STIFFNESS = 200000\nQ_FZ2 = 10\n", Version::Six));
    assert_eq!(
        first.taken[0],
        format!("no `Q_FZ1`: {:.4} follows from `VERTICAL_STIFFNESS`", 185f64.sqrt())
    );
    let linear = read(&with("VERTICAL_STIFFNESS = 200000\n", Version::Five));
    assert!(
        linear.taken[0].contains("in proportion to the deflection"),
        "{:?}",
        linear.taken
    );
    for (numbers, message) in [
        (
            "Q_FZ1 = 3\nQ_FZ2 = -5\n",
            "line 15: `Q_FZ1`: the tyre never bears its nominal load",
        ),
        (
            "Q_FZ1 = 0.1\n",
            "line 15: `Q_FZ1`: the nominal load deflects the tyre by 3000 mm, more than its radius",
        ),
        (
            "VERTICAL_STIFFNESS = -1000\n",
            "line 15: `VERTICAL_STIFFNESS` is -1000; it has to be above zero",
        ),
        (
            "VERTICAL_STIFFNESS = 0\n",
            "line 15: `VERTICAL_STIFFNESS` is 0; it has to be above zero",
        ),
    ] {
        let told = refused(&with(numbers, Version::Six));
        assert!(told.contains(message) && told.lines().count() == 1, "{told}");
    }
}

/// A tyre without a stiffness cannot carry a wheel, and the message suggests a suitable number. Its forces over slip
/// are known all the same.
#[test]
fn a_tyre_without_stiffness_has_forces_over_slip() {
    let millimetres = |text: &str| {
        text.replace("LENGTH = 'meter'", "LENGTH = 'mm'")
            .replace("FORCE = 'newton'", "FORCE = 'kN'")
            .replace("= 0.3\n", "= 300\n")
            .replace("FNOMIN = 4000", "FNOMIN = 4")
            .replace("00000", "00e-3")
            .replace("LONGVL = 16", "LONGVL = 16000")
    };
    for version in [Version::Five, Version::Six] {
        for text in [with("", version), millimetres(&with("", version))] {
            let told = refused(&text);
            assert!(
                told.contains("`VERTICAL_STIFFNESS` is missing, and neither `Q_FZ1`"),
                "{told}"
            );
            let (_, cure) = told.split_once("add `").expect("a cure");
            let (line, _) = cure.split_once('`').expect("a line for the file");
            let cured = read(&format!("{text}{line}\n")).mounted(Side::Left);
            let sunk = cured.nominal_deflection() / 0.3;
            assert!((sunk - 0.06).abs() < 0.002, "{line}: {sunk}");
            let (_, range) = cure.split_once("a stiffness of ").expect("a range");
            let ends: Vec<f64> = range
                .trim()
                .split(" to ")
                .map(|end| end.parse().expect(range))
                .collect();
            let stiffness: f64 = line
                .rsplit(' ')
                .next()
                .and_then(|number| number.parse().ok())
                .expect(line);
            assert!((ends[0] * 0.09 / (stiffness * 0.06) - 1.0).abs() < 0.05, "{range}");
            assert!((ends[1] * 0.04 / (stiffness * 0.06) - 1.0).abs() < 0.05, "{range}");

            let free = PropertyFile::read_for_slip(&text).expect("its forces are known");
            assert!(free.spring.is_none() && free.coefficients.vertical_stiffness.is_nan());
            assert!(
                warned(&free).contains("no vertical stiffness is told"),
                "{}",
                warned(&free)
            );
            let mut unfit = 0;
            free.mounted(Side::Left).check(&mut |_| unfit += 1);
            assert_eq!(unfit, 1, "no wheel stands on it");
            let free = free.mounted(Side::Right);
            let standing = MagicFormula { side: -1.0, ..cured };
            for (load, along, angle) in [(2000.0, 0.03, 0.0), (4000.0, -0.1, 0.08), (9000.0, 0.0, -0.2)] {
                let slip = Slip {
                    longitudinal: along,
                    angle,
                };
                let of = |tyre: &MagicFormula| tyre.law(&wheel(0.0, 60.0), load, slip);
                assert_eq!(of(&free), of(&standing));
            }
        }
    }
    let sound = PropertyFile::read_for_slip(SMALL).expect("a tyre");
    assert_eq!(sound, read(SMALL));
    let told = refused("[MODEL]\nFITTYP = 61\nFNOMIN = 4000\n");
    assert!(told.contains("add `VERTICAL_STIFFNESS`\n"), "{told}");
}

/// A keyword that is given twice is reported if the tyre depends on it, and its values differ.
#[test]
fn keywords_that_are_given_twice_matter_if_they_are_read() {
    let twice =
        |first: &str, second: &str| SMALL.replace("[DIMENSION]", &format!("{first}\n[OTHER]\n{second}\n[DIMENSION]"));
    for (first, second) in [
        ("IYY_WHEEL_KGM2 = 2.0", "IYY_WHEEL_KGM2 = 2"),
        ("Iyy = 2.0", "IYY = 3"),
        ("NOISE = loud", "NOISE = low"),
        ("PDX3 = 2.0", "PDX3 = 2e0"),
        ("PDX3 =", "PDX3 = 2"),
        ("PDX3 = 2", "PDX3 ="),
        ("TYRESIDE = 'Left'", "TYRESIDE = left"),
    ] {
        let file = read(&twice(first, second));
        let pdx3 = if first.starts_with("PDX3") { 2.0 } else { 0.0 };
        assert_eq!(file.coefficients.pdx3, pdx3, "{first} {second}");
    }
    for (first, second) in [
        ("PDX3 = 2", "PDX3 = 2.1"),
        ("USE_MODE = 14", "USE_MODE = 4"),
        ("QFZ1 = 14", "Q_FZ1 = 14.5"),
        ("LONGVL = 17", ""),
    ] {
        let told = refused(&twice(first, second));
        assert!(told.contains("already, with another value"), "{told}");
    }
}

/// A coefficient outside of the range of tyres is reported. The coefficient is refused in three cases: the formula
/// divides by it, it has a unit, or the forces would be out of proportion to the load.
#[test]
fn coefficients_outside_of_the_range_of_tyres_are_told() {
    for name in ["mf52", "mf61"] {
        let of = |coefficient: &str, value: f64| {
            let mut tyre = file(name).mounted(Side::Left);
            *tyre.coefficients.by_name(coefficient).expect("named") = value;
            let mut told = Vec::new();
            tyre.check(&mut |unfit| told.push(unfit.number));
            told
        };
        for (coefficient, value) in [
            ("RVY3", 27.5),
            ("PEY3", -7000.0),
            ("QEZ4", 80.0),
            ("REY2", 10.0),
            ("PTX1", 25.0),
        ] {
            assert_eq!(of(coefficient, value), [""; 0], "{name} {coefficient}");
        }
        for (coefficient, value) in [
            ("RVY3", 2750.0),
            ("RVY1", 30.0),
            ("PVY1", 3.0),
            ("QSX2", -1e4),
            ("QSY1", 3.0),
            ("DREFF", 300.0),
            ("QDZ1", 40.0),
            ("PHX1", f64::NAN),
            ("PEY3", f64::INFINITY),
            ("LMUY", 20.0),
            ("VERTICAL_DAMPING", 1e7),
        ] {
            assert_eq!(of(coefficient, value), [coefficient], "{name} {value}");
        }
    }
    let far = SMALL.replace("PKY4 = 2", "PKY4 = 2\nRVY3 = 27.5\nRVY5 = 1.9\nRVY6 = -20");
    let line =
        "line 28: `RVY3` is 27.5; tyres have from -10.0 to 10.0: look at the number, and at the units of the file";
    assert_eq!(warned(&read(&far)), format!("{line}\n"));
    assert_eq!(
        refused(&far.replace("27.5", "2750")),
        format!("{line}\n").replace("27.5", "2750")
    );
    // What is right by itself is not refused beside a number that is not.
    let told = refused(&far.replace("PCX1 = 1.6", "PCX1 = 0"));
    assert!(told.contains("`PCX1` is 0") && !told.contains("RVY3"), "{told}");
}

/// Half of the radius replaces a relaxation length that the file does not give, and a note gives the number.
#[test]
fn relaxation_lengths_that_are_left_out_are_told() {
    let [along, across] = ["LONGITUDINAL_STIFFNESS = 300000\n", "LATERAL_STIFFNESS = 100000\n"];
    let five = "PTX1 = 1\nPTY1 = 2\nPTY2 = 1\n";
    let without = |version: Version, left_out: &[&str], more: &str| {
        let text = with("VERTICAL_STIFFNESS = 200000\n", version);
        let text = left_out.iter().fold(text, |text, line| text.replace(line, ""));
        read(&format!("{text}{more}"))
    };
    let none = "half of the radius, 150 mm, is taken";
    for (file, is_taken, told) in [
        (without(Version::Six, &[], ""), [false; 2], String::new()),
        (
            without(Version::Six, &[along, across], ""),
            [true; 2],
            format!("line 0: no relaxation lengths (`LONGITUDINAL_STIFFNESS`, `LATERAL_STIFFNESS`): {none}\n"),
        ),
        (
            without(Version::Six, &[across], five),
            [false, true],
            format!("line 0: no relaxation length across the wheel (`LATERAL_STIFFNESS`): {none}\n"),
        ),
        (without(Version::Five, &[], five), [false; 2], String::new()),
        (
            without(Version::Five, &[], ""),
            [true; 2],
            format!("line 0: no relaxation lengths (`PTX1`, `PTY1`): {none}\n"),
        ),
        (
            without(Version::Five, &[], "PTX1 = 0\nPTY1 = 0\nPTY2 = 1\n"),
            [true; 2],
            format!("line 31: no relaxation lengths (`PTX1`, `PTY1`): {none}\n"),
        ),
        (
            without(Version::Five, &[], "PTY1 = 2\nPTY2 = 1\n"),
            [true, false],
            format!("line 0: no relaxation length along the wheel (`PTX1`): {none}\n"),
        ),
    ] {
        assert_eq!(warned(&file), told);
        let listed = file
            .notes
            .iter()
            .find(|note| note.starts_with("left out, and taken as zero"));
        let listed = listed.expect("some are left out");
        assert!(
            !["PTX1", "PTY1", "LATERAL_STIFFNESS"]
                .iter()
                .any(|name| listed.contains(name)),
            "{listed}"
        );
        let tyre = file.mounted(Side::Left);
        let contact = wheel(0.02, 60.0);
        let found = tyre.inverse_relaxation(&contact, &tyre.loaded(&contact, 4000.0));
        for (k, is_taken) in is_taken.into_iter().enumerate() {
            assert_eq!((1.0 / found[k] - 0.15).abs() < 1e-12, is_taken, "{found:?}");
            let own = tyre.relaxation()[k];
            assert_eq!(own.is_none(), is_taken);
            assert!(own.is_none_or(|own| (own * found[k] - 1.0).abs() < 1e-12));
        }
    }
    let short = warned(&without(Version::Five, &[], "PTX1 = 0.01\nPTY1 = 2\nPTY2 = 1\n"));
    assert_eq!(
        short,
        "line 31: the relaxation length along the wheel is 3.0 mm at the nominal load: a twentieth of the radius, 15.0 mm, is taken\n"
    );
}

/// A tyre with no coefficient of zero.
fn full(version: Version) -> MagicFormula {
    let mut tyre = file("mf61").mounted(Side::Left);
    tyre.version = version;
    for (name, ([_, greatest], _)) in Coefficients::<f64>::NAMES.iter().zip(Coefficients::<f64>::RANGES) {
        let value = tyre.coefficients.by_name(name).expect("named");
        if *value == 0.0 {
            *value = if *greatest > 1e5 {
                0.01 * greatest
            } else {
                0.02 * greatest
            };
        }
    }
    tyre.coefficients.inflpres = 0.8 * tyre.coefficients.nompres;
    tyre.coefficients.fzmax = 8000.0;
    tyre
}

/// All that a tyre answers, as bits.
fn answers(tyre: &MagicFormula) -> Vec<u64> {
    let mut all = Vec::new();
    for (load, along, angle, inclination) in [
        (3000.0, 0.04, 0.05, 0.03),
        (7000.0, -0.1, -0.08, -0.05),
        (9000.0, 0.02, 0.1, 0.08),
    ] {
        let contact = Contact {
            inclination,
            deflection_rate: 0.1,
            ..wheel(0.02, 60.0)
        };
        let slip = Slip {
            longitudinal: along,
            angle,
        };
        let force = tyre.law(&contact, load, slip);
        let loaded = tyre.loaded(&contact, load);
        all.extend(force.force.iter().chain(&force.moment).map(|x| x.to_bits()));
        all.extend(tyre.inverse_relaxation(&contact, &loaded).map(f64::to_bits));
        all.push(tyre.normal_force(&contact).to_bits());
        all.push(MagicFormula::effective_radius(tyre, &contact, load).to_bits());
    }
    all
}

/// The notes list as left out the coefficients that the version uses, and no coefficients that it does not use. Each
/// that is taken as zero is zero.
#[test]
fn what_is_left_out_is_told_truly() {
    for (version, relaxation) in [(Version::Five, "PTX1 = 1\nPTY1 = 2\nPTY2 = 1\n"), (Version::Six, "")] {
        let mut text = with("VERTICAL_STIFFNESS = 200000\n", version);
        if version == Version::Five {
            text = text
                .replace("LONGITUDINAL_STIFFNESS", "A")
                .replace("LATERAL_STIFFNESS", "B");
        }
        let text = format!("{text}{relaxation}");
        let file = read(&text);
        let list = |start: &str| -> Vec<&str> {
            let note = file
                .notes
                .iter()
                .find_map(|note| note.strip_prefix(start))
                .unwrap_or_default();
            note.split(", ")
                .map(|item| item.split(" = ").next().unwrap_or_default())
                .collect()
        };
        let zero = list("left out, and taken as zero: ");
        let usual = list("left out, and taken as the format says: ");
        let told = file.notes.join("\n");
        let plain = full(version);
        let mut counted = [0; 2];
        for name in Coefficients::<f64>::NAMES {
            let mut turned = plain;
            *turned.coefficients.by_name(name).expect("named") *= 1.01;
            let matters = answers(&turned) != answers(&plain);
            let is_given = text.lines().any(|line| line.split(" = ").next() == Some(name));
            let is_listed = zero.contains(name) || usual.contains(name);
            assert!(!is_given || !is_listed, "{name} is given");
            assert!(
                is_given || matters == (is_listed || told.contains(&format!("`{name}`"))),
                "{version:?} {name}: {matters}, {told}"
            );
            counted[usize::from(matters)] += 1;
        }
        assert!(counted[0] > 5 && counted[1] > 150, "{counted:?}");
        for name in zero {
            let mut coefficients = file.coefficients;
            assert_eq!(coefficients.by_name(name).copied(), Some(0.0), "{name}");
            let same = read(&format!("{text}{name} = 0\n"));
            assert_eq!(
                answers(&same.mounted(Side::Left)),
                answers(&file.mounted(Side::Left)),
                "{name}"
            );
        }
    }
}
