//! Subsystem files of Adams/Car: blocks under `[NAME]`, of which one has the hardpoints.

use super::head;
use super::names::Axle;

/// The block with the hardpoints.
const POINTS: &str = "HARDPOINT";
/// The block with the units.
const UNITS: &str = "UNITS";
/// Blocks that say nothing of the vehicle.
const OF_THE_FILE: &[&str] = &["MDI_HEADER", "SUBSYSTEM_HEADER", UNITS];

/// The table of hardpoints in a file of blocks.
pub(super) struct Block<'a> {
    /// Its lines with their numbers.
    pub lines: Vec<(usize, &'a str)>,
    /// Unit of length that the file gives, as a factor to metres, and as text.
    pub length: Option<(f64, String)>,
    /// A unit of length that is not known, in words.
    pub unknown: Option<String>,
    /// Axle of the subsystem, with the line that tells it.
    pub axle: Option<(Axle, usize)>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// The hardpoints of a file that has a block of hardpoints; `None` for any other table.
pub(super) fn points<'a>(lines: &[(usize, &'a str)]) -> Option<Block<'a>> {
    let is_points = |(_, line): &(usize, &str)| title(line).is_some_and(|name| name == POINTS);
    if !lines.iter().any(is_points) {
        return None;
    }
    let mut found = Block {
        lines: Vec::new(),
        length: None,
        unknown: None,
        axle: None,
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
        } else if let Some((word, value)) = line.split_once('=') {
            let (word, value) = (word.trim(), value.trim().trim_matches(['\'', '"']).trim());
            if block == UNITS && word.eq_ignore_ascii_case("LENGTH") {
                found.length = head::unit(value).map(|factor| (factor, value.to_owned()));
                found.unknown = found.length.is_none().then(|| {
                    format!(
                        "line {number}: `LENGTH = '{value}'` is no known unit of a length ({}): give the unit by `--unit`",
                        head::UNITS
                    )
                });
            } else if word.eq_ignore_ascii_case("MINOR_ROLE") {
                let mut axles = [Axle::Front, Axle::Rear].into_iter();
                let axle = axles.find(|axle| value.eq_ignore_ascii_case(axle.word()));
                found.axle = axle.map(|axle| (axle, number)).or(found.axle);
            }
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
