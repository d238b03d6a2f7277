//! Mistakes that an engineer may make by hand, each a single change of a plausible car. Each mistake is reported by the
//! figure that it changes, and the car is rejected if the figure is impossible. Figures are compared with closed forms.

use super::cars;
use wishbone::solver::Solver;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::plausible::Plausibility;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::studies::plausibility::Checked;
use wishbone_workbench::vehicle::{Vehicle, library};

const CAR: &str = "macpherson_car";

fn of(car: &Vehicle) -> Plausibility {
    Plausibility::of(car.running().unwrap_or_else(|problem| panic!("{problem}")))
}

fn unusual(changes: &[&str]) -> Vec<Checked> {
    let car = Vehicle::load(CAR, &NoFiles).and_then(|car| car.changed(changes));
    of(&car.unwrap_or_else(|problem| panic!("{problem}")))
        .unusual()
        .cloned()
        .collect()
}

#[test]
fn nothing_is_unusual_about_the_vehicles_of_the_library() {
    for (name, _) in library::FILES {
        let car = Vehicle::load(name, &NoFiles).expect("it is of the library");
        let found = of(&car);
        let unusual: Vec<&Checked> = found.unusual().collect();
        assert!(unusual.is_empty(), "{name}: {unusual:?}");
        assert!(
            found.notes.iter().all(|note| !note.starts_with('!')),
            "{name}: {:?}",
            found.notes
        );
    }
}

/// A second heavy body, such as an engine on its mounts or a trailer, does not hide mistakes of the steering and of the
/// tyres.
#[test]
fn slips_are_told_of_a_car_with_a_trailer() {
    let text = cars::box_car(0.5, cars::TRAILER);
    let unusual = |text: &str| -> Vec<String> {
        let found = of(&Vehicle::of_text("car.txt", text));
        found.unusual().map(|figure| figure.name.clone()).collect()
    };
    let plain = unusual(&text);
    for (own, slip, name) in [
        ("per_turn: 36 deg", "per_turn: 36 rad", "steering ratio, fl.w"),
        (
            "cornering_stiffness: 60 kN/rad",
            "cornering_stiffness: 1 kN/rad",
            "cornering stiffness / load, fl.w",
        ),
    ] {
        assert!(text.contains(own), "{own}");
        let found = unusual(&text.replace(own, slip));
        assert!(found.iter().any(|own| own == name), "{slip}: {found:?}");
        assert!(!plain.iter().any(|own| own == name), "{plain:?}");
    }
}

#[test]
fn slips_are_told_by_the_figures_that_they_spoil() {
    // Changes, the beginning of the name of the figure that shows the mistake, and whether the mistake is rejected.
    let slips: [(&[&str], &str, bool); 26] = [
        (
            &["rear_left.tie_inner.y *= -1"],
            "`rear_left.tie_inner` on the side",
            false,
        ),
        (&["gear.per_turn = 74 mm"], "steering ratio", true),
        (&["gear.per_turn = -74 m"], "travel of what steers", true),
        (
            &["front_left.lca_front.x *= -1", "front_left.lca_rear.x *= -1"],
            "`front_left.lca_front` in front of",
            false,
        ),
        (&["front_left.strut_top.z *= -1"], "kingpin inclination", false),
        (&["rear_left.lca_outer.z *= -1"], "`rear_left.uca_outer` above", false),
        (
            &[
                "front_left.tie_inner.x *= 0.001",
                "front_left.tie_inner.y *= 0.001",
                "front_left.tie_inner.z *= 0.001",
            ],
            "distance of `front_left.tie_inner`",
            false,
        ),
        (
            &["front_left.spring.rate = 29.77 N/m"],
            "rate, front_left.spring",
            false,
        ),
        (&["front_left.spring.rate = 29770 kN/m"], "ride frequency, front", false),
        (&["front_bar.rate = 82 N/m"], "rate, front_bar", false),
        (&["chassis.com.z = -0.2 m"], "half the track / height", false),
        (&["chassis.com.x = 1.371 m"], "centre of mass between", true),
        (&["chassis.mass *= 0.001"], "mass", false),
        (
            &["chassis.inertia = [5.72, 24.87, 27.68] kg*m^2"],
            "radius of gyration in pitch",
            false,
        ),
        (
            &["front_left.lower_arm.com.y *= -1"],
            "centre of mass beside its points",
            false,
        ),
        (&["front_left.tyre.radius = 0.3186 mm"], "radius", true),
        (&["front_left.tyre.camber = 0.6 rad"], "static camber", true),
        (&["front_left.tyre.spin_inertia *= 0.01"], "spin inertia / (mass", false),
        (&["discs.torque = 2 N*m"], "force of all brakes", false),
        (
            &["rear_wheel_drive.final_drive.ratio = 0.274"],
            "speed of the highest gear",
            true,
        ),
        (&["front_left.spring.bump_stop.length = 43 mm"], "bump stop", false),
        (
            &["front_left.spring.preload = 0 N"],
            "static load moves the wheels",
            false,
        ),
        (&["chassis.com.y = 0.4 m"], "left side's part of the load", false),
        (
            &["discs.torque = [0.22, 0.22, 0.9, 0.9] kN*m"],
            "brake force / load",
            false,
        ),
        (
            &["discs.parking = [0, 0, 1, 1] N*m"],
            "force of the parking brake",
            false,
        ),
        (
            &["front_left.spring.damping = split(compression: 2200 N*s/m, rebound: 1200 N*s/m)"],
            "damping in rebound",
            false,
        ),
    ];
    for (changes, figure, is_refused) in slips {
        let found = unusual(changes);
        let told = found.iter().find(|own| own.name.starts_with(figure));
        let told = told.unwrap_or_else(|| panic!("{changes:?}: no `{figure}` in {found:?}"));
        assert!(!told.slip.is_empty(), "{told:?}");
        assert_eq!(
            found.iter().any(Checked::is_impossible),
            is_refused,
            "{changes:?}: {found:?}"
        );
    }
}

/// A ratio of the wrong sign drives the vehicle backward in every gear.
#[test]
fn a_powertrain_that_drives_backward_is_told() {
    let car = Vehicle::load(CAR, &NoFiles).and_then(|car| {
        let forward = of(&car);
        assert!(
            forward.idle.iter().all(|line| !line.contains("backward")),
            "{:?}",
            forward.idle
        );
        car.changed(&["rear_wheel_drive.final_drive.ratio *= -1"])
    });
    let found = of(&car.unwrap_or_else(|problem| panic!("{problem}")));
    assert!(
        found
            .idle
            .iter()
            .any(|line| line.contains("drives the vehicle backward")),
        "{:?}",
        found.idle
    );
}

/// A powertrain that drives backward is told also where the vehicle begins with another one.
#[test]
fn a_spare_powertrain_that_drives_backward_is_told() {
    let train = |name: &str, ratio: f64| {
        format!(
            "powertrain {name}: shafts() {{ rotor: shaft(inertia: 0.03 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
                motor: engine(on: rotor, full: table(speed: [0, 9000] rpm, torque: [200, 60] N*m),
                    closed: table(speed: [0, 9000] rpm, torque: [0, -30] N*m)),
                reduction: gear(driving: rotor, driven: case, ratio: {ratio}),
                left: half_shaft(from: case, to: rl.w, stiffness: 6 kN*m/rad, damping: 10 N*m*s/rad),
                right: half_shaft(from: case, to: rr.w, stiffness: 6 kN*m/rad, damping: 10 N*m*s/rad) }}
            "
        )
    };
    let car = |ratios: [f64; 2]| {
        let trains = train("first", ratios[0]) + &train("spare", ratios[1]);
        of(&Vehicle::of_text("car.txt", &super::cars::box_car(0.5, &trains)))
    };
    for (ratios, wrong) in [
        ([9.0, -9.0], Some("spare")),
        ([-9.0, 9.0], Some("first")),
        ([9.0, 9.0], None),
    ] {
        let found = car(ratios).idle;
        let told: Vec<&String> = found.iter().filter(|line| line.contains("backward")).collect();
        assert_eq!(told.len(), usize::from(wrong.is_some()), "{ratios:?}: {found:?}");
        if let Some(name) = wrong {
            assert!(
                told[0].starts_with(&format!("the powertrain `{name}` drives")),
                "{told:?}"
            );
        }
    }
}

/// The chassis is the heaviest body, whichever body the free joint to the ground names: a hub of 20 kg has 2 % of the mass of the box.
#[test]
fn figures_of_the_chassis_are_those_of_the_heaviest_body() {
    let text = super::cars::box_car(0.5, "");
    let named = of(&Vehicle::of_text("car.txt", &text));
    let hub = named
        .figures
        .iter()
        .find(|own| own.name == "mass / mass of `car`, fl.hub");
    assert!(
        (hub.expect("a figure").value - 2.0).abs() < 1e-12,
        "{:?}",
        named.figures
    );
    for other in ["fl.hub", "rr.hub", "axle"] {
        let text = text.replace("free(ground, car)", &format!("free(ground, {other})"));
        let found = of(&Vehicle::of_text("car.txt", &text));
        assert_eq!(found.figures.len(), named.figures.len(), "{other}: {:?}", found.figures);
        for (one, two) in named.figures.iter().zip(&found.figures) {
            assert_eq!(one.name, two.name, "{other}");
            let off = (one.value - two.value).abs();
            assert!(
                off <= 1e-6 * one.value.abs().max(1e-6),
                "{other}, {}: {} and {}",
                one.name,
                one.value,
                two.value
            );
        }
    }
}

/// A corner on two rods that are hinged on the chassis, with a tie rod between these points.
fn corner(from: &str, to: &str) -> String {
    format!(
        "Corner {{
            body chassis {{ mass: 1000 kg, com: [0, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }}
            joint hold: fixed(ground, chassis)
            body upright {{ mass: 20 kg, com: [0, 0.65, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }}
            link lower: spherical_revolute(chassis, upright) {{ through: [[-0.15, 0.35, 0.2] m, [0.15, 0.35, 0.2] m], ball: [0, 0.7, 0.18] m }}
            link upper: spherical_revolute(chassis, upright) {{ through: [[-0.15, 0.4, 0.4] m, [0.15, 0.4, 0.4] m], ball: [-0.02, 0.66, 0.42] m }}
            link tie_rod: distance(chassis, upright) {{ from: {from} m, to: {to} m }}
            spring strut: between(chassis, upright) {{ from: [0, 0.45, 0.7] m, to: [0, 0.6, 0.3] m, rate: 40 kN/m,
                free_length: 500 mm, damping: 3 kN*s/m }}
            wheel w: on(upright) {{ centre: [0, 0.75, 0.3] m, radius: 300 mm }}
            output caster: caster(w) {{ axis: [lower, upper] }}
            output inclination: inclination(w) {{ axis: [lower, upper] }}
            output scrub: scrub_radius(w) {{ axis: [lower, upper] }}
        }}"
    )
}

const INNER: &str = "[-0.15, 0.3, 0.24]";
const OUTER: &str = "[-0.15, 0.66, 0.23]";

#[test]
fn exchanged_ends_of_a_rod_are_told() {
    let named = |from: &str, to: &str| {
        let found = of(&Vehicle::of_text("corner.txt", &corner(from, to)));
        found.unusual().any(|own| own.name.ends_with("the other body, tie_rod"))
    };
    assert!(named(OUTER, INNER) && !named(INNER, OUTER));
}

/// The axis of a kingpin passes through the ends of its rods at the wheel.
#[test]
fn a_kingpin_of_rods_runs_through_their_ends_at_the_wheel() {
    let car = Vehicle::of_text("corner.txt", &corner(INNER, OUTER));
    let mut engine = car.running().expect("a corner").engine.clone();
    let (state, inputs) = (engine.design_state(), engine.no_inputs());
    engine.kinematics(&state, &inputs);
    let rate = state.clone();
    let found: Vec<f64> = engine.outputs(&state, &inputs, &rate).to_vec();
    let wanted = [
        0.02_f64.atan2(0.24),
        0.04_f64.atan2(0.24),
        0.75 - (0.7 + 0.04 * 0.18 / 0.24),
    ];
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
}

#[test]
fn characteristics_of_the_wrong_sign_are_told() {
    let with = |from: &str, to: &str| {
        let text = cars::box_car(0.5, "");
        assert!(text.contains(from));
        of(&Vehicle::of_text("car.txt", &text.replace(from, to)))
    };
    let (rate, damping) = ("rate: 30 kN/m", "damping: 3 kN*s/m");
    let of_stop = |force: &str| format!("{damping}, bump_stop: stop(length: 380 mm, overtravel: {force})");
    for (from, to, figure) in [
        // Bench data with compression positive.
        (
            rate,
            "rate: table(deflection: [0, 50, 150] mm, force: [0, 1.5, 6] kN)",
            "deflection at the design position, fl.k",
        ),
        (
            rate,
            "rate: table(deflection: [-150, 0, 50] mm, force: [4.5, 0, -1.5] kN)",
            "resistance at -0.15 [SI], `rate` of fl.k",
        ),
        (
            rate,
            "rate: polynomial(force: [-3, 0, 0.1] kN, deflection: 100 mm)",
            "resistance at",
        ),
        (
            damping,
            "damping: table(speed: [-1, 0, 1] m/s, force: [3, 0, -3] kN)",
            "resistance at",
        ),
        (
            damping,
            "damping: table(speed: [-1, -0.5, 0.5, 1] m/s, force: [-1.5, -0.9, 2, 3.5] kN)",
            "ordinate at zero, `damping` of fl.k",
        ),
        (
            damping,
            &of_stop("[10, 20, 30] mm, force: [1, 5, 12] kN"),
            "ordinate at zero, `bump_stop.rate` of fl.k",
        ),
        (
            damping,
            &of_stop("[0, 20, 30] mm, force: [0, -5, -12] kN"),
            "resistance at",
        ),
    ] {
        let found = with(from, to);
        assert!(
            found.unusual().any(|own| own.name.starts_with(figure)),
            "{to}: {:?}",
            found.lines()
        );
        let feeds = to.contains("[3, 0, -3]");
        assert_eq!(
            found.unusual().any(Checked::is_impossible),
            feeds,
            "{to}: {:?}",
            found.lines()
        );
    }
    let right = "rate: table(deflection: [-150, -100, 0, 50] mm, force: [-5, -3, 0, 1.5] kN)";
    let found = with(rate, right);
    let is_told = |own: &Checked| own.name.contains(" of fl.k") || own.name.ends_with("design position, fl.k");
    assert!(!found.unusual().any(is_told), "{:?}", found.lines());
}

/// A box on linear tyres: deflection and relative stiffnesses follow from loads and declared stiffnesses. Axles 2.6 m apart share
/// the weight.
#[test]
fn figures_of_a_box_on_linear_tyres_are_those_of_closed_forms() {
    let found = of(&Vehicle::of_text(
        "car.txt",
        &cars::box_car(0.5, "brakes discs: on(all) { torque: 2 kN*m }"),
    ));
    let value = |name: &str| {
        let own = found.figures.iter().find(|own| own.name == name);
        own.unwrap_or_else(|| panic!("no `{name}` in {:?}", found.figures))
            .value
    };
    // 1000 + 5 + 4 (20 + 10) kg; the axle of 5 kg is above the front wheels.
    let (mass, gravity) = (1125.0, 9.81);
    let rear = 0.5 * gravity * (500.0 + 60.0);
    let is_near = |name: &str, wanted: f64| {
        let own = value(name);
        assert!((own / wanted - 1.0).abs() < 1e-5, "{name}: {own} for {wanted}");
    };
    is_near("static deflection of the tyre, rl.w", 1e3 * rear / 200e3);
    is_near("cornering stiffness / load, rl.w", 60e3 / rear);
    is_near("longitudinal stiffness / load, rl.w", 60e3 / rear);
    is_near("side friction, rl.w", 1.2);
    is_near("force of all brakes / mass", 4.0 * 2e3 / 0.3 / mass);
    is_near("travel of what steers for a turn of the steering wheel", 36.0);
    is_near("steering ratio, fl.w", 10.0);
    is_near(
        "radius of gyration in yaw / wheelbase, car",
        (1300.0f64 / 1000.0).sqrt() / 2.6,
    );
}

/// Six wheels share the weight as their own springs do, not like equal springs: springs and tyres in series, and a box
/// that sinks and pitches.
#[test]
fn loads_of_six_wheels_are_those_at_rest() {
    let (stiff, soft) = (30e3, 9e3);
    let tag = "mirror tl as tr {
            body hub { mass: 20 kg, com: [-3.9, 0.75, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
            spring k: between(car, hub) { from: [-3.9, 0.75, 0.7] m, to: [-3.9, 0.75, 0.3] m, rate: 9 kN/m,
                free_length: 500 mm, damping: 3 kN*s/m }
            joint s: prismatic(car, hub) { axis: z }
            wheel w: on(hub) { centre: [-3.9, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
        }";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, tag));
    let running = car.running().unwrap_or_else(|problem| panic!("{problem}"));
    let found = running.loads().expect("it stands");
    // A wheel with its hub weighs w, and its spring has the rate k. Where the box is higher by d and the hub by u, the spring has the force
    // F = k (0.1 m - d + u). The tyre under the hub gives u = -(F + w) / tyre.
    let (gravity, tyre) = (9.81, 200e3);
    let w = 30.0 * gravity;
    let axles = [(0.0, stiff), (-2.6, stiff), (-3.9, soft)];
    let line = |k: f64| (k * (0.1 - w / tyre) / (1.0 + k / tyre), k / (1.0 + k / tyre));
    // Sum of 2 (a - b (z + t x)), and of its moments, against the weight of box and axle; small angles.
    let mut sums = [[0.0; 3]; 2];
    for (x, k) in axles {
        let (a, b) = line(k);
        for (row, lever) in sums.iter_mut().zip([1.0, x]) {
            row[0] += 2.0 * lever * b;
            row[1] += 2.0 * lever * b * x;
            row[2] += 2.0 * lever * a;
        }
    }
    let wanted = [1005.0 * gravity, 1000.0 * gravity * -1.3];
    let [e, f] = [sums[0][2] - wanted[0], sums[1][2] - wanted[1]];
    let ([a, b, _], [c, d, _]) = (sums[0], sums[1]);
    let (z, t) = ((e * d - b * f) / (a * d - b * c), (a * f - e * c) / (a * d - b * c));
    for (pair, (x, k)) in found.chunks(2).zip(axles) {
        let (a, b) = line(k);
        let load = a - b * (z + t * x) + w;
        assert!(
            pair.iter().all(|own| (own / load - 1.0).abs() < 5e-3),
            "{pair:?} for {load}"
        );
    }
}

/// Wheels that steer behind unsteered wheels turn to the right for a bend to the left.
#[test]
fn cars_that_steer_in_the_rear_are_plausible() {
    for (steers, wheel, wanted) in [
        ([false, true], "rl.w", 10.0),
        ([true, true], "fl.w", 10.0),
        ([true, true], "rr.w", 40.0),
        ([true, false], "fl.w", 10.0),
    ] {
        let car = Vehicle::of_text("car.txt", &cars::steered_box(steers, ""));
        let lines = Plausibility::on_loading(car.running().expect("it is declared well")).lines();
        assert!(
            lines.iter().all(|line| !line.contains("steer")),
            "{steers:?}: {lines:?}"
        );
        let found = of(&car);
        let own = found
            .figures
            .iter()
            .find(|own| own.name == format!("steering ratio, {wheel}"));
        let own = own.unwrap_or_else(|| panic!("{wheel}: {:?}", found.figures)).value;
        assert!((own - wanted).abs() < 1e-4 * wanted, "{wheel}: {own}");
    }
    let text = cars::steered_box([false, true], "").replace("per_turn: 36", "per_turn: -36");
    let right = Vehicle::of_text("car.txt", &text);
    let told = Plausibility::on_loading(right.running().expect("it is declared well")).lines();
    assert!(told.join("\n").contains("steers to the right"), "{told:?}");
}

#[test]
fn what_cannot_be_meant_is_told_on_loading() {
    let right = Vehicle::of_text(
        "car.txt",
        &cars::box_car(0.5, "").replace("per_turn: 36", "per_turn: -36"),
    );
    let running = right.running().expect("it is declared well");
    let told = Plausibility::on_loading(running).lines().join("\n");
    assert!(told.contains("steers to the right"), "{told}");
}

/// The nose wheel of a three-wheeler is on neither side, wherever it stands near the middle. The sides are those of the
/// rear wheels, which share the load by the levers of the centre of mass about the nose wheel.
#[test]
fn a_nose_wheel_is_on_no_side() {
    let wheel = |name: &str, x: f64, y: f64| {
        format!(
            "body {name}_hub {{ mass: 10 kg, com: [{x}, {y}, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
            joint {name}_s: prismatic(car, {name}_hub) {{ axis: z }}
            spring {name}_k: between(car, {name}_hub) {{ from: [{x}, {y}, 0.7] m, to: [{x}, {y}, 0.3] m, rate: 20 kN/m, free_length: 500 mm }}
            wheel {name}: on({name}_hub) {{ centre: [{x}, {y}, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }}"
        )
    };
    let side = |nose: f64| {
        let wheels = [
            wheel("nose", 0.0, nose),
            wheel("left", -1.8, 0.6),
            wheel("right", -1.8, -0.6),
        ]
        .join("\n");
        let text = format!(
            "Three {{ body car {{ mass: 400 kg, com: [-1.2, 0.05, 0.5] m, inertia: [60, 250, 260] kg*m^2 }}
            joint motion: free(ground, car)
            {wheels}
            tyre road: linear(all) {{ stiffness: 150 kN/m, damping: 500 N*s/m, cornering_stiffness: 30 kN/rad, longitudinal_stiffness: 40 kN }} }}"
        );
        let found = of(&Vehicle::of_text("three.txt", &text)).figures;
        let own = found.into_iter().find(|own| own.name == "left side's part of the load");
        own.expect("two sides").value
    };
    for nose in [-0.06, 0.0, 0.06] {
        // Each hub has its own weight on its wheel.
        let (at_rear, hub) = (400.0 * 1.2 / 1.8, 10.0);
        let moment = 400.0 * 0.05 - (400.0 - at_rear) * nose;
        let [left, right] = [1.0, -1.0].map(|sign| 0.5 * (at_rear + sign * moment / 0.6) + hub);
        let (wanted, found) = (100.0 * left / (left + right), side(nose));
        assert!((found - wanted).abs() < 1e-6, "{nose}: {found} for {wanted}");
    }
}

/// A loader steers by its frames: its wheels have no kingpins, and no figure of them is reported as unusual. The rig
/// holds the heavier frame.
#[test]
fn an_articulated_vehicle_has_no_steering_of_its_wheels() {
    let text = cars::loader("joint centre: revolute(rear, front) { axis: z, at: [-1.4, 0, 0.7] m, drive: bend }");
    let loader = Vehicle::of_text("loader.txt", &text);
    let found = of(&loader);
    let told: Vec<&str> = found.figures.iter().map(|own| own.name.as_str()).collect();
    assert!(
        !told
            .iter()
            .any(|name| name.contains("caster") || name.contains("scrub")),
        "{told:?}"
    );
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.starts_with("steering is not judged")),
        "{:?}",
        found.notes
    );
    let kc = loader.kc(&Travel::default(), &silent).expect("it is on the rig");
    let rate = kc[0]
        .figure("fl", "wheel rate")
        .and_then(|own| own.value)
        .expect("a rate");
    assert!((rate - 120.0).abs() < 1e-3, "{rate}");
}
