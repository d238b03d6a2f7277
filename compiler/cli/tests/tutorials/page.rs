//! A page of the book, and the pieces of the page that can be tried.

use std::fs;
use std::path::{Path, PathBuf};

/// A page.
pub struct Page {
    /// Path from the root of the repository.
    pub path: String,
    pub text: String,
}

/// A piece of a page that can be tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a> {
    /// A block of code: its language and its text.
    Block { language: &'a str, text: &'a str },
    /// A table with definitions of the figures that a command gives.
    Figures { command: &'a str, table: &'a str },
    /// A picture that an earlier command has drawn, and the book's file that shows it.
    Picture { drawn: &'a str, shown: &'a str },
}

impl Page {
    pub fn read(path: &str) -> Self {
        let text = fs::read_to_string(root().join(path)).expect("the page is there");
        Self {
            path: path.to_owned(),
            text,
        }
    }

    /// Name for the folder in which the page is tried.
    pub fn name(&self) -> String {
        self.path.replace(['/', '.'], "_")
    }

    /// Path of the page on the disk.
    pub fn place(&self) -> PathBuf {
        root().join(&self.path)
    }

    /// Pieces of the page that can be tried, in order.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut all = Vec::new();
        let mut rest = self.text.as_str();
        while let Some((at, mark)) = ["```", "<!-- figures: ", "<!-- picture: "]
            .iter()
            .filter_map(|mark| Some((rest.find(mark)?, *mark)))
            .min()
        {
            let behind = &rest[at + mark.len()..];
            let (piece, left) = match mark {
                "```" => block(behind),
                "<!-- figures: " => figures(behind),
                _ => picture(behind),
            };
            all.push(piece);
            rest = left;
        }
        all
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn block(text: &str) -> (Piece<'_>, &str) {
    let (language, text) = text.split_once('\n').expect("a block has lines");
    let (text, rest) = text.split_once("```").expect("a block ends");
    (Piece::Block { language, text }, rest)
}

/// Splits off a table of figures: the command stands in the mark, the table between the next two empty lines.
fn figures(text: &str) -> (Piece<'_>, &str) {
    let (command, rest) = text.split_once(" -->\n\n").expect("an empty line is behind the mark");
    let end = rest.find("\n\n").map_or(rest.len(), |at| at + 1);
    let (table, rest) = rest.split_at(end);
    (Piece::Figures { command, table }, rest)
}

/// Splits off a picture: the drawn file stands in the mark, the book's picture in the next line.
fn picture(text: &str) -> (Piece<'_>, &str) {
    let (drawn, rest) = text.split_once(" -->\n![").expect("a picture is behind the mark");
    let (_, rest) = rest.split_once("](").expect("a picture has a file");
    let (shown, rest) = rest.split_once(')').expect("its name ends");
    (Piece::Picture { drawn, shown }, rest)
}

#[test]
fn pieces_are_found_in_order() {
    let page = Page {
        path: "page.md".to_owned(),
        text: "a\n```sh\nrun\n```\n<!-- figures: kc x -->\n\n| a |\n| b |\n\ntext\n<!-- picture: kc/a.svg -->\n![A](a.svg)\n"
            .to_owned(),
    };
    let wanted = [
        Piece::Block {
            language: "sh",
            text: "run\n",
        },
        Piece::Figures {
            command: "kc x",
            table: "| a |\n| b |\n",
        },
        Piece::Picture {
            drawn: "kc/a.svg",
            shown: "a.svg",
        },
    ];
    assert_eq!(page.pieces(), wanted);
}
