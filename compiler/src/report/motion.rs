//! Description of the mobility: freedoms, redundant constraints, distance from singular positions, and doubtful
//! properties.

use super::joined;
use super::table::{folded, plural};
use crate::kinematics::Mechanism;
use crate::mobility::{Findings, Range};
use crate::pipeline::Compiled;

/// Which motions are possible, and which of them are doubtful.
pub(super) fn car(compiled: &Compiled) -> String {
    joined([freedoms(compiled), warnings(compiled)])
}

/// The constraints that are left out, and the distance of the vehicle from singular positions.
pub(super) fn solver(compiled: &Compiled) -> String {
    joined([left_out(compiled), margins(compiled)])
}

fn freedoms(compiled: &Compiled) -> String {
    let motions = compiled.mobility.motions.iter();
    section(
        "what can move",
        motions.map(|freedom| (freedom.count.to_string(), freedom.words.clone())),
    )
}

fn left_out(compiled: &Compiled) -> String {
    let redundancies = compiled.mobility.findings.iter().flat_map(|found| &found.redundancies);
    section(
        "equations left out",
        redundancies.map(|redundancy| (redundancy.count.to_string(), redundancy.words.clone())),
    )
}

/// For each group: its margin, and the range over which each of its coordinates was followed.
fn margins(compiled: &Compiled) -> String {
    let told = |(position, found): (usize, &Findings)| {
        let travel = &found.travel;
        let ranges = travel.ranges.iter().chain(&travel.wheels);
        let ranges = ranges.map(|range| followed(compiled, range));
        let margin = format!(
            "margin {:.3} (a radian counts as {:.3} m)",
            travel.margin, travel.length
        );
        let clauses: Vec<String> = std::iter::once(margin).chain(ranges).collect();
        (format!("group {:<2}", position + 1), clauses.join("; "))
    };
    section(
        "how far from singular",
        compiled.mobility.findings.iter().enumerate().map(told),
    )
}

fn followed(compiled: &Compiled, range: &Range) -> String {
    let motion = range.motion(&Mechanism::new(&compiled.model, &compiled.topology));
    match &range.end {
        Some(end) => format!("{motion} {}", end.words()),
        None => format!("{motion} freely"),
    }
}

fn warnings(compiled: &Compiled) -> String {
    let lines = compiled
        .warnings
        .iter()
        .map(|w| (w.code.id.to_owned(), w.message.clone()));
    let count = plural(compiled.warnings.iter().count(), "warning", "warnings");
    section(&count, lines)
}

/// A heading, and paragraphs with their marks.
fn section(heading: &str, lines: impl Iterator<Item = (String, String)>) -> String {
    let lines: String = lines
        .map(|(mark, words)| folded(&format!("  {mark}  "), words.split_whitespace()))
        .collect();
    match lines.is_empty() {
        true => lines,
        false => format!("{heading}\n{lines}"),
    }
}
