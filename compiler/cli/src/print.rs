//! Output to the standard output, a file, or the standard error; coloured only on a terminal.

use crate::write;
use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use wishbone_workbench::Problem;

/// Writes text to the file, or to the standard output if there is none. The file must not be one that was read.
pub fn to(file: Option<&Path>, text: &str) -> Result<(), Problem> {
    match file {
        None => out(text),
        Some(path) => write::file(path, text),
    }
}

/// Writes to the standard output; a closed pipe (`| head`) is not an error.
pub fn out(text: &str) -> Result<(), Problem> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(reason) if reason.kind() != ErrorKind::BrokenPipe => {
            Err(Problem::Misuse(format!("cannot print: {reason}")))
        }
        _ => Ok(()),
    }
}

/// Prints a message to the standard error.
pub fn error(message: &str) {
    let label = match coloured(&io::stderr()) {
        true => "\u{1b}[1;31merror:\u{1b}[0m",
        false => "error:",
    };
    err(&format!("{label} {message}"));
}

/// Prints text to the standard error as it is.
pub fn err(text: &str) {
    // A failure to write here cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
}

/// The number with this many decimals, and without a minus sign if all digits are zero.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.chars().all(|letter| "-0.".contains(letter));
    if is_zero { text.replace('-', "") } else { text }
}

/// Whether to use colours: on a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
pub fn coloured(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Colours the lines of a comparison: added ones green, removed ones red, changed ones yellow.
pub fn tinted(text: &str) -> String {
    let tint = |line: &str| {
        let colour = match line.trim_start().split(' ').next() {
            Some("+") => "32",
            Some("-") => "31",
            Some("~") => "33",
            _ => return format!("{line}\n"),
        };
        format!("\u{1b}[{colour}m{line}\u{1b}[0m\n")
    };
    text.lines().map(tint).collect()
}
