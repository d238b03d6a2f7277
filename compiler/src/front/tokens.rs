//! A cursor over tokens that reports missing tokens and keeps its position.

use super::origin::Origin;
use super::syntax::{Path, Word};
use crate::diag::{Diagnostic, Diagnostics, SourceSpan, catalogue, limits};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::buffer::{Cursor, TokenBuffer};

/// The unread tokens between two brackets.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    cursor: Cursor<'a>,
    /// The closing bracket, at which missing tokens are reported.
    end: SourceSpan,
    /// The origin of the tokens.
    origin: Origin,
}

/// Reads all tokens of a stream with `what`; `None` after a report. Tokens that `what` leaves over are reported as well.
pub(super) fn read<T>(
    stream: TokenStream,
    origin: Origin,
    diagnostics: &mut Diagnostics,
    what: impl FnOnce(&mut Tokens, &mut Diagnostics) -> Option<T>,
) -> Option<T> {
    if let Some(place) = too_deep(&stream, origin) {
        let message = format!("more than {} brackets stand inside each other", limits::BRACKETS);
        diagnostics.error(&catalogue::LIMIT, place, message);
        return None;
    }
    // Missing tokens at the end are reported at the last token.
    let last = stream.clone().into_iter().last();
    let end = last.map_or_else(|| origin.whole(), |last| origin.place(last.span()));
    let buffer = TokenBuffer::new2(stream);
    let mut tokens = Tokens {
        cursor: buffer.begin(),
        end,
        origin,
    };
    let read = what(&mut tokens, diagnostics)?;
    if !tokens.is_empty() {
        tokens.expected("nothing more", diagnostics);
        return None;
    }
    Some(read)
}

/// The place of the first bracket that is nested too deeply for a recursive reader, if any.
fn too_deep(stream: &TokenStream, origin: Origin) -> Option<SourceSpan> {
    let mut open = vec![stream.clone().into_iter()];
    while let Some(level) = open.last_mut() {
        match level.next() {
            Some(TokenTree::Group(group)) if open.len() > limits::BRACKETS => {
                return Some(origin.place(group.span_open()));
            }
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    None
}

impl<'a> Tokens<'a> {
    /// Whether no token is left.
    pub(super) fn is_empty(&self) -> bool {
        self.cursor.eof()
    }

    /// Place of the next token, or of the closing bracket.
    pub(super) fn span(&self) -> SourceSpan {
        match self.cursor.token_tree() {
            None => self.end,
            // The opening bracket only, without its content.
            Some((TokenTree::Group(group), _)) => self.origin.place(group.span_open()),
            Some((token, _)) => self.origin.place(token.span()),
        }
    }

    /// Skips one token or one bracketed group.
    pub(super) fn skip(&mut self) {
        if let Some((_, rest)) = self.cursor.token_tree() {
            self.cursor = rest;
        }
    }

    /// Skips tokens until `stop` returns true.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) {
        while !self.is_empty() && !stop(self) {
            self.skip();
        }
    }

    /// The next token, if it is a word.
    pub(super) fn peek_word(&self) -> Option<Word> {
        let (ident, _) = self.cursor.ident()?;
        let text = ident.to_string();
        Some(Word {
            text: text.strip_prefix("r#").unwrap_or(&text).to_owned(),
            span: self.origin.place(ident.span()),
        })
    }

    /// Whether the next token is this mark.
    pub(super) fn peek_mark(&self, mark: char) -> bool {
        self.cursor.punct().is_some_and(|(punct, _)| punct.as_char() == mark)
    }

    /// Whether the next token is a group of this kind.
    pub(super) fn peek_group(&self, delimiter: Delimiter) -> bool {
        self.cursor.group(delimiter).is_some()
    }

    /// The cursor behind the next token.
    pub(super) fn after(&self) -> Self {
        let mut after = *self;
        after.skip();
        after
    }

    /// Takes the next token if it is a word.
    pub(super) fn take_word(&mut self) -> Option<Word> {
        let word = self.peek_word()?;
        self.cursor = self.cursor.ident()?.1;
        Some(word)
    }

    /// Takes the next token if it is this mark.
    pub(super) fn take_mark(&mut self, mark: char) -> Option<SourceSpan> {
        let (punct, rest) = self.cursor.punct().filter(|(punct, _)| punct.as_char() == mark)?;
        self.cursor = rest;
        Some(self.origin.place(punct.span()))
    }

    /// Takes the next token if it is a literal, and returns its text.
    pub(super) fn take_literal(&mut self) -> Option<Word> {
        let (literal, rest) = self.cursor.literal()?;
        self.cursor = rest;
        Some(Word {
            text: literal.to_string(),
            span: self.origin.place(literal.span()),
        })
    }

    /// Takes the next group of this kind, and returns its content and its place from bracket to bracket.
    pub(super) fn take_group(&mut self, delimiter: Delimiter) -> Option<(Tokens<'a>, SourceSpan)> {
        let (inside, span, rest) = self.cursor.group(delimiter)?;
        self.cursor = rest;
        let [open, close] = [span.open(), span.close()].map(|bracket| self.origin.place(bracket));
        let inside = Tokens {
            cursor: inside,
            end: close,
            origin: self.origin,
        };
        Some((inside, open.to(close)))
    }

    /// Reports that `what` is needed here.
    pub(super) fn expected<'d>(&self, what: &str, diagnostics: &'d mut Diagnostics) -> &'d mut Diagnostic {
        let found = match self.cursor.token_tree() {
            None => "the end".to_owned(),
            Some((TokenTree::Group(group), _)) => format!("`{}`", opening(group.delimiter())),
            Some((token, _)) => format!("`{token}`"),
        };
        diagnostics
            .error(
                &catalogue::SYNTAX,
                self.span(),
                format!("expected {what}, found {found}"),
            )
            .label(format!("expected {what}"))
    }

    /// Takes a word; reports if there is none.
    pub(super) fn word(&mut self, what: &str, diagnostics: &mut Diagnostics) -> Option<Word> {
        let word = self.take_word();
        if word.is_none() {
            self.expected(what, diagnostics);
        }
        word
    }

    /// Takes a quoted word; reports if there is none.
    pub(super) fn string(&mut self, what: &str, diagnostics: &mut Diagnostics) -> Option<Word> {
        let word = self.take_string();
        if word.is_none() {
            self.expected(what, diagnostics);
        }
        word
    }

    /// Takes the next token if it is a text in quotes, and returns the text.
    pub(super) fn take_string(&mut self) -> Option<Word> {
        let (literal, rest) = self.cursor.literal()?;
        let text = syn::parse_str::<syn::LitStr>(&literal.to_string()).ok()?.value();
        let span = self.origin.place(literal.span());
        self.cursor = rest;
        Some(Word { text, span })
    }

    /// Whether `word`, which has just been read, is not repeated; reports a repetition.
    pub(super) fn is_once(&mut self, word: &Word, diagnostics: &mut Diagnostics) -> bool {
        let again = |tokens: &Self| tokens.peek_word().is_some_and(|next| next.text == word.text);
        if !again(self) {
            return true;
        }
        let message = format!("`{0}` stands behind `{0}`", word.text);
        diagnostics
            .error(&catalogue::SYNTAX, self.span(), message)
            .help("write it once");
        self.skip_until(|rest| !again(rest));
        false
    }

    /// Takes a mark; reports if it is missing.
    pub(super) fn mark(&mut self, mark: char, diagnostics: &mut Diagnostics) -> Option<SourceSpan> {
        let span = self.take_mark(mark);
        if span.is_none() {
            self.expected(&format!("`{mark}`"), diagnostics);
        }
        span
    }

    /// Takes a group; reports if it is missing.
    pub(super) fn group(&mut self, delimiter: Delimiter, diagnostics: &mut Diagnostics) -> Option<Tokens<'a>> {
        let group = self.take_group(delimiter);
        if group.is_none() {
            self.expected(&format!("`{}`", opening(delimiter)), diagnostics);
        }
        group.map(|(inside, _)| inside)
    }

    /// Takes a dotted name; reports if there is none.
    pub(super) fn path(&mut self, what: &str, diagnostics: &mut Diagnostics) -> Option<Path> {
        let Word { mut text, mut span } = self.word(what, diagnostics)?;
        while self.take_mark('.').is_some() {
            let part = self.word("a name after the dot", diagnostics)?;
            text.push('.');
            text.push_str(&part.text);
            span = span.to(part.span);
        }
        Some(Path { text, span })
    }
}

fn opening(delimiter: Delimiter) -> &'static str {
    match delimiter {
        Delimiter::Brace => "{",
        Delimiter::Bracket => "[",
        Delimiter::Parenthesis => "(",
        Delimiter::None => "a macro fragment",
    }
}
