//! Messages for mistakes in declarations, beside the lines that cause them.
//!
//! Each text of this folder has cases: a heading with the case's name, a sentence, the declaration. Lines that begin with
//! `//` are the compiler's messages for the line above. A case that names no vehicle adds to the vehicle of `corner.txt`:
//!
//! - a line that begins with the same two words (`joint pivot`) replaces the vehicle's line,
//! - `- joint pivot:` leaves the vehicle's line out,
//! - any other line is added at the end.
//!
//! A message about a line of the vehicle stands at the end of its case, behind the line itself, which begins with `>`.
//!
//! After a change of a message, run with `BLESS=1` and read the difference.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};
use wishbone_compiler::diag::{Diagnostic, Diagnostics, Severity};
use wishbone_compiler::pipeline::compile_text;

/// The vehicle that most cases add to.
const CORNER: &str = include_str!("corner.txt");

#[test]
fn mistakes_are_explained_as_committed() {
    let bless = env::var_os("BLESS").is_some();
    let (mut cases, mut outdated) = (0, Vec::new());
    for file in texts() {
        let committed = fs::read_to_string(&file).expect("it can be read");
        let mut sections = committed.split("\n## ");
        let mut text = sections.next().expect("there is a title").to_owned();
        for section in sections {
            cases += 1;
            let explained = explained(section);
            assert!(explained.contains("\n//"), "no message for this case: {explained}");
            write!(text, "\n## {explained}").expect("a string takes all");
        }
        if bless {
            fs::write(&file, &text).expect("it can be written");
        }
        let differs = |(one, other): (&str, &str)| (one != other).then(|| format!("{other}\n  not:\n{one}"));
        let mut pairs = committed.split("\n## ").zip(text.split("\n## "));
        outdated.extend(pairs.find_map(differs).filter(|_| !bless));
    }
    assert!(cases > 150, "{cases} cases: the reader has lost its way");
    assert!(outdated.is_empty(), "{}\nrun with BLESS=1", outdated.join("\n\n"));
}

#[test]
fn the_vehicle_that_cases_add_to_has_no_mistake() {
    assert!(messages(CORNER).is_empty());
}

/// The texts of this folder.
fn texts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut texts: Vec<PathBuf> = files.map(|file| file.expect("it can be read").path()).collect();
    texts.retain(|file| file.extension().is_some_and(|ending| ending == "txt") && !file.ends_with("corner.txt"));
    texts.sort();
    assert!(!texts.is_empty());
    texts
}

/// A line of a declaration, and whether it belongs to the case itself.
struct Line<'t> {
    text: &'t str,
    own: Option<usize>,
}

/// A section with the messages that the compiler has for its declaration.
fn explained(section: &str) -> String {
    let is_kept = |line: &&str| !line.starts_with("//") && !line.starts_with('>');
    let kept: Vec<&str> = section.trim_end().lines().filter(is_kept).collect();
    let begin = 1 + kept
        .iter()
        .position(|line| line.is_empty())
        .expect("a blank line before the declaration");
    let own = &kept[begin..];
    let lines = declaration(own);
    let source = lines.iter().map(|line| format!("{}\n", line.text)).collect::<String>();
    let mut told = vec![String::new(); lines.len()];
    for diagnostic in messages(&source).iter() {
        for (line, message) in marks(diagnostic, &source) {
            told[line] += &message;
        }
    }
    let mut text = kept[..begin].iter().map(|line| format!("{line}\n")).collect::<String>();
    for (position, line) in own.iter().enumerate() {
        let at = lines.iter().position(|line| line.own == Some(position));
        write!(text, "{line}\n{}", at.map_or("", |at| &told[at])).expect("a string takes all");
    }
    for (line, told) in lines.iter().zip(&told) {
        if line.own.is_none() && !told.is_empty() {
            write!(text, "> {}\n{}", line.text, told.replace("//", "//  ")).expect("a string takes all");
        }
    }
    text
}

/// The declaration of a case.
fn declaration<'t>(own: &[&'t str]) -> Vec<Line<'t>> {
    let all = || {
        own.iter().enumerate().map(|(position, text)| Line {
            text,
            own: Some(position),
        })
    };
    if own
        .iter()
        .any(|line| line.trim_end().ends_with('{') && !line.starts_with(' '))
        || own.len() == 1 && !own[0].starts_with(' ')
    {
        return all().collect();
    }
    let key = |line: &str| line.split_whitespace().take(2).collect::<Vec<&str>>().join(" ");
    let left_out = |line: &str| {
        own.iter()
            .any(|own| own.trim_start().strip_prefix("- ") == Some(&key(line)))
    };
    let mut lines: Vec<Line> = Vec::new();
    for text in CORNER.lines().filter(|line| !left_out(line)) {
        let mut instead = all()
            .filter(|own| !key(text).is_empty() && key(own.text) == key(text))
            .peekable();
        match instead.peek() {
            Some(_) => lines.extend(instead),
            None => lines.push(Line { text, own: None }),
        }
    }
    let added = all().filter(|own| !own.text.trim_start().starts_with("- "));
    let added = added.filter(|own| !lines.iter().any(|line| line.own == own.own));
    let added: Vec<Line> = added.collect();
    let end = lines.len() - 1;
    lines.splice(end..end, added);
    lines
}

/// The errors of a declaration, or its warnings if there are no errors.
fn messages(declaration: &str) -> Diagnostics {
    compile_text(declaration).map_or_else(|errors| errors, |compiled| compiled.warnings)
}

/// The messages of a diagnostic at each of its places: the line, and the text with carets under the place.
fn marks(diagnostic: &Diagnostic, source: &str) -> Vec<(usize, String)> {
    let places = diagnostic.labels.iter().enumerate();
    let mark = |(position, (span, label)): (usize, &(wishbone_compiler::diag::SourceSpan, String))| {
        let bytes = span.bytes().map_or(0..0, |(_, bytes)| bytes);
        let begin = source[..bytes.start].rfind('\n').map_or(0, |end| end + 1);
        let end = source[bytes.start..]
            .find('\n')
            .map_or(source.len(), |length| bytes.start + length);
        let line = source[..begin].matches('\n').count();
        let column = source[begin..bytes.start].chars().count();
        let width = source[bytes.start..bytes.end.min(end)].chars().count().max(1);
        let caret = if position == 0 { "^" } else { "-" };
        let severity = match diagnostic.severity {
            Severity::Error => "",
            Severity::Warning => " warning:",
        };
        let mut text = format!("//{}{}", " ".repeat(column.saturating_sub(2)), caret.repeat(width));
        match position {
            0 => writeln!(text, " [{}]{severity} {}", diagnostic.code.id, diagnostic.message),
            _ => writeln!(text, " [{}] {label}", diagnostic.code.id),
        }
        .expect("a string takes all");
        if position == 0 {
            let label = Some(label)
                .filter(|label| !label.is_empty())
                .map(|label| format!("here: {label}"));
            let help = diagnostic.help.iter().flat_map(|help| help.lines());
            for further in label.into_iter().chain(help.map(|line| format!("help: {line}"))) {
                writeln!(text, "//{}{further}", " ".repeat((column + width).saturating_sub(1)))
                    .expect("a string takes all");
            }
        }
        (line, text)
    };
    places.map(mark).collect()
}
