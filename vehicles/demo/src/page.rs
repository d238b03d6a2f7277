//! The printed page: headings, labelled lines, tables; at most 100 columns wide.

use std::io::{self, ErrorKind, Write};
use std::time::Duration;

const WIDTH: usize = 100;
const LABEL: usize = 30;

/// Text that is not printed yet.
#[derive(Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// A heading with a rule to the margin.
    pub fn heading(&mut self, title: &str) {
        let rule = WIDTH.saturating_sub(title.chars().count() + 4);
        self.text += &format!("\n── {title} {}\n", "─".repeat(rule));
    }

    /// A label with a text; long text is wrapped and indented.
    pub fn line(&mut self, label: &str, text: &str) {
        self.text += &set_line(label, text);
    }

    /// A row of a table: a label, then right-aligned cells.
    pub fn row(&mut self, label: &str, cells: &[String]) {
        let cells: String = cells.iter().map(|cell| format!("{cell:>15}")).collect();
        self.text += &format!("  {label:<LABEL$}{cells}\n");
    }

    /// Text as it is, indented by two columns.
    pub fn inset(&mut self, text: &str) {
        for line in text.lines() {
            self.text += format!("  {line}").trim_end();
            self.text.push('\n');
        }
    }

    /// Prints the text added since the last call.
    pub fn print(&mut self) -> Result<(), String> {
        print(&std::mem::take(&mut self.text))
    }
}

/// Writes to the standard output; a closed pipe (`| head`) is not an error.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(reason) if reason.kind() != ErrorKind::BrokenPipe => Err(format!("cannot print: {reason}")),
        _ => Ok(()),
    }
}

fn set_line(label: &str, text: &str) -> String {
    let mut set = format!("  {label:<LABEL$}");
    let mut column = LABEL + 2;
    for (position, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if position > 0 && column + 1 + length > WIDTH {
            set.push('\n');
            set.push_str(&" ".repeat(LABEL + 2));
            column = LABEL + 2;
        } else if position > 0 {
            set.push(' ');
            column += 1;
        }
        set.push_str(word);
        column += length;
    }
    set.trim_end().to_owned() + "\n"
}

/// A time with three digits and its unit.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_under_themselves() {
        let set = set_line("loops", &"front_left.upper_ball ".repeat(8));
        assert!(set.lines().count() > 1);
        assert!(set.lines().all(|line| line.chars().count() <= WIDTH));
        let under = " ".repeat(LABEL + 2) + "front";
        assert!(set.lines().skip(1).all(|line| line.starts_with(&under)));
    }

    #[test]
    fn times_have_three_digits() {
        let of = |nanoseconds| time(Duration::from_nanos(nanoseconds));
        assert_eq!(of(850), "850 ns");
        assert_eq!(of(1_234), "1.23 µs");
        assert_eq!(of(45_600_000), "45.6 ms");
        assert_eq!(of(2_000_000_000), "2.00 s");
    }
}
