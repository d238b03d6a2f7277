//! Text in the grammar: a file, the braces of a macro call in a file, or a string of a TOML file. Its tokens know their
//! bytes in the file.

use super::brackets::{self, Alone};
use super::origin::Origin;
use super::tokens::{self, Tokens};
use crate::diag::{Diagnostics, SourceId, SourceSpan, catalogue, without_mark};
use proc_macro2::{LexError, TokenStream, fallback};
use std::borrow::Cow;
use std::ops::Range;

/// A text and its origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceText<'a> {
    text: &'a str,
    origin: Origin,
}

impl<'a> SourceText<'a> {
    /// A whole source.
    pub(super) fn new(source: SourceId, text: &'a str) -> Self {
        Self::at(source, 0, without_mark(text))
    }

    /// Text that begins at byte `start` of a source.
    pub(super) fn at(source: SourceId, start: usize, text: &'a str) -> Self {
        let origin = Origin::At(source, start, start + text.len());
        Self { text, origin }
    }

    /// Replaces the characters, but not their number.
    pub(super) fn reading(self, text: &str) -> SourceText<'_> {
        SourceText {
            text,
            origin: self.origin,
        }
    }

    /// The characters.
    pub(super) fn letters(self) -> &'a str {
        self.text
    }

    /// The place of a range of its bytes.
    pub(super) fn place(self, bytes: Range<usize>) -> SourceSpan {
        match self.origin {
            Origin::At(source, start, _) => SourceSpan::in_text(source, start + bytes.start..start + bytes.end),
            _ => self.origin.whole(),
        }
    }

    /// The text of a word or string `meant`, which stands in these bytes of the TOML text, including the quotes.
    pub(super) fn quoted<'b>(self, bytes: Range<usize>, meant: &'b str) -> SourceText<'b> {
        let written = self.text.get(bytes.clone()).unwrap_or_default();
        let marks = ["\"\"\"", "'''", "\"", "'"];
        let mark = marks.into_iter().find(|mark| written.starts_with(mark)).unwrap_or("");
        // A line break directly behind three quotation marks is not part of the string.
        let behind = &written[mark.len()..];
        let line = if mark.len() == 3 {
            ["\r\n", "\n"].into_iter().find(|line| behind.starts_with(line))
        } else {
            None
        };
        let skipped = mark.len() + line.map_or(0, str::len);
        let verbatim = written[skipped..].strip_suffix(mark) == Some(meant);
        let origin = match self.origin {
            Origin::At(source, start, _) if verbatim => {
                let start = start + bytes.start + skipped;
                Origin::At(source, start, start + meant.len())
            }
            Origin::At(source, start, _) => Origin::Within(source, start + bytes.start, start + bytes.end),
            other => other,
        };
        SourceText { text: meant, origin }
    }

    /// Reads the whole text with `what`; `None` after a report.
    pub(super) fn read<T>(
        self,
        diagnostics: &mut Diagnostics,
        what: impl FnOnce(&mut Tokens, &mut Diagnostics) -> Option<T>,
    ) -> Option<T> {
        let stream = self.tokens(diagnostics)?;
        tokens::read(stream, self.origin, diagnostics, what)
    }

    /// The tokens of the text. Each character that cannot be in a token is reported and replaced by the character
    /// that was probably meant.
    fn tokens(self, diagnostics: &mut Diagnostics) -> Option<TokenStream> {
        let mut text = Cow::Borrowed(self.text);
        for _ in 0..=STRANGE {
            let error = match lexed(&text) {
                Ok(tokens) => return Some(tokens),
                Err(error) => error,
            };
            let at = error.span().byte_range().start;
            match strange_character(&text, at) {
                Some(character) => {
                    let bytes = at..at + character.len_utf8();
                    let meant = MEANT.iter().find(|(strange, _)| *strange == character);
                    let meant = meant.map(|(_, meant)| *meant);
                    self.told_strange(character, meant, bytes.clone(), diagnostics);
                    // All bytes behind it keep their positions.
                    let instead = meant.filter(|meant| meant.len() <= bytes.len()).unwrap_or_default();
                    let width = bytes.len();
                    text.to_mut().replace_range(bytes, &format!("{instead:width$}"));
                }
                None => return self.with_partners(&text, &error, diagnostics),
            }
        }
        None
    }

    /// The tokens of a text with unmatched brackets, each of which is reported.
    fn with_partners(self, text: &str, error: &LexError, diagnostics: &mut Diagnostics) -> Option<TokenStream> {
        let repaired = brackets::repaired(text).filter(|repaired| !repaired.alone.is_empty());
        let tokens = repaired.and_then(|repaired| Some((lexed(&repaired.text).ok()?, repaired.alone)));
        let Some((tokens, alone)) = tokens else {
            diagnostics
                .error(
                    &catalogue::SYNTAX,
                    self.origin.place(error.span()),
                    "the text cannot be cut into words, numbers and brackets",
                )
                .label("here")
                .help("look for a bracket without its partner or an open quote");
            return None;
        };
        for Alone { bracket, at } in alone {
            let message = format!("`{bracket}` has no partner");
            diagnostics.error(&catalogue::SYNTAX, self.place(at..at + 1), message);
        }
        Some(tokens)
    }

    fn told_strange(self, character: char, meant: Option<&str>, bytes: Range<usize>, diagnostics: &mut Diagnostics) {
        let message = format!("`{}` is no character of the grammar", character.escape_debug());
        let problem = diagnostics.error(&catalogue::SYNTAX, self.place(bytes), message);
        problem.help = meant.map(|meant| format!("write `{meant}`"));
    }
}

/// Largest number of invalid characters reported in one text. The text is read once more for each.
const STRANGE: usize = 16;

/// Valid replacements of characters that people write.
const MEANT: &[(char, &str)] = &[
    ('°', "deg"),
    ('²', "^2"),
    ('³', "^3"),
    ('·', "*"),
    ('×', "*"),
    ('⋅', "*"),
    ('−', "-"),
    ('–', "-"),
];

/// The tokens of a text. `proc_macro2` runs its own lexer, because inside a macro `rustc` would give all tokens the
/// place of the macro call.
fn lexed(text: &str) -> Result<TokenStream, LexError> {
    fallback::force();
    let tokens = text.parse();
    fallback::unforce();
    tokens
}

/// The character at which a text cannot be split into tokens. A bracket or a quotation mark is excluded, because its
/// partner may be anywhere.
fn strange_character(text: &str, at: usize) -> Option<char> {
    let character = text.get(at..)?.chars().next()?;
    let is_paired = "()[]{}\"'/".contains(character) || character.is_alphanumeric() && character.is_ascii();
    (!is_paired).then_some(character)
}
