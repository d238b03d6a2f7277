//! Positions of all numbers that programs read and write. They are in one list, array after array.

use std::ops::Range;
use wishbone::ports::{BodyMotion, ContactPoint, Drive, Energy, MarkerMotion, WheelLoad, WheelMotion};
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::programs::ports::{Array, Port};

/// Number of arrays.
const ARRAYS: usize = Array::Received as usize + 1;

/// The range of each array on the board; ports find their numbers by these ranges.
#[derive(Clone, Debug)]
pub struct Places {
    /// By array: its range.
    arrays: Vec<Range<usize>>,
    length: usize,
}

/// Names of the fields of a record, each with the offset of its first number, and the length of the record. A plain
/// number has one field without a name.
struct Shape(Vec<(&'static str, usize)>, usize);

impl Shape {
    fn of<const N: usize>(fields: [(&'static str, &[f64]); N]) -> Self {
        let mut length = 0;
        let mut places = Vec::new();
        for (name, numbers) in fields {
            places.push((name, length));
            length += numbers.len();
        }
        Self(places, length)
    }

    fn of_array(array: Array) -> Self {
        match array {
            Array::Drives => Self::of(Drive::default().fields()),
            Array::Loads => Self::of(WheelLoad::default().fields()),
            Array::Wheels => Self::of(WheelMotion::default().fields()),
            Array::Contacts => Self::of(ContactPoint::default().fields()),
            Array::Markers => Self::of(MarkerMotion::default().fields()),
            Array::Bodies => Self::of(BodyMotion::default().fields()),
            Array::Energy => Self::of(Energy::default().fields()),
            Array::Parameters
            | Array::Prepared
            | Array::Coordinates
            | Array::Speeds
            | Array::CoordinateRates
            | Array::SpeedRates
            | Array::GivenSpeedRates
            | Array::Signals
            | Array::JointCoordinates
            | Array::JointSpeeds
            | Array::Outputs
            | Array::Residuals
            | Array::KinematicMargins
            | Array::Margins
            | Array::Slopes
            | Array::OutputSlopes
            | Array::Sent
            | Array::Received => Self(vec![("", 0)], 1),
        }
    }
}

impl Places {
    /// The places of a vehicle's arrays.
    pub fn of(compiled: &Compiled) -> Self {
        let Compiled {
            model,
            layout,
            state,
            programs,
            mobility,
            ..
        } = compiled;
        let (q, v) = (state.coordinates.len(), state.speeds.len());
        // No program has more margins than outputs.
        let margins = programs.calls.values().map(|program| program.outputs.len()).max();
        let counts = [
            (Array::Parameters, model.parameters.len()),
            (Array::Prepared, programs.prepare.outputs.len()),
            (Array::Coordinates, q),
            (Array::Speeds, v),
            (Array::CoordinateRates, q),
            (Array::SpeedRates, v),
            (Array::GivenSpeedRates, v),
            (Array::Drives, model.inputs.len()),
            (Array::Loads, model.wheels.len()),
            (Array::Signals, model.signals.len()),
            (Array::Wheels, model.wheels.len()),
            (Array::JointCoordinates, layout.coordinates.len()),
            (Array::JointSpeeds, layout.speeds.len()),
            (Array::Contacts, model.contacts().count()),
            (Array::Markers, model.markers().count()),
            (Array::Bodies, model.moving_bodies().count()),
            (Array::Outputs, model.outputs.len()),
            (Array::Residuals, mobility.equations),
            (Array::KinematicMargins, state.margins.len()),
            (Array::Margins, margins.unwrap_or(0)),
            (Array::Energy, 1),
            (Array::Slopes, programs.slopes(Call::Slopes).len()),
            (Array::OutputSlopes, programs.slopes(Call::OutputSlopes).len()),
        ];
        let mut length = 0;
        let mut arrays = vec![0..0; ARRAYS];
        for (array, count) in counts {
            let begin = length;
            length += count * Shape::of_array(array).1;
            arrays[array as usize] = begin..length;
        }
        Self { arrays, length }
    }

    /// Length of the list.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Places of an array.
    pub fn array(&self, array: Array) -> Range<usize> {
        self.arrays[array as usize].clone()
    }

    /// Place of a port.
    pub fn port(&self, port: Port) -> usize {
        let array = port.array();
        let Shape(fields, length) = Shape::of_array(array);
        let wanted = port.kind.description().field;
        let field = fields.iter().find(|(name, _)| *name == wanted);
        let offset = field.map_or(0, |(_, offset)| *offset);
        self.array(array).start + length * port.index + offset + port.component
    }
}
