//! Random vehicles whose declarations are damaged at random: the compiler answers with messages and does not panic.

use crate::{genes, runner};
use proptest::collection::vec;
use proptest::prelude::*;
use std::cell::Cell;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::compile_text;

/// Number of damaged declarations.
const CASES: u32 = 300;

/// Tokens that are inserted in wrong places; some of them are valid elsewhere.
const STRAY: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    "::",
    "..",
    "#",
    "'a",
    "\"text\"",
    "\\",
    "\u{fe0f}",
    "0",
    "-1",
    "1e400",
    "0x1F",
    "1.5kg",
    "nan",
    "mm",
    "kg",
    "N*s/m",
    "m^99",
    "ground",
    "nobody",
    "x",
    "joint",
    "mirror",
    "subsystem",
    "place",
    "table(deflection: [0] m)",
    "fn",
    "redundant: accept",
    "base: ground",
    "tree: cut",
    "/* open",
    "_",
    "ß",
];

/// Numbers at the ends of the range, and numbers that make parts coincide.
const EXTREME: [&str; 10] = [
    "1e308", "1e300", "1e-300", "1e-308", "5e-324", "1e-12", "1e12", "180", "0.0", "1",
];

/// One damage to a text; positions wrap around.
#[derive(Clone, Debug)]
enum Damage {
    /// A token is left out.
    Delete(usize),
    /// A token stands twice.
    Repeat(usize),
    /// A token is replaced by a stray one.
    Replace(usize, usize),
    /// A stray token is inserted.
    Insert(usize, usize),
    /// Two tokens change places.
    Swap(usize, usize),
    /// A line, which is an item, is left out: isolated bodies, unknown names.
    DeleteLine(usize),
    /// A line stands twice: duplicate names.
    RepeatLine(usize),
    /// A number becomes zero: axes, masses, lengths.
    Zero(usize),
    /// A number becomes huge or tiny, or equal to another one.
    Extreme(usize, usize),
    /// A number changes its sign.
    Negate(usize),
    /// The text ends here.
    Truncate(usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = || any::<usize>().no_shrink();
    prop_oneof![
        at().prop_map(Damage::Delete),
        at().prop_map(Damage::Repeat),
        (at(), 0..STRAY.len()).prop_map(|(a, b)| Damage::Replace(a, b)),
        (at(), 0..STRAY.len()).prop_map(|(a, b)| Damage::Insert(a, b)),
        (at(), at()).prop_map(|(a, b)| Damage::Swap(a, b)),
        at().prop_map(Damage::DeleteLine),
        at().prop_map(Damage::RepeatLine),
        at().prop_map(Damage::Zero),
        (at(), 0..EXTREME.len()).prop_map(|(a, b)| Damage::Extreme(a, b)),
        at().prop_map(Damage::Negate),
        at().prop_map(Damage::Truncate),
    ]
}

impl Damage {
    fn apply(&self, text: &str) -> String {
        match *self {
            Damage::DeleteLine(at) | Damage::RepeatLine(at) => {
                let copies = if matches!(self, Damage::DeleteLine(_)) { 0 } else { 2 };
                let lines: Vec<&str> = text.lines().collect();
                let at = at % lines.len().max(1);
                let times = |place: usize| if place == at { copies } else { 1 };
                let kept = lines
                    .iter()
                    .enumerate()
                    .flat_map(|(place, line)| std::iter::repeat_n(*line, times(place)));
                kept.collect::<Vec<&str>>().join("\n")
            }
            _ => self.on_tokens(split(text)).concat(),
        }
    }

    fn on_tokens<'a>(&self, mut tokens: Vec<&'a str>) -> Vec<&'a str> {
        let is_number = |token: &str| token.starts_with(|c: char| c.is_ascii_digit());
        let numbers: Vec<usize> = (0..tokens.len()).filter(|&at| is_number(tokens[at])).collect();
        if tokens.is_empty() || numbers.is_empty() {
            return tokens;
        }
        let count = tokens.len();
        match *self {
            Damage::Delete(at) => _ = tokens.remove(at % count),
            Damage::Repeat(at) => tokens.insert(at % count, tokens[at % count]),
            Damage::Replace(at, stray) => tokens[at % count] = STRAY[stray],
            Damage::Insert(at, stray) => tokens
                .splice(at % count..at % count, [" ", STRAY[stray], " "])
                .for_each(drop),
            Damage::Swap(a, b) => tokens.swap(a % count, b % count),
            Damage::Zero(at) => tokens[numbers[at % numbers.len()]] = "0",
            Damage::Extreme(at, number) => tokens[numbers[at % numbers.len()]] = EXTREME[number],
            Damage::Negate(at) => tokens.insert(numbers[at % numbers.len()], "-"),
            Damage::Truncate(at) => tokens.truncate(at % count),
            Damage::DeleteLine(_) | Damage::RepeatLine(_) => {}
        }
        tokens
    }
}

/// Tokens of a text: words with their digits, and every other character by itself.
fn split(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(word.max(if word == 0 { first.len_utf8() } else { 0 }));
        tokens.push(token);
        rest = after;
    }
    tokens
}

#[test]
fn broken_declarations_are_refused_in_words_or_compile() {
    let (refused, compiled) = (Cell::new(0), Cell::new(0));
    let case = (genes::genome(), vec(damage(), 1..4));
    let outcome = runner(CASES, 1).run(&case, |(genome, damages)| {
        let text = damages.iter().fold(genome.text(), |text, damage| damage.apply(&text));
        match compile_text(&text) {
            Ok(_) => compiled.set(compiled.get() + 1),
            Err(diagnostics) => {
                prop_assert!(!diagnostics.is_empty(), "refused without a word:\n{text}");
                let complaint = render(&diagnostics, "broken", &text);
                let all_said = diagnostics.iter().all(|d| complaint.contains(d.code.id));
                prop_assert!(all_said, "not all is said:\n{complaint}");
                refused.set(refused.get() + 1);
            }
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    println!("{} refused, {} compiled", refused.get(), compiled.get());
    assert!(
        refused.get() > 2 * CASES / 3,
        "too gentle: {} of {CASES} refused",
        refused.get()
    );
}
