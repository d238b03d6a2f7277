//! Unclosed lists of a TOML text. TOML would take everything behind them for members of the list.

use std::ops::Range;

/// Removes assignments whose list is still open at the beginning of a heading or of another assignment. Returns the
/// remaining text, in which all other bytes keep their positions, and the bytes of each removed assignment from its
/// open bracket.
pub(super) fn without(text: &str) -> (String, Vec<Range<usize>>) {
    let mut bytes = text.as_bytes().to_vec();
    let mut found = Vec::new();
    let mut open = Open::default();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if open.brackets.is_empty() {
            start = at;
        } else if open.tables == 0 && begins_statement(line) {
            found.push(open.brackets[0].1..at);
            let blank = |byte: &mut u8| *byte = if *byte == b'\n' { b'\n' } else { b' ' };
            bytes[start..at].iter_mut().for_each(blank);
            open = Open::default();
            start = at;
        }
        open.read(line, at);
        at += line.len();
    }
    (String::from_utf8(bytes).unwrap_or_default(), found)
}

/// Whether a line begins a heading or an assignment, as in `[body.arm]` or `mass = ..`; no member of a list begins in
/// this way.
fn begins_statement(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let is_key = |key: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "_-. ".contains(c);
        key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_letter)
    };
    let heading = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    heading.or(line.split_once('=').map(|(key, _)| key)).is_some_and(is_key)
}

/// Open brackets at a position in the text.
#[derive(Default)]
struct Open {
    /// Brackets and braces with their byte positions, the outermost first.
    brackets: Vec<(char, usize)>,
    /// Number of braces among them.
    tables: usize,
}

impl Open {
    /// Opens and closes the brackets of a line that are not in strings or comments.
    fn read(&mut self, line: &str, start: usize) {
        let mut quote = None;
        let mut is_escaped = false;
        for (at, c) in line.char_indices() {
            match (quote, c) {
                (Some('"'), '\\') => is_escaped = !is_escaped,
                (Some(mark), c) => {
                    if c == mark && !is_escaped {
                        quote = None;
                    }
                    is_escaped = false;
                }
                (None, '"' | '\'') => quote = Some(c),
                (None, '#') => return,
                (None, '[' | '{') => {
                    self.tables += usize::from(c == '{');
                    self.brackets.push((c, start + at));
                }
                (None, ']' | '}') => {
                    let closed = self.brackets.pop();
                    self.tables -= usize::from(closed.is_some_and(|(bracket, _)| bracket == '{'));
                }
                (None, _) => {}
            }
        }
    }
}
