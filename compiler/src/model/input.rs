//! Named inputs of joints and of force elements.

use super::names::identifier;
use super::quantities::{Listed, Role, ValueMut};
use super::{Declared, JointId, Number, Reference};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::units::{self, Quantity};

/// The source of position, velocity and acceleration of a joint or link: its own input, or a share of an input that
/// moves several joints.
#[derive(Clone, Debug)]
pub struct Drive {
    /// Name of the input, such as `rack`; for a shared input, the joint's name with `.drive`.
    pub name: String,
    /// The joint or link it drives.
    pub joint: JointId,
    /// Position of its input in the solver.
    pub input: usize,
    /// The share of the input; `None` if the coordinate equals the input.
    pub share: Option<Share>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A coordinate that is `ratio` times an input, plus `offset`.
#[derive(Clone, Debug)]
pub struct Share {
    /// Name of the input, equal in all groups.
    pub input: String,
    /// Travel of the joint per unit of the input.
    pub ratio: Number,
    /// Coordinate of the joint at zero input [m or rad].
    pub offset: Number,
    /// Whether the ratio of the mirror image has the other sign.
    pub is_opposite: bool,
    /// Whether the joint slides, and whether the input is a length.
    pub slides: [bool; 2],
}

/// A named input of force elements. Several elements may read it.
#[derive(Clone, Debug)]
pub struct Signal {
    /// `front_left.pump`
    pub name: String,
    /// The quantity that the input gives: `force`, `torque`, or a word for the ground under a contact.
    pub gives: &'static str,
    /// Where it was named first.
    pub span: SourceSpan,
}

impl Signal {
    /// The quantity that it gives, with its units.
    pub fn quantity(&self) -> &'static Quantity {
        match self.gives {
            "force" => &units::FORCE,
            "torque" => &units::TORQUE,
            "height" => &units::LENGTH,
            "velocity" => &units::SPEED,
            _ => &units::PLAIN,
        }
    }
}

impl Drive {
    /// Name of the input that is read.
    pub fn input_name(&self) -> &str {
        self.share.as_ref().map_or(&self.name, |share| &share.input)
    }
}

impl Share {
    /// Quantity of the ratio, which depends on whether the joint slides and on whether the input is a length.
    pub(super) fn ratio_quantity([joint, input]: [bool; 2]) -> &'static Quantity {
        match (joint, input) {
            (true, false) => &units::LEAD,
            (false, true) => &units::TURNING,
            _ => &units::PLAIN,
        }
    }

    /// Quantity of a coordinate.
    pub(super) fn coordinate_quantity(slides: bool) -> &'static Quantity {
        if slides { &units::LENGTH } else { &units::ANGLE }
    }
}

impl Declared for Drive {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        vec![Reference::Joint(&mut self.joint)]
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let Some(share) = &mut self.share else {
            return Vec::new();
        };
        let role = if share.is_opposite {
            Role::Pseudoscalar
        } else {
            Role::Scalar
        };
        let [ratio, offset] = [
            Share::ratio_quantity(share.slides),
            Share::coordinate_quantity(share.slides[0]),
        ];
        vec![
            Listed::new("drive.ratio", ratio, role, ValueMut::Number(&mut share.ratio)),
            Listed::number("drive.offset", offset, &mut share.offset),
        ]
    }
}

impl Declared for Signal {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        Vec::new()
    }
}

/// Numbers the inputs of all drives in the order in which they are first named. Returns the names of the inputs.
pub(super) fn number(drives: &mut [Option<Drive>], diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut firsts: Vec<Drive> = Vec::new();
    for drive in drives.iter_mut().flatten() {
        let name = drive.input_name();
        let known = firsts
            .iter()
            .position(|first| identifier(first.input_name()) == identifier(name));
        match known {
            Some(first) => {
                check_same(&firsts[first], drive, diagnostics);
                drive.input = first;
            }
            None => {
                drive.input = firsts.len();
                firsts.push(drive.clone());
            }
        }
    }
    firsts.iter().map(|drive| drive.input_name().to_owned()).collect()
}

/// Reports two drives of one input that use it with different meanings.
fn check_same(first: &Drive, other: &Drive, diagnostics: &mut Diagnostics) {
    let name = other.input_name();
    match (&first.share, &other.share) {
        _ if first.input_name() != name => {
            let message = format!("`{name}` and `{}` become one name in the solver", first.input_name());
            diagnostics.error(&catalogue::COLLIDING_NAMES, other.span, message)
        }
        (Some(one), Some(two)) if one.slides[1] == two.slides[1] => return,
        (Some(_), Some(two)) => {
            let [here, there] = if two.slides[1] { ["a length", "an angle"] } else { ["an angle", "a length"] };
            let message = format!("the input `{name}` is {here} here and {there} elsewhere");
            diagnostics
                .error(&catalogue::WRONG_DIMENSION, other.span, message)
                .help("give `ratio` a unit: `40 mm/rad` for a joint that slides by an angle, `0.5 rad/m` for one that turns by a length")
        }
        _ => {
            let message = format!("`{name}` already drives another joint");
            diagnostics
                .error(&catalogue::DUPLICATE_DRIVE, other.span, message)
                .help(format!("write `drive: shared(input: {name})` at each joint"))
        }
    }
    .also(first.span, "named here first");
}

/// Reports inputs of forces that have the name of a drive's input: a course of this name would then apply to the drive
/// only.
pub(super) fn check_apart(signals: &[Option<Signal>], drives: &[Option<Drive>], diagnostics: &mut Diagnostics) {
    for signal in signals.iter().flatten() {
        let is_it = |drive: &&Drive| identifier(drive.input_name()) == identifier(&signal.name);
        if let Some(drive) = drives.iter().flatten().find(is_it) {
            let message = format!(
                "`{}` is the input of a drive, and of a {} here",
                signal.name, signal.gives
            );
            let problem = diagnostics.error(&catalogue::CONFLICT, signal.span, message);
            problem
                .also(drive.span, "the drive")
                .help("give the input of the force another name");
        }
    }
}

/// Inputs of a contact, each with the end of its name and its meaning: `skid.height`.
pub const CONTACT_INPUTS: [(&str, &str); 6] = [
    ("height", "height"),
    ("slope_x", "slope"),
    ("slope_y", "slope"),
    ("velocity_x", "velocity"),
    ("velocity_y", "velocity"),
    ("velocity_z", "velocity"),
];

/// Inputs of a marker, each with the end of its name and its meaning: `seat.force_z`.
pub const MARKER_INPUTS: [(&str, &str); 6] = [
    ("force_x", "force"),
    ("force_y", "force"),
    ("force_z", "force"),
    ("moment_x", "torque"),
    ("moment_y", "torque"),
    ("moment_z", "torque"),
];

/// Ends of the names of the inputs that belong to a part with this keyword: `skid.height`.
pub(super) fn brought_by(keyword: &str) -> impl Iterator<Item = &'static str> {
    let own = match keyword {
        "ground_contact" => Some(CONTACT_INPUTS),
        "marker" => Some(MARKER_INPUTS),
        _ => None,
    };
    own.into_iter().flatten().map(|(end, _)| end)
}
