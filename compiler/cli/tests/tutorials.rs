//! The tutorials do what they say: each of their files and commands, in an empty folder, with the output they show.

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
    followed_text(name, &page(&format!("docs/book/start/{name}.md")))
}

/// As [`followed`], for a page about a command.
fn asked(name: &str) -> (usize, usize) {
    followed_text(name, &page(&format!("docs/book/ask/{name}.md")))
}

fn page(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(path).expect("the page is there")
}

fn followed_text(name: &str, page: &str) -> (usize, usize) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tutorial_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    let (mut printed, mut commands, mut lines) = (String::new(), 0, 0);
    for Block { language, text } in blocks(page) {
        match language {
            "sh" => {
                printed = run(text, &folder);
                commands += 1;
            }
            "text" => {
                compare(&printed, text, name);
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
    (commands, lines)
}

/// A block that begins with `# NAME` is a file; another takes the place of the table with its first line in `car.toml`.
fn write(text: &str, folder: &Path) {
    let head = text.lines().next().expect("a file has lines");
    if let Some(name) = head.strip_prefix("# ").or(head.strip_prefix("// ")) {
        return fs::write(folder.join(name), text).expect("it can be written");
    }
    let path = folder.join("car.toml");
    let car = fs::read_to_string(&path).expect("the car is there");
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

/// The lines shown are those printed, one behind the other, but where `..` stands for any.
fn compare(printed: &str, shown: &str, page: &str) {
    let mut rest = printed.lines().map(str::trim_end);
    let mut skips = true;
    for line in shown.lines() {
        if line == ".." {
            skips = true;
            continue;
        }
        let found = if skips {
            rest.any(|other| other == line)
        } else {
            rest.next() == Some(line)
        };
        assert!(
            found,
            "{page} shows a line that is not printed there:\n{line}\n\n{printed}"
        );
        skips = false;
    }
}

#[cfg(unix)]
#[test]
fn a_quarter_car() {
    let (commands, lines) = followed("quarter_car");
    assert!(commands >= 5 && lines >= 15, "{commands} {lines}");
}

/// The part of README about the tool: its car file is a part of the template's.
#[cfg(unix)]
#[test]
fn the_front_page() {
    let readme = page("README.md");
    let (tool, _) = readme.split_once("## A truck in Rust").expect("README has both parts");
    let (before, rest) = tool.split_once("```toml\n").expect("README shows a car");
    let (car, behind) = rest.split_once("```").expect("the block ends");
    let template = include_str!("../templates/car.toml");
    for line in car.lines() {
        assert!(
            template.lines().any(|other| other == line),
            "the template has no line {line}"
        );
    }
    let (commands, lines) = followed_text("readme", &format!("{before}{behind}"));
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
    let (commands, lines) = followed_text("import", &page("docs/book/declare/import.md"));
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
#[should_panic(expected = "shows a line that is not printed")]
fn a_wrong_digit_is_found() {
    compare("a 1.25\nb 2.5\n", "a 1.25\nb 2.6\n", "a page");
}
