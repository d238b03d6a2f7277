//! Curves of the rig that a suspension does not reach to their ends, and axles with double wheels.

use std::sync::Mutex;
use wishbone_compiler::front::library;
use wishbone_workbench::files::{Files, NoFiles};
use wishbone_workbench::gate::Limits;
use wishbone_workbench::new_car;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::sweep::{AS_ASKED, Row, Sweep};
use wishbone_workbench::vehicle::{Declaration, Vehicle};

const FRONT: &str = "front_left.tyre";
const REAR: &str = "rear_left.tyre";

fn plain() -> Vehicle {
    let text = new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("they are known");
    Vehicle::of_text("car.toml", &text)
}

/// The car with a front tie rod that is too short for 80 mm of travel.
fn short() -> Vehicle {
    plain().changed(&["front_left.tie_inner.y = 0.63 m"]).expect("a point")
}

fn kc(car: &Vehicle) -> Vec<Findings> {
    car.kc(&Travel::default(), &silent).expect("it is on the rig")
}

fn value(found: &[Findings], test: &str, wheel: &str, name: &str) -> Option<f64> {
    let own = found.iter().find(|own| own.name == test).expect("the test");
    own.figure(wheel, name).expect("a figure").value
}

/// The curves of an axle end independently: the curves of the other axle are the curves of the whole travel.
#[test]
fn a_span_is_that_of_the_travel_asked_for() {
    let (plain, short) = (kc(&plain()), kc(&short()));
    for (test, way) in [("bounce", ""), ("roll", " in roll")] {
        for angle in ["toe", "camber"] {
            let name = format!("{angle}{way}, from end to end");
            assert!(value(&plain, test, FRONT, &name).is_some(), "{name}");
            assert_eq!(value(&short, test, FRONT, &name), None, "{name}");
            let [whole, beside] = [&plain, &short].map(|found| value(found, test, REAR, &name).expect("it is reached"));
            assert!((whole - beside).abs() < 1e-9, "{name}: {beside} for {whole}");
        }
        let ended = short.iter().find(|own| own.name == test).expect("the test");
        assert!(!ended.verdict.is_as_asked(), "{test}");
        let words = &ended.verdict.words;
        assert!(words.contains(FRONT) && !words.contains(REAR), "{words}");
        // A row of the rear wheels at the last position, without numbers of the front ones.
        let last = |name: &str| *ended.table.column(name).expect("a column").last().expect("a row");
        assert_eq!(last("travel"), 0.08);
        assert!(last("front_left.tyre.toe").is_nan() && last("rear_left.tyre.toe").is_finite());
        for panel in &ended.panels {
            let mut points = panel.curves.iter().flat_map(|curve| &curve.points);
            assert!(points.all(|(x, y)| x.is_finite() && y.is_finite()), "{}", panel.title);
        }
    }
    assert!(plain.iter().all(|own| own.verdict.is_as_asked()));
}

/// If a design locks within its travel, it violates every limit that refers to the whole travel.
#[test]
fn a_gate_fails_where_a_curve_ends_early() {
    let limits =
        "[kc]\nrear_left.toe_from_end_to_end = \"[0, 1] deg\"\nfront_left.camber_from_end_to_end = \"[-9, 9] deg\"\n";
    let limits = Limits::read(limits).expect("limits");
    let gate = |car: &Vehicle| car.gate(&limits, &NoFiles, &silent).expect("it is asked");
    assert!(gate(&plain()).is_kept());
    let found = gate(&short());
    assert!(!found.is_kept(), "{}", found.text());
    for held in &found.held {
        let is_rear = held.figure.contains(REAR);
        assert_eq!(held.value.is_some(), is_rear, "{}", found.text());
    }
    assert!(
        found.text().contains("FAILS: kc: the curves of `front_left.tyre`"),
        "{}",
        found.text()
    );
}

/// If a study does not start, all its limits are violated, and the limits of the other studies are not affected.
#[test]
fn a_gate_judges_the_studies_that_start() {
    let limits = "[kc]\nfront_left.toe_from_end_to_end = \"[-9, 9] deg\"\n[trim.\"20 m/s, 30 m/s^2\"]\nsteering_wheel = \"<= 90 deg\"\n";
    let limits = Limits::read(limits).expect("limits");
    let found = plain().gate(&limits, &NoFiles, &silent).expect("it is asked");
    assert!(!found.is_kept(), "{}", found.text());
    assert!(found.held.len() == 1 && found.held[0].is_kept, "{}", found.text());
    assert!(
        found.ended.len() == 1 && found.ended[0].starts_with("trim 20 m/s, 30 m/s^2: "),
        "{:?}",
        found.ended
    );
}

struct Plan;

impl Files for Plan {
    fn text(&self, path: &str) -> Result<String, String> {
        match path {
            "plan.toml" => Ok("vehicle = \"car.toml\"\nsampling = \"grid\"\n\
                [[parameter]]\nchange = \"front_left.tie_inner.y =\"\nvalues = \"[0.3348, 0.63] m\"\n\
                [[study]]\nask = \"kc\"\nfigures = [\"rear_left.tyre.toe_from_end_to_end\", \"front_left.tyre.camber_from_end_to_end\"]\n"
                .to_owned()),
            "car.toml" => new_car::text("double_wishbone", "double_wishbone", path).map_err(|reason| reason.to_string()),
            _ => Err(format!("there is no {path}")),
        }
    }
}

/// The row of a variant that locks reports this, and has the figures of the variant's other axle.
#[test]
fn a_sweep_tells_the_variant_whose_curves_end_early() {
    let sweep = Sweep::load("plan.toml", &Plan).unwrap_or_else(|problem| panic!("{problem}"));
    let rows: Mutex<Vec<Row>> = Mutex::default();
    let finished = |_: usize, part: wishbone_workbench::sweep::Part| {
        rows.lock().expect("no thread panics").extend(part.rows);
        Ok(())
    };
    let computed = sweep.compute(&[sweep.part(0, 1)], &finished, &|_, _| {});
    computed.unwrap_or_else(|problem| panic!("{problem}"));
    let rows = rows.into_inner().expect("no thread panics");
    assert_eq!(rows[0].verdict, AS_ASKED);
    assert_eq!(rows[1].verdict, "ends_early");
    assert!(
        rows[1].message.contains("the curves of `front_left.tyre`"),
        "{}",
        rows[1].message
    );
    let [rear, front] = [0, 1].map(|place| [&rows[0], &rows[1]].map(|row| row.figures[place]));
    assert!(
        (rear[0].expect("a figure") - rear[1].expect("a figure")).abs() < 1e-9,
        "{rear:?}"
    );
    assert!(front[0].is_some() && front[1].is_none(), "{front:?}");
}

/// The rear suspension of both designs is equal, and so are its figures; positions that are not reached are reported.
#[test]
fn a_difference_tells_the_curves_that_end_early() {
    let found = plain().behaviour(&short(), &silent).expect("both are studied");
    let changed = |subject: &str| {
        found
            .changed
            .iter()
            .filter(|own| own.study == "bounce" && own.subject == subject)
            .count()
    };
    assert_eq!((changed(REAR), changed(FRONT) > 0), (0, true), "{:?}", found.changed);
    let told = |study: &str| {
        found
            .notes
            .iter()
            .any(|note| note.starts_with(&format!("{study}, new design: the curves")))
    };
    assert!(told("bounce") && told("roll"), "{:?}", found.notes);
}

/// A study that neither design answers is reported, and is not among the studies that found no difference.
#[test]
fn a_difference_tells_the_study_that_no_design_answers() {
    let slippery = plain().changed(&["standard.friction = 0.2"]).expect("a number");
    let stiffer = slippery
        .changed(&["standard.cornering_stiffness *= 1.2"])
        .expect("a number");
    let found = slippery.behaviour(&stiffer, &silent).expect("both are studied");
    let told = found
        .notes
        .iter()
        .any(|note| note.starts_with("steady motion at 20 m/s and 4 m/s^2: neither design has one"));
    assert!(told, "{:?}", found.notes);
    let text = found.text();
    assert!(
        text.contains("the same") && text.contains("figures (kinematics)"),
        "{text}"
    );
    // A mechanism without wheels has nothing that could be missing.
    let swing = || Vehicle::of_text("swing.txt", super::cars::PENDULA);
    let found = swing().behaviour(&swing(), &silent).expect("both are compiled");
    assert!(found.notes.is_empty() && found.compared == 0, "{found:?}");
}

/// A rear axle whose wheels are at this distance from the middle; with `twin`, a second wheel stands beside each wheel
/// [m].
fn on_axle(wheel: f64, twin: Option<f64>) -> Vehicle {
    let text = library::text("solid_axle_panhard.txt").expect("a file of the library");
    let text = text.replace(
        "wheel_centre:  [0, 0.75, 0] m",
        &format!("wheel_centre:  [0, {wheel}, 0] m"),
    );
    let numbers = "radius: 300 mm, mass: 18 kg, spin_inertia: 1.1 kg*m^2, diametral_inertia: 0.7 kg*m^2";
    let beside = twin.map_or_else(String::new, |twin| {
        format!(
            "wheel outside: on(axle) {{ centre: [0, {twin}, 0] m, twin_of: tyre, {numbers} }}\n        output camber"
        )
    });
    // Two wheels have the mass of one.
    let text = match beside.is_empty() {
        true => text,
        false => text
            .replacen("output camber", &beside, 1)
            .replace("mass: 18 kg, spin", "mass: 9 kg, spin"),
    };
    let car = new_car::text("double_wishbone", "solid_axle_panhard", "car.toml").expect("they are known");
    let car = car.replace("wishbone/solid_axle_panhard.txt", "axle.txt");
    let car = match twin {
        Some(_) => car.replace("[1.4, 1.4, 0.8, 0.8]", "[1.4, 1.4, 0.8, 0, 0.8, 0]"),
        None => car,
    };
    Vehicle::of(Declaration::of_text("car.toml", &car, &Axle(text)))
}

struct Axle(String);

impl Files for Axle {
    fn text(&self, path: &str) -> Result<String, String> {
        match path.ends_with("axle.txt") {
            true => Ok(self.0.clone()),
            false => Err(format!("there is no {path}")),
        }
    }
}

/// A rigid axle with double wheels rolls like an axle with single wheels at the middle of each pair.
#[test]
fn double_wheels_roll_as_one_at_their_middle() {
    let (twin, single) = (kc(&on_axle(0.75, Some(0.98))), kc(&on_axle(0.865, None)));
    for name in [
        "toe in roll, from end to end",
        "camber in roll, from end to end",
        "camber by travel in roll",
    ] {
        for wheel in ["rear.left.tyre", FRONT] {
            let [found, wanted] =
                [&twin, &single].map(|found| value(found, "roll", wheel, name).expect("it is reached"));
            assert!(
                (found - wanted).abs() < 1e-6 * wanted.abs().max(1e-3),
                "{wheel} {name}: {found} for {wanted}"
            );
        }
    }
    // Each tyre of a pair takes half of the force; their rates add up to that of the single wheel in heave.
    let rate = |found: &[Findings], wheel: &str| value(found, "design position", wheel, "wheel rate").expect("a rate");
    let [pair, wanted] = [
        rate(&twin, "rear.left.tyre") + rate(&twin, "rear.left.outside"),
        rate(&single, "rear.left.tyre"),
    ];
    assert!((pair - wanted).abs() < 1e-6 * wanted, "{pair} for {wanted}");
    // The axle is one axle, and the vehicle has two.
    let axle = |found: &[Findings], name: &str| {
        value(found, "design position", "rear.left.tyre and rear.right.tyre", name).expect("a figure")
    };
    for name in [
        "track",
        "roll centre height",
        "roll stiffness",
        "track change by travel",
    ] {
        let [found, wanted] = [axle(&twin, name), axle(&single, name)];
        assert!(
            (found - wanted).abs() < 1e-6 * wanted.abs().max(1.0),
            "{name}: {found} for {wanted}"
        );
    }
    let whole = |found: &[Findings], name: &str| value(found, "design position", "", name).expect("a figure");
    for name in ["wheelbase", "anti-dive, braking, front", "anti-lift, braking, rear"] {
        let [found, wanted] = [whole(&twin, name), whole(&single, name)];
        assert!(
            (found - wanted).abs() < 1e-6 * wanted.abs().max(1.0),
            "{name}: {found} for {wanted}"
        );
    }
}
