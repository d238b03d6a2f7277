//! Parts that have been read.

use crate::model::namespace::Kind;
use crate::model::scope::Scope;
use crate::model::{Force, Joint, Output, Spring, Wheel};

/// Parts by id; `None` for a part that could not be read, or has not been read yet.
pub(in crate::model) struct Parts {
    pub(in crate::model) joints: Vec<Option<Joint>>,
    pub(in crate::model) springs: Vec<Option<Spring>>,
    pub(in crate::model) forces: Vec<Option<Force>>,
    pub(in crate::model) wheels: Vec<Option<Wheel>>,
    pub(in crate::model) outputs: Vec<Option<Output>>,
}

impl Parts {
    pub(in crate::model) fn new(scope: &Scope) -> Self {
        Self {
            joints: scope.slots(Kind::Joint),
            springs: scope.slots(Kind::Spring),
            forces: scope.slots(Kind::Force),
            wheels: scope.slots(Kind::Wheel),
            outputs: scope.slots(Kind::Output),
        }
    }
}
