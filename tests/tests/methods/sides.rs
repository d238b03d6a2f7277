//! A subsystem that a free body joins, such as a rack that slides freely, is split into sides, which are computed in
//! lanes. The result agrees with the oracle for sides of any kind.

use crate::compiled;
use fastrand::Rng;
use wishbone::level::Level;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::Call;
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};

const STATES: usize = 8;

/// A car with this steering and these suspensions.
pub fn car(steering: &str, suspensions: &str) -> String {
    format!(
        r#"pub Car {{
            levels: all
            lanes: accept
            method: synthesis
            include "wishbone/double_wishbone.txt"
            include "wishbone/macpherson.txt"
            body chassis {{ mass: 1200 kg, com: [-1.3, 0.02, 0.25] m, inertia: [400, 1500, 1700, 5, 20, -8] kg*m^2 }}
            joint motion: free(ground, chassis)
            {steering}
            {suspensions}
        }}"#
    )
}

pub const RACK: &str = "
    body rack { mass: 6 kg, com: [-0.22, 0.01, -0.04] m, inertia: [0.3, 0.01, 0.3] kg*m^2 }
    joint steering: prismatic(chassis, rack) { axis: [0.02, 1, 0.05] }
";

const WISHBONES_IN_FRONT: &str = "place DoubleWishbone(chassis, rack) as front_left mirrored front_right";
const WISHBONES_BEHIND: &str =
    "place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right { origin: [-2.6, 0, 0] m }";

/// The names of the sides, and the largest number of lanes.
pub fn looked_at(compiled: &Compiled) -> (Vec<String>, u32) {
    let why = compiled.programs.why_no_lanes;
    let lanes = compiled.programs.lanes.as_ref().unwrap_or_else(|| panic!("{why:?}"));
    let widths = lanes.calls[&Call::Evaluation]
        .program
        .nodes
        .iter()
        .map(|node| node.lanes);
    (lanes.sides.clone(), widths.max().unwrap_or(0))
}

fn agrees(text: &str) -> Compiled {
    let compiled = compiled(text, &Choice::Declared);
    let oracle = Oracle::new(&compiled.model);
    let mut rng = Rng::with_seed(29);
    let mut worst = Disagreement::default();
    for _ in 0..STATES {
        let state =
            std::iter::repeat_with(|| random_state(&mut Interpreted::new(&compiled), &Scatter::default(), &mut rng));
        let state = state.take(40).flatten().next().expect("loops close now and then");
        let mut subject = Interpreted::new(&compiled).at_level(Level::V3);
        worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
    }
    assert!(worst.acceleration() < 1e-9, "{worst:?}");
    compiled
}

#[test]
fn four_corners_are_four_lanes_though_a_free_rack_joins_two() {
    let compiled = agrees(&car(RACK, &format!("{WISHBONES_IN_FRONT}\n{WISHBONES_BEHIND}")));
    let sides = ["front_left", "front_right"].map(str::to_owned).to_vec();
    assert_eq!(looked_at(&compiled), (sides, 4));
    assert_eq!(compiled.topology.subsystems.len(), 4, "for the reader they are one");
}

#[test]
fn the_carrier_may_turn_and_be_held_by_springs() {
    let arm = "
        body rack { mass: 3 kg, com: [-0.3, 0.01, -0.04] m, inertia: [0.01, 0.02, 0.03] kg*m^2 }
        joint steering: revolute(chassis, rack) { axis: [0.1, 0.05, 1], at: [-0.42, 0.02, -0.03] m }
        torsion centring: on(steering) { rate: 300 N*m/rad, damping: 20 N*m*s/rad }
        spring damper: between(chassis, rack) {
            from: [-0.3, 0.5, 0.02] m, to: [-0.23, 0.02, -0.04] m, rate: 2 kN/m, damping: 300 N*s/m,
            free_length: 450 mm,
        }
    ";
    let compiled = agrees(&car(arm, &format!("{WISHBONES_IN_FRONT}\n{WISHBONES_BEHIND}")));
    assert_eq!(looked_at(&compiled).1, 4);
}

#[test]
fn sides_may_be_unlike() {
    let front = "
        place DoubleWishbone(chassis, rack) as front_left
        place MacPherson(chassis, rack) as front_middle mirrored front_right
    ";
    let compiled = agrees(&car(RACK, &format!("{front}\n{WISHBONES_BEHIND}")));
    let (sides, _) = looked_at(&compiled);
    assert_eq!(sides, ["front_left", "front_middle", "front_right"]);
}

/// A rack has lanes for one kind of suspension. If it moves two of four equal suspensions, suspensions of a different
/// kind that it moves are computed separately.
#[test]
fn a_rack_may_move_suspensions_of_two_kinds() {
    let driven = RACK.replace("axis:", "drive: rack, axis:");
    for rack in [RACK, &driven] {
        let others = "place MacPherson(chassis, rack) as middle_left mirrored middle_right { origin: [-1.2, 0, 0] m }";
        let compiled = agrees(&car(
            rack,
            &format!("{WISHBONES_IN_FRONT}\n{others}\n{WISHBONES_BEHIND}"),
        ));
        assert!(looked_at(&compiled).1 > 1);
    }
}

#[test]
fn sides_that_something_ties_together_stay_together() {
    let tied = "
        spring tie: between(front_left.lower_arm, front_right.lower_arm) {
            from: [0, 0.4, -0.1] m, to: [0, -0.4, -0.1] m, rate: 20 kN/m, free_length: 800 mm,
        }
    ";
    let compiled = agrees(&car(RACK, &format!("{WISHBONES_IN_FRONT}\n{tied}\n{WISHBONES_BEHIND}")));
    assert_eq!(looked_at(&compiled), (Vec::new(), 2));
}

#[test]
fn the_ground_may_be_the_base() {
    let rig = car(RACK, WISHBONES_IN_FRONT).replace(
        "joint motion: free(ground, chassis)",
        "joint motion: fixed(ground, chassis)",
    );
    let compiled = agrees(&rig);
    assert_eq!(looked_at(&compiled).1, 2);
}

/// Two legs on the ground, each with a driven knee that has its own input.
#[test]
fn driven_joints_of_equal_subsystems_have_inputs_of_their_own() {
    let compiled = agrees(
        "Legs {
            levels: all
            lanes: accept
            method: synthesis
            body frame { mass: 50 kg, com: [0, 0, 1] m, inertia: [4, 5, 6] kg*m^2 }
            joint held: fixed(ground, frame)
            mirror left as right {
                body thigh { mass: 4 kg, com: [0.1, 0.5, 0.8] m, inertia: [0.1, 0.2, 0.2, 0.01, 0, 0] kg*m^2 }
                body shin { mass: 2 kg, com: [0.3, 0.9, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
                joint hip: universal(frame, thigh) { axes: [x, z], at: [0, 0.3, 1] m }
                joint knee: revolute(thigh, shin) { axis: [1, 0.1, 0.2], at: [0.2, 0.7, 0.6] m, drive: swing }
            }
        }",
    );
    assert_eq!(looked_at(&compiled).1, 2);
}

/// Bushings, torsion springs, air springs and friction act within a side like springs: on tree joints and on cut
/// joints, with numbers that differ between the axles.
#[test]
fn force_elements_of_all_kinds_have_lanes() {
    let elements = |scale: f64| {
        format!(
            "torsion bar: on(lower_pivot) {{ rate: {rate} N*m/rad, free_angle: 4 deg, preload: -30 N*m }}
            torsion coil: on(upper_pivot) {{
                rate: table(deflection: [-10, -2, 0, 3, 20] deg, torque: [-90, -8, 0, {peak}, 160] N*m), damping: 8 N*m*s/rad,
            }}
            friction pivot: on(lower_pivot) {{ limit: {limit} N*m, speed: 0.2 rad/s }}
            air_spring bag: between(chassis, upright) {{
                from: [0, 0.5, 0.6] m, to: [0, 0.6, 0.1] m, area: 40 cm^2, volume: 1.2 L, preload: {rate} N, exponent: {exponent},
                damping: {rate} N*s/m,
            }}
            bushing buffer: between(chassis, upright) {{
                at: [0, 0.6, 0.1] m, stiffness: [{rate}, 3000, 2500, 300, -200, 400] N/m,
                torsional_stiffness: [200, 300, 250] N*m/rad, damping: [20, 30, {limit}] N*s/m,
                coupling: [50, -100, 200, 150, 60, -80, 20, 300, -40] N/rad,
            }}",
            rate = 400.0 * scale,
            peak = 12.0 * scale,
            limit = 9.0 * scale,
            exponent = 1.0 + 0.25 * scale,
        )
    };
    let text = car(
        RACK,
        &format!(
            "{WISHBONES_IN_FRONT} {{ {} }}
            place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right {{ origin: [-2.6, 0, 0] m {} }}",
            elements(1.0),
            elements(1.5)
        ),
    );
    let tuned = text.replace("levels: all", "levels: all\n tune: all");
    for text in [text, tuned] {
        assert_eq!(looked_at(&agrees(&text)).1, 4);
    }
}

/// A cut hinge needs directions perpendicular to its axis, and so do the coordinates of a planar joint. The choice for
/// one subsystem may be unsuitable for another subsystem with a different axis.
#[test]
fn axes_of_all_directions_are_computed_well() {
    let corners = |kind: &str| {
        let corner = |(i, axis): (usize, &str)| {
            format!(
                "body plate_{i} {{ mass: 3 kg, com: [{x}, 0.5, 0.1] m, inertia: [0.05, 0.06, 0.07] kg*m^2 }}
                joint hold_{i}: {kind}(chassis, plate_{i}) {{ {axis}, at: [{x}, 0.45, 0.1] m }}
                spring hang_{i}: between(chassis, plate_{i}) {{
                    from: [{x}, 0.4, 0.4] m, to: [{x}, 0.55, 0.1] m, rate: 20 kN/m, free_length: 330 mm
                }}\n",
                x = -0.4 * i as f64
            )
        };
        let name = if kind == "planar" { "normal" } else { "axis" };
        let axes = ["x", "y", "[-1, 0.2, 0.1]", "[0.1, 1, -0.3]"].map(|axis| format!("{name}: {axis}"));
        axes.iter()
            .enumerate()
            .map(|(i, axis)| corner((i, axis)))
            .collect::<String>()
    };
    for kind in ["planar", "revolute"] {
        agrees(&car("", &corners(kind)));
    }
}
