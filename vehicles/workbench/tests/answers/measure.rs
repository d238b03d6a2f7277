//! Load cases, measured runs, parameters from measurements, and tyres, compared with closed forms.

use super::cars;
use std::fmt::Write;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::identify;
use wishbone_workbench::loads::Question;
use wishbone_workbench::measured::{self, Asked};
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::{At, Travel};
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::tyre;
use wishbone_workbench::vehicle::Vehicle;

const STEP: &str = "doc = \"A step.\"\nspeed = \"15 m/s\"\nduration = \"3 s\"\nevery = \"10 ms\"\n\
    [steering.step]\nstart = \"0.5 s\"\nrise = \"0.2 s\"\nangle = \"20 deg\"\n";

/// A wheel on a vertical guide. The spring carries the load minus the weight of hub and wheel, and `F = k (l₀ - l)`
/// gives the travel. The guide carries the force along the ground, and the moment of this force about the guide's
/// point.
#[test]
fn forces_on_a_guide_are_those_of_statics() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let cases = "[case]\n\"rl.w\" = { vertical = \"3500 N\", longitudinal = \"-800 N\", lateral = \"600 N\" }\n\
        \"rr.w\" = { travel = \"-20 mm\" }\n\"fl.w\" = { longitudinal = \"500 N\", torque = \"drive\" }\n";
    let question = Question {
        at: At::Design,
        cases: Some(cases.to_owned()),
        ..Question::default()
    };
    let found = car.loads(&question, &silent).expect("they are carried");
    let case = &found.cases[0];
    assert!(found.is_carried() && case.out_of_balance < 1e-6, "{case:?}");
    let row = |point: &str, kind: &str, part: &str| {
        let found = case
            .rows
            .iter()
            .find(|row| row.point == point && row.kind == kind && row.part == part);
        found.unwrap_or_else(|| panic!("{point} {kind} {part}: {:?}", case.rows))
    };
    let near = |found: [f64; 3], wanted: [f64; 3]| {
        let far = found
            .iter()
            .zip(wanted)
            .map(|(found, wanted)| (found - wanted).abs())
            .fold(0.0, f64::max);
        assert!(far < 1e-5, "{found:?} for {wanted:?}");
    };
    let carried = 3500.0 - 30.0 * 9.81;
    near(row("rl.k", "spring", "rl.hub").force, [0.0, 0.0, -carried]);
    near(row("rl.k", "spring", "car").force, [0.0, 0.0, carried]);
    let wheel = |name: &str| found.wheels.iter().position(|own| own == name).expect("a wheel");
    let travel = (carried - 3000.0) / 30e3;
    assert!((case.wheels[wheel("rl.w")].travel - travel).abs() < 1e-8, "{case:?}");
    near(case.wheels[wheel("rl.w")].force, [-800.0, 600.0, 3500.0]);
    // The guide's point is the origin of the vehicle; the copy of this point on the hub is higher by the travel. The contact is 0.3
    // m below the wheel centre at z = 0.3 m. The spring and the weights act at the wheel's Y.
    let guide = row("rl.s", "prismatic", "rl.hub");
    near(guide.force, [800.0, -600.0, 0.0]);
    let (x, y, z) = (-2.6, 0.75, -guide.declared[2]);
    // -(r × F) for the contact force, seen from the guide's point on the hub, and for the vertical loads there.
    let (dx, dy) = (x - guide.declared[0], y - guide.declared[1]);
    let up = 0.0;
    near(
        guide.moment,
        [
            -(dy * up - z * 600.0),
            -(z * -800.0 - dx * up),
            -(dx * 600.0 - dy * -800.0),
        ],
    );
    // The wheel that is held 20 mm lower.
    assert!((case.wheels[wheel("rr.w")].force[2] - (3000.0 - 600.0 + 30.0 * 9.81)).abs() < 1e-5);
    // The body takes the drive torque of 500 N with a lever of 0.3 m.
    near(row("fl.w", "drive torque", "car").moment, [0.0, -150.0, 0.0]);
    // All parts are in balance: the rig holds the box against all external loads.
    let outside: f64 = case.wheels.iter().map(|own| own.force[2]).sum();
    let weight = (1000.0 + 5.0 + 4.0 * 30.0) * 9.81;
    assert!((row("rig", "rig", "car").force[2] - (weight - outside)).abs() < 1e-5);
    let text = found.csv();
    let head = text.lines().next().expect("a line");
    assert!(
        head.starts_with("case,point,kind,part,declared_x [m]") && head.ends_with("part_mz [N*m]"),
        "{head}"
    );
    assert_eq!(text.lines().count(), 1 + case.rows.len());
}

/// A wheel that is above the ground at rest takes forces of a case at its unloaded radius: the moment about its guide
/// is the moment with this lever.
#[test]
fn a_wheel_in_the_air_keeps_its_radius() {
    let third = "body dolly { mass: 20 kg, com: [-3.6, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }
        joint column: prismatic(car, dolly) { axis: z, at: [-3.6, 0, 0.5] m }
        spring coil: between(car, dolly) { from: [-3.6, 0, 0.9] m, to: [-3.6, 0, 0.5] m, rate: 10 kN/m, free_length: 400 mm }
        wheel third: on(dolly) { centre: [-3.6, 0, 0.5] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: car }";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, third));
    let question = Question {
        at: At::Rest,
        cases: Some("[case]\nthird = { travel = \"0 mm\", lateral = \"100 N\" }\n".to_owned()),
        ..Question::default()
    };
    let found = car.loads(&question, &silent).expect("they are carried");
    assert!(
        found.notes.len() == 1 && found.notes[0].contains("`third`"),
        "{:?}",
        found.notes
    );
    let row = found.cases[0]
        .rows
        .iter()
        .find(|row| row.point == "column" && row.part == "dolly");
    let row = row.unwrap_or_else(|| panic!("{:?}", found.cases[0].rows));
    // The point of the column on this body is the wheel centre. The box pitches by less than a degree.
    let arm = (row.moment[0] / 100.0).abs();
    assert!((arm - 0.3).abs() < 1e-3, "{arm}");
}

/// The table of a run as a measuring device writes it: delayed, scaled, in different units.
fn measurement(
    found: &Findings,
    columns: &[(&str, &str, f64)],
    lag: f64,
    scale: f64,
    noise: &mut dyn FnMut() -> f64,
) -> String {
    let heads: Vec<String> = columns
        .iter()
        .map(|(name, unit, _)| format!("{name} [{unit}]"))
        .collect();
    let mut text = format!("time [s],{}\n", heads.join(","));
    let time = found.table.column("time").expect("times");
    let values: Vec<Vec<f64>> = columns
        .iter()
        .map(|(name, ..)| found.table.column(name).expect("a column"))
        .collect();
    for (row, time) in time.iter().enumerate() {
        let _ = write!(text, "{}", time + lag);
        for (values, (_, _, factor)) in values.iter().zip(columns) {
            let _ = write!(text, ",{}", scale * factor * values[row] + noise());
        }
        text.push('\n');
    }
    text
}

/// A run compared with a copy of itself that is delayed by a known lag and scaled by a known factor: `ε = |1 - s|`, and
/// the peaks differ by `(1 - s)`.
#[test]
fn a_run_against_itself_has_errors_of_closed_form() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let step = Manoeuvre::read("step", STEP).expect("a manoeuvre");
    let driven = car.drive(&step, &silent).expect("it drives").findings;
    let columns = [
        ("yaw_rate", "deg/s", 1f64.to_degrees()),
        ("lateral_acceleration", "g", 1.0 / 9.806_65),
        ("roll", "mrad", 1e3),
    ];
    for (lag, scale) in [(0.0, 1.0), (0.35, 1.2), (-0.2, 0.75)] {
        let mut found = [driven.clone()];
        let asked = Asked {
            file: "run.csv".to_owned(),
            text: measurement(&driven, &columns, lag, scale, &mut || 0.0),
            ..Asked::default()
        };
        measured::hold(&mut found, &asked).expect("it is held");
        let [found] = &found;
        let value = |subject: &str, name: &str| {
            let figure = found.figure(subject, name).and_then(|own| own.value);
            figure.unwrap_or_else(|| panic!("{name} of {subject}: {:?}", found.figures))
        };
        assert!((value("measurement", "time lag") - lag).abs() < 1e-9);
        for (name, ..) in columns {
            let subject = format!("measured {name}");
            let integral = value(&subject, "relative integral error");
            assert!(
                (integral - 100.0 * (1.0 - scale).abs()).abs() < 1e-6,
                "{name}: {integral}"
            );
            assert!((value(&subject, "correlation") - 1.0).abs() < 1e-9);
        }
        // The common part of the run begins at its start, or ends at its end, and includes the peak.
        let own = driven.table.column("yaw_rate").expect("a column");
        let peak = own.iter().fold(0.0, |most: f64, own| most.max(own.abs())).to_degrees();
        let peaks = value("measured yaw_rate", "difference of peaks");
        assert!((peaks - (1.0 - scale) * peak).abs() < 1e-6 * peak, "{peaks} {peak}");
        let (table, against) = (&found.table, &found.against);
        assert_eq!(against.len(), 3);
        let both = table.column("measured.yaw_rate").expect("a column");
        let middle = both.len() / 2;
        assert!((both[middle] - scale * own[middle]).abs() < 1e-9);
        assert!(
            found
                .panels
                .iter()
                .any(|panel| panel.title.starts_with("yaw_rate [deg/s]") && panel.curves.len() == 2)
        );
    }
}

/// Everything that does not fit is reported with its place, all at once.
#[test]
fn measurements_that_do_not_fit_are_refused() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let step = Manoeuvre::read("step", STEP).expect("a manoeuvre");
    let driven = car.drive(&step, &silent).expect("it drives").findings;
    let refused = |text: &str, names: &[(&str, &str)]| {
        let asked = Asked {
            file: "run.csv".to_owned(),
            text: text.to_owned(),
            names: names
                .iter()
                .map(|(one, other)| (one.to_string(), other.to_string()))
                .collect(),
            ..Asked::default()
        };
        let told = measured::hold(&mut [driven.clone()], &asked).expect_err("it does not fit");
        told.message()
    };
    let told = refused("time [s],yaw_rate [m],roll,ay [g]\n0,1,2,3\n1,1,2,3\n0.5,1,2,3\n", &[]);
    for part in [
        "line 1: `yaw_rate` is a length",
        "line 1: `roll` has no unit",
        "line 4: `time` goes back",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let told = refused("time [s],yawrat [deg/s]\n0,1\n1,2\n", &[]);
    assert!(
        told.contains("no column is one of the study") && told.contains("`yawrat` (near: `yaw_rate`)"),
        "{told}"
    );
    let told = refused("time [s],r [deg/s]\n0,1\n1,2\n", &[("rr", "yaw_rate")]);
    assert!(
        told.contains("there is no column `rr`; known here: `time`, `r`"),
        "{told}"
    );
    let told = refused("a [s],b [m]\n0,1\n", &[]);
    assert!(told.contains("there is no column of `time`"), "{told}");
    // The clock of a device may start at any time, unless its lag is given.
    let late = Asked {
        text: "time [s],yaw_rate [deg/s]\n100,1\n101,2\n".to_owned(),
        lag: Some(0.0),
        ..Asked::default()
    };
    let told = measured::hold(&mut [driven.clone()], &late).expect_err("they have nothing in common");
    assert!(told.message().contains("no `time` in common with the run"), "{told}");
}

/// Uniform noise with mean zero and standard deviation one.
fn noise(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        // Constants of Steele, Lea & Flood 2014 (SplitMix).
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        12f64.sqrt() * ((mixed ^ (mixed >> 31)) as f64 / u64::MAX as f64 - 0.5)
    }
}

/// Mass and spring rate of a car are identified from a noisy run and a noisy curve of the rig, within a few of their standard
/// errors.
#[test]
fn parameters_of_a_car_are_found_from_runs_and_curves() {
    let truth = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let truth = truth
        .changed(&["car.mass = 1150 kg", "fl.k.rate = 33 kN/m"])
        .expect("it can be changed");
    let step = Manoeuvre::read("step_steer", STEP).expect("a manoeuvre");
    let driven = truth.drive(&step, &silent).expect("it drives").findings;
    let mut uniform = noise(5);
    let columns = [("yaw_rate", "rad/s", 1.0), ("roll", "rad", 1.0)];
    let run = measurement(&driven, &columns, 0.4, 1.0, &mut || 2e-4 * uniform());
    let travel = Travel {
        travel: 0.04,
        ..Travel::default()
    };
    let all = truth.kc(&travel, &silent).expect("it is on the rig");
    let bounce = all.iter().find(|own| own.name == "bounce").expect("a test");
    let (x, force) = (
        bounce.table.column("travel").expect("travel"),
        bounce.table.column("fl.w.force").expect("a force"),
    );
    let mut bench = "travel [mm],fl.w.force [kN]\n".to_owned();
    for (x, force) in x.iter().zip(force) {
        let _ = writeln!(bench, "{},{}", 1e3 * x, 1e-3 * force + 0.01 * uniform());
    }
    let files = One(STEP);
    let against = |study: &str, text: &str| Asked {
        file: format!("{study}.csv"),
        text: text.to_owned(),
        study: Some(study.to_owned()),
        ..Asked::default()
    };
    let asked = identify::Asked {
        at: At::default(),
        against: vec![against("step.toml", &run), against("bounce", &bench)],
        free: vec!["car.mass=+-30 %".to_owned(), "fl.k.rate=20..45 kN/m".to_owned()],
    };
    let start = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let found = start.identify(&asked, &files, &silent).expect("it is found");
    for (own, truth) in found.parameters.iter().zip([1150.0, 33.0]) {
        let error = own.error.expect("an error");
        let far = (own.new - truth) / error;
        assert!(
            far.abs() < 4.0 && error < 0.02 * truth,
            "{own:?}: {far} standard errors"
        );
    }
    let lag = found.records[0].lag.expect("a lag");
    let error = found.records[0].lag_error.expect("an error");
    assert!((lag - 0.4).abs() < 4.0 * error && error < 0.01, "{lag} {error}");
    assert!(
        found.declaration.contains("kN/m") && found.changes[1].starts_with("fl.k.rate = 3"),
        "{:?}",
        found.changes
    );

    // Every number of both files counts or is told. The points at both ends of the run may be moved out by another lag.
    let rows = |text: &str| text.lines().count() - 1;
    let (of_run, all) = (2 * rows(&run), 2 * rows(&run) + rows(&bench));
    let lost = all - found.points;
    let [line] = &found.left_out[..] else {
        panic!("{:?}", found.left_out)
    };
    let told = format!("step.toml.csv: {lost} of {of_run} measured points do not count: ");
    assert!(lost > 0 && line.starts_with(&told), "{line}, not {told}");
    assert!(
        line.contains("of the ends of these curves, where another lag may move them out"),
        "{line}"
    );

    // Two parallel springs: one takes what the other gives.
    let beside = cars::box_car(
        0.5,
        "spring second: between(axle, fl.hub) { from: [0, 0.75, 0.7] m, to: [0, 0.75, 0.3] m, rate: 5 kN/m, free_length: 500 mm }",
    );
    let twin = Vehicle::of_text("car.txt", &beside);
    let asked = identify::Asked {
        at: At::default(),
        against: vec![against("bounce", &bench)],
        free: vec!["fl.k.rate=20..45 kN/m".to_owned(), "second.rate=0..20 kN/m".to_owned()],
    };
    let found = twin.identify(&asked, &files, &silent).expect("it is found");
    let [line] = &found.unclear[..] else {
        panic!("{:?}", found.unclear)
    };
    assert!(
        line.contains("`fl.k.rate` and `second.rate` cannot be told apart: one greater, another less"),
        "{line}"
    );
    assert!(found.parameters.iter().all(|own| own.error.is_none()));
}

/// The fit also works if the measured toe changes in the opposite direction to the declared toe. The note asks for the sign. Another note names
/// a column that the test does not have.
#[test]
fn a_slope_of_another_sign_is_found() {
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let travel = Travel {
        travel: 0.03,
        ..Travel::default()
    };
    let toe = |car: &Vehicle| {
        let all = car.kc(&travel, &silent).expect("it is on the rig");
        let bounce = all.into_iter().find(|own| own.name == "bounce").expect("a test").table;
        let of = |name: &str| bounce.column(name).expect("a column");
        (of("travel"), of("front_left.tyre.toe"))
    };
    let truth = car.changed(&["front_left.tie_outer.z -= 45 mm"]).expect("a change");
    let ((x, measured), (_, declared)) = (toe(&truth), toe(&car));
    let rises = |toe: &[f64]| toe[toe.len() - 1] > toe[0];
    assert!(rises(&measured) != rises(&declared));
    let mut table = "travel [m],front_left.tyre.toe [rad],front_left.tyre.tow [rad]\n".to_owned();
    for (x, toe) in x.iter().zip(&measured) {
        let _ = writeln!(table, "{x},{toe},{toe}");
    }
    let asked = identify::Asked {
        at: At::default(),
        against: vec![Asked {
            file: "bounce.csv".to_owned(),
            text: table,
            study: Some("bounce".to_owned()),
            ..Asked::default()
        }],
        free: vec!["front_left.tie_outer.z=+-60 mm".to_owned()],
    };
    let found = car.identify(&asked, &NoFiles, &silent).expect("it is found");
    let own = &found.parameters[0];
    assert!((own.new - own.old + 0.045).abs() < 1e-6, "{own:?}");
    for told in [
        "run against the computed curves: `front_left.tyre.toe`",
        "no column of the run: `front_left.tyre.tow`",
    ] {
        assert!(
            found.notes.iter().any(|note| note.contains(told)),
            "{told}: {:?}",
            found.notes
        );
    }
    assert!(found.as_asked);
}

/// A manoeuvre in a file of any name.
struct One(&'static str);

impl wishbone_workbench::files::Files for One {
    fn text(&self, _: &str) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

/// Stiffnesses and peaks of a Magic Formula tyre follow from its coefficients:
/// `K = PKY1 F₀ sin(2 atan(F / (PKY2 F₀)))`, `K = PKX1 F`, `D = PDY1 F`, `D = PDX1 F` (Pacejka 2012, 4.E25, 4.E15,
/// 4.E22, 4.E12).
#[test]
fn figures_of_a_tyre_are_those_of_its_coefficients() {
    let text = "[UNITS]\nLENGTH='meter'\nFORCE='newton'\nANGLE='radians'\nMASS='kg'\nTIME='second'\n[MODEL]\nFITTYP=61\nTYRESIDE='LEFT'\n\
        [D]\nUNLOADED_RADIUS=0.31\nFNOMIN=4000\nVERTICAL_STIFFNESS=200000\nFZMIN=500 $ N\nFZMAX=8000\n\
        PCX1=1.6\nPDX1=1.2\nPKX1=22\nPCY1=1.3\nPDY1=1.1\nPKY1=-18\nPKY2=1.6\n";
    let asked = tyre::Asked {
        loads: vec![1500.0, 5200.0],
        wheel: None,
    };
    let found = tyre::of_text(text, &asked).expect("a tyre");
    let first = &found[0];
    assert!(
        first
            .conditions
            .contains("MISSING: combined slip of the longitudinal force, combined slip of the lateral force"),
        "{}",
        first.conditions
    );
    assert!(first.notes[0].contains("load 500 to 8000"), "{:?}", first.notes);
    for load in asked.loads {
        let value = |name: &str| {
            first
                .figure(&format!("{load:.0} N"), name)
                .and_then(|own| own.value)
                .expect("a figure")
        };
        let cornering = 18.0 * 4000.0 * (2.0 * (load / (1.6 * 4000.0)).atan()).sin();
        let near =
            |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-5 * wanted.abs(), "{found} for {wanted}");
        near(value("cornering stiffness"), cornering.to_radians());
        near(value("slip stiffness"), 1e-3 * 22.0 * load);
        near(value("lateral friction"), 1.1);
        near(value("driving friction"), 1.2);
        // The sine is at its maximum where C atan(B x) = π/2.
        let slip = (std::f64::consts::FRAC_PI_2 / 1.6).tan() / (22.0 / (1.6 * 1.2));
        near(value("its slip"), slip);
        // The curves have the same slope, and no force without slip.
        let curves = found.iter().find(|own| own.name == "slip angle").expect("curves");
        let (angle, force) = (
            curves.table.column("slip_angle").expect("angles"),
            curves.table.column(&format!("force_y.{load:.0}N")).expect("forces"),
        );
        let middle = angle.len() / 2;
        let slope = -(force[middle + 1] - force[middle - 1]) / (angle[middle + 1] - angle[middle - 1]);
        assert!(
            force[middle].abs() < 1e-9 && (slope - cornering).abs() < 0.01 * cornering,
            "{slope} {cornering}"
        );
    }
    let told = tyre::of_text("[MODEL]\nFITTYP=61\n", &tyre::Asked::default()).expect_err("nothing is there");
    assert!(
        told.contains("`FNOMIN` is missing") && told.contains("`PKY1` is missing"),
        "{told}"
    );
    // A tyre of a car has the declared slopes.
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let found = car.tyre(&tyre::Asked::default()).expect("a tyre");
    let rest = found[0]
        .figures
        .iter()
        .find(|own| own.name == "slip stiffness")
        .and_then(|own| own.value);
    assert!((rest.expect("a figure") - 60.0).abs() < 1e-6);
}

/// A column that no question uses may have any unit and any words. A column that is compared may not.
#[test]
fn what_is_not_compared_is_no_mistake() {
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let held = |text: &str| {
        let step = Manoeuvre::read("step", "doc = \"A step.\"\nspeed = \"20 m/s\"\nduration = \"0.5 s\"")
            .expect("a manoeuvre");
        let mut found = [car.drive(&step, &silent).expect("it drives").findings];
        let asked = Asked {
            file: "run.csv".to_owned(),
            text: text.to_owned(),
            ..Asked::default()
        };
        measured::hold(&mut found, &asked).map_err(|problem| problem.message().to_string())
    };
    let rows = "0,0.1,90,out,12\n0.2,0.1,91,in,12\n0.4,0.1,92,,12\n";
    held(&format!(
        "time [s],yaw_rate [deg/s],coolant [degC],lap,Battery [V]\n{rows}"
    ))
    .expect("it is compared");
    let told = held(&format!(
        "time [s],yaw_rate [degC],coolant [degC],lap,Battery [V]\n{rows}"
    ))
    .expect_err("no unit");
    assert!(
        told.contains("`yaw_rate`: there is no unit `degC`") && !told.contains("coolant"),
        "{told}"
    );
    let told = held(&format!(
        "time [s],lap [-],coolant [degC],yaw_rate [deg/s],Battery [V]\n{rows}"
    ))
    .expect_err("words");
    assert!(
        told.contains("line 2: `out` is no number") && !told.contains("coolant"),
        "{told}"
    );
}

/// A circle of more than a turn. The heading is the integral of the yaw rate. A measurement may count turns, stay
/// within half a turn to both sides, or stay between 0 and 360 degrees like a compass: in each case it agrees with the
/// run.
#[test]
fn a_heading_goes_on_over_full_turns() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, "output heading: yaw(car)"));
    let circle = "doc = \"A circle.\"\nspeed = \"10 m/s\"\nduration = \"25 s\"\nevery = \"20 ms\"\n\
        [steering.step]\nstart = \"0.5 s\"\nrise = \"0.5 s\"\nangle = \"60 deg\"\n";
    let circle = Manoeuvre::read("circle", circle).expect("a manoeuvre");
    let run = car.drive(&circle, &silent).expect("it runs").findings;
    let column = |name: &str| run.table.column(name).expect("a column");
    let [time, yaw, rate] = ["time", "yaw", "yaw_rate"].map(column);
    let mut turned = yaw[0];
    for k in 1..time.len() {
        turned += 0.5 * (rate[k] + rate[k - 1]) * (time[k] - time[k - 1]);
        assert!((yaw[k] - turned).abs() < 1e-3, "{} for {turned} at {}", yaw[k], time[k]);
    }
    assert!(turned > 400f64.to_radians(), "{turned}");
    let declared = column("heading").into_iter().zip(&yaw);
    assert!(declared.into_iter().all(|(own, yaw)| (own - yaw).abs() < 1e-9));
    let full = std::f64::consts::TAU;
    let forms: [&dyn Fn(f64) -> f64; 4] = [
        &|yaw| yaw,
        &|yaw| yaw - 3.0 * full,
        &|yaw| yaw.sin().atan2(yaw.cos()),
        &|yaw| yaw.rem_euclid(full),
    ];
    for (form, lag) in forms.iter().zip([0.0, 0.0, 0.3, 0.3]) {
        let mut text = "time [s],yaw [deg],yaw_rate [deg/s]\n".to_owned();
        for ((time, yaw), rate) in time.iter().zip(&yaw).zip(&rate) {
            let _ = writeln!(text, "{},{},{}", time + lag, form(*yaw).to_degrees(), rate.to_degrees());
        }
        let mut found = vec![run.clone()];
        let asked = Asked {
            file: "circle.csv".to_owned(),
            text,
            ..Asked::default()
        };
        measured::hold(&mut found, &asked).expect("it is compared");
        let figure = |subject: &str, name: &str| {
            found[0]
                .figure(subject, name)
                .and_then(|own| own.value)
                .expect("a figure")
        };
        assert!((figure("measurement", "time lag") - lag).abs() < 1e-6);
        for column in ["measured yaw", "measured yaw_rate"] {
            assert!(
                figure(column, "largest difference") < 1e-3,
                "{column}: {}",
                figure(column, "largest difference")
            );
            assert!(figure(column, "correlation") > 0.999_999);
        }
    }
}

/// A drawbar between a ball and two hinges is between held bodies, with all of its joints: it is in balance in every case, and the rig holds the
/// trailer.
#[test]
fn a_drawbar_on_two_hinges_is_in_balance() {
    let ball = "joint hitch: spherical(car, trailer) { at: [-3.4, 0, 0.4] m }";
    let drawbar = "body bar { mass: 20 kg, com: [-4, 0, 0.4] m, inertia: [0.5, 3, 3] kg*m^2 }
        joint hitch: spherical(car, bar) { at: [-3.4, 0, 0.4] m }
        joint one: revolute(bar, trailer) { axis: y, at: [-4.6, 0.4, 0.4] m }
        joint other: revolute(bar, trailer) { axis: y, at: [-4.6, -0.4, 0.4] m, redundant: accept }";
    // It pitches about the hinges, and stands on two axles.
    let trailer = cars::TRAILER.replace(ball, drawbar);
    let begin = trailer.find("mirror").expect("its wheels");
    let axle = |name: &str, x: &str| trailer[begin..].replace("tl as tr", name).replace("[-5.6", x);
    let trailer = format!(
        "{}{}{}",
        &trailer[..begin],
        axle("tl as tr", "[-5.1"),
        axle("ul as ur", "[-6.3")
    );
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &trailer));
    let question = Question {
        at: At::Rest,
        ..Question::default()
    };
    let found = car.loads(&question, &silent).expect("they are carried");
    let mut largest: f64 = 0.0;
    for case in &found.cases {
        let own = case.rows.iter().filter(|row| row.part == "bar");
        let sum = own.fold([0.0; 3], |sum, row| {
            std::array::from_fn(|axis| sum[axis] + row.force[axis])
        });
        assert!(sum.iter().all(|left| left.abs() < 0.1), "{}: {sum:?}", case.case);
        let rig = case.rows.iter().find(|row| row.point == "rig" && row.part == "trailer");
        let rig = rig.expect("the rig holds the trailer");
        largest = rig.force.iter().fold(largest, |most, own| most.max(own.abs()));
    }
    assert!(largest > 3000.0, "{largest}");
}

/// The centre of mass of the trailer is ahead of its axle, so that the hitch carries a part of it. A ball carries no moment: the levers of the
/// trailer about it give the load of its wheels.
#[test]
fn loads_of_a_trailer_are_those_of_its_levers() {
    let trailer = cars::TRAILER.replace(
        "com: [-5.6, 0, 0.5] m, inertia: [200",
        "com: [-5.1, 0, 0.5] m, inertia: [200",
    );
    assert_ne!(trailer, cars::TRAILER);
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &trailer));
    let question = Question {
        at: At::Design,
        ..Question::default()
    };
    let found = car.loads(&question, &silent).expect("they are carried");
    let load = |name: &str| found.at_rest[found.wheels.iter().position(|own| own == name).expect("a wheel")];
    let carried = 600.0 * 9.81 * 1.7 / 2.2;
    let wanted = 0.5 * carried + 30.0 * 9.81;
    // The trailer pitches by less than a degree at rest.
    assert!(
        (load("tl.w") - wanted).abs() < 0.01 * wanted,
        "{} for {wanted}",
        load("tl.w")
    );
    // The hitch, 0.8 m behind the rear axle, takes the rest.
    let pushed = 600.0 * 9.81 - carried;
    let rear = 0.5 * 9.81 * (1000.0 * 0.5 + 60.0) + 0.5 * pushed * 3.4 / 2.6;
    assert!((load("rl.w") - rear).abs() < 0.01 * rear, "{} for {rear}", load("rl.w"));
    let rest = car
        .loads(
            &Question {
                at: At::Rest,
                ..Question::default()
            },
            &silent,
        )
        .expect("they are carried");
    assert_eq!(found.at_rest, rest.at_rest);
    // In every case a ball carries no moment, and what it carries at rest. The rig takes the rest of each body.
    for (case, name) in rest.cases.iter().chain(&found.cases).map(|case| (case, &case.case)) {
        let row = |point: &str, part: &str| {
            let own = case.rows.iter().find(|row| row.point == point && row.part == part);
            own.unwrap_or_else(|| panic!("{name}: {point} {part}"))
        };
        for (part, sign) in [("car", -1.0), ("trailer", 1.0)] {
            let hitch = row("hitch", part);
            let moment = hitch.moment.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
            assert!(moment < 1e-3, "{name} {part}: {:?}", hitch.moment);
            let off = (hitch.force[2] - sign * pushed).abs();
            assert!(off < 0.01 * pushed, "{name} {part}: {:?} for {pushed}", hitch.force);
        }
        // The rig takes the side forces of the wheels of each unit.
        for (part, wheels) in [
            ("car", ["fl.w", "fr.w", "rl.w", "rr.w"].as_slice()),
            ("trailer", &["tl.w", "tr.w"]),
        ] {
            let place = |name: &&str| rest.wheels.iter().position(|own| own == *name).expect("a wheel");
            let pushes: f64 = wheels.iter().map(|wheel| case.wheels[place(wheel)].force[1]).sum();
            let rig = row("rig", part).force[1];
            assert!(
                (rig + pushes).abs() < 1.0 + 0.001 * pushes.abs(),
                "{name} {part}: {rig} for {pushes}"
            );
        }
    }
    let asked = tyre::Asked {
        wheel: Some("tl.w".to_owned()),
        ..tyre::Asked::default()
    };
    let tyre = car.tyre(&asked).expect("it has a tyre");
    assert!(
        tyre[0].conditions.contains("the load of the wheel at rest"),
        "{}",
        tyre[0].conditions
    );
    let nominal = format!("{:.0} N", load("tl.w"));
    let heads: Vec<&str> = tyre
        .iter()
        .flat_map(|own| &own.figures)
        .map(|own| own.subject.as_str())
        .collect();
    assert!(heads.contains(&nominal.as_str()), "{heads:?} without {nominal}");
}

/// A box on struts. Its rear wheels are pairs side by side, at the distance `apart` from each other, or single wheels
/// at their middle with twice the mass.
fn lorry(apart: Option<f64>) -> String {
    let corner = |name: &str, x: f64, y: f64, rate: f64, wheels: &str| {
        format!(
            "body {name}_c {{ mass: 25 kg, com: [{x}, {y}, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
            joint {name}_s: prismatic(box, {name}_c) {{ axis: z, at: [{x}, {y}, 0.3] m }}
            spring {name}_k: between(box, {name}_c) {{ from: [{x}, {y}, 0.8] m, to: [{x}, {y}, 0.3] m, rate: {rate} N/m, free_length: 600 mm }}
            {wheels}"
        )
    };
    let wheel = |name: &str, on: &str, x: f64, y: f64, mass: f64, more: &str| {
        format!(
            "wheel {name}: on({on}_c) {{ centre: [{x}, {y}, 0.3] m, radius: 0.3 m, mass: {mass} kg, spin_inertia: 1 kg*m^2{more} }}\n"
        )
    };
    let corners = [
        ("fl", 0.0, 0.8),
        ("fr", 0.0, -0.8),
        ("rl", -3.0, 0.9),
        ("rr", -3.0, -0.9),
    ];
    let corners = corners.map(|(name, x, y)| match apart.filter(|_| x < 0.0) {
        None => corner(
            name,
            x,
            y,
            80e3,
            &wheel(name, name, x, y, if x < 0.0 { 30.0 } else { 15.0 }, ""),
        ),
        Some(apart) => {
            let inner = wheel(name, name, x, y - 0.5 * apart * y.signum(), 15.0, "");
            let outer = wheel(
                &format!("{name}t"),
                name,
                x,
                y + 0.5 * apart * y.signum(),
                15.0,
                &format!(", twin_of: {name}"),
            );
            corner(name, x, y, 80e3, &(inner + &outer))
        }
    });
    let stiffness = if apart.is_some() {
        "tyre t: linear(all) { stiffness: 200 kN/m }"
    } else {
        "tyre f: linear(fl, fr) { stiffness: 200 kN/m }\ntyre r: linear(rl, rr) { stiffness: 400 kN/m }"
    };
    format!(
        "Lorry {{ body box {{ mass: 3000 kg, com: [-1.8, 0.03, 0.8] m, inertia: [1000, 4000, 4200] kg*m^2 }}
        joint motion: free(ground, box)
        {}
        {stiffness} }}",
        corners.join("\n")
    )
}

/// Wheels side by side share their load: springs and guides carry the loads that they carry with single wheels at the
/// middle of each pair.
#[test]
fn pairs_of_wheels_load_their_suspension_as_single_wheels() {
    let found = [None, Some(0.0), Some(0.3)].map(|apart| {
        let car = Vehicle::of_text("lorry.txt", &lorry(apart));
        let found = car.loads(
            &Question {
                at: At::Rest,
                ..Question::default()
            },
            &silent,
        );
        found.unwrap_or_else(|problem| panic!("{problem}\n{}", lorry(apart)))
    });
    let cases = ["rest", "jounce", "cornering_left", "braking"];
    // Pairs that stand apart resist roll, which changes the rest a little.
    for ((place, pairs), tolerance) in found.iter().enumerate().skip(1).zip([1e-6, 1e-2]) {
        for name in cases {
            let of = |loads: &wishbone_workbench::loads::Loads| {
                let case = loads
                    .cases
                    .iter()
                    .find(|case| case.case == name)
                    .expect("a standard case")
                    .clone();
                assert_eq!(case.failed, None, "{place} {name}");
                case
            };
            let (single, pairs) = (of(&found[0]), of(pairs));
            for row in single
                .rows
                .iter()
                .filter(|row| row.kind == "spring" || row.kind == "prismatic")
            {
                let other = pairs
                    .rows
                    .iter()
                    .find(|own| own.point == row.point && own.part == row.part)
                    .expect("the same part");
                for axis in 0..3 {
                    let off = (row.force[axis] - other.force[axis]).abs();
                    assert!(
                        off < 20.0 + tolerance * row.force[axis].abs(),
                        "{place} {name} {} {}: {:?} {:?}",
                        row.point,
                        row.part,
                        row.force,
                        other.force
                    );
                }
            }
        }
    }
}
