//! What steers on the rig.

use wishbone::description::Description;

/// The motion that steers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// A driven joint, by position among the drives.
    Drive(usize),
    /// A joint that the rig holds, such as the joint of a steering column, given by its positions in the state.
    Joint {
        /// Position among the coordinates.
        coordinate: usize,
        /// Position among the speeds.
        speed: usize,
    },
}

impl Steering {
    /// The joint with this name; `None` if the state has no coordinate and speed of it.
    pub fn by_joint(joint: &str, names: &Description) -> Option<Self> {
        let place = |names: &[&str]| names.iter().position(|own| *own == joint);
        Some(Self::Joint {
            coordinate: place(names.coordinates)?,
            speed: place(names.speeds)?,
        })
    }

    /// Name of the drive or the joint.
    pub fn name(self, names: &Description) -> &'static str {
        match self {
            Self::Drive(drive) => names.drives[drive],
            Self::Joint { coordinate, .. } => names.coordinates[coordinate],
        }
    }
}
