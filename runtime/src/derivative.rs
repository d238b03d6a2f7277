//! Derivatives that a solver computes (`derivatives: accept`): which numbers they belong to.
//!
//! They are the entries of a sparse matrix `∂r/∂a`, by rows ([`Description::slopes`]). A row `r` is a number that an evaluation
//! delivers ([`Delivered`]), a column `a` a number that it reads ([`Argument`]). Entries that are not listed are zero by structure.
//! The derivatives are exact except for rounding. Named outputs have a separate matrix ([`Description::output_slopes`]). It has
//! these columns, and further columns for the rates of the speeds, on which reactions and accelerations depend. The slope of an
//! output `o` along a motion is `∂o/∂a + ∂o/∂v' ∂v'/∂a`. At kinks the slopes follow the rules of
//! [`Scalar`](wishbone_laws::number::Scalar).
//!
//! The state of a solver with a free body contains Euler parameters: slopes with respect to them are partial
//! derivatives, as if each parameter could change alone. The effect of a small rotation follows from the slopes of the
//! coordinate rates with respect to the speeds: they are the change of the coordinates per unit of motion.

use crate::description::{Description, Entries};
use crate::ports::{ContactPoint, Drive, MarkerMotion, WheelLoad, WheelMotion};
use core::ops::Range;

/// Numbers in a record.
const fn numbers<T>() -> usize {
    size_of::<T>() / size_of::<f64>()
}

/// A number that an evaluation reads: a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Coordinate at this position.
    Coordinate(usize),
    /// Speed at this position.
    Speed(usize),
    /// Position of a driven joint, and the index of its number: position (0), velocity (1) or acceleration (2).
    Drive(usize, usize),
    /// Position of a wheel, and the index of a number of the load on it: 0 to 7, in the order of [`WheelLoad`]'s
    /// fields.
    Load(usize, usize),
    /// Signal at this position.
    Signal(usize),
    /// Rate of the speed at this position; only named outputs read it.
    SpeedRate(usize),
    /// Parameter at this position.
    Parameter(usize),
}

impl Argument {
    /// Column of this number in the slopes of a vehicle.
    pub fn column(self, of: &Description) -> usize {
        let speeds = of.coordinates.len();
        let drives = speeds + of.speeds.len();
        let loads = drives + numbers::<Drive>() * of.drives.len();
        let signals = loads + numbers::<WheelLoad>() * of.wheels.len();
        let rates = signals + of.signals.len();
        let parameters = rates + of.speeds.len();
        match self {
            Argument::Coordinate(index) => index,
            Argument::Speed(index) => speeds + index,
            Argument::Drive(drive, component) => drives + numbers::<Drive>() * drive + component,
            Argument::Load(wheel, component) => loads + numbers::<WheelLoad>() * wheel + component,
            Argument::Signal(index) => signals + index,
            Argument::SpeedRate(index) => rates + index,
            Argument::Parameter(index) => parameters + index,
        }
    }
}

/// A number that an evaluation delivers: a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// Rate of the coordinate at this position.
    CoordinateRate(usize),
    /// Rate of the speed at this position.
    SpeedRate(usize),
    /// Position of a wheel, and the index of a number of its motion: 0 to 12, in the order of [`WheelMotion`]'s fields.
    Wheel(usize, usize),
    /// Position of a point of contact, and the index of an axis: X (0), Y (1), Z (2).
    Contact(usize, usize),
    /// Position of a marker, and the index of a number of its motion: 0 to 17, in the order of [`MarkerMotion`]'s
    /// fields.
    Marker(usize, usize),
    /// Named output at this position.
    Output(usize),
}

impl Delivered {
    /// Row of this number in the slopes of a vehicle.
    pub fn row(self, of: &Description) -> usize {
        let speeds = of.coordinates.len();
        let wheels = speeds + of.speeds.len();
        let contacts = wheels + numbers::<WheelMotion>() * of.wheels.len();
        let markers = contacts + numbers::<ContactPoint>() * of.contacts.len();
        match self {
            Delivered::CoordinateRate(index) => index,
            Delivered::SpeedRate(index) => speeds + index,
            Delivered::Wheel(wheel, component) => wheels + numbers::<WheelMotion>() * wheel + component,
            Delivered::Contact(contact, component) => contacts + numbers::<ContactPoint>() * contact + component,
            Delivered::Marker(marker, component) => markers + numbers::<MarkerMotion>() * marker + component,
            Delivered::Output(index) => markers + numbers::<MarkerMotion>() * of.markers.len() + index,
        }
    }
}

/// Entries of a row of the slopes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'s> {
    /// Ascending.
    columns: &'static [usize],
    slopes: &'s [f64],
}

impl Row<'_> {
    /// A row without entries.
    pub const EMPTY: Self = Row {
        columns: &[],
        slopes: &[],
    };

    /// The slope in a column; zero if the column has no entry.
    pub fn at(&self, column: usize) -> f64 {
        self.columns
            .binary_search(&column)
            .map_or(0.0, |place| self.slopes[place])
    }

    /// Entries in these columns.
    pub fn within(self, columns: Range<usize>) -> impl Iterator<Item = (usize, f64)> {
        let first = self.columns.partition_point(|column| *column < columns.start);
        let own = self.columns.iter().zip(self.slopes).skip(first);
        own.map(|(column, slope)| (*column, *slope))
            .take_while(move |(column, _)| *column < columns.end)
    }

    /// Entries in the first columns.
    pub fn before(self, columns: usize) -> impl Iterator<Item = (usize, f64)> {
        self.within(0..columns)
    }
}

/// Rows of the slopes of an evaluation that have entries, with their positions.
pub(crate) fn rows<'s>(of: &Description, slopes: &'s [f64]) -> impl Iterator<Item = (usize, Row<'s>)> + use<'s> {
    let mut rest = slopes;
    of.slopes.iter().map(move |&(row, columns)| {
        let slopes;
        (slopes, rest) = rest.split_at(columns.len().min(rest.len()));
        (row, Row { columns, slopes })
    })
}

/// Every entry of the slopes of an evaluation with its row and column.
pub fn entries<'s>(of: &Description, slopes: &'s [f64]) -> impl Iterator<Item = (usize, usize, f64)> + use<'s> {
    placed(of.slopes, slopes)
}

/// Every entry of the slopes of the named outputs with its row and column.
pub fn output_entries<'s>(of: &Description, slopes: &'s [f64]) -> impl Iterator<Item = (usize, usize, f64)> + use<'s> {
    placed(of.output_slopes, slopes)
}

fn placed(places: Entries, slopes: &[f64]) -> impl Iterator<Item = (usize, usize, f64)> + use<'_> {
    let places = places
        .iter()
        .flat_map(|(row, columns)| columns.iter().map(move |column| (*row, *column)));
    places.zip(slopes).map(|((row, column), slope)| (row, column, *slope))
}
