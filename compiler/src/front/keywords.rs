//! Words that begin an item.

use super::language;

/// Words that begin an item, besides those that begin a named part. No unit has the name of one of these words or of a
/// part's keyword, since a unit may be the last word before an item.
const OTHER_KEYWORDS: &[&str] = &["points", "mirror", "subsystem", "place", "gravity", "include", "tune"];

/// Whether a word begins an item.
pub(super) fn is_keyword(word: &str) -> bool {
    keywords().any(|keyword| keyword == word)
}

/// All words that begin an item.
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    language::keywords().chain(OTHER_KEYWORDS.iter().copied())
}
