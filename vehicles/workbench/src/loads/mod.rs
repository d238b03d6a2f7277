//! Quasi-static load cases: forces and moments at every hardpoint.
//!
//! The rig holds the vehicle's body, and the wheels move to the position in which their suspension carries the loads of a case.
//! Bodies have their weight; accelerations are neglected.

mod cases;
mod hitch;
mod parts;
mod text;

pub use cases::{Amount, Asked, Case, Hold, STANDARD, Wheel};

use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::rig::kc::{self, At};
use crate::vehicle::{Running, coupled};
use hitch::{AtRest, first_action};
use nalgebra::Vector3;
use parts::Loaded;
use serde::Serialize;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone_compiler::model::equipment::{self, Steering as Declared};
use wishbone_compiler::model::{BodyId, measure};
use wishbone_engine::Engine;
use wishbone_studies::rig::{NotReached, Push, Rig, Steering, Vertical};

/// Reason why a suspension does not carry a case.
const CARRIED_BY_STOPS: &str = "the springs do not carry these loads within the travel: declare their stops (`bump_stop`, `rebound_stop`), \
    or hold the wheels by `travel`";

/// Reason why a suspension does not reach the travel of a case.
const NOT_REACHED: &str = "the suspension does not reach the `travel` by which its wheels are held: give a shorter one";
/// Reason why a suspension does not carry a case in which the travel of some wheels is fixed.
const NEITHER: &str = "the suspension does not come to this position: give a shorter `travel`, or declare the stops of the wheels \
    that carry loads (`bump_stop`, `rebound_stop`)";

/// The question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// Position in which the body is held.
    pub at: At,
    /// Text of the file of cases; `None` for the standard cases.
    pub cases: Option<String>,
    /// Bodies that are held; if none is named, the heavy bodies.
    pub bodies: Vec<String>,
}

/// Load cases of one design.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Loads {
    /// The held bodies and the position.
    pub conditions: String,
    /// Names of the wheels.
    pub wheels: Vec<String>,
    /// Vertical load of each wheel at rest [N].
    pub at_rest: Vec<f64>,
    /// Remarks, for example about a wheel that does not touch the ground at rest.
    pub notes: Vec<String>,
    /// The cases.
    pub cases: Vec<Found>,
}

/// Result of a load case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// `pothole`
    pub case: String,
    /// Description of the case; empty if there is none.
    pub doc: String,
    /// Reason why the suspension does not carry the case; `None` if it does.
    pub failed: Option<String>,
    /// Results by wheel; empty if the case is not carried.
    pub wheels: Vec<WheelFound>,
    /// Forces and moments on all parts; empty if the case is not carried.
    pub rows: Vec<Row>,
    /// Largest generalised force along a motion that the rig leaves free [N or N m]. It is zero except for rounding.
    pub out_of_balance: f64,
}

/// A wheel in a load case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WheelFound {
    /// Rise of the wheel centre from the position in which the body is held [m].
    pub travel: f64,
    /// Force forward along the wheel plane, to the left, and upward [N].
    pub force: [f64; 3],
}

/// Force and moment on a part at a hardpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Row {
    /// Name of the joint, the force element or the wheel; `weight`, or `rig` for the load that holds the body.
    pub point: String,
    /// Its kind: `spherical`, `bushing`, `spring`, `wheel`.
    pub kind: &'static str,
    /// The body on which they act.
    pub part: String,
    /// The hardpoint as declared [m]: its coordinates in the axes of the part.
    pub declared: [f64; 3],
    /// Position of the hardpoint in vehicle axes [m].
    pub place: [f64; 3],
    /// Force in vehicle axes [N].
    pub force: [f64; 3],
    /// Moment about the hardpoint in vehicle axes [N m].
    pub moment: [f64; 3],
    /// Force in the axes of the part, which at the design position are the axes of the vehicle [N].
    pub part_force: [f64; 3],
    /// Moment about the hardpoint in the axes of the part [N m].
    pub part_moment: [f64; 3],
}

impl Loads {
    /// Whether the suspension carries every case.
    pub fn is_carried(&self) -> bool {
        self.cases.iter().all(|case| case.failed.is_none())
    }
}

/// Computes the loads of a design, which was compiled with its actions as outputs ([`Running::with_actions`]).
///
/// # Errors
/// Returns an error if the cases cannot be read, if the vehicle does not stand, or if the rig cannot hold it.
pub fn found(running: &Running, question: &Question, told: Told<'_>) -> Result<Loads, Problem> {
    let held = kc::held(running, &question.bodies)?;
    let again = root_beside(running, &held)
        .map(|root| running.beginning_at(root))
        .transpose()?;
    let running = again.as_ref().unwrap_or(running);
    let names = running.engine.description();
    let Standing {
        mut rig,
        at_rest,
        mut notes,
    } = standing(running, question, &held)?;
    let declared = running.compiled.model.wheels.iter().map(|wheel| wheel.centre.y);
    let (declared, units) = (declared.collect::<Vec<f64>>(), coupled::units(&running.compiled.model));
    let wheels = described(names.wheels, &rig.wheels(), &declared, &units);
    let cases = match &question.cases {
        Some(text) => cases::read(text, &wheels).map(|cases| (cases, None)),
        None => cases::standard(&wheels),
    };
    let (cases, left_out) = cases.map_err(Problem::Misuse)?;
    notes.extend(left_out);
    notes.extend(question.cases.is_none().then(|| in_the_middle(&wheels)).flatten());
    let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    let at_hitches = AtRest::of(running, &held)?;
    notes.extend(at_hitches.as_ref().map(AtRest::note));
    let progress = Steps::of(told, running.progress("load cases"), cases.len());
    let each = cases.iter().map(|case| {
        let own = of_case(running, &rig, &held, case, (&at_rest, &heights), at_hitches.as_ref());
        progress.more(1);
        own
    });
    let position = match question.at {
        At::Design => "the design position",
        At::Rest => "the rest position",
        At::Heights(_) => "the given position",
    };
    Ok(Loads {
        conditions: format!("{} held at {position}, wheels free to rise", kc::quoted(names, &held)),
        wheels: names.wheels.iter().map(ToString::to_string).collect(),
        cases: each.collect(),
        at_rest,
        notes,
    })
}

/// The first held body, if the free joint to the ground names another body that the rig does not hold. The solver begins at the body of this joint, and
/// would let the joints on the way to the held body carry the load of the rig.
fn root_beside(running: &Running, held: &[usize]) -> Option<BodyId> {
    let place = measure::sprung_body(&running.compiled.model.joints)
        .index()
        .checked_sub(1)?;
    let first = held.first().filter(|_| !held.contains(&place))?;
    Some(BodyId::from(first + 1))
}

/// A note on wheels between the wheels of both sides; these wheels keep their loads at rest in bends.
fn in_the_middle(wheels: &[Wheel]) -> Option<String> {
    let (sides, middle): (Vec<&Wheel>, Vec<&Wheel>) = wheels.iter().partition(|wheel| wheel.is_left.is_some());
    let names: Vec<String> = middle.iter().map(|wheel| format!("`{}`", wheel.name)).collect();
    (!sides.is_empty() && !middle.is_empty()).then(|| {
        format!(
            "on the middle line, neither left nor right: {}; in bends such a wheel keeps its load at rest, and its side force is its load; a file of cases (`--cases`) names it `middle`",
            names.join(", ")
        )
    })
}

/// The vehicle in the position in which its body is held.
struct Standing {
    /// The rig, with the loaded radii of its wheels.
    rig: Rig<Engine>,
    /// Loads of the wheels at rest [N].
    at_rest: Vec<f64>,
    /// Remarks on the wheels.
    notes: Vec<String>,
}

fn standing(running: &Running, question: &Question, held: &[usize]) -> Result<Standing, Problem> {
    let rig = Rig::new(running.engine.clone(), held, &kc::column(running), &running.radii);
    let rig = rig
        .map_err(|reason| running.finding(reason))?
        .with_twins(&running.twins());
    if question.at == At::Rest {
        let mut rest = running.rest()?;
        let at_rest = rest.instant().loads.iter().map(|load| load.force[2]).collect();
        let mut rig = kc::standing(running, rig, &question.at)?;
        // The ground is level at height zero, and the tyres are deflected.
        let on_ground = |wheel: &WheelMotion| wheel.centre[2] / Vector3::from(wheel.axis).xy().norm();
        let distances: Vec<f64> = rig.wheels().iter().map(on_ground).collect();
        let names = running.engine.description().wheels;
        let each = || distances.iter().zip(&running.radii);
        let in_the_air = names
            .iter()
            .zip(each())
            .filter(|(_, (distance, radius))| distance > radius);
        let notes = in_the_air.map(|(name, _)| {
            format!("`{name}` does not touch the ground at rest: it has no load there, and its contact is at its unloaded radius")
        });
        let radii: Vec<f64> = each().map(|(distance, radius)| distance.min(*radius)).collect();
        return Ok(Standing {
            notes: notes.collect(),
            rig: rig.rolling_on(&radii),
            at_rest,
        });
    }
    let loads = running.loads().ok_or_else(|| {
        running.finding(
            "its wheels have no loads at the design position, since it does not stand on them there: use `--at rest`",
        )
    })?;
    Ok(Standing {
        rig: kc::standing(running, rig, &question.at)?,
        at_rest: loads,
        notes: Vec::new(),
    })
}

/// Distance from the X axis within which a declared wheel counts as on the middle line, as a fraction of the greatest
/// distance of a wheel from this axis.
const MIDDLE: f64 = 0.05;

/// The wheels as cases name them. Wheels within a metre behind the foremost wheel form the foremost axle; in a vehicle
/// shorter than two metres, the wheels ahead of its middle form it. A trailer, which is another of the `units`, has no
/// front wheel. `declared` are the declared lateral positions of their centres [m]: if a body leans, no wheel counts as
/// on the other side.
fn described(names: &[&str], wheels: &[WheelMotion], declared: &[f64], units: &[usize]) -> Vec<Wheel> {
    let widest = declared.iter().fold(0.0, |most: f64, y| most.max(y.abs()));
    let places = || units.iter().zip(wheels.iter().map(|wheel| wheel.centre[0]));
    let first = places().max_by(|(_, one), (_, other)| one.total_cmp(other));
    let (first, foremost) = first.map_or((0, 0.0), |(unit, x)| (*unit, x));
    let of_first = places().filter(|(unit, _)| **unit == first).map(|(_, x)| x);
    let rearmost = of_first.fold(foremost, f64::min);
    let behind = (0.5 * (foremost - rearmost)).clamp(1e-3, 1.0);
    let each = names
        .iter()
        .zip(places())
        .zip(declared)
        .map(|((name, (unit, x)), y)| Wheel {
            name: (*name).to_owned(),
            is_front: *unit == first && x > foremost - behind,
            is_left: (y.abs() > MIDDLE * widest).then_some(*y > 0.0),
        });
    each.collect()
}

/// The joint of the steering column, and the input of the load that holds it.
fn column(running: &Running) -> Option<(Steering, usize)> {
    let model = &running.compiled.model;
    let Some(Declared::Column(column)) = equipment::steering(&model.equipment) else {
        return None;
    };
    let signal = model.signals.iter().position(|signal| signal.name == column.signal)?;
    Some((Steering::by_joint(&column.joint, running.engine.description())?, signal))
}

/// The reason why a case is not carried, with a possible remedy for wheels held by loads or by their travel.
fn not_carried(case: &Case, reason: &NotReached) -> String {
    let held = case
        .wheels
        .iter()
        .filter(|wheel| matches!(wheel.vertical, Hold::Travel(_)));
    let (held, all) = (held.count(), case.wheels.len());
    match reason {
        NotReached::Loads | NotReached::Height(..) | NotReached::NotClosed(_) if held == 0 => {
            CARRIED_BY_STOPS.to_owned()
        }
        NotReached::Loads | NotReached::NotClosed(_) if held == all => NOT_REACHED.to_owned(),
        NotReached::Loads | NotReached::NotClosed(_) => NEITHER.to_owned(),
        other => other.to_string(),
    }
}

fn of_case(
    running: &Running,
    rig: &Rig<Engine>,
    held: &[usize],
    case: &Case,
    (at_rest, heights): (&[f64], &[f64]),
    at_hitches: Option<&AtRest>,
) -> Found {
    let each = case.wheels.iter().zip(at_rest).zip(heights);
    let pushes: Vec<Push> = each
        .map(|((asked, load), height)| Push {
            longitudinal: asked.longitudinal.force(*load),
            lateral: asked.lateral.force(*load),
            vertical: match asked.vertical {
                Hold::Force(amount) => Vertical::Force(amount.force(*load)),
                Hold::Travel(travel) => Vertical::Height(height + travel),
            },
            acts: asked.acts,
            torque: asked.torque,
        })
        .collect();
    let mut found = Found {
        case: case.name.clone(),
        doc: case.doc.clone(),
        ..Found::default()
    };
    let mut rig = rig.clone();
    let acting = rig.carry(&pushes).and_then(|()| {
        if let Some((steering, signal)) = column(running) {
            rig.hold_by(steering, signal)?;
        }
        Ok((rig.acting()?, rig.forces()?))
    });
    let (acting, forces) = match acting {
        Ok(acting) => acting,
        Err(reason) => {
            found.failed = Some(not_carried(case, &reason));
            return found;
        }
    };
    let (bodies, wheels) = (rig.bodies(), rig.wheels());
    let model = &running.compiled.model;
    let actions = &acting.outputs[first_action(model)..];
    let actions = match at_hitches {
        Some(at_rest) => at_rest.kept(model, held, actions, &bodies),
        None => actions.to_vec(),
    };
    let torques: Vec<_> = pushes.iter().map(|push| push.torque).collect();
    found.rows = Loaded {
        model,
        bodies: &bodies,
        wheels: &wheels,
        loads: &acting.wheels,
        torques: &torques,
        actions: &actions,
        chassis: running.chassis(),
        held,
    }
    .rows();
    let each = wheels.iter().zip(heights).zip(pushes.iter().zip(forces));
    found.wheels = each
        .map(|((wheel, height), (push, force))| WheelFound {
            travel: wheel.centre[2] - height,
            force: [push.longitudinal, push.lateral, force],
        })
        .collect();
    found.out_of_balance = acting.out_of_balance;
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which wheels of a vehicle and of its trailer are in front.
    fn fronts(along: &[f64], trailer: &[f64]) -> Vec<bool> {
        let all = [along, trailer].concat();
        let units: Vec<usize> = (0..all.len()).map(|place| usize::from(place >= along.len())).collect();
        let wheels: Vec<WheelMotion> = all
            .iter()
            .map(|&x| WheelMotion {
                centre: [x, 0.5, 0.0],
                ..WheelMotion::default()
            })
            .collect();
        let named = described(&vec!["wheel"; all.len()], &wheels, &vec![0.5; all.len()], &units);
        named.iter().map(|wheel| wheel.is_front).collect()
    }

    /// A wheel that is declared on the middle line counts as on it, to whichever side its body leans.
    #[test]
    fn a_lean_moves_no_wheel_to_the_other_side() {
        for lean in [-0.02, 0.02] {
            let wheels = [[0.0, 0.7], [0.0, -0.7], [-2.0, 0.0]].map(|[x, y]| WheelMotion {
                centre: [x, y + lean, 0.3],
                ..WheelMotion::default()
            });
            let named = described(&["left", "right", "rear"], &wheels, &[0.7, -0.7, 0.0], &[0; 3]);
            let sides: Vec<Option<bool>> = named.iter().map(|wheel| wheel.is_left).collect();
            assert_eq!(sides, [Some(true), Some(false), None]);
        }
    }

    /// The foremost axle of long and of short vehicles, with tandem axles in front, and with a trailer.
    #[test]
    fn front_wheels_are_those_of_the_foremost_axle() {
        assert_eq!(fronts(&[0.0, -2.7], &[]), [true, false]);
        assert_eq!(fronts(&[0.0, -0.9], &[]), [true, false]);
        assert_eq!(fronts(&[0.3, 0.3], &[]), [true, true]);
        assert_eq!(fronts(&[0.0, -0.8, -6.0], &[]), [true, true, false]);
        assert_eq!(fronts(&[0.0, -2.7], &[-7.0]), [true, false, false]);
        assert_eq!(fronts(&[0.0, -0.27], &[-0.63]), [true, false, false]);
    }
}
