//! Finds brackets without a partner, and repairs the text.
//!
//! No item can begin inside a list, a kind or the attributes of a part. So if a line begins with an item, every open
//! bracket that cannot contain items has no partner. The same holds for a list in which an attribute begins, and for a
//! list or kind in which braces begin. The repair inserts the missing partner there, so that the rest of the text can
//! be read. All other bytes keep their positions.

use super::keywords::{is_keyword, keywords};
use crate::diag::limits;

/// A text in which all brackets have partners, and the brackets that had no partner.
pub(super) struct Repaired {
    pub(super) text: String,
    pub(super) alone: Vec<Alone>,
}

/// A bracket without a partner.
pub(super) struct Alone {
    pub(super) bracket: char,
    pub(super) at: usize,
}

/// Returns the text with partners for all brackets; `None` if there is no room for a partner, or if brackets are nested
/// too deeply.
pub(super) fn repaired(text: &str) -> Option<Repaired> {
    let mut repair = Repair {
        bytes: text.as_bytes().to_vec(),
        open: Vec::new(),
        alone: Vec::new(),
    };
    let mut keyword = "";
    let mut begins_line = true;
    let mut at = 0;
    while at < text.len() {
        if repair.open.len() > limits::BRACKETS {
            return None;
        }
        let rest = &text[at..];
        let length = skipped(rest);
        if length > 0 {
            at += length;
            continue;
        }
        let next = rest.chars().next()?;
        let word = rest.split(|c: char| !is_in_word(c)).next().unwrap_or_default();
        match next {
            '(' | '[' => repair.open(next, at, false),
            '{' => {
                repair.close_all(at, |open| open.bracket != '{')?;
                let holds_items = repair.open.is_empty() || HOLD_ITEMS.contains(&keyword);
                repair.open(next, at, holds_items);
            }
            ':' => repair.close_lists_before_attribute(at)?,
            ')' | ']' | '}' => repair.close(next, at)?,
            _ if is_keyword(word) && begins_line && begins_item(word, &rest[word.len()..]) => {
                repair.close_all(at, |open| !open.holds_items)?;
            }
            _ => {}
        }
        keyword = match keywords().find(|known| *known == word) {
            Some(known) => known,
            None if next == '{' || next == '}' => "",
            None => keyword,
        };
        begins_line = next == '\n' || begins_line && next.is_whitespace();
        at += word.len().max(next.len_utf8());
    }
    let end = repair.bytes.len();
    let open = repair.open.len();
    repair.bytes.extend(std::iter::repeat_n(b' ', open));
    repair.close_all(end + open, |_| true)?;
    let text = String::from_utf8(repair.bytes).ok()?;
    Some(Repaired {
        text,
        alone: repair.alone,
    })
}

/// Words before braces that contain items.
const HOLD_ITEMS: &[&str] = &["mirror", "subsystem", "place"];

struct Open {
    bracket: char,
    at: usize,
    /// Whether the bracket may contain items.
    holds_items: bool,
}

struct Repair {
    bytes: Vec<u8>,
    open: Vec<Open>,
    alone: Vec<Alone>,
}

impl Repair {
    fn open(&mut self, bracket: char, at: usize, holds_items: bool) {
        self.open.push(Open {
            bracket,
            at,
            holds_items,
        });
    }

    /// Closes the open lists before an attribute, given the byte of its colon. The closing bracket replaces the comma
    /// in front of the attribute, which moves into the blanks behind it.
    fn close_lists_before_attribute(&mut self, colon: usize) -> Option<()> {
        if self.open.last().is_none_or(|open| open.bracket != '[') {
            return Some(());
        }
        let name = self.bytes[..colon].trim_ascii_end();
        let name = name.iter().rposition(|byte| !is_in_word(char::from(*byte)))? + 1;
        let comma = self.bytes[..name].trim_ascii_end().len().checked_sub(1)?;
        if self.bytes[comma] != b',' {
            return None;
        }
        self.bytes[comma] = b' ';
        self.bytes[name - 1] = b',';
        self.close_all(name - 1, |open| open.bracket == '[')
    }

    /// Handles a closing bracket. Brackets that were opened inside its pair have no partner. A closing bracket without
    /// a partner is replaced by a blank.
    fn close(&mut self, bracket: char, at: usize) -> Option<()> {
        let Some(partner) = self.open.iter().rposition(|open| closing(open.bracket) == bracket) else {
            self.alone.push(Alone { bracket, at });
            self.bytes[at] = b' ';
            return Some(());
        };
        let inner = self.open.len() - partner - 1;
        let mut count = 0;
        self.close_all(at, |_| {
            count += 1;
            count <= inner
        })?;
        self.open.pop();
        Some(())
    }

    /// Closes open brackets, the innermost first, as long as `is_alone` returns true. The partners are put into the
    /// blanks before a byte.
    fn close_all(&mut self, before: usize, mut is_alone: impl FnMut(&Open) -> bool) -> Option<()> {
        let mut partners = Vec::new();
        while let Some(open) = self.open.pop_if(|open| is_alone(open)) {
            partners.push(closing(open.bracket) as u8);
            self.alone.push(Alone {
                bracket: open.bracket,
                at: open.at,
            });
        }
        let from = before.checked_sub(partners.len())?;
        let room = &mut self.bytes[from..before];
        if !room.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        room.copy_from_slice(&partners);
        Some(())
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// Whether a keyword begins an item. The text behind the bracket decides this: it must be a name, or the braces of
/// points.
fn begins_item(keyword: &str, rest: &str) -> bool {
    let next = rest.trim_start().chars().next().unwrap_or_default();
    match keyword {
        "points" => next == '{',
        _ => is_in_word(next) && !next.is_ascii_digit(),
    }
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Length of the comment or string at the start of a text.
fn skipped(text: &str) -> usize {
    let until = |end: &str| text.find(end).unwrap_or(text.len());
    if text.starts_with("//") {
        until("\n")
    } else if text.starts_with("/*") {
        (until("*/") + 2).min(text.len())
    } else if let Some(inside) = text.strip_prefix('"') {
        // A string ends on its line; the lexer reports one that does not.
        inside.find(['"', '\n']).map_or(text.len(), |end| end + 2)
    } else {
        0
    }
}
