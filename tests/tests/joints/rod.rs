//! Rods with mass: compared with a closed form and with a rigid body between two ball joints. Tested with parameters
//! and in lanes; some declarations are refused.

use crate::{agrees, body, compiled};
use nalgebra::{Matrix3, Vector3};
use wishbone::level::Level;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::model::{Body, Joint, JointKind, Model, Spherical};
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_oracle::{Motion, Oracle};
use wishbone_tests::{Acting, Interpreted, Scatter, Subject, assert_both_doors, compare, random_state};

/// A rod of 1.3 m and 4 kg leans against a wall, with its ends on sliders of 2 kg and 3 kg: the ladder of textbooks.
const LADDER: &str = "Ladder {
    body foot { mass: 2 kg, com: [0.5, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    body head { mass: 3 kg, com: [0, 0, 1.2] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    joint floor: prismatic(ground, foot) { axis: x, at: [0.5, 0, 0] m }
    joint wall: prismatic(ground, head) { axis: z, at: [0, 0, 1.2] m }
    link ladder: distance(foot, head) { from: [0.5, 0, 0] m, to: [0, 0, 1.2] m, mass: 4 kg }
}";

/// With the angle `φ` between rod and floor: `T = ½ M φ'²`, `M = L² (m₁ sin² φ + m₂ cos² φ + m/3)`,
/// `V = g L sin φ (m₂ + m/2)`, hence `M φ'' + ½ M' φ'² + V' = 0`.
#[test]
fn a_ladder_slides_as_in_closed_form() {
    let (foot, head, rod, length, gravity) = (2.0, 3.0, 4.0, 1.3, 9.81);
    for method in Method::ALL {
        let compiled = compiled(LADDER, method);
        let mut subject = Interpreted::new(&compiled);
        let acting = Acting::default();
        for (angle, rate) in [(1.176_f64, 0.0_f64), (1.0, 0.7), (0.4, -1.3), (1.4, 2.0)] {
            let (sin, cos) = angle.sin_cos();
            let mass = length * length * (foot * sin * sin + head * cos * cos + rod / 3.0);
            let half_slope = length * length * (foot - head) * sin * cos;
            let torque = gravity * length * cos * (head + 0.5 * rod);
            let expected = -(half_slope * rate * rate + torque) / mass;
            let of = |floor: f64, wall: f64| move |name: &String| if name == "floor" { floor } else { wall };
            let coordinates = compiled
                .state
                .coordinates
                .iter()
                .map(|&k| &compiled.layout.coordinates[k]);
            let q: Vec<f64> = coordinates.map(of(length * cos - 0.5, length * sin - 1.2)).collect();
            let speeds: Vec<&String> = compiled
                .state
                .speeds
                .iter()
                .map(|&k| &compiled.layout.speeds[k])
                .collect();
            let v: Vec<f64> = speeds
                .iter()
                .copied()
                .map(of(-length * sin * rate, length * cos * rate))
                .collect();
            let rates = subject.rates(&q, &v, &acting);
            // Angular acceleration from x'' = -L (sin φ φ'' + cos φ φ'²), or from z'' = L (cos φ φ'' - sin φ φ'²).
            for (name, &acceleration) in speeds.iter().zip(&rates.v) {
                let found = of(
                    -(acceleration / length + cos * rate * rate) / sin,
                    (acceleration / length + sin * rate * rate) / cos,
                )(name);
                let off = (found - expected).abs();
                assert!(
                    off < 1e-10 * (1.0 + expected.abs()),
                    "{method}: {found}, not {expected}"
                );
            }
        }
    }
}

/// The rod compared with the oracle's own rigid body between two ball joints, with the same mass and the moments `m L²/12`
/// across and zero along. The accelerations of the other bodies are the same for every motion. The spin of the bar
/// about its own axis has no effect.
#[test]
fn the_oracles_rod_is_a_rigid_bar_between_two_balls() {
    let text = format!(
        "Pair {{
            {} {}
            joint one: free(ground, a) joint two: spherical(ground, b) {{ at: [1, 0.1, 0.4] m }}
            link rod: distance(a, b) {{ from: [0.2, 0.1, 0.3] m, to: [0.9, 0.4, 0.1] m, mass: 1.5 kg }}
        }}",
        body("a", "0.1, 0.2, 0.4"),
        body("b", "1.1, 0.3, 0.2")
    );
    let model = compiled(&text, Method::Recursive).model;
    let (with_rod, with_bar) = (Oracle::new(&model), Oracle::new(&as_bar(&model)));
    let mut motions = with_rod.design();
    motions.bodies[0].angular_velocity = Vector3::new(0.3, -1.2, 0.8);
    motions.bodies[0].velocity = Vector3::new(0.4, 0.1, -0.6);
    motions.bodies[1].angular_velocity = Vector3::new(-0.9, 0.2, 1.4);
    let loads = with_rod.no_loads();
    with_rod.assemble(&mut motions, &loads).expect("it closes");

    let JointKind::Distance(rod) = &model.joints[2].kind else {
        panic!("it is a rod")
    };
    let end = |body: usize, at: Vector3<f64>| {
        let (motion, com) = (&motions.bodies[body], *model.bodies[body + 1].com);
        let arm = motion.rotation * (at - com);
        (motion.com + arm, motion.velocity + motion.angular_velocity.cross(&arm))
    };
    let ((p, vp), (q, vq)) = (end(0, *rod.from), end(1, *rod.to));
    let along = q - p;
    let drawn = *rod.to - *rod.from;
    let mut of_bar = motions.clone();
    of_bar.bodies.push(Motion {
        rotation: nalgebra::Rotation3::rotation_between(&drawn, &along)
            .expect("it has hardly turned")
            .into_inner(),
        com: 0.5 * (p + q),
        angular_velocity: along.cross(&(vq - vp)) / along.norm_squared(),
        velocity: 0.5 * (vp + vq),
    });
    let (one, other) = (
        with_rod.accelerations(&motions, &loads),
        with_bar.accelerations(&of_bar, &loads),
    );
    assert!(one.bodies[0].angular.norm() > 1.0, "the rod is felt");
    for (a, b) in one.bodies.iter().zip(&other.bodies) {
        let off = (a.angular - b.angular).norm() + (a.linear - b.linear).norm();
        assert!(off < 1e-8, "{a:?} {b:?}");
    }
    // The force of the rod on its second body is the force that the bar's ball joint transmits.
    let off = (one.reactions[2].force - other.reactions[3].force).norm();
    assert!(off < 1e-8, "{off}");
    let (one, other) = (with_rod.energy(&motions), with_bar.energy(&of_bar));
    assert!((one.kinetic - other.kinetic).abs() < 1e-9 && (one.gravity - other.gravity).abs() < 1e-9);
    let (one, other) = (with_rod.momentum(&motions), with_bar.momentum(&of_bar));
    assert!((one.linear - other.linear).norm() < 1e-9 && (one.angular - other.angular).norm() < 1e-9);
}

/// The model with its last joint, a rod with mass, replaced by a body between two ball joints.
fn as_bar(model: &Model) -> Model {
    let mut model = model.clone();
    let joint = model.joints.pop().expect("the rod is the last");
    let JointKind::Distance(rod) = &joint.kind else {
        panic!("it is a rod")
    };
    let mass = **rod.mass.as_ref().expect("it has a mass");
    let d = *rod.to - *rod.from;
    let slender = mass / 12.0 * (Matrix3::identity() * d.norm_squared() - d * d.transpose());
    // The oracle's bodies need a small moment of inertia about the rod's own axis.
    let spin = 1e-9 * d * d.transpose();
    model.bodies.push(Body {
        name: "bar".to_owned(),
        mass: mass.into(),
        com: (0.5 * (*rod.from + *rod.to)).into(),
        inertia: (slender + spin).into(),
        span: joint.span,
    });
    let bar = wishbone_compiler::model::BodyId::from(model.bodies.len() - 1);
    let ball = |first, second, at: Vector3<f64>| Joint {
        first,
        second,
        kind: JointKind::Spherical(Spherical { at: at.into() }),
        ..joint.clone()
    };
    let (one, two) = (ball(joint.first, bar, *rod.from), ball(bar, joint.second, *rod.to));
    model.joints.extend([one, two]);
    model
}

/// A wishbone suspension on both sides of a rack, with tie rods that have mass.
fn front(more: &str, tie_rod: &str) -> String {
    format!(
        "Front {{
            {more}
            body chassis {{ mass: 900 kg, com: [0, 0, 0.6] m, inertia: [400, 900, 1000] kg*m^2 }}
            joint floating: free(ground, chassis) {{ at: [0, 0, 0.6] m }}
            body rack {{ mass: 4 kg, com: [-0.15, 0, 0.2] m, inertia: [0.1, 0.01, 0.1] kg*m^2 }}
            joint gear: prismatic(chassis, rack) {{ axis: y, at: [-0.15, 0, 0.2] m }}
            mirror left as right {{
                body lower {{ mass: 4 kg, com: [0, 0.5, 0.2] m, inertia: [0.05, 0.06, 0.1] kg*m^2 }}
                body upper {{ mass: 2 kg, com: [0, 0.55, 0.45] m, inertia: [0.02, 0.02, 0.04] kg*m^2 }}
                body knuckle {{ mass: 20 kg, com: [0, 0.7, 0.3] m, inertia: [0.4, 0.3, 0.4] kg*m^2 }}
                joint lower_pivot: revolute(chassis, lower) {{ axis: x, at: [0, 0.35, 0.2] m }}
                joint upper_pivot: revolute(chassis, upper) {{ axis: x, at: [0, 0.4, 0.45] m }}
                joint lower_ball: spherical(lower, knuckle) {{ at: [0.01, 0.7, 0.18] m }}
                joint upper_ball: spherical(upper, knuckle) {{ at: [-0.02, 0.66, 0.47] m }}
                link tie_rod: distance(rack, knuckle) {{ from: [-0.15, 0.3, 0.2] m, to: [-0.14, 0.68, 0.22] m, {tie_rod} }}
                spring coil: between(chassis, lower) {{ from: [0, 0.5, 0.7] m, to: [0, 0.55, 0.2] m, rate: 30 kN/m, free_length: 0.55 m }}
            }}
        }}"
    )
}

#[test]
fn tie_rods_of_a_steered_axle_agree_with_the_oracle() {
    agrees(&front("", "mass: 1.2 kg"), 6 + 1 + 2);
}

/// Both corners are computed in lanes. The mass at the rods' ends on the rack (in the second vehicle, on the chassis)
/// counts in bodies outside the lanes.
#[test]
fn tie_rods_in_lanes_agree_with_the_oracle() {
    let steered = front("levels: all lanes: accept method: synthesis", "mass: 1.2 kg");
    let fixed = steered.replace("distance(rack, knuckle)", "distance(chassis, knuckle)");
    for (text, sides) in [(steered, 2), (fixed, 0)] {
        let compiled = compile_text(&text).unwrap_or_else(|_| panic!("{text}"));
        let lanes = compiled.programs.lanes.as_ref().expect("both corners are alike");
        assert_eq!(lanes.sides.len(), sides);
        agrees_in_lanes(&compiled);
    }
}

fn agrees_in_lanes(compiled: &Compiled) {
    let oracle = Oracle::new(&compiled.model);
    let mut rng = fastrand::Rng::with_seed(8);
    for state in states(&mut Interpreted::new(compiled), &mut rng) {
        let mut subject = Interpreted::new(compiled).at_level(Level::V3);
        let off = compare(&oracle, &mut subject, &compiled.state.spins, &state);
        assert!(off.acceleration() < 1e-9 && off.energy < 1e-10, "{off:?}");
    }
}

/// Four corners in four lanes. A free rack carries the rods of two corners; the rods of the other two corners are on
/// the chassis.
#[test]
fn rods_on_a_rack_and_on_the_chassis_share_their_lanes() {
    let rod = "link tie_rod { mass: 5 kg }";
    let text = format!(
        "Car {{
            levels: all lanes: accept method: synthesis
            include \"wishbone/double_wishbone.txt\"
            body chassis {{ mass: 1200 kg, com: [-1.3, 0.02, 0.25] m, inertia: [400, 1500, 1700, 5, 20, -8] kg*m^2 }}
            joint motion: free(ground, chassis)
            body rack {{ mass: 6 kg, com: [-0.22, 0.01, -0.04] m, inertia: [0.3, 0.01, 0.3] kg*m^2 }}
            joint steering: prismatic(chassis, rack) {{ axis: [0.02, 1, 0.05] }}
            place DoubleWishbone(chassis, rack) as front_left mirrored front_right {{ {rod} }}
            place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right {{ origin: [-2.6, 0, 0] m {rod} }}
        }}"
    );
    let compiled = compile_text(&text).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", &text)));
    let lanes = compiled.programs.lanes.as_ref().expect("corners are alike");
    let nodes = &lanes.calls[&Call::Evaluation].program.nodes;
    assert_eq!(nodes.iter().map(|node| node.lanes).max(), Some(4));
    agrees_in_lanes(&compiled);
}

/// Only rods hold the axle, on a body with its own frame. A drive moves one rod, and a rod connects the base with the
/// ground.
#[test]
fn rods_with_mass_hold_an_axle() {
    let text = "Axle {
        body chassis { mass: 900 kg, com: [-1, 0, 0.3] m, inertia: [400, 900, 1000] kg*m^2 }
        joint floating: free(ground, chassis) { at: [-1, 0, 0.3] m }
        link tether: distance(ground, chassis) { from: [-1, 2, 1] m, to: [-1, 0.5, 0.3] m, mass: 30 kg }
        body axle { mass: 70 kg, com: [0, 0, 0] m, inertia: [9, 1.2, 9.5] kg*m^2 }
        body pitman { mass: 2 kg, com: [0.8, 0.45, 0.3] m, inertia: [0.02, 0.02, 0.01] kg*m^2 }
        joint gear: revolute(chassis, pitman) { axis: y, at: [0.8, 0.45, 0.5] m, drive: pitman }
        link torque_rod: distance(chassis, axle) { from: [-0.5, 0, 0.14] m, to: [0, 0, 0.16] m, mass: 4 kg }
        link panhard: distance(axle, chassis) { from: [-0.12, 0.5, 0.04] m, to: [-0.15, -0.5, 0.06] m, mass: 5 kg }
        mirror left as right {
            body knuckle { mass: 25 kg, com: [0, 0.7, 0] m, inertia: [0.4, 0.3, 0.4] kg*m^2 }
            joint kingpin: revolute(axle, knuckle) { axis: [0.05, -0.1, 1], at: [0, 0.68, 0] m }
            link lower: distance(chassis, axle) { from: [-0.55, 0.45, -0.06] m, to: [0.02, 0.5, -0.08] m, mass: 6 kg }
        }
        link drag_link: distance(pitman, left.knuckle) { from: [0.8, 0.45, 0.2] m, to: [0.05, 0.6, 0.12] m, mass: 3 kg }
        link track_rod: distance(left.knuckle, right.knuckle) {
            from: [-0.18, 0.6, -0.02] m, to: [-0.18, -0.6, -0.02] m, mass: 4 kg
        }
    }";
    agrees(text, 5 + 2);
    // By all methods, with rods on the chassis and on a driven body.
    let corner = front("", "mass: 1.2 kg").replace("{ axis: y,", "{ axis: y, drive: steering,");
    agrees(&corner, 6 + 2);
    agrees(&corner.replace("free(ground, chassis)", "fixed(ground, chassis)"), 2);
}

/// If nothing in a rod's loop moves, no equation contains the mass of the rod.
#[test]
fn a_rod_with_mass_between_welded_bodies_is_refused() {
    let text = "Welded {
        body chassis { mass: 9 kg, com: [-1, 0, 0.3] m, inertia: [4, 9, 10] kg*m^2 }
        joint floating: free(ground, chassis) { at: [-1, 0, 0.3] m }
        body bracket { mass: 5 kg, com: [0, 0, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint weld: fixed(chassis, bracket) { at: [0, 0, 0.3] m }
        link stay: distance(chassis, bracket) {
            from: [-1, 0.2, 0.1] m, to: [0, 0.1, 0.4] m, mass: 3 kg, redundant: accept
        }
    }";
    let found = compile_text(text).expect_err("it is refused");
    let found: Vec<_> = found.iter().map(|d| (d.code.id, d.message.as_str())).collect();
    let [("W0303", message)] = found[..] else {
        panic!("{found:?}")
    };
    assert!(message.contains("`stay` has a mass"), "{message}");
    assert!(compile_text(&text.replace("mass: 3 kg, ", "")).is_ok());
}

/// Six states with closed loops.
fn states(subject: &mut Interpreted, rng: &mut fastrand::Rng) -> Vec<(Vec<f64>, Vec<f64>, Acting)> {
    let tried = std::iter::repeat_with(|| random_state(subject, &Scatter::default(), rng));
    let found: Vec<_> = tried.take(60).flatten().take(6).collect();
    assert_eq!(found.len(), 6, "loops do not close");
    found
}

/// Every number is a parameter, and the rod is longer than declared.
#[test]
fn a_rod_with_mass_is_tuned() {
    let text = front("tune: all", "mass: 1.2 kg, adjust: tune 0 mm");
    let compiled = compiled(&text, Method::Synthesis);
    let parameters = compiled.model.parameters.iter();
    let moved = |(k, p): (usize, &wishbone_compiler::model::Parameter)| match p.unit {
        "m" => p.default + 1e-3 * ((k % 5) as f64 - 2.0),
        _ => p.default * (1.0 + 2e-3 * ((k % 7) as f64 - 3.0)),
    };
    let values: Vec<f64> = parameters.enumerate().map(moved).collect();
    assert!(
        compiled
            .model
            .parameters
            .iter()
            .any(|p| p.name.ends_with("tie_rod.mass"))
    );
    let oracle = Oracle::new(&wishbone_tests::tuned::at(&compiled.model, &values));
    let mut subject = Interpreted::with(&compiled, values);
    let mut rng = fastrand::Rng::with_seed(5);
    for state in states(&mut subject, &mut rng) {
        let off = compare(&oracle, &mut subject, &compiled.state.spins, &state);
        assert!(off.acceleration() < 1e-9 && off.energy < 1e-10, "{off:?}");
    }
}

#[test]
fn a_rod_with_mass_goes_through_both_doors() {
    assert_both_doors(LADDER);
}

#[test]
fn what_no_rod_can_weigh_is_refused() {
    for (from, to, code, told) in [
        (
            "mass: 4 kg",
            "mass: 0 kg",
            "W0210",
            "a rod's mass must be greater than zero",
        ),
        (
            "mass: 4 kg",
            "mass: -1 kg",
            "W0210",
            "a rod's mass must be greater than zero",
        ),
        ("mass: 4 kg", "mass: 4 m", "W0106", "mass"),
        ("mass: 4 kg", "mass: none", "W0107", "mass"),
        ("mass: 4 kg", "mass: 4 kg, drive: push", "W0206", "cannot be driven"),
        (
            "distance(foot, head) { from: [0.5, 0, 0] m, to: [0, 0, 1.2] m,",
            "point_on_plane(foot, head) { normal: x, at: [0, 0, 1.2] m,",
            "W0108",
            "mass",
        ),
    ] {
        let text = LADDER.replace(from, to);
        assert_ne!(text, LADDER);
        let found = compile_text(&text).expect_err("it is refused");
        let found: Vec<_> = found.iter().map(|d| (d.code.id, d.message.as_str())).collect();
        assert!(
            found.iter().any(|(id, message)| *id == code && message.contains(told)),
            "{found:?}"
        );
    }
}
