//! Steering, tyres and powertrain of a car.

use crate::suspension::pick;
use fastrand::Rng;

/// Name of the property file of [`Tyre::MagicFormula`].
pub const PROPERTY_FILE: &str = "tyre.tir";
/// Text of this file.
pub const PROPERTIES: &str = include_str!("../../../runtime/laws/tests/data/mf61.tir");

/// Steering of the front wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// A driven rack.
    Rack,
    /// A driven pitman arm with a relay rod.
    PitmanArm,
    /// A rack that a steering column moves.
    Column,
}

impl Steering {
    /// All kinds of steering.
    pub const ALL: [Self; 3] = [Self::Rack, Self::PitmanArm, Self::Column];

    /// Name of the mechanism's text in the library; `None` for a column, whose parts are declared in the car.
    pub fn file(self) -> Option<&'static str> {
        match self {
            Self::Rack => Some("rack_and_pinion"),
            Self::PitmanArm => Some("pitman_arm"),
            Self::Column => None,
        }
    }

    /// The body that the tie rods are attached to.
    pub fn body(self) -> &'static str {
        match self {
            Self::Rack => "steering.rack",
            Self::PitmanArm => "steering.relay",
            Self::Column => "rack",
        }
    }

    /// Declaration of the steering mechanism.
    pub fn text(self) -> String {
        let text = match self {
            Self::Rack => {
                "    place RackAndPinion(chassis) as steering
    steering hands: driven(steering.rack) { per_turn: -48 mm }
"
            }
            Self::PitmanArm => {
                "    place PitmanArm(chassis) as steering
    steering hands: driven(steering.pitman) { per_turn: 22 deg }
"
            }
            Self::Column => {
                "    body rack { mass: 3 kg, com: [-0.2, 0, -0.05] m, inertia: [0.1, 0.002, 0.1] kg*m^2 }
    joint slide: prismatic(chassis, rack) { axis: y, at: [-0.2, 0, -0.05] m }
    load assist: on(slide) { force: rack_force }
    steering hands: column(slide) { per_turn: -48 mm, load: assist, joint_friction: 20 N }
"
            }
        };
        text.to_owned()
    }
}

/// Tyres of all wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tyre {
    /// Linear law.
    Linear,
    /// TMeasy.
    Tmeasy,
    /// Brush.
    Brush,
    /// Magic Formula 6.1, from a file.
    MagicFormula,
    /// Tables over slip and load.
    Tables,
}

impl Tyre {
    /// Kinds that are drawn.
    const DRAWN: [Self; 4] = [Self::Linear, Self::Tmeasy, Self::MagicFormula, Self::Tables];

    /// The tyres of the car of a seed. Each eighth car has brush tyres, so that the tyres of all other cars do not
    /// change because of this kind.
    pub fn of(seed: u64, rng: &mut Rng) -> Self {
        let drawn = *pick(rng, &Self::DRAWN);
        if seed % 8 == 5 { Self::Brush } else { drawn }
    }

    /// Declaration of the tyres.
    pub fn text(self) -> String {
        let text = match self {
            Self::Linear => {
                "    tyre road: linear(all) { stiffness: 200 kN/m, damping: 200 N*s/m, cornering_stiffness: 60 kN/rad, longitudinal_stiffness: 90 kN }
"
            }
            Self::Tmeasy => {
                "    tyre road: tmeasy(all) {
        width: 200 mm, stiffness: 200 kN/m, damping: 500 N*s/m, nominal_load: 3 kN,
        longitudinal: characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5]),
        lateral: characteristic(slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7]),
        trail: trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4]),
        rolling_resistance: 0.01, carcass: [400, 200] kN/m,
    }
"
            }
            Self::Brush => {
                "    tyre road: brush(all) {
        stiffness: 200 kN/m, damping: 300 N*s/m, nominal_load: 3 kN, longitudinal_stiffness: 75 kN, cornering_stiffness: 55 kN/rad,
        half_length: 55 mm, friction: 1.1, load_sensitivity: 0.1, rolling_resistance: 0.01, carcass: [400, 200] kN/m,
    }
"
            }
            Self::MagicFormula => {
                "    tyre road: magic_formula(all) { file: \"tyre.tir\" }
"
            }
            Self::Tables => {
                "    tyre road: tables(all) { damping: 400 N*s/m,
        vertical: table(deflection: [0, 20, 40] mm, force: [0, 4, 8] kN), loads: [2, 5] kN, relaxation: [0.2, 0.4] m,
        longitudinal: sheet(slip: [-0.3, -0.1, 0, 0.1, 0.3], force: [-1.8, -2.1, 0, 2.1, 1.8, -4.2, -5, 0, 5, 4.2] kN),
        lateral: sheet(angle: [-12, -5, 0, 5, 12] deg, force: [1.9, 1.6, 0, -1.6, -1.9, 4.5, 3.6, 0, -3.6, -4.5] kN),
        aligning: sheet(angle: [-12, -5, 0, 5, 12] deg, moment: [-5, -35, 0, 35, 5, -20, -120, 0, 120, 20] N*m),
    }
"
            }
        };
        text.to_owned()
    }
}

/// Driven wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driven {
    /// The wheels of the front axle.
    Front,
    /// The wheels of the rear axle.
    Rear,
    /// All wheels, with a differential between the axles.
    All,
}

impl Driven {
    /// All choices of driven wheels.
    pub const ALL: [Self; 3] = [Self::Front, Self::Rear, Self::All];

    /// Declaration of a powertrain that drives these wheels.
    pub fn text(self, wheels: &[String; 4]) -> String {
        let axles: &[(&str, usize)] = match self {
            Self::Front => &[("front", 0)],
            Self::Rear => &[("rear", 2)],
            Self::All => &[("front", 0), ("rear", 2)],
        };
        let mut text = String::from(
            "    powertrain train: shafts() {
        crank: shaft(inertia: 0.2 kg*m^2), output: shaft(inertia: 0.02 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
        engine: engine(on: crank, full: table(speed: [0, 1000, 3000, 6000] rpm, torque: [80, 130, 220, 160] N*m),
            closed: table(speed: [0, 6000] rpm, torque: [-5, -40] N*m), idle: [700, 900] rpm, limit: [6000, 6200] rpm),
        box: gearbox(output: output, ratios: [3.6, 2.1, 1.4, 1, 0.8], reverse: 3.5, inertia: 0.05 kg*m^2, efficiency: 0.97),
        clutch: clutch(from: crank, to: box, capacity: 400 N*m),
        final_drive: gear(driving: output, driven: case, ratio: 3.9),
",
        );
        if let Self::All = self {
            text += "        front_case: shaft(inertia: 0.03 kg*m^2), rear_case: shaft(inertia: 0.03 kg*m^2),
        centre: differential(case: case, outputs: [front_case, rear_case]),
";
        }
        for (axle, first) in axles {
            let case = if let Self::All = self {
                format!("{axle}_case")
            } else {
                "case".to_owned()
            };
            text += &format!(
                "        {axle}_l: shaft(inertia: 0.03 kg*m^2), {axle}_r: shaft(inertia: 0.03 kg*m^2),
        {axle}_differential: differential(case: {case}, outputs: [{axle}_l, {axle}_r]),
        {axle}_left_shaft: half_shaft(from: {axle}_l, to: {}, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
        {axle}_right_shaft: half_shaft(from: {axle}_r, to: {}, stiffness: 7 kN*m/rad, damping: 20 N*m*s/rad),
",
                wheels[*first],
                wheels[first + 1]
            );
        }
        text + "    }\n"
    }
}
