//! Steer angles of an axle compared with the angles of Ackermann.
//!
//! If the wheels roll on circles without slip, the normals of both wheels through their contacts meet on the line of
//! the wheels that do not steer. Wheels of trailers are left out. The inner wheel gives the point. The ideal angle of
//! the outer wheel is the angle for which its normal goes to this point: `tan d_o = l_o / (l_i cot d_i + t)`. `l` are
//! the longitudinal distances of the contacts from that line and `t` is their lateral distance, all in the steered
//! position. Without trail, and with `t` as the distance of the kingpins, this is the rule `cot d_o - cot d_i = t / L`.
//! Static toe is subtracted.

use super::travel::{axis, shown};
use crate::findings::Figure;
use crate::kinematics::side;
use crate::panels::{Panel, line};
use crate::rig::Contact;
use crate::table::{Column, Table};
use wishbone::ports::WheelMotion;

/// Steer angle below which a wheel counts as straight ahead [rad].
const STRAIGHT: f64 = 1e-4;
/// Largest change of the steer angle of a wheel that does not steer [rad].
const UNSTEERED: f64 = 1e-6;

/// The angles of one axle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ackermann {
    /// Steer angle of the outer wheel minus its ideal angle, positive if it steers too much [rad].
    pub error: f64,
    /// Difference of both wheels' angles divided by the ideal difference: 1 for ideal steering, 0 for parallel wheels.
    pub part: f64,
}

impl Ackermann {
    /// The angles of a left and a right wheel with contacts at `x` and `y` [m]. `steer` are their steer angles [rad], positive to
    /// the left. `line` is the position along X of the wheels that do not steer [m]. `None` if the wheels go straight ahead.
    pub fn of(x: [f64; 2], y: [f64; 2], steer: [f64; 2], line: f64) -> Option<Self> {
        let (way, before) = ((steer[0] + steer[1]).signum(), (x[0] + x[1] - 2.0 * line).signum());
        // A rear axle that steers to the left turns the vehicle to the right.
        let (inner, outer) = if way * before > 0.0 { (0, 1) } else { (1, 0) };
        let [inside, outside] = [inner, outer].map(|wheel| way * steer[wheel]);
        if inside < STRAIGHT {
            return None;
        }
        let across = before * (x[inner] - line) / inside.tan() + (y[0] - y[1]);
        let ideal = (before * (x[outer] - line)).atan2(across);
        Some(Self {
            error: outside - ideal,
            part: (inside - outside) / (inside - ideal),
        })
    }
}

/// The steered axles over the positions of the drive, computed from a table of [`curves`](crate::kinematics::curves).
pub(super) struct Steered {
    /// Name of each axle with its angles for each row.
    axles: Vec<(String, Vec<Option<Ackermann>>)>,
}

impl Steered {
    /// Angles of the steered axles among these axles, with the positions and radii of all wheels. If all wheels of a
    /// unit steer, it has no angles of Ackermann.
    pub fn of(
        table: &Table,
        wheels: &[&str],
        (design, radii): (&[WheelMotion], &[f64]),
        units: &[usize],
        axles: &[[usize; 2]],
    ) -> Self {
        let column = |wheel: usize, name: &str| table.column(&format!("{}.{name}", wheels[wheel])).unwrap_or_default();
        let straight = table.rows.iter().position(|row| row[0] == 0.0);
        let steer: Vec<Vec<f64>> = (0..wheels.len())
            .map(|wheel| {
                let angles = column(wheel, "steer");
                let before = straight.map_or(0.0, |row| angles[row]);
                angles.into_iter().map(|angle| angle - before).collect()
            })
            .collect();
        let steers = |wheel: usize| steer[wheel].iter().any(|angle| angle.abs() > UNSTEERED);
        // The line of the wheels of a unit that do not steer.
        let line_of = |unit: Option<&usize>| -> Option<f64> {
            let fixed: Vec<f64> = (0..wheels.len())
                .filter(|&wheel| !steers(wheel) && units.get(wheel) == unit)
                .map(|wheel| Contact::of(&design[wheel], radii[wheel]).point.x)
                .collect();
            (!fixed.is_empty()).then(|| fixed.iter().sum::<f64>() / fixed.len() as f64)
        };
        let steered = axles.iter().filter(|pair| pair.iter().all(|&wheel| steers(wheel)));
        let angles = steered.filter_map(|&pair| {
            let line = line_of(units.get(pair[0]))?;
            let contacts = pair.map(|wheel| {
                let [x, y, steer, camber] = ["x", "y", "steer", "camber"].map(|name| column(wheel, name));
                let out = radii[wheel] * side(&design[wheel]);
                let contact = move |row: usize| {
                    // Vector from the centre to the contact, along the ground and across the heading. The bottom leans away from
                    // the top.
                    let across = -out * camber[row].sin();
                    let [cx, cy, _] = design[wheel].centre;
                    let (sine, cosine) = steer[row].sin_cos();
                    [cx + x[row] - across * sine, cy + y[row] + across * cosine]
                };
                (0..table.rows.len()).map(contact).collect::<Vec<[f64; 2]>>()
            });
            let at = |row: usize| {
                let place = |axis: usize| [0, 1].map(|side: usize| contacts[side][row][axis]);
                Ackermann::of(place(0), place(1), pair.map(|wheel| steer[wheel][row]), line)
            };
            let name = pair.map(|wheel| wheels[wheel]).join(" and ");
            Some((name, (0..table.rows.len()).map(at).collect()))
        });
        Self {
            axles: angles.collect(),
        }
    }

    /// Adds a column for each axle to the table. In a position straight ahead, where the angle of Ackermann is not
    /// defined, its value is zero.
    pub fn columns(&self, table: &mut Table) {
        for (name, angles) in &self.axles {
            table.columns.push(Column {
                name: format!("{name}.ackermann_error"),
                unit: "rad",
            });
            for (row, found) in table.rows.iter_mut().zip(angles) {
                row.push(found.map_or(0.0, |found| found.error));
            }
        }
    }

    /// Error and fraction at both ends of the positions; an end that is not reached has no number.
    pub fn figures(&self, table: &Table, [first, last]: [f64; 2]) -> Vec<Figure> {
        let row = |position: f64| table.rows.iter().position(|row| row[0] == position);
        let ends = |(name, angles): &(String, Vec<Option<Ackermann>>)| {
            let ends = [("first", row(first)), ("last", row(last))];
            let figures = ends.into_iter().flat_map(|(end, row)| {
                let found = row.and_then(|row| angles[row]);
                [
                    Figure::new(
                        name,
                        &format!("Ackermann error, {end} position"),
                        "deg",
                        found.map_or(f64::NAN, |found| found.error.to_degrees()),
                        "steer angle of the outer wheel minus its Ackermann angle (normals of both wheels meet on the line of the unsteered axles, trailers left out); static toe is removed",
                    ),
                    Figure::new(
                        name,
                        &format!("Ackermann, {end} position"),
                        "%",
                        found.map_or(f64::NAN, |found| 100.0 * found.part),
                        "difference of the steer angles of both wheels divided by the ideal difference; 100: ideal, 0: parallel",
                    ),
                ]
            });
            figures.collect::<Vec<Figure>>()
        };
        self.axles.iter().flat_map(ends).collect()
    }

    /// Picture of the errors; `None` if nothing steers.
    pub fn panel(&self, table: &Table) -> Option<Panel> {
        let x = table.columns.first()?;
        let (unit, scale) = shown(x.unit);
        let curves = self.axles.iter().enumerate().map(|(k, (name, angles))| {
            let points = table.rows.iter().zip(angles);
            let points =
                points.map(|(row, found)| (scale * row[0], found.map_or(0.0, |found| found.error.to_degrees())));
            line(k, name, points.collect())
        });
        let curves: Vec<_> = curves.collect();
        (!curves.is_empty()).then(|| Panel {
            title: "Ackermann error of the outer wheel [deg]".to_owned(),
            x: axis(&x.name, unit),
            curves,
            ..Panel::default()
        })
    }
}
