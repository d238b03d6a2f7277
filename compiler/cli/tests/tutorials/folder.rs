//! A folder in which the steps of a page are carried out.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A folder for the files of a page.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates an empty folder.
    pub fn empty(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tutorial_{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("it can be made");
        Self(folder)
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a block into a file. A block that begins with `# NAME` is the whole file. Any other block is a part of
    /// `car.toml`: either the file already has these lines, or the block replaces the table with the same first line.
    pub fn write(&self, language: &str, text: &str) {
        let known = ["toml", "csv", "json", "tir"];
        assert!(
            known.contains(&language),
            "nobody knows what to do with a block of {language}"
        );
        let (head, behind) = text.split_once('\n').expect("a file has lines");
        match head.strip_prefix("# ").or(head.strip_prefix("// ")) {
            // A property file has other comments, so its name is left out.
            Some(name) if language == "tir" => fs::write(self.path(name), behind).expect("it can be written"),
            Some(name) => fs::write(self.path(name), text).expect("it can be written"),
            None => self.replace(head, text),
        }
    }

    fn replace(&self, head: &str, text: &str) {
        let path = self.path("car.toml");
        let car = fs::read_to_string(&path).expect("the car is there");
        if text.lines().all(|line| car.lines().any(|other| other == line)) {
            return;
        }
        let (before, table) = car.split_once(&format!("{head}\n")).expect("the table is there");
        let (_, behind) = table.split_once("\n[").expect("it is not the last one");
        fs::write(path, format!("{before}{text}\n[{behind}")).expect("it can be written");
    }

    /// Standard output of a command.
    pub fn run(&self, command: &str) -> String {
        let tool = Path::new(env!("CARGO_BIN_EXE_wishbone"))
            .parent()
            .expect("it is in a folder");
        let paths = env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(tool.to_owned()).chain(env::split_paths(&paths));
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&self.0);
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
}

/// The lines shown on the page, with the numbers that are printed now. Lines must follow each other directly, except
/// that `..` on the page stands for any printed lines.
pub fn up_to_date(printed: &str, shown: &str, page: &str) -> String {
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

/// A line without its numbers and its spaces.
fn words(line: &str) -> String {
    let is_of_number = |c: char| c.is_ascii_digit() || "+-. ".contains(c);
    let letters: Vec<char> = line.chars().collect();
    // The `e` of a power of ten.
    let is_power = |k: usize| {
        let around = [k.wrapping_sub(1), k + 1].map(|at| letters.get(at).copied().is_some_and(is_of_number));
        letters[k] == 'e' && around == [true; 2] && letters[k - 1] != ' ' && letters[k + 1] != ' '
    };
    (0..letters.len())
        .filter(|&k| !is_of_number(letters[k]) && !is_power(k))
        .map(|k| letters[k])
        .collect()
}

#[test]
fn numbers_are_brought_up_to_date() {
    let printed = "a 1.25\nb 2.5\nc 1\n";
    assert_eq!(up_to_date(printed, "a 1.25\nb   -2.6\n", "a page"), "a 1.25\nb 2.5\n");
    assert_eq!(up_to_date(printed, "..\nc 2\n", "a page"), "..\nc 1\n");
    assert_eq!(
        up_to_date("gain 5.66e-7 m\n", "gain 0 m\n", "a page"),
        "gain 5.66e-7 m\n"
    );
}

#[test]
#[should_panic(expected = "shows a line whose words are not printed")]
fn another_word_is_found() {
    up_to_date("a 1.25\nb 2.5\n", "a 1.25\nc 2.5\n", "a page");
}
