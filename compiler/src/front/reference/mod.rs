//! The reference of the language: the meaning, the values and an example of every item, kind, attribute, setting,
//! output and unit. It is made from the tables by which declarations are read; `docs/language.md` and
//! `wishbone explain` print it.

mod kinds;
mod page;
mod topics;

pub use kinds::EXAMPLE_CAR;
pub use page::page;
pub use topics::{Topic, named, words};

use super::language::{Attribute, GROUP_SETTINGS, PARTS, Part, SETTINGS, ValueShape};
use kinds::Kind;

/// An example of the reference.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Keyword of its item: `joint`, `gravity`.
    pub keyword: &'static str,
    /// Word of the kind: `revolute`; empty where there are no kinds.
    pub kind: &'static str,
    /// Items that the example needs but that are not shown, such as a body for a joint.
    pub needs: &'static str,
    /// The items shown.
    pub items: &'static str,
}

impl Example {
    /// The whole declaration: the example's car with its items. `added` is inserted before the closing brace of the
    /// last item; an item without braces is given braces.
    pub fn declaration(&self, added: &str) -> String {
        let items = match self.items.strip_suffix('}') {
            _ if added.is_empty() => self.items.to_owned(),
            Some(open) if open.trim_end().ends_with([',', '{']) => format!("{open} {added} }}"),
            Some(open) => format!("{}, {added} }}", open.trim_end()),
            None => format!("{} {{ {added} }}", self.items),
        };
        format!("{EXAMPLE_CAR}\n{}\n{items}\n}}\n", self.needs)
    }

    /// Attributes of this kind with the values they have when they are left out.
    pub fn defaults(&self) -> Vec<(&'static str, &'static str)> {
        let Some((part, kind)) = self.of_kind() else {
            return Vec::new();
        };
        let keys = part.attributes.iter().map(|(key, ..)| *key);
        keys.filter_map(|key| Some((key, kinds::default_of(kind, key)?)))
            .collect()
    }

    /// Attributes that this kind must have.
    pub fn required(&self) -> Vec<&'static str> {
        let Some((part, kind)) = self.of_kind() else {
            return Vec::new();
        };
        let keys = part.attributes.iter().map(|(key, ..)| *key);
        keys.filter(|key| kinds::requires(kind, key)).collect()
    }

    /// The same declaration with empty braces in its last item.
    pub fn bare_declaration(&self) -> String {
        let begin = format!("{} ", self.keyword);
        let last = self.items.rfind(&format!("\n{begin}")).map_or(0, |place| place + 1);
        let item = &self.items[last..];
        let head = item.split(" {").next().unwrap_or(item);
        format!(
            "{EXAMPLE_CAR}\n{}\n{}{head} {{ }}\n}}\n",
            self.needs,
            &self.items[..last]
        )
    }

    /// Attributes of the part, each with whether this kind takes it.
    pub fn attributes(&self) -> Vec<(&'static str, bool)> {
        let Some((part, kind)) = self.of_kind() else {
            return Vec::new();
        };
        part.attributes
            .iter()
            .map(|(key, ..)| (*key, kind.takes(key)))
            .collect()
    }

    fn of_kind(&self) -> Option<(&'static Part, &'static Kind)> {
        let part = super::language::part(self.keyword)?;
        let kind = kinds::of(self.keyword).find(|kind| kind.word == self.kind)?;
        Some((part, kind))
    }
}

/// All examples: of every kind of every part, of every setting and of every other item.
pub fn examples() -> Vec<Example> {
    let of_kinds = kinds::KINDS.iter().map(|kind| Example {
        keyword: kind.keyword,
        kind: kind.word,
        needs: kinds::needs(kind),
        items: kind.example,
    });
    let others = kinds::SETTINGS.iter().copied();
    let others = others.chain(kinds::ITEMS.iter().map(|(keyword, _, items)| (*keyword, *items)));
    let others = others.map(|(keyword, items)| Example {
        keyword,
        kind: "",
        needs: "",
        items,
    });
    of_kinds.chain(others).collect()
}

/// Values of a shape, with their unit.
fn values(shape: ValueShape) -> String {
    match shape {
        ValueShape::Any => String::new(),
        ValueShape::Quantity(quantities) => {
            let told: Vec<String> = quantities.iter().map(|quantity| quantity.told()).collect();
            told.join(" or ")
        }
        ValueShape::QuantityOrWord(quantity, word) => format!("{}, or `{word}`", quantity.told()),
        ValueShape::QuantityOrVector(quantity) => format!("{}, or three", quantity.told()),
        ValueShape::QuantityOrName(quantity) => format!("{}, or a name", quantity.told()),
        ValueShape::Curve(quantity) => format!("{}, or a curve", quantity.told()),
        ValueShape::Listed(quantity) => format!("a list: {}", quantity.told()),
        ValueShape::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(" or ")
        }
        ValueShape::Name => "a name".to_owned(),
        ValueShape::Direction => "`x`, `-z`, or a vector".to_owned(),
        ValueShape::CountOrWord(word) => format!("a whole number, or `{word}`"),
        ValueShape::Count => "a whole number".to_owned(),
        ValueShape::File => "path of a file".to_owned(),
    }
}

/// An attribute of a part with all that is known of it.
struct Entry {
    key: &'static str,
    what: String,
    values: String,
    /// `required`, the default, or nothing. If the kinds that take the attribute differ, it is given for each of them.
    otherwise: String,
    /// The kinds that take it, if not all do.
    kinds: Vec<&'static str>,
}

/// The attributes of a part.
fn entries(part: &'static Part) -> Vec<Entry> {
    let mut before = "";
    let entry = |(key, what, shape): &'static Attribute| {
        // `likewise` refers to the attribute above in the table, which is not visible when a single attribute is looked
        // up.
        let what = match what.strip_prefix("likewise") {
            Some(rest) => format!("as the one before ({before}){rest}"),
            None => {
                before = what;
                (*what).to_owned()
            }
        };
        let taking: Vec<&Kind> = kinds::of(part.keyword).filter(|kind| kind.takes(key)).collect();
        let all = taking.len() == kinds::of(part.keyword).count();
        Entry {
            key,
            what,
            values: values(*shape),
            otherwise: otherwise(part.keyword, &taking, key),
            kinds: if all {
                Vec::new()
            } else {
                taking.iter().map(|kind| kind.word).collect()
            },
        }
    };
    part.attributes.iter().map(entry).collect()
}

/// Whether an attribute is required, or else what holds without it.
fn otherwise(keyword: &str, taking: &[&Kind], key: &str) -> String {
    let requiring: Vec<&str> = taking
        .iter()
        .filter(|kind| kinds::requires(kind, key))
        .map(|kind| kind.word)
        .collect();
    if !requiring.is_empty() {
        let whose = match requiring.len() == taking.len() {
            true => String::new(),
            false => format!(" ({})", requiring.join(", ")),
        };
        let unless = kinds::UNLESS
            .iter()
            .find(|(part, attribute, _)| *part == keyword && *attribute == key);
        return format!(
            "required{whose}{}",
            unless.map_or_else(String::new, |(.., condition)| format!(", {condition}"))
        );
    }
    let known: Vec<(&str, Option<&str>)> = taking
        .iter()
        .map(|kind| (kind.word, kinds::default_of(kind, key)))
        .collect();
    match known.as_slice() {
        [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => {
            first.map_or_else(String::new, |value| format!("`{value}`"))
        }
        _ => {
            let told = known
                .iter()
                .filter_map(|(kind, value)| Some(format!("`{}` ({kind})", (*value)?)));
            told.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Form of the items with a keyword: `joint NAME: KIND(..) { .. }`.
fn form(part: &Part) -> String {
    match part.kinds {
        [] => format!("{} NAME {{ .. }}", part.keyword),
        [kind] => format!("{} NAME: {kind}(..) {{ .. }}", part.keyword),
        _ => format!("{} NAME: KIND(..) {{ .. }}", part.keyword),
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUP_SETTINGS, PARTS, SETTINGS, kinds};
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_and_setting_of_the_language_has_its_entry() {
        for part in PARTS {
            let described: Vec<&str> = kinds::of(part.keyword).map(|kind| kind.word).collect();
            let declared = if part.kinds.is_empty() {
                vec![""]
            } else {
                part.kinds.to_vec()
            };
            assert_eq!(described, declared, "{}", part.keyword);
            for kind in kinds::of(part.keyword) {
                for key in kind.attributes.unwrap_or_default() {
                    assert!(
                        part.attributes.iter().any(|(known, ..)| known == key),
                        "{}: {key}",
                        kind.word
                    );
                }
            }
        }
        let keys = |settings: &[super::Attribute]| settings.iter().map(|(key, ..)| *key).collect::<Vec<_>>();
        let examples: Vec<&str> = kinds::SETTINGS.iter().map(|(key, _)| *key).collect();
        assert_eq!(examples, keys(SETTINGS));
        assert!(!GROUP_SETTINGS.is_empty());
        let defaults: BTreeSet<_> = kinds::DEFAULTS
            .iter()
            .map(|(part, kind, key, _)| (part, kind, key))
            .collect();
        assert_eq!(defaults.len(), kinds::DEFAULTS.len(), "a default is told twice");
        for (keyword, word, key, _) in kinds::DEFAULTS {
            let taken = |kind: &kinds::Kind| (word.is_empty() || kind.word == *word) && kind.takes(key);
            assert!(kinds::of(keyword).any(taken), "{keyword} {word} {key}");
        }
    }
}
