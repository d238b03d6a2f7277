//! Curves over travel, roll and steer, as far as the suspensions can go.

use super::{SteeringAxis, figures, in_roll, roll_centre, steering_axes};
use crate::rig::{Length, NotReached, Rig, Steering};
use crate::table::{Column, Table};
use wishbone::prelude::*;

/// Motion of the wheels on the rig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// All wheels go up and down.
    Bounce,
    /// The left wheels go up while the right wheels go down. Wheels in the middle stay.
    Roll,
    /// The steering moves while the wheel centres stay at their heights.
    Steer(Steering),
}

/// Motion of the rig, and the quantities that are measured.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    /// Motion of the wheels.
    pub test: Test,
    /// The motion that steers, whose steering axes are measured; `None` if nothing steers.
    pub steering: Option<Steering>,
    /// Left and right wheels of each axle, whose roll centres are measured.
    pub axles: &'a [[usize; 2]],
    /// Positions [m, or rad if the steering drive turns].
    pub positions: &'a [f64],
}

/// Reason why a curve ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Halt {
    /// Last position that was reached on this side [m or rad]; `None` if not even the design position was reached.
    pub reached: Option<f64>,
    /// First position that was not reached [m or rad].
    pub missed: f64,
    /// The reason.
    pub reason: NotReached,
}

impl Halt {
    /// A sentence that tells where the curves end and why. Positions are in a unit: `m`, `rad`, or empty if it is not known.
    pub fn told(&self, unit: &str) -> String {
        let (shown, factor) = match unit {
            "m" => (" mm", 1e3),
            "rad" => (" deg", 1f64.to_degrees()),
            _ => ("", 1.0),
        };
        let missed = factor * self.missed;
        match self.reached {
            Some(reached) => format!(
                "the curves end at {:.4}{shown}, since {missed:.4}{shown} is not reached: {}",
                factor * reached,
                self.reason
            ),
            None => format!(
                "there are no curves: {missed:.4}{shown} is not reached: {}",
                self.reason
            ),
        }
    }
}

/// Curves of all wheels.
#[derive(Clone, Debug)]
pub struct Curves {
    /// A row for each position that was reached, in the order of the positions.
    pub table: Table,
    /// Lowest and highest positions beyond which the suspensions cannot go.
    pub halts: Vec<Halt>,
}

/// Curves of all wheels over the positions, from the nearest to the design position outward, as far as the suspensions can go.
///
/// # Errors
/// If the wheels do not reach the heights of the design position.
pub fn curves<S: Solver + Clone>(rig: &Rig<S>, course: &Course) -> Result<Curves, NotReached> {
    let mut start = rig.clone();
    let design = start.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    start.lift(&heights)?;
    let mut halts = Vec::new();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    // From the design position in both directions, so that each position begins next to one that was reached.
    for way in [-1.0, 1.0] {
        let on_side = course.positions.iter().copied();
        let mut positions: Vec<f64> = on_side.filter(|position| (*position < 0.0) == (way < 0.0)).collect();
        positions.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let (mut there, mut reached) = (start.clone(), None);
        for position in positions {
            match row(&mut there, course, &design, position) {
                Ok(row) => rows.push(row),
                Err(reason) => {
                    halts.push(Halt {
                        reached: reached.or_else(|| (way < 0.0).then_some(0.0)),
                        missed: position,
                        reason,
                    });
                    break;
                }
            }
            reached = Some(position);
        }
    }
    rows.sort_by(|one, other| one[0].total_cmp(&other[0]));
    let columns = columns(rig.solver().description(), course, rig.lengths());
    Ok(Curves {
        table: complete(columns, &rows),
        halts,
    })
}

/// Keeps the columns with a value at every position. For example, a wheel that is not steered has no caster.
fn complete(columns: Vec<Column>, rows: &[Vec<f64>]) -> Table {
    let is_complete = |place: usize| rows.iter().all(|row| !row[place].is_nan());
    let kept: Vec<usize> = (0..columns.len()).filter(|&place| is_complete(place)).collect();
    Table {
        columns: kept.iter().map(|&place| columns[place].clone()).collect(),
        rows: rows
            .iter()
            .map(|row| kept.iter().map(|&place| row[place]).collect())
            .collect(),
    }
}

/// The figures at a position.
fn row<S: Solver + Clone>(
    there: &mut Rig<S>,
    course: &Course,
    design: &[WheelMotion],
    position: f64,
) -> Result<Vec<f64>, NotReached> {
    let wanted = design.iter().map(|wheel| match course.test {
        Test::Bounce => wheel.centre[2] + position,
        Test::Roll => wheel.centre[2] + in_roll(wheel) * position,
        Test::Steer(_) => wheel.centre[2],
    });
    let wanted: Vec<f64> = wanted.collect();
    if let Test::Steer(steering) = course.test {
        there.steer(steering, position);
    }
    there.lift(&wanted)?;
    let mut row = vec![position];
    let axes = match course.steering {
        Some(steering) => steering_axes(there, steering)?,
        None => Vec::new(),
    };
    for (wheel, figures) in figures(there, design)?.into_iter().enumerate() {
        row.extend(figures.moved);
        row.extend([figures.toe, figures.camber, figures.steer, figures.force]);
        row.extend([figures.rate, figures.roll_rate.unwrap_or(f64::NAN), figures.track_slope]);
        row.extend([figures.brake_support, figures.drive_support]);
        if course.steering.is_some() {
            row.extend(of_axis(axes[wheel]));
        }
    }
    for &axle in course.axles {
        row.extend(roll_centre(there, axle)?.unwrap_or([f64::NAN; 2]));
    }
    row.extend(there.outputs());
    row.extend(there.motion_ratios()?);
    Ok(row)
}

fn of_axis(axis: Option<SteeringAxis>) -> [f64; 5] {
    axis.map_or([f64::NAN; 5], |axis| {
        [axis.caster, axis.inclination, axis.scrub_radius, axis.trail, axis.ratio]
    })
}

const EACH: [(&str, &str); 12] = [
    ("x", "m"),
    ("y", "m"),
    ("z", "m"),
    ("toe", "rad"),
    ("camber", "rad"),
    ("steer", "rad"),
    ("force", "N"),
    ("wheel_rate", "N/m"),
    ("wheel_rate_in_roll", "N/m"),
    ("track_slope", ""),
    ("brake_support", ""),
    ("drive_support", ""),
];

const OF_AXIS: [(&str, &str); 5] = [
    ("caster", "rad"),
    ("inclination", "rad"),
    ("scrub_radius", "m"),
    ("trail", "m"),
    ("steer_by_drive", ""),
];

fn columns(names: &Description, course: &Course, lengths: &[Length]) -> Vec<Column> {
    let (name, unit) = match course.test {
        Test::Bounce | Test::Roll => ("travel".to_owned(), "m"),
        Test::Steer(steering) => (steering.name(names).to_owned(), ""),
    };
    let of_axis = if course.steering.is_some() { &OF_AXIS[..] } else { &[] };
    let of_wheels = names.wheels.iter().flat_map(|wheel| {
        EACH.iter().chain(of_axis).map(move |(name, unit)| Column {
            name: format!("{wheel}.{name}"),
            unit,
        })
    });
    let of_axles = course.axles.iter().flat_map(|pair| {
        let axle = pair.map(|wheel| names.wheels[wheel]).join(" and ");
        ["roll_centre_y", "roll_centre_z"].map(|name| Column {
            name: format!("{axle}.{name}"),
            unit: "m",
        })
    });
    let outputs = names.outputs.iter().enumerate().map(|(place, name)| Column {
        name: (*name).to_owned(),
        unit: names.output_unit(place),
    });
    let ratios = lengths.iter().map(|length| Column {
        name: format!("{}.motion_ratio", length.name),
        unit: "",
    });
    let first = std::iter::once(Column { name, unit });
    first
        .chain(of_wheels)
        .chain(of_axles)
        .chain(outputs)
        .chain(ratios)
        .collect()
}
