//! Curves over travel, roll and steer, as far as the suspensions can go.

use super::{SteeringAxis, figures, in_roll, roll_centre, steering_axes};
use crate::rig::{Length, NotReached, Rig, SAME_AXLE, Steering};
use crate::table::{Column, Table};
use wishbone::description::Description;
use wishbone::ports::WheelMotion;
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

/// Reason why curves end.
#[derive(Clone, Debug, PartialEq)]
pub struct Halt {
    /// Names of the wheels whose curves end; empty for all wheels.
    pub wheels: Vec<&'static str>,
    /// Last position that was reached on this side [m or rad]; `None` if not even the design position was reached.
    pub reached: Option<f64>,
    /// First position that was not reached [m or rad].
    pub missed: f64,
    /// The reason.
    pub reason: NotReached,
}

impl Halt {
    /// A sentence that says where the curves end and why. The unit of the positions: `m`, `rad`, or empty if it is not
    /// known.
    pub fn told(&self, unit: &str) -> String {
        let (shown, factor) = match unit {
            "m" => (" mm", 1e3),
            "rad" => (" deg", 1f64.to_degrees()),
            _ => ("", 1.0),
        };
        let missed = factor * self.missed;
        let of = match self.wheels[..] {
            [] => String::new(),
            _ => format!(" of {}", quoted(&self.wheels)),
        };
        match self.reached {
            Some(reached) => format!(
                "the curves{of} end at {:.4}{shown}, since {missed:.4}{shown} is not reached: {}",
                factor * reached,
                self.reason
            ),
            None => format!(
                "there are no curves{of}: {missed:.4}{shown} is not reached: {}",
                self.reason
            ),
        }
    }
}

/// Names in backticks, with commas.
fn quoted(names: &[&str]) -> String {
    let each: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    each.join(", ")
}

/// Curves of all wheels.
#[derive(Clone, Debug)]
pub struct Curves {
    /// A row for each position that an axle reached, in the order of the positions. At a position that an axle does not reach, its
    /// numbers are NaN, and so are the numbers of the whole vehicle.
    pub table: Table,
    /// Ends of curves before the last positions.
    pub halts: Vec<Halt>,
}

/// Curves of all wheels over the positions, from the position nearest to the design position outward, to the end of the
/// suspensions' travel. Each axle continues separately; its wheels stay where it ends.
///
/// # Errors
/// If the wheels do not reach the heights of the design position.
pub fn curves<S: Solver + Clone>(rig: &Rig<S>, course: &Course) -> Result<Curves, NotReached> {
    let mut start = rig.clone();
    let design = start.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    start.lift(&heights)?;
    let mut halts = Vec::new();
    let mut rows = Vec::new();
    // From the design position in both directions, so that each position begins next to a position that was reached.
    for way in [-1.0, 1.0] {
        let on_side = course.positions.iter().copied();
        let mut positions: Vec<f64> = on_side.filter(|position| (*position < 0.0) == (way < 0.0)).collect();
        positions.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let mut walk = Walk {
            there: start.clone(),
            course,
            design: &design,
            axles: axles(&design),
            reached: vec![(way < 0.0).then_some(0.0); design.len()],
            is_live: vec![true; design.len()],
            halts: Vec::new(),
        };
        for position in positions {
            match walk.row(position) {
                Some(row) => rows.push(row),
                None => break,
            }
        }
        halts.extend(walk.halts);
    }
    rows.sort_by(|one, other| one.numbers[0].total_cmp(&other.numbers[0]));
    let columns = columns(rig.solver().description(), course, rig.lengths());
    Ok(Curves {
        table: complete(columns, &rows),
        halts,
    })
}

/// Wheels of each axle, by position.
fn axles(design: &[WheelMotion]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..design.len()).collect();
    order.sort_by(|&a, &b| design[b].centre[0].total_cmp(&design[a].centre[0]));
    let is_near = |a: &usize, b: &usize| (design[*a].centre[0] - design[*b].centre[0]).abs() < SAME_AXLE;
    order.chunk_by(is_near).map(<[usize]>::to_vec).collect()
}

/// Numbers of all columns at a position.
struct Row {
    numbers: Vec<f64>,
    /// Whether all wheels reached the position.
    is_whole: bool,
}

/// Way from the design position to one side.
struct Walk<'a, S: Solver> {
    there: Rig<S>,
    course: &'a Course<'a>,
    design: &'a [WheelMotion],
    /// Wheels of each axle.
    axles: Vec<Vec<usize>>,
    /// Last position of each wheel; `None` before the first position.
    reached: Vec<Option<f64>>,
    /// Whether a wheel still goes on.
    is_live: Vec<bool>,
    halts: Vec<Halt>,
}

impl<S: Solver + Clone> Walk<'_, S> {
    /// The row at the next position; `None` if no axle reaches it.
    fn row(&mut self, position: f64) -> Option<Row> {
        let numbers = loop {
            match self.moved(position, &self.is_live.clone()) {
                Ok(numbers) => break numbers,
                Err(reason) => self.part(position, &reason),
            }
            if !self.is_live.contains(&true) {
                return None;
            }
        };
        for (reached, is_live) in self.reached.iter_mut().zip(&self.is_live) {
            if *is_live {
                *reached = Some(position);
            }
        }
        Some(self.masked(numbers))
    }

    /// Ends the curves of the axles that do not reach a position while the other axles stay in place. If each axle
    /// does, or if only the steering moves, all curves end.
    fn part(&mut self, position: f64, reason: &NotReached) {
        let is_left = |wheels: &&Vec<usize>| wheels.iter().any(|&wheel| self.is_live[wheel]);
        let left: Vec<Vec<usize>> = self.axles.iter().filter(is_left).cloned().collect();
        let mut failed = Vec::new();
        if !matches!(self.course.test, Test::Steer(_)) && left.len() > 1 {
            for wheels in &left {
                let moves: Vec<bool> = (0..self.is_live.len()).map(|wheel| wheels.contains(&wheel)).collect();
                if let Err(reason) = self.moved(position, &moves) {
                    failed.push((wheels.clone(), reason));
                }
            }
        }
        // All axles with one reason are reported once.
        if failed.is_empty() || failed.len() == left.len() {
            failed = vec![(left.concat(), reason.clone())];
        }
        for (wheels, reason) in failed {
            self.end(&wheels, position, reason);
        }
    }

    /// Ends the curves of wheels.
    fn end(&mut self, wheels: &[usize], missed: f64, reason: NotReached) {
        let names = self.there.solver().description().wheels;
        let own = match wheels.len() == names.len() {
            true => Vec::new(),
            false => wheels.iter().map(|&wheel| names[wheel]).collect(),
        };
        wheels.iter().for_each(|&wheel| self.is_live[wheel] = false);
        self.halts.push(Halt {
            wheels: own,
            reached: wheels.first().and_then(|&wheel| self.reached[wheel]),
            missed,
            reason,
        });
    }

    /// The numbers at a position of these wheels, while the other wheels do not move. If it is not reached, the rig is
    /// where it was.
    fn moved(&mut self, position: f64, moves: &[bool]) -> Result<Vec<f64>, NotReached> {
        let before = self.heights(0.0, &vec![false; moves.len()]);
        let wanted = self.heights(position, moves);
        let found = row(&mut self.there, self.course, self.design, (position, &wanted));
        // Another axle would begin from there.
        let is_alone = moves != self.is_live;
        match found {
            Ok(numbers) if is_alone => self.there.lift(&before).map(|()| numbers),
            Ok(numbers) => Ok(numbers),
            Err(reason) => {
                let _ = self.there.lift(&before);
                Err(reason)
            }
        }
    }

    /// Wanted heights: for these wheels, the heights of the design at a position; for all other wheels, the heights at
    /// the last position.
    fn heights(&self, position: f64, moves: &[bool]) -> Vec<f64> {
        let each = self.design.iter().enumerate().map(|(wheel, motion)| {
            let at = match moves[wheel] {
                true => position,
                false => self.reached[wheel].unwrap_or(0.0),
            };
            match self.course.test {
                Test::Bounce => motion.centre[2] + at,
                Test::Roll => motion.centre[2] + in_roll(motion) * at,
                Test::Steer(_) => motion.centre[2],
            }
        });
        each.collect()
    }

    /// Removes the numbers of wheels whose curves have ended, and the numbers of the whole vehicle.
    fn masked(&self, mut numbers: Vec<f64>) -> Row {
        let is_whole = !self.is_live.contains(&false);
        if !is_whole {
            let each = EACH.len() + self.course.steering.map_or(0, |_| OF_AXIS.len());
            let (wheels, others) = numbers[1..].split_at_mut(each * self.is_live.len());
            for (own, is_live) in wheels.chunks_mut(each).zip(&self.is_live) {
                if !is_live {
                    own.fill(f64::NAN);
                }
            }
            let (axles, whole) = others.split_at_mut(2 * self.course.axles.len());
            for (own, axle) in axles.chunks_mut(2).zip(self.course.axles) {
                if axle.iter().any(|&wheel| !self.is_live[wheel]) {
                    own.fill(f64::NAN);
                }
            }
            whole.fill(f64::NAN);
        }
        Row { numbers, is_whole }
    }
}

/// Keeps the columns with a value at every position that all wheels reach. For example, a wheel that is not steered has no caster.
fn complete(columns: Vec<Column>, rows: &[Row]) -> Table {
    let is_complete = |place: usize| rows.iter().all(|row| !row.is_whole || !row.numbers[place].is_nan());
    let kept: Vec<usize> = (0..columns.len()).filter(|&place| is_complete(place)).collect();
    Table {
        columns: kept.iter().map(|&place| columns[place].clone()).collect(),
        rows: rows
            .iter()
            .map(|row| kept.iter().map(|&place| row.numbers[place]).collect())
            .collect(),
    }
}

/// The figures at a position, with these heights of the wheels.
fn row<S: Solver + Clone>(
    there: &mut Rig<S>,
    course: &Course,
    design: &[WheelMotion],
    (position, wanted): (f64, &[f64]),
) -> Result<Vec<f64>, NotReached> {
    if let Test::Steer(steering) = course.test {
        there.steer(steering, position);
    }
    there.lift(wanted)?;
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
