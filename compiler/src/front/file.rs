//! A declaration with all its included files: one tree, and the texts that its places refer to.
//!
//! The caller provides a function from path to text, so that the compiler itself reads no files. The items of an
//! included file take the place of the `include`. Names that begin with `wishbone/` refer to texts that are part of the
//! compiler (`compiler/library`).

use super::syntax::{Attribute, File, Item, Value, Vehicle, Word};
use super::text::SourceText;
use super::{dsl, language, library, toml};
use crate::diag::{Diagnostic, Diagnostics, SourceId, SourceSpan, Sources, catalogue, is_toml, limits, without_mark};
use proc_macro2::TokenStream;
use std::ops::Range;

/// Returns the text of the file at a path, or the reason why there is no text.
pub type Files<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

/// The result of reading a declaration.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The texts, the declaration's own first.
    pub sources: Sources,
    /// The tree, with all includes replaced, or the diagnostics.
    pub vehicle: Result<Vehicle, Diagnostics>,
}

impl Reading {
    /// The text of the declaration itself, without comments.
    pub fn declaration(&self) -> String {
        let main = self.sources.iter().next();
        main.map_or_else(String::new, |source| {
            super::without_comments(&source.text, source.is_toml())
        })
    }
}

/// Refuses every file, for callers without files to include.
pub fn no_files(_: &str) -> Result<String, String> {
    Err("files cannot be read from here".to_owned())
}

/// Reads the declaration in the file at `path`: TOML if its name ends so, else the grammar of `vehicle! { .. }`.
pub fn read(path: &str, files: &mut Files) -> Reading {
    match files(path) {
        Ok(text) => read_text(path, &text, files),
        Err(reason) => {
            let mut diagnostics = Diagnostics::default();
            let message = format!("cannot read {path}: {reason}");
            diagnostics
                .error(&catalogue::INCLUDE, SourceSpan::call_site(), message)
                .help = None;
            Reading {
                sources: Sources::default(),
                vehicle: Err(diagnostics),
            }
        }
    }
}

/// Reads a declaration from a text. `name` is the file's name in messages; as a path, it determines the format and the
/// folder of included files.
pub fn read_text(name: &str, text: &str, files: &mut Files) -> Reading {
    let text = without_mark(text);
    read_part(name, text, 0..text.len(), folder_of(name), files)
}

/// Reads a declaration from a range of bytes of a text, for instance a macro call in a Rust source; `folder` is the
/// folder of included files. Bytes are counted without a byte order mark.
pub fn read_part(name: &str, text: &str, bytes: Range<usize>, folder: &str, files: &mut Files) -> Reading {
    let mut reader = Reader::new(name, text, files);
    let part = without_mark(text).get(bytes.clone()).unwrap_or_default();
    if !reader.has_room(part, SourceSpan::in_text(SourceId::MAIN, bytes.start..bytes.start)) {
        return reader.finish(None, folder);
    }
    let text = SourceText::at(SourceId::MAIN, bytes.start, part);
    let read = if is_toml(name) {
        toml::vehicle_in
    } else {
        dsl::vehicle_in
    };
    let vehicle = reader.by_its_name(name, text, read);
    reader.finish(vehicle, folder)
}

/// Reads the tokens of a macro call. Paths of included files are passed to `files` as written.
pub fn read_tokens(stream: TokenStream, files: &mut Files) -> Reading {
    let mut reader = Reader::new("vehicle! { .. }", "", files);
    let vehicle = dsl::parse_tokens(stream);
    match vehicle {
        Ok(vehicle) => reader.finish(Some(vehicle), ""),
        Err(diagnostics) => {
            reader.diagnostics = diagnostics;
            reader.finish(None, "")
        }
    }
}

struct Reader<'a> {
    files: &'a mut Files<'a>,
    sources: Sources,
    diagnostics: Diagnostics,
    /// Files being read, each included by the file before it.
    open: Vec<String>,
    /// Folder of the declaration itself.
    folder: String,
    /// Number of inclusions so far.
    count: usize,
    /// Bytes of all texts so far.
    length: usize,
}

impl<'a> Reader<'a> {
    fn new(name: &str, text: &str, files: &'a mut Files) -> Self {
        Self {
            files,
            sources: Sources::one(name, text),
            diagnostics: Diagnostics::default(),
            open: vec![resolved("", name)],
            folder: String::new(),
            count: 0,
            length: 0,
        }
    }

    fn finish(mut self, vehicle: Option<Vehicle>, folder: &str) -> Reading {
        self.folder = folder.to_owned();
        let vehicle = vehicle.map(|vehicle| Vehicle {
            items: self.items(vehicle.items, folder),
            ..vehicle
        });
        Reading {
            sources: self.sources,
            vehicle: match vehicle {
                Some(vehicle) => self.diagnostics.finish(vehicle),
                None => Err(self.diagnostics),
            },
        }
    }

    /// Replaces every include among the items by the items of its file.
    fn items(&mut self, items: Vec<Item>, folder: &str) -> Vec<Item> {
        let mut all = Vec::new();
        for mut item in items {
            match &mut item {
                Item::Include(path) => {
                    all.extend(self.include(path, folder));
                    continue;
                }
                Item::Mirror { items, .. } | Item::Subsystem { items, .. } | Item::Place { items, .. } => {
                    *items = self.items(std::mem::take(items), folder);
                }
                Item::Element(element) => {
                    for Attribute { key, value } in &mut element.attributes {
                        match value {
                            Value::File(file) if language::is_file(&element.keyword.text, &key.text) => {
                                self.data(file, folder);
                            }
                            _ => {}
                        }
                    }
                }
                Item::Setting(_) | Item::Points(_) => {}
            }
            all.push(item);
        }
        all
    }

    /// Reads a file of data. The path in the tree is relative to the folder of the declaration, even if an included
    /// file names the path.
    fn data(&mut self, file: &mut File, folder: &str) {
        let name = named(folder, &file.path.text);
        if let Some(text) = self.text(&file.path, &name) {
            let source = self.sources.add(&name, &text);
            file.text = Some((source, text));
        }
        if folder != self.folder {
            file.path.text = seen_from(&self.folder, &name);
        }
    }

    fn include(&mut self, path: &Word, folder: &str) -> Vec<Item> {
        let name = named(folder, &path.text);
        let Some(text) = self.text(path, &name) else {
            return Vec::new();
        };
        let source = self.sources.add(&name, &text);
        let whole = SourceText::new(source, &text);
        let read = if is_toml(&name) { toml::items_in } else { dsl::items_in };
        let items = self.by_its_name(&name, whole, read);
        self.open.push(name.clone());
        let items = self.items(items, folder_of(&name));
        self.open.pop();
        items
    }

    /// Reads a text in the format given by its name. If it is written in the other format, only that is reported.
    fn by_its_name<T: Default>(
        &mut self,
        name: &str,
        text: SourceText,
        read: impl FnOnce(SourceText, &mut Diagnostics) -> T,
    ) -> T {
        let mut found = Diagnostics::default();
        let result = read(text, &mut found);
        if found.is_empty() || begins_as_toml(text.letters()).is_none_or(|toml| toml == is_toml(name)) {
            self.diagnostics.append(found);
            return result;
        }
        let (is, as_if) = match is_toml(name) {
            true => ("the grammar of `vehicle! { .. }`", "TOML: let its name end in `.txt`"),
            false => ("TOML", "the grammar of `vehicle! { .. }`: let its name end in `.toml`"),
        };
        let message = format!("`{name}` holds {is}, but its name does not say so");
        self.diagnostics
            .error(&catalogue::SYNTAX, text.place(0..0), message)
            .help(format!("by its name it is read as {as_if}"));
        T::default()
    }

    /// The text of an included file; reports if there is none.
    fn text(&mut self, path: &Word, name: &str) -> Option<String> {
        self.count += 1;
        if let Some(first) = self.open.iter().position(|open| open == name) {
            let chain: Vec<String> = self.open[first..].iter().map(|open| format!("`{open}`")).collect();
            let way = match chain.len() {
                1 => String::new(),
                _ => format!(", by way of {}", chain[1..].join(", ")),
            };
            self.refuse(path, format!("{} includes itself{way}", chain[0]))
                .help("a file may be included by others only");
            return None;
        }
        if self.is_beyond_limits(path) {
            return None;
        }
        let text = match name.starts_with(library::PREFIX) {
            true => library::text(name),
            false => (self.files)(name),
        };
        match text {
            Ok(text) => self.has_room(&text, path.span).then_some(text),
            Err(reason) => {
                self.refuse(path, format!("cannot read `{name}`: {reason}"));
                None
            }
        }
    }

    /// Whether there are too many inclusions, which is reported once.
    fn is_beyond_limits(&mut self, path: &Word) -> bool {
        let (message, help) = if self.open.len() > limits::INCLUDES_NESTED {
            let most = limits::INCLUDES_NESTED;
            let message = format!("more than {most} files include each other, one inside the other");
            (message, "include them side by side in one file")
        } else if self.count > limits::INCLUDES {
            let message = format!("more than {} inclusions in one declaration", limits::INCLUDES);
            let help = "some file is included again and again: look for the one that is wanted once";
            (message, help)
        } else {
            return false;
        };
        if self.count <= limits::INCLUDES + 1 {
            self.diagnostics.error(&catalogue::LIMIT, path.span, message).help(help);
        }
        true
    }

    /// Whether one more text may be read; if not, this is reported once.
    fn has_room(&mut self, text: &str, place: SourceSpan) -> bool {
        let had_room = self.length <= limits::TEXT;
        self.length += text.len();
        let has_room = self.length <= limits::TEXT;
        if had_room && !has_room {
            let message = format!(
                "the declaration is longer than {} bytes, all files together",
                limits::TEXT
            );
            self.diagnostics
                .error(&catalogue::LIMIT, place, message)
                .help("curves may be given by fewer points: `cubic(..)` is smooth between them");
        }
        has_room
    }

    fn refuse(&mut self, path: &Word, message: String) -> &mut Diagnostic {
        self.diagnostics.error(&catalogue::INCLUDE, path.span, message)
    }
}

/// The path of a file that is named in a text in `folder`. A name of the library is not changed.
fn named(folder: &str, path: &str) -> String {
    match path.starts_with(library::PREFIX) {
        true => path.to_owned(),
        false => resolved(folder, path),
    }
}

/// A path relative to a folder, if both paths are absolute, or both are relative to one common folder. Any other path,
/// and a name of the library, is returned unchanged.
pub fn seen_from(folder: &str, path: &str) -> String {
    if path.starts_with(library::PREFIX) || path.starts_with('/') != folder.starts_with('/') {
        return path.to_owned();
    }
    let [folder, full] = [folder, path].map(|path| resolved("", path));
    let parts = |path: &str| -> Vec<String> {
        path.split('/')
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (folder, full) = (parts(&folder), parts(&full));
    let common = folder
        .iter()
        .zip(&full)
        .take_while(|(folder, full)| folder == full)
        .count();
    if folder[common..].iter().any(|part| part == "..") {
        return path.to_owned();
    }
    let up = folder[common..].iter().map(|_| "..".to_owned());
    up.chain(full[common..].iter().cloned()).collect::<Vec<_>>().join("/")
}

/// Whether the first line with content is TOML; `None` if the line does not decide the question.
pub fn begins_as_toml(text: &str) -> Option<bool> {
    let is_comment = |line: &str| ["#", "//", "/*"].into_iter().any(|mark| line.starts_with(mark));
    let first = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !is_comment(line))?;
    let key = first.split('=').next().unwrap_or_default().trim_end();
    let is_key = |key: &str| key.chars().all(|c| c.is_alphanumeric() || "_-.\"' ".contains(c));
    if first.starts_with('[') || key.len() < first.len() && is_key(key) {
        Some(true)
    } else {
        first.contains(['{', ':']).then_some(false)
    }
}

/// The part of a path before its last slash.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path of a file given relative to `folder`, normalised so that each file has one path.
fn resolved(folder: &str, path: &str) -> String {
    let full = match folder {
        _ if path.starts_with('/') => path.to_owned(),
        "" => path.to_owned(),
        folder => format!("{folder}/{path}"),
    };
    let root = if full.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in full.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{resolved, seen_from};

    #[test]
    fn a_path_is_seen_from_a_folder() {
        for (folder, path, seen) in [
            ("", "tyres/a.tir", "tyres/a.tir"),
            ("cars", "cars/tyres/a.tir", "tyres/a.tir"),
            ("cars/new", "cars/tyres/a.tir", "../tyres/a.tir"),
            ("../cars", "../../a.tir", "../../a.tir"),
            ("..", "../../a.tir", "../a.tir"),
            ("/home/me", "/home/you/a.tir", "../you/a.tir"),
            ("cars", "/data/a.tir", "/data/a.tir"),
            ("..", "a.tir", "a.tir"),
            ("cars", "wishbone/double_wishbone.txt", "wishbone/double_wishbone.txt"),
        ] {
            assert_eq!(seen_from(folder, path), seen, "{path} from {folder}");
        }
    }

    #[test]
    fn a_file_has_one_name() {
        for (folder, path, name) in [
            ("", "a.txt", "a.txt"),
            ("cars", "a.txt", "cars/a.txt"),
            ("cars/./small", "../a.txt", "cars/a.txt"),
            ("..", "../a.txt", "../../a.txt"),
            ("/home/me", "../you/a.txt", "/home/you/a.txt"),
            ("cars", "/a.txt", "/a.txt"),
        ] {
            assert_eq!(resolved(folder, path), name, "{path} from {folder}");
        }
    }
}
