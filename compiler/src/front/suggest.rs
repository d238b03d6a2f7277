//! "Did you mean": the nearest known word by edit distance, with swaps of neighbours (optimal string alignment).

use strsim::osa_distance;

/// The candidate nearest to `word`, if the difference can be a typing error. Case is ignored, and at most a third of
/// the letters may be wrong. If none is, the shortest candidate that begins or ends with the word.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = word.to_lowercase();
    let limit = (folded.chars().count() / 3).max(1);
    let candidates: Vec<&str> = candidates
        .into_iter()
        .filter(|candidate| !candidate.is_empty())
        .collect();
    let distances = candidates
        .iter()
        .map(|candidate| (osa_distance(&folded, &candidate.to_lowercase()), *candidate));
    // A word that shares no letter with the candidate is no typing error, however short both are.
    let near = distances.filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count());
    let nearest = near.min_by_key(|(distance, _)| *distance);
    let is_part = |candidate: &&&str| {
        let candidate = candidate.to_lowercase();
        folded.chars().count() >= PART && (candidate.starts_with(&folded) || candidate.ends_with(&folded))
    };
    let whole = || {
        candidates
            .iter()
            .filter(is_part)
            .min_by_key(|candidate| candidate.len())
    };
    nearest.map(|(_, candidate)| candidate).or_else(|| whole().copied())
}

/// Least number of letters of a word that stands for a longer one.
const PART: usize = 6;

/// Advice for an unknown `word`: the nearest candidate, or all candidates if they are few enough to read.
pub fn advice(word: &str, candidates: &[&str]) -> Option<String> {
    const READABLE: usize = 16;
    if let Some(near) = nearest(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    (1..=READABLE)
        .contains(&candidates.len())
        .then(|| format!("known here: {}", quoted(candidates)))
}

/// `` `a`, `b`, `c` ``
pub fn quoted(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::{advice, nearest};

    #[test]
    fn nearest_is_near_or_nothing() {
        assert_eq!(nearest("KNuckel", ["chassis", "knuckle"]), Some("knuckle"));
        assert_eq!(nearest("rack", ["chassis", "knuckle"]), None);
        assert_eq!(nearest("q", ["m", "s"]), None);
        let figures = ["toe", "roll_centre_height", "roll_centre_offset_of_all"];
        assert_eq!(nearest("roll_centre", figures), Some("roll_centre_height"));
        assert_eq!(nearest("roll", figures), None);
    }

    #[test]
    fn advice_lists_what_there_is_when_nothing_is_near() {
        assert_eq!(
            advice("banana", &["mass", "com"]).as_deref(),
            Some("known here: `mass`, `com`")
        );
        assert_eq!(advice("mas", &["mass", "com"]).as_deref(), Some("did you mean `mass`?"));
    }
}
