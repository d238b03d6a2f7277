//! Gives every declared name its id before anything is resolved, so that the order of declaration does not matter.

mod lookup;

use super::expand::{self, Formal, Member};
use super::input;
use super::names::{check_type, identifier, normalised};
use super::namespace::{KINDS, Kind, duplicate};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Attribute, Element, Value, Vehicle, Word};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

/// All names of one kind; the ids are positions in it.
#[derive(Default)]
struct Table {
    /// Full names with the source place of declaration; a name declared twice keeps both positions.
    entries: Vec<(String, SourceSpan)>,
    /// First position of each full name, normalised.
    positions: BTreeMap<String, usize>,
}

/// A group: names inside it are `name.part` and, in its mirror image, `image.part`.
struct Group<'a> {
    /// Full name, including the names of the outer groups: `front.left`.
    name: String,
    /// Full name of its image; `None` if the group itself is not mirrored.
    image: Option<String>,
    /// The surrounding group.
    around: Option<usize>,
    /// Formal names of bodies, with the bodies that replace them.
    formals: &'a [Formal],
    /// By kind: position of the first part in the group, and number of parts. For a mirrored group the same number of
    /// images follows.
    parts: [(usize, usize); KINDS.len()],
    /// Its settings, including those that are given twice.
    settings: Vec<&'a Attribute>,
    /// Whether its parts could not be read, which has been reported.
    is_lost: bool,
}

/// A part or point with its id and the group in which it was declared.
pub(super) struct Numbered<'a, T> {
    pub(super) declared: &'a T,
    pub(super) position: usize,
    /// The surrounding group.
    pub(super) group: Option<usize>,
}

/// All declarations with their names and ids.
pub(super) struct Scope<'a> {
    tables: [Table; KINDS.len()],
    groups: Vec<Group<'a>>,
    pub(super) elements: Vec<Numbered<'a, Element>>,
    pub(super) points: Vec<Numbered<'a, Attribute>>,
    pub(super) settings: Vec<&'a Attribute>,
}

impl<'a> Scope<'a> {
    /// Collects and checks all names of a vehicle with these parts.
    pub(super) fn declare(vehicle: &Vehicle, parts: &'a [Member], diagnostics: &mut Diagnostics) -> Self {
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

    /// Number of names of a kind.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.tables[kind as usize].entries.len()
    }

    /// A place for each part of a kind, all of them empty.
    pub(super) fn slots<T>(&self, kind: Kind) -> Vec<Option<T>> {
        std::iter::repeat_with(|| None).take(self.count(kind)).collect()
    }

    /// The full name at a position.
    pub(super) fn name(&self, kind: Kind, position: usize) -> &str {
        &self.tables[kind as usize].entries[position].0
    }

    /// Source place of the declaration at a position.
    pub(super) fn place(&self, kind: Kind, position: usize) -> SourceSpan {
        self.tables[kind as usize].entries[position].1
    }

    /// The position of a full name.
    pub(super) fn position(&self, kind: Kind, name: &str) -> Option<usize> {
        self.tables[kind as usize].positions.get(&normalised(name)).copied()
    }

    /// Whether the part at this position is a mirror image.
    pub(super) fn is_image(&self, kind: Kind, position: usize) -> bool {
        self.image(kind, position) < position
    }

    /// The position of the mirror image. Parts of mirrored groups and their images are exchanged; any other part is its
    /// own image.
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

    /// The mirrored group that contains the parts of `group`, if any.
    pub(super) fn mirrored(&self, group: Option<usize>) -> Option<usize> {
        self.outward(group).find(|group| self.groups[*group].image.is_some())
    }

    /// A group and all surrounding groups, from the inside outward.
    fn outward(&self, group: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(group, |group| self.groups[*group].around)
    }

    /// The full name of `name` inside `group`.
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

    /// Name, surrounding group and settings of every group; outer groups come first.
    pub(super) fn group_settings(&self) -> impl Iterator<Item = (&str, Option<usize>, &[&'a Attribute])> {
        let groups = self.groups.iter();
        groups.map(|group| (group.name.as_str(), group.around, group.settings.as_slice()))
    }

    /// Whether parts are missing because their group could not be read.
    pub(super) fn is_incomplete(&self) -> bool {
        self.groups.iter().any(|group| group.is_lost)
    }

    fn parts(
        &mut self,
        parts: &'a [Member],
        group: Option<usize>,
        groups: &mut BTreeMap<String, SourceSpan>,
        diagnostics: &mut Diagnostics,
    ) {
        for part in parts {
            match part {
                Member::Setting(setting) => match group {
                    Some(group) => self.groups[group].settings.push(setting),
                    None => self.settings.push(setting),
                },
                Member::Point(point) => {
                    let position = self.declare_word(Kind::Point, &point.key, group, diagnostics);
                    self.points.push(Numbered {
                        declared: point,
                        position,
                        group,
                    });
                }
                Member::Element(element) => self.element(element, group, diagnostics),
                Member::Group(inner) => self.group(inner, group, groups, diagnostics),
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
            settings: Vec::new(),
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
        for end in input::brought_by(&element.keyword.text) {
            let name = self.full_name(&format!("{}.{end}", element.name.text), group);
            self.insert(Kind::Signal, name, element.name.span);
        }
        for share in element
            .attributes
            .iter()
            .filter(|attribute| is_share(element, attribute))
        {
            let name = self.full_name(&shared_drive(element), group);
            self.insert(Kind::Drive, name, share.key.span);
        }
        for (kind, input) in element.attributes.iter().filter_map(|a| input(element, a)) {
            // Several elements may share a signal; a drive belongs to one joint.
            let name = self.full_name(&input.text, group);
            if kind == Kind::Drive || self.position(kind, &name).is_none() {
                self.declare_word(kind, &input, group, diagnostics);
            }
        }
        self.elements.push(Numbered {
            declared: element,
            position,
            group,
        });
    }

    /// Gives a name its id; reports if it is invalid or taken.
    fn declare_word(&mut self, kind: Kind, word: &Word, group: Option<usize>, diagnostics: &mut Diagnostics) -> usize {
        let name = self.full_name(&word.text, group);
        if kind == Kind::Body && word.text == "ground" {
            diagnostics
                .error(
                    &catalogue::HOSTILE_NAME,
                    word.span,
                    "`ground` is always there and cannot be declared",
                )
                .help("leave it out: joints may name the `ground` as it is");
        } else if let Some((taken, first)) = self.taken(kind, &name) {
            let place = self.tables[taken as usize].entries[first].1;
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
                // A duplicate within one group is a mistake in the text of that group, and the text of a subsystem may
                // belong to several groups.
                let own = group.map_or(0, |group| self.groups[group].parts[taken as usize].0);
                let name = if first < own { &name } else { &word.text };
                let what = match taken == kind {
                    true => kind.word(),
                    false => "spring or force element",
                };
                duplicate(what, name, word.span, place, diagnostics);
            }
        }
        self.insert(kind, name, word.span)
    }

    /// The part that has this name already, with its kind.
    fn taken(&self, kind: Kind, name: &str) -> Option<(Kind, usize)> {
        let mut kinds = [Some(kind), kind.companion()].into_iter().flatten();
        let first = |own: Kind| self.position(own, name).filter(|first| self.name(own, *first) == name);
        kinds.find_map(|own| Some((own, first(own)?)))
    }

    fn insert(&mut self, kind: Kind, name: String, span: SourceSpan) -> usize {
        let table = &mut self.tables[kind as usize];
        let position = table.entries.len();
        table.positions.entry(normalised(&name)).or_insert(position);
        table.entries.push((name, span));
        position
    }

    /// Reports bodies that a place names and the vehicle does not have.
    fn check_formals(&self, diagnostics: &mut Diagnostics) {
        for group in &self.groups {
            for body in group.formals.iter().filter_map(|formal| formal.argument.as_ref()) {
                self.find(Kind::Body, body, group.around, diagnostics);
            }
        }
    }

    /// Reports different names of one kind that become one identifier in emitted code.
    fn check_collisions(&self, diagnostics: &mut Diagnostics) {
        for kind in KINDS {
            let mut identifiers: BTreeMap<String, usize> = BTreeMap::new();
            let entries = &self.tables[kind as usize].entries;
            for (position, (name, span)) in entries.iter().enumerate() {
                let first = *identifiers.entry(identifier(name)).or_insert(position);
                let (first_name, first_span) = &entries[first];
                // If both are images, the originals have been reported.
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

/// Two names without the prefix of the group that contains both.
fn inside_group<'n>(one: &'n str, other: &'n str) -> (&'n str, &'n str) {
    match (one.rsplit_once('.'), other.rsplit_once('.')) {
        (Some((group, one)), Some((same, other))) if group == same => (one, other),
        _ => (one, other),
    }
}

/// The input that an attribute names with a plain word. Any other value is reported where the part is resolved.
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

/// Whether the attribute is a share of an input that drives several joints.
fn is_share(element: &Element, attribute: &Attribute) -> bool {
    let is_joint = matches!(element.keyword.text.as_str(), "joint" | "link");
    is_joint && attribute.key.text == "drive" && matches!(attribute.value, Value::Call { .. })
}

/// Name of the drive of a joint that shares its input.
pub(super) fn shared_drive(joint: &Element) -> String {
    format!("{}.drive", joint.name.text)
}
