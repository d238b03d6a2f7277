//! Kinematics of the suspensions as [`Findings`]: figures at the design position, curves in bounce, roll and steer.

use crate::findings::{Figure, Findings};
use crate::kinematics::{Figures, SteeringAxis, Test, curves, figures, roll_centre, steering_axes};
use crate::panels::{Panel, line};
use crate::rig::{NotReached, Rig};
use crate::table::Table;
use std::error::Error;
use std::fmt;
use wishbone::prelude::*;

/// Wheels belong to one axle where their centres are this close along X [m].
const SAME_AXLE: f64 = 0.2;

/// Positions that the rig takes.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// Positions of the wheels over the design position [m].
    pub travel: Vec<f64>,
    /// The drive that steers, by position, and its positions [m or rad].
    pub steer: Option<(usize, Vec<f64>)>,
}

/// The test during which the rig did not reach a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Name of the test.
    pub test: &'static str,
    /// The reason.
    pub reason: NotReached,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.test, self.reason)
    }
}

impl Error for Stopped {}

/// The findings at the design position, in bounce, roll and, where there is a drive that steers, over its positions.
///
/// # Errors
/// If a position is not reached.
pub fn findings<S: Solver + Clone>(
    rig: &Rig<S>,
    held: &str,
    conditions: &Conditions,
) -> Result<Vec<Findings>, Stopped> {
    let drive = conditions.steer.as_ref().map(|(drive, _)| *drive);
    let mut all = vec![at_design(rig, held, drive).map_err(|reason| Stopped {
        test: "design position",
        reason,
    })?];
    let steer = conditions
        .steer
        .iter()
        .map(|(drive, positions)| ("steer", Test::Steer(*drive), positions));
    let travel = [("bounce", Test::Bounce), ("roll", Test::Roll)];
    for (name, test, positions) in travel
        .map(|(name, test)| (name, test, &conditions.travel))
        .into_iter()
        .chain(steer)
    {
        let table = curves(rig, test, positions).map_err(|reason| Stopped { test: name, reason })?;
        let wheels = rig.solver().description().wheels;
        all.push(Findings {
            name: name.to_owned(),
            conditions: format!("{held} held at the design position"),
            figures: over_travel(&table, wheels, test),
            panels: panels(&table, wheels),
            table,
            ..Findings::default()
        });
    }
    Ok(all)
}

/// Figures at the design position: of each wheel, of its steering axis, of each axle.
fn at_design<S: Solver + Clone>(rig: &Rig<S>, held: &str, drive: Option<usize>) -> Result<Findings, NotReached> {
    let mut rig = rig.clone();
    let wheels = rig.solver().description().wheels;
    let design = rig.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights)?;
    let each = figures(&mut rig, &design)?;
    let axes = drive.map_or_else(Vec::new, |drive| steering_axes(&mut rig, drive));
    let mut all = Vec::new();
    for (place, (wheel, own)) in wheels.iter().zip(&each).enumerate() {
        all.extend(of_wheel(wheel, own));
        all.extend(
            axes.get(place)
                .copied()
                .flatten()
                .into_iter()
                .flat_map(|axis| of_axis(wheel, &axis)),
        );
    }
    for pair in axles(&design) {
        let subject = format!("{} and {}", wheels[pair[0]], wheels[pair[1]]);
        let track = design[pair[0]].centre[1] - design[pair[1]].centre[1];
        all.push(Figure::new(
            &subject,
            "track",
            "mm",
            1e3 * track,
            "lateral distance of the wheel centres",
        ));
        let centre = roll_centre(&mut rig, pair)?;
        all.push(Figure {
            value: centre.map(|[_, height]| 1e3 * height),
            ..Figure::new(
                &subject,
                "roll centre height",
                "mm",
                0.0,
                "height above the lowest points of the wheels at which the lines meet that are normal to the motion of these points (SAE J670, 6.2.8)",
            )
        });
    }
    Ok(Findings {
        name: "design position".to_owned(),
        conditions: format!("{held} held"),
        figures: all,
        ..Findings::default()
    })
}

fn of_wheel(wheel: &str, own: &Figures) -> Vec<Figure> {
    let of = |name, unit, value, definition| Figure::new(wheel, name, unit, value, definition);
    vec![
        of(
            "toe",
            "deg",
            own.toe.to_degrees(),
            "positive where the front of the wheel points inward (ISO 8855, 7.1.4)",
        ),
        of(
            "camber",
            "deg",
            own.camber.to_degrees(),
            "positive where the top of the wheel leans outward (ISO 8855, 7.1.20)",
        ),
        of(
            "wheel rate",
            "N/mm",
            1e-3 * own.rate,
            "slope of the vertical force over travel, all wheels moving alike",
        ),
        of(
            "roll rate",
            "N/mm",
            1e-3 * own.roll_rate,
            "the same, the wheels of the right side moving the other way",
        ),
        of(
            "brake support angle",
            "deg",
            own.brake_support.atan().to_degrees(),
            "angle to the vertical of the path of the lowest point, the wheel locked to its carrier, positive where it moves forward in bump",
        ),
        of(
            "drive support angle",
            "deg",
            own.drive_support.atan().to_degrees(),
            "the same of the wheel centre, for torques that the chassis takes",
        ),
    ]
}

fn of_axis(wheel: &str, axis: &SteeringAxis) -> [Figure; 5] {
    let of = |name, unit, value, definition| Figure::new(wheel, name, unit, value, definition);
    [
        of(
            "caster",
            "deg",
            axis.caster.to_degrees(),
            "positive where the steering axis leans rearward at the top (ISO 8855, 7.2.2)",
        ),
        of(
            "kingpin inclination",
            "deg",
            axis.inclination.to_degrees(),
            "positive where the steering axis leans inward at the top (ISO 8855, 7.2.1)",
        ),
        of(
            "scrub radius",
            "mm",
            1e3 * axis.scrub_radius,
            "positive where the axis meets the ground inside of the wheel (ISO 8855, 7.2.7)",
        ),
        of(
            "caster trail",
            "mm",
            1e3 * axis.trail,
            "positive where the axis meets the ground in front of the wheel (ISO 8855, 7.2.5)",
        ),
        of(
            "steer by drive",
            "",
            axis.ratio,
            "steer angle for a unit of the steering drive [rad/m or rad/rad]",
        ),
    ]
}

/// Slopes at the design position and differences from end to end.
fn over_travel(table: &Table, wheels: &[&str], test: Test) -> Vec<Figure> {
    let x = table.rows.iter().map(|row| row[0]).collect::<Vec<f64>>();
    let [slope_names, span_names] = match test {
        Test::Bounce => [
            ["toe by travel", "camber by travel"],
            ["toe, from end to end", "camber, from end to end"],
        ],
        Test::Roll => [
            ["toe by wheel travel", "camber by wheel travel"],
            ["toe, from end to end", "camber, from end to end"],
        ],
        Test::Steer(_) => [
            ["steer by drive", "camber by drive"],
            ["steer, from end to end", "camber, from end to end"],
        ],
    };
    let columns = match test {
        Test::Steer(_) => ["steer", "camber"],
        Test::Bounce | Test::Roll => ["toe", "camber"],
    };
    let slope_unit = match test {
        Test::Steer(_) => "deg per unit",
        Test::Bounce | Test::Roll => "deg/m",
    };
    let mut all = Vec::new();
    for wheel in wheels {
        for (place, column) in columns.iter().enumerate() {
            let values = table.column(&format!("{wheel}.{column}")).unwrap_or_default();
            let (Some(first), Some(last)) = (values.first(), values.last()) else {
                continue;
            };
            let slope = slope(&x, &values).unwrap_or(f64::NAN);
            all.push(Figure::new(
                wheel,
                slope_names[place],
                slope_unit,
                slope.to_degrees(),
                "central difference of the positions next to the design position",
            ));
            all.push(Figure::new(
                wheel,
                span_names[place],
                "deg",
                (last - first).to_degrees(),
                "value at the last position less that at the first",
            ));
        }
    }
    all
}

/// Slope at zero by the neighbours on both sides.
fn slope(x: &[f64], y: &[f64]) -> Option<f64> {
    let after = x.iter().position(|x| *x > 0.0)?;
    let before = x.iter().rposition(|x| *x < 0.0)?;
    Some((y[after] - y[before]) / (x[after] - x[before]))
}

/// Pairs of wheels of one axle, left and right, from the front.
pub fn axles(design: &[WheelMotion]) -> Vec<[usize; 2]> {
    let mut axles = Vec::new();
    for (left, wheel) in design.iter().enumerate().filter(|(_, wheel)| wheel.centre[1] > 0.0) {
        let right = design.iter().position(|other| {
            other.centre[1] < 0.0
                && (other.centre[0] - wheel.centre[0]).abs() < SAME_AXLE
                && (other.centre[1] + wheel.centre[1]).abs() < SAME_AXLE
        });
        axles.extend(right.map(|right| [left, right]));
    }
    axles.sort_by(|a, b| design[b[0]].centre[0].total_cmp(&design[a[0]].centre[0]));
    axles
}

/// Pictures of the curves of all wheels.
fn panels(table: &Table, wheels: &[&str]) -> Vec<Panel> {
    let x = &table.columns[0];
    let (unit, scale) = if x.unit == "m" { (" [mm]", 1e3) } else { ("", 1.0) };
    let panel = |(title, column, factor): (&str, &str, f64)| Panel {
        title: title.to_owned(),
        x: format!("{}{unit}", x.name),
        curves: wheels
            .iter()
            .enumerate()
            .map(|(k, wheel)| {
                let values = table.column(&format!("{wheel}.{column}")).unwrap_or_default();
                let points = table.rows.iter().zip(values);
                line(
                    k,
                    wheel,
                    points.map(|(row, value)| (scale * row[0], factor * value)).collect(),
                )
            })
            .collect(),
        equal: false,
    };
    let degrees = 1f64.to_degrees();
    [
        ("toe [deg]", "toe", degrees),
        ("camber [deg]", "camber", degrees),
        ("steer [deg]", "steer", degrees),
        ("lateral movement [mm]", "y", 1e3),
        ("longitudinal movement [mm]", "x", 1e3),
        ("force [kN]", "force", 1e-3),
    ]
    .map(panel)
    .into()
}
