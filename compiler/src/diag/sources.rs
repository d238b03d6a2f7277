//! The texts that source places refer to: the declaration's own file, and included files.

/// Number of a text in [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceId(u32);

impl SourceId {
    /// The text that contains the declaration itself.
    pub const MAIN: SourceId = SourceId(0);
}

/// A text with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Name in messages, usually its path.
    pub name: String,
    /// The whole text, without a byte order mark.
    pub text: String,
}

impl Source {
    /// Whether the text is TOML, by its name.
    pub fn is_toml(&self) -> bool {
        is_toml(&self.name)
    }

    /// Line and column of a byte, both counted from one.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let number = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (number, before[line..].chars().count() + 1)
    }
}

/// All texts of a declaration, in the order of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    texts: Vec<Source>,
}

impl Sources {
    /// A single text.
    pub fn one(name: &str, text: &str) -> Self {
        let mut sources = Self::default();
        sources.add(name, text);
        sources
    }

    /// Adds a text and returns its number. A text that is read twice is stored once.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        let source = Source {
            name: name.to_owned(),
            text: without_mark(text).to_owned(),
        };
        let position = self.texts.iter().position(|known| *known == source);
        let position = position.unwrap_or_else(|| {
            self.texts.push(source);
            self.texts.len() - 1
        });
        SourceId(u32::try_from(position).unwrap_or(u32::MAX))
    }

    /// The text with this number.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.texts.get(id.0 as usize)
    }

    /// All texts with their names.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.texts.iter()
    }
}

/// Whether a file of this name is TOML.
pub fn is_toml(name: &str) -> bool {
    name.to_lowercase().ends_with(".toml")
}

/// The text without a byte order mark. Byte positions do not count the mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
