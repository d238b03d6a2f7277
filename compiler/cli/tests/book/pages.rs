//! Every page is in the summary, the first page about the commands lists all commands, and every link has a target.

use super::{pages_in, root, text};
use std::path::Path;
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

/// Lines of a page outside of blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_block = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        !is_block && !is_fence
    })
}

/// Targets of the links of a page to other places of the repository.
fn links(page: &str) -> Vec<&str> {
    let targets = prose(page).flat_map(|line| line.split("](").skip(1));
    let targets = targets.filter_map(|behind| behind.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

/// Names by which a code host calls the headings of a page.
fn anchors(page: &str) -> Vec<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    let name = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(name).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut pages = pages_in("docs");
    pages.extend(["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "benches/README.md"].map(str::to_owned));
    let (mut lost, mut count) = (String::new(), 0);
    for page in pages {
        let own = text(&page);
        let folder = Path::new(&page).parent().expect("a page is in a folder");
        for link in links(&own) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() {
                root().join(&page)
            } else {
                root().join(folder).join(path)
            };
            let is_there = match anchor {
                "" => target.exists(),
                anchor => {
                    std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).iter().any(|own| own == anchor))
                }
            };
            if !is_there {
                lost += &format!("{page}: {link}\n");
            }
            count += 1;
        }
    }
    assert!(lost.is_empty(), "links that lead nowhere:\n{lost}");
    assert!(count > 100, "{count}");
}
