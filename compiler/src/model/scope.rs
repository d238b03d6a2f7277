//! Every declared name gets its id before anything is resolved, so that order of declaration never matters.

use super::names::{identifier, is_keyword, is_primitive};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::suggest;
use crate::front::syntax::{Attribute, Element, Item, Path, Value, Vehicle, Word};
use std::collections::BTreeMap;

/// Names live per kind: a body and a point may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Body,
    Joint,
    Spring,
    Wheel,
    Drive,
    Output,
    Point,
}

const KINDS: [Kind; 7] = [
    Kind::Body,
    Kind::Joint,
    Kind::Spring,
    Kind::Wheel,
    Kind::Drive,
    Kind::Output,
    Kind::Point,
];

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Body => "body",
            Kind::Joint => "joint or link",
            Kind::Spring => "spring",
            Kind::Wheel => "wheel",
            Kind::Drive => "drive",
            Kind::Output => "output",
            Kind::Point => "point",
        }
    }

    fn of_keyword(keyword: &str) -> Option<Kind> {
        Some(match keyword {
            "body" => Kind::Body,
            "joint" | "link" => Kind::Joint,
            "spring" => Kind::Spring,
            "wheel" => Kind::Wheel,
            "output" => Kind::Output,
            _ => return None,
        })
    }
}

/// All names of one kind; their positions are the ids.
#[derive(Default)]
struct Table {
    /// Full names with the place of declaration; a name declared twice keeps both positions.
    entries: Vec<(String, SourceSpan)>,
    /// First position of each full name.
    positions: BTreeMap<String, usize>,
}

/// A mirrored group: names inside are `group.part` and, in the image, `image.part`.
pub(super) struct Group {
    pub(super) group: Word,
    pub(super) image: Word,
    /// Per kind: first position of the group's own parts, and how many they are. As many images follow at once.
    parts: [(usize, usize); KINDS.len()],
}

/// A part or point where it was declared, with its id.
pub(super) struct Placed<'a, T> {
    pub(super) declared: &'a T,
    pub(super) position: usize,
    /// The mirrored group that it stands in.
    pub(super) group: Option<usize>,
}

/// All that was declared, named and numbered.
pub(super) struct Scope<'a> {
    tables: [Table; KINDS.len()],
    pub(super) groups: Vec<Group>,
    pub(super) elements: Vec<Placed<'a, Element>>,
    pub(super) points: Vec<Placed<'a, Attribute>>,
    pub(super) settings: Vec<&'a Attribute>,
}

impl<'a> Scope<'a> {
    /// Collects and checks all names of a vehicle.
    pub(super) fn declare(vehicle: &'a Vehicle, diagnostics: &mut Diagnostics) -> Self {
        let mut scope = Scope {
            tables: Default::default(),
            groups: Vec::new(),
            elements: Vec::new(),
            points: Vec::new(),
            settings: Vec::new(),
        };
        check_word(&vehicle.name, diagnostics);
        if is_primitive(&vehicle.name.text) {
            let message = format!("`{}` is a type that solvers are made of", vehicle.name.text);
            diagnostics
                .error(&catalogue::HOSTILE_NAME, vehicle.name.span, message)
                .help("give the vehicle another name");
        }
        scope.insert(Kind::Body, "ground".to_owned(), vehicle.name.span);
        for item in &vehicle.items {
            match item {
                Item::Mirror { group, image, items } => scope.mirror(group, image, items, diagnostics),
                other => scope.item(other, None, diagnostics),
            }
        }
        scope.check_collisions(diagnostics);
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
        self.tables[kind as usize].positions.get(name).copied()
    }

    /// Whether the thing at this position is a mirror image.
    pub(super) fn is_image(&self, kind: Kind, position: usize) -> bool {
        self.groups.iter().any(|group| {
            let (first, count) = group.parts[kind as usize];
            (first + count..first + 2 * count).contains(&position)
        })
    }

    /// The position of the mirror image with respect to a group: its parts and their images change places, whatever
    /// stands outside is its own image.
    pub(super) fn image(&self, kind: Kind, position: usize, group: usize) -> usize {
        let (first, count) = self.groups[group].parts[kind as usize];
        if (first..first + count).contains(&position) {
            position + count
        } else if (first + count..first + 2 * count).contains(&position) {
            position - count
        } else {
            position
        }
    }

    /// The full name of what is called `name` inside `group`.
    pub(super) fn full_name(&self, name: &str, group: Option<usize>) -> String {
        match group {
            Some(group) => format!("{}.{name}", self.groups[group].group.text),
            None => name.to_owned(),
        }
    }

    /// The full name of the image of a group's part with this full name.
    pub(super) fn image_name(&self, name: &str, group: usize) -> String {
        let Group { group, image, .. } = &self.groups[group];
        let part = name.strip_prefix(group.text.as_str()).unwrap_or(name);
        format!("{}{part}", image.text)
    }

    /// What a reference means: a part of the group it stands in, else of the whole vehicle; or a report.
    pub(super) fn find(
        &self,
        kind: Kind,
        reference: &Path,
        group: Option<usize>,
        diagnostics: &mut Diagnostics,
    ) -> Option<usize> {
        let found = self.seek(kind, &reference.text, group);
        if found.is_none() {
            let message = format!("there is no {} `{}`", kind.word(), reference.text);
            let elsewhere = KINDS
                .into_iter()
                .find(|other| self.seek(*other, &reference.text, group).is_some());
            let problem = diagnostics.error(&catalogue::UNKNOWN_NAME, reference.span, message);
            if let Some(other) = elsewhere {
                problem.label(format!("this is a {}, a {} is needed", other.word(), kind.word()));
            }
            let general = problem.help.take().filter(|_| elsewhere.is_none());
            problem.help = suggest::advice(&reference.text, &self.visible(kind, group)).or(general);
        }
        found
    }

    fn seek(&self, kind: Kind, name: &str, group: Option<usize>) -> Option<usize> {
        let inside = group.and_then(|_| self.position(kind, &self.full_name(name, group)));
        inside.or_else(|| self.position(kind, name))
    }

    /// Names as they may be written inside `group`.
    fn visible(&self, kind: Kind, group: Option<usize>) -> Vec<&str> {
        let prefix = self.full_name("", group);
        let names = self.tables[kind as usize].positions.keys();
        names.map(|name| name.strip_prefix(&prefix).unwrap_or(name)).collect()
    }

    fn mirror(&mut self, group: &Word, image: &Word, items: &'a [Item], diagnostics: &mut Diagnostics) {
        self.check_group_names(group, image, diagnostics);
        let firsts = KINDS.map(|kind| self.count(kind));
        let number = self.groups.len();
        self.groups.push(Group {
            group: group.clone(),
            image: image.clone(),
            parts: firsts.map(|first| (first, 0)),
        });
        for item in items {
            self.item(item, Some(number), diagnostics);
        }
        for (kind, first) in KINDS.into_iter().zip(firsts) {
            let count = self.count(kind) - first;
            self.groups[number].parts[kind as usize] = (first, count);
            for position in first..first + count {
                let (name, span) = self.tables[kind as usize].entries[position].clone();
                let image = self.image_name(&name, number);
                self.insert(kind, image, span);
            }
        }
    }

    fn check_group_names(&self, group: &Word, image: &Word, diagnostics: &mut Diagnostics) {
        check_word(group, diagnostics);
        check_word(image, diagnostics);
        let mut earlier: Vec<&Word> = self
            .groups
            .iter()
            .flat_map(|group| [&group.group, &group.image])
            .collect();
        for word in [group, image] {
            if let Some(first) = earlier.iter().find(|first| first.text == word.text) {
                duplicate("group", &word.text, word.span, first.span, diagnostics);
            }
            earlier.push(word);
        }
    }

    fn item(&mut self, item: &'a Item, group: Option<usize>, diagnostics: &mut Diagnostics) {
        match item {
            Item::Setting(setting) if group.is_some() => {
                let message = format!("the setting `{}` holds for the whole vehicle", setting.key.text);
                misplaced(setting.key.span, message, diagnostics);
            }
            Item::Setting(setting) => self.settings.push(setting),
            Item::Points(points) => {
                for point in points {
                    let position = self.declare_word(Kind::Point, &point.key, group, diagnostics);
                    self.points.push(Placed {
                        declared: point,
                        position,
                        group,
                    });
                }
            }
            Item::Element(element) => self.element(element, group, diagnostics),
            Item::Mirror { group, .. } => {
                let message = "a mirrored group inside another would be mirrored twice".to_owned();
                misplaced(group.span, message, diagnostics);
            }
        }
    }

    fn element(&mut self, element: &'a Element, group: Option<usize>, diagnostics: &mut Diagnostics) {
        let Some(kind) = Kind::of_keyword(&element.keyword.text) else {
            let message = format!("`{}` begins no item", element.keyword.text);
            diagnostics.error(&catalogue::UNKNOWN_KEYWORD, element.keyword.span, message);
            return;
        };
        let position = self.declare_word(kind, &element.name, group, diagnostics);
        if kind == Kind::Joint {
            let drives = element
                .attributes
                .iter()
                .filter(|attribute| attribute.key.text == "drive");
            for drive in drives.filter_map(drive_name) {
                self.declare_word(Kind::Drive, &drive, group, diagnostics);
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
        } else if let Some(first) = self.position(kind, &name) {
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
                duplicate(kind.word(), &name, word.span, place, diagnostics);
            }
        }
        self.insert(kind, name, word.span)
    }

    fn insert(&mut self, kind: Kind, name: String, span: SourceSpan) -> usize {
        let table = &mut self.tables[kind as usize];
        let position = table.entries.len();
        table.positions.entry(name.clone()).or_insert(position);
        table.entries.push((name, span));
        position
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

/// The name after `drive:`, where it is a plain one; anything else is reported with its joint.
fn drive_name(attribute: &Attribute) -> Option<Word> {
    match &attribute.value {
        Value::Name(path) if !path.text.contains(['.', '-']) => Some(Word {
            text: path.text.clone(),
            span: path.span,
        }),
        _ => None,
    }
}

fn check_word(word: &Word, diagnostics: &mut Diagnostics) {
    if is_keyword(&word.text) || is_keyword(&identifier(&word.text)) {
        let message = format!("`{}` is a word of Rust and cannot name anything here", word.text);
        diagnostics
            .error(&catalogue::HOSTILE_NAME, word.span, message)
            .help(format!("give it another name, `{}_` say", word.text));
    }
}

fn duplicate(what: &str, name: &str, span: SourceSpan, first: SourceSpan, diagnostics: &mut Diagnostics) {
    diagnostics
        .error(
            &catalogue::DUPLICATE_NAME,
            span,
            format!("there are two declarations of {what} `{name}`"),
        )
        .label("declared again here")
        .also(first, "first declared here");
}

fn misplaced(span: SourceSpan, message: String, diagnostics: &mut Diagnostics) {
    diagnostics
        .error(&catalogue::MISPLACED, span, message)
        .label("not inside a mirrored group");
}
