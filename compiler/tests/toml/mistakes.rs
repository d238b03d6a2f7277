use super::{AXLE, told};

/// The axle with one line replaced by another.
fn instead(line: &str, other: &str) -> String {
    assert_eq!(AXLE.matches(line).count(), 1, "{line}");
    told(&[("axle.toml", &AXLE.replace(line, other))])
}

/// A dozen typical mistakes, each alone, with their messages.
#[test]
fn mistakes_are_told_with_place_and_advice() {
    let told = [
        instead("mass = \"400 kg\"", "mass = \"400 kN\""),
        instead("mass = \"80 kg\"", "mass = 80"),
        instead("mass = \"80 kg\"", "mas = \"80 kg\""),
        instead("mass = \"80 kg\"", "mass = \"80 kg\"\nmass = \"81 kg\""),
        instead("mass = \"80 kg\"", "mass = true"),
        instead("mass = \"80 kg\"", "mass = \"nan kg\""),
        instead("mass = \"80 kg\"", "mass = \"-inf kg\""),
        instead("freedoms = 5", "freedoms = 1e30"),
        instead("mass = \"80 kg\"", "mass = 80 kg"),
        instead("com = \"seat\"", "com = \"seet\""),
        instead("[body.rider]", "[boddy.rider]"),
        instead("[body.rider]", "[[body.rider]]"),
        instead("[body.rider]", "[body.\"the rider\"]"),
        instead(
            "kind = \"prismatic(ground, chassis)\"",
            "kind = \"prismatic(ground chassis)\"",
        ),
        instead(
            "kind = \"prismatic(ground, chassis)\"",
            "king = \"prismatic(ground, chassis)\"",
        ),
        instead(
            "kind = \"prismatic(ground, chassis)\"",
            "kind = [\"ground\", \"chassis\"]",
        ),
        instead("seat = \"[0, 0.4, 0.6] m\"", "seat = [0, 0.4, 0.6]"),
        instead("seat = \"[0, 0.4, 0.6] m\"", "seat = \"[0, 0.4; 0.6] m\""),
        instead("unit = \"m\"", "unit = \"metre\""),
        instead("axis = [0.1, 1.0, 0]", "axis = [0.1, inf, 0]"),
        instead("deflection = \"\"\"", "deflektion = \"\"\""),
        instead("{ split =", "{ split = 3, splat ="),
        instead("as = \"right\"", ""),
        instead("name = \"Axle\"", ""),
        instead("[vehicle]", ""),
    ];
    insta::assert_snapshot!(told.join("\n"));
}
