//! Parameters of an engine: the numbers that the declaration marks by `tune`, by name.

use crate::Engine;
use core::fmt;
use wishbone::parameters::{Parameter, RefusedParameter, check};
use wishbone_compiler::front::suggest;
use wishbone_compiler::programs::ports::Array;

/// Reason why parameters are not set.
#[derive(Clone, Debug, PartialEq)]
pub enum NotSet {
    /// The vehicle has no parameter with this name; with advice.
    Unknown(String, Option<String>),
    /// No vehicle can have this value.
    Refused(RefusedParameter),
}

impl fmt::Display for NotSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name, Some(advice)) => write!(f, "there is no parameter `{name}`; {advice}"),
            Self::Unknown(name, None) => write!(
                f,
                "there is no parameter `{name}`: write `tune` before a number of the declaration to make it one"
            ),
            Self::Refused(refused) => write!(f, "{refused}"),
        }
    }
}

impl core::error::Error for NotSet {}

impl Engine {
    /// Description of each parameter.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.vehicle.parameters.0
    }

    /// Values of all parameters, in the order of their descriptions [SI].
    pub fn parameter_values(&self) -> &[f64] {
        self.array(Array::Parameters)
    }

    /// Value of the parameter with this name [SI]; `None` if there is no such parameter.
    pub fn parameter(&self, name: &str) -> Option<f64> {
        self.position(name).map(|index| self.parameter_values()[index])
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.parameters().iter().position(|parameter| parameter.name == name)
    }

    /// Sets parameters by name; the others keep their values. The state is not changed: after a change of geometry,
    /// assemble again ([`Solver::close`](wishbone::solver::Solver::close)).
    ///
    /// # Errors
    /// If a name is unknown, or if no vehicle can have a value. Then no parameter is set.
    pub fn set_parameters(&mut self, changes: &[(&str, f64)]) -> Result<(), NotSet> {
        let mut values = self.parameter_values().to_vec();
        for (name, value) in changes {
            let index = self.position(name).ok_or_else(|| self.unknown(name))?;
            values[index] = *value;
        }
        let (table, rules) = self.vehicle.parameters;
        check(table, rules, |index| values.get(index).copied()).map_err(NotSet::Refused)?;
        self.set_parameters_unchecked(&values);
        Ok(())
    }

    fn unknown(&self, name: &str) -> NotSet {
        let known: Vec<&str> = self.parameters().iter().map(|parameter| parameter.name).collect();
        NotSet::Unknown(name.to_owned(), suggest::advice(name, &known))
    }

    /// Sets all parameters, in the order of their descriptions, without a check. For sweeps with values that are known
    /// to be valid. Parameters without a given value keep theirs.
    pub fn set_parameters_unchecked(&mut self, values: &[f64]) {
        self.write(Array::Parameters, values.iter().copied());
        self.prepare();
    }
}
