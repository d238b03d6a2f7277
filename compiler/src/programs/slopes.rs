//! Slopes of an evaluation and of the named outputs: which results are differentiated with respect to which inputs,
//! and the row and column of each slope in the solver's matrix.
//!
//! The runtime numbers rows and columns independently (`wishbone::derivative`), in the order of the arrays below and of
//! the fields of their records.

use super::ports::{Array, Kind, Port, Shape};
use super::state::StateLayout;
use super::tracer::Recorded;
use crate::ir::{
    self, Derived, Implicit, Output, Place, Program, Unknown, derive, derive_backwards, derive_implicitly,
    derive_in_bundles, derive_in_lanes, prune,
};
use crate::model::Model;
use std::collections::{BTreeMap, BTreeSet};

/// Slope of a number that a program delivers, with respect to a number that it reads.
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

/// If there are several programs for one set of slopes, the program with the fewest operations; an operation on all
/// lanes counts once.
pub fn shortest<T>(derived: impl IntoIterator<Item = (Recorded, T)>) -> (Recorded, T) {
    let operations = |program: &Program| program.nodes.iter().filter(|node| node.op.is_computed()).count();
    let shortest = derived
        .into_iter()
        .min_by_key(|(recorded, _)| operations(&recorded.program));
    shortest.expect("there is a trace")
}

/// Replaces the results of a program without lanes, except its margins, by their slopes, delivered as ports of a kind.
/// Returns the slopes in the order of these ports, by rows.
pub fn differentiate(recorded: &mut Recorded, kind: Kind, model: &Model, state: &StateLayout) -> Vec<Slope> {
    let program = &recorded.program;
    let derived = match kind {
        Kind::OutputSlope => fewer(derive(program, |_| true), derive_backwards(program, |_| true)),
        // For the rates of a vehicle, backward derivatives cost more: each rate depends on almost all inputs.
        _ => derive_implicitly(program, &implicit(recorded), |_| true),
    };
    let (inputs, outputs) = (recorded.inputs.concat(), recorded.outputs.concat());
    let (rows, columns) = (rows(model, state), columns(model, state));
    let slope = |found: &ir::Slope| {
        let (of, by) = (outputs[found.of.position], inputs[found.by.position]);
        Some(Slope {
            of,
            by,
            row: place(&rows, of)?,
            column: place(&columns, by)?,
        })
    };
    let found = derived.slopes.iter().flatten().map(slope);
    let (found, outputs): (Vec<Slope>, Vec<Output>) = found
        .zip(derived.program.outputs.iter().cloned())
        .filter_map(|(slope, output)| Some((slope?, output)))
        .unzip();
    let mut slopes = found.clone();
    slopes.sort_by_key(|slope| (slope.row, slope.column));
    let is_other = |pair: &[Slope]| (pair[0].row, pair[0].column) != (pair[1].row, pair[1].column);
    assert!(slopes.windows(2).all(is_other), "a port is one input");
    let position = |slope: &Slope| slopes.binary_search_by_key(&(slope.row, slope.column), |s| (s.row, s.column));
    let port = |slope: &Slope| kind.at(position(slope).expect("it is one of them"));
    recorded.outputs = found.iter().map(|slope| vec![port(slope)]).collect();
    recorded.program = prune(Program {
        outputs,
        ..derived.program
    });
    recorded.regions = derived.regions.iter().map(|&region| recorded.regions[region]).collect();
    without_auxiliary_inputs(recorded);
    slopes
}

/// Positions of the equations of motion in a program, and of the rates that solve them.
fn implicit(recorded: &Recorded) -> Implicit {
    let positions = |ports: &[Vec<Port>], kind: Kind| -> BTreeMap<usize, usize> {
        let own = ports.iter().enumerate().filter(|(_, lanes)| lanes[0].kind == kind);
        own.map(|(position, lanes)| (lanes[0].index, position)).collect()
    };
    let [held, short] = [Kind::Unknown, Kind::Imbalance].map(|kind| positions(&recorded.inputs, kind));
    let outputs = [Kind::Unknown, Kind::Imbalance, Kind::SpeedRate, Kind::HeldSpeedRate];
    let [found, equations, rates, held_rates] = outputs.map(|kind| positions(&recorded.outputs, kind));
    let unknowns = equations.iter().map(|(speed, &equation)| Unknown {
        found: found[speed],
        held: held[speed],
        equation,
        short: short[speed],
    });
    Implicit {
        unknowns: unknowns.collect(),
        following: held_rates.iter().map(|(speed, &held)| (rates[speed], held)).collect(),
    }
}

/// Drops the auxiliary inputs of the equations of motion, which are the last inputs, after derivatives have been
/// formed.
fn without_auxiliary_inputs(recorded: &mut Recorded) {
    let is_auxiliary = |lanes: &Vec<Port>| matches!(lanes[0].kind, Kind::Unknown | Kind::Imbalance);
    let own = recorded
        .inputs
        .iter()
        .position(is_auxiliary)
        .unwrap_or(recorded.inputs.len());
    debug_assert!(recorded.inputs[own..].iter().all(is_auxiliary), "they are the last");
    recorded.inputs.truncate(own);
    recorded.program.inputs.truncate(own);
}

/// Replaces the results of a program that may have lanes by these slopes. The slopes are delivered as ports of a kind,
/// in the given order.
pub fn differentiate_in_lanes(recorded: &mut Recorded, kind: Kind, slopes: &[Slope]) {
    let widths: Vec<usize> = recorded.outputs.iter().map(Vec::len).collect();
    let implicit = implicit(recorded);
    replace(recorded, kind, slopes, |program, wanted| {
        derive_in_lanes(program, &implicit, &widths, wanted)
    });
}

/// Replaces the results of a program without lanes by these slopes, computed for several inputs side by side.
pub fn differentiate_in_bundles(recorded: &mut Recorded, kind: Kind, slopes: &[Slope]) {
    let bundles = bundles(&recorded.inputs.concat(), slopes);
    let implicit = implicit(recorded);
    replace(recorded, kind, slopes, |program, wanted| {
        derive_in_bundles(program, &implicit, &bundles, wanted)
    });
}

fn replace(
    recorded: &mut Recorded,
    kind: Kind,
    slopes: &[Slope],
    derive: impl FnOnce(&Program, &BTreeSet<ir::Slope>) -> Derived,
) {
    let (inputs, outputs) = (places(&recorded.inputs), places(&recorded.outputs));
    let named = slopes.iter().map(|slope| ir::Slope {
        of: outputs[&slope.of],
        by: inputs[&slope.by],
    });
    let wanted: BTreeMap<ir::Slope, usize> = named.zip(0..).collect();
    let derived = derive(&recorded.program, &wanted.keys().copied().collect());
    let ports = |lanes: &Vec<ir::Slope>| lanes.iter().map(|slope| kind.at(wanted[slope])).collect();
    recorded.outputs = derived.slopes.iter().map(ports).collect();
    recorded.program = derived.program;
    recorded.regions = derived.regions.iter().map(|&region| recorded.regions[region]).collect();
    without_auxiliary_inputs(recorded);
}

/// Bundles of four or two inputs of one kind, by position, for inputs with slopes. Most values depend on neighbouring
/// inputs in one way.
fn bundles(inputs: &[Port], slopes: &[Slope]) -> Vec<Vec<usize>> {
    let by: BTreeSet<Port> = slopes.iter().map(|slope| slope.by).collect();
    let columns = (0..inputs.len()).filter(|&input| by.contains(&inputs[input]));
    let columns: Vec<usize> = columns.collect();
    let mut bundles = Vec::new();
    for mut alike in columns.chunk_by(|&one, &next| inputs[one].kind == inputs[next].kind) {
        for width in [4, 2] {
            while let Some((bundle, rest)) = alike.split_at_checked(width) {
                bundles.push(bundle.to_vec());
                alike = rest;
            }
        }
    }
    bundles
}

/// The place at which each port is read or delivered.
fn places(ports: &[Vec<Port>]) -> BTreeMap<Port, Place> {
    let each = ports.iter().enumerate().flat_map(|(position, lanes)| {
        let places = (0..).map(move |lane| Place { position, lane });
        lanes.iter().copied().zip(places)
    });
    let places: BTreeMap<Port, Place> = each.collect();
    let count: usize = ports.iter().map(Vec::len).sum();
    assert_eq!(places.len(), count, "a port has one place");
    places
}

/// The result with fewer operations.
fn fewer(forwards: Derived, backwards: Derived) -> Derived {
    let [one, other] = [&forwards, &backwards].map(|derived| derived.program.count().total());
    if other < one { backwards } else { forwards }
}

/// Position of a port among the numbers of these arrays; `None` if no array contains it.
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

/// How many numbers a field has.
fn size(kind: Kind) -> usize {
    match kind.description().shape {
        Shape::Number => 1,
        Shape::Vector => 3,
        Shape::Matrix => 9,
    }
}
