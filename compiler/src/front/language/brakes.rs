//! Brakes: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Quantity};
use super::row::{Class, Part, attribute, function, kind};
use crate::front::units::TIME;

pub(super) static PART: Part = Part {
    keyword: "brakes",
    class: Class::Equipment,
    named: None,
    functions: &[function(
        "slip_control",
        "Keeps braked wheels near the slip `target`: the pressure falls within the `band` of slips (0.1 if left out), with a `delay` (20 ms), and not `below` a speed (2 m/s).",
        "slip_control(target: 0.12, delay: 30 ms)",
    )],
    kinds: &[kind(
        "on",
        "A brake at each wheel.",
        All,
        "brakes discs: on(all) { torque: 1.5 kN*m }",
    )],
    attributes: &[
        attribute(
            "torque",
            "capacity of each wheel at full pressure: one number, or one for each wheel",
            Any,
        )
        .needed("2 kN*m"),
        attribute(
            "parking",
            "capacity of each wheel by the parking brake, fully pulled",
            Any,
        ),
        attribute("boost", "`table(pedal: [..], pressure: [..])`, both from 0 to 1", Any)
            .default("table(pedal: [0, 1], pressure: [0, 1])"),
        attribute("delay", "time constant of the pressure", Quantity(&[&TIME])).default("0 s"),
        attribute(
            "slip_control",
            "`slip_control(target: .., band: .., delay: .., below: ..)`",
            Any,
        ),
    ],
};
