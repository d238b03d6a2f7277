//! Times and sizes appear on pages that programs print, and in no sentence of the book.

use super::{pages_in, text};

/// Words behind a number that was measured.
const UNITS: [&str; 8] = ["ns", "µs", "us", "minutes", "kB", "MB", "operations/ns", "times"];

/// Pages about speed and installation, whose figures are printed ones.
const PAGES: [&str; 3] = [
    "docs/book/speed.md",
    "docs/book/start/install.md",
    "docs/book/limits.md",
];

#[test]
fn no_time_is_typed_by_hand() {
    let mut found = String::new();
    for page in PAGES {
        for (place, line) in (1..).zip(text(page).lines()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for pair in words.windows(2) {
                let is_number = pair[0].trim_matches('(').replace(',', "").parse::<f64>().is_ok();
                let unit = pair[1].trim_matches(|c: char| !c.is_alphanumeric() && c != 'µ');
                if is_number && UNITS.contains(&unit) {
                    found += &format!("{page}:{place}: {} {}\n", pair[0], pair[1]);
                }
            }
        }
    }
    assert!(found.is_empty(), "these belong to a page of docs/book/speed:\n{found}");
}

#[test]
fn printed_pages_name_processor_and_compiler() {
    let pages = pages_in("docs/book/speed");
    assert!(!pages.is_empty());
    for page in pages {
        let own = text(&page);
        assert!(own.contains("Printed by `"), "{page}");
        assert!(own.contains("; rustc 1."), "{page}");
    }
}
