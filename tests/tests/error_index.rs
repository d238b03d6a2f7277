//! `docs/errors.md` is made from the catalogue of diagnostics, and shows the messages of the compiler.
//!
//! After a change of the catalogue or of a message, run with `BLESS=1` and read the difference.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};
use wishbone_compiler::diag::catalogue::ALL;
use wishbone_compiler::diag::example::car;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::diag::{Code, Diagnostics};
use wishbone_compiler::pipeline::compile_text;

/// Chapters of the page, by the first characters of the codes.
const CHAPTERS: &[(&str, &str)] = &[
    ("W01", "Syntax and units"),
    ("W02", "Names and values"),
    ("W03", "Topology and mobility"),
];

#[test]
fn the_page_is_what_the_catalogue_makes_of_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors.md");
    let page = page();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/errors.md is out of date: run this test with BLESS=1"
    );
}

#[test]
fn every_code_has_its_chapter() {
    for code in ALL {
        assert!(
            CHAPTERS.iter().any(|(group, _)| code.id.starts_with(group)),
            "{}",
            code.id
        );
    }
}

/// Each example, written as on the page, causes the mistake of its code and no other mistake.
#[test]
fn each_example_makes_its_mistake() {
    for code in ALL {
        let found = found(&code.example_declaration());
        let found: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code.id).collect();
        assert!(
            !found.is_empty() && found.iter().all(|id| *id == code.id),
            "{}: {found:?}",
            code.id
        );
    }
}

fn page() -> String {
    let mut page = format!(
        "# Mistakes in declarations\n\n\
         Every message of the compiler has a code; this page explains each by an example. A code once given keeps its\n\
         meaning. The examples are added to this sound vehicle; each is followed by the message of the compiler.\n\n{}\n",
        fenced(&format!("{}\n}}", car()))
    );
    page += "| code | mistake |\n|---|---|\n";
    for code in ALL {
        let _ = writeln!(
            page,
            "| [{0}](#{1}) | {2} |",
            code.id,
            code.id.to_lowercase(),
            code.title
        );
    }
    for (group, title) in CHAPTERS {
        let _ = write!(page, "\n## {title}\n");
        for code in ALL.iter().filter(|code| code.id.starts_with(group)) {
            page += &entry(code);
        }
    }
    page
}

/// Section of a code. Its heading is the code alone, so that links stay valid if the title changes.
fn entry(code: &Code) -> String {
    let sentences = std::iter::once(code.title).chain(code.help).map(sentence);
    format!(
        "\n### {}\n\n{}\n\n{}\n{}",
        code.id,
        folded(&sentences.collect::<Vec<_>>().join(" ")),
        fenced(&code.example_items(0)),
        fenced(&message(code))
    )
}

/// The compiler's messages for the example.
fn message(code: &Code) -> String {
    let declaration = code.example_declaration();
    render(&found(&declaration), "car.rs", &declaration)
}

/// The errors of a declaration, or its warnings if there are no errors.
fn found(declaration: &str) -> Diagnostics {
    compile_text(declaration).map_or_else(|errors| errors, |compiled| compiled.warnings)
}

fn fenced(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    format!("```text\n{}\n```\n", lines.join("\n"))
}

/// The words with a capital letter at the beginning, and with a full stop unless they are a question.
fn sentence(words: &str) -> String {
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    let stop = if words.ends_with('?') { "" } else { "." };
    format!("{}{rest}{stop}", first.to_uppercase())
}

/// The paragraph in lines of at most 120 letters.
fn folded(paragraph: &str) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split(' ') {
        let last = lines.last_mut().expect("there is a first line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.len() + word.len() < 120 {
            *last += &format!(" {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}
