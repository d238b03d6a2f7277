//! Kinds of names.

use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::language::{self, Class};

/// Kinds of names. Each kind has its own namespace: a body and a point may share a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Body,
    Joint,
    Spring,
    Force,
    Wheel,
    Drive,
    Signal,
    Output,
    Equipment,
    Point,
}

/// All kinds.
pub(super) const KINDS: [Kind; 10] = [
    Kind::Body,
    Kind::Joint,
    Kind::Spring,
    Kind::Force,
    Kind::Wheel,
    Kind::Drive,
    Kind::Signal,
    Kind::Output,
    Kind::Equipment,
    Kind::Point,
];

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Body => "body",
            Kind::Joint => "joint or link",
            Kind::Spring => "spring",
            Kind::Force => "force element",
            Kind::Wheel => "wheel",
            Kind::Drive => "drive",
            Kind::Signal => "signal",
            Kind::Output => "output",
            Kind::Equipment => "piece of equipment",
            Kind::Point => "point",
        }
    }

    /// Another kind whose parts share their names with parts of this kind. Both may have a `rate`, and a change names
    /// only part and number.
    pub(super) fn companion(self) -> Option<Kind> {
        match self {
            Kind::Spring => Some(Kind::Force),
            Kind::Force => Some(Kind::Spring),
            Kind::Body
            | Kind::Joint
            | Kind::Wheel
            | Kind::Drive
            | Kind::Signal
            | Kind::Output
            | Kind::Equipment
            | Kind::Point => None,
        }
    }

    /// The kind of the parts with this keyword.
    pub(super) fn of_keyword(keyword: &str) -> Option<Kind> {
        language::part(keyword).map(|part| match part.class {
            Class::Body => Kind::Body,
            Class::Joint => Kind::Joint,
            Class::Spring => Kind::Spring,
            Class::Force => Kind::Force,
            Class::Wheel => Kind::Wheel,
            Class::Output => Kind::Output,
            Class::Equipment => Kind::Equipment,
        })
    }
}

/// Reports a name that is already taken.
pub(super) fn duplicate(what: &str, name: &str, span: SourceSpan, first: SourceSpan, diagnostics: &mut Diagnostics) {
    diagnostics
        .error(
            &catalogue::DUPLICATE_NAME,
            span,
            format!("there are two declarations of {what} `{name}`"),
        )
        .label("declared again here")
        .also(first, "first declared here");
}
