//! No sentence of the book has more than thirty words.

use super::{pages_in, text};

/// Most words of a sentence.
const MOST: usize = 30;

/// Sentences of a page, without blocks, tables, headings, pictures and comments.
fn sentences(page: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = vec![String::new()];
    let mut is_block = false;
    for raw in page.lines() {
        let line = raw.trim();
        let is_code = raw.starts_with("    ") && paragraphs.last().is_some_and(String::is_empty);
        let is_fence = line.starts_with("```");
        is_block ^= is_fence;
        let is_prose = !is_code
            && !is_block
            && !is_fence
            && !line.is_empty()
            && !line.starts_with(['|', '#', '<'])
            && !line.starts_with("![");
        let item = item(line);
        if (!is_prose || item.is_some()) && paragraphs.last().is_some_and(|last| !last.is_empty()) {
            paragraphs.push(String::new());
        }
        if let Some(last) = paragraphs.last_mut().filter(|_| is_prose) {
            *last += item.unwrap_or(line);
            last.push(' ');
        }
    }
    paragraphs
        .iter()
        .flat_map(|paragraph| split(&plain(paragraph)))
        .collect()
}

/// Text behind the mark of a list item; `None` for other lines.
fn item(line: &str) -> Option<&str> {
    let numbered = line
        .split_once(". ")
        .filter(|(number, _)| number.parse::<u32>().is_ok());
    line.strip_prefix("- ").or(numbered.map(|(_, text)| text))
}

/// Text with each piece of code replaced by one word, and without the addresses of links.
fn plain(text: &str) -> String {
    let without_code = text.split('`').enumerate();
    let without_code: String = without_code
        .map(|(place, part)| if place % 2 == 0 { part } else { "code" })
        .collect();
    let mut plain = String::new();
    let mut rest = without_code.as_str();
    while let Some((before, behind)) = rest.split_once("](") {
        plain += before;
        rest = behind.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

/// Splits a paragraph into sentences, which end with a full stop, a question mark or an exclamation mark before a space.
fn split(paragraph: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let last = all.last_mut().expect("there is one");
        *last += word;
        last.push(' ');
        let end = word.trim_end_matches(['*', ')', '"', ']']);
        if end.ends_with(['.', '?', '!']) && !end.ends_with("..") {
            all.push(String::new());
        }
    }
    all
}

fn words(sentence: &str) -> usize {
    sentence
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric))
        .count()
}

#[test]
fn sentences_are_short() {
    let mut long = String::new();
    for page in pages_in("docs/book") {
        for sentence in sentences(&text(&page)) {
            let count = words(&sentence);
            if count > MOST {
                long += &format!("{page}: {count} words: {sentence}\n");
            }
        }
    }
    assert!(long.is_empty(), "sentences of more than {MOST} words:\n{long}");
}

#[test]
fn words_are_counted_in_prose_alone() {
    let page = "# A title of a page\n\n- One [two](a/long/address.md) `three words here` four.\n  Five six (seven).\n1. Eight, nine.\n\n| a | b |\n\n    not counted\n\n```text\nnot counted\n```\n";
    let counts: Vec<usize> = sentences(page)
        .iter()
        .map(|own| words(own))
        .filter(|count| *count > 0)
        .collect();
    assert_eq!(counts, [4, 3, 2]);
}
