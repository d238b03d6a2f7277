//! Items that are no parts.

/// The items that are no parts: word, meaning, example.
pub(crate) const ITEMS: &[(&str, &str, &str)] = &[
    (
        "points",
        "Points of the design position, called by their names.",
        "points { tow_eye: [0.8, 0.3, 0.3] m }\nmarker eye: on(chassis) { at: tow_eye }",
    ),
    (
        "include",
        "A file whose items stand here; `wishbone/NAME.txt` is of the library.",
        "include \"wishbone/rack_and_pinion.txt\"",
    ),
    (
        "mirror",
        "A group of parts, and its image on the other side of the plane y = 0.",
        "mirror seat_left as seat_right { body seat { mass: 20 kg, com: [-1.5, 0.4, 0.5] m, inertia: [1, 1, 1] kg*m^2 } joint rails: fixed(chassis, seat) }",
    ),
    (
        "subsystem",
        "Parts that are declared once and placed several times, with the bodies that they are attached to.",
        "subsystem Box(base) { body load { mass: 10 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 } joint straps: fixed(base, load) }\nplace Box(chassis) as cargo { origin: [-3, 0, 0.6] m }",
    ),
    (
        "place",
        "A subsystem at its place; a part named in it is changed there.",
        "subsystem Box(base) { body load { mass: 10 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 } joint straps: fixed(base, load) }\nplace Box(chassis) as cargo { origin: [-3, 0, 0.6] m, body load { mass: 12 kg } }",
    ),
];
