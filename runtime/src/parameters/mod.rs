//! Parameters of a solver: numbers of the declaration that are set at run time.
//!
//! `tune 40 kN/m` in a declaration makes the number a field of the solver's `..Parameters`. Setting them computes once
//! what depends on nothing else; a step then costs what the report says. Parameters are judged as the declaration is, and
//! refused where no vehicle can have them; [`Tuned::set_parameters_unchecked`] takes them as they are, for sweeps.
//!
//! With the feature `serde`, parameters are read and written as a map from their names; what is missing when they are
//! read keeps its default, and a name that no parameter has is an error.

mod rule;

pub use rule::{Affine, Holds, Rule};

use core::fmt;

/// What is known of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// As declared: `front_left.spring.rate`.
    pub name: &'static str,
    /// Its SI unit: `N/m`; empty for a plain number.
    pub unit: &'static str,
    /// What it is unless it is set [SI].
    pub default: f64,
    /// Least and greatest value that it can be set to [SI].
    pub range: [f64; 2],
}

/// All parameters of a solver [SI].
pub trait Parameters: Copy + Default {
    /// What is known of each.
    const TABLE: &'static [Parameter];

    /// What must hold of several together.
    const RULES: &'static [Rule] = &[];

    /// The parameter of that position.
    fn get(&self, index: usize) -> Option<f64>;

    /// The same, to be set.
    fn get_mut(&mut self, index: usize) -> Option<&mut f64>;

    /// Position of the parameter of that name.
    fn position(name: &str) -> Option<usize> {
        Self::TABLE.iter().position(|parameter| parameter.name == name)
    }

    /// Sets the parameter of that name; whether there is one.
    fn set(&mut self, name: &str, value: f64) -> bool {
        let place = Self::position(name).and_then(|index| self.get_mut(index));
        place.map(|place| *place = value).is_some()
    }

    /// Judges them as the declaration is judged: each is finite and in its range, and what must hold of several holds.
    ///
    /// # Errors
    /// The first parameter that no vehicle can have.
    fn check(&self) -> Result<(), RefusedParameter> {
        let refused = |index: usize, reason: Refusal| RefusedParameter {
            parameter: Self::TABLE[index],
            value: self.get(index).unwrap_or(f64::NAN),
            reason,
        };
        for (index, parameter) in Self::TABLE.iter().enumerate() {
            let [least, greatest] = parameter.range;
            let is_in_range = self.get(index).is_some_and(|value| (least..=greatest).contains(&value));
            if !is_in_range {
                return Err(refused(index, Refusal::OutOfRange));
            }
        }
        let Some(rule) = Self::RULES.iter().find(|rule| !rule.is_kept(self)) else {
            return Ok(());
        };
        // The one that has been changed.
        let is_changed = |index: &usize| self.get(*index) != Some(Self::TABLE[*index].default);
        let changed = rule.parameters().find(is_changed).or(rule.parameters().next());
        changed.map_or(Ok(()), |index| Err(refused(index, Refusal::Rule(*rule))))
    }
}

/// A parameter that was not taken, since no vehicle can have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefusedParameter {
    /// The parameter.
    pub parameter: Parameter,
    /// What it was to be [SI].
    pub value: f64,
    /// Why it cannot be.
    pub reason: Refusal,
}

/// Why a parameter is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// It is not finite, or out of its range.
    OutOfRange,
    /// It breaks a rule of several numbers.
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
    /// Their type.
    type Parameters: Parameters;

    /// As they are.
    fn parameters(&self) -> &Self::Parameters;

    /// Sets all of them. The state stays as it is: where geometry has changed, assemble anew
    /// ([`Simulation::assemble`](crate::simulation::Simulation::assemble)).
    ///
    /// # Errors
    /// Where a parameter is one that no vehicle can have ([`Parameters::check`]); then none is set.
    fn set_parameters(&mut self, parameters: Self::Parameters) -> Result<(), RefusedParameter> {
        parameters.check()?;
        self.set_parameters_unchecked(parameters);
        Ok(())
    }

    /// Sets all of them as they are, for sweeps whose values are known to be good. The solver computes with whatever it
    /// is given.
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
    /// Those of the serializer.
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
    /// Those of the deserializer, and a name that no parameter has.
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

    /// A name, read as the position of its parameter.
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

/// Makes serde know the parameters of a solver; used in emitted code.
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

/// Without the feature `serde` there is nothing to be known.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_of_parameters {
    ($name:ident) => {};
}
