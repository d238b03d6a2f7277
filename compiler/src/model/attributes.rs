//! Reads `key: value` lists, and reports missing and unknown keys.

use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::language::{Kind, Part, Without};
use crate::front::syntax::{Attribute, Value};
use crate::front::units::{self, Quantity};
use crate::front::{dsl, suggest};
use std::collections::BTreeMap;

/// The attributes of one part (or arguments of one call) while they are being read.
pub(super) struct Attributes<'a> {
    /// `` body `chassis` ``
    owner: String,
    /// Place of the owner in the source, where missing keys are reported.
    place: SourceSpan,
    /// Its row of the language; `None` for the arguments of a call.
    row: Option<(&'static Part, &'static Kind)>,
    all: Vec<&'a Attribute>,
    /// All keys that have been requested; these are the known keys.
    asked: Vec<&'static str>,
    /// Required keys that are missing, each with an example of a value.
    missing: Vec<(&'static str, &'static str)>,
}

/// The value that an attribute has by the language.
pub(super) enum Declared<'a> {
    /// As it is given.
    Given(&'a Value),
    /// Left out: the default.
    Default(Value),
    /// Left out although it is needed, which [`Attributes::finish`] reports.
    Missing,
}

impl<'a> Attributes<'a> {
    /// Begins to read; reports keys that are given twice.
    pub(super) fn new(
        owner: String,
        place: SourceSpan,
        all: impl IntoIterator<Item = &'a Attribute>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut attributes = Self {
            owner,
            place,
            row: None,
            all: Vec::new(),
            asked: Vec::new(),
            missing: Vec::new(),
        };
        let mut firsts: BTreeMap<&str, &Attribute> = BTreeMap::new();
        for attribute in all {
            match firsts.get(attribute.key.text.as_str()) {
                Some(first) => {
                    let message = format!("{} has `{}` twice", attributes.owner, attribute.key.text);
                    diagnostics
                        .error(&catalogue::DUPLICATE_ATTRIBUTE, attribute.key.span, message)
                        .label("given again here")
                        .also(first.key.span, "first given here");
                }
                None => {
                    firsts.insert(&attribute.key.text, attribute);
                    attributes.all.push(attribute);
                }
            }
        }
        attributes
    }

    /// These attributes, to be read by a row of the language.
    pub(super) fn by(self, row: Option<(&'static Part, &'static Kind)>) -> Self {
        Self { row, ..self }
    }

    /// Whether there is an attribute with this key by the language.
    pub(super) fn takes(&self, key: &str) -> bool {
        self.row.is_some_and(|(_, kind)| kind.takes(key))
    }

    /// The quantity of an attribute according to the language; a plain number if the language gives no quantity.
    pub(super) fn quantity(&self, key: &str) -> &'static Quantity {
        let attribute = self.row.and_then(|(part, _)| part.attribute(key));
        let quantity = attribute.and_then(|attribute| attribute.shape.quantity());
        quantity.unwrap_or(&units::PLAIN)
    }

    /// The value of an attribute by the language.
    pub(super) fn declared(&mut self, key: &'static str) -> Declared<'a> {
        let row = self.row;
        let without = row.and_then(|(part, kind)| kind.without(part.attribute(key)?));
        let (default, example) = match without {
            Some(Without::Default(value)) => (dsl::value_in(value), value),
            Some(Without::Needed(example)) => (None, example),
            Some(Without::Optional) | None => (None, ".."),
        };
        match default {
            Some(default) => self.optional(key).map_or(Declared::Default(default), Declared::Given),
            None => self.required(key, example).map_or(Declared::Missing, Declared::Given),
        }
    }

    /// The value of an attribute that is needed. If it is missing, [`Self::finish`] reports this with the example of the
    /// language.
    pub(super) fn needed(&mut self, key: &'static str) -> Option<&'a Value> {
        match self.declared(key) {
            Declared::Given(value) => Some(value),
            Declared::Default(_) | Declared::Missing => None,
        }
    }

    /// Whether the key is given. This does not make it known.
    pub(super) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Whether the key is given, possibly misspelt.
    pub(super) fn is_meant(&self, key: &str) -> bool {
        self.all
            .iter()
            .any(|attribute| suggest::nearest(&attribute.key.text, [key]).is_some())
    }

    /// The attribute, if it is given. Requesting a key makes it known.
    pub(super) fn attribute(&mut self, key: &'static str) -> Option<&'a Attribute> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.find(key)
    }

    /// The value, if it is given.
    pub(super) fn optional(&mut self, key: &'static str) -> Option<&'a Value> {
        self.attribute(key).map(|attribute| &attribute.value)
    }

    /// The value. If it is missing, [`Self::finish`] reports this with the example.
    pub(super) fn required(&mut self, key: &'static str, example: &'static str) -> Option<&'a Value> {
        let value = self.optional(key);
        if value.is_none() {
            self.missing.push((key, example));
        }
        value
    }

    /// Whether `key: accept` is given, which accepts something that is otherwise refused.
    pub(super) fn accepts(&mut self, key: &'static str, diagnostics: &mut Diagnostics) -> bool {
        let Some(value) = self.optional(key) else { return false };
        let accept = matches!(value, Value::Name(word) if word.text == "accept");
        if !accept {
            diagnostics
                .error(
                    &catalogue::WRONG_VALUE,
                    value.span(),
                    format!("`{key}` can only be `accept`"),
                )
                .help("leave it out if that is not meant");
        }
        accept
    }

    /// Reports unknown keys, then missing keys. A misspelt key is not reported as missing, too.
    pub(super) fn finish(mut self, diagnostics: &mut Diagnostics) {
        let free: Vec<&'static str> = self.asked.iter().copied().filter(|key| !self.has(key)).collect();
        for attribute in &self.all {
            let key = &attribute.key;
            if self.asked.contains(&key.text.as_str()) {
                continue;
            }
            let near = suggest::nearest(&key.text, free.iter().copied());
            self.missing.retain(|(missing, _)| Some(*missing) != near);
            let problem = diagnostics.error(
                &catalogue::UNKNOWN_ATTRIBUTE,
                key.span,
                format!("{} has no attribute `{}`", self.owner, key.text),
            );
            problem.help = match near {
                Some(near) => Some(format!("did you mean `{near}`?")),
                None => suggest::advice(&key.text, &self.asked).filter(|_| !self.asked.is_empty()),
            };
        }
        for (key, example) in self.missing {
            diagnostics
                .error(
                    &catalogue::MISSING_ATTRIBUTE,
                    self.place,
                    format!("{} needs `{key}`", self.owner),
                )
                .help(format!("add `{key}: {example}`"));
        }
    }

    fn find(&self, key: &str) -> Option<&'a Attribute> {
        self.all.iter().copied().find(|attribute| attribute.key.text == key)
    }
}
