//! Slopes of an evaluation and of the named outputs: what is differentiated by what, and where each stands in the matrix that a solver lends.
//!
//! The runtime numbers rows and columns by itself (`wishbone::derivative`), by the order of the arrays below and of the
//! fields of their records.

use super::Stage;
use super::ports::{Array, Kind, Port, Shape};
use super::state::StateLayout;
use super::tracer::Recorded;
use crate::ir::{Derived, Output, Program, derive, derive_backwards, prune};
use crate::model::Model;
use crate::passes::optimise;

/// Slope of a number that a program delivers by one that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slope {
    /// Port that is differentiated.
    pub of: Port,
    /// Port by which it is differentiated.
    pub by: Port,
    /// Row of the matrix.
    pub row: usize,
    /// Column of the matrix.
    pub column: usize,
}

/// An array of rows or columns: the fields of an element, and the number of elements.
type Numbers = (Array, &'static [Kind], usize);

fn rows(model: &Model, state: &StateLayout) -> [Numbers; 6] {
    let wheel = &[
        Kind::WheelCentre,
        Kind::WheelAxis,
        Kind::WheelVelocity,
        Kind::CarrierAngularVelocity,
        Kind::WheelSpin,
    ];
    let marker = &[
        Kind::MarkerPosition,
        Kind::MarkerRotation,
        Kind::MarkerVelocity,
        Kind::MarkerAngularVelocity,
    ];
    [
        (Array::CoordinateRates, &[Kind::CoordinateRate], state.coordinates.len()),
        (Array::SpeedRates, &[Kind::SpeedRate], state.speeds.len()),
        (Array::Wheels, wheel, model.wheels.len()),
        (Array::Contacts, &[Kind::ContactPoint], model.contacts().count()),
        (Array::Markers, marker, model.markers().count()),
        (Array::Outputs, &[Kind::Named], model.outputs.len()),
    ]
}

fn columns(model: &Model, state: &StateLayout) -> [Numbers; 7] {
    let load = &[
        Kind::WheelForce,
        Kind::WheelMoment,
        Kind::DriveTorque,
        Kind::BrakeTorque,
    ];
    [
        (Array::Coordinates, &[Kind::Coordinate], state.coordinates.len()),
        (Array::Speeds, &[Kind::Speed], state.speeds.len()),
        (Array::Drives, &Kind::DRIVE, model.inputs.len()),
        (Array::Loads, load, model.wheels.len()),
        (Array::Signals, &[Kind::Signal], model.signals.len()),
        (Array::GivenSpeedRates, &[Kind::GivenSpeedRate], state.speeds.len()),
        (Array::Parameters, &[Kind::Parameter], model.parameters.len()),
    ]
}

/// Replaces the results of a program, but for its margins, by their slopes, which are delivered as ports of a kind; returns the slopes in
/// the order of these ports, by rows.
pub fn differentiate(recorded: &mut Recorded, kind: Kind, model: &Model, state: &StateLayout) -> Vec<Slope> {
    let (inputs, outputs) = (recorded.inputs.concat(), recorded.outputs.concat());
    let program = in_one_region(optimise(&recorded.program));
    let Derived { program, slopes } = match kind {
        Kind::OutputSlope => fewer(derive(&program, |_| true), derive_backwards(&program, |_| true)),
        // Backwards, the rates of a vehicle cost more: each depends on almost everything.
        _ => derive(&program, |_| true),
    };
    recorded.regions = vec![(Stage::Outputs, 0)];
    let (rows, columns) = (rows(model, state), columns(model, state));
    let slope = |of: Port, by: Port| {
        Some(Slope {
            of,
            by,
            row: place(&rows, of)?,
            column: place(&columns, by)?,
        })
    };
    let found = slopes.iter().map(|found| slope(outputs[found.of], inputs[found.by]));
    let (slopes, outputs): (Vec<Slope>, Vec<Output>) = found
        .zip(program.outputs.iter().cloned())
        .filter_map(|(slope, output)| Some((slope?, output)))
        .unzip();
    let mut order: Vec<usize> = (0..slopes.len()).collect();
    order.sort_by_key(|&k| (slopes[k].row, slopes[k].column));
    recorded.outputs = vec![Vec::new(); slopes.len()];
    for (index, &k) in order.iter().enumerate() {
        recorded.outputs[k] = vec![kind.at(index)];
    }
    recorded.program = prune(Program { outputs, ..program });
    order.into_iter().map(|k| slopes[k]).collect()
}

/// The one with fewer operations.
fn fewer(forwards: Derived, backwards: Derived) -> Derived {
    let [one, other] = [&forwards, &backwards].map(|derived| derived.program.count().total());
    if other < one { backwards } else { forwards }
}

/// The program as a single region: a single function computes it.
fn in_one_region(mut program: Program) -> Program {
    program.regions = vec!["slopes".to_owned()];
    program.nodes.iter_mut().for_each(|node| node.region = 0);
    program.outputs.iter_mut().for_each(|output| output.region = 0);
    program
}

/// Position of a port in the numbers of these arrays; none if it is in none of them.
fn place(arrays: &[Numbers], port: Port) -> Option<usize> {
    let mut first = 0;
    for &(array, fields, length) in arrays {
        let width: usize = fields.iter().map(|&field| size(field)).sum();
        if array == port.array() {
            let before = fields.iter().take_while(|&&field| field != port.kind);
            let inside: usize = before.map(|&field| size(field)).sum();
            return Some(first + width * port.index + inside + port.component);
        }
        first += width * length;
    }
    None
}

/// Numbers of a field.
fn size(kind: Kind) -> usize {
    match kind.description().shape {
        Shape::Number => 1,
        Shape::Vector => 3,
        Shape::Matrix => 9,
    }
}
