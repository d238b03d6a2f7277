//! Faults of a partner, and the actions of the vehicle against them.

use core::fmt;

/// A fault of a partner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// None has attached yet.
    Absent,
    /// It was built from another layout, which has this hash.
    OtherLayout(u64),
    /// It has sent nothing for so many frames.
    Late(u32),
    /// It has sent nothing for so many frames, and is taken for dead.
    Lost(u32),
    /// The input at this place is NaN or infinite in its last message.
    NotFinite(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("no partner has attached; start it with the path of the shared memory"),
            Self::OtherLayout(hash) => write!(
                f,
                "the partner has the layout {hash:#018x}; build it from this vehicle's header or module"
            ),
            Self::Late(frames) => write!(f, "the partner has sent nothing for {frames} frames"),
            Self::Lost(frames) => write!(
                f,
                "the partner has sent nothing for {frames} frames and is taken for dead; start it again"
            ),
            Self::NotFinite(place) => write!(
                f,
                "input {place} of the partner's last message is NaN or infinite; look at what the partner computes"
            ),
        }
    }
}

impl core::error::Error for Fault {}

/// Action of the vehicle against a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes on with the last good inputs.
    Hold,
    /// Goes on with the neutral inputs.
    Neutral,
    /// Stops in a safe state.
    Stop,
}

/// The action for each fault, and when a partner is late and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Frames without a message after which a partner is late.
    pub late_after: u32,
    /// Frames without a message after which it is taken for dead.
    pub lost_after: u32,
    /// For a partner that has not attached yet.
    pub absent: Action,
    /// For one with another layout.
    pub other_layout: Action,
    /// For one that is late.
    pub late: Action,
    /// For one that is taken for dead.
    pub lost: Action,
    /// For one that sends numbers that are not finite.
    pub not_finite: Action,
}

impl Policy {
    /// Neutral inputs until a partner attaches and where it has another layout; the last good inputs for one that is late (10
    /// frames) or sends no numbers; neutral inputs for one that is dead (1000 frames).
    pub const GO_ON: Self = Self {
        late_after: 10,
        lost_after: 1000,
        absent: Action::Neutral,
        other_layout: Action::Neutral,
        late: Action::Hold,
        lost: Action::Neutral,
        not_finite: Action::Hold,
    };

    /// Neutral inputs until a partner attaches; a stop for whatever is wrong afterwards, but for one that is late.
    pub const STOP: Self = Self {
        other_layout: Action::Stop,
        lost: Action::Stop,
        not_finite: Action::Stop,
        ..Self::GO_ON
    };

    /// The action for a fault.
    pub fn action(&self, fault: &Fault) -> Action {
        match fault {
            Fault::Absent => self.absent,
            Fault::OtherLayout(_) => self.other_layout,
            Fault::Late(_) => self.late,
            Fault::Lost(_) => self.lost,
            Fault::NotFinite(_) => self.not_finite,
        }
    }
}
