//! A warning or error that is accepted at one joint is accepted only there.

use crate::{agrees, body};
use wishbone_compiler::diag::{Diagnostics, to_text::render};
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_tests::assert_both_doors;

/// Two doors, each on two hinges.
fn doors([front, rear]: [&str; 2]) -> String {
    let door = |name: &str, x: f64, accepted: &str| {
        format!(
            "{} joint {name}_lower: revolute(ground, {name}) {{ axis: z, at: [{x:?}, 0, 0] m }}
            joint {name}_upper: revolute({name}, ground) {{ axis: z, at: [{x:?}, 0, 0.8] m {accepted} }}\n",
            body(name, &format!("{}, 0.2, 0.4", x + 0.4))
        )
    };
    ["Doors {\n", &door("front", 1.0, front), &door("rear", 0.0, rear), "}"].concat()
}

const REDUNDANT: &str = ", redundant: accept";

fn refused(text: &str) -> Diagnostics {
    match compile_text(text) {
        Ok(_) => panic!("it is accepted:\n{text}"),
        Err(found) => found,
    }
}

fn accepted(text: &str) -> Compiled {
    compile_text(text).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", text)))
}

#[test]
fn redundant_joints_are_accepted_one_by_one() {
    let text = doors([REDUNDANT, ""]);
    let words = render(&refused(&text), "declaration", &text);
    assert!(
        words.contains("rear_upper") && !words.contains("`front_upper`"),
        "{words}"
    );
    agrees(&doors([REDUNDANT, REDUNDANT]), 2);
    assert_both_doors(&doors([REDUNDANT, REDUNDANT]));
}

/// Two rods as bodies, each between two ball joints.
fn rods([first, second]: [&str; 2]) -> String {
    let rod = |name: &str, y: f64, accepted: &str| {
        format!(
            "body {name} {{ mass: 1 kg, com: [0.5, {y:?}, 0] m, inertia: [0.01, 0.1, 0.1] kg*m^2 }}
            joint {name}_inner: spherical(ground, {name}) {{ at: [0, {y:?}, 0] m }}
            joint {name}_outer: spherical({name}, {name}_arm) {{ at: [1, {y:?}, 0] m {accepted} }}
            {} joint {name}_pivot: revolute(ground, {name}_arm) {{ axis: y, at: [1, {y:?}, 0.5] m }}\n",
            body(&format!("{name}_arm"), &format!("1, {y:?}, 0.2"))
        )
    };
    ["Rods {\n", &rod("left", 0.5, first), &rod("right", -0.5, second), "}"].concat()
}

#[test]
fn idle_bodies_are_accepted_one_by_one() {
    let warned = |text: &str| {
        let warnings = accepted(text).warnings;
        let told = render(&warnings, "declaration", text);
        ["left", "right"].map(|name| told.contains(&format!("`{name}` turns")))
    };
    assert_eq!(warned(&rods(["", ""])), [true, true]);
    assert_eq!(warned(&rods([", idle: accept", ""])), [false, true]);
    assert_eq!(warned(&rods([", idle: accept", ", idle: accept"])), [false, false]);
}
