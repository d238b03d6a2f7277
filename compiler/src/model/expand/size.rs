//! Counts the parts of a vehicle before all places are written out. The reason is that parts double with every level if
//! each subsystem places two others.

use super::Subsystem;
use crate::diag::{Diagnostics, SourceSpan, catalogue, limits};
use crate::front::syntax::{Attribute, Item, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Whether the items of a vehicle stay within the limits when they are written out. If not, the largest item is
/// reported.
pub(super) fn is_within_limits(
    items: &[Item],
    subsystems: &BTreeMap<&str, Subsystem>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let sizes = Sizes::of(subsystems);
    let all = sizes.of_items(items);
    let settings = items.iter().filter_map(|item| match item {
        Item::Setting(setting) => Some(setting),
        _ => None,
    });
    let (most, advice) = match is_accepted(settings) {
        true => (limits::PARTS_ACCEPTED, ""),
        false => (
            limits::PARTS,
            "; a vehicle that is meant to be larger says `size: accept`",
        ),
    };
    if all.parts > most {
        let (place, parts) = largest(items, |item| sizes.of_item(item).parts);
        let message = format!(
            "the vehicle has {} parts when all places are written out, the most is {most}",
            written(all.parts)
        );
        diagnostics
            .error(&catalogue::LIMIT, place, message)
            .label(format!("{} of them come from here", written(parts)))
            .help(format!(
                "points, groups and mirror images count as well; look for subsystems that place others several times{advice}"
            ));
    } else if all.depth > limits::GROUPS_NESTED {
        let (place, depth) = largest(items, |item| sizes.of_item(item).depth);
        let message = format!(
            "{depth} groups stand inside each other, the most is {}",
            limits::GROUPS_NESTED
        );
        diagnostics
            .error(&catalogue::LIMIT, place, message)
            .help("place subsystems side by side: one may name bodies of another");
    } else {
        return true;
    }
    false
}

/// Whether the settings of a vehicle accept any size: `size: accept`.
pub(in crate::model) fn is_accepted<'a>(mut settings: impl Iterator<Item = &'a Attribute>) -> bool {
    settings.any(|setting| {
        setting.key.text == "size" && matches!(&setting.value, Value::Name(word) if word.text == "accept")
    })
}

/// The item with the largest value: its source place and the value.
fn largest(items: &[Item], value: impl Fn(&Item) -> usize) -> (SourceSpan, usize) {
    let valued = items.iter().map(|item| (place(item), value(item)));
    let largest = valued.reduce(|most, next| if next.1 > most.1 { next } else { most });
    largest.unwrap_or((SourceSpan::call_site(), 0))
}

fn place(item: &Item) -> SourceSpan {
    match item {
        Item::Include(path) => path.span,
        Item::Setting(setting) => setting.key.span,
        Item::Points(points) => points
            .first()
            .map_or_else(SourceSpan::call_site, |point| point.key.span),
        Item::Element(element) => element.name.span,
        Item::Mirror { group, .. } => group.span,
        Item::Subsystem { name, .. } => name.span,
        Item::Place { subsystem, .. } => subsystem.span,
    }
}

/// The count as text; `usize::MAX` stands for an overflow.
fn written(count: usize) -> String {
    match count {
        usize::MAX => format!("more than {count}"),
        count => count.to_string(),
    }
}

/// Size of written-out items.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Number of points, parts and groups.
    parts: usize,
    /// Depth of nested groups.
    depth: usize,
}

impl Size {
    fn parts(parts: usize) -> Self {
        Size { parts, depth: 0 }
    }

    /// Size of both together.
    fn and(self, other: Size) -> Self {
        Size {
            parts: self.parts.saturating_add(other.parts),
            depth: self.depth.max(other.depth),
        }
    }

    /// Size of these items in a group, together with the mirror image if there is one. The group counts as a part.
    fn in_group(self, is_mirrored: bool) -> Self {
        let images = if is_mirrored { 2 } else { 1 };
        Size {
            parts: self.parts.saturating_add(1).saturating_mul(images),
            depth: self.depth.saturating_add(1),
        }
    }
}

/// The sizes of all subsystems.
struct Sizes<'a> {
    known: BTreeMap<&'a str, Known<'a>>,
}

struct Known<'a> {
    size: Size,
    /// Names of its own parts. An item of a place with one of these names adds no part.
    names: BTreeSet<&'a str>,
}

impl<'a> Sizes<'a> {
    fn of(subsystems: &BTreeMap<&'a str, Subsystem<'a>>) -> Self {
        let mut sizes = Sizes { known: BTreeMap::new() };
        for name in innermost_first(subsystems) {
            let items = subsystems[name].items;
            let size = sizes.of_items(items);
            let names = items.iter().filter_map(element_name).collect();
            sizes.known.insert(name, Known { size, names });
        }
        sizes
    }

    fn of_items(&self, items: &[Item]) -> Size {
        let sizes = items.iter().map(|item| self.of_item(item));
        sizes.fold(Size::default(), Size::and)
    }

    fn of_item(&self, item: &Item) -> Size {
        match item {
            Item::Points(points) => Size::parts(points.len()),
            Item::Element(_) => Size::parts(1),
            Item::Mirror { items, .. } => self.of_items(items).in_group(true),
            Item::Place {
                subsystem,
                image,
                items,
                ..
            } => {
                // An unknown subsystem, or a subsystem that is placed inside itself. Both are reported elsewhere, and
                // nothing is written out.
                let known = self.known.get(subsystem.text.as_str());
                let own = known.map_or_else(Size::default, |known| known.size);
                let added = items.iter().filter(|item| is_added(item, known));
                let all = added.map(|item| self.of_item(item)).fold(own, Size::and);
                all.in_group(image.is_some())
            }
            Item::Include(_) | Item::Setting(_) | Item::Subsystem { .. } => Size::default(),
        }
    }
}

/// Whether an item of a place adds a part instead of overriding a part of the subsystem.
fn is_added(item: &Item, subsystem: Option<&Known>) -> bool {
    match element_name(item) {
        Some(name) => subsystem.is_none_or(|known| !known.names.contains(name)),
        None => !matches!(item, Item::Points(_)),
    }
}

fn element_name(item: &Item) -> Option<&str> {
    match item {
        Item::Element(element) => Some(&element.name.text),
        _ => None,
    }
}

/// Names of the subsystems; each comes after those that it places. This is not recursive, because they may be nested
/// deeply.
fn innermost_first<'a>(subsystems: &BTreeMap<&'a str, Subsystem<'a>>) -> Vec<&'a str> {
    let mut order = Vec::new();
    let mut met = BTreeSet::new();
    for name in subsystems.keys() {
        let mut open = vec![(*name, false)];
        while let Some((name, is_done)) = open.pop() {
            if is_done {
                order.push(name);
            } else if met.insert(name) {
                open.push((name, true));
                open.extend(placed(subsystems[name].items, subsystems).map(|inner| (inner, false)));
            }
        }
    }
    order
}

/// Names of the subsystems that the items place, directly or in groups.
fn placed<'a, 'm>(
    items: &'a [Item],
    subsystems: &'m BTreeMap<&'a str, Subsystem<'a>>,
) -> impl Iterator<Item = &'a str> + use<'a, 'm> {
    let mut open: Vec<&'a Item> = items.iter().collect();
    std::iter::from_fn(move || {
        while let Some(item) = open.pop() {
            match item {
                Item::Mirror { items, .. } => open.extend(items),
                Item::Place { subsystem, items, .. } => {
                    open.extend(items);
                    return Some(subsystem.text.as_str());
                }
                _ => {}
            }
        }
        None
    })
    .filter(|name| subsystems.contains_key(name))
}
