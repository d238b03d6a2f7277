//! A body without mass between two joints is equal to the equivalent link. The oracle, which only knows the link,
//! agrees.

use crate::{JOINTS, agrees_by, compiled};
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::pipeline::compile_text;

/// A ring that the massless body `arm` closes. `inner` holds it on the base, `outer` on the ring.
fn ring(inner: &str, outer: &str, more: &str) -> String {
    let closing = format!(
        "body arm {{ mass: none }}
        joint inner: {inner}
        joint outer: {outer}
        body last {{ mass: 1 kg, com: [0, 0.5, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
        joint end: revolute(base, last) {{ axis: x, at: [0, 0.4, 0] m }}
        output angle: coordinate(end)
        output height: z(last) {{ at: [0, 0.5, 0.1] m, in: base }}
        {more}\n"
    );
    JOINTS[0].in_a_ring(&closing)
}

#[test]
fn each_pair_is_its_link() {
    const BALL: &str = "spherical(h, arm) { at: [-0.1, -0.5, 0.3] m }";
    for (inner, word, equations) in [
        ("spherical(base, arm) { at: [0.1, -0.6, 0.5] m }", "distance", 1),
        (
            "universal(arm, base) { axes: [x, y], at: [0.1, -0.6, 0.5] m }",
            "distance",
            1,
        ),
        (
            "revolute(arm, base) { axis: [0.3, 0.2, 1], at: [-0.3, -0.4, 0.2] m }",
            "spherical_revolute",
            2,
        ),
        (
            "prismatic(base, arm) { axis: [0.3, 0.2, 1] }",
            "spherical_translational",
            2,
        ),
        (
            "cylindrical(base, arm) { through: [[-0.1, -0.5, 0.3] m, [0.2, -0.4, 0.5] m] }",
            "spherical_translational",
            2,
        ),
        ("planar(base, arm) { normal: [0.3, 0.2, 1] }", "point_on_plane", 1),
    ] {
        for text in [ring(inner, BALL, ""), ring(BALL, inner, "")] {
            let model = compiled(&text, Method::Recursive).model;
            let link = model
                .joints
                .iter()
                .find(|joint| joint.name == "arm")
                .expect("the link bears its name");
            assert_eq!((link.kind.word(), link.kind.equations()), (word, equations), "{inner}");
            assert!(model.bodies.iter().all(|body| body.name != "arm"));
            let is_on_base = model.body(link.first).name == "base" || model.body(link.second).name == "base";
            assert!(is_on_base);
            assert_eq!(model.joints.last().expect("the last").kind.word(), "revolute");
            agrees_by(&[Method::Recursive], &text, 6 + 7 + 1 - equations);
        }
    }
}

fn refused(text: &str) -> Diagnostics {
    compile_text(text).expect_err("it has no mass")
}

#[test]
fn what_is_no_link_is_told() {
    const BALL: &str = "spherical(h, arm) { at: [-0.1, -0.5, 0.3] m }";
    for (inner, outer, more, told) in [
        (
            "fixed(base, arm) { at: [0, 0, 0] m }",
            BALL,
            "",
            "it is between fixed and spherical",
        ),
        (
            "revolute(base, arm) { axis: z, at: [-0.1, -0.5, 0] m }",
            BALL,
            "",
            "it is between revolute and spherical",
        ),
        (
            "spherical(h, arm) { at: [0.3, 0, 0] m }",
            BALL,
            "",
            "both its joints are on `h`",
        ),
        (
            "spherical(base, arm) { at: [0.3, 0, 0] m }",
            BALL,
            "link third: distance(arm, last) { from: [0, 0, 1] m, to: [0, 0.5, 0] m }",
            "it has 3 joints, not two",
        ),
        (
            "revolute(base, arm) { axis: z, at: [0, 0, 0] m, drive: motor }",
            BALL,
            "",
            "`motor` needs a body with mass",
        ),
        (
            "spherical(base, arm) { at: [0.3, 0, 0] m }",
            BALL,
            "spring coil: between(arm, last) { from: [0, 0, 1] m, to: [0, 0.5, 0] m, preload: 10 N }",
            "`coil` needs a body with mass",
        ),
    ] {
        let diagnostics = refused(&ring(inner, outer, more));
        let found: Vec<_> = diagnostics.iter().map(|d| (d.code.id, d.message.as_str())).collect();
        let [("W0225", message)] = found[..] else {
            panic!("{found:?}")
        };
        assert!(message.contains(told), "{message}");
    }
}
