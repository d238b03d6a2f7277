//! Finds the value that a path names, and replaces it by the changed value.

use super::{Changed, Refusal};
use crate::diag::catalogue;
use crate::front::suggest;
use crate::front::syntax::{Attribute, Element, Item, Unit, Value, Word};

/// Calculates a new value from the old one, if there is one.
pub(super) type Make<'a> = dyn FnMut(Option<&Value>) -> Result<(Value, Changed), Refusal> + 'a;

/// Changes the value at a path. `items` are all items of the vehicle, with its subsystems.
pub(super) fn edit(items: &mut [Item], path: &[&str], make: &mut Make) -> Result<Changed, Refusal> {
    let subsystems: Vec<(String, Vec<Item>)> = items
        .iter()
        .filter_map(|item| match item {
            Item::Subsystem { name, items, .. } => Some((name.text.clone(), items.clone())),
            _ => None,
        })
        .collect();
    let changed = within(items, &subsystems, path, make)?;
    match subsystems.iter().any(|(name, _)| name == path[0]) {
        true => at_its_places(items, path, changed),
        false => Ok(changed),
    }
}

/// Names the places that keep a value of their own when the subsystem changes; refuses a change of a value that all
/// places override.
fn at_its_places(items: &mut [Item], path: &[&str], mut changed: Changed) -> Result<Changed, Refusal> {
    let mut places = Vec::new();
    placed(items, path, &mut places);
    let all = places.len();
    changed.kept = places
        .into_iter()
        .filter(|(_, keeps)| *keeps)
        .map(|(place, _)| place)
        .collect();
    let has_changed = changed.before.as_ref() != Some(&changed.after);
    match changed.kept.first() {
        Some(first) if has_changed && changed.kept.len() == all => {
            let places: Vec<String> = changed.kept.iter().map(|place| format!("`{place}`")).collect();
            let message = format!(
                "`{}` has no effect: {} gives a value of its own",
                path.join("."),
                places.join(", ")
            );
            let help = format!("change `{first}.{}`", path[1..].join("."));
            Err(Refusal::new(&catalogue::CONFLICT, message, Some(help)))
        }
        _ => Ok(changed),
    }
}

/// All places of the subsystem with whose name a path begins; for each place, whether it gives its own value for the
/// rest of the path.
fn placed(items: &mut [Item], path: &[&str], found: &mut Vec<(String, bool)>) {
    for item in items {
        match item {
            Item::Place {
                group,
                subsystem,
                items,
                ..
            } if subsystem.text == path[0] => {
                found.push((group.text.clone(), attribute(items, &path[1..]).is_some()));
            }
            Item::Mirror { items, .. } | Item::Subsystem { items, .. } => placed(items, path, found),
            _ => {}
        }
    }
}

fn within(
    items: &mut [Item],
    subsystems: &[(String, Vec<Item>)],
    path: &[&str],
    make: &mut Make,
) -> Result<Changed, Refusal> {
    let (first, rest) = (path[0], &path[1..]);
    for item in items.iter_mut() {
        match item {
            Item::Mirror { group, items, .. } if group.text == first => {
                return within(items, subsystems, rest_of(rest, first)?, make);
            }
            Item::Subsystem { name, items, .. } if name.text == first => {
                return within(items, subsystems, rest_of(rest, first)?, make);
            }
            Item::Mirror { group, image, .. } if image.text == first => return Err(is_image(image, group, rest)),
            Item::Place {
                group,
                image: Some(image),
                ..
            } if image.text == first => return Err(is_image(image, group, rest)),
            Item::Place {
                group,
                subsystem,
                items,
                ..
            } if group.text == first => {
                let declared = subsystems.iter().find(|(name, _)| *name == subsystem.text);
                let declared = declared.map_or(&[][..], |(_, items)| items);
                let place = Place {
                    name: first,
                    declared,
                    subsystems,
                };
                return at_place(items, &place, rest_of(rest, first)?, make);
            }
            _ => {}
        }
    }
    match attribute(items, path) {
        Some((attribute, rest)) => change(&mut attribute.value, rest, make),
        None => added(items, path, make).unwrap_or_else(|| Err(unknown(items, path))),
    }
}

/// Adds an attribute to a part that does not have it.
fn added(items: &mut [Item], path: &[&str], make: &mut Make) -> Option<Result<Changed, Refusal>> {
    let [name, key] = path else {
        return None;
    };
    let element = items.iter_mut().find_map(|item| match item {
        Item::Element(element) if element.name.text == *name => Some(element),
        _ => None,
    })?;
    let made = make(None).map_err(|refused| nearer(refused, key, &element.attributes));
    Some(made.map(|(value, changed)| {
        element.attributes.push(named(key, value));
        changed
    }))
}

/// Adds advice to the refusal of a new attribute: the name of an attribute of the part, if it is nearly equal.
fn nearer(mut refused: Refusal, key: &str, known: &[Attribute]) -> Refusal {
    if let Some(near) = suggest::nearest(key, known.iter().map(|own| own.key.text.as_str())) {
        refused.help = Some(format!("did you mean `{near}`?"));
    }
    refused
}

/// A place of a subsystem.
struct Place<'a> {
    name: &'a str,
    /// Items of its subsystem.
    declared: &'a [Item],
    subsystems: &'a [(String, Vec<Item>)],
}

/// Changes a value of a subsystem at one place: the place gets an override of the whole attribute.
fn at_place(overrides: &mut Vec<Item>, place: &Place, path: &[&str], make: &mut Make) -> Result<Changed, Refusal> {
    if let Some((attribute, rest)) = attribute(overrides, path) {
        return change(&mut attribute.value, rest, make);
    }
    let (mut items, depth) = innermost(place, path)?;
    let (groups, path) = path.split_at(depth);
    if let Some((own, rest)) = attribute(&mut items, path) {
        let changed = change(&mut own.value, rest, make)?;
        let (own, words) = (own.clone(), path.len() - rest.len());
        overriding(overrides, &items, [groups, &path[..words]], own);
        return Ok(changed);
    }
    let outside = overrides.iter().filter(|_| groups.is_empty());
    let part = items.iter().chain(outside).find_map(|item| match item {
        Item::Element(element) if element.name.text == path[0] => Some(element),
        _ => None,
    });
    match (path, part) {
        ([_, key], Some(part)) => {
            let (value, changed) = make(None).map_err(|refused| nearer(refused, key, &part.attributes))?;
            overriding(overrides, &items, [groups, path], named(key, value));
            Ok(changed)
        }
        _ => {
            items.append(&mut overrides.clone());
            Err(unknown(&items, path))
        }
    }
}

/// The items of the innermost group that a path leads into at a place, and the number of words that lead there.
fn innermost(place: &Place, path: &[&str]) -> Result<(Vec<Item>, usize), Refusal> {
    let mut items = place.declared.to_vec();
    for depth in 0..path.len() - 1 {
        let rest = &path[depth..];
        if attribute(&mut items, rest).is_some() {
            return Ok((items, depth));
        }
        let mut inner = None;
        for item in &items {
            match item {
                Item::Mirror { group, items, .. } if group.text == rest[0] => inner = Some(items.clone()),
                Item::Mirror { group, image, .. } if image.text == rest[0] => {
                    let around = [&[place.name], &path[..depth]].concat().join(".");
                    let group = Word {
                        text: format!("{around}.{}", group.text),
                        span: group.span,
                    };
                    return Err(is_image(image, &group, &rest[1..]));
                }
                // Its overrides come first, and so are found first.
                Item::Place {
                    group,
                    subsystem,
                    items,
                    ..
                } if group.text == rest[0] => {
                    let declared = place.subsystems.iter().find(|(name, _)| *name == subsystem.text);
                    let declared = declared.map_or(&[][..], |(_, items)| items);
                    inner = Some([items, declared].concat());
                }
                Item::Mirror { .. } | Item::Place { .. } | Item::Subsystem { .. } => {}
                Item::Include(_) | Item::Setting(_) | Item::Points(_) | Item::Element(_) => {}
            }
        }
        match inner {
            Some(inner) => items = inner,
            None => return Ok((items, depth)),
        }
    }
    Ok((items, path.len() - 1))
}

/// Adds an attribute to the overrides of a place: to the override of the part with this name, or as the override of a
/// point. `path` begins in the innermost group, which has these `items`; `groups` lead there.
fn overriding(overrides: &mut Vec<Item>, items: &[Item], [groups, path]: [&[&str]; 2], attribute: Attribute) {
    let dotted = |words: &[&str]| [groups, words].concat().join(".");
    let of_part = &path[..path.len() - 1];
    let name = dotted(of_part);
    let is_part = |own: &str, name: &str| !of_part.is_empty() && own == name;
    let own = overrides.iter_mut().find_map(|item| match item {
        Item::Element(element) if is_part(&element.name.text, &name) => Some(element),
        _ => None,
    });
    if let Some(element) = own {
        element.attributes.push(attribute);
        return;
    }
    let inside = of_part.join(".");
    let part = items.iter().find_map(|item| match item {
        Item::Element(element) if is_part(&element.name.text, &inside) => Some(element),
        _ => None,
    });
    overrides.push(match part {
        Some(part) => Item::Element(Element {
            form: None,
            name: Word {
                text: name,
                span: part.name.span,
            },
            attributes: vec![attribute],
            ..part.clone()
        }),
        None => {
            let key = Word {
                text: dotted(path),
                span: attribute.key.span,
            };
            Item::Points(vec![Attribute { key, ..attribute }])
        }
    });
}

fn named(key: &str, value: Value) -> Attribute {
    let key = Word {
        text: key.to_owned(),
        span: value.span(),
    };
    Attribute { key, value }
}

/// The attribute that a path begins with, and the rest of the path: a point, a setting, or an attribute of a part. At a
/// place, names of overrides go through groups: `left.spring`.
fn attribute<'i, 'p>(items: &'i mut [Item], path: &'p [&'p str]) -> Option<(&'i mut Attribute, &'p [&'p str])> {
    items.iter_mut().find_map(|item| match item {
        Item::Points(points) => points.iter_mut().find_map(|point| {
            let rest = after(&point.key.text, path)?;
            Some((point, rest))
        }),
        Item::Setting(setting) => {
            let rest = after(&setting.key.text, path)?;
            Some((setting, rest))
        }
        Item::Element(element) => {
            let (key, rest) = after(&element.name.text, path)?.split_first()?;
            let own = element.attributes.iter_mut().find(|own| own.key.text == *key)?;
            Some((own, rest))
        }
        _ => None,
    })
}

/// The rest of a path after a name that consists of groups separated by dots.
fn after<'p>(name: &str, path: &'p [&'p str]) -> Option<&'p [&'p str]> {
    let count = name.split('.').count();
    let is_it = count <= path.len() && name.split('.').eq(path[..count].iter().copied());
    is_it.then(|| &path[count..])
}

/// Changes a value, or the part of it that the rest of a path names.
fn change(value: &mut Value, rest: &[&str], make: &mut Make) -> Result<Changed, Refusal> {
    let Some((first, rest)) = rest.split_first() else {
        let (new, changed) = make(Some(value))?;
        *value = new;
        return Ok(changed);
    };
    match value {
        Value::List { members, unit, .. } => {
            let count = members.len();
            let place = position(first).filter(|place| *place < count);
            let Some(member) = place.and_then(|place| members.get_mut(place)) else {
                let message = format!("the list of {count} has no member `{first}`");
                let help = "members are `x`, `y`, `z`, or `1`, `2` ..";
                return Err(Refusal::new(&catalogue::UNKNOWN_NAME, message, Some(help.to_owned())));
            };
            with_unit(member, unit.as_ref());
            change(member, rest, make)
        }
        Value::Call { function, arguments } => {
            let keys: Vec<String> = arguments.iter().map(|own| own.key.text.clone()).collect();
            match arguments.iter_mut().find(|own| own.key.text == *first) {
                Some(own) => change(&mut own.value, rest, make),
                None => {
                    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                    let message = format!("`{}(..)` has no `{first}`", function.text);
                    Err(Refusal::new(
                        &catalogue::UNKNOWN_NAME,
                        message,
                        suggest::advice(first, &keys),
                    ))
                }
            }
        }
        Value::Number(_) => {
            let message = format!("this is a single number, and has no `{first}`");
            Err(Refusal::new(&catalogue::UNKNOWN_NAME, message, None))
        }
        Value::Name(path) => {
            let message = format!("this is the name `{}`, and has no `{first}`", path.text);
            let help = format!("change the numbers of `{}`", path.text);
            Err(Refusal::new(&catalogue::UNKNOWN_NAME, message, Some(help)))
        }
        Value::File(_) => {
            let message = format!("this is a file, and has no `{first}`");
            Err(Refusal::new(&catalogue::UNKNOWN_NAME, message, None))
        }
    }
}

/// Gives a number the unit behind its list.
fn with_unit(member: &mut Value, outer: Option<&Unit>) {
    if let Value::Number(number) = member {
        number.unit = number.unit.take().or(outer.cloned());
    }
}

/// `x`, `y`, `z` or a number from one.
fn position(word: &str) -> Option<usize> {
    match word {
        "x" => Some(0),
        "y" => Some(1),
        "z" => Some(2),
        number => number.parse::<usize>().ok()?.checked_sub(1),
    }
}

fn rest_of<'p>(rest: &'p [&'p str], group: &str) -> Result<&'p [&'p str], Refusal> {
    match rest.is_empty() {
        false => Ok(rest),
        true => {
            let message = format!("`{group}` is a group: name a number in it");
            Err(Refusal::new(&catalogue::UNKNOWN_NAME, message, None))
        }
    }
}

fn is_image(image: &Word, group: &Word, rest: &[&str]) -> Refusal {
    let path: Vec<&str> = std::iter::once(group.text.as_str())
        .chain(rest.iter().copied())
        .collect();
    let message = format!(
        "`{}` is the mirror image of `{}`, and follows it",
        image.text, group.text
    );
    let help = format!("change `{}`: both sides change", path.join("."));
    Refusal::new(&catalogue::UNKNOWN_NAME, message, Some(help))
}

/// Says that there is nothing with this path, and which names there are.
fn unknown(items: &[Item], path: &[&str]) -> Refusal {
    let part = items.iter().find_map(|item| match item {
        Item::Element(element) if element.name.text == path[0] => Some(element),
        _ => None,
    });
    if let Some(element) = part {
        let keys: Vec<&str> = element.attributes.iter().map(|own| own.key.text.as_str()).collect();
        let word = path.get(1).copied().unwrap_or_default();
        let message = match word {
            "" => format!(
                "`{}` is a {}: name one of its attributes",
                path[0], element.keyword.text
            ),
            word => format!("{} `{}` has no `{word}`", element.keyword.text, path[0]),
        };
        return Refusal::new(&catalogue::UNKNOWN_NAME, message, suggest::advice(word, &keys));
    }
    let message = format!("there is no `{}`", path[0]);
    let help = without_kind(items, path)
        .or_else(|| inside(items, path[0]))
        .or_else(|| suggest::advice(path[0], &names(items)))
        .or_else(|| suggest::advice(path[0], &groups(items)));
    Refusal::new(&catalogue::UNKNOWN_NAME, message, help)
}

/// Says that a part is named without its kind: `tyre.standard.stiffness`.
fn without_kind(items: &[Item], path: &[&str]) -> Option<String> {
    let [kind, name, ..] = path else { return None };
    let is_part =
        |item: &Item| matches!(item, Item::Element(own) if own.keyword.text == *kind && own.name.text == *name);
    items
        .iter()
        .any(is_part)
        .then(|| format!("write `{}`: parts are named without their kind", path[1..].join(".")))
}

/// Says in which group or subsystem there is something of this name.
fn inside(items: &[Item], name: &str) -> Option<String> {
    let groups: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Mirror { group, items, .. } | Item::Subsystem { name: group, items, .. } => {
                names(items).contains(&name).then(|| format!("`{}.{name}`", group.text))
            }
            _ => None,
        })
        .collect();
    (!groups.is_empty()).then(|| format!("write {}", groups.join(" or ")))
}

/// Names of the groups among these items.
fn groups(items: &[Item]) -> Vec<&str> {
    let each = items.iter().filter_map(|item| match item {
        Item::Mirror { group, .. } | Item::Place { group, .. } => Some(group.text.as_str()),
        Item::Subsystem { name, .. } => Some(name.text.as_str()),
        Item::Points(_) | Item::Setting(_) | Item::Element(_) | Item::Include(_) => None,
    });
    each.collect()
}

/// Names that a path may begin with among these items.
fn names(items: &[Item]) -> Vec<&str> {
    let each = items.iter().flat_map(|item| -> Vec<&str> {
        match item {
            Item::Points(points) => points.iter().map(|point| point.key.text.as_str()).collect(),
            Item::Setting(setting) => vec![&setting.key.text],
            Item::Element(element) => vec![&element.name.text],
            Item::Mirror { group, .. } | Item::Place { group, .. } => vec![&group.text],
            Item::Subsystem { name, .. } => vec![&name.text],
            Item::Include(_) => Vec::new(),
        }
    });
    each.collect()
}
