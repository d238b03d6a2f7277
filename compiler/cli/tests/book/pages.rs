//! Every page is in the summary, and the first page of the commands has all of them.

use super::{pages_in, text};
use std::process::Command;

#[test]
fn the_summary_has_every_page() {
    let summary = text("docs/book/SUMMARY.md");
    for page in pages_in("docs/book") {
        let name = page.strip_prefix("docs/book/").expect("it is of the book");
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{page} is not in the summary"
        );
    }
}

/// Names of the commands, as the tool lists them.
pub fn commands() -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_wishbone"))
        .arg("--help")
        .output()
        .expect("the tool runs");
    let help = String::from_utf8(help.stdout).expect("it prints UTF-8");
    let (_, list) = help.split_once("Commands:\n").expect("it lists its commands");
    let (list, _) = list.split_once("\n\n").expect("the list ends");
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_first_page_has_every_command() {
    let page = text("docs/book/ask/tool.md");
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let is_told = page
            .lines()
            .any(|line| line.starts_with("| ") && line.contains(&format!("`{command}`")));
        assert!(is_told, "docs/book/ask/tool.md has no row for `{command}`");
    }
}
