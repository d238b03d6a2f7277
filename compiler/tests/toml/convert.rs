//! A converted file has the comments and the includes of the declaration.

use super::{read, tree};
use wishbone_compiler::front::toml::convert::{from_grammar, with_paths};
use wishbone_compiler::front::toml::{parse_text, print};

const CAR: &str = "// Measured in spring.
/// A car.
pub Car {
    include \"parts/front.txt\"
    /* Where the
       road is. */
    gravity: 9.81 m/s^2 // in Vienna
    points {
        seat: [0, 0, 1] m,
        // The hook.
        hook: [0, 1, 1] m, // guessed
    }
    // Heavy.
    body arm {
        mass: 3 kg, // weighed
        com: seat, inertia: [1, 1, 1] kg*m^2
    }
    mirror left as right {
        /// It turns.
        joint pin: revolute(ground, /* as built */ arm) { axis: x, at: seat } // \"hung\"
    }
    // The end.
}
";

const CONVERTED: &str = "# Measured in spring.
include = [\"parts/front.txt\"]

[vehicle]
name = \"Car\"
doc = \"A car.\"
# Where the
# road is.
# in Vienna
gravity = \"9.81 m/s^2\"

[points]
unit = \"m\"
seat = [0, 0, 1]
# The hook.
# guessed
hook = [0, 1, 1]

# Heavy.
[body.arm]
# weighed
mass = \"3 kg\"
com = \"seat\"
inertia = \"[1, 1, 1] kg*m^2\"

[mirror.left]
as = \"right\"

[mirror.left.joint]
# It turns.
# as built
# \"hung\"
pin = { kind = \"revolute(ground, arm)\", axis = \"x\", at = \"seat\" }
# The end.
";

#[test]
fn comments_stand_where_they_stood() {
    let converted = from_grammar(CAR).expect("it can be read");
    assert_eq!(converted.text, CONVERTED);
    // The last comment stands before nothing.
    assert_eq!(converted.moved, [22]);
}

/// Comments change nothing.
#[test]
fn the_tree_is_the_same() {
    let front = ("parts/front.txt", "points { top: [0, 0, 2] m }");
    let converted = from_grammar(CAR).expect("it can be read").text;
    let printed = [("car.txt", CAR), ("car.toml", &converted)].map(|car| print::vehicle(&tree(&[car, front])));
    assert_eq!(
        printed[0].replace(" points", "points"),
        printed[1].replace(" points", "points")
    );
}

#[test]
fn paths_of_includes_are_rewritten_in_place() {
    let text = "include = [\"a.toml\", 'b.txt'] # both\n[vehicle]\nname = \"Car\"\n[mirror.left]\nas = \"right\"\ninclude = \"c.txt\"\n";
    let moved = with_paths(text, &parse_text(text).expect("it is TOML"), |path| {
        format!("../{path}")
    });
    assert_eq!(
        moved,
        "include = [\"../a.toml\", \"../b.txt\"] # both\n[vehicle]\nname = \"Car\"\n[mirror.left]\nas = \"right\"\ninclude = \"../c.txt\"\n"
    );
    assert!(
        read(&[
            ("car.toml", &moved),
            ("../a.toml", ""),
            ("../b.txt", ""),
            ("../c.txt", "")
        ])
        .vehicle
        .is_ok()
    );
}
