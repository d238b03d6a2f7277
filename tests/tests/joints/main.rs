//! Every kind of joint in every place, by every method, compared with the oracle: as the joint of a frame, inside a
//! subsystem, named from either body, as the cut of a ring, and as a mirror image.

mod accepted;
mod gear;
mod massless;
mod mirrored;
mod pad;
mod rod;
mod shared;
mod slotted;
mod turned;

use fastrand::Rng;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::pipeline::{Compiled, compile_text_with};
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};

/// States per vehicle and method.
const STATES: usize = 4;

/// A kind of joint, with its geometry except the point, and its freedoms.
struct Kind {
    word: &'static str,
    geometry: &'static str,
    freedoms: usize,
}

const fn kind(word: &'static str, geometry: &'static str, freedoms: usize) -> Kind {
    Kind {
        word,
        geometry,
        freedoms,
    }
}

/// Joints that can be in the tree.
const JOINTS: [Kind; 12] = [
    kind("fixed", "", 0),
    kind("revolute", "axis: [0.2, 1, 0.3],", 1),
    kind("prismatic", "axis: [0.2, 1, 0.3],", 1),
    kind("cylindrical", "axis: [0.2, 1, 0.3],", 2),
    kind("screw", "axis: [0.2, 1, 0.3], pitch: 700 mm,", 1),
    kind("screw", "axis: [0.2, 1, 0.3], pitch: -0.9 m,", 1),
    kind("planar", "normal: [0.3, 0.2, 1],", 3),
    kind("spherical", "", 3),
    kind("universal", "axes: [[0.2, 1, 0], [0.3, 0, 1]],", 2),
    kind("constant_velocity", "axis: x,", 2),
    kind("constant_velocity", "axis: [1, 0.2, -0.1],", 2),
    kind("constant_velocity", "axes: [[1, 0.2, 0.1], [0.8, 0.5, 0]],", 2),
];

/// Joints that are always cut.
const LINKS: [Kind; 7] = [
    kind("distance", "", 5),
    kind("distance", "mass: 3 kg,", 5),
    kind("point_on_plane", "normal: [0.3, 0.2, 1],", 5),
    kind(
        "spherical_revolute",
        "axis: [0.3, 0.2, 1], ball: [-0.4, -0.5, 0.3] m,",
        4,
    ),
    kind("spherical_translational", "axis: [0.3, 0.2, 1],", 4),
    kind(
        "revolute_translational",
        "axis: [0.3, 0.2, 1], slide: [1, 0.1, 0.4],",
        2,
    ),
    kind("revolute_translational", "axis: z, slide: x,", 2),
];

/// A body that carries all others, held by a joint.
fn base(joint: &str) -> String {
    format!("body base {{ mass: 50 kg, com: [0, 0, 0] m, inertia: [4, 5, 6, 0.1, 0.2, 0.3] kg*m^2 }}\n{joint}\n")
}

fn body(name: &str, com: &str) -> String {
    format!("body {name} {{ mass: 2 kg, com: [{com}] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }}\n")
}

impl Kind {
    fn joint(&self, name: &str, ends: &str, at: &str, extra: &str) -> String {
        let (word, geometry) = (self.word, self.geometry);
        format!("joint {name}: {word}({ends}) {{ {geometry} at: [{at}] m{extra} }}\n")
    }

    fn link(&self, name: &str, ends: &str, at: &str) -> String {
        let (word, geometry) = (self.word, self.geometry);
        let place = match word {
            "distance" => format!("from: [{at}] m, to: [0.1, -0.6, 0.4] m"),
            _ => format!("at: [{at}] m"),
        };
        format!("link {name}: {word}({ends}) {{ {geometry} {place} }}\n")
    }

    /// On a floating base, a chain that begins with the joint, and a chain with the joint in the middle, named from outside.
    fn in_the_tree(&self) -> String {
        [
            "Tree {".to_owned(),
            base("joint floating: free(ground, base)"),
            body("a", "0.4, 0.3, 0.1"),
            body("b", "0.6, 0.5, 0.2"),
            self.joint("first", "base, a", "0.2, 0.1, 0.1", ""),
            "joint hinge: revolute(a, b) { axis: [1, 0.2, 0.4], at: [0.5, 0.4, 0.1] m }\n".to_owned(),
            body("c", "-0.4, 0.3, 0.1"),
            body("d", "-0.6, 0.5, 0.2"),
            body("e", "-0.7, 0.8, 0.3"),
            "joint arm: revolute(base, c) { axis: [0.3, 0.2, 1], at: [-0.2, 0.1, 0.1] m }\n".to_owned(),
            self.joint("middle", "d, c", "-0.5, 0.4, 0.1", ""),
            "joint last: spherical(d, e) { at: [-0.7, 0.6, 0.2] m }\n}".to_owned(),
        ]
        .concat()
    }

    /// The joint between the ground and the base, named from either side; the base has its own frame.
    fn of_a_frame(&self, ends: &str) -> String {
        [
            "Frame {".to_owned(),
            base(&self.joint("held", ends, "0.1, -0.1, 0.2", "")),
            body("a", "0.4, 0.3, 0.1"),
            body("b", "-0.6, 0.5, 0.2"),
            "joint one: revolute(base, a) { axis: [1, 0.2, 0.4], at: [0.3, 0.2, 0.1] m }\n".to_owned(),
            "joint two: spherical(base, b) { at: [-0.3, 0.2, 0.1] m }\n}".to_owned(),
        ]
        .concat()
    }

    /// A ring of three bodies on a floating base that the joint `closing` closes.
    fn in_a_ring(&self, closing: &str) -> String {
        [
            "Ring {".to_owned(),
            base("joint floating: free(ground, base)"),
            body("f", "0.3, -0.2, 0.1"),
            body("g", "0.4, -0.6, 0.2"),
            body("h", "0.1, -0.7, 0.3"),
            "joint one: spherical(base, f) { at: [0.2, 0, 0] m }\n".to_owned(),
            "joint two: spherical(g, f) { at: [0.4, -0.4, 0.1] m, tree: keep }\n".to_owned(),
            "joint three: revolute(g, h) { axis: [0.2, 0.3, 1], at: [0.3, -0.8, 0.2] m, tree: keep }\n".to_owned(),
            closing.to_owned(),
            "}".to_owned(),
        ]
        .concat()
    }
}

fn compiled(text: &str, method: Method) -> Compiled {
    let choice = Choice::Uniform(method);
    compile_text_with(text, &choice).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", text)))
}

/// Asserts that the accelerations agree with the oracle's, by every method.
fn agrees(text: &str, freedoms: usize) {
    agrees_by(&Method::ALL, text, freedoms);
}

/// Asserts that the accelerations agree with the oracle's, by these methods.
fn agrees_by(methods: &[Method], text: &str, freedoms: usize) {
    let scatter = Scatter {
        position: 0.12,
        ..Scatter::default()
    };
    for &method in methods {
        let compiled = compiled(text, method);
        assert_eq!(compiled.mobility.freedoms, freedoms, "{text}");
        let oracle = Oracle::new(&compiled.model);
        let mut subject = Interpreted::new(&compiled);
        let mut rng = Rng::with_seed(11);
        let (mut worst, mut found, mut tried) = (Disagreement::default(), 0, 0);
        while found < STATES {
            assert!(tried < 10 * STATES, "loops do not close: {found} of {tried}\n{text}");
            tried += 1;
            if let Some(state) = random_state(&mut subject, &scatter, &mut rng) {
                worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
                found += 1;
            }
        }
        let sound =
            worst.acceleration() < 1e-9 && worst.position < 1e-10 && worst.velocity < 1e-10 && worst.energy < 1e-10;
        assert!(sound, "{method}: {worst:?}\n{text}");
    }
}

#[test]
fn every_joint_in_the_tree() {
    for kind in &JOINTS {
        agrees(&kind.in_the_tree(), 6 + 1 + kind.freedoms + 1 + kind.freedoms + 3);
    }
}

#[test]
fn every_joint_of_a_frame() {
    for kind in &JOINTS {
        for ends in ["ground, base", "base, ground"] {
            agrees(&kind.of_a_frame(ends), kind.freedoms + 1 + 3);
        }
    }
}

#[test]
fn every_joint_as_a_cut() {
    for kind in &JOINTS {
        for ends in ["base, h", "h, base"] {
            let closing = kind.joint("closing", ends, "-0.1, -0.5, 0.3", ", tree: cut");
            agrees(&kind.in_a_ring(&closing), 6 + 7 - (6 - kind.freedoms));
        }
    }
}

#[test]
fn every_link() {
    for kind in &LINKS {
        for ends in ["base, h", "h, base"] {
            let closing = kind.link("closing", ends, "-0.1, -0.5, 0.3");
            agrees(&kind.in_a_ring(&closing), 6 + 7 - (6 - kind.freedoms));
        }
    }
}

#[test]
fn every_joint_with_one_freedom_driven() {
    for kind in JOINTS.iter().filter(|kind| kind.freedoms == 1) {
        let driven = kind
            .in_the_tree()
            .replacen("[0.2, 0.1, 0.1] m", "[0.2, 0.1, 0.1] m, drive: motor", 1);
        agrees(&driven, 6 + 1 + 1 + 1 + 3);
        for ends in ["base, h", "h, base"] {
            let closing = kind.joint("closing", ends, "-0.1, -0.5, 0.3", ", drive: motor");
            agrees(&kind.in_a_ring(&closing), 6 + 7 - 6);
        }
    }
}

/// A screw that has turned many times: the residual is measured from the nearest thread.
#[test]
fn a_screw_as_a_cut_turns_on_and_on() {
    let text = "Jack {
        body nut { mass: 2 kg, com: [0.1, 0.2, 0.3] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }
        joint guide: cylindrical(ground, nut) { axis: z, at: [0, 0, 0] m }
        joint thread: screw(ground, nut) { axis: z, at: [0, 0, 0] m, pitch: 10 mm, tree: cut }
        redundant: accept
    }";
    let compiled = compiled(text, Method::Recursive);
    assert_eq!(compiled.mobility.freedoms, 1);
    let mut subject = Interpreted::new(&compiled);
    let turns = 7.25;
    let mut q = [turns * std::f64::consts::TAU, turns * 0.01 + 1e-4];
    let acting = wishbone_tests::Acting::default();
    let off = wishbone_tests::Subject::correct_position(&mut subject, &mut q, &acting);
    assert!((off - 1e-4).abs() < 1e-12, "{off}");
    let left = wishbone_tests::Subject::correct_position(&mut subject, &mut q, &acting);
    assert!(left < 1e-15, "{left}");
    assert!((q[1] - 0.01 * q[0] / std::f64::consts::TAU).abs() < 1e-15, "{q:?}");
}
