//! Subsystem files of Adams/Car: blocks under `[NAME]`, of which one has the hardpoints.

use super::head::unit;

/// The block with the hardpoints.
const POINTS: &str = "HARDPOINT";
/// The block with the units.
const UNITS: &str = "UNITS";
/// Blocks that say nothing of the vehicle.
const OF_THE_FILE: &[&str] = &["MDI_HEADER", UNITS];

/// The table of hardpoints in a file of blocks.
pub(super) struct Block<'a> {
    /// Its lines with their numbers.
    pub lines: Vec<(usize, &'a str)>,
    /// Unit of length that the file gives, as a factor to metres, and in words.
    pub length: Option<(f64, String)>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// The hardpoints of a file that has a block of them; `None` for any other table.
pub(super) fn points<'a>(lines: &[(usize, &'a str)]) -> Option<Block<'a>> {
    let is_points = |(_, line): &(usize, &str)| title(line).is_some_and(|name| name == POINTS);
    if !lines.iter().any(is_points) {
        return None;
    }
    let mut found = Block {
        lines: Vec::new(),
        length: None,
        notes: Vec::new(),
    };
    let mut block = String::new();
    let mut left_out: Vec<String> = Vec::new();
    for &(number, line) in lines {
        if let Some(name) = title(line) {
            if name != POINTS && !OF_THE_FILE.contains(&name.as_str()) {
                left_out.push(format!("[{name}] in line {number}"));
            }
            block = name;
        } else if block == POINTS {
            found.lines.push((number, line));
        } else if block == UNITS
            && let Some((word, value)) = line.split_once('=')
            && word.trim().eq_ignore_ascii_case("LENGTH")
        {
            let name = value.trim().trim_matches(['\'', '"']);
            found.length = unit(name).map(|factor| (factor, name.to_owned()));
        }
    }
    if !left_out.is_empty() {
        found.notes.push(format!(
            "only the hardpoints are read, and no other block: {}; give toe, camber and masses in the file of the vehicle",
            left_out.join(", ")
        ));
    }
    Some(found)
}

/// The name in the title of a block, in capitals.
fn title(line: &str) -> Option<String> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    is_name.then(|| name.to_ascii_uppercase())
}
