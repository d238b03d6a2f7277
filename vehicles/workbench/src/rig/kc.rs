//! Kinematics and compliance of the suspensions.

use super::given;
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::vehicle::{Running, slides, wheel};
use nalgebra::Vector3;
use std::str::FromStr;
use wishbone::description::Description;
use wishbone::solver::Solver;
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::equipment::{self, Steering as Declared};
use wishbone_compiler::model::{BodyId, JointId, Law, Model};
use wishbone_engine::Engine;
use wishbone_studies::findings::Findings;
use wishbone_studies::kc::{Conditions, Loads, Standing, TESTS, findings};
use wishbone_studies::kinematics::SAME_AXLE;
use wishbone_studies::rig::{End, Length, Rig, Steering};

/// Settings of a rig.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel {
    /// Position about which the rig moves.
    pub at: At,
    /// Travel to both sides of this position [m].
    pub travel: f64,
    /// Number of positions on each side.
    pub steps: u16,
    /// Range of the steering joint to both sides [mm for a sliding joint, deg for a turning joint]. `None` for the
    /// range from stop to stop, or [`STEER`] without stops.
    pub steer: Option<f64>,
    /// Largest longitudinal and lateral force on each wheel [N].
    pub force: f64,
    /// Largest aligning moment on each wheel [N m].
    pub moment: f64,
    /// Bodies that are held; if none is named, the heavy bodies.
    pub bodies: Vec<String>,
}

/// Position about which a rig moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum At {
    /// The vehicle as declared.
    #[default]
    Design,
    /// The vehicle at rest on its tyres.
    Rest,
    /// Heights of wheels above the design position, by name [m]; all other wheels stay in place.
    Heights(Vec<(String, f64)>),
}

impl FromStr for At {
    type Err = String;

    /// `design`, `rest`, or heights of wheels above the design position [mm]: `front_left.wheel=20,front_right.wheel=-5`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "design" => return Ok(Self::Design),
            "rest" => return Ok(Self::Rest),
            _ => {}
        }
        let mut heights: Vec<(String, f64)> = Vec::new();
        for part in text.split(',') {
            let height = part.split_once('=').and_then(|(wheel, height)| {
                let height: f64 = height.trim().parse().ok()?;
                height.is_finite().then(|| (wheel.trim().to_owned(), 1e-3 * height))
            });
            let (wheel, height) = height.ok_or_else(|| {
                format!("`{part}` is neither `design`, `rest` nor a height [mm] such as `front_left.wheel=20`")
            })?;
            if heights.iter().any(|(own, _)| *own == wheel) {
                return Err(format!("wheel `{wheel}` has two heights"));
            }
            heights.push((wheel, height));
        }
        Ok(Self::Heights(heights))
    }
}

/// Range of a steering joint without stops, to both sides [mm or deg].
pub const STEER: f64 = 20.0;

impl Default for Travel {
    fn default() -> Self {
        Self {
            at: At::Design,
            travel: 0.08,
            steps: 16,
            steer: None,
            force: 2000.0,
            moment: 100.0,
            bodies: Vec::new(),
        }
    }
}

/// Kinematics and compliance of a design.
///
/// # Errors
/// If a body is unknown, or the rig cannot hold the vehicle.
pub fn found(running: &Running, options: &Travel, told: Told<'_>) -> Result<Vec<Findings>, Problem> {
    let (rig, held, conditions) = rig(running, options)?;
    measured(running, &rig, &held, &conditions, told)
}

/// Measures kinematics and compliance on a rig.
pub fn measured(
    running: &Running,
    rig: &Rig<Engine>,
    held: &str,
    conditions: &Conditions,
    told: Told<'_>,
) -> Result<Vec<Findings>, Problem> {
    let work = running.progress("kinematics and compliance");
    let progress = Steps::of(told, work, TESTS.len());
    findings(rig, held, conditions, &|_| progress.more(1)).map_err(|reason| running.finding(reason))
}

/// A design on the rig, the names of the held bodies, and the conditions of the tests.
pub fn rig(running: &Running, options: &Travel) -> Result<(Rig<Engine>, String, Conditions), Problem> {
    let names = running.engine.description();
    let held = held(running, &options.bodies)?;
    let rig = Rig::new(running.engine.clone(), &held, &column(running), &running.radii);
    let rig = rig
        .map_err(|reason| running.finding(reason))?
        .with_twins(&running.twins());
    let rig = about_the_middle(running, rig)?;
    let mut rig = standing(running, rig.measuring(lengths(&running.compiled.model)), &options.at)?;
    let loads = |most: f64| positions([-most, most], options.steps);
    let steering = steering(running);
    let is_length = steers_by_length(running);
    let conditions = Conditions {
        standing: match options.at {
            At::Design => Standing::Design,
            At::Rest => Standing::Rest,
            At::Heights(_) => Standing::Given,
        },
        travel: loads(options.travel),
        steer: steering.map(|steering| (steering, positions(range(running, options, is_length), options.steps))),
        steer_unit: if is_length { "m" } else { "rad" },
        loads: Loads {
            forces: loads(options.force),
            moments: loads(options.moment),
        },
        vehicle: given::vehicle(running, &mut rig),
    };
    Ok((rig, quoted(names, &held), conditions))
}

/// Returns an error if both wheels of an axle are on one side of the vehicle's X axis, or two axles are at one x. The rig
/// distinguishes left and right by the axis, and axles by x.
fn about_the_middle(running: &Running, mut rig: Rig<Engine>) -> Result<Rig<Engine>, Problem> {
    let wheels = rig.wheels();
    let sides: Vec<f64> = wheels.iter().map(|wheel| wheel.centre[1]).collect();
    let is_pair = |one: usize, other: usize| {
        let apart = (wheels[one].centre[0] - wheels[other].centre[0]).abs();
        apart < SAME_AXLE && !rig.set_of(one).contains(&other)
    };
    let pairs = (0..sides.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let aside = pairs.filter(|&(one, other)| is_pair(one, other)).find(|&(one, other)| {
        let both = sides[one] * sides[other] > 0.0;
        both && sides[one].abs().min(sides[other].abs()) > SAME_AXLE
    });
    match aside {
        None => Ok(rig),
        Some((one, other)) => {
            let names = running.engine.description().wheels;
            // If wheels of the other side are beside them, the sides are right, and two axles are in one place.
            let is_across = |own: usize| {
                let apart = (wheels[own].centre[0] - wheels[one].centre[0]).abs();
                apart < SAME_AXLE && sides[own] * sides[one] < 0.0
            };
            let cure = match (0..sides.len()).any(is_across) {
                true => format!(
                    "at one x, {:.3} m, on one side: two axles are in one place; give the `origin` or the points of one of them another x",
                    wheels[one].centre[0]
                ),
                false => "on one side of the X axis, by which left and right are told: declare the vehicle about y = 0"
                    .to_owned(),
            };
            Err(running.finding(format!("`{}` and `{}` are {cure}", names[other], names[one])))
        }
    }
}

/// Name of the ground among the held bodies.
const GROUND: &str = "ground";

/// Zero, and `steps` positions on each side of it up to the ends.
fn positions([least, most]: [f64; 2], steps: u16) -> Vec<f64> {
    let places = -i32::from(steps)..=i32::from(steps);
    let place = |k: i32| (if k < 0 { -least } else { most }) * f64::from(k) / f64::from(steps);
    places.map(place).collect()
}

/// Range of the steering joint [m or rad]: as requested, or from stop to stop.
fn range(running: &Running, options: &Travel, is_length: bool) -> [f64; 2] {
    let to_both = |most: f64| {
        let most = if is_length { 1e-3 * most } else { most.to_radians() };
        [-most, most]
    };
    match options.steer {
        Some(most) => to_both(most),
        None => stops(running).unwrap_or_else(|| to_both(STEER)),
    }
}

/// Positions of the steering joint at its stops [m or rad]; `None` if a side of the straight-ahead position has no
/// stop.
fn stops(running: &Running) -> Option<[f64; 2]> {
    let model = &running.compiled.model;
    let driven = |input: usize| {
        let mut drives = model.drives.iter();
        drives
            .find(|drive| drive.input == input && drive.share.is_none())
            .map(|drive| drive.joint)
    };
    let steered = match equipment::steering(&model.equipment) {
        Some(Declared::Driven { drive, .. }) => driven(model.inputs.iter().position(|own| own == drive)?)?,
        Some(Declared::Column(column)) => {
            let place = model.joints.iter().position(|joint| joint.name == column.joint)?;
            JointId::from(place)
        }
        // The rig turns the joint that steers the wheels, declared as steering or not.
        None => match steering(running)? {
            Steering::Drive(drive) => driven(drive)?,
            Steering::Joint { .. } => return None,
        },
    };
    let limits = model.forces.iter().filter_map(|force| match &force.law {
        Law::Limit(limit) if limit.joint == steered => Some(limit),
        _ => None,
    });
    let mut found = [None; 2];
    for limit in limits {
        let ends = [limit.min.as_ref().map(|min| **min), limit.max.as_ref().map(|max| **max)];
        // The joint meets the tightest limits first.
        for (found, (end, tighter)) in found.iter_mut().zip(ends.into_iter().zip([f64::max, f64::min])) {
            *found = found
                .zip(end)
                .map(|(one, other)| tighter(one, other))
                .or(*found)
                .or(end);
        }
    }
    let [least, most] = found;
    least
        .zip(most)
        .filter(|(least, most)| *least < 0.0 && *most > 0.0)
        .map(<[f64; 2]>::from)
}

/// The rig in the position asked for.
pub fn standing(running: &Running, rig: Rig<Engine>, at: &At) -> Result<Rig<Engine>, Problem> {
    match at {
        At::Design => Ok(rig),
        At::Rest => {
            let mut rest = running.rest()?;
            let inputs = rest.inputs();
            rig.standing(&rest.state, &inputs)
                .map_err(|reason| running.finding(reason))
        }
        At::Heights(wanted) => lifted(running, rig, wanted),
    }
}

/// The rig with wheels at heights above the design position [m].
fn lifted(running: &Running, mut rig: Rig<Engine>, wanted: &[(String, f64)]) -> Result<Rig<Engine>, Problem> {
    let names = running.engine.description().wheels;
    let mut heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    for (name, height) in wanted {
        heights[wheel::named(names, name).map_err(Problem::Misuse)?] += height;
    }
    rig.lift(&heights).map_err(|reason| running.finding(reason))?;
    Ok(rig)
}

/// Springs and dampers as lengths that the rig measures.
pub fn lengths(model: &Model) -> Vec<Length> {
    let springs = model.springs.iter().map(|spring| Length {
        name: spring.name.clone(),
        ends: [
            end(model, spring.first, *spring.from),
            end(model, spring.second, *spring.to),
        ],
    });
    springs.collect()
}

/// A point that is fixed in a body, given at the design position [m].
pub(super) fn end(model: &Model, body: BodyId, point: Vector3<f64>) -> End {
    End {
        body: body.index().checked_sub(1),
        place: (point - *model.bodies[body.index()].com).into(),
    }
}

/// The joint of the steering column, which is held.
pub fn column(running: &Running) -> Vec<&str> {
    match equipment::steering(&running.compiled.model.equipment) {
        Some(Declared::Column(column)) => vec![column.joint.as_str()],
        Some(Declared::Driven { .. }) | None => Vec::new(),
    }
}

/// Names of the held bodies, or of the ground where none is held.
pub fn quoted(names: &Description, held: &[usize]) -> String {
    let held: Vec<&str> = match held.is_empty() {
        true => vec![GROUND],
        false => held.iter().map(|&body| names.bodies[body]).collect(),
    };
    suggest::quoted(&held)
}

/// Positions of the held bodies: the named bodies, or the heavy bodies.
pub fn held(running: &Running, named: &[String]) -> Result<Vec<usize>, Problem> {
    if named.is_empty() {
        return Ok(running.held_bodies());
    }
    if named.iter().all(|name| name == GROUND) {
        return Ok(Vec::new());
    }
    if named.iter().any(|name| name == GROUND) {
        return Err(Problem::Misuse(format!("name `{GROUND}` alone, or bodies without it")));
    }
    let bodies = running.engine.description().bodies;
    let place = |name: &String| {
        let found = bodies.iter().position(|own| own == name);
        found.ok_or_else(|| unknown_body(name, bodies))
    };
    named.iter().map(place).collect()
}

fn unknown_body(name: &str, known: &[&str]) -> Problem {
    let near = suggest::nearest(name, known.iter().copied());
    let hint = near.map_or_else(
        || format!("there are: {}, {GROUND}", known.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    Problem::Misuse(format!("there is no body `{name}`; {hint}"))
}

/// The motion that steers: the declared steering, or the only drive.
pub fn steering(running: &Running) -> Option<Steering> {
    let names = running.engine.description();
    match equipment::steering(&running.compiled.model.equipment) {
        Some(Declared::Driven { drive, .. }) => {
            let place = names.drives.iter().position(|own| own == drive);
            place.map(Steering::Drive)
        }
        Some(Declared::Column(column)) => Steering::by_joint(&column.joint, names),
        None => (names.drives.len() == 1).then_some(Steering::Drive(0)),
    }
}

/// Whether the steering joint slides.
pub fn steers_by_length(running: &Running) -> bool {
    steering(running).is_some_and(|steering| is_length(running, steering))
}

/// Whether the position of the steering is a length.
fn is_length(running: &Running, steering: Steering) -> bool {
    match steering {
        Steering::Drive(drive) => slides::drive(running, drive),
        Steering::Joint { coordinate, .. } => {
            slides::joint(running, running.engine.description().coordinates[coordinate])
        }
    }
}
