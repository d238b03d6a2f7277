//! Inputs and outputs of a linear system by name.

use wishbone::description::Description;

/// Name and unit of an input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// `yaw_rate`
    pub name: String,
    /// Unit, SI; empty if the solver gives none.
    pub unit: &'static str,
}

impl Signal {
    pub(super) fn new(name: impl Into<String>, unit: &'static str) -> Self {
        Self {
            name: name.into(),
            unit,
        }
    }
}

/// The inputs, in the order of the columns: drives, loads, signals, road.
pub(super) fn inputs_of(vehicle: &Description) -> Vec<Signal> {
    let drive = [("position", ""), ("velocity", ""), ("acceleration", "")];
    let load = [
        ("force_x", "N"),
        ("force_y", "N"),
        ("force_z", "N"),
        ("moment_x", "N m"),
        ("moment_y", "N m"),
        ("moment_z", "N m"),
        ("drive_torque", "N m"),
        ("brake_torque", "N m"),
    ];
    let road = [("road.position", "m"), ("road.velocity", "m/s")];
    let of = |names: &[&str], fields: &[(&str, &'static str)]| -> Vec<Signal> {
        let signal = |name: &str, field: &(&str, &'static str)| Signal::new(format!("{name}.{}", field.0), field.1);
        names
            .iter()
            .flat_map(|name| fields.iter().map(move |field| signal(name, field)))
            .collect()
    };
    let mut inputs = of(vehicle.drives, &drive);
    inputs.extend(of(vehicle.wheels, &load));
    inputs.extend(vehicle.signals.iter().map(|&name| Signal::new(name, "")));
    inputs.extend(of(vehicle.wheels, &road));
    inputs
}

/// The output that has slopes only while the vehicle moves.
pub(super) const SIDESLIP: &str = "sideslip";

/// The outputs, in the order of [`Observer`](super::observer::Observer).
pub(super) fn outputs_of(vehicle: &Description, chassis: usize) -> Vec<Signal> {
    let of_chassis = [
        ("speed", "m/s"),
        (SIDESLIP, "rad"),
        ("yaw_rate", "rad/s"),
        ("longitudinal_acceleration", "m/s^2"),
        ("lateral_acceleration", "m/s^2"),
        ("vertical_acceleration", "m/s^2"),
        ("roll", "rad"),
        ("pitch", "rad"),
        ("height", "m"),
    ];
    let mut outputs: Vec<Signal> = of_chassis.iter().map(|(name, unit)| Signal::new(*name, unit)).collect();
    let others = vehicle.bodies.iter().enumerate().filter(|(body, _)| *body != chassis);
    outputs.extend(others.map(|(_, name)| Signal::new(format!("{name}.vertical_acceleration"), "m/s^2")));
    outputs.extend(
        vehicle
            .wheels
            .iter()
            .map(|name| Signal::new(format!("{name}.load"), "N")),
    );
    for (place, name) in vehicle.outputs.iter().enumerate() {
        // A declared output with the name of a signal above is `output.NAME`, as in tables.
        let mut name = (*name).to_owned();
        while outputs.iter().any(|earlier| earlier.name == name) {
            name.insert_str(0, "output.");
        }
        outputs.push(Signal::new(name, vehicle.output_unit(place)));
    }
    outputs
}
