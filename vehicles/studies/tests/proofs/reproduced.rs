//! Vehicles whose figures were once wrong, compared with the lines through their hardpoints.

use nalgebra::Vector3;
use wishbone::prelude::*;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile;
use wishbone_engine::Engine;
use wishbone_studies::findings::Findings;
use wishbone_studies::kc::{Conditions, findings};
use wishbone_studies::kinematics::steering_axes;
use wishbone_studies::rig::{Rig, Steering};

fn on_the_rig(declaration: &str) -> Rig<Engine> {
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    let compiled = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "declaration", declaration)));
    let radii: Vec<f64> = compiled.model.wheels.iter().map(|wheel| wheel.radius).collect();
    Rig::new(Engine::new(&compiled), &[0], &[], &radii).expect("it goes on the rig")
}

/// A front axle on struts, with the hardpoints of a hatchback.
const STRUTS: &str = "Struts {
    include \"wishbone/rack_and_pinion.txt\"
    include \"wishbone/macpherson.txt\"
    body chassis { mass: 1230 kg, com: [-1, 0, 0.3] m, inertia: [420, 1750, 1950] kg*m^2 }
    joint motion: free(ground, chassis)
    place RackAndPinion(chassis) as steering
    place MacPherson(chassis, steering.rack) as front_left mirrored front_right {
        points {
            lca_front: [15, 375, -85] mm, lca_rear: [-290, 345, -75] mm, lca_outer: [5, 720, -110] mm,
            strut_top: [-45, 575, 560] mm, strut_seat: [-12, 640, 120] mm,
            tie_inner: [-120, 330, -68] mm, tie_outer: [-125, 690, -75] mm, wheel_centre: [0, 770, 0] mm
        }
        wheel tyre { radius: 313 mm, toe: 0.1 deg, camber: -0.6 deg }
    }
}";

/// The steering axis is the line from the strut's top to the ball joint, whatever coordinates the compiler holds as independent.
#[test]
fn a_strut_turns_about_the_line_from_its_top_to_its_ball_joint() {
    let mut rig = on_the_rig(STRUTS);
    let axes = steering_axes(&mut rig, Steering::Drive(0)).expect("it steers");
    let (lower, upper) = (Vector3::new(0.005, 0.72, -0.11), Vector3::new(-0.045, 0.575, 0.56));
    let pin = upper - lower;
    let lean = (-0.6_f64).to_radians();
    // With toe-in of 0.1 degrees, the heading of the left wheel points a little to the right.
    let heading = Vector3::new(0.1_f64.to_radians().cos(), -0.1_f64.to_radians().sin(), 0.0);
    let left = Vector3::z().cross(&heading);
    let contact = Vector3::new(0.0, 0.77, 0.0) - 0.313 * (lean.cos() * Vector3::z() + lean.sin() * left);
    let met = lower + pin * ((contact.z - lower.z) / pin.z) - contact;
    for (wheel, own) in axes.iter().enumerate() {
        let own = own.expect("it is steered");
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{wheel}: {found} for {wanted}");
        near(own.caster, (-pin.x).atan2(pin.z));
        near(own.inclination, (-pin.y).atan2(pin.z));
        near(own.scrub_radius, -met.dot(&left));
        near(own.trail, met.dot(&heading));
        // The rack moves 48 mm in a turn of the steering wheel, which gives a ratio of 16.6.
        assert!((std::f64::consts::TAU / 0.048 / own.ratio.abs() - 16.6).abs() < 0.05);
    }
}

/// A strut on bushings has a finite steering axis, near the axis of an equal strut on a hinge.
#[test]
fn a_strut_on_bushings_has_an_axis() {
    let text = STRUTS.replace("wishbone/macpherson.txt", "wishbone/macpherson_bushed.txt");
    let (mut bushed, mut hinged) = (
        on_the_rig(&text.replace("MacPherson(", "MacPhersonBushed(")),
        on_the_rig(STRUTS),
    );
    let axes = [&mut bushed, &mut hinged].map(|rig| {
        let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
        rig.lift(&heights).expect("it stands there");
        steering_axes(rig, Steering::Drive(0)).expect("it steers")[0].expect("it is steered")
    });
    let [bushed, hinged] = axes;
    assert!((bushed.caster - hinged.caster).abs() < 0.02, "{bushed:?} {hinged:?}");
    assert!(
        (bushed.inclination - hinged.inclination).abs() < 0.02,
        "{bushed:?} {hinged:?}"
    );
    assert!(
        (bushed.ratio / hinged.ratio - 1.0).abs() < 0.05,
        "{bushed:?} {hinged:?}"
    );
}

/// Arms at front and rear; the wheels lean by 3 degrees.
const LEANING: &str = "Leaning {
    body chassis { mass: 1200 kg, com: [-1.3, 0, 0.55] m, inertia: [300, 1200, 1300] kg*m^2 }
    joint motion: free(ground, chassis)
    body rack { mass: 3 kg, com: [-0.14, 0, 0.235] m, inertia: [0.1, 0.01, 0.1] kg*m^2 }
    joint slide: prismatic(chassis, rack) { axis: y, drive: rack }
    mirror left as right {
        points {
            lca_front: [0.160, 0.360, 0.200] m, lca_rear: [-0.190, 0.370, 0.215] m, lbj: [0.010, 0.700, 0.185] m,
            uca_front: [0.110, 0.440, 0.510] m, uca_rear: [-0.140, 0.450, 0.495] m, ubj: [-0.015, 0.665, 0.520] m
        }
        body lca { mass: 6.5 kg, com: [0, 0.53, 0.196] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body uca { mass: 3.5 kg, com: [-0.015, 0.555, 0.511] m, inertia: [0.03, 0.025, 0.05] kg*m^2 }
        body knuckle { mass: 38 kg, com: [0.005, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }
        joint lower_pivot: revolute(chassis, lca) { through: [lca_rear, lca_front] }
        joint lower_ball: spherical(lca, knuckle) { at: lbj }
        joint upper_pivot: revolute(chassis, uca) { through: [uca_rear, uca_front] }
        joint upper_ball: spherical(uca, knuckle) { at: ubj }
        link tie_rod: distance(rack, knuckle) { from: [-0.140, 0.370, 0.235] m, to: [-0.130, 0.680, 0.225] m }
        spring spring: between(lca, chassis) {
            from: [-0.020, 0.550, 0.200] m, to: [-0.030, 0.490, 0.620] m, rate: 75 kN/m, free_length: 525 mm
        }
        wheel tyre: on(knuckle) { centre: [0, 0.750, 0.310] m, radius: 0.31 m, camber: -3 deg }
        output scrub: scrub_radius(tyre) { axis: [lower_ball, upper_ball] }
        output trail: trail(tyre) { axis: [lower_ball, upper_ball] }
    }
}";

/// The contact lies in the wheel plane. The scrub radius grows by the distance by which the bottom of the wheel leans
/// outward. The rig and the declared outputs agree.
#[test]
fn a_leaning_wheel_has_its_contact_in_its_plane() {
    let mut rig = on_the_rig(LEANING);
    let axes = steering_axes(&mut rig, Steering::Drive(0)).expect("it steers");
    let lean = 3_f64.to_radians();
    let down = 0.185 - 0.31 * (1.0 - lean.cos());
    let [x, y] = [0.010 + 0.025 / 0.335 * down, 0.700 + 0.035 / 0.335 * down];
    let scrub = 0.750 + 0.31 * lean.sin() - y;
    assert!((scrub - 0.04694).abs() < 1e-5, "{scrub}");
    let names = rig.solver().description().outputs;
    let outputs = rig.outputs();
    for (side, axis) in ["left", "right"].into_iter().zip(axes) {
        let own = axis.expect("it is steered");
        assert!((own.scrub_radius - scrub).abs() < 1e-9, "{own:?}");
        assert!((own.trail - x).abs() < 1e-9, "{own:?}");
        let output = |name: &str| {
            let place = names.iter().position(|own| *own == format!("{side}.{name}"));
            outputs[place.expect("an output")]
        };
        assert!((output("scrub") - scrub).abs() < 1e-9, "{}", output("scrub"));
        assert!((output("trail") - x).abs() < 1e-9, "{}", output("trail"));
    }
}

fn kinematics(rig: &Rig<Engine>, steer: Option<(Steering, Vec<f64>)>) -> Vec<Findings> {
    let conditions = Conditions {
        travel: (-4..=4).map(|k| 0.02 * f64::from(k)).collect(),
        steer,
        steer_unit: "m",
        ..Conditions::default()
    };
    findings(rig, "chassis", &conditions, &|_| {}).expect("findings")
}

/// A single wheel has kinematics. Three wheels have those of the axle that two of them form.
#[test]
fn one_wheel_is_enough() {
    let one = LEANING.replace("mirror left as right {", "").replace(
        "output trail: trail(tyre) { axis: [lower_ball, upper_ball] }\n    }",
        "output trail: trail(tyre) { axis: [lower_ball, upper_ball] }",
    );
    let rig = on_the_rig(&one);
    let found = kinematics(&rig, Some((Steering::Drive(0), vec![-0.02, 0.0, 0.02])));
    let figure = found[0].figure("tyre", "scrub radius").expect("a figure");
    assert!((figure.value.expect("a number") - 46.94).abs() < 0.01);
    assert!(
        found[0].notes.iter().any(|note| note.contains("two axles")),
        "{:?}",
        found[0].notes
    );
    for own in &found[1..4] {
        assert!(
            own.table.rows.len() >= 3 && own.table.column("tyre.caster").is_some(),
            "{}",
            own.name
        );
    }
}

/// A rack that has pulled its tie rods straight cannot move further. The curves end there, and say so.
#[test]
fn curves_go_as_far_as_the_linkage_does() {
    let rig = on_the_rig(LEANING);
    let positions: Vec<f64> = (-10..=10).map(|k| 0.03 * f64::from(k)).collect();
    let found = kinematics(&rig, Some((Steering::Drive(0), positions)));
    let steer = found.iter().find(|own| own.name == "steer").expect("steer");
    let reached: Vec<f64> = steer.table.rows.iter().map(|row| row[0]).collect();
    assert!(reached.len() > 2 && reached.len() < 21, "{reached:?}");
    assert!(!steer.verdict.is_as_asked());
    let told = &steer.verdict.words;
    for words in ["the curves end at", "mm is not reached"] {
        assert_eq!(told.matches(words).count(), 2, "{told}");
    }
}

/// Two wheels on one slide bounce and do not roll. There are curves in bounce, and a reason why there are none in roll.
#[test]
fn an_axle_that_does_not_roll_bounces() {
    let rig = on_the_rig(
        "Slide {
            body chassis { mass: 900 kg, com: [0, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
            joint motion: free(ground, chassis)
            body axle { mass: 60 kg, com: [0, 0, 0.3] m, inertia: [5, 1, 5] kg*m^2 }
            joint slide: prismatic(chassis, axle) { axis: z }
            spring coil: between(chassis, axle) { from: [0, 0, 1] m, to: [0, 0, 0.3] m, rate: 80 kN/m, free_length: 0.75 m }
            mirror left as right { wheel tyre: on(axle) { centre: [0, 0.7, 0.3] m, radius: 0.3 m } }
        }",
    );
    let found = kinematics(&rig, None);
    let of = |name: &str| found.iter().find(|own| own.name == name).expect("a test");
    assert_eq!(of("bounce").table.rows.len(), 9);
    assert!(of("bounce").verdict.is_as_asked());
    assert_eq!(of("roll").table.rows.len(), 1);
    let told = &of("roll").verdict.words;
    assert_eq!(told.matches("the curves end at").count(), 2, "{told}");
    let rate = |name: &str| of("design position").figure("left.tyre", name).expect("a figure").value;
    assert!((rate("wheel rate").expect("a number") - 40.0).abs() < 1e-6);
    assert_eq!(rate("wheel rate in roll"), None);
}

/// The steering axis away from the middle of a travel is the axis of the pin in that position: the rig keeps the travel
/// while the rack moves.
#[test]
fn a_lifted_wheel_turns_about_its_pin_there() {
    let mut rig = on_the_rig(LEANING);
    let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2] + 0.04).collect();
    rig.steer(Steering::Drive(0), 0.02);
    rig.lift(&heights).expect("it is reached");
    let found = steering_axes(&mut rig, Steering::Drive(0)).expect("it steers");
    let names = rig.solver().description().outputs;
    let outputs = rig.outputs();
    for (side, axis) in ["left", "right"].into_iter().zip(found) {
        let place = names
            .iter()
            .position(|own| *own == format!("{side}.trail"))
            .expect("an output");
        let own = axis.expect("it is steered");
        assert!(
            (own.trail - outputs[place]).abs() < 1e-9,
            "{} {}",
            own.trail,
            outputs[place]
        );
        assert!((own.scrub_radius - outputs[place - 1]).abs() < 1e-9);
    }
}
