//! Joints that are declared as kept or cut, and a declared base: with any choice the vehicle moves in the same way.

use crate::{agrees, compiled};
use wishbone_compiler::model::BodyId;
use wishbone_compiler::pipeline::Compiled;
use wishbone_tests::Scatter;

const STATES: usize = 5;

/// A ring of seven bodies on a floating body, with each kind of joint, and a rod across it. `declared`: joints with their
/// additional attribute.
fn ring(declared: &[(&str, &str)]) -> String {
    const JOINTS: [(&str, &str, &str, &str); 8] = [
        ("hinge", "revolute", "base, a", "axis: [0.2, 0.1, 1], at: [0.2, 0, 0] m"),
        ("ball", "spherical", "b, a", "at: [0.5, 0.15, 0.05] m"),
        (
            "slide",
            "prismatic",
            "b, c",
            "axis: [0.3, 1, 0.2], at: [0.6, 0.4, 0.1] m",
        ),
        ("weld", "fixed", "d, c", "at: [0.5, 0.7, 0.1] m"),
        ("second_ball", "spherical", "d, e", "at: [0.2, 0.8, 0.15] m"),
        (
            "second_slide",
            "prismatic",
            "f, e",
            "axis: [1, 0.1, -0.4], at: [0, 0.7, 0.1] m",
        ),
        (
            "second_hinge",
            "revolute",
            "f, g",
            "axis: [1, 0.4, 0.3], at: [-0.2, 0.5, 0] m",
        ),
        (
            "closing_hinge",
            "revolute",
            "base, g",
            "axis: [0.1, 1, 0.5], at: [-0.2, 0.2, 0.1] m",
        ),
    ];
    const BODIES: [(&str, &str); 7] = [
        ("a", "0.3, 0.1, 0.1"),
        ("b", "0.6, 0.2, 0.0"),
        ("c", "0.6, 0.5, 0.1"),
        ("d", "0.4, 0.8, 0.1"),
        ("e", "0.1, 0.8, 0.2"),
        ("f", "-0.1, 0.6, 0.1"),
        ("g", "-0.3, 0.3, 0.1"),
    ];
    let mut text = String::from(
        "Ring {
        body base { mass: 50 kg, com: [0, 0, 0] m, inertia: [4, 5, 6] kg*m^2 }
        joint floating: free(ground, base)\n",
    );
    for (name, com) in BODIES {
        text += &format!("body {name} {{ mass: 2 kg, com: [{com}] m, inertia: [0.02, 0.03, 0.03] kg*m^2 }}\n");
    }
    for (name, kind, ends, geometry) in JOINTS {
        let tree = declared.iter().find(|(joint, _)| *joint == name);
        let tree = tree.map_or(String::new(), |(_, choice)| format!(", tree: {choice}"));
        text += &format!("joint {name}: {kind}({ends}) {{ {geometry}{tree} }}\n");
    }
    text + "link rod: distance(base, d) { from: [0.1, 0.1, 0.4] m, to: [0.4, 0.7, 0.2] m } }"
}

fn cuts(compiled: &Compiled) -> Vec<&str> {
    let cut = |l: &wishbone_compiler::topology::Loop| compiled.model.joint(l.cut).name.as_str();
    compiled.topology.loops.iter().map(cut).collect()
}

/// The reasons that begin with the name of a joint.
fn sentences<'a>(compiled: &'a Compiled, joint: &str) -> Vec<&'a str> {
    let begin = format!("`{joint}` is ");
    let reasons = compiled.topology.reasons.iter().map(String::as_str);
    reasons.filter(|reason| reason.starts_with(&begin)).collect()
}

/// Each kind of joint in turn is the cut of the ring. The number of equations equals the number of freedoms that the
/// joint removes. The total freedoms and the motion stay the same.
#[test]
fn each_kind_of_joint_as_the_cut_of_one_ring() {
    for (joint, equations) in [("hinge", 5), ("ball", 3), ("slide", 5), ("weld", 6), ("second_ball", 3)] {
        let compiled = compiled(&ring(&[(joint, "cut")]));
        assert_eq!(cuts(&compiled), [joint, "rod"]);
        assert_eq!(
            (compiled.mobility.equations, compiled.mobility.rank),
            (equations + 1, equations + 1)
        );
        assert_eq!(compiled.mobility.freedoms, 6 + 11 - 7);
        let [reason] = sentences(&compiled, joint)[..] else {
            panic!("{:?}", compiled.topology.reasons)
        };
        assert!(reason.contains("as declared"), "{reason}");
        agrees(&compiled, STATES, &near());
    }
}

/// Without declarations, the analysis cuts the ring at a ball joint. A joint that is declared as kept is in the tree; then
/// the other ball joint, or finally a hinge, is cut.
#[test]
fn each_kind_of_joint_kept_in_the_tree() {
    assert_eq!(cuts(&compiled(&ring(&[]))), ["second_ball", "rod"]);
    for joint in ["hinge", "ball", "slide", "weld"] {
        let kept = compiled(&ring(&[(joint, "keep")]));
        assert_eq!(cuts(&kept), ["second_ball", "rod"]);
        assert_eq!(sentences(&kept, joint).len(), 1);
    }
    let kept = compiled(&ring(&[("second_ball", "keep")]));
    assert_eq!(cuts(&kept), ["ball", "rod"]);
    agrees(&kept, STATES, &near());
    let kept = compiled(&ring(&[("second_ball", "keep"), ("ball", "keep")]));
    assert_eq!(cuts(&kept), ["closing_hinge", "rod"]);
    assert_eq!(
        sentences(&kept, "ball"),
        [
            "`ball` is kept as declared: its loop is opened at `closing_hinge`, which leaves 5 closure equations; its own \
          cut would leave 3"
        ]
    );
    agrees(&kept, STATES, &near());
}

/// Small displacements, because those of all joints in the long loop add up.
fn near() -> Scatter {
    Scatter {
        position: 0.1,
        ..Scatter::default()
    }
}

/// A lid on a tub, held only by two cut joints: it has six coordinates of its own and closure equations for both
/// joints.
#[test]
fn a_body_that_only_cuts_hold_has_six_coordinates() {
    let text = "Lid {
        body tub { mass: 5 kg, com: [0, 0, 0] m, inertia: [0.3, 0.4, 0.5] kg*m^2 }
        body lid { mass: 2 kg, com: [0.1, 0.3, 0.2] m, inertia: [0.05, 0.04, 0.03] kg*m^2 }
        joint rail: prismatic(ground, tub) { axis: [1, 0.2, 0.4] }
        joint hinge: revolute(tub, lid) { axis: [0.1, 1, 0.2], at: [0, 0.2, 0.1] m, tree: cut }
        joint slot: spherical(lid, tub) { at: [0.02, 0.4, 0.14] m, tree: cut }
    }";
    // The slot is on the hinge's axis, so that its equations are partly redundant.
    let compiled = compiled(&text.replacen('{', "{ redundant: accept", 1));
    assert_eq!(cuts(&compiled), ["hinge", "slot"]);
    assert_eq!(
        (compiled.topology.speeds(), compiled.mobility.equations),
        (1 + 6, 5 + 3)
    );
    assert_eq!(compiled.mobility.freedoms, 2);
    agrees(&compiled, STATES, &Scatter::default());
}

/// The choice of cut and kept joints does not change the motion of the bodies, and the accelerations agree with the oracle.
/// Here a free joint is kept, and the hinge is the closure.
#[test]
fn a_free_joint_kept_in_a_loop() {
    let compiled = compiled(
        "Swing {
        body seat { mass: 5 kg, com: [0, 0.1, -1] m, inertia: [0.3, 0.4, 0.5] kg*m^2 }
        joint floating: free(ground, seat) { at: [0, 0, -1] m, tree: keep }
        joint pivot: revolute(ground, seat) { axis: [0.1, 1, 0.2], at: [0, 0, 0] m }
        }",
    );
    assert_eq!(cuts(&compiled), ["pivot"]);
    assert_eq!((compiled.topology.speeds(), compiled.mobility.freedoms), (6, 1));
    agrees(&compiled, STATES, &Scatter::default());
}

/// Chassis on a platform on the ground, with two arms.
fn stacked(base: &str) -> String {
    format!(
        "Stacked {{
        {base}
        body platform {{ mass: 50 kg, com: [0, 0, 0.2] m, inertia: [4, 5, 6] kg*m^2 }}
        body chassis {{ mass: 30 kg, com: [0.1, 0, 0.5] m, inertia: [2, 3, 4] kg*m^2 }}
        body left {{ mass: 3 kg, com: [0, 0.5, 0.5] m, inertia: [0.02, 0.03, 0.03] kg*m^2 }}
        body right {{ mass: 3 kg, com: [0, -0.5, 0.5] m, inertia: [0.02, 0.03, 0.03] kg*m^2 }}
        joint rail: prismatic(ground, platform) {{ axis: [1, 0, 0.1] }}
        joint turn: revolute(platform, chassis) {{ axis: [0.1, 0, 1], at: [0, 0, 0.3] m }}
        joint left_pivot: revolute(chassis, left) {{ axis: x, at: [0, 0.3, 0.5] m }}
        joint right_pivot: revolute(chassis, right) {{ axis: x, at: [0, -0.3, 0.5] m }}
        link across: distance(left, right) {{ from: [0.1, 0.5, 0.6] m, to: [0.1, -0.5, 0.7] m }}
        }}"
    )
}

/// With each possible base, the vehicle is divided into different subsystems, and the base gets its own frame. The
/// motion stays the same.
#[test]
fn a_declared_base_divides_anew() {
    for (declared, base, subsystems) in [
        ("", "chassis", vec![2, 2]),
        ("base: chassis", "chassis", vec![2, 2]),
        ("base: platform", "platform", vec![1, 3]),
        ("base: ground", "ground", vec![0, 4]),
    ] {
        let compiled = compiled(&stacked(declared));
        let topology = &compiled.topology;
        assert_eq!(compiled.model.body(topology.base).name, base);
        let sizes: Vec<usize> = topology.subsystems.iter().map(|s| s.bodies.len()).collect();
        assert_eq!(sizes, subsystems, "{declared}");
        assert!(topology.is_frame(topology.base));
        let sentences = topology
            .reasons
            .iter()
            .filter(|reason| reason.starts_with("the base is "));
        assert_eq!(sentences.count(), 1);
        agrees(&compiled, STATES, &Scatter::default());
    }
    // Unless it is declared as base, the platform, which carries one body, has no frame.
    let platform = BodyId(1);
    assert!(!compiled(&stacked("")).topology.is_frame(platform));
}
