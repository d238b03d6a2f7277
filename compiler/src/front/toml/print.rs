//! A declaration as a TOML file that [`super`] reads, in the layout that a person would choose.
//!
//! When it is read again, the text gives an equal tree. Only the order among different kinds of parts, which has no
//! meaning, and blanks at the ends of documentation lines differ. Comments are not in the tree; [`super::convert`]
//! adds them.

use super::super::language;
use super::super::syntax::{Attribute, Element, Form, Item, Number, Reach, Tune, Value, Vehicle};
use std::fmt::Write;

/// Length above which a line is broken.
const WIDTH: usize = 110;

/// Largest number of attributes of a part that is written in one line.
const FEW: usize = 3;

/// The text of the file.
pub fn vehicle(vehicle: &Vehicle) -> String {
    let mut text = String::new();
    include(&vehicle.items, &mut text);
    text.push_str("[vehicle]\n");
    line("name", &quoted(&vehicle.name.text), &mut text);
    if !vehicle.doc.is_empty() {
        let lines = vehicle.doc.iter().map(|line| line.strip_prefix(' ').unwrap_or(line));
        let doc = quoted(&lines.collect::<Vec<_>>().join("\n"));
        let _ = writeln!(text, "doc = {doc}");
    }
    if !vehicle.public {
        line("public", "false", &mut text);
    }
    let settings = vehicle.items.iter().filter_map(|item| match item {
        Item::Setting(setting) => Some(setting),
        _ => None,
    });
    attributes("vehicle", settings, &mut text);
    items("", &vehicle.items, &mut text);
    text
}

/// `include = ["a.toml", "b.txt"]`, which has to stand before all tables.
fn include(items: &[Item], text: &mut String) {
    let paths = items.iter().filter_map(|item| match item {
        Item::Include(path) => Some(quoted(&path.text)),
        _ => None,
    });
    let paths: Vec<String> = paths.collect();
    if !paths.is_empty() {
        line("include", &format!("[{}]", paths.join(", ")), text);
        text.push('\n');
    }
}

/// Writes all items of a scope; `path` ends in a dot unless it is empty.
fn items(path: &str, all: &[Item], text: &mut String) {
    points(path, all, text);
    for (position, item) in all.iter().enumerate() {
        match item {
            Item::Element(element) if is_tuned_as_a_whole(element) => part(path, element, text),
            Item::Include(_) | Item::Setting(_) | Item::Points(_) => {}
            Item::Element(element) => match run(all, &element.keyword.text) {
                Some((first, lines)) if first == position => {
                    header(&format!("{path}{}", element.keyword.text), text);
                    text.push_str(&lines);
                }
                Some(_) => {}
                None => part(path, element, text),
            },
            Item::Mirror { group, image, items } => {
                let keys = [("as", quoted(&image.text))];
                self::group(&format!("{path}mirror.{}", key(&group.text)), &keys, items, text);
            }
            Item::Subsystem { name, formals, items } => {
                let formals: Vec<String> = formals.iter().map(|formal| quoted(&formal.text)).collect();
                let keys = [("bodies", format!("[{}]", formals.join(", ")))];
                self::group(&format!("{path}subsystem.{}", key(&name.text)), &keys, items, text);
            }
            Item::Place {
                subsystem,
                arguments,
                group,
                image,
                items,
            } => {
                let form = Form {
                    kind: subsystem.clone(),
                    arguments: arguments.clone(),
                };
                let mut keys = vec![("kind", quoted(&kind(&form)))];
                keys.extend(image.iter().map(|image| ("mirrored", quoted(&image.text))));
                self::group(&format!("{path}place.{}", key(&group.text)), &keys, items, text);
            }
        }
    }
}

fn group(path: &str, keys: &[(&str, String)], items: &[Item], text: &mut String) {
    header(path, text);
    for (key, value) in keys {
        line(key, value, text);
    }
    let settings = items.iter().filter_map(|item| match item {
        Item::Setting(setting) => Some(setting),
        _ => None,
    });
    attributes(path, settings, text);
    include(items, text);
    self::items(&format!("{path}."), items, text);
}

/// Writes all points of a scope in one table. The unit of the first point stands at its head; points in that unit are
/// plain lists.
fn points(path: &str, items: &[Item], text: &mut String) {
    let points = items.iter().filter_map(|item| match item {
        Item::Points(points) => Some(points),
        _ => None,
    });
    let points: Vec<&Attribute> = points.flatten().collect();
    if points.is_empty() {
        return;
    }
    header(&format!("{path}points"), text);
    let common = unit_of_all(&points);
    if let Some(unit) = common {
        line("unit", &quoted(unit), text);
    }
    for Attribute { key, value } in points {
        let value = match value {
            Value::List {
                members,
                unit: Some(unit),
                ..
            } if Some(unit.text.as_str()) == common && members.iter().all(is_plain) => list(members, native),
            other => native(other),
        };
        line(&self::key(&key.text), &value, text);
    }
}

/// The unit of the first list, if every list has a unit and no point is called `unit`.
fn unit_of_all<'a>(points: &[&'a Attribute]) -> Option<&'a str> {
    let unit = |point: &&'a Attribute| match &point.value {
        Value::List { unit: Some(unit), .. } if point.key.text != "unit" => Some(unit.text.as_str()),
        _ => None,
    };
    let units: Option<Vec<&str>> = points.iter().map(unit).collect();
    units?.first().copied()
}

/// The position of the first part of a kind and the text of all its parts, if they stand together and each part fits in
/// a line.
fn run(items: &[Item], keyword: &str) -> Option<(usize, String)> {
    let of_kind = |item: &Item| matches!(item, Item::Element(element) if element.keyword.text == keyword);
    let first = items.iter().position(of_kind)?;
    let is_tuned = |item: &Item| matches!(item, Item::Element(element) if is_tuned_as_a_whole(element));
    if items.iter().filter(|item| of_kind(item)).any(is_tuned) {
        return None;
    }
    let members: Vec<&Item> = items[first..].iter().take_while(|item| of_kind(item)).collect();
    let is_whole = items.iter().filter(|item| of_kind(item)).count() == members.len();
    let mut lines = String::new();
    for item in members {
        let Item::Element(element) = item else { return None };
        let name = key(&element.name.text);
        line(&name, &inline(element)?, &mut lines);
    }
    let fits = lines.lines().all(|line| line.chars().count() <= WIDTH);
    (is_whole && fits).then_some((first, lines))
}

/// A part as an inline table; `None` if it needs a separate table.
fn inline(element: &Element) -> Option<String> {
    let is_call = |attribute: &Attribute| matches!(attribute.value, Value::Call { .. });
    if element.keyword.text == "body" || element.attributes.len() > FEW || element.attributes.iter().any(is_call) {
        return None;
    }
    let form = element.form.as_ref().map(|form| quoted(&kind(form)));
    if let (Some(form), []) = (&form, element.attributes.as_slice()) {
        return Some(form.clone());
    }
    let own = form.map(|form| format!("kind = {form}"));
    let attributes = element.attributes.iter();
    let others = attributes.map(|attribute| format!("{} = {}", key(&attribute.key.text), native(&attribute.value)));
    Some(format!(
        "{{ {} }}",
        own.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    ))
}

/// Writes a part as a table.
fn part(path: &str, element: &Element, text: &mut String) {
    let path = format!("{path}{}.{}", element.keyword.text, key(&element.name.text));
    header(&path, text);
    if let Some(form) = &element.form {
        line("kind", &quoted(&kind(form)), text);
    }
    if language::part(&element.keyword.text).is_some_and(|part| part.named.is_some()) {
        // Their order counts, and in TOML a key cannot follow a table.
        for Attribute { key, value } in &element.attributes {
            line(&self::key(&key.text), &native(value), text);
        }
        return;
    }
    if is_tuned_as_a_whole(element) {
        line("tune", &quoted("all"), text);
        let own: Vec<Attribute> = element.attributes.iter().map(without_tune).collect();
        attributes(&path, own.iter(), text);
    } else {
        attributes(&path, element.attributes.iter(), text);
    }
}

/// Whether `tune` stands before the part. In this case numbers that cannot be parameters stay constant.
fn is_tuned_as_a_whole(element: &Element) -> bool {
    fn is_tuned(value: &Value) -> bool {
        match value {
            Value::Number(number) => number.tune.as_ref().is_some_and(|tune| tune.reach == Reach::Item),
            Value::List { members, .. } => members.iter().any(is_tuned),
            Value::Call { arguments, .. } => arguments.iter().any(|each| is_tuned(&each.value)),
            Value::Name(_) | Value::File(_) => false,
        }
    }
    element.attributes.iter().any(|attribute| is_tuned(&attribute.value))
}

/// The attribute without the `tune` that the part already has.
fn without_tune(attribute: &Attribute) -> Attribute {
    fn strip(value: &mut Value) {
        match value {
            Value::Number(number) => number.tune = number.tune.take().filter(|tune| tune.reach != Reach::Item),
            Value::List { members, .. } => members.iter_mut().for_each(strip),
            Value::Call { arguments, .. } => arguments.iter_mut().for_each(|each| strip(&mut each.value)),
            Value::Name(_) | Value::File(_) => {}
        }
    }
    let mut attribute = attribute.clone();
    strip(&mut attribute.value);
    attribute
}

/// Writes the attributes of the table at `path`; calls too long for a line become separate tables, which stand last.
fn attributes<'a>(path: &str, all: impl Iterator<Item = &'a Attribute>, text: &mut String) {
    let is_long = |value: &Value| matches!(value, Value::Call { .. }) && grammar(value).len() > WIDTH / 2;
    let (long, short): (Vec<&Attribute>, Vec<&Attribute>) = all.partition(|attribute| is_long(&attribute.value));
    for Attribute { key, value } in short {
        line(&self::key(&key.text), &native(value), text);
    }
    for Attribute { key, value } in long {
        if let Value::Call { function, arguments } = value {
            let path = format!("{path}.{}.{}", self::key(&key.text), self::key(&function.text));
            header(&path, text);
            attributes(&path, arguments.iter(), text);
        }
    }
}

fn header(path: &str, text: &mut String) {
    let _ = write!(text, "\n[{path}]\n");
}

/// Writes `key = value`; a quoted value that is too long is broken.
fn line(key: &str, value: &str, text: &mut String) {
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let _ = match inside {
        Some(inside) if inside.len() > WIDTH && inside.contains(", ") => {
            writeln!(text, "{key} = \"\"\"\n{}\"\"\"", broken(inside))
        }
        _ => writeln!(text, "{key} = {value}"),
    };
}

/// The value with line breaks behind some of its commas.
fn broken(value: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for (position, piece) in value.split(", ").enumerate() {
        if position > 0 && width + piece.len() > WIDTH {
            text.push_str(",\n    ");
            width = 4;
        } else if position > 0 {
            text.push_str(", ");
        }
        text.push_str(piece);
        width += piece.len() + 2;
    }
    text
}

/// A key, quoted if TOML requires it.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A TOML string, over several lines if the text has several.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for c in text.chars() {
        let _ = match c {
            '"' | '\\' => write!(quoted, "\\{c}"),
            '\n' => writeln!(quoted),
            c if c.is_control() => write!(quoted, "\\u{:04X}", u32::from(c)),
            c => write!(quoted, "{c}"),
        };
    }
    if quoted.contains('\n') {
        format!("\"\"\"\n{quoted}\"\"\"")
    } else {
        format!("\"{quoted}\"")
    }
}

/// A value in TOML: numbers and lists without a unit are TOML's own, a long list has one member per line; everything
/// else is a string.
fn native(value: &Value) -> String {
    match value {
        Value::Number(number) if is_plain(value) => digits(number.value),
        Value::List { members, .. } if is_plain(value) => {
            let inline = list(members, native);
            let lines = || members.iter().map(|member| format!("    {},\n", native(member)));
            if inline.len() > WIDTH {
                format!("[\n{}]", lines().collect::<String>())
            } else {
                inline
            }
        }
        Value::File(file) => quoted(&file.path.text),
        other => quoted(&grammar(other)),
    }
}

/// Whether TOML can express the value itself: numbers without a unit, names, and lists of these.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Number(Number { unit, tune, .. }) => unit.is_none() && tune.is_none(),
        Value::List { members, unit, .. } => unit.is_none() && members.iter().all(is_plain),
        Value::Name(_) => true,
        Value::Call { .. } | Value::File(_) => false,
    }
}

fn list(members: &[Value], write: impl Fn(&Value) -> String) -> String {
    let members: Vec<String> = members.iter().map(write).collect();
    format!("[{}]", members.join(", "))
}

/// A value in the grammar of `vehicle! { .. }`.
pub fn grammar(value: &Value) -> String {
    match value {
        Value::Number(Number { value, unit, tune, .. }) => {
            let tune = match tune {
                None => String::new(),
                Some(Tune { name: None, .. }) => "tune ".to_owned(),
                Some(Tune { name: Some(name), .. }) => format!("tune({}) ", name.text),
            };
            let unit = unit.as_ref().map_or_else(String::new, |unit| format!(" {}", unit.text));
            format!("{tune}{}{unit}", digits(*value))
        }
        Value::List { members, unit, .. } => {
            let unit = unit.as_ref().map_or_else(String::new, |unit| format!(" {}", unit.text));
            list(members, grammar) + &unit
        }
        Value::Name(path) => path.text.clone(),
        Value::File(file) => quoted(&file.path.text),
        Value::Call { function, arguments } => {
            let arguments = arguments
                .iter()
                .map(|argument| format!("{}: {}", argument.key.text, grammar(&argument.value)));
            format!("{}({})", function.text, arguments.collect::<Vec<_>>().join(", "))
        }
    }
}

/// `revolute(chassis, lower_arm)`
fn kind(form: &Form) -> String {
    let arguments: Vec<&str> = form.arguments.iter().map(|argument| argument.text.as_str()).collect();
    format!("{}({})", form.kind.text, arguments.join(", "))
}

/// The shortest digits that are read back as an equal number.
fn digits(number: f64) -> String {
    const LONG: usize = 24;
    let plain = number.to_string();
    if plain.len() > LONG {
        format!("{number:e}")
    } else {
        plain
    }
}
