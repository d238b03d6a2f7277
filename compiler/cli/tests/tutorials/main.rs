//! The pages of the book are tried: all their files and commands, in an empty folder. The test compares the output, the
//! definitions of figures, and the pictures with those on the page.
//!
//! After a change of the output, `BLESS=1` puts the new numbers, definitions and pictures into the pages. Lines with other words
//! must be changed by hand.
#![cfg(unix)]

mod folder;
mod kept;
mod page;

use folder::{Folder, up_to_date};
use page::{Page, Piece};

/// Runs a page; returns the numbers of commands run and of lines compared.
fn followed(page: &Page) -> (usize, usize) {
    let folder = Folder::empty(&page.name());
    let (mut printed, mut commands, mut lines) = (String::new(), 0, 0);
    let mut told = Vec::new();
    for piece in page.pieces() {
        match piece {
            Piece::Block { language: "sh", text } => {
                printed = folder.run(text);
                commands += 1;
            }
            Piece::Block { language: "text", text } => {
                kept::text(page, "```text\n", text, &up_to_date(&printed, text, &page.path));
                lines += text.lines().count();
            }
            Piece::Block { language, text } => folder.write(language, text),
            Piece::Figures { command, table } => {
                let found = kept::definitions(&folder.run(&format!("{command} --json")), &mut told);
                kept::text(page, &format!("<!-- figures: {command} -->\n\n"), table, &found);
            }
            Piece::Picture { drawn, shown } => kept::picture(page, &folder.path(drawn), shown),
        }
    }
    (commands, lines)
}

/// Runs a page that has at least `least` commands and lines of output.
fn runs(path: &str, least: [usize; 2]) {
    let (commands, lines) = followed(&Page::read(path));
    assert!(commands >= least[0] && lines >= least[1], "{path}: {commands} {lines}");
}

#[test]
fn a_quarter_car() {
    runs("docs/book/start/quarter_car.md", [5, 15]);
}

#[test]
fn my_car() {
    runs("docs/book/start/my_car.md", [6, 30]);
}

#[test]
fn comparing_two_suspensions() {
    runs("docs/book/start/compare.md", [4, 10]);
}

#[test]
fn importing_data() {
    runs("docs/book/declare/import.md", [8, 30]);
}

#[test]
fn procedures_of_standards() {
    runs("docs/book/ask/assess.md", [1, 6]);
}

#[test]
fn load_cases() {
    runs("docs/book/ask/loads.md", [2, 10]);
}

#[test]
fn measured_runs() {
    runs("docs/book/ask/measured.md", [3, 8]);
}

#[test]
fn parameters_from_measurements() {
    runs("docs/book/ask/identify.md", [3, 6]);
}

#[test]
fn tyres() {
    runs("docs/book/ask/tyre.md", [1, 10]);
}

#[test]
fn answers_for_other_programs() {
    runs("docs/book/ask/data.md", [2, 4]);
}

#[test]
fn is_it_right() {
    runs("docs/book/ask/check.md", [3, 10]);
}

#[test]
fn at_rest() {
    runs("docs/book/ask/settle.md", [3, 10]);
}

#[test]
fn kinematics_and_compliance() {
    runs("docs/book/ask/kc.md", [4, 12]);
}

#[test]
fn steady_motion() {
    runs("docs/book/ask/trim.md", [3, 10]);
}

#[test]
fn modes() {
    runs("docs/book/ask/modes.md", [4, 10]);
}

#[test]
fn frequency_response() {
    runs("docs/book/ask/response.md", [4, 8]);
}

#[test]
fn a_drive() {
    runs("docs/book/ask/drive.md", [4, 10]);
}

#[test]
fn sweeps() {
    runs("docs/book/ask/sweep.md", [3, 15]);
}

#[test]
fn time_against_accuracy() {
    runs("docs/book/ask/precision.md", [3, 3]);
}

#[test]
fn paper_of_rtrd() {
    runs("docs/book/papers/rtrd.md", [4, 12]);
}

#[test]
fn paper_of_szczotka() {
    runs("docs/book/papers/szczotka.md", [4, 14]);
}

#[test]
fn other_papers() {
    runs("docs/book/papers/others.md", [5, 9]);
}

#[test]
fn limits_of_a_design() {
    runs("docs/book/ask/gate.md", [3, 8]);
}

#[test]
fn what_changed() {
    runs("docs/book/ask/diff.md", [3, 8]);
}

#[test]
fn the_solver_itself() {
    runs("docs/book/ask/solver.md", [5, 10]);
}

#[test]
fn words_and_codes() {
    runs("docs/book/ask/explain.md", [3, 8]);
}

/// The part of README about the tool.
#[test]
fn the_front_page() {
    let readme = Page::read("README.md");
    let (tool, _) = readme
        .text
        .split_once("## A truck in Rust")
        .expect("README has both parts");
    let text = tool.to_owned();
    let (commands, lines) = followed(&Page { text, ..readme });
    assert!(commands == 2 && lines >= 6, "{commands} {lines}");
}
