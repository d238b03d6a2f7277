//! The record of resolving: problems, and the parameters that were found.

use super::names::identifier;
use super::quantity::exactly;
use super::tunable::{self, Number};
use super::{Derived, Holds, ParameterId, Rule, Wave};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Reach, Tune};
use crate::front::units::Quantity;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// Problems and parameters. It dereferences to its diagnostics.
pub(super) struct Ledger {
    diagnostics: Diagnostics,
    parameters: Vec<Entry>,
    /// Position of each parameter by its identifier in the solver.
    positions: BTreeMap<String, usize>,
    rules: Vec<Rule>,
    /// Numbers that follow from parameters.
    derived: Vec<Derived>,
    /// Names of the part and the attributes that are being read, outermost first. They give a parameter its name.
    path: Vec<String>,
    /// Whether every number is a parameter (`tune: all`).
    pub(super) tune_all: bool,
    /// Whether the numbers being read are no parameters in spite of `tune: all`.
    is_untuned: bool,
    /// Largest distance of a point from the origin [m].
    pub(super) extent: f64,
}

struct Entry {
    parameter: tunable::Parameter,
    /// Whether the name was given explicitly. Then other numbers may belong to this parameter.
    named: bool,
}

impl Ledger {
    pub(super) fn new(diagnostics: Diagnostics, extent: f64) -> Self {
        Ledger {
            diagnostics,
            parameters: Vec::new(),
            positions: BTreeMap::new(),
            derived: Vec::new(),
            rules: Vec::new(),
            path: Vec::new(),
            tune_all: false,
            is_untuned: false,
            extent,
        }
    }

    /// Sets the part whose attributes are read from now on.
    pub(super) fn enter(&mut self, part: String) {
        self.path = vec![part];
    }

    /// Sets the group whose points are read from now on, by its name with a dot; empty for the whole vehicle.
    pub(super) fn enter_group(&mut self, prefix: String) {
        self.path = prefix.strip_suffix('.').map(str::to_owned).into_iter().collect();
    }

    /// Reads the content of an attribute.
    pub(super) fn within<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key.to_owned());
        let result = read(self);
        self.path.pop();
        result
    }

    /// Reads numbers that are no parameters, even with `tune: all`.
    pub(super) fn untuned<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_untuned, true);
        let result = read(self);
        self.is_untuned = before;
        result
    }

    /// Reads numbers that are all parameters.
    pub(super) fn tuned<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.tune_all, true);
        let result = read(self);
        self.tune_all = before;
        result
    }

    /// The parameter of a number, if it is one. `key` names the number within the current part, `component` within a
    /// vector.
    pub(super) fn parameter(
        &mut self,
        tune: Option<&Tune>,
        (key, component): (&str, &str),
        quantity: &'static Quantity,
        (default, span): (f64, SourceSpan),
    ) -> Option<ParameterId> {
        if self.is_untuned || (tune.is_none() && !self.tune_all) {
            return None;
        }
        let given = tune.and_then(|tune| tune.name.as_ref());
        let mut name = match given {
            Some(word) => word.text.clone(),
            None => self
                .path
                .iter()
                .map(String::as_str)
                .chain([key])
                .collect::<Vec<_>>()
                .join("."),
        };
        let is_named_itself = given.is_some() && tune.is_some_and(|tune| tune.reach == Reach::Number);
        if !component.is_empty() && !is_named_itself {
            name = format!("{name}.{component}");
        }
        let unit = quantity.si();
        let same = self.positions.get(&identifier(&name)).copied();
        if let Some(position) = same {
            let span = given.map_or(span, |word| word.span);
            self.check_same(position, given.is_some(), (&name, unit, default), span);
            return Some(ParameterId::from(position));
        }
        self.positions.insert(identifier(&name), self.parameters.len());
        self.parameters.push(Entry {
            parameter: tunable::Parameter {
                name,
                unit,
                default,
                range: [-quantity.greatest, quantity.greatest],
                span,
            },
            named: given.is_some(),
        });
        Some(ParameterId::from(self.parameters.len() - 1))
    }

    /// The product of waves of these angles, as a parameter of others.
    pub(super) fn derive(&mut self, factors: Vec<(Wave, Number)>) -> ParameterId {
        let derived = Derived { factors };
        let known = self.derived.iter().position(|own| *own == derived);
        ParameterId::derived(known.unwrap_or_else(|| {
            self.derived.push(derived);
            self.derived.len() - 1
        }))
    }

    /// Narrows the range of the parameter of a number, if it is one.
    pub(super) fn restrict(&mut self, number: &Number, [least, greatest]: [f64; 2]) {
        for (parameter, _) in number.slopes() {
            let range = &mut self.parameters[parameter.index()].parameter.range;
            *range = [range[0].max(least), range[1].min(greatest)];
        }
    }

    /// Records a condition on numbers of the current part, if parameters change any of them.
    pub(super) fn rule(&mut self, holds: Holds, numbers: Vec<Number>) {
        if numbers.iter().any(Number::is_tuned) {
            let part = self.path.first().cloned().unwrap_or_default();
            self.rules.push(Rule { part, holds, numbers });
        }
    }

    /// Two numbers are one parameter only if both have the name of this parameter, and if their units and values agree.
    fn check_same(&mut self, position: usize, named: bool, found: (&str, &str, f64), span: SourceSpan) {
        let (name, unit, default) = found;
        let first = &self.parameters[position];
        let place = first.parameter.span;
        let problem = if !named || !first.named || first.parameter.name != name {
            format!("`{name}` is the name of another parameter already")
        } else if first.parameter.unit != unit {
            format!("`{name}` is in `{}`, this number in `{unit}`", first.parameter.unit)
        } else if first.parameter.default != default {
            let [first, second] = [first.parameter.default, default].map(exactly);
            format!("`{name}` is {first}, this number {second}")
        } else {
            return;
        };
        self.diagnostics
            .error(&catalogue::PARAMETER, span, problem)
            .also(place, "declared here");
    }

    /// Everything that was recorded.
    pub(super) fn close(self) -> (Diagnostics, Vec<tunable::Parameter>, Vec<Derived>, Vec<Rule>) {
        let parameters = self.parameters.into_iter().map(|entry| entry.parameter);
        (self.diagnostics, parameters.collect(), self.derived, self.rules)
    }
}

impl Deref for Ledger {
    type Target = Diagnostics;

    fn deref(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

impl DerefMut for Ledger {
    fn deref_mut(&mut self) -> &mut Diagnostics {
        &mut self.diagnostics
    }
}
