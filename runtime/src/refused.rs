//! Why a step or an assembly was refused.

use crate::ports::{Drive, InputPorts, WheelLoad};
use crate::solver::Solver;
use crate::stabilise::NotClosed;
use crate::state::StateVector;
use core::fmt;

/// A step, or an assembly, that was refused: everything is as it was before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refused {
    /// When it happened: the end of the step [s].
    pub time: f64,
    /// Why.
    pub cause: Cause,
}

/// What a step or an assembly is refused for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// A step has to be a number above zero, large enough for the time to grow by it; this one is not [s].
    Step(f64),
    /// Something is no number, or infinite.
    NotFinite(NotFinite),
    /// The loops do not close.
    NotClosed(NotClosed),
}

/// The first thing that is no number, or infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotFinite {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: &'static str,
    /// The number.
    pub value: f64,
}

/// What is not finite. Of several, the first of this list is told: what acts comes before what it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The prescribed motion of a driven joint.
    Drive,
    /// What acts on a wheel.
    Wheel,
    /// A signal.
    Signal,
    /// A coordinate.
    Coordinate,
    /// A speed.
    Speed,
}

/// Whether state and inputs are finite; what is not.
pub(crate) fn all_finite<S: Solver>(state: &S::State, inputs: &mut S::Inputs) -> Result<(), NotFinite> {
    let drives = inputs.drives().iter().fold(0.0, |sum, drive| sum + of_drive(drive));
    let wheels = inputs.wheels().iter().fold(0.0, |sum, wheel| sum + of_wheel(wheel));
    let inputs_are = finite(&[drives, wheels]) & finite(inputs.signals());
    match inputs_are {
        true => finite_state::<S>(state),
        false => Err(first_input::<S>(inputs)),
    }
}

/// Whether the state is finite; what is not.
pub(crate) fn finite_state<S: Solver>(state: &S::State) -> Result<(), NotFinite> {
    match finite(state.coordinates()) & finite(state.speeds()) {
        true => Ok(()),
        false => Err(first_of_state::<S>(state)),
    }
}

/// A product with zero is zero, and NaN of what is not finite. In four chains, for one would take four times as long.
fn finite(numbers: &[f64]) -> bool {
    let mut sums = [0.0; 4];
    let (fours, rest) = numbers.as_chunks::<4>();
    for four in fours {
        for (sum, x) in sums.iter_mut().zip(four) {
            *sum += x * 0.0;
        }
    }
    let rest: f64 = rest.iter().map(|x| x * 0.0).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest == 0.0
}

/// Not finite if any of its numbers is not; else zero.
fn of_drive(drive: &Drive) -> f64 {
    (drive.position * 0.0 + drive.velocity * 0.0) + drive.acceleration * 0.0
}

/// Not finite if any of its numbers is not; else zero.
fn of_wheel(wheel: &WheelLoad) -> f64 {
    let [[x, y, z], [u, v, w]] = [wheel.force, wheel.moment];
    let vectors = ((x * 0.0 + y * 0.0) + (z * 0.0 + u * 0.0)) + (v * 0.0 + w * 0.0);
    vectors + (wheel.drive_torque * 0.0 + wheel.brake_torque * 0.0)
}

#[cold]
#[inline(never)]
fn first_input<S: Solver>(inputs: &mut S::Inputs) -> NotFinite {
    let of_drive = |d: &Drive| worst(&[d.position, d.velocity, d.acceleration]);
    let of_wheel = |w: &WheelLoad| {
        let [[x, y, z], [u, v, w_z]] = [w.force, w.moment];
        worst(&[x, y, z, u, v, w_z, w.drive_torque, w.brake_torque])
    };
    let drives = named(Kind::Drive, S::DRIVES, inputs.drives().iter().map(of_drive));
    drives
        .or_else(|| named(Kind::Wheel, S::WHEELS, inputs.wheels().iter().map(of_wheel)))
        .or_else(|| named(Kind::Signal, S::SIGNALS, inputs.signals().iter().copied()))
        .unwrap_or(UNNAMED)
}

#[cold]
#[inline(never)]
fn first_of_state<S: Solver>(state: &S::State) -> NotFinite {
    let (q, v) = (state.coordinates().iter().copied(), state.speeds().iter().copied());
    named(Kind::Coordinate, S::COORDINATES, q)
        .or_else(|| named(Kind::Speed, S::SPEEDS, v))
        .unwrap_or(UNNAMED)
}

/// Where a solver written by hand has fewer names than numbers.
const UNNAMED: NotFinite = NotFinite {
    kind: Kind::Coordinate,
    name: "",
    value: f64::NAN,
};

/// The first number that is not finite; zero if all are.
fn worst(numbers: &[f64]) -> f64 {
    numbers.iter().copied().find(|x| !x.is_finite()).unwrap_or(0.0)
}

fn named(kind: Kind, names: &'static [&'static str], numbers: impl Iterator<Item = f64>) -> Option<NotFinite> {
    let mut all = names.iter().zip(numbers);
    let (name, value) = all.find(|(_, x)| !x.is_finite())?;
    Some(NotFinite { kind, name, value })
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
        }
    }
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, value } = self;
        let (what, advice) = match kind {
            Kind::Drive => ("the prescribed motion of", "look at what writes the drives"),
            Kind::Wheel => (
                "what acts on the wheel",
                "look at the tyre, the driveline and the brake of this wheel",
            ),
            Kind::Signal => ("the signal", "look at what writes the signals"),
            Kind::Coordinate => (
                "the coordinate",
                "the step is too long, or the state was no number before",
            ),
            Kind::Speed => ("the speed", "the step is too long, or the state was no number before"),
        };
        write!(f, "{what} `{name}` is {value}; {advice}")
    }
}

impl core::error::Error for Refused {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.cause {
            Cause::NotClosed(reason) => Some(reason),
            Cause::Step(_) | Cause::NotFinite(_) => None,
        }
    }
}
