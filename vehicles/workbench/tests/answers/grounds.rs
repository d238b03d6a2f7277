//! Roads under a vehicle, the air around it, and what drives it.

use super::cars;
use wishbone::terrain::{RandomRoad, RoadClass, Terrain};
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::{Vehicle, shares};

fn manoeuvre(text: &str) -> Manoeuvre {
    Manoeuvre::read("drive", &format!("doc = \"A drive.\"\n{text}")).expect("a manoeuvre")
}

fn driven(vehicle: &Vehicle, text: &str) -> Findings {
    vehicle.drive(&manoeuvre(text), &silent).expect("it drives").findings
}

fn figure(found: &Findings, name: &str) -> f64 {
    let figure = found.figures.iter().find(|figure| figure.name == name);
    figure.and_then(|figure| figure.value).expect("a figure")
}

/// A quarter car with a wing, which the ground holds. On a belt the air presses the vehicle down from the start on, by
/// `ρ v² A C / 2`.
#[test]
fn on_a_belt_a_wing_presses() {
    let quarter = Vehicle::of_text(
        "quarter.txt",
        "Quarter {
            gravity: 9.81 m/s^2
            body chassis { mass: 300 kg, com: [0, 0, 0.6] m, inertia: [30, 30, 30] kg*m^2 }
            joint motion: prismatic(ground, chassis) { axis: z }
            body hub { mass: 30 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
            joint slide: prismatic(chassis, hub) { axis: z }
            spring s: between(chassis, hub) { from: [0, 0, 0.9] m, to: [0, 0, 0.4] m, rate: 20 kN/m, preload: 2943 N, free_length: 500 mm, damping: 1.5 kN*s/m }
            wheel w: on(hub) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
            tyre t: linear(all) { stiffness: 200 kN/m, longitudinal_stiffness: 60 kN, cornering_stiffness: 60 kN/rad }
            marker m: on(chassis) { at: [0, 0, 0.6] m }
            air a: at(m) { area: 1.5 m^2, drag: 0.3, lift: -2, gusts: [crosswind(velocity: [-10, 0, 0] m/s, range: [60, 100] m)] }
        }",
    );
    let found = driven(&quarter, "speed = \"40 m/s\"\nduration = \"3 s\"");
    assert!(found.conditions.contains("on a belt"), "{}", found.conditions);
    let column = |name: &str| found.table.column(name).expect("a column");
    let (time, loads, speeds) = (column("time"), column("w.force_z"), column("air_speed"));
    let pressed = |speed: f64| 330.0 * 9.81 + 0.5 * 1.2 * speed * speed * 1.5 * 2.0;
    for ((time, load), speed) in time.iter().zip(&loads).zip(&speeds) {
        // The belt brings the fans after 1.5 s and takes them away after 2.5 s.
        let wind = if (1.5..2.5).contains(time) { 50.0 } else { 40.0 };
        let is_at_an_edge = [1.5, 2.5].iter().any(|edge| (time - edge).abs() < 0.001);
        assert!((speed - wind).abs() < 0.01 || is_at_an_edge, "{time}: {speed}");
        if *time < 1.49 {
            assert!((load / pressed(40.0) - 1.0).abs() < 1e-6, "{time}: {load}");
        }
    }
}

/// Comfort on a circle that leads over level ground again and again. The rows that count are the rows on the full
/// profile, which is evaluated separately here. Their mean square is about that of a straight run on a road of the same
/// class; with the rows on level ground it would be far lower.
#[test]
fn comfort_counts_the_road_at_its_full_height() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let road = "figures = [\"comfort\"]\n[road]\nsurface = { random = { class = \"C\", seed = 2 } }\n";
    let circle = "[steering.step]\nstart = \"1 s\"\nrise = \"0.5 s\"\nangle = \"40 deg\"\n";
    let found = driven(
        &car,
        &format!("speed = \"12 m/s\"\nduration = \"45 s\"\nevery = \"5 ms\"\n{road}{circle}"),
    );
    let [x, y, vertical] = ["x", "y", "vertical_acceleration"].map(|name| found.table.column(name).expect("a column"));
    // Rows in which all wheels stand on the profile, and rows in which one of them stands on level ground.
    let profile = RandomRoad::<128>::new(RoadClass::C, 2);
    let ground = manoeuvre(&format!("speed = \"12 m/s\"\nduration = \"1 s\"\n{road}"))
        .road
        .ground();
    let is_full = |k: usize, reach: f64| {
        [-reach, reach].iter().all(|dx| {
            let (x, y) = (x[k] + dx, y[k]);
            ground.at(x, y, 0.0).height == profile.at(x, y, 0.0).height
        })
    };
    let deviation = |rows: &[usize]| {
        let mean = rows.iter().map(|&k| vertical[k]).sum::<f64>() / rows.len() as f64;
        (rows.iter().map(|&k| (vertical[k] - mean).powi(2)).sum::<f64>() / rows.len() as f64).sqrt()
    };
    let [full, near] = [10.0, 0.0].map(|reach| (0..x.len()).filter(|&k| is_full(k, reach)).collect::<Vec<_>>());
    let late: Vec<usize> = (600..x.len()).collect();
    assert!(
        full.len() > 2000 && near.len() + 1000 < late.len(),
        "{} {}",
        full.len(),
        near.len()
    );
    let rms = figure(&found, "vertical acceleration, rms");
    assert!(
        (rms / deviation(&full) - 1.0).abs() < 1e-9,
        "{rms} {}",
        deviation(&full)
    );
    assert!(deviation(&late) < 0.9 * rms, "{rms} {}", deviation(&late));
    let straight = driven(
        &car,
        &format!("speed = \"12 m/s\"\nduration = \"45 s\"\nevery = \"5 ms\"\n{road}"),
    );
    for name in ["vertical acceleration, rms", "weighted vertical acceleration, rms"] {
        let [bend, ahead] = [&found, &straight].map(|found| figure(found, name));
        assert!((bend / ahead - 1.0).abs() < 0.2, "{name}: {bend} {ahead}");
    }
}

/// A motor on the gearbox's side of the clutch turns its input by a spring. The motor drives the rear wheels through
/// the lowest gear, and shares the torque with a motor in front by the ratios of both. The order of the ends of springs
/// does not matter.
#[test]
fn a_motor_at_the_input_drives_through_the_gearbox() {
    for ends in ["from: disc, to: box", "from: box, to: disc"] {
        let powertrain = format!(
            "powertrain train: shafts() {{
                disc: shaft(inertia: 0.05 kg*m^2), output: shaft(inertia: 0.02 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
                left: shaft(inertia: 0.03 kg*m^2), right: shaft(inertia: 0.03 kg*m^2),
                rotor: shaft(inertia: 0.02 kg*m^2), front: shaft(inertia: 0.02 kg*m^2), fl: shaft(inertia: 0.02 kg*m^2), fr: shaft(inertia: 0.02 kg*m^2),
                motor: engine(on: disc, full: table(speed: [0, 6000] rpm, torque: [80, 80] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, 0] N*m)),
                front_motor: engine(on: rotor, full: table(speed: [0, 6000] rpm, torque: [50, 50] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, 0] N*m)),
                box: gearbox(output: output, ratios: [3, 1], reverse: 3),
                spring: half_shaft({ends}, stiffness: 4 kN*m/rad, damping: 10 N*m*s/rad),
                final_drive: gear(driving: output, driven: case, ratio: 4),
                differential: differential(case: case, outputs: [left, right]),
                one: half_shaft(from: left, to: rl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
                two: half_shaft(from: rr.w, to: right, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
                front_drive: gear(driving: rotor, driven: front, ratio: 8),
                front_differential: differential(case: front, outputs: [fl, fr]),
                three: half_shaft(from: fl, to: fl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
                four: half_shaft(from: fr, to: fr.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            }}"
        );
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &powertrain));
        let found = shares::of(car.running().expect("it is sound"), None).expect("it drives");
        let (rear, front) = (80.0 * 3.0 * 4.0, 50.0 * 8.0);
        for (wheel, expected) in [front, front, rear, rear].into_iter().enumerate() {
            let expected = 0.5 * expected / (rear + front);
            assert!((found[wheel] - expected).abs() < 1e-9, "{ends}: {found:?}");
        }
    }
}

/// An engine and a motor geared by 2.5 meet at the input of the gearbox, behind a clutch. The torque of the motor
/// counts at the input by its gear; a motor in front shares by its own ratio.
#[test]
fn a_geared_motor_at_the_input_counts_by_its_gear() {
    let table = |torque: f64| {
        format!(
            "full: table(speed: [0, 6000] rpm, torque: [{torque}, {torque}] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, 0] N*m)"
        )
    };
    let powertrain = format!(
        "powertrain train: shafts() {{
            crank: shaft(inertia: 0.1 kg*m^2), geared: shaft(inertia: 0.02 kg*m^2), output: shaft(inertia: 0.02 kg*m^2),
            case: shaft(inertia: 0.05 kg*m^2), left: shaft(inertia: 0.03 kg*m^2), right: shaft(inertia: 0.03 kg*m^2),
            rotor: shaft(inertia: 0.02 kg*m^2), front: shaft(inertia: 0.02 kg*m^2), fl: shaft(inertia: 0.02 kg*m^2), fr: shaft(inertia: 0.02 kg*m^2),
            engine: engine(on: crank, {}), motor: engine(on: geared, {}), front_motor: engine(on: rotor, {}),
            box: gearbox(output: output, ratios: [3, 1], reverse: 3),
            step: gear(driving: geared, driven: crank, ratio: 2.5),
            clutch: clutch(from: crank, to: box, capacity: 900 N*m),
            final_drive: gear(driving: output, driven: case, ratio: 4),
            differential: differential(case: case, outputs: [left, right]),
            one: half_shaft(from: left, to: rl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            two: half_shaft(from: right, to: rr.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            front_drive: gear(driving: rotor, driven: front, ratio: 8),
            front_differential: differential(case: front, outputs: [fl, fr]),
            three: half_shaft(from: fl, to: fl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            four: half_shaft(from: fr, to: fr.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
        }}",
        table(200.0),
        table(60.0),
        table(50.0)
    );
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &powertrain));
    let found = shares::of(car.running().expect("it is sound"), None).expect("it drives");
    let (rear, front) = ((200.0 + 2.5 * 60.0) * 3.0 * 4.0, 50.0 * 8.0);
    for (wheel, expected) in [front, front, rear, rear].into_iter().enumerate() {
        let expected = 0.5 * expected / (rear + front);
        assert!((found[wheel] - expected).abs() < 1e-9, "{found:?} for {expected}");
    }
}
