//! Text that the grammar is read from: a file, what stands between the braces of a macro in it, a string of a TOML file.
//! Its tokens know their bytes in the file.

use super::brackets::{self, Alone};
use super::tokens::{self, Tokens};
use crate::diag::{Diagnostics, SourceId, SourceSpan, catalogue, without_mark};
use proc_macro2::{LexError, Span, TokenStream, fallback};
use std::borrow::Cow;
use std::ops::Range;

/// Where tokens come from, and so what their spans mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// A macro call.
    Tokens,
    /// A text that begins at this byte of a source.
    At(SourceId, usize, usize),
    /// A string whose letters are not those of the file, because of escapes: only the string as a whole has a place.
    Within(SourceId, usize, usize),
}

impl Origin {
    /// What a token's span means.
    pub(super) fn place(self, span: Span) -> SourceSpan {
        match self {
            Origin::Tokens => span.into(),
            Origin::At(source, start, _) => {
                let Range { start: first, end } = span.byte_range();
                SourceSpan::in_text(source, start + first..start + end)
            }
            Origin::Within(..) => self.whole(),
        }
    }

    /// All of it.
    pub(super) fn whole(self) -> SourceSpan {
        match self {
            Origin::Tokens => SourceSpan::call_site(),
            Origin::At(source, start, end) | Origin::Within(source, start, end) => {
                SourceSpan::in_text(source, start..end)
            }
        }
    }
}

/// A text and where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    text: &'a str,
    origin: Origin,
}

impl<'a> Text<'a> {
    /// A whole source.
    pub(super) fn new(source: SourceId, text: &'a str) -> Self {
        Self::at(source, 0, without_mark(text))
    }

    /// Text that begins at byte `start` of a source.
    pub(super) fn at(source: SourceId, start: usize, text: &'a str) -> Self {
        let origin = Origin::At(source, start, start + text.len());
        Self { text, origin }
    }

    /// The same place with other letters, as many as there are.
    pub(super) fn reading(self, text: &str) -> Text<'_> {
        Text {
            text,
            origin: self.origin,
        }
    }

    /// Its letters.
    pub(super) fn letters(self) -> &'a str {
        self.text
    }

    /// The place of some of its bytes.
    pub(super) fn place(self, bytes: Range<usize>) -> SourceSpan {
        match self.origin {
            Origin::At(source, start, _) => SourceSpan::in_text(source, start + bytes.start..start + bytes.end),
            _ => self.origin.whole(),
        }
    }

    /// The word or string that `bytes` of this TOML text, quotes included, stand for.
    pub(super) fn quoted<'b>(self, bytes: Range<usize>, meant: &'b str) -> Text<'b> {
        let written = self.text.get(bytes.clone()).unwrap_or_default();
        let marks = ["\"\"\"", "'''", "\"", "'"];
        let mark = marks.into_iter().find(|mark| written.starts_with(mark)).unwrap_or("");
        // A new line right behind three marks is no part of the string.
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
        Text { text: meant, origin }
    }

    /// Reads all of it by `what`; none after a report.
    pub(super) fn read<T>(
        self,
        diagnostics: &mut Diagnostics,
        what: impl FnOnce(&mut Tokens, &mut Diagnostics) -> Option<T>,
    ) -> Option<T> {
        let stream = self.tokens(diagnostics)?;
        tokens::read(stream, self.origin, diagnostics, what)
    }

    /// Its tokens, without characters that are in none: each is reported, and read as what it seems to mean.
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
                    // All bytes behind it keep their places.
                    let instead = meant.filter(|meant| meant.len() <= bytes.len()).unwrap_or_default();
                    let width = bytes.len();
                    text.to_mut().replace_range(bytes, &format!("{instead:width$}"));
                }
                None => return self.with_partners(&text, &error, diagnostics),
            }
        }
        None
    }

    /// Tokens of a text with brackets that have no partner, each of which is reported.
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

/// Characters outside the grammar that are reported in one text. The text is read once more for each.
const STRANGE: usize = 16;

/// What is written for characters that people write.
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

/// The tokens of a text. Inside a macro `rustc` would give them all the place of the macro call, so it is not asked.
fn lexed(text: &str) -> Result<TokenStream, LexError> {
    fallback::force();
    let tokens = text.parse();
    fallback::unforce();
    tokens
}

/// The character at which a text ceases to be tokens, unless that is a bracket or a quote, which may have its partner
/// anywhere.
fn strange_character(text: &str, at: usize) -> Option<char> {
    let character = text.get(at..)?.chars().next()?;
    let is_paired = "()[]{}\"'/".contains(character) || character.is_alphanumeric() && character.is_ascii();
    (!is_paired).then_some(character)
}
