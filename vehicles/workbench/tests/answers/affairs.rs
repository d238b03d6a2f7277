//! A consistent state: rest, the first row of a run, and steady motion give the same figures of the same vehicle.

use super::cars;
use wishbone::ports::BodyMotion;
use wishbone::prelude::Solver;
use wishbone::state::StateVector;
use wishbone_cars::{Car, Suspension, Tyre, with};
use wishbone_compiler::front::library::text as library_text;
use wishbone_workbench::files::{Files, NoFiles};
use wishbone_workbench::outside;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::{At, Travel};
use wishbone_workbench::steady::Motion;
use wishbone_workbench::steady::response::Asked;
use wishbone_workbench::studies::findings::{Figure, Findings};
use wishbone_workbench::studies::instant::OUTPUTS;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Vehicle, library};

fn output(found: &Findings, name: &str) -> f64 {
    found
        .figure(OUTPUTS, name)
        .and_then(|own| own.value)
        .expect("an output")
}

/// A number of a table [SI], converted to the unit of a figure.
fn read(figure: &Figure, number: f64) -> f64 {
    match figure.unit {
        "deg" | "deg/s" => number.to_degrees(),
        _ => number,
    }
}

/// The reaction of the weld at rest equals the weight of the parts on it, by statics.
#[test]
fn reactions_at_rest_are_those_of_statics() {
    let stand = Vehicle::of_text("stand.txt", cars::STAND);
    let rest = stand.settle().expect("it rests");
    assert!((output(&rest, "carried") + 900.0).abs() < 1e-6, "{rest:?}");
}

/// An output with the name of a figure is listed separately.
#[test]
fn names_of_outputs_and_of_figures_are_apart() {
    let car = cars::box_car(0.5, "output speed: length(fl.k)");
    let car = Vehicle::of_text("car.txt", &car);
    let motion = Motion {
        speed: Some(10.0),
        bend: None,
    };
    let found = car.trim(&motion).expect("it drives straight on");
    let speed = found.figure("", "speed").and_then(|own| own.value);
    assert!((speed.expect("a speed") - 10.0).abs() < 1e-9);
    // The spring carries a quarter of the car at 9.81 m/s²: 1005 kg on four springs of 30 kN/m and 0.5 m. The front springs also
    // carry the axle.
    let length = output(&found, "speed");
    assert!((0.35..0.45).contains(&length), "{length}");
    let straight = "doc = \"Straight on.\"\nspeed = \"10 m/s\"\nduration = \"0.01 s\"";
    let straight = Manoeuvre::read("straight", straight).expect("a manoeuvre");
    let driven = car.drive(&straight, &silent).expect("it drives");
    let columns = &driven.findings.table.columns;
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    let row = driven.findings.table.column("output.speed").expect("the output");
    assert!((row[0] - length).abs() < 1e-9, "{row:?}, {length}");
    let response = car.response(&Asked {
        motion,
        input: "steering".to_owned(),
        outputs: vec!["speed".to_owned(), "output.speed".to_owned()],
        range: [0.1, 2.0],
    });
    let columns = response.expect("it answers").table.columns;
    let unit = |name: &str| {
        columns
            .iter()
            .find(|own| own.name.starts_with(name))
            .map(|own| own.unit)
    };
    assert_ne!(unit("speed"), unit("output.speed"), "{columns:?}");
}

/// A vehicle that an external caller steps has every declared output, by its name in the table of a run.
#[test]
fn outputs_have_one_name_in_runs_and_outside() {
    let outputs = "output time: length(fl.k) output speed: length(fr.k) output yaw: length(rl.k) output steering_wheel: length(rr.k)";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, outputs));
    let straight = "doc = \"Straight on.\"\nspeed = \"10 m/s\"\nduration = \"0.01 s\"";
    let straight = Manoeuvre::read("straight", straight).expect("a manoeuvre");
    let table = car.drive(&straight, &silent).expect("it drives").findings.table;
    let asked = outside::Asked {
        speed: Some(10.0),
        ..outside::Asked::default()
    };
    let mut outside = outside::Car::new(car.declaration().clone(), &asked, None, false).expect("a car");
    outside.begin(0.0).expect("it begins");
    for name in [
        "output.time",
        "output.speed",
        "output.yaw",
        "output.steering_wheel",
        "speed",
        "yaw",
    ] {
        let wanted = table.column(name).unwrap_or_else(|| panic!("{name} of the run"))[0];
        let place = outside.table().iter().position(|own| own.name == name);
        let found = outside
            .get(place.unwrap_or_else(|| panic!("{name} outside")))
            .expect("a value");
        assert!((found - wanted).abs() < 1e-6, "{name}: {found} for {wanted}");
    }
}

/// For every car of the library, outputs and loads at rest equal those in the first row of a run from this rest.
#[test]
fn the_first_row_of_a_run_at_rest_is_the_rest() {
    let mut compared = 0;
    for (name, _) in library::FILES {
        let car = Vehicle::load(name, &NoFiles).expect("a car of the library");
        let Ok(rest) = car.settle() else { continue };
        let stand = "doc = \"It stands.\"\nspeed = \"0 m/s\"\nduration = \"1 ms\"\nstep = \"0.5 ms\"\nevery = \"1 ms\"\npace = \"coasting\"";
        let stand = Manoeuvre::read("stand", stand).expect("a manoeuvre");
        let driven = car.drive(&stand, &silent).expect("it stands").findings;
        let first = |column: &str| driven.table.column(column).expect("a column")[0];
        for figure in rest.of(OUTPUTS) {
            let (own, row) = (figure.value.expect("a number"), read(figure, first(&figure.name)));
            // Magic Formula tyres have a camber thrust at standstill, about a newton on a car of two tons. The rest neglects it.
            let near = if figure.unit == "m/s^2" { 1e-3 } else { 1e-6 };
            let is_near = (own - row).abs() < near * own.abs().max(1.0);
            assert!(is_near, "{name}: {} {own} at rest, {row} in the first row", figure.name);
        }
        for figure in rest.figures.iter().filter(|figure| figure.name == "load") {
            let (own, row) = (
                figure.value.expect("a load"),
                first(&format!("{}.force_z", figure.subject)),
            );
            assert!(
                (own - row).abs() < 1e-6 * own,
                "{name}: {} {own}, {row}",
                figure.subject
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Tyres without friction resist neither a rotation of the vehicle nor a displacement along the road. The vehicle rests
/// with the place and the heading of its design, and a trailer rests in line with it, however far its arms move on
/// their bushings. Nothing accelerates there.
#[test]
fn a_vehicle_rests_where_it_is_declared() {
    // The cars have their wheel centres at a height of zero, and torques for four brakes.
    let tow = |car: &Car| {
        let trailer = cars::TRAILER.replace("spherical(car, trailer)", "spherical(chassis, trailer)");
        let lower = [
            ("0.3] m", "0.0] m"),
            ("0.4] m", "0.1] m"),
            ("0.7] m", "0.4] m"),
            ("0.5] m", "0.2] m"),
        ];
        let trailer = lower.iter().fold(trailer, |text, (high, low)| text.replace(high, low));
        let text = car.text.replace(
            "brakes discs: on(all)",
            &format!("brakes discs: on({})", car.wheels.join(", ")),
        );
        let end = text.rfind('}').expect("a body");
        format!("{}{trailer}\n}}", &text[..end])
    };
    let mut tried = [0, 0];
    for seed in 40..46 {
        let car = with(seed, Suspension::MacPhersonBushed, Suspension::LeafAxle);
        // A property file of a tyre is not at hand here.
        if matches!(car.tyre, Tyre::MagicFormula) {
            continue;
        }
        for (place, text) in [car.text.clone(), tow(&car)].iter().enumerate() {
            tried[place] += 1;
            let vehicle = Vehicle::of_text("car.txt", text);
            let running = vehicle.running().unwrap_or_else(|problem| panic!("{seed}: {problem}"));
            let mut rest = running.rest().expect("it rests");
            let instant = rest.instant();
            let mut solver = running.engine.clone();
            let (design, inputs) = (solver.design_state(), solver.no_inputs());
            let none = design.clone();
            let begin = solver.bodies(&design, &inputs, &none).to_vec();
            let names = running.engine.description().bodies;
            let place_of = |name: &str| names.iter().position(|own| *own == name);
            let rotation = |motion: &BodyMotion| nalgebra::Matrix3::from_fn(|row, column| motion.rotation[row][column]);
            let heading = |rotation: nalgebra::Matrix3<f64>| rotation[(1, 0)].atan2(rotation[(0, 0)]).to_degrees();
            let chassis = place_of("chassis").expect("a chassis");
            let [own, design] = [&instant.bodies[chassis], &begin[chassis]].map(rotation);
            let turned = heading(own) - heading(design);
            assert!(turned.abs() < 1e-6, "{seed}: the chassis is turned by {turned} deg");
            assert_eq!(place_of("trailer").is_some(), place == 1, "{seed}");
            if let Some(trailer) = place_of("trailer") {
                let turned = heading(rotation(&instant.bodies[trailer]));
                assert!(turned.abs() < 1e-6, "{seed}: the trailer is turned by {turned} deg");
            }
            let fastest = instant
                .rate
                .speeds()
                .iter()
                .fold(0.0_f64, |most, rate| most.max(rate.abs()));
            assert!(fastest < 1e-6, "{seed}: {fastest}");
        }
    }
    assert!(tried[0] >= 4 && tried[0] == tried[1], "{tried:?}");
}

/// A car whose bushed parts have their coordinates relative to another body.
struct Placed<'a> {
    text: &'a str,
    relative_to: &'a str,
}

impl Files for Placed<'_> {
    fn text(&self, path: &str) -> Result<String, String> {
        match path.strip_prefix("own/") {
            None => Ok(self.text.replace("\"wishbone/", "\"own/")),
            Some(file) => {
                let text = library_text(&format!("wishbone/{file}"))?;
                Ok(text.replace("free(chassis,", &format!("free({},", self.relative_to)))
            }
        }
    }
}

/// Toes and loads at rest belong to the vehicle: they do not depend on the body to which the coordinates of an axle or
/// an arm are relative.
#[test]
fn a_rest_is_the_same_for_every_tree() {
    let mut compared = 0;
    for seed in 40..44 {
        let car = with(seed, Suspension::MacPhersonBushed, Suspension::LeafAxle);
        if matches!(car.tyre, Tyre::MagicFormula) {
            continue;
        }
        let [own, other] = ["chassis", "ground"].map(|relative_to| {
            let files = Placed {
                text: &car.text,
                relative_to,
            };
            let car = Vehicle::load("car.txt", &files).unwrap_or_else(|problem| panic!("{problem}"));
            let at_rest = Travel {
                at: At::Rest,
                travel: 0.01,
                steps: 1,
                ..Travel::default()
            };
            let bounce = car.kc(&at_rest, &silent).expect("it stands").swap_remove(0);
            [bounce, car.settle().expect("it rests")]
        });
        for (own, other) in own.iter().zip(&other) {
            let all = own.figures.iter();
            for figure in all.filter(|figure| ["toe", "camber", "load"].contains(&figure.name.as_str())) {
                let same = other
                    .figure(&figure.subject, &figure.name)
                    .expect("the other has it, too");
                let [one, two] = [figure, same].map(|figure| figure.value.expect("a number"));
                let near = if figure.unit == "N" { 1e-3 } else { 1e-6 };
                assert!(
                    (one - two).abs() < near,
                    "{seed}: {} {} {one} or {two}",
                    figure.subject,
                    figure.name
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 3 * 12, "{compared}");
}

/// A turntable on a dolly that leans turns a full trailer round on tyres without friction. Standing tyres hold all
/// units straight. Their moment is told where it is not zero.
#[test]
fn a_full_trailer_rests_straight() {
    let corner = |name: &str, image: &str, x: f64, carrier: &str| {
        format!(
            "mirror {name} as {image} {{
                body hub {{ mass: 20 kg, com: [{x}, 0.75, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
                spring k: between({carrier}, hub) {{ from: [{x}, 0.75, 0.7] m, to: [{x}, 0.75, 0.3] m, rate: 30 kN/m,
                    free_length: 500 mm, damping: 3 kN*s/m }}
                joint s: prismatic({carrier}, hub) {{ axis: z }}
                wheel w: on(hub) {{ centre: [{x}, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }}
            }}"
        )
    };
    // In the plane of symmetry, straight is a balance, though an unstable one.
    for (aside, is_held) in [(0.0, false), (0.05, true)] {
        let trailer = format!(
            "body drawbar {{ mass: 30 kg, com: [-3.8, 0, 0.4] m, inertia: [0.5, 8, 8] kg*m^2 }}
            joint hitch: spherical(car, drawbar) {{ at: [-3.2, 0, 0.4] m }}
            body dolly {{ mass: 90 kg, com: [-5, 0, 0.5] m, inertia: [15, 12, 20] kg*m^2 }}
            joint bar_pin: revolute(drawbar, dolly) {{ axis: y, at: [-4.6, 0, 0.4] m }}
            body trailer {{ mass: 900 kg, com: [-6.2, {aside}, 0.8] m, inertia: [300, 1500, 1600] kg*m^2 }}
            joint turntable: revolute(dolly, trailer) {{ axis: z, at: [-5, 0, 0.7] m }}
            {} {}",
            corner("dl", "dr", -5.1, "dolly"),
            corner("tl", "tr", -7.6, "trailer")
        );
        let outputs = "output car_yaw: yaw(car) output dolly_yaw: yaw(dolly) output trailer_yaw: yaw(trailer)";
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &format!("{trailer} {outputs}")));
        let rest = car.settle().expect("it rests");
        for name in ["car_yaw", "dolly_yaw", "trailer_yaw"] {
            let yaw = output(&rest, name);
            assert!(yaw.abs() < 1e-7, "{name}: {yaw} deg");
        }
        let told = rest.notes.iter().any(|note| note.contains("holds `trailer` straight"));
        assert_eq!(told, is_held, "{:?}", rest.notes);
    }
}

/// A trailer with one wheel in the middle stands straight behind its car, and its wheel carries the load of the levers about the hitch.
#[test]
fn a_trailer_with_one_wheel_rests_straight() {
    let trailer = "body trailer { mass: 100 kg, com: [-5, 0.05, 0.4] m, inertia: [30, 60, 70] kg*m^2 }
        joint hitch: universal(car, trailer) { axes: [z, y], at: [-3.4, 0, 0.4] m }
        body fork { mass: 20 kg, com: [-5.4, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        joint slide: prismatic(trailer, fork) { axis: z }
        spring k: between(trailer, fork) { from: [-5.4, 0, 0.7] m, to: [-5.4, 0, 0.3] m, rate: 30 kN/m, free_length: 440 mm }
        wheel w: on(fork) { centre: [-5.4, 0, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
        output car_yaw: yaw(car) output trailer_yaw: yaw(trailer)";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, trailer));
    let rest = car.settle().expect("it rests");
    for name in ["car_yaw", "trailer_yaw"] {
        let yaw = output(&rest, name);
        assert!(yaw.abs() < 1e-7, "{name}: {yaw} deg");
    }
    let load = rest.figures.iter().find(|own| own.subject == "w" && own.name == "load");
    let load = load.and_then(|own| own.value).expect("its load");
    let wanted = 9.81 * (100.0 * 1.6 / 2.0 + 30.0);
    // The trailer pitches and rolls by less than a degree.
    assert!((load - wanted).abs() < 0.01 * wanted, "{load} for {wanted}");
}

/// If its wheels are upright and straight ahead, a creeping car has the figures of its rest, because no tyre force pulls it.
#[test]
fn creeping_is_rest_where_no_tyre_pulls() {
    let outputs = "output front: length(fl.k)\n output rear: length(rr.k)\n output tilt: pitch(car)";
    let text = cars::box_car(0.5, outputs).replace("com: [-1.3, 0, 0.5]", "com: [-1.2, 0.1, 0.5]");
    let car = Vehicle::of_text("car.txt", &text);
    let rest = car.settle().expect("it rests");
    let motion = Motion {
        speed: Some(0.01),
        bend: None,
    };
    let creeping = car.trim(&motion).expect("it creeps");
    for name in ["front", "rear", "tilt"] {
        let (own, wanted) = (output(&creeping, name), output(&rest, name));
        assert!((own - wanted).abs() < 1e-9, "{name}: {own} for {wanted}");
    }
    for wheel in ["fl.w", "fr.w", "rl.w", "rr.w"] {
        let load = |found: &Findings| found.figure(wheel, "load").and_then(|own| own.value).expect("a load");
        let (own, wanted) = (load(&creeping), load(&rest));
        assert!((own - wanted).abs() < 1e-5, "{wheel}: {own} for {wanted}");
    }
}

/// For every car of the library in steady motion, with its steering wheel held straight, outputs and loads equal those
/// in the first row of a run at this speed.
#[test]
fn the_first_row_of_a_run_is_the_steady_motion() {
    let mut compared = 0;
    for (name, _) in library::FILES {
        let car = Vehicle::load(name, &NoFiles).expect("a car of the library");
        for speed in [0.5, 20.0] {
            let motion = Motion {
                speed: Some(speed),
                bend: Some(Bend::Steering(0.0)),
            };
            let Ok(steady) = car.trim(&motion) else { continue };
            let straight = format!(
                "doc = \"Straight on.\"\nspeed = \"{speed} m/s\"\nduration = \"0.2 ms\"\nstep = \"0.1 ms\"\nevery = \"0.2 ms\""
            );
            let straight = Manoeuvre::read("straight", &straight).expect("a manoeuvre");
            let run = car.drive(&straight, &silent).expect("it drives").findings;
            let first = |column: &str| run.table.column(column).map(|column| column[0]);
            let outputs = steady.of(OUTPUTS).map(|figure| (figure, figure.name.clone()));
            let loads = steady.figures.iter().filter(|figure| figure.name == "load");
            let loads = loads.map(|figure| (figure, format!("{}.force_z", figure.subject)));
            for (figure, column) in outputs.chain(loads) {
                let row = read(figure, first(&column).expect("a column"));
                let own = figure.value.expect("a number");
                assert!(
                    (own - row).abs() < 1e-6 * own.abs().max(1.0),
                    "{name} at {speed} m/s, {column}: {own} steady, {row} in the first row"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
