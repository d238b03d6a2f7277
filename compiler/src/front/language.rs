//! Everything that can be declared: parts and settings with their kinds, attributes and shapes of values.
//!
//! Source of the keywords of the grammar, of the kinds of joints and links when resolving, and of the whole schema.

use super::units::{
    self, ACCELERATION, ANGLE, ANGULAR_SPEED, AREA, DAMPING, FORCE, INERTIA, LENGTH, MASS, PRESSURE, SPEED, STIFFNESS,
    TORQUE, TORSIONAL_DAMPING, TORSIONAL_STIFFNESS, VOLUME,
};
use ValueShape::{
    Any, Count, Curve, Direction, Listed, Name, Quantity, QuantityOrName, QuantityOrVector, QuantityOrWord, Words,
};

/// Parts with their keywords, kinds (a body has none), and attributes with descriptions.
pub(crate) const PARTS: &[Part] = &[
    Part {
        keyword: "body",
        kinds: &[],
        required: &["mass"],
        attributes: &[
            (
                "mass",
                "mass; `none` for a body that stands for a link between two joints",
                QuantityOrWord(&MASS, "none"),
            ),
            ("com", "centre of mass: a point", Any),
            (
                "inertia",
                "tensor about the centre of mass, [Ixx, Iyy, Izz] or with Ixy, Ixz, Iyz behind",
                Listed(&INERTIA),
            ),
            (
                "axes",
                "rows of the rotation from the body's axes to the vehicle's",
                Any,
            ),
            (
                "nonphysical",
                "`accept` takes moments of inertia as they are",
                Words(ACCEPT),
            ),
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
        required: &[],
        attributes: &[
            ("at", "a point on the joint", Any),
            (
                "axis",
                "its direction: an axis such as `x` or `-z`, or a vector",
                Direction,
            ),
            (
                "axes",
                "both directions of a joint with two, the first fixed in the first body",
                Any,
            ),
            ("through", "two points on its axis", Any),
            ("normal", "normal of the plane", Direction),
            ("pitch", "travel for a full turn", Any),
            ("drive", "name of the input that prescribes its coordinate", Name),
            ("tree", "`keep` in the spanning tree, or `cut`", Words(&["keep", "cut"])),
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
        required: &[],
        attributes: &[
            ("from", "end on the first body: a point", Any),
            ("to", "end on the second body: a point", Any),
            ("at", "a point on the joint", Any),
            (
                "axis",
                "its direction: an axis such as `x` or `-z`, or a vector",
                Direction,
            ),
            ("through", "two points on its axis", Any),
            ("normal", "normal of the plane", Direction),
            ("ball", "centre of the ball joint", Any),
            (
                "adjust",
                "parameter by which a rod is longer than drawn: `tune 0 mm`",
                Quantity(&[&LENGTH]),
            ),
            (
                "drive",
                "name of the input that displaces the plane along its normal",
                Name,
            ),
            ("tree", "`cut`, as a link always is", Words(&["cut"])),
        ],
    },
    Part {
        keyword: "gear",
        kinds: &["between"],
        required: &["ratio"],
        attributes: &[(
            "ratio",
            "coordinate of the second joint over that of the first, or `polynomial(second: [..], first: ..)`",
            Any,
        )],
    },
    Part {
        keyword: "spring",
        kinds: &["between"],
        required: &["from", "to"],
        attributes: &[
            ("from", "end on the first body: a point", Any),
            ("to", "end on the second body: a point", Any),
            (
                "rate",
                "stiffness, or force over deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&STIFFNESS),
            ),
            ("free_length", "length without elastic force", Quantity(&[&LENGTH])),
            (
                "preload",
                "constant force, positive where it pushes the ends apart",
                Quantity(&[&FORCE]),
            ),
            (
                "damping",
                "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&DAMPING),
            ),
            (
                "window",
                "least and greatest length at which `damping` holds",
                Listed(&LENGTH),
            ),
            ("damping_outside", "damping at other lengths", Curve(&DAMPING)),
            (
                "series",
                "rate of a spring in series with the damper",
                Quantity(&[&STIFFNESS]),
            ),
            (
                "bump_stop",
                "`stop(length: .., rate: ..)` or `stop(length: .., overtravel: [..], force: [..])`",
                Any,
            ),
            ("rebound_stop", "likewise", Any),
            ("actuator", "name of the input that gives a force on top", Name),
        ],
    },
    Part {
        keyword: "air_spring",
        kinds: &["between"],
        required: &["from", "to", "area", "volume"],
        attributes: &[
            ("from", "end on the first body: a point", Any),
            ("to", "end on the second body: a point", Any),
            ("area", "effective area", Quantity(&[&AREA])),
            (
                "volume",
                "volume of the bellows at the design position",
                Quantity(&[&VOLUME]),
            ),
            (
                "auxiliary",
                "volume of a rigid reservoir beside it",
                Quantity(&[&VOLUME]),
            ),
            (
                "pressure",
                "absolute pressure at the design position",
                Quantity(&[&PRESSURE]),
            ),
            (
                "preload",
                "force at the design position, instead of the pressure",
                Quantity(&[&FORCE]),
            ),
            ("ambient", "absolute ambient pressure", Quantity(&[&PRESSURE])),
            (
                "exponent",
                "polytropic exponent, from 1, isothermal, to 1.67; 1.4 if left out",
                Any,
            ),
            (
                "damping",
                "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&DAMPING),
            ),
        ],
    },
    Part {
        keyword: "bushing",
        kinds: &["between"],
        required: &["at"],
        attributes: &[
            ("at", "its point on both bodies", Any),
            ("axes", "rows of the rotation from its axes to the vehicle's", Any),
            ("stiffness", "[x, y, z] or with xy, xz, yz behind", Any),
            ("torsional_stiffness", "likewise", Any),
            (
                "coupling",
                "nine numbers: what a turn about x, y and z does along x, then y, then z",
                Any,
            ),
            ("damping", "[x, y, z] or with xy, xz, yz behind", Any),
            ("torsional_damping", "likewise", Any),
            ("damping_coupling", "nine numbers, as `coupling`", Any),
            (
                "along_x",
                "force over deflection on top: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Any,
            ),
            ("along_y", "likewise", Any),
            ("along_z", "likewise", Any),
            (
                "about_x",
                "torque over deflection on top: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Any,
            ),
            ("about_y", "likewise", Any),
            ("about_z", "likewise", Any),
        ],
    },
    Part {
        keyword: "friction",
        kinds: &["on"],
        required: &["limit", "speed"],
        attributes: &[
            (
                "limit",
                "force of a prismatic joint, or torque of another, at high speed",
                Quantity(&[&FORCE, &TORQUE]),
            ),
            (
                "speed",
                "speed at which it is seven tenths of that",
                Quantity(&[&SPEED, &ANGULAR_SPEED]),
            ),
        ],
    },
    Part {
        keyword: "ground_contact",
        kinds: &["on"],
        required: &["at", "rate"],
        attributes: &[
            ("at", "a point of the body", Any),
            (
                "rate",
                "stiffness along the ground's normal, or force over overtravel: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&STIFFNESS),
            ),
            (
                "damping",
                "damping along the ground's normal while they touch",
                Quantity(&[&DAMPING]),
            ),
            (
                "friction",
                "force along the ground by that along its normal, at high speed",
                Any,
            ),
            (
                "speed",
                "speed along the ground at which it is seven tenths of that",
                Quantity(&[&SPEED]),
            ),
        ],
    },
    Part {
        keyword: "limit",
        kinds: &["on"],
        required: &["rate"],
        attributes: &[
            (
                "min",
                "least coordinate that no stop resists",
                Quantity(&[&LENGTH, &ANGLE]),
            ),
            (
                "max",
                "greatest coordinate that no stop resists",
                Quantity(&[&LENGTH, &ANGLE]),
            ),
            (
                "rate",
                "stiffness of the stops, or force or torque over overtravel: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Any,
            ),
            (
                "damping",
                "damping while a stop is met",
                Quantity(&[&DAMPING, &TORSIONAL_DAMPING]),
            ),
        ],
    },
    Part {
        keyword: "load",
        kinds: &["on"],
        required: &[],
        attributes: &[
            (
                "force",
                "its size, or the name of the input that gives it",
                QuantityOrName(&FORCE),
            ),
            ("torque", "likewise", QuantityOrName(&TORQUE)),
            ("at", "where a force acts: a point of the body", Any),
            (
                "axis",
                "its direction: an axis such as `x` or `-z`, or a vector",
                Direction,
            ),
            (
                "in",
                "body in which its direction is fixed; `ground`: in the world",
                Name,
            ),
            ("against", "body on which its reaction acts", Name),
        ],
    },
    Part {
        keyword: "marker",
        kinds: &["on"],
        required: &["at"],
        attributes: &[("at", "a point of the body", Any)],
    },
    Part {
        keyword: "roll_bar",
        kinds: &["between"],
        required: &["from", "to", "via", "rate"],
        attributes: &[
            ("from", "end on the first body: a point", Any),
            ("to", "end on the second body: a point", Any),
            ("via", "body that carries the bar", Name),
            (
                "axis",
                "direction of the carrier along which heights are measured",
                Direction,
            ),
            (
                "rate",
                "stiffness, or force over deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&STIFFNESS),
            ),
            (
                "damping",
                "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&DAMPING),
            ),
        ],
    },
    Part {
        keyword: "torsion",
        kinds: &["on"],
        required: &[],
        attributes: &[
            (
                "rate",
                "stiffness, or torque over deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&TORSIONAL_STIFFNESS),
            ),
            (
                "free_angle",
                "angle of the joint without elastic torque",
                Quantity(&[&ANGLE]),
            ),
            ("preload", "torque at the free angle", Quantity(&[&TORQUE])),
            (
                "damping",
                "rate, `degressive(rate: .., speed: ..)`, or torque over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&TORSIONAL_DAMPING),
            ),
            ("actuator", "name of the input that gives a torque on top", Name),
        ],
    },
    Part {
        keyword: "wheel",
        kinds: &["on"],
        required: &["centre", "radius"],
        attributes: &[
            ("centre", "wheel centre: a point", Any),
            ("axis", "direction of the spindle, to the left", Direction),
            (
                "toe",
                "toe-in by which the spindle is turned at the design position",
                Quantity(&[&ANGLE]),
            ),
            (
                "camber",
                "camber likewise, positive with the top outboard",
                Quantity(&[&ANGLE]),
            ),
            ("radius", "unloaded radius of the tyre", Quantity(&[&LENGTH])),
            ("driven_from", "body that takes the reaction to the drive torque", Name),
            ("mass", "mass of the rotor", Quantity(&[&MASS])),
            (
                "spin_inertia",
                "moment of inertia about the spindle",
                Quantity(&[&INERTIA]),
            ),
            (
                "diametral_inertia",
                "moment of inertia across the spindle",
                Quantity(&[&INERTIA]),
            ),
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
        required: &[],
        attributes: &[
            ("at", "a point of the body", Any),
            ("axis", "both ball joints of the kingpin", Any),
            ("along", "which force or torque of an element that makes several", Any),
            ("in", "body in whose axes it is measured, seen from its origin", Name),
        ],
    },
];

/// The parts with a keyword.
pub(crate) fn part(keyword: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.keyword == keyword)
}

/// Words that begin a named part.
pub(crate) fn keywords() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|part| part.keyword)
}

/// Settings of the whole vehicle.
pub(crate) const SETTINGS: &[Attribute] = &[
    (
        "gravity",
        "acceleration of gravity: its size, if it points along -Z, or [x, y, z]",
        QuantityOrVector(&ACCELERATION),
    ),
    ("redundant", "`accept` lets joints fix a direction twice", Words(ACCEPT)),
    (
        "lanes",
        "`accept` computes equal subsystems side by side",
        Words(ACCEPT),
    ),
    (
        "levels",
        "instruction sets to write the solver for: `baseline`, `v3`, `v4`, `all`",
        Words(&["baseline", "v3", "v4", "all"]),
    ),
    (
        "batch",
        "`accept` adds a solver of eight vehicles at once",
        Words(ACCEPT),
    ),
    ("singular", "`accept` takes a singular design position", Words(ACCEPT)),
    ("freedoms", "how many freedoms there are meant to be", Count),
    ("base", "body that the subsystems hang from", Name),
    (
        "method",
        "how subsystems are reduced; `auto` looks for the cheapest cuts and independent coordinates too",
        Words(&["auto", "recursive", "synthesis", "lagrange", "synthesis_cartesian"]),
    ),
    ("tune", "`all` makes every number a parameter of the solver", Words(ALL)),
];

/// Syntax of the parts with one keyword.
pub(crate) struct Part {
    pub(crate) keyword: &'static str,
    /// Empty for a body.
    pub(crate) kinds: &'static [&'static str],
    /// Attributes that a part of any kind must have.
    pub(crate) required: &'static [&'static str],
    pub(crate) attributes: &'static [Attribute],
}

/// Key, description, and shape of the value.
pub(crate) type Attribute = (&'static str, &'static str, ValueShape);

/// ValueShape of a value, as far as a pattern can describe it.
#[derive(Clone, Copy)]
pub(crate) enum ValueShape {
    /// Any value.
    Any,
    /// A number with a unit of one of these quantities.
    Quantity(&'static [&'static units::Quantity]),
    /// A number with a unit of this quantity, or this word.
    QuantityOrWord(&'static units::Quantity, &'static str),
    /// The same, or three numbers.
    QuantityOrVector(&'static units::Quantity),
    /// A number with a unit, or the name of an input.
    QuantityOrName(&'static units::Quantity),
    /// A number with a unit of this quantity, or a call: `table(..)`.
    Curve(&'static units::Quantity),
    /// A list of numbers with a unit behind it.
    Listed(&'static units::Quantity),
    /// One of these words.
    Words(&'static [&'static str]),
    /// The name of a part or an input.
    Name,
    /// An axis or a vector.
    Direction,
    /// A whole number.
    Count,
}

const ACCEPT: &[&str] = &["accept"];
pub(crate) const ALL: &[&str] = &["all"];
