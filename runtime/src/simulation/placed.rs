//! Where the bodies of a solver stand.

use crate::ports::InputPorts;

/// The prescribed motions at the last kinematics, as long as the bodies are at the positions of the current state.
#[derive(Clone, Debug)]
pub(super) struct Placed<I: InputPorts> {
    /// Kept for its memory, also while it is not valid.
    drives: Option<I::Drives>,
    is_valid: bool,
}

impl<I: InputPorts> Placed<I> {
    /// Bodies anywhere.
    pub const NOWHERE: Self = Self {
        drives: None,
        is_valid: false,
    };

    /// Notes that the last kinematics had the current state and these inputs.
    #[inline]
    pub fn note(&mut self, inputs: &I) {
        match &mut self.drives {
            Some(drives) => inputs.copy_driven(drives),
            None => self.drives = Some(inputs.driven()),
        }
        self.is_valid = true;
    }

    /// Notes that the bodies may stand anywhere.
    #[inline]
    pub fn forget(&mut self) {
        self.is_valid = false;
    }

    /// The prescribed motions, if the bodies stand where the current state puts them. Afterwards they may stand anywhere.
    #[inline]
    pub fn take(&mut self) -> Option<&I::Drives> {
        let is_valid = core::mem::replace(&mut self.is_valid, false);
        self.drives.as_ref().filter(|_| is_valid)
    }
}
