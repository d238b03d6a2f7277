//! The vehicles and manoeuvres of the papers: printed counts, and motions compared with closed forms and by second methods.

use wishbone_compiler::formulation::method::Method as Formulation;
use wishbone_compiler::model::JointKind;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::precision;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, Method, Overrides, Pace, library};
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Vehicle, library as vehicles, parameters};

/// A small step of the steering wheel, soon after the start.
const STEP: &str = "doc = \"A step.\"\nspeed = \"20 m/s\"\nduration = \"0.16 s\"\n\
    [steering.step]\nstart = \"0.02 s\"\nrise = \"0.1 s\"\nangle = \"30 deg\"";

fn vehicle(name: &str) -> Vehicle {
    Vehicle::load(name, &NoFiles).expect("a vehicle of the library")
}

fn manoeuvre(name: &str, duration: f64) -> Manoeuvre {
    let found = library::find(name).expect("it is of the library").expect("it is sound");
    let numbers = Overrides {
        duration: Some(duration),
        ..Overrides::default()
    };
    found.with(&numbers).expect("a duration")
}

fn driven(vehicle: &Vehicle, manoeuvre: &Manoeuvre) -> Findings {
    let found = vehicle.drive(manoeuvre, &silent).expect("it drives").findings;
    assert!(found.verdict.is_as_asked(), "{:?}", found.verdict);
    found
}

fn figure(found: &Findings, subject: &str, name: &str) -> f64 {
    let figure = found.figure(subject, name).and_then(|own| own.value);
    figure.unwrap_or_else(|| panic!("no figure `{name}`"))
}

/// A column at a time.
fn at(found: &Findings, column: &str, time: f64) -> f64 {
    let times = found.table.column("time").expect("times");
    let row = times.iter().position(|own| (own - time).abs() < 1e-9).expect("a row");
    found.table.column(column).expect("a column")[row]
}

/// Mirtaheri & Salkhordeh (2018), 7.1 and table 1: 15 bodies, and the joints of a strut.
#[test]
fn the_car_of_rtrd_has_its_bodies_and_joints() {
    let car = vehicle("rtrd_car");
    let compiled = &car.running().expect("it compiles").compiled;
    assert_eq!(compiled.model.moving_bodies().count(), 15);
    let kind = |name: &str| {
        let joint = compiled.model.joints.iter().find(|joint| joint.name == name);
        &joint.expect("a joint").kind
    };
    for ball in ["inner", "outer", "ball", "mount"] {
        assert!(
            matches!(kind(&format!("front_right.{ball}")), JointKind::Spherical(_)),
            "{ball}"
        );
    }
    assert!(matches!(kind("front_right.pivot"), JointKind::Revolute(_)));
    assert!(matches!(kind("front_right.slide"), JointKind::Prismatic(_)));
    // Chassis 6, on each side a strut 1 and the spin of its tie rod 1, the twist axle 2, the wheels 4.
    assert_eq!(compiled.mobility.freedoms, 6 + 2 * 2 + 2 + 4);
}

/// Mirtaheri & Salkhordeh (2018), 7.2: 12 bodies, an open tree of revolute, translational and universal joints.
#[test]
fn the_truck_of_rtrd_is_an_open_tree() {
    let truck = vehicle("rtrd_truck");
    let compiled = &truck.running().expect("it compiles").compiled;
    assert_eq!(compiled.model.moving_bodies().count(), 12);
    assert!(compiled.topology.loops.is_empty() && compiled.mobility.equations == 0);
    let of_the_paper = |kind: &JointKind<_, _>| {
        matches!(
            kind,
            JointKind::Revolute(_) | JointKind::Prismatic(_) | JointKind::Universal(_) | JointKind::Free(_)
        )
    };
    assert!(compiled.model.joints.iter().all(|joint| of_the_paper(&joint.kind)));
    // Tractor 6, fifth wheel 2, four axles with 2 each, the wheels 8; the kingpins are inputs.
    assert_eq!(compiled.mobility.freedoms, 6 + 2 + 4 * 2 + 8);
}

/// Szczotka & Wojciech (2007), tables 1 and 2: 21 rigid bodies, including four wheels, and 42 coordinates without the
/// coordinates of the shafts. There are six spherical pairs with three equations each, and two equations of the
/// steering. Here these are the pinion, and the steering wheel as an input.
#[test]
fn the_small_car_has_the_printed_counts() {
    let car = vehicle("szczotka_car");
    let compiled = &car.running().expect("it compiles").compiled;
    let spins = compiled.state.spins.iter().flatten().count();
    assert_eq!(compiled.model.moving_bodies().count() + spins, 21);
    let driven = compiled.model.drives.len();
    assert_eq!(
        compiled.topology.speeds() + spins + driven,
        6 + 1 + 12 + 4 + 4 + 4 + 6 + 4 + 1
    );
    let cut = |name: &&str| {
        compiled
            .topology
            .loops
            .iter()
            .any(|own| compiled.model.joint(own.cut).name == **name)
    };
    let pairs = [
        "front_left.ball",
        "front_right.ball",
        "front_left.outer",
        "front_right.outer",
        "rear_left.ball",
        "rear_right.ball",
    ];
    assert!(pairs.iter().all(cut));
    assert_eq!(compiled.mobility.equations + driven, 18 + 2);
    assert_eq!(compiled.model.spare.len(), 1);
}

/// The path after the step is a circle. Its radius is the speed divided by the yaw rate. It equals the radius of the
/// steady motion with an equal angle of the steering wheel, which is found without a run.
#[test]
fn steps_end_in_circles() {
    for (name, step, duration) in [("rtrd_car", "rtrd_step", 8.0), ("rtrd_truck", "rtrd_truck_step", 10.0)] {
        let vehicle = vehicle(name);
        let found = driven(&vehicle, &manoeuvre(step, duration));
        let radius = figure(&found, "circle", "radius");
        assert!(figure(&found, "circle", "greatest deviation") < 0.02 * radius, "{name}");
        let [speed, slip, rate, wheel] =
            ["speed", "sideslip", "yaw_rate", "steering_wheel"].map(|name| at(&found, name, duration));
        let by_rate = speed / slip.cos() / rate;
        let motion = Motion {
            speed: Some(speed / slip.cos()),
            bend: Some(Bend::Steering(wheel)),
        };
        let steady = figure(&vehicle.trim(&motion).expect("a steady bend"), "", "radius");
        println!("{name}: {radius} m, by the yaw rate {by_rate} m, steady {steady} m");
        assert!(
            (radius / by_rate - 1.0).abs() < 1e-3 && (radius / steady - 1.0).abs() < 1e-3,
            "{name}"
        );
    }
}

/// The ramp of the Iltis, driven by the tool, compared with a run of a different program: Robotran's project
/// `ovankerm/IAVSD_ILTIS`. There the spins of the wheels are prescribed; here they roll freely.
#[test]
fn the_ramp_of_the_iltis_is_that_of_robotran() {
    let found = driven(&vehicle("iltis"), &manoeuvre("iltis_ramp", 5.0));
    for (time, x, y, yaw) in [
        (1.0, 9.996932181, -0.151994311, -0.04057729435),
        (2.0, 19.96345453, -0.8770567181, -0.1032090567),
        (5.0, 49.29088392, -6.754059767, -0.290894892),
    ] {
        let [own_x, own_y, own_yaw] = ["x", "y", "yaw"].map(|name| at(&found, name, time));
        println!("{time} s: {own_x} {own_y} {own_yaw}");
        assert!((own_x - x).abs() < 5e-3 && (own_y - y).abs() < 5e-3, "{own_x} {own_y}");
        assert!((own_yaw - yaw).abs() < 2e-4, "{own_yaw}");
    }
}

/// A step of the torque accelerates the car equally with both drives, and its path is equal. Shafts of different
/// stiffness let the wheels turn differently.
///
/// Balance of work, with the inertias `I` of wheels and drive, which all roll at `ω = v / Re`: the work of the motor
/// minus the work of rolling resistance is the growth of the kinetic energy.
#[test]
fn a_step_of_the_torque_pushes_alike() {
    let car = vehicle("szczotka_car");
    let push = "doc = \"A push.\"\nspeed = \"60 km/h\"\nduration = \"0.4 s\"\nstep = \"0.25 ms\"\nevery = \"10 ms\"\nmethod = \"rk4\"\n\
        [pace.pedals]\ntime = \"[0.05, 0.06] s\"\nthrottle = [0, 0.5]";
    let common = Manoeuvre::read("push", push).expect("a manoeuvre");
    let mut single = common.clone();
    if let Pace::Pedals(pedals) = &mut single.pace {
        pedals.powertrain = Some("single_motors".to_owned());
    }
    let runs = [common, single].map(|manoeuvre| driven(&car, &manoeuvre));
    let [begin, end] = [0.06, 0.4];
    let [common, single] = runs
        .each_ref()
        .map(|run| (at(run, "speed", end) - at(run, "speed", begin)) / (end - begin));
    println!("{common} and {single} m/s^2");
    assert!((common / single - 1.0).abs() < 0.01, "{common} {single}");
    let drift = runs.each_ref().map(|run| at(run, "y", end));
    assert!((drift[0] - drift[1]).abs() < 1e-3, "{drift:?}");
    let torque = 8.0 * 0.5 * 150.0;
    let run = &runs[0];
    let power = |time: f64| {
        let spins = ["left", "right"].map(|side| at(run, &format!("front_{side}.tyre.spin"), time));
        torque * 0.5 * (spins[0] + spins[1])
    };
    let rolling = at(run, "front_left.tyre.spin", begin) / at(run, "speed", begin);
    let mass = car
        .settle()
        .ok()
        .map(|rest| figure(&rest, "", "mass on the wheels"))
        .expect("it rests");
    let inertia = (2.0 * (8.474371 + 8.343827) + 64.0 * 0.05 + 2.0 * 0.1) * rolling * rolling;
    let grown = 0.5 * (mass + inertia) * (at(run, "speed", end).powi(2) - at(run, "speed", begin).powi(2));
    let resistance = 0.01 * mass * 9.81 * (at(run, "x", end) - at(run, "x", begin));
    let done = 0.5 * (power(begin) + power(end)) * (end - begin);
    println!("{done} J are done, {grown} J and {resistance} J are taken");
    assert!((done / (grown + resistance) - 1.0).abs() < 0.02);
}

/// Kim & Wang's step with their method, compared with fine steps of a different method.
#[test]
fn the_bump_of_kim_and_wang_is_resolved() {
    let car = vehicle("quarter_car");
    let coarse = manoeuvre("kim_wang_bump", 1.66);
    let fine = coarse.clone().with(&Overrides {
        step: Some(8.3e-4),
        method: Some(Method::Rk4),
        ..Overrides::default()
    });
    let [coarse, fine] = [coarse, fine.expect("a step")].map(|manoeuvre| {
        let column = driven(&car, &manoeuvre).table.column("front.force_z");
        column.expect("the load")
    });
    let span =
        fine.iter().fold(f64::MIN, |most, z| most.max(*z)) - fine.iter().fold(f64::MAX, |least, z| least.min(*z));
    let square = coarse
        .iter()
        .zip(&fine)
        .map(|(one, other)| (one - other) * (one - other))
        .sum::<f64>();
    let error = (square / fine.len() as f64).sqrt();
    println!("off by {error} N of {span} N");
    assert!(coarse.len() == fine.len() && error < 0.05 * span);
}

/// Every method gives an equal drive: a step of the steering wheel, with steps that are stable for all methods,
/// compared with fine Runge-Kutta steps.
#[test]
fn every_method_tells_the_same() {
    let car = vehicle("macpherson_car");
    let step = Manoeuvre::read("step", STEP).expect("a manoeuvre");
    let rate = |method: Method, step_ms: f64| {
        let manoeuvre = step.clone().with(&Overrides {
            step: Some(1e-3 * step_ms),
            method: Some(method),
            ..Overrides::default()
        });
        at(&driven(&car, &manoeuvre.expect("a method")), "yaw_rate", 0.16)
    };
    let exact = rate(Method::Rk4, 0.5);
    for (name, method, _) in Method::NAMED {
        let own = rate(method, 1.0);
        println!("{name}: {own}, {exact}");
        assert!((own / exact - 1.0).abs() < 3e-4, "{name}: {own}, {exact}");
    }
}

/// Loops whose gaps fade by feedback give the same run as projected loops.
#[test]
fn feedback_drives_as_projection_does() {
    let car = vehicle("rtrd_car");
    let projected = manoeuvre("rtrd_step", 1.3);
    let faded = projected.clone().with(&Overrides {
        baumgarte: Some(100.0),
        ..Overrides::default()
    });
    let [projected, faded] =
        [projected, faded.expect("a rate")].map(|manoeuvre| at(&driven(&car, &manoeuvre), "yaw_rate", 1.3));
    assert!((projected / faded - 1.0).abs() < 1e-5, "{projected} {faded}");
    let fast = manoeuvre("rtrd_step", 1.3).with(&Overrides {
        baumgarte: Some(600.0),
        ..Overrides::default()
    });
    let told = fast.expect_err("it is beyond the method");
    assert!(told.contains("`ab3` bears 545"), "{told}");
}

/// The error of a second-order method falls by a factor of four if the step is halved. That of a third-order method is at most a
/// tenth of it. (Dampers with kinks and the held speed prevent a faster decrease.)
#[test]
fn errors_fall_with_the_step() {
    let car = vehicle("macpherson_car");
    let asked = precision::Asked {
        manoeuvre: Manoeuvre::read("step", STEP).expect("a manoeuvre"),
        methods: vec![Method::Ab2, Method::Ab3],
        steps: vec![0.5e-3, 1e-3],
        formulations: vec![Formulation::Recursive, Formulation::Synthesis],
    };
    let found = car.precision(&asked, &silent).expect("it drives");
    let error = |method: &str, step: &str| figure(&found, method, &format!("error at {step} ms"));
    let [fine, coarse] = ["0.5", "1"].map(|step| error("ab2", step));
    println!("{fine} mm, {coarse} mm, third order {} mm", error("ab3", "1"));
    assert!((coarse / fine - 4.0).abs() < 0.4, "{coarse} {fine}");
    assert!(error("ab3", "1") < 0.1 * coarse);
    // At the limit of its stability a method is worse than below; the limit of the second order is beyond that of the third.
    let largest = |method: &str, name: &str| figure(&found, method, name);
    assert!(largest("ab2", "error at the largest step") > coarse);
    assert!(largest("ab2", "largest step") > largest("ab3", "largest step"));
    // Formulations solve the same equations.
    for formulation in ["recursive", "synthesis"] {
        let apart = largest(formulation, "distance of the formulation");
        assert!(
            apart < 1e-6 && largest(formulation, "time of the formulation") > 0.0,
            "{apart} mm"
        );
    }
    let wrong = precision::Asked {
        steps: vec![0.3e-3],
        ..asked
    };
    let told = car
        .precision(&wrong, &silent)
        .expect_err("it does not divide")
        .to_string();
    assert!(told.contains("0.3 ms do not divide"), "{told}");
}

/// Errors over a whole manoeuvre are the distances between the histories of runs: the reference is nearer to the exact
/// motion than every run that it judges.
#[test]
fn errors_are_distances_of_histories() {
    let car = vehicle("macpherson_car");
    let step_steer = manoeuvre("step_steer", 1.6);
    let asked = precision::Asked {
        manoeuvre: step_steer.clone(),
        methods: vec![Method::Ab3, Method::Rk4],
        steps: vec![1e-3, 2e-3],
        formulations: Vec::new(),
    };
    let found = car.precision(&asked, &silent).expect("it drives");
    let path = |method: Method, step: f64| {
        let numbers = Overrides {
            step: Some(step),
            method: Some(method),
            ..Overrides::default()
        };
        let table = driven(&car, &step_steer.clone().with(&numbers).expect("a step")).table;
        let [x, y] = ["x", "y"].map(|name| table.column(name).expect("a place"));
        x.into_iter().zip(y).collect::<Vec<(f64, f64)>>()
    };
    let truth = path(Method::Rk4, 0.25e-3);
    let apart = |method: Method, step: f64| {
        let pairs = path(method, step).into_iter().zip(truth.clone());
        let each = pairs.map(|((x, y), (u, v))| (x - u).hypot(y - v));
        1e3 * each.fold(0.0, f64::max)
    };
    let error = |method: &str, step: &str| figure(&found, method, &format!("error at {step} ms"));
    for (method, word) in [(Method::Ab3, "ab3"), (Method::Rk4, "rk4")] {
        for (step, ms) in [(1e-3, "1"), (2e-3, "2")] {
            let (told, wanted) = (error(word, ms), apart(method, step));
            println!("{word} at {ms} ms: {told} mm, by histories {wanted} mm");
            // A picometre beside metres is rounding.
            assert!(
                (told - wanted).abs() < 0.02 * wanted + 3e-7,
                "{word} at {ms} ms: {told}, {wanted}"
            );
        }
    }
    let own = figure(&found, "reference", "own error");
    assert!(own > 0.0 && own < 0.1 * error("ab3", "1"), "{own} mm");
}

/// If the numbers of a library vehicle are put into its declaration as a file of parameters, the vehicle does not
/// change. Names that it does not have are reported all at once.
#[test]
fn parameters_lead_back_to_the_vehicle() {
    for (name, _) in vehicles::FILES {
        let declaration = vehicle(name).declaration().clone();
        let text = parameters::text(&declaration).expect("it is sound");
        let changes = parameters::changes(&text, &declaration).expect("a file of parameters");
        assert!(changes.len() > 10, "{name}");
        let changed = declaration.changed(&changes);
        let changed = changed.unwrap_or_else(|told| panic!("{name}: {told}"));
        for change in changed.changes() {
            assert_eq!(change.before.as_ref(), Some(&change.after), "{name}: {}", change.path);
        }
    }
    let car = vehicle("quarter_car");
    let wrong = "[chassis]\nmass = true\nmas = \"1 kg\"\n[wheel]\nmass = \"2 kg\"";
    let told = parameters::changes(wrong, car.declaration()).expect_err("these are none of its numbers");
    for words in [
        "`chassis.mass` is no number: write",
        "`chassis.mas` is no",
        "did you mean `chassis.mass`?",
        "`wheel.mass` is no",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// A vehicle whose tyres have no force along the road drives a steady bend, and keeps its held speed.
#[test]
fn the_iltis_keeps_its_speed() {
    let iltis = vehicle("iltis");
    let motion = Motion {
        speed: Some(15.0),
        bend: Some(Bend::Lateral(2.0)),
    };
    let bend = iltis.trim(&motion).expect("a steady bend");
    let wheel = figure(&bend, "", "steering wheel").to_radians();
    let text = format!(
        "doc = \"A bend.\"\nspeed = \"15 m/s\"\nduration = \"0.5 s\"\n[steering.step]\nstart = \"-1 s\"\nrise = \"0 s\"\nangle = \"{wheel} rad\""
    );
    let run = driven(&iltis, &Manoeuvre::read("bend", &text).expect("a manoeuvre"));
    assert!(run.notes.is_empty(), "{:?}", run.notes);
    for time in [0.0, 0.5] {
        let [lateral, slip, rate, spin] =
            ["lateral_acceleration", "sideslip", "yaw_rate", "front_left.tyre.spin"].map(|name| at(&run, name, time));
        println!("{lateral} m/s^2, {rate} rad/s, spin {spin} rad/s at {time} s");
        assert!((lateral - 2.0).abs() < 1e-4 && (15.0 * slip.cos() * rate - 2.0).abs() < 1e-4);
        // The wheel rolls a little slower than the car, on the inside of the bend.
        assert!((spin * 0.364325 / 15.0 - 1.0).abs() < 0.02, "{spin}");
    }
}

/// A rack slides, and a pitman arm turns: a travel of the wrong kind is rejected instead of being read as a number.
#[test]
fn travels_are_those_of_the_joint() {
    for (car, manoeuvred, words) in [
        ("hmmwv_pitman", "rtrd_step", "turns: give its `travel` in deg"),
        ("rtrd_car", "rtrd_truck_step", "slides: give its `travel` in mm"),
        ("rtrd_truck", "iltis_ramp", "turns: give its `travel` in deg"),
    ] {
        let refused = vehicle(car).drive(&manoeuvre(manoeuvred, 1.0), &silent);
        let told = refused.err().expect("another kind of joint").message();
        assert!(told.contains(words), "{told}");
    }
}

/// Pedals of a manoeuvre and of a declared driver, on tyres without a force along the road.
#[test]
fn pedals_without_forces_along_the_road_are_refused() {
    let iltis = vehicles::find("iltis").expect("a text");
    let brakes = "[brakes.discs]\nkind = \"on(front_left.tyre, front_right.tyre)\"\ntorque = \"2 kN*m\"\n";
    let driver =
        "[driver.own]\nkind = \"cruise()\"\nspeed = \"20 m/s\"\nproportional = \"0.5 s/m\"\nintegral = \"0.1 m^-1\"\n";
    let car = Vehicle::of_text("iltis.toml", &format!("{iltis}\n{brakes}{driver}"));
    for name in ["braking", "declared"] {
        let refused = car.drive(&manoeuvre(name, 1.0), &silent);
        let told = refused.err().expect("pedals do nothing").message();
        assert!(told.contains("no force along the road"), "{name}: {told}");
    }
}
