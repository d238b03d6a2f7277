//! The reference of the language: the meaning, the values and an example of every item, kind, attribute, setting,
//! output and unit. It is made from the tables by which declarations are read; `docs/language.md` and
//! `wishbone explain` print it.

mod car;
mod page;
mod topics;

pub use car::EXAMPLE_CAR;
pub use page::page;
pub use topics::{Topic, named, words};

use super::language::{Attribute, CURVES, Function, ITEMS, Kind, PARTS, Part, SETTINGS, ValueShape, Without};

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

    /// Attributes of this kind, with their values for the case that they are left out.
    pub fn defaults(&self) -> Vec<(&'static str, &'static str)> {
        let default = |(key, without)| match without {
            Some(Without::Default(value)) => Some((key, value)),
            Some(Without::Optional | Without::Needed(_)) | None => None,
        };
        self.rows().into_iter().filter_map(default).collect()
    }

    /// Attributes that this kind must have.
    pub fn required(&self) -> Vec<&'static str> {
        let rows = self.rows().into_iter();
        let needed = rows.filter(|(_, without)| matches!(without, Some(Without::Needed(_))));
        needed.map(|(key, _)| key).collect()
    }

    /// This declaration with empty braces in its last item.
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
        let rows = self.rows().into_iter();
        rows.map(|(key, without)| (key, without.is_some())).collect()
    }

    /// Attributes of the part, each with the consequence if it is left out; `None` if this kind does not take the
    /// attribute.
    fn rows(&self) -> Vec<(&'static str, Option<Without>)> {
        let part = super::language::part(self.keyword);
        let Some((part, kind)) = part.and_then(|part| Some((part, part.kind(self.kind)?))) else {
            return Vec::new();
        };
        let attributes = part.attributes.iter();
        attributes
            .map(|attribute| (attribute.key, kind.without(attribute)))
            .collect()
    }
}

/// All examples: of every kind of every part, of every setting, of every other item and of every notation of a characteristic.
pub fn examples() -> Vec<Example> {
    let of_part = |part: &'static Part| {
        part.kinds.iter().map(|kind| Example {
            keyword: part.keyword,
            kind: kind.word,
            needs: car::needs(part.keyword),
            items: kind.example,
        })
    };
    let of_kinds = PARTS.iter().copied().flat_map(of_part);
    let others = SETTINGS.iter().map(|(setting, example)| (setting.key, *example));
    let others = others.chain(ITEMS.iter().chain(CURVES).map(|(keyword, _, items)| (*keyword, *items)));
    let others = others.map(|(keyword, items)| Example {
        keyword,
        kind: "",
        needs: "",
        items,
    });
    of_kinds.chain(others).collect()
}

/// All functions of values: keyword of the part, word and example.
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let each = |part: &'static Part| part.functions.iter().map(|own| (part.keyword, own.word, own.example));
    PARTS.iter().copied().flat_map(each)
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
    /// `required`, the default, or nothing. If the kinds that take the attribute differ, the consequence is given for
    /// each of these kinds.
    otherwise: String,
    /// The kinds that take it, if not all do.
    kinds: Vec<&'static str>,
}

/// The attributes of a part.
fn entries(part: &'static Part) -> Vec<Entry> {
    let mut before = "";
    let entry = |attribute: &'static Attribute| {
        // `likewise` refers to the attribute above in the table, which is not visible when a single attribute is looked
        // up.
        let what = match attribute.what.strip_prefix("likewise") {
            Some(rest) => format!("as the one before ({before}){rest}"),
            None => {
                before = attribute.what;
                before.to_owned()
            }
        };
        let taking = |kind: &'static Kind| Some((kind.word, kind.without(attribute)?));
        let taking: Vec<(&str, Without)> = part.kinds.iter().filter_map(taking).collect();
        Entry {
            key: attribute.key,
            what,
            values: values(attribute.shape),
            otherwise: otherwise(attribute, &taking),
            kinds: match taking.len() == part.kinds.len() {
                true => Vec::new(),
                false => taking.iter().map(|(kind, _)| *kind).collect(),
            },
        }
    };
    part.attributes.iter().map(entry).collect()
}

/// Whether these kinds require an attribute, and for all other kinds the consequence if the attribute is left out.
fn otherwise(attribute: &Attribute, taking: &[(&str, Without)]) -> String {
    let requiring = taking
        .iter()
        .filter(|(_, without)| matches!(without, Without::Needed(_)));
    let requiring: Vec<&str> = requiring.map(|(kind, _)| *kind).collect();
    if requiring.is_empty() {
        return defaults(taking);
    }
    let whose = match requiring.len() == taking.len() {
        true => String::new(),
        false => format!(" ({})", requiring.join(", ")),
    };
    let unless = match attribute.unless {
        "" => String::new(),
        condition => format!(", {condition}"),
    };
    let others: Vec<(&str, Without)> = taking
        .iter()
        .filter(|(kind, _)| !requiring.contains(kind))
        .copied()
        .collect();
    let others = match defaults(&others) {
        none if none.is_empty() => none,
        others => format!(", else {others}"),
    };
    format!("required{whose}{unless}{others}")
}

/// The values that stand for an attribute which these kinds do not need.
fn defaults(taking: &[(&str, Without)]) -> String {
    let value = |without| match without {
        Without::Default(value) => Some(value),
        Without::Optional | Without::Needed(_) => None,
    };
    match taking {
        [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => {
            value(*first).map_or_else(String::new, |value| format!("`{value}`"))
        }
        _ => {
            let told = taking
                .iter()
                .filter_map(|(kind, without)| Some(format!("`{}` ({kind})", value(*without)?)));
            told.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Form of the items with a keyword: `joint NAME: KIND(..) { .. }`.
fn form(part: &Part) -> String {
    match part.kinds {
        [Kind { word: "", .. }] => format!("{} NAME {{ .. }}", part.keyword),
        [Kind { word, .. }] => format!("{} NAME: {word}(..) {{ .. }}", part.keyword),
        _ => format!("{} NAME: KIND(..) {{ .. }}", part.keyword),
    }
}
