//! Overrides of a subsystem at a place: points, attributes of parts, whole parts, and additional parts.
//!
//! An override of a part keeps the attributes that it does not name. If the override is of a different kind, it
//! replaces the whole part, since the attributes of one kind have no meaning for another kind. Examples are a link in
//! place of a joint, and a universal joint in place of a ball.
//!
//! An override of a part of an inner group (`strut.spring`) is added to the overrides of the place that makes the inner
//! group. It is applied when that place is written out.

use super::Subsystem;
use crate::diag::{Diagnostic, Diagnostics, SourceSpan, catalogue};
use crate::front::suggest;
use crate::front::syntax::{Attribute, Element, Form, Item, Value, Word};
use crate::model::namespace::{Kind, duplicate};
use std::collections::BTreeMap;

/// Required attributes of a body. An element with all of these attributes is an additional body; any other element is
/// an override.
const WHOLE_BODY: [&str; 3] = ["mass", "com", "inertia"];

/// The items of a subsystem with the changes of a place.
pub(super) fn apply(subsystem: Subsystem, changes: &[Item], diagnostics: &mut Diagnostics) -> Vec<Item> {
    let mut overriding = Overriding {
        subsystem,
        items: subsystem.items.to_vec(),
        seen: BTreeMap::new(),
        diagnostics,
    };
    for change in changes {
        match change {
            Item::Points(points) => points.iter().for_each(|point| overriding.point(point)),
            Item::Element(element) => overriding.element(element),
            added => overriding.items.push(added.clone()),
        }
    }
    overriding.items
}

struct Overriding<'a, 'd> {
    subsystem: Subsystem<'a>,
    items: Vec<Item>,
    /// Names that the place has overridden so far, with their source places.
    seen: BTreeMap<(&'static str, String), SourceSpan>,
    diagnostics: &'d mut Diagnostics,
}

impl Overriding<'_, '_> {
    fn point(&mut self, change: &Attribute) {
        if !self.is_first(Kind::Point, &change.key) {
            return;
        }
        if let Some((group, key)) = inner(&change.key) {
            let point = Attribute { key, ..change.clone() };
            self.group(&group, |items| set_point(items, point));
        } else if let Some(point) = find_point(&mut self.items, &change.key.text) {
            *point = over(change.clone(), &point.value);
        } else {
            let otherwise = "a point for this place alone is declared outside".to_owned();
            self.misspelt("point", &change.key, Kind::Point, otherwise);
        }
    }

    fn element(&mut self, change: &Element) {
        let Some(kind) = Kind::of_keyword(&change.keyword.text) else {
            self.items.push(Item::Element(change.clone()));
            return;
        };
        if !self.is_first(kind, &change.name) {
            return;
        }
        if let Some((group, name)) = inner(&change.name) {
            let element = Element { name, ..change.clone() };
            self.group(&group, |items| set_element(items, element));
            return;
        }
        match find_element(&mut self.items, kind, &change.name.text) {
            Some(element) if is_another_kind(change, element) => *element = change.clone(),
            Some(element) if element.keyword.text == change.keyword.text => merge(element, change),
            Some(element) => {
                let found = element.keyword.text.clone();
                let problem = self.unknown(&change.keyword.text, &change.name);
                problem.label(format!("this is a {found}")).help(how_to_add(change));
            }
            None if is_whole(change) => self.items.push(Item::Element(change.clone())),
            None => self.misspelt(&change.keyword.text, &change.name, kind, how_to_add(change)),
        }
    }

    /// Applies a change to the items of an inner group.
    fn group(&mut self, name: &Word, change: impl FnOnce(&mut Vec<Item>)) {
        let mut groups = Vec::new();
        for item in &mut self.items {
            let (Item::Place { group, items, .. } | Item::Mirror { group, items, .. }) = item else {
                continue;
            };
            if group.text == name.text {
                return change(items);
            }
            groups.push(group.text.clone());
        }
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        self.unknown("group", name).help = suggest::advice(&name.text, &groups);
    }

    /// Whether the place names this for the first time.
    fn is_first(&mut self, kind: Kind, name: &Word) -> bool {
        let first = self.seen.insert((kind.word(), name.text.clone()), name.span);
        if let Some(first) = first {
            duplicate(kind.word(), &name.text, name.span, first, self.diagnostics);
        }
        first.is_none()
    }

    fn misspelt(&mut self, what: &str, name: &Word, kind: Kind, otherwise: String) {
        let near = suggest::advice(&name.text, &self.names(kind));
        let help: Vec<String> = near.into_iter().chain([otherwise]).collect();
        self.unknown(what, name).help(help.join("\n"));
    }

    fn unknown(&mut self, what: &str, name: &Word) -> &mut Diagnostic {
        let message = format!("subsystem `{}` has no {what} `{}`", self.subsystem.name.text, name.text);
        self.diagnostics.error(&catalogue::UNKNOWN_OVERRIDE, name.span, message)
    }

    /// Names of the subsystem's own parts of this kind.
    fn names(&self, kind: Kind) -> Vec<&str> {
        let names = self.subsystem.items.iter().flat_map(|item| match item {
            Item::Points(points) if kind == Kind::Point => points.iter().map(|point| point.key.text.as_str()).collect(),
            Item::Element(element) if Kind::of_keyword(&element.keyword.text) == Some(kind) => {
                vec![element.name.text.as_str()]
            }
            _ => Vec::new(),
        });
        names.collect()
    }
}

/// Splits `strut.piston.top` into `strut` and `piston.top`.
fn inner(name: &Word) -> Option<(Word, Word)> {
    let (group, part) = name.text.split_once('.')?;
    let word = |text: &str| Word {
        text: text.to_owned(),
        span: name.span,
    };
    Some((word(group), word(part)))
}

fn find_point<'i>(items: &'i mut [Item], name: &str) -> Option<&'i mut Attribute> {
    let points = items.iter_mut().filter_map(|item| match item {
        Item::Points(points) => Some(points),
        _ => None,
    });
    points.flatten().find(|point| point.key.text == name)
}

fn find_element<'i>(items: &'i mut [Item], kind: Kind, name: &str) -> Option<&'i mut Element> {
    let mut elements = items.iter_mut().filter_map(|item| match item {
        Item::Element(element) => Some(element),
        _ => None,
    });
    elements.find(|element| Kind::of_keyword(&element.keyword.text) == Some(kind) && element.name.text == name)
}

fn set_point(items: &mut Vec<Item>, change: Attribute) {
    match find_point(items, &change.key.text) {
        Some(point) => *point = over(change, &point.value),
        None => items.push(Item::Points(vec![change])),
    }
}

fn set_element(items: &mut Vec<Item>, change: Element) {
    let kind = Kind::of_keyword(&change.keyword.text);
    match kind.and_then(|kind| find_element(items, kind, &change.name.text)) {
        Some(element) if is_another_kind(&change, element) => *element = change,
        Some(element) => merge(element, &change),
        None => items.push(Item::Element(change)),
    }
}

/// Whether an override names a kind that differs from the part's.
fn is_another_kind(change: &Element, element: &Element) -> bool {
    let kind = |form: &Form| form.kind.text.clone();
    change.form.is_some()
        && (change.keyword.text != element.keyword.text
            || change.form.as_ref().map(kind) != element.form.as_ref().map(kind))
}

fn is_whole(element: &Element) -> bool {
    let gives = |key: &&str| element.attributes.iter().any(|attribute| attribute.key.text == **key);
    element.form.is_some() || (element.keyword.text == "body" && WHOLE_BODY.iter().all(gives))
}

fn how_to_add(element: &Element) -> String {
    match element.keyword.text.as_str() {
        "body" => format!("a body that is added needs {}", suggest::quoted(&WHOLE_BODY)),
        keyword => format!(
            "a {keyword} that is added needs a kind: `{keyword} {}: ..`",
            element.name.text
        ),
    }
}

/// Attributes that are alternatives of each other: an override of the first attribute replaces the other attributes. A
/// point `at` alone gives no axis, and so does not replace `through`.
const REPLACES: [(&str, &[&str]); 6] = [
    ("free_camber", &["preload"]),
    ("pressure", &["preload"]),
    ("preload", &["free_camber", "pressure"]),
    ("through", &["axis", "at"]),
    ("axis", &["through", "axes"]),
    ("axes", &["axis"]),
];

/// Whether an override of an attribute takes the place of another attribute.
fn replaces(given: &Attribute, own: &Attribute) -> bool {
    let mut others = REPLACES.iter().filter(|(key, _)| given.key.text == *key);
    given.key.text == own.key.text || others.any(|(_, replaced)| replaced.contains(&own.key.text.as_str()))
}

/// Replaces attributes with the names of the override's attributes, and alternatives of these, by the override's attributes. If the
/// override gives an attribute twice, both stay and are reported later.
fn merge(element: &mut Element, change: &Element) {
    let mut given = change.attributes.clone();
    for attribute in &mut given {
        // A part between different parts may need a different unit, as the ratio of a gear or the limit of a friction
        // element does.
        let own = element.attributes.iter().find(|own| own.key.text == attribute.key.text);
        if let (Some(own), None) = (own, &change.form) {
            attribute.value.put_in_place_of(&own.value);
        }
    }
    element.form = change.form.clone().or(element.form.take());
    element
        .attributes
        .retain(|own| !given.iter().any(|given| replaces(given, own)));
    element.attributes.append(&mut given);
}

/// A point that replaces one with this value.
fn over(mut change: Attribute, own: &Value) -> Attribute {
    change.value.put_in_place_of(own);
    change
}
