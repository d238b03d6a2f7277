//! Powertrains: the words of a declaration.

use super::row::Takes::All;
use super::row::{Class, Part, kind};

pub(super) static PART: Part = Part {
    keyword: "powertrain",
    class: Class::Equipment,
    named: Some("a part by its name: `shaft(..)`, `engine(..)`, `clutch(..)`, `converter(..)`, `gearbox(..)`, `gear(..)`, `differential(..)`, `limited_slip(..)`, `half_shaft(..)`"),
    kinds: &[
        kind("shafts", "Shafts and what joins them: docs/equipment.md has its parts.", All, "powertrain drive: shafts() {
    output: shaft(inertia: 0.05 kg*m^2),
    left: shaft(inertia: 0.05 kg*m^2),
    right: shaft(inertia: 0.05 kg*m^2),
    motor: engine(on: output, full: table(speed: [0, 6000] rpm, torque: [150, 80] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, -20] N*m)),
    differential: differential(case: output, outputs: [left, right]),
    left_shaft: half_shaft(from: left, to: left.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
    right_shaft: half_shaft(from: right, to: right.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)
}"),
    ],
    attributes: &[
    ],
};
