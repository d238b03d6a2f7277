//! Every declared name gets its id before anything is resolved, so that order of declaration never matters.

mod lookup;

use super::element;
use super::expand::{self, Formal, Part};
use super::names::{check_type, check_word, identifier, normalised};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Attribute, Element, Value, Vehicle, Word};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

/// Names live per kind: a body and a point may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Body,
    Joint,
    Spring,
    Force,
    Wheel,
    Drive,
    Signal,
    Output,
    Point,
}

const KINDS: [Kind; 9] = [
    Kind::Body,
    Kind::Joint,
    Kind::Spring,
    Kind::Force,
    Kind::Wheel,
    Kind::Drive,
    Kind::Signal,
    Kind::Output,
    Kind::Point,
];

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Body => "body",
            Kind::Joint => "joint or link",
            Kind::Spring => "spring",
            Kind::Force => "force element",
            Kind::Wheel => "wheel",
            Kind::Drive => "drive",
            Kind::Signal => "signal",
            Kind::Output => "output",
            Kind::Point => "point",
        }
    }

    /// Which names a part with this keyword is among.
    pub(super) fn of_keyword(keyword: &str) -> Option<Kind> {
        Some(match keyword {
            "body" => Kind::Body,
            "joint" | "link" | "gear" => Kind::Joint,
            "spring" => Kind::Spring,
            "wheel" => Kind::Wheel,
            "output" => Kind::Output,
            other => {
                return element::KINDS
                    .iter()
                    .any(|(known, _)| *known == other)
                    .then_some(Kind::Force);
            }
        })
    }
}

/// All names of one kind; their positions are the ids.
#[derive(Default)]
struct Table {
    /// Full names with the place of declaration; a name declared twice keeps both positions.
    entries: Vec<(String, SourceSpan)>,
    /// First position of each full name, normalised.
    positions: BTreeMap<String, usize>,
}

/// A group: names inside are `name.part` and, in its mirror image, `image.part`.
struct Group<'a> {
    /// With those of the groups around: `front.left`.
    name: String,
    /// Likewise; none where it is not mirrored by itself.
    image: Option<String>,
    /// The group that it stands in.
    around: Option<usize>,
    /// What bodies of other groups are called inside.
    formals: &'a [Formal],
    /// Per kind: first position of the parts in the group, and how many they are. Of a mirrored one as many images follow
    /// at once.
    parts: [(usize, usize); KINDS.len()],
    /// Its settings `origin`, as often as they were given.
    origins: Vec<&'a Attribute>,
    /// Whether its parts are unknown, which has been reported.
    is_lost: bool,
}

/// A part or point where it was declared, with its id.
pub(super) struct Placed<'a, T> {
    pub(super) declared: &'a T,
    pub(super) position: usize,
    /// The group that it stands in.
    pub(super) group: Option<usize>,
}

/// All that was declared, named and numbered.
pub(super) struct Scope<'a> {
    tables: [Table; KINDS.len()],
    groups: Vec<Group<'a>>,
    pub(super) elements: Vec<Placed<'a, Element>>,
    pub(super) points: Vec<Placed<'a, Attribute>>,
    pub(super) settings: Vec<&'a Attribute>,
}

impl<'a> Scope<'a> {
    /// Collects and checks all names of a vehicle that consists of these parts.
    pub(super) fn declare(vehicle: &Vehicle, parts: &'a [Part], diagnostics: &mut Diagnostics) -> Self {
        let mut scope = Scope {
            tables: Default::default(),
            groups: Vec::new(),
            elements: Vec::new(),
            points: Vec::new(),
            settings: Vec::new(),
        };
        check_type(&vehicle.name, diagnostics);
        scope.insert(Kind::Body, "ground".to_owned(), vehicle.name.span);
        scope.parts(parts, None, &mut BTreeMap::new(), diagnostics);
        scope.check_collisions(diagnostics);
        scope.check_formals(diagnostics);
        scope
    }

    /// How many there are of a kind.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.tables[kind as usize].entries.len()
    }

    /// The full name at a position.
    pub(super) fn name(&self, kind: Kind, position: usize) -> &str {
        &self.tables[kind as usize].entries[position].0
    }

    /// Where the thing at a position was declared.
    pub(super) fn place(&self, kind: Kind, position: usize) -> SourceSpan {
        self.tables[kind as usize].entries[position].1
    }

    /// The position of a full name.
    pub(super) fn position(&self, kind: Kind, name: &str) -> Option<usize> {
        self.tables[kind as usize].positions.get(&normalised(name)).copied()
    }

    /// Whether the thing at this position is a mirror image.
    pub(super) fn is_image(&self, kind: Kind, position: usize) -> bool {
        self.image(kind, position) < position
    }

    /// The position of the mirror image: parts of mirrored groups and their images change places, whatever stands
    /// outside is its own image.
    pub(super) fn image(&self, kind: Kind, position: usize) -> usize {
        for group in self.groups.iter().filter(|group| group.image.is_some()) {
            let (first, count) = group.parts[kind as usize];
            if (first..first + count).contains(&position) {
                return position + count;
            }
            if (first + count..first + 2 * count).contains(&position) {
                return position - count;
            }
        }
        position
    }

    /// The mirrored group around what stands in `group`.
    pub(super) fn mirrored(&self, group: Option<usize>) -> Option<usize> {
        self.outward(group).find(|group| self.groups[*group].image.is_some())
    }

    /// A group and those around it.
    fn outward(&self, group: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(group, |group| self.groups[*group].around)
    }

    /// The full name of what is called `name` inside `group`.
    pub(super) fn full_name(&self, name: &str, group: Option<usize>) -> String {
        match group {
            Some(group) => format!("{}.{name}", self.groups[group].name),
            None => name.to_owned(),
        }
    }

    /// The full name of the image of a part with this full name in a mirrored group.
    pub(super) fn image_name(&self, name: &str, mirrored: usize) -> String {
        let Group { name: group, image, .. } = &self.groups[mirrored];
        let part = name.strip_prefix(group.as_str()).unwrap_or(name);
        format!("{}{part}", image.as_deref().unwrap_or(group))
    }

    /// Every group's name, with the group around it and its settings `origin`; the groups around come first.
    pub(super) fn origins(&self) -> impl Iterator<Item = (&str, Option<usize>, &[&'a Attribute])> {
        let groups = self.groups.iter();
        groups.map(|group| (group.name.as_str(), group.around, group.origins.as_slice()))
    }

    /// Whether parts are missing since their group could not be read.
    pub(super) fn is_incomplete(&self) -> bool {
        self.groups.iter().any(|group| group.is_lost)
    }

    fn parts(
        &mut self,
        parts: &'a [Part],
        group: Option<usize>,
        groups: &mut BTreeMap<String, SourceSpan>,
        diagnostics: &mut Diagnostics,
    ) {
        for part in parts {
            match part {
                Part::Setting(setting) => match group {
                    Some(group) => self.groups[group].origins.push(setting),
                    None => self.settings.push(setting),
                },
                Part::Point(point) => {
                    let position = self.declare_word(Kind::Point, &point.key, group, diagnostics);
                    self.points.push(Placed {
                        declared: point,
                        position,
                        group,
                    });
                }
                Part::Element(element) => self.element(element, group, diagnostics),
                Part::Group(inner) => self.group(inner, group, groups, diagnostics),
            }
        }
    }

    fn group(
        &mut self,
        group: &'a expand::Group,
        around: Option<usize>,
        groups: &mut BTreeMap<String, SourceSpan>,
        diagnostics: &mut Diagnostics,
    ) {
        for word in std::iter::once(&group.name).chain(&group.image) {
            check_word(word, diagnostics);
            match groups.entry(self.full_name(&word.text, around)) {
                Entry::Occupied(first) => duplicate("group", &word.text, word.span, *first.get(), diagnostics),
                Entry::Vacant(free) => {
                    free.insert(word.span);
                }
            }
        }
        let firsts = KINDS.map(|kind| self.count(kind));
        let number = self.groups.len();
        self.groups.push(Group {
            name: self.full_name(&group.name.text, around),
            image: group.image.as_ref().map(|image| self.full_name(&image.text, around)),
            around,
            formals: &group.formals,
            parts: firsts.map(|first| (first, 0)),
            origins: Vec::new(),
            is_lost: group.is_lost,
        });
        self.parts(&group.parts, Some(number), groups, diagnostics);
        for (kind, first) in KINDS.into_iter().zip(firsts) {
            let count = self.count(kind) - first;
            self.groups[number].parts[kind as usize] = (first, count);
            if group.image.is_some() {
                self.images(kind, first..first + count, number);
            }
        }
    }

    /// Names the mirror images of a group's parts.
    fn images(&mut self, kind: Kind, parts: Range<usize>, mirrored: usize) {
        for position in parts {
            let (name, span) = self.tables[kind as usize].entries[position].clone();
            let image = self.image_name(&name, mirrored);
            self.insert(kind, image, span);
        }
    }

    fn element(&mut self, element: &'a Element, group: Option<usize>, diagnostics: &mut Diagnostics) {
        let Some(kind) = Kind::of_keyword(&element.keyword.text) else {
            let message = format!("`{}` begins no item", element.keyword.text);
            diagnostics.error(&catalogue::UNKNOWN_KEYWORD, element.keyword.span, message);
            return;
        };
        let position = self.declare_word(kind, &element.name, group, diagnostics);
        for (kind, input) in element.attributes.iter().filter_map(|a| input(element, a)) {
            // Several may have one signal; a joint has a drive of its own.
            let name = self.full_name(&input.text, group);
            if kind == Kind::Drive || self.position(kind, &name).is_none() {
                self.declare_word(kind, &input, group, diagnostics);
            }
        }
        self.elements.push(Placed {
            declared: element,
            position,
            group,
        });
    }

    /// Numbers a name, complaining if it is no good or taken.
    fn declare_word(&mut self, kind: Kind, word: &Word, group: Option<usize>, diagnostics: &mut Diagnostics) -> usize {
        check_word(word, diagnostics);
        let name = self.full_name(&word.text, group);
        if kind == Kind::Body && word.text == "ground" {
            diagnostics
                .error(
                    &catalogue::HOSTILE_NAME,
                    word.span,
                    "`ground` is always there and cannot be declared",
                )
                .help("leave it out: joints may name the `ground` as it is");
        } else if let Some(first) = self
            .position(kind, &name)
            .filter(|first| self.name(kind, *first) == name)
        {
            let place = self.tables[kind as usize].entries[first].1;
            if kind == Kind::Drive {
                diagnostics
                    .error(
                        &catalogue::DUPLICATE_DRIVE,
                        word.span,
                        format!("`{name}` already drives another joint"),
                    )
                    .label("second joint")
                    .also(place, "first joint");
            } else {
                // In the same group the mistake is that of its text, and a subsystem's text stands in several.
                let own = group.map_or(0, |group| self.groups[group].parts[kind as usize].0);
                let name = if first < own { &name } else { &word.text };
                duplicate(kind.word(), name, word.span, place, diagnostics);
            }
        }
        self.insert(kind, name, word.span)
    }

    fn insert(&mut self, kind: Kind, name: String, span: SourceSpan) -> usize {
        let table = &mut self.tables[kind as usize];
        let position = table.entries.len();
        table.positions.entry(normalised(&name)).or_insert(position);
        table.entries.push((name, span));
        position
    }

    /// Bodies that a place names and the vehicle does not have.
    fn check_formals(&self, diagnostics: &mut Diagnostics) {
        for group in &self.groups {
            for body in group.formals.iter().filter_map(|formal| formal.argument.as_ref()) {
                self.find(Kind::Body, body, group.around, diagnostics);
            }
        }
    }

    /// Different names of one kind that would be one identifier in emitted code.
    fn check_collisions(&self, diagnostics: &mut Diagnostics) {
        for kind in KINDS {
            let mut identifiers: BTreeMap<String, usize> = BTreeMap::new();
            let entries = &self.tables[kind as usize].entries;
            for (position, (name, span)) in entries.iter().enumerate() {
                let first = *identifiers.entry(identifier(name)).or_insert(position);
                let (first_name, first_span) = &entries[first];
                // Where both are images, the originals have been reported.
                let both_images = self.is_image(kind, first) && self.is_image(kind, position);
                if first_name != name && !both_images {
                    let (name, first_name) = inside_group(name, first_name);
                    let message = format!("`{name}` and `{first_name}` become one name in the solver");
                    diagnostics
                        .error(&catalogue::COLLIDING_NAMES, *span, message)
                        .label(format!("becomes `{}`", identifier(name)))
                        .also(*first_span, "and so does this");
                }
            }
        }
    }
}

/// Two names without the group that both are in.
fn inside_group<'n>(one: &'n str, other: &'n str) -> (&'n str, &'n str) {
    match (one.rsplit_once('.'), other.rsplit_once('.')) {
        (Some((group, one)), Some((same, other))) if group == same => (one, other),
        _ => (one, other),
    }
}

/// The input that an attribute names, where it names one by a plain word; anything else is reported with its part.
fn input(element: &Element, attribute: &Attribute) -> Option<(Kind, Word)> {
    let kind = match (element.keyword.text.as_str(), attribute.key.text.as_str()) {
        ("joint" | "link", "drive") => Kind::Drive,
        ("spring" | "torsion", "actuator") | ("load", "force" | "torque") => Kind::Signal,
        _ => return None,
    };
    match &attribute.value {
        Value::Name(path) if !path.text.contains(['.', '-']) => {
            let (text, span) = (path.text.clone(), path.span);
            Some((kind, Word { text, span }))
        }
        _ => None,
    }
}

/// Reports a name that has been taken.
pub(super) fn duplicate(what: &str, name: &str, span: SourceSpan, first: SourceSpan, diagnostics: &mut Diagnostics) {
    diagnostics
        .error(
            &catalogue::DUPLICATE_NAME,
            span,
            format!("there are two declarations of {what} `{name}`"),
        )
        .label("declared again here")
        .also(first, "first declared here");
}
