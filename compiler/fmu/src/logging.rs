//! Which messages the importing tool wants to hear, by their category.

use crate::instance::Refusal;
use wishbone_workbench::fmu::CATEGORIES;

/// The categories that are heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard([bool; CATEGORIES.len()]);

impl Heard {
    /// All categories, or none.
    pub fn all(is_on: bool) -> Self {
        Self([is_on; CATEGORIES.len()])
    }

    /// Reasons of refused calls.
    pub fn refusals() -> Self {
        Self(CATEGORIES.map(|(name, _)| name != "logStatusWarning"))
    }

    /// These categories after the categories with these names are turned on or off; without names, all categories are.
    ///
    /// # Errors
    /// If there is no category with a name.
    pub fn with(&self, names: &[&str], is_on: bool) -> Result<Self, Refusal> {
        if names.is_empty() {
            return Ok(Self::all(is_on));
        }
        let mut heard = self.clone();
        for name in names {
            let place = CATEGORIES.iter().position(|(own, _)| own == name);
            heard.0[place.ok_or_else(|| unknown(name))?] = is_on;
        }
        Ok(heard)
    }

    /// Whether messages of a category are heard.
    pub fn has(&self, category: &str) -> bool {
        let own = CATEGORIES.iter().zip(self.0);
        own.into_iter()
            .any(|((name, _), is_heard)| is_heard && *name == category)
    }
}

fn unknown(name: &str) -> Refusal {
    let names = CATEGORIES.map(|(name, _)| name).join(", ");
    Refusal::error(format!(
        "there is no category `{name}`: the model description lists {names}"
    ))
}
