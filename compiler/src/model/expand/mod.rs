//! Writes out subsystems: every place of a subsystem becomes a group of parts.
//!
//! This happens on the syntax tree, before any name has an id. So the later stages (ids, mirroring, checks, analysis)
//! know only parts and groups, and a placed suspension is handled like a suspension that is written out.
//!
//! References stay as they are written. The body that replaces a formal body is stored with its group ([`Formal`]), and
//! is looked up together with names ([`super::scope::Scope`]). Only during this look-up is it known that a name refers
//! to a body: a formal body `rack` does not conflict with a point or an input `rack`.
//!
//! A mistake in the text of a subsystem is found at each place of the subsystem, with equal messages. In the end it is
//! reported once ([`Diagnostics::say_once`]).

mod overrides;
pub(super) mod size;

use super::namespace::duplicate;
use crate::diag::{Diagnostic, Diagnostics, SourceSpan, catalogue};
use crate::front::language;
use crate::front::suggest;
use crate::front::syntax::{Attribute, Element, Item, Path, Vehicle, Word};
use std::collections::BTreeMap;

/// A member of a vehicle or group. A group has the settings of its frame only.
pub(super) enum Member {
    Setting(Attribute),
    Point(Attribute),
    Element(Element),
    Group(Group),
}

/// Parts under a common name, mirrored if there is an image.
pub(super) struct Group {
    pub(super) name: Word,
    pub(super) image: Option<Word>,
    pub(super) formals: Vec<Formal>,
    pub(super) parts: Vec<Member>,
    /// Whether its parts could not be read, which has been reported.
    pub(super) is_lost: bool,
}

/// A body of a subsystem that is replaced by a different body at each place.
pub(super) struct Formal {
    /// Name inside the subsystem.
    pub(super) name: String,
    /// Name of the body that replaces the formal body; `None` if the place names too few bodies.
    pub(super) argument: Option<Path>,
}

/// The parts of a vehicle; `None`, after a report, if there are too many.
pub(super) fn expand(vehicle: &Vehicle, diagnostics: &mut Diagnostics) -> Option<Vec<Member>> {
    let subsystems = subsystems(&vehicle.items, diagnostics);
    if !size::is_within_limits(&vehicle.items, &subsystems, diagnostics) {
        return None;
    }
    let mut expansion = Expansion {
        subsystems,
        diagnostics,
    };
    Some(expansion.parts(&vehicle.items, &Around::default()))
}

/// Warns of subsystems that are never placed.
pub(crate) fn unplaced(vehicle: &Vehicle) -> Diagnostics {
    let mut unplaced = subsystems(&vehicle.items, &mut Diagnostics::default());
    let mut to_read = vec![vehicle.items.as_slice()];
    while let Some(items) = to_read.pop() {
        for item in items {
            match item {
                Item::Mirror { items, .. } => to_read.push(items),
                Item::Place { subsystem, items, .. } => {
                    to_read.push(items);
                    to_read.extend(unplaced.remove(subsystem.text.as_str()).map(|placed| placed.items));
                }
                Item::Include(_) | Item::Setting(_) | Item::Points(_) | Item::Element(_) | Item::Subsystem { .. } => {}
            }
        }
    }
    let mut warnings = Diagnostics::default();
    for subsystem in unplaced.values() {
        let message = format!("subsystem `{}` is never placed", subsystem.name.text);
        warnings
            .warning(&catalogue::UNPLACED_SUBSYSTEM, subsystem.name.span, message)
            .help(format!("write `place {} as ..`, or remove it", subsystem.usage()));
    }
    warnings
}

/// `subsystem name(formals) { items }`
#[derive(Clone, Copy)]
struct Subsystem<'a> {
    name: &'a Word,
    formals: &'a [Word],
    items: &'a [Item],
}

impl Subsystem<'_> {
    /// `DoubleWishbone(chassis, rack)`
    fn usage(&self) -> String {
        let formals: Vec<&str> = self.formals.iter().map(|formal| formal.text.as_str()).collect();
        format!("{}({})", self.name.text, formals.join(", "))
    }
}

/// The subsystems of a vehicle by name; if several have one name, the first of them.
fn subsystems<'a>(items: &'a [Item], diagnostics: &mut Diagnostics) -> BTreeMap<&'a str, Subsystem<'a>> {
    let mut subsystems: BTreeMap<&str, Subsystem> = BTreeMap::new();
    for item in items {
        let Item::Subsystem { name, formals, items } = item else {
            continue;
        };
        if let Some(first) = subsystems.get(name.text.as_str()) {
            duplicate("subsystem", &name.text, name.span, first.name.span, diagnostics);
            continue;
        }
        check_formals(formals, diagnostics);
        subsystems.insert(&name.text, Subsystem { name, formals, items });
    }
    subsystems
}

fn check_formals(formals: &[Word], diagnostics: &mut Diagnostics) {
    let mut firsts: BTreeMap<&str, SourceSpan> = BTreeMap::new();
    for formal in formals {
        if formal.text == "ground" {
            let message = "`ground` is always there and stands for no other body";
            diagnostics
                .error(&catalogue::HOSTILE_NAME, formal.span, message)
                .help("leave it out: a subsystem may name the `ground` as it is");
        }
        match firsts.get(formal.text.as_str()) {
            Some(first) => duplicate("body", &formal.text, formal.span, *first, diagnostics),
            None => drop(firsts.insert(&formal.text, formal.span)),
        }
    }
}

/// The surroundings of the items that are written out.
#[derive(Clone, Default)]
struct Around<'a> {
    in_group: bool,
    /// Place of the `mirror` or `mirrored` that applies to them, if any.
    mirrored: Option<SourceSpan>,
    /// The subsystems being written out, outermost first.
    subsystems: Vec<&'a str>,
}

impl<'a> Around<'a> {
    /// The surroundings of items inside a group at this place.
    fn group(&self, image: Option<&Word>, subsystem: Option<&'a str>) -> Self {
        Self {
            in_group: true,
            mirrored: self.mirrored.or(image.map(|image| image.span)),
            subsystems: self.subsystems.iter().copied().chain(subsystem).collect(),
        }
    }
}

struct Expansion<'a, 'd> {
    subsystems: BTreeMap<&'a str, Subsystem<'a>>,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Expansion<'a, '_> {
    fn parts(&mut self, items: &[Item], around: &Around<'a>) -> Vec<Member> {
        let mut parts = Vec::new();
        for item in items {
            match item {
                Item::Setting(setting) if around.in_group && !language::is_of_groups(&setting.key.text) => {
                    let message = format!("the setting `{}` holds for the whole vehicle", setting.key.text);
                    self.misplaced(setting.key.span, message, "not inside a group");
                }
                Item::Setting(setting) => parts.push(Member::Setting(setting.clone())),
                Item::Points(points) => parts.extend(points.iter().cloned().map(Member::Point)),
                Item::Element(element) => parts.push(Member::Element(element.clone())),
                Item::Subsystem { name, .. } if around.in_group => {
                    let message = format!("subsystem `{}` is declared for the whole vehicle", name.text);
                    self.misplaced(name.span, message, "not inside a group");
                }
                Item::Include(path) => {
                    let message = format!("`{}` has not been read", path.text);
                    self.diagnostics.error(&catalogue::INCLUDE, path.span, message);
                }
                // Subsystems are written out where they are placed.
                Item::Subsystem { .. } => {}
                Item::Mirror { group, image, items } => {
                    let mut mirrored = Group::lost(group, Some(image));
                    if self.is_mirrored_once(&mirrored, around) {
                        mirrored.is_lost = false;
                        mirrored.parts = self.parts(items, &around.group(Some(image), None));
                    }
                    parts.push(Member::Group(mirrored));
                }
                Item::Place {
                    subsystem,
                    arguments,
                    group,
                    image,
                    items,
                } => {
                    let mut placed = Group::lost(group, image.as_ref());
                    if let Some(found) = self.placeable(subsystem, &placed, around) {
                        placed.is_lost = false;
                        placed.formals = self.formals(subsystem, arguments, found);
                        let items = overrides::apply(found, items, self.diagnostics);
                        self.check_shadows(&items, found);
                        let around = around.group(image.as_ref(), Some(&found.name.text));
                        placed.parts = self.parts(&items, &around);
                    }
                    parts.push(Member::Group(placed));
                }
            }
        }
        parts
    }

    /// The subsystem with this name, if it may be placed here under the name of this group.
    fn placeable(&mut self, name: &Word, group: &Group, around: &Around) -> Option<Subsystem<'a>> {
        let found = self.find(name)?;
        (self.is_no_circle(name, around) && self.is_mirrored_once(group, around)).then_some(found)
    }

    fn find(&mut self, name: &Word) -> Option<Subsystem<'a>> {
        let found = self.subsystems.get(name.text.as_str()).copied();
        if found.is_none() {
            let known: Vec<&str> = self.subsystems.keys().copied().collect();
            let message = format!("there is no subsystem `{}`", name.text);
            let problem = self.diagnostics.error(&catalogue::UNKNOWN_NAME, name.span, message);
            problem.help(format!("declare `subsystem {}(..) {{ .. }}`", name.text));
            problem.help = suggest::advice(&name.text, &known).or(problem.help.take());
        }
        found
    }

    fn is_no_circle(&mut self, name: &Word, around: &Around) -> bool {
        let Some(first) = around.subsystems.iter().position(|outer| *outer == name.text) else {
            return true;
        };
        let way = match &around.subsystems[first + 1..] {
            [] => String::new(),
            way => format!(", by way of {}", suggest::quoted(way)),
        };
        let message = format!("subsystem `{}` is placed inside itself{way}", name.text);
        self.diagnostics
            .error(&catalogue::CIRCULAR_SUBSYSTEM, name.span, message);
        false
    }

    fn is_mirrored_once(&mut self, group: &Group, around: &Around) -> bool {
        let (Some(first), Some(image)) = (around.mirrored, &group.image) else {
            return true;
        };
        let message = "a mirrored group inside another would be mirrored twice".to_owned();
        self.misplaced(image.span, message, "not inside a mirrored group")
            .also(first, "mirrored here already");
        false
    }

    /// Pairs the formal bodies of a subsystem with the bodies named at the place.
    fn formals(&mut self, place: &Word, arguments: &[Path], subsystem: Subsystem) -> Vec<Formal> {
        let needed = subsystem.formals.len();
        if arguments.len() != needed {
            let bodies = if needed == 1 { "body" } else { "bodies" };
            let message = format!("`{}` takes {needed} {bodies}, not {}", place.text, arguments.len());
            self.diagnostics
                .error(&catalogue::WRONG_ARGUMENTS, place.span, message)
                .help(format!("place `{}` with a body for each name", subsystem.usage()))
                .also(subsystem.name.span, "declared here");
        }
        let arguments = arguments.iter().cloned().map(Some).chain(std::iter::repeat(None));
        let formals = subsystem.formals.iter().map(|formal| formal.text.clone());
        formals
            .zip(arguments)
            .map(|(name, argument)| Formal { name, argument })
            .collect()
    }

    /// Reports a body of the subsystem that would hide a formal body.
    fn check_shadows(&mut self, items: &[Item], subsystem: Subsystem) {
        for item in items {
            let Item::Element(Element { keyword, name, .. }) = item else {
                continue;
            };
            let formal = subsystem.formals.iter().find(|formal| formal.text == name.text);
            if let Some(formal) = formal.filter(|_| keyword.text == "body") {
                duplicate("body", &name.text, name.span, formal.span, self.diagnostics);
            }
        }
    }

    fn misplaced(&mut self, span: SourceSpan, message: String, label: &str) -> &mut Diagnostic {
        self.diagnostics
            .error(&catalogue::MISPLACED, span, message)
            .label(label)
    }
}

impl Group {
    /// A group of which only the name is known.
    fn lost(name: &Word, image: Option<&Word>) -> Self {
        Self {
            name: name.clone(),
            image: image.cloned(),
            formals: Vec::new(),
            parts: Vec::new(),
            is_lost: true,
        }
    }
}
