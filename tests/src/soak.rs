//! Longer random tests, limited by number of rounds or by time.

use std::time::{Duration, Instant, SystemTime};

/// Seeds for the rounds of a random test, the same in every run. If the environment variable `SOAK` contains a number
/// of seconds, rounds continue for that time, with different seeds in each run.
pub fn seeds(rounds: usize) -> impl Iterator<Item = u64> {
    let seconds = std::env::var("SOAK").ok().and_then(|seconds| seconds.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let since = SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_micros() as u64);
    let first = if end.is_some() { since } else { 1 };
    let goes_on = move |round: usize| end.map_or(round < rounds, |end| Instant::now() < end);
    (0..)
        .take_while(move |round| goes_on(*round))
        .map(move |round| first.wrapping_add(round as u64))
}

/// Prints a line with the number of cases tried, in a form that a script can find.
pub fn tried(what: std::fmt::Arguments) {
    println!("tried: {what}");
}
