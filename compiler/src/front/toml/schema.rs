//! The JSON schema of vehicles in TOML, by which an editor completes and explains keys while a file is written. What a
//! file means, and whether it is sound, only the compiler tells.

use Json::{List, Object, Text};

/// Parts: their keyword, their kinds (a body has none), their attributes with what they are.
const PARTS: &[Part] = &[
    Part {
        keyword: "body",
        kinds: &[],
        attributes: &[
            (
                "mass",
                "mass; `none` for a body that stands for a link between two joints",
            ),
            ("com", "centre of mass: a point"),
            (
                "inertia",
                "tensor about the centre of mass, [Ixx, Iyy, Izz] or with Ixy, Ixz, Iyz behind",
            ),
            ("axes", "rows of the rotation from the body's axes to the vehicle's"),
            ("nonphysical", "`accept` takes moments of inertia as they are"),
        ],
    },
    Part {
        keyword: "joint",
        kinds: &[
            "fixed",
            "revolute",
            "prismatic",
            "cylindrical",
            "screw",
            "planar",
            "spherical",
            "universal",
            "constant_velocity",
            "free",
        ],
        attributes: &[
            ("at", "a point on the joint"),
            ("axis", "its direction: an axis such as `x` or `-z`, or a vector"),
            (
                "axes",
                "both directions of a joint with two, the first fixed in the first body",
            ),
            ("through", "two points on its axis"),
            ("normal", "normal of the plane"),
            ("pitch", "travel for a full turn"),
            ("drive", "name of the input that prescribes its coordinate"),
            ("tree", "`keep` in the spanning tree, or `cut`"),
        ],
    },
    Part {
        keyword: "link",
        kinds: &[
            "distance",
            "point_on_plane",
            "spherical_revolute",
            "spherical_translational",
        ],
        attributes: &[
            ("from", "end on the first body: a point"),
            ("to", "end on the second body: a point"),
            ("at", "a point on the joint"),
            ("axis", "its direction: an axis such as `x` or `-z`, or a vector"),
            ("through", "two points on its axis"),
            ("normal", "normal of the plane"),
            ("ball", "centre of the ball joint"),
            ("adjust", "parameter by which a rod is longer than drawn: `tune 0 mm`"),
            ("tree", "`cut`, as a link always is"),
        ],
    },
    Part {
        keyword: "gear",
        kinds: &["between"],
        attributes: &[(
            "ratio",
            "coordinate of the second joint over that of the first, or `polynomial(second: [..], first: ..)`",
        )],
    },
    Part {
        keyword: "spring",
        kinds: &["between"],
        attributes: &[
            ("from", "end on the first body: a point"),
            ("to", "end on the second body: a point"),
            (
                "rate",
                "stiffness, or force over deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            ("free_length", "length without elastic force"),
            ("preload", "constant force, positive in tension"),
            (
                "damping",
                "rate, `split(compression: .., rebound: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            ("window", "least and greatest length at which `damping` holds"),
            ("damping_outside", "damping at other lengths"),
            ("series", "rate of a spring in series with the damper"),
            (
                "bump_stop",
                "`stop(length: .., rate: ..)` or `stop(length: .., overtravel: [..], force: [..])`",
            ),
            ("rebound_stop", "likewise"),
            ("actuator", "name of the input that gives a force on top"),
        ],
    },
    Part {
        keyword: "bushing",
        kinds: &["between"],
        attributes: &[
            ("at", "its point on both bodies"),
            ("axes", "rows of the rotation from its axes to the vehicle's"),
            ("stiffness", "[x, y, z] or with xy, xz, yz behind"),
            ("torsional_stiffness", "likewise"),
            (
                "coupling",
                "nine numbers: what a turn about x, y and z does along x, then y, then z",
            ),
            ("damping", "[x, y, z] or with xy, xz, yz behind"),
            ("torsional_damping", "likewise"),
            ("damping_coupling", "nine numbers, as `coupling`"),
            (
                "along_x",
                "force over deflection on top: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            ("along_y", "likewise"),
            ("along_z", "likewise"),
            (
                "about_x",
                "torque over deflection on top: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            ("about_y", "likewise"),
            ("about_z", "likewise"),
        ],
    },
    Part {
        keyword: "friction",
        kinds: &["on"],
        attributes: &[
            (
                "limit",
                "force of a prismatic joint, or torque of another, at high speed",
            ),
            ("speed", "speed at which it is seven tenths of that"),
        ],
    },
    Part {
        keyword: "load",
        kinds: &["on"],
        attributes: &[
            ("force", "its size, or the name of the input that gives it"),
            ("torque", "likewise"),
            ("at", "where a force acts: a point of the body"),
            ("axis", "its direction: an axis such as `x` or `-z`, or a vector"),
            ("in", "body in which its direction is fixed; `ground`: in the world"),
            ("against", "body on which its reaction acts"),
        ],
    },
    Part {
        keyword: "roll_bar",
        kinds: &["between"],
        attributes: &[
            ("from", "end on the first body: a point"),
            ("to", "end on the second body: a point"),
            ("via", "body that carries the bar"),
            ("axis", "direction of the carrier along which heights are measured"),
            (
                "rate",
                "stiffness, or force over deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            (
                "damping",
                "rate, `split(compression: .., rebound: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
        ],
    },
    Part {
        keyword: "torsion",
        kinds: &["on"],
        attributes: &[
            (
                "rate",
                "stiffness, or torque over deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            ("free_angle", "angle of the joint without elastic torque"),
            ("preload", "torque at the free angle"),
            (
                "damping",
                "rate, or torque over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
            ),
            ("actuator", "name of the input that gives a torque on top"),
        ],
    },
    Part {
        keyword: "wheel",
        kinds: &["on"],
        attributes: &[
            ("centre", "wheel centre: a point"),
            ("axis", "direction of the spindle, to the left"),
            ("toe", "toe-in by which the spindle is turned at the design position"),
            ("camber", "camber likewise, positive with the top outboard"),
            ("radius", "unloaded radius of the tyre"),
            ("driven_from", "body that takes the reaction to the drive torque"),
            ("mass", "mass of the rotor"),
            ("spin_inertia", "moment of inertia about the spindle"),
            ("diametral_inertia", "moment of inertia across the spindle"),
        ],
    },
    Part {
        keyword: "output",
        kinds: &[
            "camber",
            "toe",
            "steer",
            "caster",
            "inclination",
            "scrub_radius",
            "trail",
            "length",
            "force",
            "torque",
            "coordinate",
            "speed",
            "x",
            "y",
            "z",
            "vx",
            "vy",
            "vz",
            "ax",
            "ay",
            "az",
            "fx",
            "fy",
            "fz",
            "mx",
            "my",
            "mz",
            "kinetic_energy",
            "potential_energy",
            "elastic_energy",
        ],
        attributes: &[
            ("at", "a point of the body"),
            ("axis", "both ball joints of the kingpin"),
            ("along", "which force or torque of an element that makes several"),
            ("in", "body in whose axes it is measured, seen from its origin"),
        ],
    },
];

/// Settings of the whole vehicle.
const SETTINGS: &[(&str, &str)] = &[
    ("gravity", "acceleration of gravity, along -Z"),
    ("redundant", "`accept` lets joints fix a direction twice"),
    ("lanes", "`accept` computes equal subsystems side by side"),
    (
        "levels",
        "instruction sets to write the solver for: `baseline`, `v3`, `v4`, `all`",
    ),
    ("batch", "`accept` adds a solver of eight vehicles at once"),
    ("singular", "`accept` takes a singular design position"),
    ("freedoms", "how many freedoms there are meant to be"),
    ("base", "body that the subsystems hang from"),
    (
        "method",
        "how subsystems are reduced; `auto` looks for the cheapest cuts and independent coordinates too",
    ),
    ("tune", "`all` makes every number a parameter of the solver"),
];

struct Part {
    keyword: &'static str,
    kinds: &'static [&'static str],
    attributes: &'static [(&'static str, &'static str)],
}

/// The schema (JSON Schema, draft 7).
pub fn schema() -> String {
    let mut definitions = vec![
        ("value".to_owned(), value()),
        ("include".to_owned(), include()),
        ("points".to_owned(), points()),
    ];
    definitions.extend(PARTS.iter().map(|part| (part.keyword.to_owned(), part.schema())));
    definitions.extend([
        ("mirror".to_owned(), group(&[("as", word("name of the mirror image"))])),
        (
            "subsystem".to_owned(),
            group(&[(
                "bodies",
                words("the bodies that it is attached to, as they are called inside"),
            )]),
        ),
        (
            "place".to_owned(),
            group(&[
                (
                    "kind",
                    word("the subsystem with the bodies it is attached to: `DoubleWishbone(chassis, rack)`"),
                ),
                ("mirrored", word("name of the mirror image, if there is one")),
            ]),
        ),
    ]);
    let own = [("vehicle", vehicle())];
    let Object(mut top) = closed(scope(&own)) else {
        unreachable!("`closed` makes an object")
    };
    top.insert(
        0,
        ("$schema".to_owned(), text("http://json-schema.org/draft-07/schema#")),
    );
    top.insert(1, ("title".to_owned(), text("A vehicle of wishbone")));
    top.push(("definitions".to_owned(), Object(definitions)));
    Object(top).print(0) + "\n"
}

impl Part {
    /// A table of parts, each a table of attributes or nothing but its kind.
    fn schema(&self) -> Json {
        let mut properties = Vec::new();
        let mut forms = Vec::new();
        if !self.kinds.is_empty() {
            let kinds = self.kinds.join("|");
            let kind = object(&[
                ("type", text("string")),
                ("pattern", text(&format!("^\\s*({kinds})\\s*\\("))),
            ]);
            properties.push(("kind", kind.clone()));
            forms.push(kind);
        }
        properties.push((
            "tune",
            word("`all` makes every number of the part a parameter that can be one"),
        ));
        properties.extend(self.attributes.iter().map(|(key, what)| (*key, attribute(what))));
        forms.push(closed(properties));
        object(&[
            ("type", text("object")),
            ("additionalProperties", object(&[("anyOf", List(forms))])),
        ])
    }
}

fn vehicle() -> Json {
    let mut properties = vec![
        ("name", word("the vehicle, and the type of its solver")),
        ("doc", word("documentation of that type")),
        (
            "public",
            object(&[
                ("type", text("boolean")),
                ("description", text("whether that type is `pub`")),
            ]),
        ),
    ];
    properties.extend(SETTINGS.iter().map(|(key, what)| (*key, attribute(what))));
    closed(properties)
}

/// What may stand in a file, a group or a subsystem, besides keys of its own.
fn scope(own: &[(&'static str, Json)]) -> Vec<(&'static str, Json)> {
    let parts = PARTS.iter().map(|part| part.keyword);
    let groups = ["include", "points", "mirror", "subsystem", "place"];
    let shared = groups.into_iter().chain(parts).map(|key| (key, reference(key)));
    own.iter().cloned().chain(shared).collect()
}

/// A table of groups.
fn group(own: &[(&'static str, Json)]) -> Json {
    let origin = (
        "origin",
        attribute("where the origin of the coordinates written in it lies"),
    );
    let own: Vec<(&str, Json)> = own.iter().cloned().chain([origin]).collect();
    object(&[("type", text("object")), ("additionalProperties", closed(scope(&own)))])
}

fn points() -> Json {
    object(&[
        ("type", text("object")),
        (
            "description",
            text("points of the design position; `unit` is that of lists without one"),
        ),
        ("additionalProperties", reference("value")),
    ])
}

fn include() -> Json {
    let description = text("files whose items stand here, seen from this file");
    let one = object(&[("type", text("string"))]);
    let several = object(&[("type", text("array")), ("items", one.clone())]);
    object(&[("description", description), ("anyOf", List(vec![one, several]))])
}

/// Anything that may stand behind a key.
fn value() -> Json {
    let list = object(&[("type", text("array")), ("items", reference("value"))]);
    let call = object(&[
        ("type", text("object")),
        ("minProperties", Json::Number(1)),
        ("maxProperties", Json::Number(1)),
    ]);
    let simple = ["string", "number"].map(|kind| object(&[("type", text(kind))]));
    object(&[("anyOf", List(simple.into_iter().chain([list, call]).collect()))])
}

fn attribute(what: &str) -> Json {
    // Behind a reference of draft 7 nothing else counts, hence the list of one.
    object(&[("description", text(what)), ("allOf", List(vec![reference("value")]))])
}

fn word(what: &str) -> Json {
    object(&[("type", text("string")), ("description", text(what))])
}

fn words(what: &str) -> Json {
    let items = object(&[("type", text("string"))]);
    object(&[("type", text("array")), ("description", text(what)), ("items", items)])
}

fn reference(definition: &str) -> Json {
    object(&[("$ref", text(&format!("#/definitions/{definition}")))])
}

/// A table with these keys and no others.
fn closed(properties: Vec<(&'static str, Json)>) -> Json {
    object(&[
        ("type", text("object")),
        ("properties", object(&properties)),
        ("additionalProperties", Json::False),
    ])
}

/// As much of JSON as is needed.
#[derive(Clone)]
enum Json {
    Text(String),
    Number(u32),
    False,
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

fn text(text: &str) -> Json {
    Text(text.to_owned())
}

fn object(entries: &[(&str, Json)]) -> Json {
    Object(
        entries
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
    )
}

impl Json {
    fn print(&self, indent: usize) -> String {
        let lines = |members: Vec<String>, [open, close]: [&str; 2]| {
            let [inner, outer] = [indent + 2, indent].map(|width| " ".repeat(width));
            let members: Vec<String> = members.iter().map(|member| format!("\n{inner}{member}")).collect();
            format!("{open}{}\n{outer}{close}", members.join(","))
        };
        match self {
            Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Json::Number(number) => number.to_string(),
            Json::False => "false".to_owned(),
            List(members) => lines(members.iter().map(|m| m.print(indent + 2)).collect(), ["[", "]"]),
            Object(entries) => {
                let entry = |(key, value): &(String, Json)| format!("\"{key}\": {}", value.print(indent + 2));
                lines(entries.iter().map(entry).collect(), ["{", "}"])
            }
        }
    }
}
