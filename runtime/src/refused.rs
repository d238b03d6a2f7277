//! Refusals of a step or an assembly, with their causes.

use crate::description::Description;
use crate::integrate;
use crate::ports::{Drive, InputPorts, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::stabilise::NotClosed;
use crate::state::{StateVector, Vector, of_eight, sum};
use crate::subsystem::{StateOf, Subsystem};
use core::fmt;

/// A refusal of a step or an assembly; the simulation stays in its earlier state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refused {
    /// Time of the refusal: the end of the step [s].
    pub time: f64,
    /// The cause.
    pub cause: Cause,
}

/// Cause of a refusal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// This step [s] is not positive, or not large enough to increase the time.
    Step(f64),
    /// A number is NaN or infinite.
    NotFinite(NotFinite),
    /// The loops do not close.
    NotClosed(NotClosed),
    /// The shortest step is not accurate.
    NotAccurate(NotAccurate),
    /// The iteration of an implicit method does not converge.
    NotConverged(NotConverged),
    /// A drive is farther from its last position than an assembly follows.
    TooFar(TooFar),
    /// A subsystem refuses the step.
    Held(Held),
    /// The rules for choosing the step ([`StepControl`](crate::integrate::StepControl)) cannot be followed, for this reason.
    Control(&'static str),
}

/// A refusal of a step by a subsystem ([`Subsystem::try_step`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Name of the subsystem.
    pub part: &'static str,
    /// Why it refuses the step.
    pub reason: &'static str,
}

/// A drive is farther from its last position than the distance that an assembly follows with closed loops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooFar {
    /// Name of the driven joint.
    pub name: &'static str,
    /// Distance from its last position [m, or rad].
    pub way: f64,
    /// The longest way that an assembly follows [m, or rad].
    pub most: f64,
}

/// The number that changed most in the last iteration of a step that did not converge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotConverged {
    /// Kind of the number.
    pub kind: Kind,
    /// Its name.
    pub name: &'static str,
    /// Position among several numbers of this name.
    pub index: Option<usize>,
    /// Its change, divided by the tolerance.
    pub change: f64,
    /// The step [s].
    pub h: f64,
}

/// The number whose error is above the tolerance in the shortest step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotAccurate {
    /// Kind of the number.
    pub kind: Kind,
    /// Its name.
    pub name: &'static str,
    /// Position among several numbers of this name.
    pub index: Option<usize>,
    /// Its error, divided by the tolerance.
    pub error: f64,
    /// The step [s].
    pub h: f64,
}

/// The first number that is NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotFinite {
    /// Kind of the number.
    pub kind: Kind,
    /// Its name.
    pub name: &'static str,
    /// Position among several numbers of this name.
    pub index: Option<usize>,
    /// The number.
    pub value: f64,
    /// X and Y of the centre of the wheel on which the number acts [m], if it is known.
    pub place: Option<[f64; 2]>,
}

/// Kind of a refused number. If several numbers are not finite, the first kind of this list is reported: inputs come before the state
/// on which they act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The prescribed motion of a driven joint.
    Drive,
    /// A force, moment or torque on a wheel.
    Wheel,
    /// A signal.
    Signal,
    /// A coordinate.
    Coordinate,
    /// A speed.
    Speed,
    /// A state of a subsystem.
    Subsystem,
}

/// Checks that the inputs are finite; `at` is the motion of the wheels, if this motion is known.
#[inline]
pub(crate) fn finite_inputs<I: InputPorts>(
    inputs: &mut I,
    of: &Description,
    at: &[WheelMotion],
) -> Result<(), NotFinite> {
    let drives: f64 = inputs.drives().iter().map(of_drive).sum();
    let mut wheels = [0.0; 8];
    for wheel in inputs.wheels() {
        // The pattern names all fields, so the compiler rejects a new field that is missing here.
        let WheelLoad {
            force: [x, y, z],
            moment: [u, v, w],
            drive_torque,
            brake_torque,
        } = *wheel;
        let numbers = [x, y, z, u, v, w, drive_torque, brake_torque];
        wheels.iter_mut().zip(numbers).for_each(|(sum, x)| *sum += x);
    }
    let acting = (drives + of_eight(wheels)) + sum(inputs.signals());
    match acting.is_finite() {
        true => Ok(()),
        false => first_input(inputs, of, at).map_or(Ok(()), Err),
    }
}

/// Checks that a vehicle's state is finite.
#[inline]
pub(crate) fn finite_state<X: StateVector>(state: &X, of: &Description) -> Result<(), NotFinite> {
    match state.is_finite() {
        true => Ok(()),
        false => first_of_state(state, of).map_or(Ok(()), Err),
    }
}

/// Checks that the states of a subsystem are finite.
#[inline]
pub(crate) fn finite_subsystem<S: Solver, E: Subsystem<S>>(subsystem: &E, state: &E::State) -> Result<(), NotFinite> {
    match state.is_finite() {
        true => Ok(()),
        false => Err(first_of_subsystem(subsystem, state)),
    }
}

/// Sum of the numbers of a drive; not finite if one of the numbers is not finite.
#[inline]
fn of_drive(drive: &Drive) -> f64 {
    (drive.position + drive.velocity) + drive.acceleration
}

#[cold]
#[inline(never)]
fn first_input<I: InputPorts>(inputs: &mut I, of: &Description, at: &[WheelMotion]) -> Option<NotFinite> {
    let of_drive = |drive: &Drive| worst(drive.fields().into_iter().flat_map(|(_, numbers)| numbers));
    let of_wheel = |wheel: &WheelLoad| worst(wheel.fields().into_iter().flat_map(|(_, numbers)| numbers));
    let drives = named(Kind::Drive, of.drives, inputs.drives().iter().map(of_drive));
    drives
        .or_else(|| {
            let bad = inputs.wheels().iter().position(|wheel| of_wheel(wheel) != 0.0)?;
            let [x, y, _] = at.get(bad).map_or([f64::NAN; 3], |wheel| wheel.centre);
            let found = named(Kind::Wheel, of.wheels, inputs.wheels().iter().map(of_wheel))?;
            Some(NotFinite {
                place: (x.is_finite() && y.is_finite()).then_some([x, y]),
                ..found
            })
        })
        .or_else(|| named(Kind::Signal, of.signals, inputs.signals().iter().copied()))
}

#[cold]
#[inline(never)]
fn first_of_state<X: StateVector>(state: &X, of: &Description) -> Option<NotFinite> {
    let (q, v) = (state.coordinates().iter().copied(), state.speeds().iter().copied());
    named(Kind::Coordinate, of.coordinates, q).or_else(|| named(Kind::Speed, of.speeds, v))
}

/// The first number that is not finite; zero if all are.
fn worst<'a>(numbers: impl Iterator<Item = &'a f64>) -> f64 {
    numbers.copied().find(|x| !x.is_finite()).unwrap_or(0.0)
}

impl NotAccurate {
    /// Names the number at a position in the state of a vehicle and its subsystems.
    pub(crate) fn at<S: Solver, E: Subsystem<S>>(
        solver: &S,
        subsystem: &E,
        state: &StateOf<S, E>,
        place: usize,
        error: f64,
        h: f64,
    ) -> Self {
        let (kind, name, index) = number_at(solver, subsystem, state, place);
        Self {
            kind,
            name,
            index,
            error,
            h,
        }
    }
}

impl NotConverged {
    /// Names the number that an integrator found in a step of `h` from the state of a vehicle and its subsystems.
    pub(crate) fn at<S: Solver, E: Subsystem<S>>(
        solver: &S,
        subsystem: &E,
        state: &StateOf<S, E>,
        found: &integrate::NotConverged,
        h: f64,
    ) -> Self {
        Self::of(number_at(solver, subsystem, state, found.place), found, h)
    }

    /// The check for a batch: coordinates and speeds of all vehicles by lane, then the states of their subsystems.
    pub(crate) fn in_batch(of: &Description, lanes: usize, found: &integrate::NotConverged, h: f64) -> Self {
        let number = number_of_vehicle(of, found.place / lanes).unwrap_or((Kind::Subsystem, "(unnamed)"));
        Self::of((number.0, number.1, None), found, h)
    }

    fn of((kind, name, index): (Kind, &'static str, Option<usize>), found: &integrate::NotConverged, h: f64) -> Self {
        Self {
            kind,
            name,
            index,
            change: found.change,
            h,
        }
    }
}

/// Kind, name and index of the number at a position in the state of a vehicle and its subsystems.
fn number_at<S: Solver, E: Subsystem<S>>(
    solver: &S,
    subsystem: &E,
    state: &StateOf<S, E>,
    place: usize,
) -> (Kind, &'static str, Option<usize>) {
    let names = solver.description();
    if let Some((kind, name)) = number_of_vehicle(names, place) {
        return (kind, name, None);
    }
    let mut position = names.coordinates.len() + names.speeds.len();
    let (mut name, mut index) = ("(unnamed)", None);
    subsystem.states(&state.subsystems, &mut |state| {
        if position == place {
            (name, index) = (state.name, state.index);
        }
        position += 1;
    });
    (Kind::Subsystem, name, index)
}

/// Kind and name of a coordinate or speed by its position, coordinates first; `None` beyond the speeds.
fn number_of_vehicle(of: &Description, place: usize) -> Option<(Kind, &'static str)> {
    let coordinates = of.coordinates.iter().map(|name| (Kind::Coordinate, *name));
    let speeds = of.speeds.iter().map(|name| (Kind::Speed, *name));
    coordinates.chain(speeds).nth(place)
}

#[cold]
#[inline(never)]
fn first_of_subsystem<S: Solver, E: Subsystem<S>>(subsystem: &E, state: &E::State) -> NotFinite {
    let mut found = None;
    subsystem.states(state, &mut |state| {
        if found.is_none() && !state.value.is_finite() {
            found = Some(NotFinite {
                kind: Kind::Subsystem,
                name: state.name,
                index: state.index,
                value: state.value,
                place: None,
            });
        }
    });
    // A subsystem may report fewer states than it has.
    found.unwrap_or(NotFinite {
        kind: Kind::Subsystem,
        name: "(unnamed)",
        index: None,
        value: f64::NAN,
        place: None,
    })
}

fn named(kind: Kind, names: &'static [&'static str], numbers: impl Iterator<Item = f64>) -> Option<NotFinite> {
    let (place, value) = numbers.enumerate().find(|(_, x)| !x.is_finite())?;
    // A hand-written solver may have fewer names than numbers.
    let name = names.get(place).copied().unwrap_or("(unnamed)");
    Some(NotFinite {
        kind,
        name,
        index: None,
        value,
        place: None,
    })
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {:.6} s: {}", self.time, self.cause)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Step(h) => write!(
                f,
                "a step of {h} s is not possible; it has to be above zero, and large enough for the time to grow by it"
            ),
            Cause::NotFinite(found) => found.fmt(f),
            Cause::NotClosed(reason) => reason.fmt(f),
            Cause::NotAccurate(found) => found.fmt(f),
            Cause::NotConverged(found) => found.fmt(f),
            Cause::TooFar(found) => found.fmt(f),
            Cause::Held(found) => found.fmt(f),
            Cause::Control(reason) => write!(f, "the step cannot be chosen: {reason}"),
        }
    }
}

/// Writes kind, name and position of a number of a state.
fn write_number(f: &mut fmt::Formatter<'_>, (kind, name, index): (Kind, &str, Option<usize>)) -> fmt::Result {
    let kind = match kind {
        Kind::Coordinate => "coordinate",
        Kind::Speed => "speed",
        Kind::Drive | Kind::Wheel | Kind::Signal | Kind::Subsystem => "state",
    };
    write!(f, "the {kind} `{name}`")?;
    index.map_or(Ok(()), |index| write!(f, " {index}"))
}

impl fmt::Display for NotConverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, (self.kind, self.name, self.index))?;
        write!(
            f,
            " still changes by {:.1e} times the tolerance in the last iteration of a step of {:.1e} s; choose a shorter step, or \
             take all slopes by differences (`Slopes::Differences`)",
            self.change, self.h
        )
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` refuses the step: {}", self.part, self.reason)
    }
}

impl fmt::Display for TooFar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, way, most } = self;
        write!(
            f,
            "the drive `{name}` is {way:.4e} m or rad from its last position; an assembly follows at most {most} m or rad with closed \
             loops: give a nearer position, or set a state near the wanted one first"
        )
    }
}

impl fmt::Display for NotAccurate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, (self.kind, self.name, self.index))?;
        write!(
            f,
            " has {:.1e} times the error that the tolerance allows, in a step of {:.1e} s; a jump of its rate is an event to be \
             located, otherwise choose a larger tolerance",
            self.error, self.h
        )
    }
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            name,
            index,
            value,
            place,
        } = self;
        let (what, advice) = match kind {
            Kind::Drive => ("the prescribed motion of", "look at what writes the drives"),
            Kind::Wheel => (
                "what acts on the wheel",
                "look at the height of the ground there, and at the tyre, the driveline and the brake of this wheel",
            ),
            Kind::Signal => ("the signal", "look at what writes the signals"),
            Kind::Coordinate => (
                "the coordinate",
                "the step is too long, or the state was no number before",
            ),
            Kind::Speed => ("the speed", "the step is too long, or the state was no number before"),
            Kind::Subsystem => ("the state", "look at the rates and jumps of this subsystem"),
        };
        write!(f, "{what} `{name}`")?;
        index.map_or(Ok(()), |index| write!(f, " {index}"))?;
        if let Some([x, y]) = place {
            write!(f, " at X = {x:.3} m, Y = {y:.3} m")?;
        }
        write!(f, " is {value}; {advice}")
    }
}

impl core::error::Error for Refused {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.cause {
            Cause::NotClosed(reason) => Some(reason),
            Cause::Step(_)
            | Cause::NotFinite(_)
            | Cause::NotAccurate(_)
            | Cause::NotConverged(_)
            | Cause::TooFar(_)
            | Cause::Held(_)
            | Cause::Control(_) => None,
        }
    }
}
