//! Converts a declaration in the grammar of `vehicle! { .. }` to a TOML file, with its comments, without reading
//! included files.
//!
//! The tree has no comments. Therefore the printed file is read again. Each comment is put before the line of the
//! part, point or attribute to which it belonged in the declaration.

use super::super::comments::{Comment, comments};
use super::super::dsl;
use super::super::syntax::{Attribute, Item, Value, Vehicle};
use super::{parse_text, print};
use crate::diag::Diagnostics;
use std::collections::BTreeMap;
use std::ops::Range;

/// A converted file, and the comments that moved.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The TOML file.
    pub text: String,
    /// Lines of the declaration whose comments now stand in a different place, counted from one.
    pub moved: Vec<usize>,
}

/// Converts the content of `vehicle! { .. }`.
pub fn from_grammar(text: &str) -> Result<Converted, Diagnostics> {
    let tree = dsl::parse_text(text)?;
    let printed = print::vehicle(&tree);
    let again = parse_text(&printed)?;
    let targets: BTreeMap<String, usize> = anchors(&again)
        .into_iter()
        .map(|anchor| (anchor.path, anchor.at))
        .collect();
    let (from, begin) = (anchors(&tree), tree.name.span.byte_range().start);
    let mut before: BTreeMap<usize, String> = BTreeMap::new();
    let mut moved = Vec::new();
    // Documentation of the vehicle is in the tree.
    let is_in_the_tree = |comment: &Comment| comment.is_documentation && comment.bytes.start <= begin;
    for comment in comments(text).iter().filter(|comment| !is_in_the_tree(comment)) {
        let at = comment.bytes.start;
        let target = owner(at, text, &from).and_then(|path| targets.get(path).copied());
        let line = target.map_or(printed.len(), |at| line_of(&printed, at));
        let is_alone = target.is_some_and(|target| printed[line..target].chars().all(|c| c == '[' || is_key(c)));
        if !is_alone && at > begin {
            moved.push(text[..at].matches('\n').count() + 1);
        }
        let line = if at < begin { 0 } else { line };
        let lines = comment.words(text).lines().map(|words| format!("# {}", words.trim()));
        let lines: String = lines.map(|line| line.trim_end().to_owned() + "\n").collect();
        before.entry(line).or_default().push_str(&lines);
    }
    let mut text = printed;
    for (line, comments) in before.iter().rev() {
        text.insert_str(*line, comments);
    }
    Ok(Converted { text, moved })
}

/// Adapts the paths of included files and data files to the folder of the converted file; `path` converts a single
/// path.
pub fn with_paths(text: &str, tree: &Vehicle, path: impl Fn(&str) -> String) -> String {
    let mut text = text.to_owned();
    let mut open: Vec<&Item> = tree.items.iter().collect();
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    while let Some(item) = open.pop() {
        match item {
            Item::Include(word) => found.push((word.span.byte_range(), format!("{:?}", path(&word.text)))),
            Item::Mirror { items, .. } | Item::Subsystem { items, .. } | Item::Place { items, .. } => {
                open.extend(items)
            }
            Item::Element(element) => {
                for attribute in &element.attributes {
                    if let Value::File(file) = &attribute.value {
                        found.push((file.path.span.byte_range(), format!("{:?}", path(&file.path.text))));
                    }
                }
            }
            Item::Setting(_) | Item::Points(_) => {}
        }
    }
    found.sort_by_key(|(bytes, _)| bytes.start);
    for (bytes, path) in found.into_iter().rev() {
        text.replace_range(bytes, &path);
    }
    text
}

/// The start of a named thing, to which comments can belong.
struct Anchor {
    /// `mirror.front_left.body.lower_arm.mass`
    path: String,
    /// Its byte position.
    at: usize,
}

/// All places that comments can belong to, in the order of the text.
fn anchors(tree: &Vehicle) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    anchors_in("", &tree.items, &mut anchors);
    anchors.sort_by_key(|anchor| anchor.at);
    anchors
}

fn anchors_in(around: &str, items: &[Item], anchors: &mut Vec<Anchor>) {
    let attributes = |path: &str, all: &[Attribute], anchors: &mut Vec<Anchor>| {
        anchors.extend(all.iter().map(|attribute| Anchor {
            path: format!("{path}.{}", attribute.key.text),
            at: attribute.key.span.byte_range().start,
        }));
    };
    for item in items {
        let (kind, name, inside) = match item {
            Item::Include(path) => ("include", path, None),
            Item::Setting(setting) => ("", &setting.key, None),
            Item::Points(points) => {
                attributes(&format!("{around}.points"), points, anchors);
                continue;
            }
            Item::Element(element) => (element.keyword.text.as_str(), &element.name, None),
            Item::Mirror { group, items, .. } => ("mirror", group, Some(items)),
            Item::Subsystem { name, items, .. } => ("subsystem", name, Some(items)),
            Item::Place { group, items, .. } => ("place", group, Some(items)),
        };
        let path = format!("{around}.{kind}.{}", name.text);
        if let Item::Element(element) = item {
            attributes(&path, &element.attributes, anchors);
        }
        if let Some(items) = inside {
            anchors_in(&path, items, anchors);
        }
        anchors.push(Anchor {
            path,
            at: name.span.byte_range().start,
        });
    }
}

/// The path of the name that a comment belongs to: the first name before it on its line, otherwise the next name
/// behind it.
fn owner<'a>(comment: usize, text: &str, anchors: &'a [Anchor]) -> Option<&'a str> {
    let line = line_of(text, comment);
    let beside = anchors.iter().find(|anchor| (line..comment).contains(&anchor.at));
    let behind = || anchors.iter().find(|anchor| anchor.at > comment);
    beside.or_else(behind).map(|anchor| anchor.path.as_str())
}

/// The first byte of the line.
fn line_of(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |line| line + 1)
}

/// Whether a character may be part of a key in a heading.
fn is_key(c: char) -> bool {
    c.is_alphanumeric() || "_.\"".contains(c)
}
