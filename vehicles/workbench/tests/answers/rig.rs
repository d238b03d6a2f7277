//! The rig in positions other than the design position, and between the stops of the steering.

use super::cars;
use wishbone_compiler::front::library;
use wishbone_workbench::files::{Files, NoFiles};
use wishbone_workbench::new_car;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::{self, At, Travel};
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::suspensions::Suspension;
use wishbone_workbench::vehicle::{Declaration, Vehicle};

/// A car with springs that have the force `30 kN/m x + 2 MN/m³ x³` at a compression `x`.
fn progressive() -> Vehicle {
    let text = cars::box_car(0.5, "").replace(
        "rate: 30 kN/m",
        "rate: polynomial(force: [3, 0, 2] kN, deflection: 100 mm)",
    );
    Vehicle::of_text("car.txt", &text)
}

fn value(found: &[Findings], position: &str, subject: &str, name: &str) -> f64 {
    let own = found.iter().find(|own| own.name == position).expect("the position");
    let figure = own.figure(subject, name).and_then(|figure| figure.value);
    figure.unwrap_or_else(|| panic!("{name} of {subject}"))
}

fn at(car: &Vehicle, at: At) -> Vec<Findings> {
    let travel = Travel {
        at,
        ..Travel::default()
    };
    car.kc(&travel, &silent).expect("it is on the rig")
}

/// A spring that carries a quarter of the box is compressed by `x` with `k x + c x³ = F`. Its rate there is `k + 3 c x²`.
#[test]
fn rates_at_rest_are_those_of_the_springs_under_their_loads() {
    let car = progressive();
    let found = at(&car, At::Rest);
    // The box's centre of mass is in the middle; the front springs also carry the axle.
    for (wheel, mass) in [("fl.w", 252.5), ("rr.w", 250.0)] {
        let mut x = 0.05;
        for _ in 0..50 {
            x -= (30e3 * x + 2e6 * x * x * x - mass * 9.81) / (30e3 + 6e6 * x * x);
        }
        let rate = value(&found, "rest position", wheel, "wheel rate");
        let wanted = 1e-3 * (30e3 + 6e6 * x * x);
        assert!((rate - wanted).abs() < 1e-4 * wanted, "{rate} for {wanted}");
    }
    // The springs are on guides that lean with the box, which pitches by less than a degree.
    let ratio = value(&found, "rest position", "fl.k", "motion ratio");
    assert!((ratio + 1.0).abs() < 1e-4, "{ratio}");
    // In the design position the springs are compressed by 0.1 m.
    let design = value(&at(&car, At::Design), "design position", "fl.w", "wheel rate");
    assert!((design - 90.0).abs() < 1e-4, "{design}");
    let heights = "fl.w=-100, rl.w=-100,fr.w=-100,rr.w=-100".parse().expect("heights");
    let given = value(&at(&car, heights), "given position", "fl.w", "wheel rate");
    assert!((given - 30.0).abs() < 1e-4, "{given}");
}

/// The box with brakes, on arms that lean in the side view. The rods give it mass outside of its bodies.
fn leaning(origin: f64) -> Vehicle {
    let text = cars::box_car(0.5, "brakes discs: on(all) { torque: 1 kN*m }");
    let front = "body hub { mass: 20 kg, com: [0, 0.75, 0.3] m, inertia: [1, 1, 1] kg*m^2 }";
    assert!(text.contains(front), "{text}");
    // Slides that lean to the rear at the top in front, and forward behind.
    let text = text
        .replace(
            "joint s: prismatic(axle, hub) { axis: z }",
            "joint s: prismatic(axle, hub) { axis: [0.1, 0, 1] }",
        )
        .replace(
            "joint s: prismatic(car, hub) { axis: z }",
            "joint s: prismatic(car, hub) { axis: [-0.2, 0, 1] }",
        );
    // The same car from an origin that lies higher.
    let lower = |line: &str| -> String {
        let mut made = String::new();
        let mut rest = line;
        while let Some(place) = rest.find("] m") {
            let (before, after) = rest.split_at(place);
            let comma = before.rfind(',').expect("three numbers");
            let z: f64 = before[comma + 1..].trim().parse().expect("a number");
            made += &format!("{}, {}", &before[..comma], z - origin);
            made += "] m";
            rest = &after[3..];
        }
        made + rest
    };
    let text: Vec<String> = text.lines().map(lower).collect();
    Vehicle::of_text("car.txt", &text.join("\n"))
}

/// Anti-dive is `c L / h dx/dz`: the slide gives the slope, and half of the braking force acts in front. At rest the
/// springs and tyres have moved the box by centimetres, so that the figures change a little. Where the origin lies has
/// no effect.
#[test]
fn anti_dive_at_rest_has_the_centre_of_mass_and_the_ground_in_the_same_axes() {
    let figures = |origin: f64, place: At, position: &str| {
        let found = at(&leaning(origin), place);
        ["anti-dive, braking, front", "anti-lift, braking, rear"].map(|name| value(&found, position, "", name))
    };
    let design = figures(0.0, At::Design, "design position");
    // Four hubs and wheels of 30 kg, the axle of 5 kg, the box of 1000 kg.
    let height = (1000.0 * 0.5 + 125.0 * 0.3) / 1125.0;
    let wanted = [0.1, 0.2].map(|slope| 50.0 * 2.6 / height * slope);
    for (found, wanted) in design.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-6 * wanted, "{found} for {wanted}");
    }
    let rest = figures(0.0, At::Rest, "rest position");
    for (rest, design) in rest.iter().zip(design) {
        assert!(
            (rest - design).abs() < 0.1 * design,
            "{rest} at rest, {design} by design"
        );
    }
    for (moved, rest) in figures(0.3, At::Rest, "rest position").iter().zip(rest) {
        assert!((moved - rest).abs() < 1e-5 * rest, "{moved} for {rest}");
    }
}

/// Open differentials give equal torques. The force of a torque is larger on a smaller wheel.
#[test]
fn driving_forces_are_torques_by_radii() {
    let side = |name: &str| {
        format!(
            "{name}_case: shaft(inertia: 0.1 kg*m^2), {name}_left: shaft(inertia: 0.1 kg*m^2), {name}_right: shaft(inertia: 0.1 kg*m^2),
            {name}_split: differential(case: {name}_case, outputs: [{name}_left, {name}_right]),
            {name}_left_shaft: half_shaft(from: {name}_left, to: {0}l.w, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
            {name}_right_shaft: half_shaft(from: {name}_right, to: {0}r.w, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),",
            &name[..1]
        )
    };
    let powertrain = format!(
        "powertrain all: shafts() {{
            crank: shaft(inertia: 0.2 kg*m^2), {} {}
            motor: engine(on: crank, torque: table(speed: [0, 6000] rpm, torque: [200, 200] N*m),
                losses: table(speed: [0, 6000] rpm, torque: [0, -10] N*m)),
            middle: differential(case: crank, outputs: [front_case, rear_case]),
        }}",
        side("front"),
        side("rear")
    );
    let rear =
        "tyre rear: linear(rl.w, rr.w) { stiffness: 200 kN/m, damping: 500 N*s/m, cornering_stiffness: 60 kN/rad }";
    let text = cars::box_car(0.5, &format!("{powertrain} {rear}"))
        .replace("linear(all)", "linear(fl.w, fr.w)")
        .replace(
            "prismatic(axle, hub) { axis: z }",
            "prismatic(axle, hub) { axis: [0.1, 0, 1] }",
        )
        .replace(
            "prismatic(car, hub) { axis: z }",
            "prismatic(car, hub) { axis: [-0.2, 0, 1] }",
        )
        .replace(
            "[-2.6, 0.75, 0.3] m, radius: 0.3 m",
            "[-2.6, 0.75, 0.3] m, radius: 0.4 m",
        );
    let found = at(&Vehicle::of_text("car.txt", &text), At::Design);
    // The rear contacts are 0.1 m lower.
    let height = (1000.0 * 0.5 + 125.0 * 0.3) / 1125.0 + 0.05;
    let front = 0.4 / 0.7;
    for (name, part, slope) in [
        ("anti-lift, driving, front", front, 0.1),
        ("anti-squat, driving, rear", 1.0 - front, 0.2),
    ] {
        let (found, wanted) = (
            value(&found, "design position", "", name),
            100.0 * part * 2.6 / height * slope,
        );
        assert!((found - wanted).abs() < 1e-6 * wanted, "{name}: {found} for {wanted}");
    }
}

/// Cambered rear wheels that turn about an upright screw while they rise. The contact is beside the screw by
/// `R sin(camber)`, so that it moves along X by this arm times the rotation. The wheelbase is computed a second time
/// from contacts a millimetre above and below.
#[test]
fn the_wheelbase_changes_as_the_contacts_move() {
    let text = cars::box_car(0.5, "")
        .replace(
            "prismatic(car, hub) { axis: z }",
            "screw(car, hub) { axis: z, at: [-2.6, 0.75, 0.3] m, pitch: 2 m }",
        )
        .replace(
            "centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m",
            "centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m, camber: -6 deg",
        );
    let car = Vehicle::of_text("car.txt", &text);
    let found = value(
        &at(&car, At::Design),
        "design position",
        "",
        "wheelbase change by travel",
    );
    let wanted = 1e3 * 0.3 * 6f64.to_radians().sin() * std::f64::consts::PI;
    assert!((found.abs() - wanted).abs() < 1e-5 * wanted, "{found} for {wanted}");
    let running = car.running().expect("it compiles");
    let (model, (rig, ..)) = (
        &running.compiled.model,
        kc::rig(running, &Travel::default()).expect("it is on the rig"),
    );
    let wheelbase = |travel: f64| {
        let mut rig = rig.clone();
        let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2] + travel).collect();
        rig.lift(&heights).expect("it is reached");
        let wheels = rig.wheels();
        let names: Vec<&str> = model.wheels.iter().map(|wheel| wheel.name.as_str()).collect();
        let of = |start: &str| -> f64 {
            let own = (0..wheels.len()).filter(|&wheel| names[wheel].starts_with(start));
            own.map(|wheel| 0.5 * rig.contact(wheel, &wheels[wheel]).point.x).sum()
        };
        of("f") - of("r")
    };
    let wanted = 1e3 * (wheelbase(1e-3) - wheelbase(-1e-3)) / 2e-3;
    assert!((found - wanted).abs() < 1e-4 * wanted.abs(), "{found} for {wanted}");
}

/// Front wheels that turn equally about kingpins through their centres deviate from the angle of Ackermann
/// `cot d_o = cot d_i + t / L`. A trailer has no part in it.
#[test]
fn a_trailer_changes_no_angle_of_ackermann() {
    let errors = |more: &str| {
        let text = cars::steered_box([true, false], more)
            .replace(
                "revolute(car, axle) { axis: z, at: [0, 0, 0.3] m, drive: turn }",
                "fixed(car, axle) { at: [0, 0, 0.3] m }",
            )
            .replace(
                "wheel w: on(hub) { centre: [0, 0.75, 0.3] m",
                "body knuckle { mass: 1 kg, com: [0, 0.75, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
                joint pin: revolute(hub, knuckle) { axis: z, at: [0, 0.75, 0.3] m, drive: shared(input: turn, image: opposite) }
                wheel w: on(knuckle) { centre: [0, 0.75, 0.3] m",
            );
        let found = at(&Vehicle::of_text("car.txt", &text), At::Design);
        ["Ackermann error, last position", "Ackermann error, first position"]
            .map(|name| value(&found, "steer", "fl.w and fr.w", name))
    };
    let turned = 20f64.to_radians();
    let ideal = (1.0 / (1.0 / turned.tan() + 1.5 / 2.6)).atan();
    let wanted = (turned - ideal).to_degrees();
    for found in errors("").into_iter().chain(errors(cars::TRAILER)) {
        assert!((found - wanted).abs() < 1e-6, "{found} for {wanted}");
    }
}

#[test]
fn positions_that_are_none_are_refused() {
    for (text, reason) in [
        ("at rest", "`at rest`"),
        ("fl.w", "`fl.w`"),
        ("fl.w=high", "`fl.w=high`"),
        ("fl.w=1,fl.w=2", "two heights"),
    ] {
        let refused = text.parse::<At>().expect_err("it is none");
        assert!(refused.contains(reason), "{refused}");
    }
    let travel = Travel {
        at: "fx.w=5".parse().expect("heights"),
        ..Travel::default()
    };
    let refused = progressive()
        .kc(&travel, &silent)
        .expect_err("no such wheel")
        .to_string();
    assert!(refused.contains("`fx.w`") && refused.contains("`fl.w`"), "{refused}");
}

/// Without a range the steering goes from stop to stop. A stop on one side only does not count.
#[test]
fn the_steering_goes_from_stop_to_stop() {
    let ends_of = |text: &str| {
        let car = Vehicle::of_text("car.txt", text);
        let found = at(&car, At::Design);
        let steer = found.iter().find(|own| own.name == "steer").expect("it steers");
        let [first, last] = [steer.table.rows.first(), steer.table.rows.last()].map(|row| row.expect("a row")[0]);
        [first, last].map(f64::to_degrees)
    };
    let ends = |limit: &str| ends_of(&cars::box_car(0.5, limit));
    let near = |found: [f64; 2], wanted: [f64; 2]| {
        let far = (found[0] - wanted[0]).abs().max((found[1] - wanted[1]).abs());
        assert!(far < 1e-9, "{found:?} for {wanted:?}");
    };
    near(
        ends("limit lock: on(kingpin) { min: -30 deg, max: 25 deg, rate: 10 kN*m/rad }"),
        [-30.0, 25.0],
    );
    near(
        ends("limit lock: on(kingpin) { max: 25 deg, rate: 10 kN*m/rad }"),
        [-20.0, 20.0],
    );
    // A joint that is driven, and not declared as steering, has stops as well.
    let driven = cars::box_car(
        0.5,
        "limit lock: on(kingpin) { min: -30 deg, max: 25 deg, rate: 10 kN*m/rad }",
    );
    near(
        ends_of(&driven.replace("steering wheel: driven(turn) { per_turn: 36 deg }", "")),
        [-30.0, 25.0],
    );
}

/// A joint with two stops on each side meets the tighter stops first, in whichever order they are declared.
#[test]
fn the_steering_goes_to_the_tightest_stops() {
    let [wide, tight] = [40, 20].map(|most| format!("{{ min: -{most} deg, max: {most} deg, rate: 5 kN*m/rad }}"));
    for stops in [[&wide, &tight], [&tight, &wide]] {
        let stops = format!("limit a: on(kingpin) {} limit b: on(kingpin) {}", stops[0], stops[1]);
        let found = at(&Vehicle::of_text("car.txt", &cars::box_car(0.5, &stops)), At::Design);
        let span = value(&found, "steer", "fl.w", "steer, from end to end");
        assert!((span - 40.0).abs() < 1e-9, "{stops}: {span}");
    }
    // Each side has its own.
    let stops = "limit a: on(kingpin) { min: -10 deg, max: 40 deg, rate: 5 kN*m/rad }
        limit b: on(kingpin) { min: -40 deg, max: 20 deg, rate: 5 kN*m/rad }";
    let found = at(&Vehicle::of_text("car.txt", &cars::box_car(0.5, stops)), At::Design);
    let span = value(&found, "steer", "fl.w", "steer, from end to end");
    assert!((span - 30.0).abs() < 1e-9, "{span}");
}

/// A car on this rear suspension, whose rear wheels are driven.
fn driven_behind(rear: &str) -> String {
    let text = new_car::text("double_wishbone", rear, "car.toml").expect("they are known");
    let powertrain = "
[powertrain.rear]
kind = \"shafts()\"
crank = \"shaft(inertia: 0.2 kg*m^2)\"
case = \"shaft(inertia: 0.1 kg*m^2)\"
left = \"shaft(inertia: 0.1 kg*m^2)\"
right = \"shaft(inertia: 0.1 kg*m^2)\"
motor = \"engine(on: crank, torque: table(speed: [0, 6000] rpm, torque: [200, 200] N*m), losses: table(speed: [0, 6000] rpm, torque: [0, -10] N*m))\"
gear = \"gear(driving: crank, driven: case, ratio: 4)\"
split = \"differential(case: case, outputs: [left, right])\"
left_shaft = \"half_shaft(from: left, to: rear.left.tyre, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)\"
right_shaft = \"half_shaft(from: right, to: rear.right.tyre, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)\"
";
    format!("{text}{powertrain}")
}

/// Anti-squat, and the value that it would have if the drive torque acted on the axle like the brake torque. A unit of
/// driving force then has the support of a unit of braking force; the rear discs have 0.8 of 2.2 parts of the latter.
fn squat(car: &Vehicle) -> [f64; 2] {
    let found = at(car, At::Design);
    let value = |name: &str| value(&found, "design position", "", name);
    [
        value("anti-squat, driving, rear"),
        value("anti-lift, braking, rear") * 2.2 / 0.8,
    ]
}

/// The final drive of a solid axle is in the axle, which reacts its torque.
#[test]
fn a_solid_axle_takes_its_drive_torque() {
    for rear in ["solid_axle_panhard", "solid_axle_watt", "solid_axle_leaf", "leaf_axle"] {
        let [found, wanted] = squat(&Vehicle::of_text("car.toml", &driven_behind(rear)));
        assert!(
            (found - wanted).abs() < 1e-6 * wanted.abs(),
            "{rear}: {found} for {wanted}"
        );
    }
}

/// A de Dion axle, whose final drive hangs on the chassis. In the side view the rods meet at one point. The support
/// angles point to it: one angle from the wheel centre, the other angle from the contact 0.3 m below.
#[test]
fn a_de_dion_axle_leaves_its_drive_torque_to_the_chassis() {
    struct Axle;
    impl Files for Axle {
        fn text(&self, path: &str) -> Result<String, String> {
            let text = library::text("solid_axle_panhard.txt").map_err(|_| format!("there is no {path}"))?;
            Ok(text.replace("radius: 300 mm,", "radius: 300 mm, driven_from: chassis,"))
        }
    }
    let text = driven_behind("solid_axle_panhard").replace("wishbone/solid_axle_panhard.txt", "axle.txt");
    let [dion, live] = squat(&Vehicle::of(Declaration::of_text("car.toml", &text, &Axle)));
    // Slopes of the lower and upper rods; the car lowers the front ends of the lower ones.
    let lower = (-0.095 + 0.08) / (0.55 - 0.02);
    let upper = (0.14 - 0.16) / (0.5 - 0.0);
    // z = -0.08 + lower (x - 0.02) and z = 0.16 + upper x.
    let x = (0.16 + 0.08 + lower * 0.02) / (lower - upper);
    let z = 0.16 + upper * x;
    let wanted = z / (z + 0.3);
    assert!(
        (dion / live - wanted).abs() < 0.02 * wanted,
        "{} for {wanted}",
        dion / live
    );
}

/// A motor with a differential and half-shafts on an axle.
fn motor(axle: &str, torque: f64) -> String {
    let of = |side: &str| {
        format!(
            "{axle}_{side} = \"shaft(inertia: 0.05 kg*m^2)\"\n{axle}_{side}_shaft = \"half_shaft(from: {axle}_{side}, to: {axle}_{side}.tyre, \
             stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)\"\n"
        )
    };
    format!(
        "{axle} = \"shaft(inertia: 0.05 kg*m^2)\"\n{axle}_motor = \"engine(on: {axle}, full: table(speed: [0, 600] rpm, torque: [{torque}, {}] \
         N*m), closed: table(speed: [0, 600] rpm, torque: [0, -20] N*m))\"\n{}{}{axle}_differential = \"differential(case: {axle}, outputs: \
         [{axle}_left, {axle}_right])\"\n",
        0.5 * torque,
        of("left"),
        of("right"),
    )
}

/// A new car with motors of these torques in front and at the rear; a torque of zero means no motor.
fn driven(torques: [f64; 2]) -> Vehicle {
    let text = new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("they are known");
    let motors = [("front", torques[0]), ("rear", torques[1])].map(|(axle, torque)| match torque > 0.0 {
        true => motor(axle, torque),
        false => String::new(),
    });
    let car = format!("{text}\n[powertrain.drive]\nkind = \"shafts()\"\n{}", motors.concat());
    Vehicle::of_text("car.toml", &car)
}

/// Figures in driving for the front and the rear axle; `None` for an axle that is not driven.
fn anti(car: &Vehicle) -> [Option<f64>; 2] {
    let found = car.kc(&Travel::default(), &silent).expect("it is on the rig");
    let design = found
        .iter()
        .find(|own| own.name == "design position")
        .expect("the position");
    ["anti-lift, driving, front", "anti-squat, driving, rear"]
        .map(|name| design.figure("", name).and_then(|figure| figure.value))
}

/// Each axle has the share of the force that its motor has of the torques: the figures are proportional to this share.
#[test]
fn motors_share_the_force_by_their_torques() {
    let alone = |torques: [f64; 2]| anti(&driven(torques));
    let [front, rear] = [alone([200.0, 0.0])[0], alone([0.0, 200.0])[1]].map(|own| own.expect("it is driven"));
    for torques in [[200.0, 200.0], [100.0, 300.0], [10.0, 300.0]] {
        let found = alone(torques).map(|own| own.expect("both are driven"));
        let share = torques[0] / (torques[0] + torques[1]);
        for (found, wanted) in found.into_iter().zip([share * front, (1.0 - share) * rear]) {
            assert!(
                (found - wanted).abs() < 1e-6 * wanted.abs(),
                "{torques:?}: {found} for {wanted}"
            );
        }
    }
}

/// An axle whose wheels are both on the left has no left and right side: it is refused.
#[test]
fn an_axle_beside_the_middle_is_refused() {
    let corner = |name: &str, y: f64| {
        format!(
            "body {name} {{ mass: 20 kg, com: [0, {y}, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
             joint {name}_slide: prismatic(chassis, {name}) {{ axis: z }}
             spring {name}_coil: between(chassis, {name}) {{
                 from: [0, {y}, 0.8] m, to: [0, {y}, 0.3] m, rate: 20 kN/m, free_length: 0.6 m
             }}
             wheel {name}_wheel: on({name}) {{ centre: [0, {y}, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }}"
        )
    };
    let cart = |left: f64, right: f64| {
        let text = format!(
            "Cart {{ body chassis {{ mass: 400 kg, com: [0, {}, 0.5] m, inertia: [50, 60, 40] kg*m^2 }}
             joint motion: free(ground, chassis) {} {} }}",
            0.5 * (left + right),
            corner("one", left),
            corner("other", right)
        );
        Vehicle::of_text("cart.txt", &text).kc(&Travel::default(), &silent)
    };
    assert!(cart(0.7, -0.7).is_ok());
    let told = cart(2.7, 1.3).expect_err("it is beside the middle").to_string();
    assert!(
        told.contains("`one_wheel` and `other_wheel` are on one side") && told.contains("about y = 0"),
        "{told}"
    );
}

/// Two axles at one x are named so, since their sides are right.
#[test]
fn two_axles_in_one_place_are_refused_as_such() {
    let text = new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("a car");
    let kc = |text: &str| Vehicle::of_text("car.toml", text).kc(&Travel::default(), &silent);
    assert!(kc(&text).is_ok());
    let met = text.replace("origin = \"[-2.7, 0, 0] m\"", "origin = \"[0.02, 0, 0] m\"");
    assert_ne!(met, text);
    let told = kc(&met).expect_err("two axles").to_string();
    assert!(
        told.contains("`front_left.tyre` and `rear_left.tyre` are at one x, 0.020 m") && told.contains("`origin`"),
        "{told}"
    );
}

/// Every suspension of the library is attached to the ground, as in its printed file, and has a wheel rate there.
#[test]
fn every_suspension_of_the_library_is_on_the_rig_as_it_is() {
    for suspension in Suspension::all() {
        let file = suspension.file().unwrap_or_else(|problem| panic!("{problem}"));
        let car = Vehicle::of_text("suspension.toml", &file);
        let travel = Travel {
            steps: 1,
            travel: 0.01,
            ..Travel::default()
        };
        let found = car
            .kc(&travel, &silent)
            .unwrap_or_else(|problem| panic!("{}: {problem}", suspension.name));
        let rates = |found: &[Findings]| -> Vec<f64> {
            let figures = found.iter().flat_map(|one| &one.figures);
            let rates = figures.filter(|own| own.name == "wheel rate");
            rates.filter_map(|own| own.value).collect()
        };
        assert!(rates(&found).iter().any(|rate| *rate > 1.0), "{}", suspension.name);
        let by_name = Travel {
            bodies: vec!["ground".to_owned()],
            ..travel
        };
        let by_name = car.kc(&by_name, &silent).expect("it is held");
        assert_eq!(rates(&by_name), rates(&found), "{}", suspension.name);
    }
}

/// A quarter car whose carrier has more than a quarter of the mass of its body is held by this body, like a quarter car
/// with a light carrier.
#[test]
fn a_heavy_wheel_carrier_is_no_chassis() {
    let rate = |carrier: f64| {
        let change = format!("knuckle.mass = {carrier} kg");
        let car = Vehicle::load("quarter_car", &NoFiles).expect("a car of the library");
        let car = car.changed(&[change.as_str()]).expect("a car");
        let found = car.kc(&Travel::default(), &silent).expect("it is on the rig");
        let figures = found.iter().flat_map(|one| &one.figures);
        let mut rates = figures
            .filter(|own| own.name == "wheel rate")
            .filter_map(|own| own.value);
        rates.next().expect("a wheel rate")
    };
    // Its weight turns about the arms, so that the rate falls by a straight line over its mass.
    let [light, more, heavy] = [20.0, 35.0, 110.0].map(rate);
    let wanted = light + (more - light) / 15.0 * 90.0;
    assert!(
        light > 1.0 && (heavy - wanted).abs() < 1e-6 * light,
        "{heavy} for {wanted}"
    );
}

/// A rig lifts all wheels together. Wheels that the rig cannot lift in this way are named, and the message does not
/// advise a shorter travel.
#[test]
fn wheels_that_cannot_rise_are_told() {
    let told = |text: &str| {
        let refused = Vehicle::of_text("car.txt", text).kc(&Travel::default(), &silent);
        refused.expect_err("the wheels cannot rise").to_string()
    };
    let fixed = "wheel al: on(car) { centre: [-1.8, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
        wheel ar: on(car) { centre: [-1.8, -0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }";
    let found = told(&cars::box_car(0.5, fixed));
    assert!(found.contains("wheel `al` is fixed to what the rig holds"), "{found}");
    // An axle on a pin rolls, and does not rise.
    let pinned = "Pinned {
        body car { mass: 500 kg, com: [0, 0, 0.6] m, inertia: [100, 100, 100] kg*m^2 }
        joint motion: free(ground, car)
        body axle { mass: 50 kg, com: [0, 0, 0.3] m, inertia: [5, 1, 5] kg*m^2 }
        joint pin: revolute(car, axle) { axis: x, at: [0, 0, 0.3] m }
        spring k: between(car, axle) { from: [0, 0.4, 0.7] m, to: [0, 0.5, 0.3] m, rate: 30 kN/m, free_length: 500 mm }
        wheel l: on(axle) { centre: [0, 0.7, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
        wheel r: on(axle) { centre: [0, -0.7, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
        tyre road: linear(all) { stiffness: 200 kN/m }
    }";
    let found = told(pinned);
    assert!(
        found.contains("leaves too few freedoms") && !found.contains("shorter travel"),
        "{found}"
    );
}

/// A trailer is held however light it is, and whatever couples it: its struts are vertical, and their springs are its wheel rates. Its swing is no
/// steering.
#[test]
fn a_light_trailer_is_held() {
    let ball = "joint hitch: spherical(car, trailer) { at: [-3.4, 0, 0.4] m }";
    let rubber = "joint hung: free(car, trailer)
        bushing hitch: between(car, trailer) { at: [-3.4, 0, 0.4] m, stiffness: [5e6, 5e6, 5e6] N/m, damping: [1e4, 1e4, 1e4] N*s/m }";
    // A drawbar on two hinges of one axis.
    let drawbar = "body bar { mass: 20 kg, com: [-4, 0, 0.4] m, inertia: [0.5, 3, 3] kg*m^2 }
        joint hitch: spherical(car, bar) { at: [-3.4, 0, 0.4] m }
        joint one: revolute(bar, trailer) { axis: y, at: [-4.6, 0.4, 0.4] m }
        joint other: revolute(bar, trailer) { axis: y, at: [-4.6, -0.4, 0.4] m, redundant: accept }";
    let mono = "joint hitch: universal(car, trailer) { axes: [z, y], at: [-3.4, 0, 0.4] m }";
    for (coupling, mass) in [ball, rubber, drawbar, mono]
        .iter()
        .flat_map(|own| [(own, "600 kg"), (own, "100 kg")])
    {
        let mut trailer = cars::TRAILER
            .replace("mass: 600 kg", &format!("mass: {mass}"))
            .replace(ball, coupling);
        if *coupling == mono {
            // One wheel in the middle.
            let (begin, end) = (
                trailer.find("mirror").expect("its wheels"),
                trailer.rfind('}').expect("their end"),
            );
            let one = trailer[begin..end]
                .replace("mirror tl as tr {", "")
                .replace("0.75", "0");
            let one = [
                ("hub", "tl_hub"),
                (" k:", " tl_k:"),
                (" s:", " tl_s:"),
                (" w:", " tl_w:"),
            ]
            .iter()
            .fold(one, |text, (from, to)| text.replace(from, to));
            trailer = format!("{}{one}", &trailer[..begin]);
        }
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &trailer));
        let found = at(&car, At::Design);
        let wheel = if *coupling == mono { "tl_w" } else { "tl.w" };
        let rate = value(&found, "design position", wheel, "wheel rate");
        assert!((rate - 30.0).abs() < 1e-3, "{coupling} {mass}: {rate}");
        let figures = found.iter().flat_map(|own| &own.figures);
        let steers =
            figures.filter(|own| own.subject == wheel && own.name.starts_with("steering ratio") && own.value.is_some());
        let steers: Vec<&str> = steers.map(|own| own.name.as_str()).collect();
        assert!(steers.is_empty(), "{coupling} {mass}: {steers:?}");
    }
}

/// A car behind with an axle of 400 kg for its rear struts. `beam` carries the wheels of the axle, or their knuckles.
fn on_an_axle(springs: &str, wheels: &str) -> String {
    let axle = format!(
        "body beam {{ mass: 400 kg, com: [-2.6, 0, 0.3] m, inertia: [90, 20, 90] kg*m^2 }}
        body swing {{ mass: 5 kg, com: [-2.6, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
        joint guide: prismatic(car, swing) {{ axis: z }}
        joint roll: revolute(swing, beam) {{ axis: x, at: [-2.6, 0, 0.3] m }}
        mirror bl as br {{ {springs} {wheels} }}"
    );
    let text = cars::box_car(0.5, &axle);
    // The struts behind give way to the axle.
    let begin = text.find("mirror rl as rr").expect("the struts behind");
    let end = begin + text[begin..].find("steering wheel").expect("the steering");
    format!("{}{}", &text[..begin], &text[end..])
}

const COIL: &str = "spring k: between(car, beam) { from: [-2.6, 0.5, 0.7] m, to: [-2.6, 0.5, 0.3] m, rate: 40 kN/m, free_length: 500 mm }";
const ON_BEAM: &str = "wheel w: on(beam) { centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: car }";

/// A heavy axle on springs moves, and the body above it is held. It rises with both wheels at the rate of both springs, half for each wheel.
#[test]
fn a_heavy_axle_on_springs_is_not_held() {
    let bellows = "air_spring k: between(car, beam) { from: [-2.6, 0.5, 0.7] m, to: [-2.6, 0.5, 0.3] m, area: 0.01 m^2, \
        volume: 0.004 m^3, pressure: 400 kPa }";
    let knuckle = "body knuckle { mass: 10 kg, com: [-2.6, 0.75, 0.3] m, inertia: [0.2, 0.2, 0.2] kg*m^2 }
        joint kingpin: revolute(beam, knuckle) { axis: z, at: [-2.6, 0.7, 0.3] m }
        wheel w: on(knuckle) { centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: car }";
    let tied = format!("{COIL} torsion centring: on(kingpin) {{ rate: 1e5 N*m/rad }}");
    let rate = |springs: &str, wheels: &str| {
        let text = on_an_axle(springs, wheels);
        value(
            &at(&Vehicle::of_text("car.txt", &text), At::Design),
            "design position",
            "bl.w",
            "wheel rate",
        )
    };
    let coil = rate(COIL, ON_BEAM);
    assert!((coil - 40.0).abs() < 1e-3, "{coil}");
    let steered = rate(&tied, knuckle);
    assert!((steered - 40.0).abs() < 1e-3, "{steered}");
    assert!(rate(bellows, ON_BEAM) > 1.0);
}

/// In a trailer the body at the hitch is held, also if its axle is heavier.
#[test]
fn a_trailer_is_held_by_its_frame() {
    let trailer = "body trailer { mass: 120 kg, com: [-5.6, 0, 0.5] m, inertia: [60, 100, 120] kg*m^2 }
        joint hitch: spherical(car, trailer) { at: [-3.4, 0, 0.4] m }
        body beam { mass: 160 kg, com: [-5.6, 0, 0.3] m, inertia: [40, 10, 40] kg*m^2 }
        body swing { mass: 5 kg, com: [-5.6, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        joint guide: prismatic(trailer, swing) { axis: z }
        joint roll: revolute(swing, beam) { axis: x, at: [-5.6, 0, 0.3] m }
        mirror tl as tr {
            spring k: between(trailer, beam) { from: [-5.6, 0.5, 0.7] m, to: [-5.6, 0.5, 0.3] m, rate: 25 kN/m, free_length: 500 mm }
            wheel w: on(beam) { centre: [-5.6, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: trailer }
        }";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, trailer));
    let rate = value(&at(&car, At::Design), "design position", "tl.w", "wheel rate");
    assert!((rate - 25.0).abs() < 1e-3, "{rate}");
}

/// An axle that a ball and springs alone hold is no trailer: it is not held.
#[test]
fn an_axle_on_a_ball_and_springs_is_no_unit() {
    let text = on_an_axle(COIL, ON_BEAM);
    let begin = text.find("body swing").expect("the guide");
    let end = text.find("mirror bl as br").expect("the springs");
    let ball = "joint tube: spherical(car, beam) { at: [-1.2, 0, 0.3] m }";
    let text = format!("{}{ball}\n{}", &text[..begin], &text[end..]);
    let rate = value(
        &at(&Vehicle::of_text("car.txt", &text), At::Design),
        "design position",
        "bl.w",
        "wheel rate",
    );
    assert!(rate > 10.0, "{rate}");
}

/// Of two frames that a drive bends the rig holds the heavier one, also if a piece between them swings, or a ram bends them.
#[test]
fn frames_that_a_drive_bends_are_not_both_held() {
    let hinge = "joint centre: revolute(rear, front) { axis: z, at: [-1.4, 0, 0.7] m, drive: bend }";
    let swing = "body mid { mass: 100 kg, com: [-1.4, 0, 0.7] m, inertia: [5, 5, 5] kg*m^2 }
        joint centre: revolute(rear, mid) { axis: z, at: [-1.4, 0, 0.7] m, drive: bend }
        joint roll: revolute(mid, front) { axis: x, at: [-1.3, 0, 0.7] m }";
    let ram = "joint centre: revolute(rear, front) { axis: z, at: [-1.4, 0, 0.7] m }
        body tube { mass: 20 kg, com: [-1.9, 0.4, 0.7] m, inertia: [1, 1, 1] kg*m^2 }
        body rod { mass: 15 kg, com: [-1.2, 0.45, 0.7] m, inertia: [1, 1, 1] kg*m^2 }
        joint e1: revolute(rear, tube) { axis: z, at: [-2.2, 0.4, 0.7] m }
        joint ram: prismatic(tube, rod) { axis: [1, 0.05, 0], drive: bend }
        joint e2: revolute(rod, front) { axis: z, at: [-1, 0.46, 0.7] m, redundant: accept }";
    for (joints, per_turn) in [(hinge, "20 deg"), (swing, "20 deg"), (ram, "100 mm")] {
        let text = cars::loader(joints).replace("20 deg }", &format!("{per_turn} }}"));
        let loader = Vehicle::of_text("loader.txt", &text);
        let found = at(&loader, At::Design);
        assert!(found[0].conditions.contains("`rear` held"), "{}", found[0].conditions);
        let rate = value(&found, "design position", "rl", "wheel rate");
        assert!((rate - 120.0).abs() < 1e-3, "{joints}: {rate}");
        assert!(loader.running().expect("it compiles").is_articulated(), "{joints}");
    }
}

/// The body that the free joint names does not matter: a held body stays at its place, even if the coordinates begin at
/// an arm.
#[test]
fn held_bodies_stay_wherever_the_coordinates_begin() {
    let mut count = 0;
    for car in (0..)
        .map(wishbone_cars::random)
        .filter(|car| !car.text.contains(".tir"))
    {
        let vehicle = Vehicle::of_text("car.txt", &car.text);
        let bodies = &vehicle.running().expect("a car").compiled.model.bodies;
        let arm = bodies
            .iter()
            .map(|body| &body.name)
            .find(|name| name.starts_with("front_left."));
        let Some(arm) = arm else { continue };
        let turned = car
            .text
            .replace("free(ground, chassis)", &format!("free(ground, {arm})"));
        assert_ne!(turned, car.text);
        let other = Vehicle::of_text("car.txt", &turned);
        let (Ok(one), Ok(other)) = (vehicle.kc(&far(), &silent), other.kc(&far(), &silent)) else {
            continue;
        };
        for (one, other) in one.iter().zip(&other) {
            for (one_row, other_row) in one.table.rows.iter().zip(&other.table.rows) {
                for ((column, a), b) in one.table.columns.iter().zip(one_row).zip(other_row) {
                    let scale = one
                        .table
                        .column(&column.name)
                        .expect("a column")
                        .iter()
                        .fold(1e-3_f64, |most, own| most.max(own.abs()));
                    assert!(
                        (a - b).abs() < 1e-6 * scale,
                        "{arm} {} {}: {a} and {b}\n{}",
                        one.name,
                        column.name,
                        car.text
                    );
                }
            }
        }
        count += 1;
        if count == 4 {
            break;
        }
    }
}

/// A long travel in few positions.
fn far() -> Travel {
    Travel {
        travel: 0.06,
        steps: 2,
        ..Travel::default()
    }
}
