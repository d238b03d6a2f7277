//! Compliance of the wheels under forces and moments, with the contacts held at their heights and the steering held. Wheels of
//! rigid suspensions have no figures.
//!
//! Slopes come from the [compliance matrix](Rig::compliance) in the position of the rig. Curves are positions of balance under
//! finite loads.

mod case;

pub use case::{Case, Point, Sense};

use super::Loads;
use crate::findings::{Figure, Findings};
use crate::kinematics::{lean, leaning, side, steer, turned};
use crate::panels::{Panel, line};
use crate::rig::{Load, NotReached, Rig};
use crate::table::{Column, Table};
use crate::threads::in_threads;
use nalgebra::{DMatrix, DVector};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Entries of a compliance matrix up to this size count as zero [m/N, rad/N, rad/(N m)].
const RIGID: f64 = 1e-12;
/// Number of entries of a wheel in the compliance matrix: along X, Y, Z, about X, Y, Z.
const AXES: usize = 6;

/// Displacement of a wheel by a load.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Displacement of the wheel centre in vehicle axes [m].
    pub moved: [f64; 3],
    /// Change of the toe angle, positive if the front of the wheel turns inward [rad].
    pub toe: f64,
    /// Change of the camber angle, positive if the top of the wheel leans outward [rad].
    pub camber: f64,
}

/// Displacement of a wheel by a unit load, for small loads [SI for each N or N m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slope {
    /// Displacement and angles of the wheel.
    pub change: Response,
    /// Change of the caster angle: rotation of the carrier about Y, positive if its top moves rearward.
    pub caster: f64,
}

/// Changes of the wheels by a unit load of a case. The sign of each displacement is the sign of the load on this wheel as
/// seen from the wheel. `matrix` is the compliance in the position of the rig ([`Rig::compliance`]).
pub fn slopes<S: Solver + Clone>(rig: &mut Rig<S>, matrix: &DMatrix<f64>, case: Case) -> Vec<Slope> {
    let wheels = rig.wheels();
    let loads = wheels.iter().enumerate().flat_map(|(k, wheel)| {
        let load = case.unit(wheel, rig.radius(k));
        [load.force, load.moment].map(<[f64; 3]>::from).concat()
    });
    let moved = matrix * DVector::from_vec(loads.collect());
    let each = wheels.iter().enumerate().map(|(k, wheel)| {
        let (side, own) = (side(wheel), case.seen(side(wheel)));
        let part = |axis: usize| own * moved[AXES * k + axis];
        let turning = WheelMotion {
            carrier_angular_velocity: [part(3), part(4), part(5)],
            ..*wheel
        };
        Slope {
            change: Response {
                moved: [part(0), part(1), part(2)],
                toe: -side * turned(&turning),
                camber: side * leaning(&turning),
            },
            caster: -part(4),
        }
    });
    each.collect()
}

/// Changes of the wheels under loads of a case of these sizes [N or N m], by row. The changes are measured from the
/// position of the rig, and the contacts are held at the heights that they have there. A right wheel of
/// [`Sense::Alike`] sees the opposite load.
///
/// # Errors
/// If the vehicle finds no balance under a load.
pub fn under<S: Solver + Clone>(rig: &Rig<S>, case: Case, sizes: &[f64]) -> Result<Vec<Vec<Response>>, NotReached> {
    let mut start = rig.clone();
    let unloaded = start.wheels();
    let contacts = unloaded.iter().enumerate().map(|(k, wheel)| rig.contact(k, wheel));
    let heights: Vec<f64> = contacts.map(|contact| contact.point.z).collect();
    // In the order of size, so that each position begins next to a position that was reached.
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|&a, &b| sizes[a].abs().total_cmp(&sizes[b].abs()));
    let (mut up, mut down) = (start.clone(), start);
    let mut rows = vec![Vec::new(); sizes.len()];
    for place in order {
        let size = sizes[place];
        let there = if size < 0.0 { &mut down } else { &mut up };
        let loads = unloaded.iter().enumerate();
        let loads = loads.map(|(k, wheel)| case.unit(wheel, rig.radius(k)).scaled(size));
        there.load(&loads.collect::<Vec<Load>>());
        there.press(&heights)?;
        let pairs = there.wheels().into_iter().zip(&unloaded);
        rows[place] = pairs.map(|(wheel, before)| change(before, &wheel)).collect();
    }
    Ok(rows)
}

/// Change of a wheel from one position to another.
fn change(before: &WheelMotion, after: &WheelMotion) -> Response {
    let side = side(before);
    Response {
        moved: [0, 1, 2].map(|k| after.centre[k] - before.centre[k]),
        toe: -side * (steer(after) - steer(before)),
        camber: side * (lean(after) - lean(before)),
    }
}

/// Findings in the position of the rig: slopes of every case, and a curve of each case over the loads. If the suspensions are
/// rigid, a note replaces the curves. If a load moves something that nothing holds, a note replaces all findings.
///
/// # Errors
/// Returns an error if the wheels are not held at their heights, or if there is no balance under a load.
pub(super) fn findings<S>(rig: &Rig<S>, held: &str, loads: &Loads) -> Result<Vec<Findings>, NotReached>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
{
    let mut rig = rig.clone();
    let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights)?;
    let mut found = Findings {
        name: "compliance".to_owned(),
        conditions: format!("{held}, steering held, contacts at constant heights, no load on the tyres"),
        ..Findings::default()
    };
    let matrix = match rig.compliance() {
        Ok(matrix) => matrix,
        Err(reason @ NotReached::Unsupported(_)) => {
            found.notes.push(format!("no compliance: {reason}"));
            return Ok(vec![found]);
        }
        Err(reason) => return Err(reason),
    };
    if matrix.amax() < RIGID {
        found.notes.push(
            "the suspensions have no compliance: no bushing or other spring lies between the wheels and what is held"
                .to_owned(),
        );
        return Ok(vec![found]);
    }
    let wheels = rig.solver().description().wheels;
    let gives_way = |k: usize| matrix.columns(AXES * k, AXES).amax() > RIGID;
    for case in Case::ALL {
        let slopes = slopes(&mut rig, &matrix, case);
        let sides: Vec<f64> = rig.wheels().iter().map(side).collect();
        for (k, slope) in slopes.iter().enumerate().filter(|(k, _)| gives_way(*k)) {
            found.figures.extend(figures(wheels[k], case, sides[k], slope));
        }
    }
    let rigid: Vec<&str> = (0..wheels.len())
        .filter(|&k| !gives_way(k))
        .map(|k| wheels[k])
        .collect();
    if !rigid.is_empty() {
        let rigid = rigid.join(", ");
        found
            .notes
            .push(format!("no compliance of {rigid}: nothing gives way there"));
    }
    found
        .figures
        .sort_by_key(|figure| wheels.iter().position(|wheel| *wheel == figure.subject));
    let curves = in_threads(&Case::ALL, |&case| curves(rig.clone(), held, case, loads));
    std::iter::once(Ok(found)).chain(curves).collect()
}

/// Slopes of a wheel as figures.
fn figures(wheel: &str, case: Case, side: f64, slope: &Slope) -> Vec<Figure> {
    let word = case.word();
    let of = |name: &str, unit, value| Figure::new(wheel, &format!("{name} by {word}"), unit, value, case.definition());
    let (angle, load) = match case {
        Case::Aligning(_) => ("deg/(100 N m)", 100.0),
        Case::Longitudinal(_) | Case::Lateral(_) => ("deg/kN", 1e3),
    };
    let mut all = vec![
        of("toe", angle, load * slope.change.toe.to_degrees()),
        of("camber", angle, load * slope.change.camber.to_degrees()),
    ];
    if let Case::Longitudinal(_) = case {
        all.push(of("caster", angle, load * slope.caster.to_degrees()));
    }
    if let Some((axis, sign)) = case.axis(side) {
        let moved = 1e6 * sign * slope.change.moved[axis];
        all.push(Figure::new(
            wheel,
            &format!("displacement by {word}"),
            "mm/kN",
            moved,
            case.moves(),
        ));
    }
    all
}

/// Curves of a case over its loads.
fn curves<S: Solver + Clone>(mut rig: Rig<S>, held: &str, case: Case, loads: &Loads) -> Result<Findings, NotReached> {
    let sizes = match case {
        Case::Aligning(_) => &loads.moments,
        Case::Longitudinal(_) | Case::Lateral(_) => &loads.forces,
    };
    let rows = under(&rig, case, sizes)?;
    let sides: Vec<f64> = rig.wheels().iter().map(side).collect();
    let wheels = rig.solver().description().wheels;
    let table = table(case, &sides, wheels, sizes, &rows);
    Ok(Findings {
        name: case.word().to_owned(),
        conditions: format!("{held}, the steering too, the contacts at their heights there; changes from no load"),
        panels: panels(case, &sides, wheels, &table),
        table,
        ..Findings::default()
    })
}

/// Table of the loads as each wheel sees them, with the changes.
fn table(case: Case, sides: &[f64], wheels: &[&str], sizes: &[f64], rows: &[Vec<Response>]) -> Table {
    let (load, unit) = match case {
        Case::Aligning(_) => ("moment", "N m"),
        Case::Longitudinal(_) | Case::Lateral(_) => ("force", "N"),
    };
    let each = [(load, unit), ("x", "m"), ("y", "m"), ("toe", "rad"), ("camber", "rad")];
    let columns = wheels.iter().flat_map(|wheel| {
        each.iter().map(move |(name, unit)| Column {
            name: format!("{wheel}.{name}"),
            unit,
        })
    });
    let row = |(size, found): (&f64, &Vec<Response>)| {
        let each = found.iter().zip(sides);
        each.flat_map(|(own, side)| [case.seen(*side) * size, own.moved[0], own.moved[1], own.toe, own.camber])
            .collect()
    };
    Table {
        columns: columns.collect(),
        rows: sizes.iter().zip(rows).map(row).collect(),
    }
}

/// Pictures of the changes of all wheels, each over the load on this wheel.
fn panels(case: Case, sides: &[f64], wheels: &[&str], table: &Table) -> Vec<Panel> {
    let (load, unit, scale) = match case {
        Case::Aligning(_) => ("moment", "N m", 1.0),
        Case::Longitudinal(_) | Case::Lateral(_) => ("force", "kN", 1e-3),
    };
    let panel = |title: &str, column: &str, factor: &dyn Fn(f64) -> f64| Panel {
        title: title.to_owned(),
        x: format!("{} [{unit}]", case.word()),
        curves: wheels
            .iter()
            .enumerate()
            .map(|(k, wheel)| {
                let of = |name: &str| table.column(&format!("{wheel}.{name}")).unwrap_or_default();
                let points = of(load).into_iter().zip(of(column));
                let points = points.map(|(load, value)| (scale * load, factor(sides[k]) * value));
                line(k, wheel, points.collect())
            })
            .collect(),
        ..Panel::default()
    };
    let degrees = |_| 1f64.to_degrees();
    let mut all = vec![
        panel("change of toe [deg]", "toe", &degrees),
        panel("change of camber [deg]", "camber", &degrees),
    ];
    match case {
        Case::Longitudinal(_) => all.push(panel("movement forward [mm]", "x", &|_| 1e3)),
        Case::Lateral(_) => all.push(panel("movement inward [mm]", "y", &|side| -1e3 * side)),
        Case::Aligning(_) => {}
    }
    all
}
