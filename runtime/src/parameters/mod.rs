//! Parameters of a solver: numbers of the declaration that are set at run time.
//!
//! `tune 40 kN/m` in a declaration makes the number a field of the solver's `..Parameters`. When parameters are set,
//! all values that depend only on parameters are computed once; the additional cost of a step is in the report.
//! Parameters are checked like the declaration, and impossible parameters are refused;
//! [`Tuned::set_parameters_unchecked`] accepts any values, for sweeps.
//!
//! With the feature `serde`, parameters are read and written as a map from their names. A missing parameter keeps its
//! default; an unknown name is an error.

mod rule;

pub use rule::{Affine, Holds, Rule};

use core::fmt;

/// Description of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Name as declared: `front_left.spring.rate`.
    pub name: &'static str,
    /// Its SI unit: `N/m`; empty for a plain number.
    pub unit: &'static str,
    /// Value of a parameter that is not set [SI].
    pub default: f64,
    /// Smallest and largest permitted value [SI].
    pub range: [f64; 2],
}

/// All parameters of a solver [SI].
pub trait Parameters: Copy + Default {
    /// Description of each parameter.
    const TABLE: &'static [Parameter];

    /// Conditions that involve several parameters.
    const RULES: &'static [Rule] = &[];

    /// The parameter at this position.
    fn get(&self, index: usize) -> Option<f64>;

    /// The parameter at this position, mutable.
    fn get_mut(&mut self, index: usize) -> Option<&mut f64>;

    /// Position of the parameter with this name.
    fn position(name: &str) -> Option<usize> {
        Self::TABLE.iter().position(|parameter| parameter.name == name)
    }

    /// Sets the parameter with this name; false if there is no such parameter.
    fn set(&mut self, name: &str, value: f64) -> bool {
        let place = Self::position(name).and_then(|index| self.get_mut(index));
        place.map(|place| *place = value).is_some()
    }

    /// Checks parameters like the declaration: each is finite and in its range, and all rules are met.
    ///
    /// # Errors
    /// The first parameter with an impossible value.
    fn check(&self) -> Result<(), RefusedParameter> {
        check(Self::TABLE, Self::RULES, |index| self.get(index))
    }
}

/// Checks the values of parameters against their ranges and the rules that involve several of them.
///
/// # Errors
/// The first parameter with an impossible value.
pub fn check(
    table: &[Parameter],
    rules: &[Rule],
    value: impl Fn(usize) -> Option<f64>,
) -> Result<(), RefusedParameter> {
    let refused = |index: usize, reason: Refusal| RefusedParameter {
        parameter: table[index],
        value: value(index).unwrap_or(f64::NAN),
        reason,
    };
    for (index, parameter) in table.iter().enumerate() {
        let [least, greatest] = parameter.range;
        let is_in_range = value(index).is_some_and(|value| (least..=greatest).contains(&value));
        if !is_in_range {
            return Err(refused(index, Refusal::OutOfRange));
        }
    }
    let change = |index: usize| match (value(index), table.get(index)) {
        (Some(value), Some(parameter)) => value - parameter.default,
        _ => 0.0,
    };
    let Some(rule) = rules.iter().find(|rule| !rule.is_kept(change)) else {
        return Ok(());
    };
    // A changed parameter is preferred in the report.
    let is_changed = |index: &usize| value(*index) != table.get(*index).map(|parameter| parameter.default);
    let changed = rule.parameters().find(is_changed).or(rule.parameters().next());
    changed.map_or(Ok(()), |index| Err(refused(index, Refusal::Rule(*rule))))
}

/// A parameter that was refused, because its value is impossible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefusedParameter {
    /// The parameter.
    pub parameter: Parameter,
    /// The value refused [SI].
    pub value: f64,
    /// The reason.
    pub reason: Refusal,
}

/// Why a parameter is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// It is not finite, or out of its range.
    OutOfRange,
    /// It violates a rule that involves several numbers.
    Rule(Rule),
}

impl fmt::Display for RefusedParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, unit, range, .. } = self.parameter;
        let space = if unit.is_empty() { "" } else { " " };
        write!(f, "parameter `{name}` cannot be {}{space}{unit}: ", self.value)?;
        let rule = match self.reason {
            Refusal::OutOfRange => {
                return write!(f, "it is from {:e} to {:e}{space}{unit}", range[0], range[1]);
            }
            Refusal::Rule(rule) => rule,
        };
        let part = rule.part;
        match rule.holds {
            Holds::PositiveInertia | Holds::PhysicalInertia => {
                write!(f, "no body has the moments of inertia that `{part}` would have")
            }
            Holds::Rotor => write!(f, "no wheel has the moments of inertia that `{part}` would have"),
            Holds::Apart => write!(f, "two points of `{part}` would be in one place"),
            Holds::Increasing => write!(f, "the limits of `{part}` would be in the wrong order"),
            Holds::Passive => write!(f, "`{part}` would drive what it should hold"),
        }
    }
}

impl core::error::Error for RefusedParameter {}

/// A solver with parameters.
pub trait Tuned {
    /// The type of its parameters.
    type Parameters: Parameters;

    /// The current parameters.
    fn parameters(&self) -> &Self::Parameters;

    /// Sets all parameters. The state is not changed: after a change of geometry, assemble again
    /// ([`Simulation::assemble`](crate::simulation::Simulation::assemble)).
    ///
    /// # Errors
    /// If a parameter is impossible ([`Parameters::check`]); then no parameter is set.
    fn set_parameters(&mut self, parameters: Self::Parameters) -> Result<(), RefusedParameter> {
        parameters.check()?;
        self.set_parameters_unchecked(parameters);
        Ok(())
    }

    /// Sets all parameters without a check, for sweeps with values that are known to be valid. The solver computes with
    /// any values.
    fn set_parameters_unchecked(&mut self, parameters: Self::Parameters);
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::Parameters;
    use core::fmt;
    use core::marker::PhantomData;
    use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
    use serde::ser::SerializeMap;
    use serde::{Deserializer, Serializer};

    /// Writes a map from names to numbers.
    ///
    /// # Errors
    /// The errors of the serializer.
    pub fn serialize<P: Parameters, S: Serializer>(parameters: &P, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(P::TABLE.len()))?;
        for (index, parameter) in P::TABLE.iter().enumerate() {
            map.serialize_entry(parameter.name, &parameters.get(index))?;
        }
        map.end()
    }

    /// Reads a map from names to numbers.
    ///
    /// # Errors
    /// If the deserializer fails, or a name is unknown.
    pub fn deserialize<'de, P: Parameters, D: Deserializer<'de>>(deserializer: D) -> Result<P, D::Error> {
        deserializer.deserialize_map(Named(PhantomData))
    }

    struct Named<P>(PhantomData<P>);

    impl<'de, P: Parameters> Visitor<'de> for Named<P> {
        type Value = P;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map from names of parameters to numbers")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<P, A::Error> {
            let mut parameters = P::default();
            while let Some(index) = map.next_key_seed(Position::<P>(PhantomData))? {
                let value: f64 = map.next_value()?;
                if let Some(place) = parameters.get_mut(index) {
                    *place = value;
                }
            }
            Ok(parameters)
        }
    }

    /// A name, deserialised as the position of its parameter.
    struct Position<P>(PhantomData<P>);

    impl<'de, P: Parameters> DeserializeSeed<'de> for Position<P> {
        type Value = usize;

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
            deserializer.deserialize_identifier(self)
        }
    }

    impl<P: Parameters> Visitor<'_> for Position<P> {
        type Value = usize;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the name of a parameter")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
            P::position(name).ok_or_else(|| E::custom(format_args!("there is no parameter `{name}`")))
        }
    }
}

#[cfg(feature = "serde")]
pub use with_serde::{deserialize, serialize};

/// Implements serde for the parameters of a solver; used in emitted code.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_of_parameters {
    ($name:ident) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::parameters::serialize(self, serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::parameters::deserialize(deserializer)
            }
        }
    };
}

/// Without the feature `serde` there is nothing to implement.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_of_parameters {
    ($name:ident) => {};
}
