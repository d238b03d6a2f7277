//! Values that are written as TOML, with all mistakes of a text at once.
//!
//! `serde` stops at the first mistake. So a wrong part is taken out of the document, and the remaining text is read
//! again.

mod words;

use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer, Error};

/// Reads a value from a TOML text.
///
/// # Errors
/// All mistakes, each with its line and a mark below its place. A missing key is reported after the mistakes of its
/// table.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let (document, mistakes) = DeTable::parse_recoverable(text);
    let read = if mistakes.is_empty() {
        of(document)
    } else {
        Err(mistakes)
    };
    read.map_err(|mut mistakes| {
        mistakes.sort_by_key(|mistake| mistake.span().map_or(0, |place| place.start));
        let each = mistakes.into_iter().map(|mistake| shown(mistake, text));
        each.collect::<Vec<_>>().join("\n")
    })
}

/// The value of a document, or all its mistakes.
fn of<T: DeserializeOwned>(mut document: Spanned<DeTable<'_>>) -> Result<T, Vec<Error>> {
    let (whole, mut mistakes) = (document.span(), Vec::new());
    let mut taken: Vec<Taken> = Vec::new();
    loop {
        let mistake = match T::deserialize(Deserializer::from(document.clone())) {
            Ok(value) if mistakes.is_empty() => return Ok(value),
            Ok(_) => return Err(mistakes),
            Err(mistake) => mistake,
        };
        // Keys that the document as a whole lacks are reported last.
        let place = mistake.span().filter(|place| *place != whole);
        // A key that was taken out for its value is not missing.
        if !taken.iter().any(|own| own.is_missed_by(&mistake)) {
            mistakes.push(mistake);
        }
        match place.and_then(|place| take(document.get_mut(), &whole, &place)) {
            Some(entry) => taken.push(entry),
            None => return Err(mistakes),
        }
    }
}

/// An entry that was taken out of a table.
struct Taken {
    key: String,
    /// Place of its table in the text.
    table: Range<usize>,
}

impl Taken {
    /// Whether a mistake is only that this entry is missing.
    fn is_missed_by(&self, mistake: &Error) -> bool {
        let is_it = mistake.message().starts_with(&format!("missing field `{}`", self.key));
        is_it && mistake.span().as_ref() == Some(&self.table)
    }
}

/// Takes the innermost entry that contains a place out of a table, which is itself at `whole`; also takes out a table
/// that then becomes empty. `None` if there is no such entry.
fn take(table: &mut DeTable<'_>, whole: &Range<usize>, place: &Range<usize>) -> Option<Taken> {
    let within = table.iter_mut().find_map(|(key, value)| {
        let taken = take_within(value, place)?;
        Some((key.clone(), is_empty(value.get_ref()), taken))
    });
    if let Some((key, is_left_empty, taken)) = within {
        if is_left_empty {
            table.remove(&key);
        }
        return Some(taken);
    }
    let mut entries = table.iter();
    let (key, _) = entries.find(|(key, value)| holds(&key.span(), place) || holds(&value.span(), place))?;
    let key = key.clone();
    table.remove(&key);
    Some(Taken {
        key: key.into_inner().into_owned(),
        table: whole.clone(),
    })
}

fn take_within(value: &mut Spanned<DeValue<'_>>, place: &Range<usize>) -> Option<Taken> {
    let whole = value.span();
    match value.get_mut() {
        DeValue::Table(table) => take(table, &whole, place),
        DeValue::Array(members) => {
            if let Some(taken) = members.iter_mut().find_map(|member| take_within(member, place)) {
                return Some(taken);
            }
            // A table of a list goes as a whole; a number of a list goes with the list.
            let wrong = members.iter().position(|member| {
                let is_table = matches!(member.get_ref(), DeValue::Table(_));
                is_table && holds(&member.span(), place)
            })?;
            let mut others = DeArray::new();
            for (member, own) in members.iter().enumerate() {
                if member != wrong {
                    others.push(own.clone());
                }
            }
            *members = others;
            Some(Taken {
                key: String::new(),
                table: whole,
            })
        }
        _ => None,
    }
}

fn is_empty(value: &DeValue<'_>) -> bool {
    matches!(value, DeValue::Table(table) if table.is_empty())
}

fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn shown(mut mistake: Error, text: &str) -> String {
    mistake.set_input(Some(text));
    let (shown, message) = (mistake.to_string(), mistake.message());
    // The message stands behind the excerpt of the text, which may have the same words.
    match shown.trim_end().strip_suffix(message.trim_end()) {
        Some(excerpt) => excerpt.to_owned() + &words::plain(message),
        None => shown.trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Whole {
        speed: f64,
        count: u32,
        #[serde(default)]
        parts: Vec<Part>,
        own: Option<Part>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Part {
        mass: f64,
        #[serde(default)]
        length: f64,
    }

    #[test]
    fn a_sound_text_is_read() {
        let whole = read("speed = 2.5\ncount = 3\n[own]\nmass = 1.0");
        let own = Some(Part { mass: 1.0, length: 0.0 });
        assert_eq!(
            whole,
            Ok(Whole {
                speed: 2.5,
                count: 3,
                parts: vec![],
                own
            })
        );
    }

    #[test]
    fn every_mistake_is_told_once_at_its_line() {
        let text = "speed = \"fast\"\ncount = -1\nown.mass = true\nown.width = 2.0\n\
                    [[parts]]\nlength = \"long\"\nmass = 1.0\n[[parts]]\nlength = 2.0\n[[parts]]\nmas = 1.0";
        let told = read::<Whole>(text).expect_err("it is wrong");
        let lines: Vec<&str> = told.lines().filter(|line| line.contains("at line")).collect();
        // The second part lacks its mass. So does the third one, which has a wrong name for it.
        let places = [(1, 9), (2, 9), (3, 12), (4, 5), (6, 10), (8, 1), (10, 1), (11, 1)];
        let expected = places.map(|(line, column)| format!("TOML parse error at line {line}, column {column}"));
        assert_eq!(lines, expected, "{told}");
        assert_eq!(told.matches("is missing").count(), 2, "{told}");
    }

    #[test]
    fn every_mistake_of_the_grammar_is_told() {
        let told = read::<Whole>("speed = \ncount = = 3").expect_err("it is no TOML");
        assert!(told.contains("line 1") && told.contains("line 2"), "{told}");
    }

    #[test]
    fn a_missing_key_ends_the_search() {
        let told = read::<Whole>("speed = 1.0").expect_err("it is incomplete");
        assert!(told.contains("`count` is missing"), "{told}");
        assert_eq!(told.matches("error at").count(), 1, "{told}");
    }
}
