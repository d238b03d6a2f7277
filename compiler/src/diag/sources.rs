//! The texts that places point into: a declaration's own file, and those that it includes.

/// Number of a text among [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceId(u32);

impl SourceId {
    /// The text that a declaration begins in.
    pub const MAIN: SourceId = SourceId(0);
}

/// One text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What to call it: mostly its path.
    pub name: String,
    /// All of it, without the mark that some editors put first.
    pub text: String,
}

impl Source {
    /// Line and column of a byte, both counted from one.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let number = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (number, before[line..].chars().count() + 1)
    }
}

/// All texts of one declaration, in the order of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    texts: Vec<Source>,
}

impl Sources {
    /// One text only.
    pub fn one(name: &str, text: &str) -> Self {
        let mut sources = Self::default();
        sources.add(name, text);
        sources
    }

    /// Takes a text in. One that is read twice is kept once.
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

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.texts.iter()
    }
}

/// A text without the byte order mark, which is no part of it: bytes are counted from behind it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
