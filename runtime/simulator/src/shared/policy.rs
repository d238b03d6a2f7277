//! Faults of a partner, and the actions of the vehicle against them.

use core::fmt;

/// A fault of a partner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// No partner has attached yet.
    Absent,
    /// The partner was built from another layout, with this hash.
    OtherLayout(u64),
    /// The partner has sent nothing for this number of frames.
    Late(u32),
    /// The partner has sent nothing for this number of frames, and counts as dead.
    Lost(u32),
    /// The input at this position is NaN or infinite in the partner's last message.
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
    /// Continues with the last valid inputs.
    Hold,
    /// Continues with the neutral inputs.
    Neutral,
    /// Stops in a safe state.
    Stop,
}

/// The action for each fault, and the times after which a partner is late or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Frames without a message after which a partner is late.
    pub late_after: u32,
    /// Frames without a message after which a partner counts as dead.
    pub lost_after: u32,
    /// Action if no partner has attached yet.
    pub absent: Action,
    /// Action for a partner with another layout.
    pub other_layout: Action,
    /// Action for a partner that is late.
    pub late: Action,
    /// Action for a partner that counts as dead.
    pub lost: Action,
    /// Action for a partner that sends numbers that are not finite.
    pub not_finite: Action,
}

impl Policy {
    /// Neutral inputs are used in three cases: no partner has attached yet, the partner has a different layout, or the
    /// partner is dead (1000 frames). The last valid inputs if a partner is late (10 frames) or sends numbers that are
    /// not finite.
    pub const GO_ON: Self = Self {
        late_after: 10,
        lost_after: 1000,
        absent: Action::Neutral,
        other_layout: Action::Neutral,
        late: Action::Hold,
        lost: Action::Neutral,
        not_finite: Action::Hold,
    };

    /// Neutral inputs until a partner attaches. Afterwards every fault stops the vehicle, except for a late partner.
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
