//! Examples of the catalogue as shown to a reader: from the left margin, indented by their braces.

use super::catalogue::{Code, EXAMPLE_CAR};

/// The sound vehicle that the examples are added to, without its closing brace.
pub fn car() -> String {
    let lines: Vec<&str> = EXAMPLE_CAR.trim().lines().collect();
    lines.join("\n").replace("\n    ", "\n")
}

impl Code {
    /// The example as a whole declaration.
    pub fn example_declaration(&self) -> String {
        format!("{}\n{}\n}}\n", car(), self.example_items(1))
    }

    /// The items of the example, indented by this many levels.
    pub fn example_items(&self, level: usize) -> String {
        let mut level = level;
        let mut lines = Vec::new();
        for line in self.example.lines().map(str::trim) {
            let here = level.saturating_sub(usize::from(line.starts_with('}')));
            lines.push(format!("{}{line}", "    ".repeat(here)));
            level = (level + line.matches('{').count()).saturating_sub(line.matches('}').count());
        }
        lines.join("\n")
    }
}
