//! Comments of a declaration in the grammar of `vehicle! { .. }`.

use std::ops::Range;

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// Its bytes, with the marks at its ends.
    pub bytes: Range<usize>,
    /// Whether it is documentation: `/// ..`.
    pub is_documentation: bool,
}

impl Comment {
    /// Its text, without the marks.
    pub fn words<'a>(&self, text: &'a str) -> &'a str {
        let comment = &text[self.bytes.clone()];
        match comment.strip_prefix("//") {
            Some(line) => line.trim_start_matches('/'),
            None => comment
                .trim_start_matches(['/', '*'])
                .trim_end_matches(['/', '*'])
                .trim(),
        }
    }
}

/// The comments of a text, in order. Marks inside quotation marks do not begin a comment.
pub(super) fn comments(text: &str) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['"', '/']).map(|next| at + next) {
        let rest = &text[next..];
        at = next
            + match rest.as_bytes() {
                [b'"', ..] => string(rest),
                [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => block(rest),
                _ => 1,
            };
        if rest.starts_with("//") || rest.starts_with("/*") {
            comments.push(Comment {
                bytes: next..at,
                is_documentation: rest.starts_with("///") && !rest.starts_with("////"),
            });
        }
    }
    comments
}

/// A text without its comments, and without the lines and blanks that the comments leave behind. Documentation stays.
pub(super) fn without(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    for comment in comments(text).iter().filter(|comment| !comment.is_documentation) {
        plain.push_str(&text[at..comment.bytes.start]);
        // Words on both sides stay apart.
        plain.push(' ');
        at = comment.bytes.end;
    }
    plain.push_str(&text[at..]);
    let lines = plain.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Length of the quoted string at the start of a text.
fn string(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of the block comment at the start of a text. Blocks may stand inside each other, as in Rust.
fn block(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(next) = text[at..].find(['/', '*']).map(|next| at + next) {
        let (step, deeper) = match &text.as_bytes()[next..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at = next + step;
        depth += deeper;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{comments, without};

    #[test]
    fn comments_are_left_out_and_documentation_stays() {
        let text = "/// A car.\nCar { // small\n\n  // nothing\n  mass: 3 kg, /* two\n lines /* deep */ */ x: \"a // b\",\n}\n";
        assert_eq!(without(text), "/// A car.\nCar {\n  mass: 3 kg,   x: \"a // b\",\n}");
        let found = comments(text);
        let words: Vec<&str> = found.iter().map(|comment| comment.words(text)).collect();
        assert_eq!(words, [" A car.", " small", " nothing", "two\n lines /* deep */"]);
    }

    #[test]
    fn texts_that_end_early_are_read() {
        for text in ["/*", "/", "\"", "\"\\", "//", "/* /* */", "a /"] {
            assert!(without(text).len() <= text.len() + 1, "{text}");
        }
    }
}
