//! Kinds of parts and settings: a sentence and an example of each. Attributes are in the table of the language.

/// A sound vehicle without its closing brace, to which the examples are added.
pub const EXAMPLE_CAR: &str = "Car {
    body chassis { mass: 1000 kg, com: [-1.3, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }
    body rack { mass: 5 kg, com: [-0.2, 0, 0.3] m, inertia: [0.2, 0.01, 0.2] kg*m^2 }
    body arm { mass: 3 kg, com: [-2, 0, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    joint motion: free(ground, chassis)
    joint slide: prismatic(chassis, rack) { axis: y }
    joint pivot: revolute(chassis, arm) { axis: y, at: [-2, 0, 0.8] m }
    load assist: on(slide) { force: rack_force }
    marker centre: on(chassis) { at: [-1.3, 0, 0.6] m }
    mirror left as right {
        body lower { mass: 5 kg, com: [0, 0.5, 0.2] m, inertia: [0.05, 0.06, 0.1] kg*m^2 }
        body upper { mass: 3 kg, com: [0, 0.5, 0.4] m, inertia: [0.02, 0.02, 0.03] kg*m^2 }
        body upright { mass: 20 kg, com: [0, 0.65, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
        joint lower_pivot: revolute(chassis, lower) { axis: x, at: [0, 0.35, 0.2] m }
        joint lower_ball: spherical(lower, upright) { at: [0, 0.7, 0.18] m }
        joint upper_pivot: revolute(chassis, upper) { axis: x, at: [0, 0.4, 0.4] m }
        joint upper_ball: spherical(upper, upright) { at: [-0.02, 0.66, 0.42] m }
        link tie_rod: distance(rack, upright) { from: [-0.15, 0.3, 0.24] m, to: [-0.15, 0.66, 0.23] m }
        spring strut: between(chassis, lower) {
            from: [0, 0.45, 0.7] m, to: [0, 0.55, 0.2] m, rate: 40 kN/m, free_length: 600 mm, damping: 3 kN*s/m
        }
        wheel wheel: on(upright) {
            centre: [0, 0.75, 0.3] m, radius: 300 mm, spin_inertia: 1 kg*m^2, driven_from: chassis
        }
    }";

/// A kind of a part.
pub(crate) struct Kind {
    /// Word of the part: `joint`.
    pub(crate) keyword: &'static str,
    /// Its own word: `revolute`; empty for a body, which has no kinds.
    pub(crate) word: &'static str,
    /// Its meaning.
    pub(crate) what: &'static str,
    /// Attributes that it takes; `None` means all attributes of the part.
    pub(crate) attributes: Option<&'static [&'static str]>,
    /// Items that declare one, added to [`EXAMPLE_CAR`].
    pub(crate) example: &'static str,
}

impl Kind {
    /// Whether it takes an attribute of its part.
    pub(crate) fn takes(&self, attribute: &str) -> bool {
        self.attributes.is_none_or(|taken| taken.contains(&attribute))
    }
}

/// The kinds of a part, in the order of their declaration.
pub(crate) fn of(keyword: &str) -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().filter(move |kind| kind.keyword == keyword)
}

const fn kind(
    keyword: &'static str,
    word: &'static str,
    what: &'static str,
    attributes: Option<&'static [&'static str]>,
    example: &'static str,
) -> Kind {
    Kind {
        keyword,
        word,
        what,
        attributes,
        example,
    }
}

const JOINED: &str = "body part { mass: 3 kg, com: [-1, 0, 0.9] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }";
const ORIENTED: Option<&[&str]> = Some(&["in"]);
const KINGPIN: Option<&[&str]> = Some(&["axis", "in"]);
const AT_POINT: Option<&[&str]> = Some(&["at", "in"]);
const BARE: Option<&[&str]> = Some(&[]);
const ALONG: Option<&[&str]> = Some(&["along"]);

/// All kinds of all parts.
pub(crate) const KINDS: &[Kind] = &[
    kind("body", "", "A rigid body with its mass.", None,
        "body engine { mass: 150 kg, com: [-0.2, 0, 0.5] m, inertia: [8, 5, 7] kg*m^2 }\njoint mounts: fixed(chassis, engine)"),
    kind("joint", "fixed", "No relative motion.", Some(&["at", "tree", "redundant", "idle"]),
        "joint bolts: fixed(chassis, part)"),
    kind("joint", "revolute", "Rotation of the second body about an axis, right-handed; coordinate: the angle [rad].",
        Some(&["at", "axis", "through", "drive", "tree", "redundant", "idle"]),
        "joint hinge: revolute(chassis, part) { axis: y, at: [-1, 0, 1] m, idle: accept }"),
    kind("joint", "prismatic", "Translation of the second body along an axis; coordinate: the displacement [m].",
        Some(&["axis", "through", "at", "drive", "tree", "redundant", "idle"]),
        "joint guide: prismatic(chassis, part) { axis: y, drive: shift }"),
    kind("joint", "cylindrical", "Rotation about an axis and translation along it.",
        Some(&["at", "axis", "through", "tree", "redundant", "idle"]),
        "joint sleeve: cylindrical(chassis, part) { axis: y, at: [-1, 0, 1] m, idle: accept }"),
    kind("joint", "screw", "Rotation about an axis, and translation along it in proportion.",
        Some(&["at", "axis", "through", "pitch", "drive", "tree", "redundant", "idle"]),
        "joint thread: screw(chassis, part) { axis: z, at: [-1, 0, 1] m, pitch: 10 mm, drive: height }"),
    kind("joint", "planar", "Translation in a plane, and rotation about its normal.",
        Some(&["at", "normal", "tree", "redundant", "idle"]),
        "joint table: planar(chassis, part) { normal: z, at: [-1, 0, 1] m, idle: accept }"),
    kind("joint", "spherical", "Rotation about a point: a ball joint.", Some(&["at", "tree", "redundant", "idle"]),
        "joint ball: spherical(chassis, part) { at: [-1, 0, 1.1] m, idle: accept }"),
    kind("joint", "universal", "Rotation about two axes that a cross carries, the first fixed in the first body.",
        Some(&["at", "axes", "tree", "redundant", "idle"]),
        "joint cross: universal(chassis, part) { axes: [x, y], at: [-1, 0, 1.1] m, idle: accept }"),
    kind("joint", "constant_velocity", "Bend of two shafts that turn at equal speeds.",
        Some(&["at", "axis", "axes", "tree", "redundant", "idle"]),
        "joint bend: constant_velocity(chassis, part) { axis: y, at: [-1, 0, 1.1] m, idle: accept }"),
    kind("joint", "free", "All six freedoms: position and orientation of the second body.",
        Some(&["at", "tree", "redundant", "idle"]),
        "joint loose: free(ground, part) { idle: accept }"),
    kind("link", "distance", "A rod of fixed length with a ball at each end.",
        Some(&["from", "to", "adjust", "mass", "tree", "redundant", "idle"]),
        "link rod: distance(chassis, arm) { from: [-1.6, 0, 0.3] m, to: [-2, 0, 0.3] m }"),
    kind("link", "point_on_plane", "A point of the second body stays in a plane of the first.",
        Some(&["at", "normal", "drive", "tree", "redundant", "idle"]),
        "link pad: point_on_plane(chassis, arm) { at: [-2, 0, 0.3] m, normal: x }"),
    kind("link", "spherical_revolute", "An arm without mass: a hinge on the first body, a ball on the second.",
        Some(&["at", "axis", "through", "ball", "tree", "redundant", "idle"]),
        "body hub { mass: 8 kg, com: [-3, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }\njoint rubber: free(chassis, hub) { idle: accept }\nlink wishbone: spherical_revolute(chassis, hub) { through: [[-3.1, 0.3, 0.2] m, [-2.9, 0.3, 0.2] m], ball: [-3, 0.6, 0.2] m }"),
    kind("link", "spherical_translational", "A strut without mass: a guide on the first body, in which a ball of the second slides.",
        Some(&["at", "axis", "through", "tree", "redundant", "idle"]),
        "body hub { mass: 8 kg, com: [-3, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }\njoint rubber: free(chassis, hub) { idle: accept }\nlink guide: spherical_translational(chassis, hub) { axis: z, at: [-3, 0.6, 0.3] m }"),
    kind("link", "revolute_translational", "A slider without mass: a guide on the first body, in which a pivot of the second slides.",
        Some(&["at", "axis", "slide", "through", "tree", "redundant", "idle"]),
        "body hub { mass: 8 kg, com: [-3, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }\njoint rubber: free(chassis, hub) { idle: accept }\nlink pin: revolute_translational(chassis, hub) { axis: y, slide: x, at: [-3, 0.6, 0.3] m }"),
    kind("gear", "between", "Proportion of the coordinates of two joints.", None,
        "body roller { mass: 1 kg, com: [-2.2, 0, 0.8] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }\njoint axle: revolute(chassis, roller) { axis: y, at: [-2.2, 0, 0.8] m }\ngear mesh: between(pivot, axle) { ratio: -2 }"),
    kind("spring", "between", "A spring with a damper between points of two bodies.", None,
        "spring helper: between(chassis, arm) { from: [-1.6, 0, 0.3] m, to: [-2, 0, 0.3] m, rate: 10 kN/m, free_length: 0.4 m, damping: 500 N*s/m }"),
    kind("air_spring", "between", "A bellows of gas between points of two bodies.", None,
        "air_spring bellows: between(chassis, arm) { from: [-1.6, 0, 0.3] m, to: [-2, 0, 0.3] m, area: 100 cm^2, volume: 3 L, pressure: 3 bar }"),
    kind("bushing", "between", "A rubber bushing between two bodies: stiffness along and about its axes.", None,
        "body subframe { mass: 30 kg, com: [-2.6, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }\njoint floating: free(chassis, subframe)\nbushing mount: between(chassis, subframe) { at: [-2.6, 0, 0.3] m, stiffness: [2, 2, 1] kN/mm, torsional_stiffness: [1, 1, 1] kN*m/rad, damping: [2, 2, 1] kN*s/m }"),
    kind("friction", "on", "Dry friction in a joint.", None,
        "friction seal: on(slide) { limit: 50 N, speed: 1 mm/s }"),
    kind("ground_contact", "on", "A point of a body that may meet the ground.", None,
        "ground_contact skid: on(chassis) { at: [-1.3, 0, 0.15] m, rate: 200 kN/m, friction: 0.5, speed: 0.1 m/s }"),
    kind("leaf_spring", "between", "A leaf spring on a shackle that carries an axle and locates it.", None,
        "body axle { mass: 60 kg, com: [-2.6, 0, 0.3] m, inertia: [8, 1, 8] kg*m^2 }\njoint hung: free(chassis, axle)\nleaf_spring left_leaf: between(chassis, axle) { fixed_eye: [-2, 0.5, 0.35] m, seat: [-2.6, 0.5, 0.3] m, shackle_eye: [-3.2, 0.5, 0.35] m, shackle: [-3.22, 0.5, 0.45] m, rate: 20 kN/m, free_camber: 180 mm, longitudinal: 2 kN/mm, lateral: 500 N/mm, twist: 500 N*m/rad, friction: 300 N, speed: 5 mm/s }\nleaf_spring right_leaf: between(chassis, axle) { fixed_eye: [-2, -0.5, 0.35] m, seat: [-2.6, -0.5, 0.3] m, shackle_eye: [-3.2, -0.5, 0.35] m, shackle: [-3.22, -0.5, 0.45] m, rate: 20 kN/m, free_camber: 180 mm, longitudinal: 2 kN/mm, lateral: 500 N/mm, twist: 500 N*m/rad, friction: 300 N, speed: 5 mm/s }"),
    kind("limit", "on", "Stops of a joint.", None,
        "limit ends: on(slide) { min: -80 mm, max: 80 mm, rate: 500 kN/m }"),
    kind("load", "on", "A force or torque on a body or in a joint, constant or an input.", None,
        "load push: on(chassis) { force: thrust, at: [-2, 0, 0.5] m, axis: x, in: chassis }"),
    kind("marker", "on", "A point of a body at which something outside the vehicle acts or measures.", None,
        "marker hitch: on(chassis) { at: [-3, 0, 0.4] m }"),
    kind("roll_bar", "between", "An anti-roll bar: a spring that resists unequal heights of two points.", None,
        "roll_bar bar: between(left.lower, right.lower) { from: [-0.1, 0.5, 0.2] m, to: [-0.1, -0.5, 0.2] m, via: chassis, rate: 20 kN/m }"),
    kind("torsion", "on", "A torsion spring with a damper in a joint that turns.", None,
        "torsion bar: on(pivot) { rate: 500 N*m/rad, damping: 10 N*m*s/rad }"),
    kind("wheel", "on", "A wheel on its carrier: tyre forces act on it, and its spin is a state.", None,
        "body dolly { mass: 15 kg, com: [-2.6, 0, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }\njoint column: prismatic(chassis, dolly) { axis: z }\nwheel third: on(dolly) { centre: [-2.6, 0, 0.3] m, radius: 300 mm, mass: 10 kg, spin_inertia: 0.8 kg*m^2 }"),
    kind("output", "camber", "Camber angle of a wheel, positive with the top outboard [rad].", ORIENTED, "output camber_left: camber(left.wheel)"),
    kind("output", "toe", "Toe angle of a wheel, positive toe-in [rad].", ORIENTED, "output toe_left: toe(left.wheel)"),
    kind("output", "steer", "Steer angle of a wheel, positive to the left [rad].", ORIENTED, "output steer_left: steer(left.wheel)"),
    kind("output", "caster", "Caster angle of the kingpin, positive with the top rearward [rad].", KINGPIN,
        "output caster_left: caster(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
    kind("output", "inclination", "Inclination of the kingpin, positive with the top inboard [rad].", KINGPIN,
        "output inclination_left: inclination(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
    kind("output", "scrub_radius", "Scrub radius, also steering-axis offset at ground: lateral distance on the ground from kingpin to wheel plane, positive with the kingpin inboard [m].", KINGPIN,
        "output scrub_left: scrub_radius(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
    kind("output", "trail", "Caster trail: distance on the ground from the contact centre to the kingpin, positive with the kingpin ahead [m].", KINGPIN,
        "output trail_left: trail(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
    kind("output", "length", "Length of a spring [m].", BARE, "output strut_length: length(left.strut)"),
    kind("output", "length_rate", "Rate of the length of a spring, positive where it becomes longer [m/s].", BARE, "output strut_speed: length_rate(left.strut)"),
    kind("output", "force", "Force of a spring or of a force element [N].", ALONG, "bushing rubber: between(chassis, arm) { at: [-2, 0, 0.8] m, stiffness: [2, 2, 1] kN/mm }\noutput strut_force: force(left.strut)\noutput rubber_force: force(rubber) { along: z }"),
    kind("output", "torque", "Torque of a force element [N m].", ALONG,
        "torsion spiral: on(pivot) { rate: 500 N*m/rad }\noutput spiral_torque: torque(spiral)"),
    kind("output", "coordinate", "Coordinate of a joint that has one [rad or m].", BARE, "output rack_travel: coordinate(slide)"),
    kind("output", "speed", "Speed of a joint that has one coordinate [rad/s or m/s].", BARE, "output rack_speed: speed(slide)"),
    kind("output", "x", "Position of a point of a body along x [m].", AT_POINT, "output nose_x: x(chassis) { at: [0.8, 0, 0.4] m }"),
    kind("output", "y", "Position of a point of a body along y [m].", AT_POINT, "output nose_y: y(chassis) { at: [0.8, 0, 0.4] m }"),
    kind("output", "z", "Position of a point of a body along z [m].", AT_POINT, "output nose_z: z(chassis) { at: [0.8, 0, 0.4] m }"),
    kind("output", "vx", "Velocity of a point of a body along x [m/s].", AT_POINT, "output forward: vx(chassis) { in: chassis }"),
    kind("output", "vy", "Velocity of a point of a body along y [m/s].", AT_POINT, "output sideways: vy(chassis) { in: chassis }"),
    kind("output", "vz", "Velocity of a point of a body along z [m/s].", AT_POINT, "output upward: vz(chassis)"),
    kind("output", "ax", "Acceleration of a point of a body along x [m/s^2].", AT_POINT, "output seat_ax: ax(chassis) { at: [-1, 0.4, 0.6] m, in: chassis }"),
    kind("output", "ay", "Acceleration of a point of a body along y [m/s^2].", AT_POINT, "output seat_ay: ay(chassis) { at: [-1, 0.4, 0.6] m, in: chassis }"),
    kind("output", "az", "Acceleration of a point of a body along z [m/s^2].", AT_POINT, "output seat_az: az(chassis) { at: [-1, 0.4, 0.6] m }"),
    kind("output", "yaw", "Yaw angle of a body, positive with its nose to the left [rad] (ISO 8855).", ORIENTED, "output heading: yaw(chassis)"),
    kind("output", "pitch", "Pitch angle of a body, positive with its nose down [rad] (ISO 8855).", ORIENTED, "output pitch_angle: pitch(chassis)"),
    kind("output", "roll", "Roll angle of a body, positive to the right [rad] (ISO 8855).", ORIENTED, "output roll_angle: roll(chassis)"),
    kind("output", "yaw_rate", "Rate of the yaw angle of a body [rad/s].", ORIENTED, "output yaw_velocity: yaw_rate(chassis)"),
    kind("output", "pitch_rate", "Rate of the pitch angle of a body [rad/s].", ORIENTED, "output pitch_velocity: pitch_rate(chassis)"),
    kind("output", "roll_rate", "Rate of the roll angle of a body [rad/s].", ORIENTED, "output roll_velocity: roll_rate(chassis)"),
    kind("output", "sideslip", "Sideslip angle of a point of a body, positive where it moves to the left of the body's heading [rad] (ISO 8855); zero at rest.", Some(&["at"]), "output slip_angle: sideslip(chassis) { at: [-1.4, 0, 0.3] m }"),
    kind("output", "fx", "Force of a joint along x, on its second body [N].", ORIENTED, "output ball_fx: fx(left.lower_ball)"),
    kind("output", "fy", "Force of a joint along y, on its second body [N].", ORIENTED, "output ball_fy: fy(left.lower_ball)"),
    kind("output", "fz", "Force of a joint along z, on its second body [N].", ORIENTED, "output ball_fz: fz(left.lower_ball)"),
    kind("output", "mx", "Moment of a joint about x, on its second body [N m].", ORIENTED, "output pivot_mx: mx(left.lower_pivot)"),
    kind("output", "my", "Moment of a joint about y, on its second body [N m].", ORIENTED, "output pivot_my: my(left.lower_pivot)"),
    kind("output", "mz", "Moment of a joint about z, on its second body [N m].", ORIENTED, "output pivot_mz: mz(left.lower_pivot)"),
    kind("output", "kinetic_energy", "Kinetic energy of a body [J].", BARE, "output moving: kinetic_energy(chassis)"),
    kind("output", "potential_energy", "Energy of a body in the field of gravity [J].", BARE, "output raised: potential_energy(chassis)"),
    kind("output", "elastic_energy", "Energy stored in a spring or a force element [J].", BARE, "output stored: elastic_energy(left.strut)"),
    kind("tyre", "linear", "Straight slopes, bounded by the friction.",
        Some(&["response", "stiffness", "damping", "longitudinal_stiffness", "cornering_stiffness", "camber_stiffness", "friction", "pneumatic_trail", "rolling_resistance", "low_speed", "envelope", "compliance"]),
        "tyre road: linear(all) { stiffness: 200 kN/m, cornering_stiffness: 55 kN/rad, longitudinal_stiffness: 80 kN, compliance: coefficients(steer_by_lateral_force: -0.1 deg/kN) }"),
    kind("tyre", "tmeasy", "TMeasy: a few numbers with a meaning, at the nominal load and at twice of it.",
        Some(&["response", "stiffness", "damping", "rolling_resistance", "width", "progression", "bottoming", "nominal_load", "greatest_load", "longitudinal", "lateral", "trail", "camber", "carcass", "envelope", "compliance"]),
        "tyre road: tmeasy(all) {
    width: 200 mm, stiffness: 200 kN/m, nominal_load: 3 kN, carcass: [400, 200] kN/m,
    longitudinal: characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5]),
    lateral: characteristic(slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7]),
    trail: trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4])
}"),
    kind("tyre", "magic_formula", "A Magic Formula by its property file, version 5.2, 6.1 or 6.2.", Some(&["response", "file", "envelope", "compliance"]),
        "tyre road: magic_formula(all) { file: \"tyre.tir\", envelope: cams(spacing: 100 mm) }"),
    kind("tyre", "tables", "Tables of a test stand over load, slip and inclination; combined slip by similarity. The same on both sides.",
        Some(&["response", "vertical", "damping", "rolling_resistance", "loads", "inclinations", "longitudinal", "lateral", "aligning", "camber", "relaxation", "envelope", "compliance"]),
        "tyre road: tables(all) {
    vertical: table(deflection: [0, 20, 40] mm, force: [0, 4, 9] kN), loads: [2, 5] kN, relaxation: [0.2, 0.5] m,
    longitudinal: sheet(slip: [-0.3, -0.1, 0, 0.1, 0.3], force: [-1.8, -2.1, 0, 2.1, 1.8, -4.2, -5, 0, 5, 4.2] kN),
    lateral: sheet(angle: [-12, -5, 0, 5, 12] deg, force: [1.9, 1.6, 0, -1.6, -1.9, 4.5, 3.6, 0, -3.6, -4.5] kN),
    aligning: sheet(angle: [-12, -5, 0, 5, 12] deg, moment: [-5, -35, 0, 35, 5, -20, -120, 0, 120, 20] N*m)
}"),
    kind("tyre", "calspan", "A side force that saturates by a polynomial of third order, by the numbers of the Cornell Aeronautical Laboratory; nothing along the wheel, no memory.",
        Some(&["response", "stiffness", "a0", "a1", "a2", "a3", "a4", "b1", "b3", "b4", "sn", "trail_by_load", "low_speed", "envelope", "compliance"]),
        "tyre road: calspan(all) {
    stiffness: 460 kN/m, a0: 2625 N/rad, a1: 14.47 rad^-1, a2: 12930 N, a3: 2.29 rad^-1, a4: 18175 N,
    b1: -4.64e-5 N^-1, b3: 1.216, b4: 2.18e-11 N^-2, sn: 1.0274, trail_by_load: 1.71e-5 m/N
}"),
    kind("powertrain", "shafts", "Shafts and what joins them: docs/equipment.md has its parts.", None,
        "powertrain drive: shafts() {
    output: shaft(inertia: 0.05 kg*m^2),
    left: shaft(inertia: 0.05 kg*m^2),
    right: shaft(inertia: 0.05 kg*m^2),
    motor: engine(on: output, full: table(speed: [0, 6000] rpm, torque: [150, 80] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, -20] N*m)),
    differential: differential(case: output, outputs: [left, right]),
    left_shaft: half_shaft(from: left, to: left.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
    right_shaft: half_shaft(from: right, to: right.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)
}"),
    kind("brakes", "on", "A brake at each wheel.", None, "brakes discs: on(all) { torque: 1.5 kN*m }"),
    kind("steering", "driven", "The steering wheel moves a driven joint, exactly.", Some(&["per_turn"]),
        "body column { mass: 1 kg, com: [-0.4, 0, 0.5] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }\njoint turning: revolute(chassis, column) { axis: x, at: [-0.4, 0, 0.5] m, drive: pinion }\nsteering hands: driven(pinion) { per_turn: 360 deg }"),
    kind("steering", "column", "A column with torsion bar between the steering wheel and a free joint.", None,
        "steering hands: column(slide) { per_turn: 50 mm, load: assist }"),
    kind("air", "at", "Forces of the air at a marker.", None, "air shape: at(centre) { area: 2 m^2, drag: 0.35, gusts: [gust(peak: [0, 12, 0] m/s, start: 2 s, duration: 1 s)] }"),
    kind("driver", "open_loop", "Controls over time.", Some(&["steering_wheel", "throttle", "brake", "clutch", "gear"]),
        "driver hands: open_loop() { throttle: 0.2, brake: step(start: 5 s, duration: 0.2 s, amplitude: 0.5) }"),
    kind("driver", "script", "Events, each after the one before: a condition, and the controls from then on.", Some(&["steering_wheel", "start", "events"]),
        "driver hands: script() { start: controls(throttle: 1), events: [event(above: 20 m/s, throttle: 0, brake: 1)] }"),
    kind("driver", "cruise", "Holds a speed.",
        Some(&["steering_wheel", "speed", "proportional", "integral", "feedforward", "dead_band", "shift"]),
        "driver hands: cruise() { speed: 54 kph }"),
    kind("driver", "follow", "Steers a marker along a path, and holds a speed.",
        Some(&["path", "previews", "gains", "wheelbase", "understeer", "steering_ratio", "bandwidth", "most", "fastest", "lead", "shortest", "speed", "proportional", "integral", "feedforward", "dead_band", "shift"]),
        "body column { mass: 1 kg, com: [-0.4, 0, 0.5] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }\njoint turning: revolute(chassis, column) { axis: x, at: [-0.4, 0, 0.5] m, drive: pinion }\nsteering wheel: driven(pinion) { per_turn: 360 deg }\ndriver hands: follow(centre) { path: circle(radius: 50 m, to: left), speed: 36 kph, wheelbase: 2.6 m, steering_ratio: 16 }"),
];

/// Items that an example needs and that [`EXAMPLE_CAR`] does not have, such as a body for a joint.
pub(crate) fn needs(kind: &Kind) -> &'static str {
    if kind.keyword == "joint" { JOINED } else { "" }
}

/// Default values of attributes: part, kind (empty for all kinds that take the attribute), attribute, value.
pub(crate) const DEFAULTS: &[(&str, &str, &str, &str)] = &[
    ("spring", "between", "preload", "0 N"),
    ("air_spring", "between", "auxiliary", "0 L"),
    ("air_spring", "between", "ambient", "101325 Pa"),
    ("air_spring", "between", "exponent", "1.4"),
    ("leaf_spring", "between", "eye_offset", "0 m"),
    ("leaf_spring", "between", "twist", "0 N*m/rad"),
    ("leaf_spring", "between", "damping_time", "0 s"),
    ("roll_bar", "between", "axis", "z"),
    ("wheel", "on", "axis", "y"),
    ("wheel", "on", "toe", "0 deg"),
    ("wheel", "on", "camber", "0 deg"),
    ("wheel", "on", "mass", "0 kg"),
    ("tyre", "linear", "response", "relaxed"),
    ("tyre", "tmeasy", "response", "relaxed"),
    ("tyre", "magic_formula", "response", "relaxed"),
    ("tyre", "tables", "response", "relaxed"),
    ("tyre", "calspan", "response", "steady"),
    ("tyre", "", "damping", "0 N*s/m"),
    ("tyre", "linear", "longitudinal_stiffness", "0 N"),
    ("tyre", "linear", "cornering_stiffness", "0 N/rad"),
    ("tyre", "linear", "camber_stiffness", "0 N/rad"),
    ("tyre", "linear", "friction", "1"),
    ("tyre", "linear", "pneumatic_trail", "0 m"),
    ("tyre", "", "rolling_resistance", "0"),
    ("tyre", "linear", "low_speed", "1 m/s"),
    ("tyre", "tmeasy", "progression", "0 Pa"),
    ("tyre", "tmeasy", "camber", "1"),
    ("tyre", "tables", "camber", "0"),
    ("tyre", "tables", "inclinations", "[0] deg"),
    ("tyre", "calspan", "a0", "0 N/rad"),
    ("tyre", "calspan", "a3", "0 rad^-1"),
    ("tyre", "calspan", "b1", "0 N^-1"),
    ("tyre", "calspan", "b4", "0 N^-2"),
    ("tyre", "calspan", "sn", "1"),
    ("tyre", "calspan", "trail_by_load", "0 m/N"),
    ("tyre", "calspan", "low_speed", "1 m/s"),
    ("brakes", "on", "boost", "table(pedal: [0, 1], pressure: [0, 1])"),
    ("brakes", "on", "delay", "0 s"),
    ("steering", "column", "inertia", "0.05 kg*m^2"),
    ("steering", "column", "stiffness", "115 N*m/rad"),
    ("steering", "column", "damping", "0.1 N*m*s/rad"),
    ("steering", "column", "friction", "0 N*m"),
    ("steering", "column", "joint_friction", "0 N"),
    ("air", "at", "length", "1 m"),
    ("air", "at", "density", "1.2 kg/m^3"),
    ("air", "at", "drag", "0"),
    ("air", "at", "side", "0"),
    ("air", "at", "lift", "0"),
    ("air", "at", "roll", "0"),
    ("air", "at", "pitch", "0"),
    ("air", "at", "yaw", "0"),
    ("air", "at", "wind", "[0, 0, 0] m/s"),
    ("driver", "", "steering_wheel", "0 deg"),
    ("driver", "open_loop", "throttle", "0"),
    ("driver", "open_loop", "brake", "0"),
    ("driver", "open_loop", "clutch", "0"),
    ("driver", "open_loop", "gear", "1"),
    ("driver", "", "proportional", "0.3 s/m"),
    ("driver", "", "integral", "0.05 m^-1"),
    ("driver", "", "feedforward", "0 s^2/m"),
    ("driver", "", "dead_band", "0"),
    ("driver", "follow", "understeer", "0 rad*s^2/m"),
    ("driver", "follow", "bandwidth", "10 rad/s"),
    ("driver", "follow", "most", "450 deg"),
    ("driver", "follow", "fastest", "720 deg/s"),
    ("driver", "follow", "lead", "0.2 s"),
    ("driver", "follow", "shortest", "2 m"),
];

/// Attributes that a kind requires in addition to those that its part requires: part, kind, attributes.
pub(crate) const REQUIRED: &[(&str, &str, &[&str])] = &[
    ("body", "", &["com", "inertia"]),
    ("joint", "revolute", &["through"]),
    ("joint", "prismatic", &["axis"]),
    ("joint", "cylindrical", &["through"]),
    ("joint", "screw", &["pitch", "through"]),
    ("joint", "planar", &["normal"]),
    ("joint", "spherical", &["at"]),
    ("joint", "universal", &["at", "axes"]),
    ("joint", "constant_velocity", &["at", "axis"]),
    ("link", "distance", &["from", "to"]),
    ("link", "point_on_plane", &["at", "normal"]),
    ("link", "spherical_revolute", &["ball", "through"]),
    ("link", "spherical_translational", &["through"]),
    ("link", "revolute_translational", &["slide", "through"]),
    ("load", "on", &["at", "axis"]),
    ("output", "caster", &["axis"]),
    ("output", "inclination", &["axis"]),
    ("output", "scrub_radius", &["axis"]),
    ("output", "trail", &["axis"]),
    ("output", "force", &["along"]),
    ("tyre", "linear", &["stiffness"]),
    (
        "tyre",
        "tables",
        &["aligning", "lateral", "loads", "longitudinal", "relaxation", "vertical"],
    ),
    (
        "tyre",
        "tmeasy",
        &[
            "carcass",
            "lateral",
            "longitudinal",
            "nominal_load",
            "stiffness",
            "trail",
            "width",
        ],
    ),
    ("tyre", "magic_formula", &["file"]),
    ("tyre", "calspan", &["a1", "a2", "b3", "stiffness"]),
    ("steering", "column", &["load"]),
    ("driver", "script", &["events"]),
    ("driver", "cruise", &["speed"]),
    ("driver", "follow", &["path", "speed", "steering_ratio", "wheelbase"]),
];

/// Conditions under which a required attribute may be left out: part, attribute, condition.
pub(crate) const UNLESS: &[(&str, &str, &str)] = &[
    ("body", "com", "unless `mass: none`"),
    ("body", "inertia", "unless `mass: none`"),
    ("joint", "through", "or `axis` and `at`"),
    ("joint", "axis", "or `through`, `axes`"),
    ("link", "through", "or `axis` and `at`"),
    ("load", "at", "for a force on a body"),
    ("load", "axis", "for a load on a body"),
    ("output", "along", "where the element makes several"),
];

/// Whether a kind must have an attribute.
pub(crate) fn requires(kind: &Kind, attribute: &str) -> bool {
    let own = |(keyword, word, keys): &(&str, &str, &[&str])| {
        *keyword == kind.keyword && *word == kind.word && keys.contains(&attribute)
    };
    let of_part = crate::front::language::part(kind.keyword).map_or(&[][..], |part| part.required);
    kind.takes(attribute) && (of_part.contains(&attribute) || REQUIRED.iter().any(own))
}

/// Value of an attribute that is left out, where it has one.
pub(crate) fn default_of(kind: &Kind, attribute: &str) -> Option<&'static str> {
    let own = |(keyword, word, key, _): &&(&str, &str, &str, &str)| {
        *keyword == kind.keyword && (word.is_empty() || *word == kind.word) && *key == attribute
    };
    DEFAULTS
        .iter()
        .find(own)
        .filter(|_| kind.takes(attribute))
        .map(|(.., value)| *value)
}

/// An example of each setting of the vehicle.
pub(crate) const SETTINGS: &[(&str, &str)] = &[
    ("gravity", "gravity: 9.80665 m/s^2"),
    ("redundant", "redundant: accept"),
    ("lanes", "lanes: accept"),
    ("levels", "levels: all"),
    ("batch", "batch: accept"),
    ("derivatives", "derivatives: accept"),
    ("threads", "threads: 2"),
    ("singular", "singular: accept"),
    ("freedoms", "freedoms: 12"),
    ("base", "base: chassis"),
    ("method", "method: synthesis"),
    ("tune", "tune: all"),
];

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
