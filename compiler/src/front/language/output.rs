//! Named outputs: the words of a declaration.

use super::row::Takes::Only;
use super::row::ValueShape::{Any, Name};
use super::row::Without::Needed;
use super::row::{Class, Part, attribute, kind};

pub(super) static PART: Part = Part {
    keyword: "output",
    class: Class::Output,
    named: None,
    functions: &[],
    kinds: &[
        kind("camber", "Camber angle of a wheel, positive with the top outboard [rad].", Only(ORIENTED), "output camber_left: camber(left.wheel)"),
        kind("toe", "Toe angle of a wheel, positive toe-in [rad].", Only(ORIENTED), "output toe_left: toe(left.wheel)"),
        kind("steer", "Steer angle of a wheel, positive to the left [rad].", Only(ORIENTED), "output steer_left: steer(left.wheel)"),
        kind("caster", "Caster angle of the kingpin, positive with the top rearward [rad].", Only(KINGPIN), "output caster_left: caster(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
        kind("inclination", "Inclination of the kingpin, positive with the top inboard [rad].", Only(KINGPIN), "output inclination_left: inclination(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
        kind("scrub_radius", "Scrub radius, also steering-axis offset at ground: lateral distance on the ground, at the unloaded radius, from kingpin to wheel plane, positive with the kingpin inboard [m].", Only(KINGPIN), "output scrub_left: scrub_radius(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
        kind("trail", "Caster trail: distance on the ground, at the unloaded radius, from the contact centre to the kingpin, positive with the kingpin ahead [m].", Only(KINGPIN), "output trail_left: trail(left.wheel) { axis: [left.lower_ball, left.upper_ball] }"),
        kind("length", "Length of a spring [m].", Only(BARE), "output strut_length: length(left.strut)"),
        kind("length_rate", "Rate of the length of a spring, positive where it becomes longer [m/s].", Only(BARE), "output strut_speed: length_rate(left.strut)"),
        kind("force", "Force of a spring or of a force element [N].", Only(ALONG), "bushing rubber: between(chassis, arm) { at: [-2, 0, 0.8] m, stiffness: [2, 2, 1] kN/mm }\noutput strut_force: force(left.strut)\noutput rubber_force: force(rubber) { along: z }").with(&[("along", Needed("z"))]),
        kind("torque", "Torque of a force element [N m].", Only(ALONG), "torsion spiral: on(pivot) { rate: 500 N*m/rad }\noutput spiral_torque: torque(spiral)"),
        kind("coordinate", "Coordinate of a joint that has one [rad or m]: whole turns count, but for a turning joint that is cut, which is told within half a turn.", Only(BARE), "output rack_travel: coordinate(slide)"),
        kind("speed", "Speed of a joint that has one coordinate [rad/s or m/s].", Only(BARE), "output rack_speed: speed(slide)"),
        kind("x", "Position of a point of a body along x [m].", Only(AT_POINT), "output nose_x: x(chassis) { at: [0.8, 0, 0.4] m }"),
        kind("y", "Position of a point of a body along y [m].", Only(AT_POINT), "output nose_y: y(chassis) { at: [0.8, 0, 0.4] m }"),
        kind("z", "Position of a point of a body along z [m].", Only(AT_POINT), "output nose_z: z(chassis) { at: [0.8, 0, 0.4] m }"),
        kind("vx", "Velocity of a point of a body along x [m/s].", Only(AT_POINT), "output forward: vx(chassis) { in: chassis }"),
        kind("vy", "Velocity of a point of a body along y [m/s].", Only(AT_POINT), "output sideways: vy(chassis) { in: chassis }"),
        kind("vz", "Velocity of a point of a body along z [m/s].", Only(AT_POINT), "output upward: vz(chassis)"),
        kind("ax", "Acceleration of a point of a body along x [m/s^2].", Only(AT_POINT), "output seat_ax: ax(chassis) { at: [-1, 0.4, 0.6] m, in: chassis }"),
        kind("ay", "Acceleration of a point of a body along y [m/s^2].", Only(AT_POINT), "output seat_ay: ay(chassis) { at: [-1, 0.4, 0.6] m, in: chassis }"),
        kind("az", "Acceleration of a point of a body along z [m/s^2].", Only(AT_POINT), "output seat_az: az(chassis) { at: [-1, 0.4, 0.6] m }"),
        kind("yaw", "Yaw angle of a body, positive with its nose to the left [rad] (ISO 8855).", Only(ORIENTED), "output heading: yaw(chassis)"),
        kind("pitch", "Pitch angle of a body, positive with its nose down [rad] (ISO 8855).", Only(ORIENTED), "output pitch_angle: pitch(chassis)"),
        kind("roll", "Roll angle of a body, positive to the right [rad] (ISO 8855).", Only(ORIENTED), "output roll_angle: roll(chassis)"),
        kind("yaw_rate", "Rate of the yaw angle of a body [rad/s].", Only(ORIENTED), "output yaw_velocity: yaw_rate(chassis)"),
        kind("pitch_rate", "Rate of the pitch angle of a body [rad/s].", Only(ORIENTED), "output pitch_velocity: pitch_rate(chassis)"),
        kind("roll_rate", "Rate of the roll angle of a body [rad/s].", Only(ORIENTED), "output roll_velocity: roll_rate(chassis)"),
        kind("sideslip", "Sideslip angle of a point of a body, positive where it moves to the left of the body's heading [rad] (ISO 8855); zero at rest.", Only(&["at"]), "output slip_angle: sideslip(chassis) { at: [-1.4, 0, 0.3] m }"),
        kind("fx", "Force of a joint along x, on its second body [N].", Only(ORIENTED), "output ball_fx: fx(left.lower_ball)"),
        kind("fy", "Force of a joint along y, on its second body [N].", Only(ORIENTED), "output ball_fy: fy(left.lower_ball)"),
        kind("fz", "Force of a joint along z, on its second body [N].", Only(ORIENTED), "output ball_fz: fz(left.lower_ball)"),
        kind("mx", "Moment of a joint about x, on its second body [N m]: about the point of the joint, or about the centre of mass of the second body where the joint has no point.", Only(ORIENTED), "output pivot_mx: mx(left.lower_pivot)"),
        kind("my", "Moment of a joint about y, on its second body [N m]: about the point of the joint, or about the centre of mass of the second body where the joint has no point.", Only(ORIENTED), "output pivot_my: my(left.lower_pivot)"),
        kind("mz", "Moment of a joint about z, on its second body [N m]: about the point of the joint, or about the centre of mass of the second body where the joint has no point.", Only(ORIENTED), "output pivot_mz: mz(left.lower_pivot)"),
        kind("kinetic_energy", "Kinetic energy of a body [J].", Only(BARE), "output moving: kinetic_energy(chassis)"),
        kind("potential_energy", "Energy of a body in the field of gravity [J].", Only(BARE), "output raised: potential_energy(chassis)"),
        kind("elastic_energy", "Energy stored in a spring or a force element [J].", Only(BARE), "output stored: elastic_energy(left.strut)"),
    ],
    attributes: &[
        attribute("at", "a point of the body", Any),
        attribute("axis", "both ball joints of the kingpin", Any).needed("[lower_ball, upper_ball]"),
        attribute("along", "which force or torque of an element that makes several", Any).unless("where the element makes several"),
        attribute("in", "body in whose axes it is measured. Positions are seen from its origin, velocities and accelerations from the ground. If left out: the ground; for wheels, kingpins and joints the body on the only free joint, if there is one", Name),
    ],
};

const ALONG: &[&str] = &["along"];

const AT_POINT: &[&str] = &["at", "in"];

const BARE: &[&str] = &[];

const KINGPIN: &[&str] = &["axis", "in"];

const ORIENTED: &[&str] = &["in"];
