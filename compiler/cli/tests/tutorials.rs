//! The tutorials do what they say: each of their files and commands, in an empty folder, with the output they show.
//!
//! After a change of what is printed, `BLESS=1` puts the new numbers into the pages. Lines with other words are mended by hand.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A block of code: its language and its text.
struct Block<'a> {
    language: &'a str,
    text: &'a str,
}

/// The blocks of a page, in order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let inside = page.split("```").skip(1).step_by(2);
    inside
        .map(|block| {
            let (language, text) = block.split_once('\n').expect("a block has lines");
            Block { language, text }
        })
        .collect()
}

/// Runs a page in an empty folder; returns the numbers of commands run and of lines compared.
fn followed(name: &str) -> (usize, usize) {
    followed_page(name, &format!("docs/book/start/{name}.md"), str::to_owned)
}

/// As [`followed`], for a page about a command.
fn asked(name: &str) -> (usize, usize) {
    followed_page(name, &format!("docs/book/ask/{name}.md"), str::to_owned)
}

/// As [`followed`], for a part of the page at `path`.
fn followed_page(name: &str, path: &str, part: impl Fn(&str) -> String) -> (usize, usize) {
    let text = page(path);
    let (mut commands, mut lines, mut blessed) = (0, 0, text.clone());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tutorial_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    let mut printed = String::new();
    for Block { language, text } in blocks(&part(&text)) {
        match language {
            "sh" => {
                printed = run(text, &folder);
                commands += 1;
            }
            "text" => {
                blessed = blessed.replacen(text, &up_to_date(&printed, text, path), 1);
                lines += text.lines().count();
            }
            "toml" | "csv" | "json" => write(text, &folder),
            "tir" => {
                // Its own comments begin otherwise.
                let (head, text) = text.split_once('\n').expect("a file has lines");
                let name = head.strip_prefix("# ").expect("it begins with its name");
                fs::write(folder.join(name), text).expect("it can be written");
            }
            other => panic!("{name}: nobody knows what to do with a block of {other}"),
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(root().join(path), &blessed).expect("the page can be written");
    } else {
        let differing = text
            .lines()
            .zip(blessed.lines())
            .find(|(shown, printed)| shown != printed);
        assert_eq!(
            differing, None,
            "{path} shows the first line where the second is printed"
        );
    }
    (commands, lines)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the page is there")
}

/// A block that begins with `# NAME` is a file. Another is a part of `car.toml` as it is, or takes the place of the table with its first
/// line.
fn write(text: &str, folder: &Path) {
    let head = text.lines().next().expect("a file has lines");
    if let Some(name) = head.strip_prefix("# ").or(head.strip_prefix("// ")) {
        return fs::write(folder.join(name), text).expect("it can be written");
    }
    let path = folder.join("car.toml");
    let car = fs::read_to_string(&path).expect("the car is there");
    if text.lines().all(|line| car.lines().any(|other| other == line)) {
        return;
    }
    let (before, table) = car.split_once(&format!("{head}\n")).expect("the table is there");
    let (_, behind) = table.split_once("\n[").expect("it is not the last one");
    fs::write(path, format!("{before}{text}\n[{behind}")).expect("it can be written");
}

/// Standard output of a command.
fn run(command: &str, folder: &Path) -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_wishbone"))
        .parent()
        .expect("it is in a folder");
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(tool.to_owned()).chain(env::split_paths(&paths));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder);
    let done = shell
        .env("PATH", env::join_paths(paths).expect("paths can be joined"))
        .output();
    let done = done.expect("there is a shell");
    assert!(
        done.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).expect("it prints UTF-8")
}

/// The lines shown, with the numbers that are printed: one behind the other, but where `..` stands for any.
fn up_to_date(printed: &str, shown: &str, page: &str) -> String {
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let (mut at, mut skips) = (0, true);
    let mut lines = String::new();
    for line in shown.lines() {
        let mut current = line;
        if line != ".." {
            let behind = &printed[at..];
            let candidates = if skips { behind } else { &behind[..behind.len().min(1)] };
            let exact = candidates.iter().position(|other| *other == line);
            let found = exact.or_else(|| candidates.iter().position(|other| words(other) == words(line)));
            let Some(found) = found else {
                let printed = printed.join("\n");
                panic!("{page} shows a line whose words are not printed there:\n{line}\n\n{printed}");
            };
            current = candidates[found];
            at += found + 1;
        }
        skips = line == "..";
        lines.push_str(current);
        lines.push('\n');
    }
    lines
}

/// A line without its numbers and the widths of its columns.
fn words(line: &str) -> String {
    let is_of_number = |c: char| c.is_ascii_digit() || "+-. ".contains(c);
    line.chars().filter(|c| !is_of_number(*c)).collect()
}

#[cfg(unix)]
#[test]
fn a_quarter_car() {
    let (commands, lines) = followed("quarter_car");
    assert!(commands >= 5 && lines >= 15, "{commands} {lines}");
}

/// The part of README about the tool.
#[cfg(unix)]
#[test]
fn the_front_page() {
    let tool = |readme: &str| {
        let (tool, _) = readme.split_once("## A truck in Rust").expect("README has both parts");
        tool.to_owned()
    };
    let (commands, lines) = followed_page("readme", "README.md", tool);
    assert!(commands == 2 && lines >= 6, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn my_car() {
    let (commands, lines) = followed("my_car");
    assert!(commands >= 6 && lines >= 30, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn comparing_two_suspensions() {
    let (commands, lines) = followed("compare");
    assert!(commands >= 4 && lines >= 10, "{commands} {lines}");
}

/// Tables and files of Chrono::Vehicle.
#[cfg(unix)]
#[test]
fn importing_data() {
    let (commands, lines) = followed_page("import", "docs/book/declare/import.md", str::to_owned);
    assert!(commands >= 8 && lines >= 30, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn procedures_of_standards() {
    let (commands, lines) = asked("assess");
    assert!(commands == 1 && lines >= 6, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn load_cases() {
    let (commands, lines) = asked("loads");
    assert!(commands >= 2 && lines >= 10, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn measured_runs() {
    let (commands, lines) = asked("measured");
    assert!(commands >= 3 && lines >= 8, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn parameters_from_measurements() {
    let (commands, lines) = asked("identify");
    assert!(commands >= 3 && lines >= 6, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn tyres() {
    let (commands, lines) = asked("tyre");
    assert!(commands >= 1 && lines >= 10, "{commands} {lines}");
}

#[cfg(unix)]
#[test]
fn answers_for_other_programs() {
    let (commands, lines) = asked("data");
    assert!(commands >= 2 && lines >= 4, "{commands} {lines}");
}

#[test]
fn a_wrong_digit_is_found() {
    let printed = "a 1.25\nb 2.5\nc 1\n";
    assert_eq!(up_to_date(printed, "a 1.25\nb   -2.6\n", "a page"), "a 1.25\nb 2.5\n");
    assert_eq!(up_to_date(printed, "..\nc 2\n", "a page"), "..\nc 1\n");
}

#[test]
#[should_panic(expected = "shows a line whose words are not printed")]
fn another_word_is_found() {
    up_to_date("a 1.25\nb 2.5\n", "a 1.25\nc 2.5\n", "a page");
}
