//! Positions that the rig does not reach.

use core::fmt;
use wishbone::stabilise::NotClosed;

/// Reason why the rig does not reach a position.
#[derive(Clone, Debug, PartialEq)]
pub enum NotReached {
    /// The loops do not close there.
    NotClosed(NotClosed),
    /// The wheel with this name misses the wanted height by this distance [m].
    Height(&'static str, f64),
    /// The wheels cannot rise at the wanted rates.
    Rates,
    /// Nothing moves the wheel with this name while the chassis is held.
    Rigid(&'static str),
    /// The wheels find no position in which they carry their loads.
    Loads,
    /// The vehicle has no wheels, or its wheels cannot be lifted while the chassis is held.
    Stiff,
    /// A load on the wheel with this name moves something that nothing holds.
    Unsupported(&'static str),
    /// The joint with this name does not reach the position to which it is steered.
    Steered(&'static str),
    /// The damper in series with a spring that has a coordinate with this name does not come to rest.
    Restless(&'static str),
    /// The vehicle has no speed with this name.
    NoSpeed(String),
}

impl fmt::Display for NotReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClosed(reason) => write!(f, "the suspension does not reach this position: {reason}"),
            Self::Height(wheel, gap) => write!(
                f,
                "wheel `{wheel}` does not reach this height: {:.3} mm are missing; try a shorter travel",
                1e3 * gap
            ),
            Self::Rates => write!(
                f,
                "the wheels cannot rise and fall as the rig moves them, together and against each other: their suspension leaves too few freedoms, \
                 which `check` lists"
            ),
            Self::Rigid(wheel) => write!(
                f,
                "wheel `{wheel}` is fixed to what the rig holds, and cannot rise: a rig moves all wheels of a vehicle, so measure a copy without such \
                 wheels"
            ),
            Self::Loads => write!(
                f,
                "no height of the wheels carries these loads: look at the rates, lengths and preloads of the springs, and at their stops"
            ),
            Self::Stiff => write!(f, "no wheel can be lifted while the chassis is held"),
            Self::Unsupported(wheel) => write!(
                f,
                "a load on wheel `{wheel}` moves something that nothing holds, such as a free rack: hold it, or support it with a spring"
            ),
            Self::Steered(joint) => write!(
                f,
                "joint `{joint}` does not stay where it is steered to, since its coordinate follows from others: give it a `drive`"
            ),
            Self::Restless(damper) => write!(
                f,
                "`{damper}` does not come to rest: its damping does not fall to zero at standstill; look at its curve"
            ),
            Self::NoSpeed(name) => write!(f, "there is no speed `{name}` to be held"),
        }
    }
}

impl core::error::Error for NotReached {}
