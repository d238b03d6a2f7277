//! Everything that can be declared: parts and settings with their kinds, attributes and shapes of values.
//!
//! This is the source of the keywords of the grammar, of the kinds of joints and links in the model, and of the whole
//! schema.

use super::units::{
    self, ACCELERATION, ANGLE, ANGULAR_SPEED, AREA, COUPLING_STIFFNESS, DAMPING, DENSITY, FORCE, INERTIA, LENGTH,
    LENGTH_PER_FORCE, MASS, PER_ACCELERATION, PER_ANGLE, PER_FORCE, PER_LENGTH, PER_SPEED, PER_SQUARE_FORCE, PRESSURE,
    SPEED, STEER_GRADIENT, STIFFNESS, TIME, TORQUE, TORSIONAL_DAMPING, TORSIONAL_STIFFNESS, VOLUME,
};
use ValueShape::{
    Any, Count, CountOrWord, Curve, Direction, File, Listed, Name, Quantity, QuantityOrName, QuantityOrVector,
    QuantityOrWord, Words,
};

/// Parts with their keywords, kinds (a body has none), and attributes with descriptions.
pub(crate) const PARTS: &[Part] = &[
    Part {
        keyword: "body",
        kinds: &[],
        required: &["mass"],
        named: None,
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
        named: None,
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
            (
                "drive",
                "name of the input that prescribes its coordinate, or `shared(input: .., ratio: .., offset: .., image: opposite)` of one that moves several joints",
                Any,
            ),
            ("tree", "`keep` in the spanning tree, or `cut`", Words(&["keep", "cut"])),
            (
                "redundant",
                "`accept` lets it fix what other joints fix as well",
                Words(ACCEPT),
            ),
            (
                "idle",
                "`accept` lets a body on it move by itself, though nothing acts on that motion",
                Words(ACCEPT),
            ),
        ],
    },
    Part {
        keyword: "link",
        kinds: &[
            "distance",
            "point_on_plane",
            "spherical_revolute",
            "spherical_translational",
            "revolute_translational",
        ],
        required: &[],
        named: None,
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
                "slide",
                "direction of a guide on the first body, in which a pivot of the second slides",
                Direction,
            ),
            (
                "adjust",
                "parameter by which a rod is longer than drawn: `tune 0 mm`",
                Quantity(&[&LENGTH]),
            ),
            (
                "mass",
                "mass of a rod, spread evenly between its ends",
                Quantity(&[&MASS]),
            ),
            (
                "drive",
                "name of the input that displaces the plane along its normal, or `shared(..)` likewise",
                Any,
            ),
            ("tree", "`cut`, as a link always is", Words(&["cut"])),
            (
                "redundant",
                "`accept` lets it fix what other joints fix as well",
                Words(ACCEPT),
            ),
            (
                "idle",
                "`accept` lets a body on it move by itself, though nothing acts on that motion",
                Words(ACCEPT),
            ),
        ],
    },
    Part {
        keyword: "gear",
        kinds: &["between"],
        required: &["ratio"],
        named: None,
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
        named: None,
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
                "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`, or over length and speed: `map(..)`",
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
        named: None,
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
        named: None,
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
        named: None,
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
        named: None,
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
        keyword: "leaf_spring",
        kinds: &["between"],
        required: &[
            "fixed_eye",
            "seat",
            "shackle_eye",
            "shackle",
            "rate",
            "longitudinal",
            "lateral",
        ],
        named: None,
        attributes: &[
            ("fixed_eye", "eye that turns on the frame: a point", Any),
            ("seat", "middle of the main leaf where the axle clamps it: a point", Any),
            ("shackle_eye", "eye that turns on the shackle: a point", Any),
            ("shackle", "pivot of the shackle on the frame: a point", Any),
            (
                "axis",
                "direction from the axle up to the frame; across the line of the eyes if left out",
                Direction,
            ),
            (
                "eye_offset",
                "height of the centres of both eyes over the main leaf, negative for eyes below it",
                Quantity(&[&LENGTH]),
            ),
            (
                "rate",
                "stiffness of both halves together under a load at the seat, or force over camber: `table(..)`, `cubic(..)`, `polynomial(..)`",
                Curve(&STIFFNESS),
            ),
            (
                "free_camber",
                "height of the line of the eyes over the seat without load",
                Quantity(&[&LENGTH]),
            ),
            (
                "preload",
                "load at the design position, instead of the free camber",
                Quantity(&[&FORCE]),
            ),
            (
                "longitudinal",
                "stiffness along the spring, between the seat and the eye on the frame",
                Quantity(&[&STIFFNESS]),
            ),
            ("lateral", "stiffness across the spring", Quantity(&[&STIFFNESS])),
            (
                "windup",
                "stiffness of the seat in wind-up; `rate` times the lengths of both halves if left out",
                Quantity(&[&TORSIONAL_STIFFNESS]),
            ),
            (
                "yaw",
                "stiffness of the seat against turning about `axis`; `lateral` times the lengths of both halves if left out",
                Quantity(&[&TORSIONAL_STIFFNESS]),
            ),
            (
                "twist",
                "stiffness of the leaves in torsion, as the axle rolls",
                Quantity(&[&TORSIONAL_STIFFNESS]),
            ),
            (
                "damping_time",
                "damping by stiffness, along, across, in twist, in wind-up and in yaw",
                Quantity(&[&TIME]),
            ),
            (
                "friction",
                "friction between the leaves, as a force on the camber, at high speed",
                Quantity(&[&FORCE]),
            ),
            (
                "speed",
                "rate of the camber at which it is seven tenths of that",
                Quantity(&[&SPEED]),
            ),
        ],
    },
    Part {
        keyword: "limit",
        kinds: &["on"],
        required: &["rate"],
        named: None,
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
        named: None,
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
        named: None,
        attributes: &[("at", "a point of the body", Any)],
    },
    Part {
        keyword: "roll_bar",
        kinds: &["between"],
        required: &["from", "to", "via", "rate"],
        named: None,
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
        named: None,
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
        named: None,
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
            (
                "twin_of",
                "wheel beside it on the same spindle, whose spin and axis it has; `spin_inertia` adds to that wheel's",
                Name,
            ),
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
            (
                "shaft_inertia",
                "moment of inertia about the spindle of a shaft that turns with the wheel; the rest of it is the carrier's",
                Quantity(&[&INERTIA]),
            ),
            (
                "carrier",
                "`with_rotor`: mass and inertia of the carrier are those with the wheel, of which the spin inertia is taken out",
                Words(&["with_rotor"]),
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
            "length_rate",
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
            "yaw",
            "pitch",
            "roll",
            "yaw_rate",
            "pitch_rate",
            "roll_rate",
            "sideslip",
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
        named: None,
        attributes: &[
            ("at", "a point of the body", Any),
            ("axis", "both ball joints of the kingpin", Any),
            ("along", "which force or torque of an element that makes several", Any),
            ("in", "body in whose axes it is measured, seen from its origin", Name),
        ],
    },
    Part {
        keyword: "tyre",
        kinds: &["linear", "tmeasy", "magic_formula", "tables", "calspan"],
        required: &[],
        named: None,
        attributes: &[
            ("file", "property file of a Magic Formula tyre, `.tir`", File),
            (
                "response",
                "`relaxed`: the carcass deflects, for every speed; `steady`: without memory, for rolling vehicles",
                Words(&["relaxed", "steady"]),
            ),
            ("stiffness", "vertical stiffness", Quantity(&[&STIFFNESS])),
            ("damping", "vertical damping", Quantity(&[&DAMPING])),
            (
                "longitudinal_stiffness",
                "longitudinal force per longitudinal slip",
                Quantity(&[&FORCE]),
            ),
            (
                "cornering_stiffness",
                "lateral force per slip angle, positive",
                Quantity(&[&COUPLING_STIFFNESS]),
            ),
            (
                "camber_stiffness",
                "lateral force per inclination, positive",
                Quantity(&[&COUPLING_STIFFNESS]),
            ),
            ("friction", "coefficient of friction, or [along, across]", Any),
            (
                "pneumatic_trail",
                "distance of the lateral force behind the contact point",
                Quantity(&[&LENGTH]),
            ),
            ("rolling_resistance", "rolling resistance per normal force", Any),
            (
                "low_speed",
                "speed below which slips are regularised",
                Quantity(&[&SPEED]),
            ),
            ("width", "width of the contact patch", Quantity(&[&LENGTH])),
            (
                "progression",
                "growth of the vertical stiffness with the deflection",
                Quantity(&[&PRESSURE]),
            ),
            (
                "bottoming",
                "`rim(deflection: .., stiffness: ..)`: stiffness that is added where the rim is met",
                Any,
            ),
            (
                "nominal_load",
                "load to which the first numbers belong",
                Quantity(&[&FORCE]),
            ),
            (
                "greatest_load",
                "load beyond which forces along the ground do not grow",
                Quantity(&[&FORCE]),
            ),
            (
                "longitudinal",
                "`characteristic(slope: [..] N, peak: [..] N, peak_slip: [..], sliding: [..] N, sliding_slip: [..])`, each at the nominal load and at twice of it; of `tables` `sheet(slip: [..], force: [..] N)`: all slips at the first load, then at the second; all loads at the first inclination, then at the second",
                Any,
            ),
            (
                "lateral",
                "likewise; of `tables` `sheet(angle: [..] deg, force: [..] N)`, which is negative where the slip angle is positive",
                Any,
            ),
            ("aligning", "`sheet(angle: [..] deg, moment: [..] N*m)`", Any),
            ("vertical", "`table(deflection: [..] mm, force: [..] N)` from zero", Any),
            ("loads", "loads of the tables", Listed(&FORCE)),
            (
                "inclinations",
                "inclinations of the tables, positive with the top to the right",
                Listed(&ANGLE),
            ),
            ("relaxation", "relaxation lengths, [along, across]", Listed(&LENGTH)),
            (
                "trail",
                "`trail(at_zero: [..], zero_slip: [..], end_slip: [..])`, each at the nominal load and at twice of it",
                Any,
            ),
            (
                "camber",
                "part of the camber slip that acts, from 0 to 1; of `tables` the slip angle that acts as a unit of inclination beyond them",
                Any,
            ),
            (
                "carcass",
                "stiffness of the carcass, [along, across]",
                Listed(&STIFFNESS),
            ),
            ("a0", "slip stiffness at zero load", Quantity(&[&COUPLING_STIFFNESS])),
            (
                "a1",
                "growth of the slip stiffness with the load",
                Quantity(&[&PER_ANGLE]),
            ),
            (
                "a2",
                "load at which the slip stiffness is `a0` again",
                Quantity(&[&FORCE]),
            ),
            (
                "a3",
                "growth of the inclination stiffness with the load",
                Quantity(&[&PER_ANGLE]),
            ),
            ("a4", "load at which it is zero again", Quantity(&[&FORCE])),
            (
                "b1",
                "growth of the friction with the load, mostly below zero",
                Quantity(&[&PER_FORCE]),
            ),
            ("b3", "friction at zero load", Any),
            (
                "b4",
                "growth of the friction with the square of the load",
                Quantity(&[&PER_SQUARE_FORCE]),
            ),
            ("sn", "factor of the friction, the ratio of the skid numbers", Any),
            (
                "trail_by_load",
                "pneumatic trail by load, less that of the side force",
                Quantity(&[&LENGTH_PER_FORCE]),
            ),
            (
                "envelope",
                "`cams(spacing: .., length: .., height: .., order: ..)`: two cams that stand for the envelope of the tyre over short unevenness; length and height of half a cam, the radius if left out, and the order of its outline, 1.8",
                Any,
            ),
            (
                "compliance",
                "`coefficients(steer_by_lateral_force: .., steer_by_aligning_moment: .., steer_by_longitudinal_force: .., inclination_by_lateral_force: .., lag: ..)`: the wheel steers and leans under its load; numbers of the left side, mirrored on the right",
                Any,
            ),
        ],
    },
    Part {
        keyword: "powertrain",
        kinds: &["shafts"],
        required: &[],
        named: Some(
            "a part by its name: `shaft(..)`, `engine(..)`, `clutch(..)`, `converter(..)`, `gearbox(..)`, `gear(..)`, `differential(..)`, `limited_slip(..)`, `half_shaft(..)`",
        ),
        attributes: &[],
    },
    Part {
        keyword: "brakes",
        kinds: &["on"],
        required: &["torque"],
        named: None,
        attributes: &[
            (
                "torque",
                "capacity of each wheel at full pressure: one number, or one for each wheel",
                Any,
            ),
            (
                "parking",
                "capacity of each wheel by the parking brake, fully pulled",
                Any,
            ),
            ("boost", "`table(pedal: [..], pressure: [..])`, both from 0 to 1", Any),
            ("delay", "time constant of the pressure", Quantity(&[&TIME])),
            (
                "slip_control",
                "`slip_control(target: .., band: .., delay: .., below: ..)`",
                Any,
            ),
        ],
    },
    Part {
        keyword: "steering",
        kinds: &["driven", "column"],
        required: &["per_turn"],
        named: None,
        attributes: &[
            (
                "per_turn",
                "travel of the joint for a full turn of the steering wheel to the left",
                Quantity(&[&LENGTH, &ANGLE]),
            ),
            (
                "load",
                "load of a column on its joint: a `load` whose size is an input",
                Name,
            ),
            (
                "inertia",
                "moment of inertia of the steering wheel",
                Quantity(&[&INERTIA]),
            ),
            (
                "stiffness",
                "stiffness of torsion bar and column",
                Quantity(&[&TORSIONAL_STIFFNESS]),
            ),
            (
                "damping",
                "damping of torsion bar and column",
                Quantity(&[&TORSIONAL_DAMPING]),
            ),
            ("friction", "dry friction of the column", Quantity(&[&TORQUE])),
            (
                "joint_friction",
                "dry friction of the joint",
                Quantity(&[&FORCE, &TORQUE]),
            ),
            (
                "assistance",
                "`table(torque: [..] N*m, assistance: [..] N*m)`: torque at the pinion over that of the torsion bar",
                Any,
            ),
            (
                "over_speed",
                "`table(speed: [..] m/s, factor: [..])`: factor on the assistance",
                Any,
            ),
        ],
    },
    Part {
        keyword: "air",
        kinds: &["at"],
        required: &["area"],
        named: None,
        attributes: &[
            ("area", "reference area", Quantity(&[&AREA])),
            ("length", "reference length of the moments", Quantity(&[&LENGTH])),
            ("density", "density of the air", Quantity(&[&DENSITY])),
            (
                "drag",
                "coefficient in wind from ahead, times the cosine of the angle in other winds, or over the angle of the relative wind: `table(angle: [..] deg, coefficient: [..])`",
                Any,
            ),
            ("side", "coefficient over the angle, of the force to the left", Any),
            ("lift", "coefficient, or over the angle, of the force upward", Any),
            ("roll", "as `side`, of the moment about x", Any),
            ("pitch", "as `lift`, of the moment about y", Any),
            ("yaw", "as `side`, of the moment about z", Any),
            (
                "ground_effect",
                "`table(height: [..] m, factor: [..])`: factor on lift and pitch",
                Any,
            ),
            ("wind", "mean velocity of the air, [x, y, z]", Listed(&SPEED)),
            (
                "turbulence",
                "`turbulence(deviations: [..] m/s, lengths: [..] m, seed: ..)`: turbulence by von Kármán's spectrum along the mean wind, across and up, carried by the mean wind",
                Any,
            ),
            (
                "gusts",
                "list of `gust(peak: [..] m/s, start: .., duration: ..)` and `crosswind(velocity: [..] m/s, range: [..] m, edge: ..)`, which add up",
                Any,
            ),
        ],
    },
    Part {
        keyword: "driver",
        kinds: &["open_loop", "script", "cruise", "follow"],
        required: &[],
        named: None,
        attributes: &[
            (
                "steering_wheel",
                "angle of the steering wheel over time, positive to the left",
                Curve(&ANGLE),
            ),
            ("throttle", "accelerator pedal over time, from 0 to 1", Any),
            ("brake", "brake pedal over time, from 0 to 1", Any),
            ("clutch", "clutch pedal over time, from 0 to 1, fully pressed", Any),
            (
                "gear",
                "gear over time; of an automatic gearbox 1 for forward, 0 for neutral, -1 for reverse",
                Any,
            ),
            ("speed", "speed to hold, over time", Curve(&SPEED)),
            (
                "start",
                "`controls(throttle: .., brake: .., clutch: .., parking_brake: .., gear: ..)` before the first event",
                Any,
            ),
            (
                "events",
                "list of `event(..)`: a condition, `at`, `after`, `above`, `below` or `beyond`, with the controls from then on",
                Any,
            ),
            (
                "path",
                "path to follow: `double_lane_change(..)`, `severe_lane_change(..)`, `circle(..)`, `pieces(..)`, `spline(..)`",
                Any,
            ),
            (
                "previews",
                "times until the previewed points are reached",
                Listed(&TIME),
            ),
            ("gains", "weights of the previewed points", Any),
            ("wheelbase", "wheelbase that the driver assumes", Quantity(&[&LENGTH])),
            (
                "understeer",
                "angle of the front wheels per lateral acceleration that he assumes",
                Quantity(&[&STEER_GRADIENT]),
            ),
            (
                "steering_ratio",
                "angle of the steering wheel by that of the front wheels",
                Any,
            ),
            ("bandwidth", "speed of the driver's arms", Quantity(&[&ANGULAR_SPEED])),
            ("most", "largest angle of the steering wheel", Quantity(&[&ANGLE])),
            (
                "fastest",
                "largest rate of the steering wheel",
                Quantity(&[&ANGULAR_SPEED]),
            ),
            ("lead", "how far ahead the curvature is seen", Quantity(&[&TIME])),
            (
                "shortest",
                "part of the preview distance that does not grow with the speed",
                Quantity(&[&LENGTH]),
            ),
            ("proportional", "pedal per error of the speed", Quantity(&[&PER_SPEED])),
            ("integral", "pedal per accumulated error", Quantity(&[&PER_LENGTH])),
            (
                "feedforward",
                "pedal per acceleration of the wanted speed",
                Quantity(&[&PER_ACCELERATION]),
            ),
            ("dead_band", "demand up to which no pedal is pressed", Any),
            (
                "shift",
                "`shift(up: [..] m/s, down: [..] m/s, pause: .., clutch: [..] s)`: gears of a manual gearbox by the speed; the times in which the clutch pedal goes down, stays down and comes up",
                Any,
            ),
        ],
    },
];

/// The parts with a keyword.
pub(crate) fn part(keyword: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.keyword == keyword)
}

/// Whether an attribute of a part with this keyword is the path of a file.
pub(crate) fn is_file(keyword: &str, attribute: &str) -> bool {
    let attributes = part(keyword).map_or(&[][..], |part| part.attributes);
    attributes
        .iter()
        .any(|(key, _, shape)| *key == attribute && matches!(shape, File))
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
    (
        "redundant",
        "`accept` lets joints fix a direction twice, wherever they are",
        Words(ACCEPT),
    ),
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
    (
        "derivatives",
        "`accept` adds exact derivatives of rates and motions to the solver",
        Words(ACCEPT),
    ),
    (
        "threads",
        "number of threads that compute the vehicle; `accept` takes two where they are predicted to be faster",
        CountOrWord("accept"),
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

/// Settings of a group.
pub(crate) const GROUP_SETTINGS: &[Attribute] = &[
    ("origin", "where the origin of the coordinates written in it lies", Any),
    (
        "rotation",
        "angles by which all of it is turned about its origin: about x first, then y, then z, axes that stay",
        Listed(&ANGLE),
    ),
];

/// Whether a word is a setting of a group.
pub(crate) fn is_of_groups(setting: &str) -> bool {
    GROUP_SETTINGS.iter().any(|(key, ..)| *key == setting)
}

/// Syntax of the parts with one keyword.
pub(crate) struct Part {
    pub(crate) keyword: &'static str,
    /// Empty for a body.
    pub(crate) kinds: &'static [&'static str],
    /// Attributes that a part of any kind must have.
    pub(crate) required: &'static [&'static str],
    /// Description of the attributes, where the user gives them their names.
    pub(crate) named: Option<&'static str>,
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
    /// A number with a unit of this quantity, or three such numbers.
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
    /// A whole number, or this word.
    CountOrWord(&'static str),
    /// The path of a file of data.
    File,
}

const ACCEPT: &[&str] = &["accept"];
pub(crate) const ALL: &[&str] = &["all"];
