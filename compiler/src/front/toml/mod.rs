//! The grammar of TOML files: another notation for `vehicle! { .. }`, which gives an equal tree.
//!
//! ```toml
//! include = ["tyres.toml"]              # include "tyres.toml"
//!
//! [vehicle]
//! name = "QuarterCar"                   # pub QuarterCar { .. }
//! doc = "A quarter of a car."           # /// A quarter of a car.
//! public = true                         # the default; `false` leaves out `pub`
//! gravity = "9.81 m/s^2"                # gravity: 9.81 m/s^2; settings are keys of this table
//!
//! [points]
//! unit = "m"                            # for every list in this table without a unit of its own
//! lca_front = [0.16, 0.36, 0.20]        # points { lca_front: [0.16, 0.36, 0.20] m }
//! lca_outer = "[10, 700, 185] mm"
//!
//! [body.chassis]                        # body chassis { mass: 400 kg, .. }
//! mass = "400 kg"
//!
//! [joint.lower_pivot]                   # joint lower_pivot: revolute(chassis, lower_arm) { through: [..] }
//! kind = "revolute(chassis, lower_arm)"
//! through = ["lca_rear", "lca_front"]
//! tune = "all"                          # tune joint lower_pivot: ..; likewise for any part
//!
//! [output]
//! camber = "camber(front)"              # output camber: camber(front): a part that consists of its kind only
//!
//! [mirror.front_left]                   # mirror front_left as front_right { body lower_arm { .. } }
//! as = "front_right"
//! [mirror.front_left.body.lower_arm]
//! mass = "6.5 kg"
//!
//! [subsystem.DoubleWishbone]            # subsystem DoubleWishbone(chassis, rack) { .. }
//! bodies = ["chassis", "rack"]
//!
//! [place.front_left]                    # place DoubleWishbone(chassis, rack) as front_left mirrored front_right { .. }
//! kind = "DoubleWishbone(chassis, rack)"
//! mirrored = "front_right"
//! ```
//!
//! **Values.** The content of a string is read by the grammar of `vehicle! { .. }`: numbers with units, lists, names,
//! calls. Numbers without a unit and lists may be TOML's own. A call can also be written as a table with one key, the
//! name of the call: `rate = { split = { compression = "1 kN/m", rebound = "2 kN/m" } }`.
//!
//! **Order.** Tables may stand in any order. Parts are numbered in the order in which their names stand in the text.
//! Every key has a meaning or is an error.

pub mod convert;
mod open_lists;
pub mod print;
pub mod schema;
mod table;
mod value;

use super::dsl::{self, Within};
use super::language;
use super::suggest;
use super::syntax::{Attribute, Element, File, Form, Item, Reach, Tune, Unit, Value, Vehicle, Word};
use super::text::SourceText;
use super::tokens::Tokens;
use crate::diag::{Diagnostics, SourceId, SourceSpan, catalogue};
use table::{Entry, Table};

/// First words of headings that declare something, besides the headings of parts.
const GROUPS: &[&str] = &["points", "mirror", "subsystem", "place", "include"];

/// Reads a declaration without its included files.
pub fn parse_text(text: &str) -> Result<Vehicle, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let vehicle = vehicle_in(SourceText::new(SourceId::MAIN, text), &mut diagnostics);
    dsl::finished(vehicle, diagnostics)
}

/// Reads the declaration in a text; `None` after a report.
pub(super) fn vehicle_in(text: SourceText, diagnostics: &mut Diagnostics) -> Option<Vehicle> {
    table::read(text, diagnostics, |top, diagnostics| {
        let mut header = Header::default();
        let mut items = Vec::new();
        let mut found = Diagnostics::default();
        match top.get("vehicle") {
            Some(entry) => items.extend(header.read(entry, diagnostics)),
            None => {
                let message = "the file needs a table `[vehicle]` with the vehicle's `name`";
                missing(message, "[vehicle]`, `name = \"Car\"", text.place(0..0), diagnostics);
            }
        }
        items.extend(self::items(top, &["vehicle"], Within::Declaration, &mut found));
        if top.get("vehicle").is_none() {
            // Unknown keys may belong to the missing table.
            found.retain(|problem| problem.code.id != catalogue::UNKNOWN_KEYWORD.id);
        }
        diagnostics.append(found);
        Some(Vehicle {
            doc: header.doc,
            public: header.public,
            name: header.name?,
            items,
        })
    })
}

/// Reads the items of an included text. It has no name, but may have settings.
pub(super) fn items_in(text: SourceText, diagnostics: &mut Diagnostics) -> Vec<Item> {
    table::read(text, diagnostics, |top, diagnostics| {
        let settings = top.get("vehicle").and_then(|entry| entry.table(diagnostics));
        let mut items = Vec::new();
        for entry in settings.into_iter().flat_map(Table::entries) {
            if Header::KEYS.contains(&entry.key()) {
                let message = format!(
                    "`{}` stands in the file that includes, not in the one included",
                    entry.key()
                );
                diagnostics.error(&catalogue::SYNTAX, entry.key_span(), message);
            } else {
                items.extend(attribute(entry, diagnostics).map(Item::Setting));
            }
        }
        items.extend(self::items(top, &["vehicle"], Within::Declaration, diagnostics));
        items
    })
}

/// The content of the table `[vehicle]`.
struct Header {
    doc: Vec<String>,
    public: bool,
    name: Option<Word>,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            doc: Vec::new(),
            public: true,
            name: None,
        }
    }
}

impl Header {
    const KEYS: &[&str] = &["name", "doc", "public"];

    /// Reads the table and returns its remaining keys as settings.
    fn read(&mut self, entry: Entry, diagnostics: &mut Diagnostics) -> Vec<Item> {
        let Some(table) = entry.table(diagnostics) else {
            return Vec::new();
        };
        let mut settings = Vec::new();
        for entry in table.entries() {
            match entry.key() {
                "name" => self.name = word(entry, diagnostics),
                "doc" => self.doc = entry.string(diagnostics).map(documentation).unwrap_or_default(),
                "public" => self.public = entry.truth(diagnostics).unwrap_or_default(),
                _ => settings.extend(attribute(entry, diagnostics).map(Item::Setting)),
            }
        }
        if table.get("name").is_none() {
            let place = entry.key_span();
            missing("`[vehicle]` needs a `name`", "name = \"Car\"", place, diagnostics);
        }
        settings
    }
}

/// Lines as `/// ..` gives them: with the blank behind the slashes.
fn documentation(text: SourceText) -> Vec<String> {
    let line = |line: &str| match line.trim_end() {
        "" => String::new(),
        line => format!(" {line}"),
    };
    text.letters().trim_end().lines().map(line).collect()
}

/// The items of a table in the order of their places, without the keys in `own`.
fn items(table: Table, own: &[&str], within: Within, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let mut found: Vec<(usize, Item)> = Vec::new();
    for entry in table.entries().filter(|entry| !own.contains(&entry.key())) {
        let keyword = Word {
            text: entry.key().to_owned(),
            span: entry.key_span(),
        };
        match entry.key() {
            "include" => {
                let paths = strings(entry, diagnostics);
                found.extend(paths.into_iter().map(|path| (entry.at(), Item::Include(path))));
            }
            "points" => found.extend(points(entry, within, diagnostics).map(|points| (entry.at(), points))),
            "mirror" | "subsystem" | "place" => {
                let parts = entry.table(diagnostics).into_iter().flat_map(Table::entries);
                found.extend(parts.filter_map(|part| Some((part.at(), group(entry.key(), part, diagnostics)?))));
            }
            // Settings of groups; the settings of the vehicle stand in `[vehicle]`.
            known if language::is_of_groups(known) && !own.contains(&"vehicle") => {
                found.extend(attribute(entry, diagnostics).map(|setting| (entry.at(), Item::Setting(setting))));
            }
            known if language::part(known).is_some() => {
                let parts = entry.table(diagnostics).into_iter().flat_map(Table::entries);
                found.extend(parts.filter_map(|part| {
                    let element = element(keyword.clone(), part, within, diagnostics)?;
                    Some((part.at(), Item::Element(element)))
                }));
            }
            _ => unknown(entry, own, diagnostics),
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, item)| item).collect()
}

fn unknown(entry: Entry, own: &[&str], diagnostics: &mut Diagnostics) {
    let parts: Vec<&str> = language::keywords().collect();
    let known: Vec<&str> = [own, &parts, GROUPS].concat();
    let message = format!("`{}` declares nothing here", entry.key());
    let problem = diagnostics.error(&catalogue::UNKNOWN_KEYWORD, entry.key_span(), message);
    problem.help = match suggest::nearest(entry.key(), known.iter().copied()) {
        None if own.contains(&"vehicle") && !entry.is_table() => {
            Some("settings such as `gravity` stand in the table `[vehicle]`".to_owned())
        }
        _ => suggest::advice(entry.key(), &known),
    };
}

/// `[mirror.front_left]`, `[subsystem.DoubleWishbone]`, `[place.front_left]`
fn group(keyword: &str, entry: Entry, diagnostics: &mut Diagnostics) -> Option<Item> {
    let name = name(Within::Declaration, entry, diagnostics);
    let table = entry.table(diagnostics)?;
    let mut needs = |key: &str, example: &str| {
        let found = table.get(key);
        if found.is_none() {
            let message = format!("{keyword} `{}` needs `{key}`", entry.key());
            missing(&message, &format!("{key} = {example}"), entry.key_span(), diagnostics);
        }
        found
    };
    match keyword {
        "mirror" => {
            let image = needs("as", "\"front_right\"").and_then(|entry| word(entry, diagnostics));
            let items = items(table, &["as"], Within::Declaration, diagnostics);
            Some(Item::Mirror {
                group: name?,
                image: image?,
                items,
            })
        }
        "subsystem" => {
            let formals = needs("bodies", "[\"chassis\"]").map(|entry| words(entry, diagnostics));
            let items = items(table, &["bodies"], Within::Declaration, diagnostics);
            Some(Item::Subsystem {
                name: name?,
                formals: formals?,
                items,
            })
        }
        _ => {
            let form = needs("kind", "\"DoubleWishbone(chassis)\"").and_then(|entry| form(entry, diagnostics));
            let mirrored = table.get("mirrored").map(|entry| word(entry, diagnostics));
            let items = items(table, &["kind", "mirrored"], Within::Place, diagnostics);
            let Form { kind, arguments } = form?;
            Some(Item::Place {
                subsystem: kind,
                arguments,
                group: name?,
                image: match mirrored {
                    Some(image) => Some(image?),
                    None => None,
                },
                items,
            })
        }
    }
}

/// `[joint.heave]` with its `kind` among the attributes, or `heave = "prismatic(ground, chassis)"`.
fn element(keyword: Word, entry: Entry, within: Within, diagnostics: &mut Diagnostics) -> Option<Element> {
    if is_late_inclusion(entry, diagnostics) {
        return None;
    }
    let name = name(within, entry, diagnostics);
    let is_body = keyword.text == "body";
    if !is_body && entry.is_string() {
        let form = Some(form(entry, diagnostics)?);
        return Some(Element {
            keyword,
            name: name?,
            form,
            attributes: Vec::new(),
        });
    }
    let table = entry.table(diagnostics)?;
    if !is_body && within == Within::Declaration && table.get("kind").is_none() {
        // A misspelt `kind` read as an attribute would lead to many mistakes about missing bodies.
        let meant = |entry: &Entry| suggest::nearest(entry.key(), ["kind"]).is_some();
        if let Some(slip) = table.entries().find(meant) {
            let message = format!("{} `{}` has no attribute `{}`", keyword.text, entry.key(), slip.key());
            diagnostics
                .error(&catalogue::UNKNOWN_ATTRIBUTE, slip.key_span(), message)
                .help("did you mean `kind`?");
            return None;
        }
    }
    let (mut kind, mut attributes) = (None, Vec::new());
    let mut tune = None;
    for entry in table.entries() {
        match entry.key() {
            "kind" if !is_body => kind = Some(form(entry, diagnostics)),
            "tune" => tune = Some(tune_all(entry, diagnostics)),
            key if entry.is_string() && language::is_file(&keyword.text, key) => {
                attributes.extend(file(entry, diagnostics));
            }
            _ => attributes.extend(attribute(entry, diagnostics)),
        }
    }
    if let Some(tune) = tune.flatten() {
        attributes.iter_mut().for_each(|attribute| attribute.value.tune(&tune));
    }
    Some(Element {
        keyword,
        name: name?,
        form: match kind {
            Some(form) => Some(form?),
            None => None,
        },
        attributes,
    })
}

/// `[points]`: lists, and optionally the `unit` of lists without one.
fn points(entry: Entry, within: Within, diagnostics: &mut Diagnostics) -> Option<Item> {
    let table = entry.table(diagnostics)?;
    // A point may also be called `unit`; but a point is a list.
    let unit = table.get("unit").filter(|entry| !entry.is_list());
    let common = unit.map(|entry| table_unit(entry, diagnostics));
    let mut points = Vec::new();
    for entry in table.entries() {
        if unit.is_some() && entry.key() == "unit" {
            continue;
        }
        let Some(mut point) = attribute_called(within, entry, diagnostics) else {
            continue;
        };
        if let Value::List { unit: unit @ None, .. } = &mut point.value {
            *unit = common.clone().flatten();
        }
        points.push(point);
    }
    match common {
        // The unit could not be read. The points are left out; otherwise each would be reported to lack a unit.
        Some(None) => None,
        _ => Some(Item::Points(points)),
    }
}

fn table_unit(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Unit> {
    let text = entry.string(diagnostics)?;
    let unit = text.read(diagnostics, |tokens, diagnostics| {
        let unit = super::value::unit(None, tokens, diagnostics)?;
        if unit.is_none() {
            tokens.expected("a unit such as `mm`", diagnostics);
        }
        unit
    })?;
    Some(unit)
}

/// `tune = "all"`: corresponds to `tune` before a part in the grammar.
fn tune_all(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Tune> {
    let word = word(entry, diagnostics)?;
    if word.text != "all" {
        diagnostics
            .error(&catalogue::WRONG_VALUE, word.span, "`tune` can only be `all`")
            .help("leave it out, and write `tune` before the numbers that are to be parameters");
        return None;
    }
    Some(Tune {
        name: None,
        reach: Reach::Item,
        span: entry.span(),
    })
}

/// `file = "tyres/front.tir"`
fn file(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    let key = name(Within::Declaration, entry, diagnostics)?;
    let path = Word {
        text: entry.string(diagnostics)?.letters().to_owned(),
        span: entry.span(),
    };
    let value = Value::File(File { path, text: None });
    Some(Attribute { key, value })
}

fn attribute(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    attribute_called(Within::Declaration, entry, diagnostics)
}

fn attribute_called(within: Within, entry: Entry, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    if is_late_inclusion(entry, diagnostics) {
        return None;
    }
    let key = name(within, entry, diagnostics);
    let value = value::value(entry, diagnostics);
    Some(Attribute {
        key: key?,
        value: value?,
    })
}

/// The key as a name: one word, or in a place also `"strut.piston"`.
fn name(within: Within, entry: Entry, diagnostics: &mut Diagnostics) -> Option<Word> {
    let read = |tokens: &mut Tokens, diagnostics: &mut Diagnostics| dsl::name(within, "a name", tokens, diagnostics);
    entry.key_text().read(diagnostics, read)
}

/// Reads a string that is a name.
fn word(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Word> {
    let text = entry.string(diagnostics)?;
    text.read(diagnostics, |tokens, diagnostics| tokens.word("a name", diagnostics))
}

/// `["chassis", "rack"]`
fn words(entry: Entry, diagnostics: &mut Diagnostics) -> Vec<Word> {
    let members = entry.members(diagnostics);
    members
        .into_iter()
        .filter_map(|member| word(member, diagnostics))
        .collect()
}

/// `"a.toml"`, `["a.toml", "b.txt"]`
fn strings(entry: Entry, diagnostics: &mut Diagnostics) -> Vec<Word> {
    let members = match entry.is_string() {
        true => vec![entry],
        false => entry.members(diagnostics),
    };
    let string = |member: Entry| {
        Some(Word {
            text: member.string(diagnostics)?.letters().to_owned(),
            span: member.span(),
        })
    };
    members.into_iter().filter_map(string).collect()
}

/// `"revolute(chassis, lower_arm)"`
fn form(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Form> {
    entry.string(diagnostics)?.read(diagnostics, dsl::form)
}

/// Whether this is an `include` behind the heading of a table, which TOML takes for a key of that table; reports the
/// mistake if so.
fn is_late_inclusion(entry: Entry, diagnostics: &mut Diagnostics) -> bool {
    let is_late = entry.is_inclusion();
    if is_late {
        let message = "`include` stands in a table, where it includes nothing";
        diagnostics
            .error(&catalogue::SYNTAX, entry.key_span(), message)
            .label("this is a key of the table above")
            .help("write it before the first heading `[..]` of the file, or first in a group");
    }
    is_late
}

fn missing(message: &str, example: &str, place: SourceSpan, diagnostics: &mut Diagnostics) {
    diagnostics
        .error(&catalogue::MISSING_ATTRIBUTE, place, message)
        .help(format!("add `{example}`"));
}
