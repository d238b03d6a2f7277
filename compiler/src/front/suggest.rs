//! "Did you mean": the nearest known word by edit distance.

/// The candidate nearest to `word`, if it is near enough to be a typing error: case is ignored, and at most a third of
/// the letters may be wrong.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = word.to_lowercase();
    let limit = (folded.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| !candidate.is_empty())
        .map(|candidate| (distance(&folded, &candidate.to_lowercase()), candidate))
        // A word that shares no letter with the candidate is no typing error, however short both are.
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

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

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours (Damerau 1964).
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitution = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitution.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{advice, distance, nearest};

    #[test]
    fn distance_counts_slips_of_the_hand() {
        for (a, b, expected) in [
            ("", "abc", 3),
            ("knuckle", "knuckle", 0),
            ("knukle", "knuckle", 1),
            ("camebr", "camber", 1),
            ("ab", "xy", 2),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn nearest_is_near_or_nothing() {
        assert_eq!(nearest("KNuckel", ["chassis", "knuckle"]), Some("knuckle"));
        assert_eq!(nearest("rack", ["chassis", "knuckle"]), None);
        assert_eq!(nearest("q", ["m", "s"]), None);
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
