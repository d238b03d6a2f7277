//! Explanations of codes of messages, words of the language, suspensions and figures.

use crate::glossary::{self, Meaning};
use crate::problem::Problem;
use crate::suspensions::Suspension;
use serde::Serialize;
use wishbone_compiler::diag::Code;
use wishbone_compiler::diag::catalogue::ALL;
use wishbone_compiler::diag::to_text::{render, render_sources};
use wishbone_compiler::front::reference::{self, Topic};
use wishbone_compiler::front::toml::convert;
use wishbone_compiler::front::{file, suggest};
use wishbone_compiler::pipeline::{self, compile_text};
use wishbone_studies::manoeuvre::Method;

/// Width of the lines of an explanation, except quoted text.
const WIDTH: usize = 100;

/// Explanation of a code or a word as text; without a code or word, a list of all codes.
///
/// # Errors
/// If there is no such code or word. The message names the nearest one.
pub fn text(word: Option<&str>) -> Result<String, Problem> {
    let Some(wanted) = word else {
        let lines = ALL.iter().map(|code| format!("{}  {}\n", code.id, code.title));
        return Ok(lines.collect());
    };
    if is_code(wanted) {
        return Ok(explained(found(wanted)?));
    }
    let told: Vec<String> = meanings(wanted)?.iter().map(told).collect();
    Ok(told.join("\n"))
}

/// Explanation as data.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Explanation {
    /// All codes.
    All(Vec<Explained>),
    /// A code.
    Code(Explained),
    /// Meanings of a word.
    Word(Vec<WordMeaning>),
}

/// Explanation of a code or a word as data; without one, all codes.
///
/// # Errors
/// See [`text`].
pub fn data(word: Option<&str>) -> Result<Explanation, Problem> {
    let of = |code: &Code| {
        let (declaration, said) = example(code);
        Explained {
            code: code.id,
            title: code.title,
            help: code.help,
            example: declaration,
            said,
        }
    };
    Ok(match word {
        None => Explanation::All(ALL.iter().map(|code| of(code)).collect()),
        Some(word) if is_code(word) => Explanation::Code(of(found(word)?)),
        Some(word) => {
            let meanings = meanings(word)?.into_iter();
            Explanation::Word(
                meanings
                    .map(|Topic { name, text }| WordMeaning { name, text })
                    .collect(),
            )
        }
    })
}

/// All meanings of a word: in the language, as a suspension of the library, as a method of integration, as a figure.
fn meanings(word: &str) -> Result<Vec<Topic>, Problem> {
    let mut all = reference::named(word);
    all.extend(Suspension::find(word).map(|own| Topic {
        name: format!("suspension {}", own.name),
        text: format!("{}`wishbone library {}` prints all of it.\n", own.told(), own.name),
    }));
    all.extend(method(word));
    let slopes = glossary::characteristics(word);
    // The figure of a study that has slopes, too, has the same meaning.
    let figures = match slopes.is_empty() {
        true => glossary::figures(word),
        false => Vec::new(),
    };
    all.extend(slopes.into_iter().chain(figures).map(of_figure));
    match all.is_empty() {
        true => Err(unknown(word)),
        false => Ok(all),
    }
}

/// The method of integration with this name, if there is one.
fn method(word: &str) -> Option<Topic> {
    let (name, _, sentence) = Method::NAMED.iter().find(|(name, ..)| *name == word)?;
    Some(Topic {
        name: format!("method {name}"),
        text: format!("A method of integration of `drive`, `run`, `precision` and manoeuvres: {sentence}.\n"),
    })
}

fn of_figure(meaning: Meaning) -> Topic {
    let unit = match meaning.unit {
        "" => String::new(),
        unit => format!(" [{unit}]"),
    };
    Topic {
        name: format!("figure {}", meaning.name),
        text: format!(
            "A figure of `{}`{unit}: {}.\n",
            meaning.question,
            meaning.definition.trim_end_matches('.')
        ),
    }
}

/// A code of the compiler's messages.
#[derive(Serialize)]
pub struct Explained {
    /// `W0303`
    pub code: &'static str,
    /// What is wrong.
    pub title: &'static str,
    /// Advice.
    pub help: Option<&'static str>,
    /// A declaration with the mistake.
    pub example: String,
    /// Message of the compiler about the example.
    pub said: String,
}

/// A meaning of a word of the language.
#[derive(Serialize)]
pub struct WordMeaning {
    /// The word with the part to which it belongs: `spring.rate`.
    pub name: String,
    /// What it means.
    pub text: String,
}

/// Whether a word has the form of a code: digits, with or without a leading `W`.
fn is_code(word: &str) -> bool {
    let digits = word.strip_prefix(['w', 'W']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The code with this number.
fn found(wanted: &str) -> Result<&'static Code, Problem> {
    let id = written_out(wanted);
    let found = ALL.iter().find(|code| code.id == id);
    found.copied().ok_or_else(|| {
        let ids = ALL.iter().map(|code| code.id);
        let near = suggest::nearest(&id, ids).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Problem::Misuse(format!(
            "there is no code `{wanted}`{near}; `wishbone explain` lists all"
        ))
    })
}

/// The message about an unknown word, with the nearest known word.
fn unknown(wanted: &str) -> Problem {
    let mut known = reference::words();
    known.extend(glossary::names());
    known.extend(Method::NAMED.iter().map(|(name, ..)| (*name).to_owned()));
    known.extend(Suspension::all().into_iter().map(|own| own.name));
    let advice = suggest::nearest(wanted, known.iter().map(String::as_str)).map_or_else(
        || {
            "docs/language.md has all words of the language, `--json` of a study its figures with their definitions"
                .to_owned()
        },
        |near| format!("did you mean `{near}`?"),
    );
    Problem::Misuse(format!(
        "no word of the language, suspension or figure is called `{wanted}`; {advice}"
    ))
}

/// One meaning of a word, its lines folded.
fn told(topic: &Topic) -> String {
    let lines = topic.text.lines().map(|line| match line.starts_with("    ") {
        // Text of a declaration keeps its width.
        true => line.to_owned(),
        false => indented(line),
    });
    let lines: String = lines.map(|line| line + "\n").collect();
    format!("{}\n{lines}", topic.name)
}

/// A line of at most 100 characters. Further lines begin under the text behind the key.
fn indented(line: &str) -> String {
    const BEHIND_KEY: usize = 25;
    let indent = if line.starts_with("  ") { BEHIND_KEY } else { 0 };
    let head = line.len().min(indent);
    let Some((key, text)) = line.split_at_checked(head) else {
        return line.to_owned();
    };
    let mut lines = vec![key.to_owned()];
    for (position, word) in text.split(' ').enumerate() {
        match lines.last_mut() {
            Some(last) if position == 0 || last.chars().count() + 1 + word.chars().count() <= WIDTH => {
                if position > 0 {
                    last.push(' ');
                }
                last.push_str(word);
            }
            _ => lines.push(" ".repeat(indent) + word),
        }
    }
    lines.join("\n")
}

/// The help text after the word `help`, in lines of at most 100 characters.
fn folded(help: &str) -> String {
    let mut lines = vec!["help:".to_owned()];
    for word in help.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("      {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Normalises a code: `W0303` for `w0303`, `0303` and `303`.
fn written_out(code: &str) -> String {
    let digits = code.trim_start_matches(['w', 'W']);
    format!("W{digits:0>4}")
}

/// Message of the compiler about the mistake of a code in a TOML file; `None` if such a file cannot have the mistake.
fn in_toml(code: &Code) -> Option<String> {
    let file = convert::from_grammar(&code.example_declaration()).ok()?.text;
    let reading = file::read_text("car.toml", &file, &mut file::no_files);
    let found = match &reading.vehicle {
        Ok(vehicle) => pipeline::compile(vehicle).map_or_else(|errors| errors, |compiled| compiled.warnings),
        Err(found) => found.clone(),
    };
    let said = render_sources(&found, &reading.sources);
    said.contains(&format!("[{}]", code.id)).then_some(said)
}

/// A declaration with the mistake of a code, and the message of the compiler about it.
fn example(code: &Code) -> (String, String) {
    let declaration = code.example_declaration();
    let found = compile_text(&declaration).map_or_else(|errors| errors, |compiled| compiled.warnings);
    let said = render(&found, "car.txt", &declaration);
    (declaration, said)
}

fn explained(code: &Code) -> String {
    let help = code.help.map_or_else(String::new, folded);
    let (_, said) = example(code);
    let toml = in_toml(code).map_or_else(String::new, |said| {
        format!("\nIn a TOML file:\n\n{}\n", said.trim_end())
    });
    format!(
        "{}: {}\n{help}\nFor example:\n\n{}\n\nOf this the compiler says:\n\n{}\n{toml}",
        code.id,
        code.title,
        code.example_items(1),
        said.trim_end()
    )
}
