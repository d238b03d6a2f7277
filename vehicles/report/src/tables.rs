//! Figures of a study as tables.

use crate::chart::axle;
use maud::{Markup, html};
use wishbone_studies::findings::{Comparison, number};
use wishbone_studies::panels::side_of;

/// Smallest number of subjects with equal figures that share one table, with a row for each subject.
const MANY: usize = 4;
/// Largest number of figures in such a table.
const FEW: usize = 4;
/// Figures of a subject that are zero are left out if there are at least this many of them.
const ZEROS: usize = 3;

/// A subject with its figures. A subject is a wheel, an axle or a mode.
struct Block<'a> {
    title: String,
    rows: Vec<Row<'a>>,
}

/// A figure with its values in all designs.
#[derive(PartialEq)]
struct Row<'a> {
    name: &'a str,
    unit: &'static str,
    definition: &'static str,
    values: Vec<Option<f64>>,
}

/// The tables of a study. Figures that are equal on both sides stand once. Subjects whose figures are all zero are left out.
pub(crate) fn of(comparison: &Comparison) -> Markup {
    let blocks = blocks(comparison);
    let mut groups: Vec<Vec<Block>> = Vec::new();
    for block in blocks {
        match groups.last_mut().filter(|group| is_alike(&group[0], &block)) {
            Some(group) => group.push(block),
            None => groups.push(vec![block]),
        }
    }
    let count = comparison.designs.len();
    let is_shared = |group: &[Block]| group.len() >= MANY && group[0].rows.len() <= FEW;
    html! {
        @for group in groups.iter().filter(|group| is_shared(group)) { (shared(group, count)) }
        div class="tables" {
            @for block in groups.iter().filter(|group| !is_shared(group)).flatten() { (alone(block, count)) }
        }
    }
}

fn blocks<'a>(comparison: &Comparison<'a>) -> Vec<Block<'a>> {
    let mut blocks: Vec<(String, Block)> = Vec::new();
    for subject in comparison.subjects() {
        let rows = rows(comparison, subject);
        if rows
            .iter()
            .flat_map(|row| &row.values)
            .all(|value| value.is_none_or(is_zero))
        {
            continue;
        }
        let twin = side_of(subject).and_then(|(rest, _)| {
            blocks
                .iter_mut()
                .find(|(own, _)| side_of(own).is_some_and(|(own, _)| own == rest))
        });
        match twin {
            Some((_, twin)) if is_same(&twin.rows, &rows) => twin.title = both(subject),
            _ => blocks.push((
                subject.to_owned(),
                Block {
                    title: told(subject),
                    rows,
                },
            )),
        }
    }
    blocks.into_iter().map(|(_, block)| block).collect()
}

fn rows<'a>(comparison: &Comparison<'a>, subject: &str) -> Vec<Row<'a>> {
    let row = |(name, unit): (&'a str, &'static str)| Row {
        name,
        unit,
        definition: comparison
            .known()
            .find_map(|(_, found)| found.figure_in(subject, name, unit))
            .map_or("", |figure| figure.definition),
        values: comparison.values(subject, name, unit),
    };
    let all = comparison.figures(subject).into_iter().map(row);
    let mut all: Vec<Row> = all.filter(|row| row.values.iter().any(Option::is_some)).collect();
    let is_told = |row: &Row| !row.values.iter().all(|value| value.is_none_or(is_zero));
    if all.iter().filter(|row| !is_told(row)).count() >= ZEROS {
        all.retain(is_told);
    }
    all
}

/// Name of a wheel or an axle in words; other names stay the same, with spaces for underscores.
pub(crate) fn told(subject: &str) -> String {
    match (axle(subject), side_of(subject)) {
        (axle, Some((_, side))) if !axle.is_empty() && !subject.contains(" and ") => format!("{axle} {}", side.word()),
        (axle, Some(_)) if !axle.is_empty() => format!("{axle} axle"),
        _ => subject.replace('_', " "),
    }
}

fn both(subject: &str) -> String {
    match axle(subject) {
        axle if axle.is_empty() => "both sides".to_owned(),
        axle => format!("{axle}, both sides"),
    }
}

/// Whether a number is zero, but for rounding.
fn is_zero(value: f64) -> bool {
    number(value) == "0"
}

/// Whether the figures of two subjects are equal as displayed.
fn is_same(one: &[Row], other: &[Row]) -> bool {
    let told = |row: &Row| row.values.iter().map(|value| value.map(short)).collect::<Vec<_>>();
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| (one.name, one.unit) == (other.name, other.unit) && told(one) == told(other))
}

fn is_alike(one: &Block, other: &Block) -> bool {
    let names = |block: &Block<'_>| {
        block
            .rows
            .iter()
            .map(|row| (row.name.to_owned(), row.unit))
            .collect::<Vec<_>>()
    };
    !one.title.is_empty() && names(one) == names(other)
}

/// Letter of a design in the heads of tables.
pub(crate) fn letter(design: usize) -> char {
    (b'A' + (design % 26) as u8) as char
}

/// Head of the columns of a figure: a letter for each design, and its difference from the first design.
pub(crate) fn head(count: usize) -> Markup {
    html! {
        @for design in 0..count {
            th class="n" { span class={ "chip d" (design % 6) } { (letter(design)) } }
            @if design > 0 { th class="n" { (letter(design)) " − A" } }
        }
    }
}

/// Values of all designs; except for the first design, each value is followed by its difference from the first design.
pub(crate) fn cells(values: &[Option<f64>]) -> Markup {
    html! {
        @for (design, value) in values.iter().enumerate() {
            td class="n" { (value.map_or_else(|| "–".to_owned(), short)) }
            @if design > 0 { (difference(values[0], *value)) }
        }
    }
}

/// Least power of ten that is not written.
const SMALL: i32 = -4;
/// Differences below this part of the value count as none.
const SAME: f64 = 2e-5;

fn difference(first: Option<f64>, own: Option<f64>) -> Markup {
    let Some((own, first)) = own.zip(first) else {
        return html! { td class="n" { "–" } };
    };
    let difference = own - first;
    let is_none = difference.abs() <= SAME * own.abs().max(first.abs());
    match is_none {
        true => html! { td class="n same" { "=" } },
        false => html! { td class={ "n " (if difference > 0.0 { "more" } else { "less" }) } { (signed(difference)) } },
    }
}

/// A name in which a line may break after points and underscores.
fn breakable(name: &str) -> Markup {
    html! { @for part in name.split_inclusive(['_', '.']) { (part) @if part.ends_with(['_', '.']) { wbr; } } }
}

fn titled(row: &Row) -> Markup {
    html! { td title=(row.definition) { (breakable(row.name)) @if !row.unit.is_empty() { " " span class="unit" { "[" (unit(row.unit)) "]" } } } }
}

fn alone(block: &Block, count: usize) -> Markup {
    html! {
        table {
            @if !block.title.is_empty() { caption { (block.title) } }
            @if count > 1 { thead { tr { th {} (head(count)) } } }
            tbody { @for row in &block.rows { tr { (titled(row)) (cells(&row.values)) } } }
        }
    }
}

/// One table with a row for each subject and a column for each figure.
fn shared(group: &[Block], count: usize) -> Markup {
    html! {
        div class="wide" { table {
            thead {
                tr { th {} @for row in &group[0].rows {
                    th class="n" colspan=(count) title=(row.definition) { (row.name) @if !row.unit.is_empty() { " [" (unit(row.unit)) "]" } }
                } }
                @if count > 1 { tr { th {} @for _ in &group[0].rows { @for design in 0..count {
                    th class="n" { span class={ "chip d" (design % 6) } { (letter(design)) } }
                } } } }
            }
            tbody { @for block in group { tr {
                td { (block.title) }
                @for row in &block.rows { @for (design, value) in row.values.iter().enumerate() {
                    td class={ "n" (changed(&row.values, design)) } { (value.map_or_else(|| "–".to_owned(), short)) }
                } }
            } } }
        } }
    }
}

fn changed(values: &[Option<f64>], design: usize) -> &'static str {
    match values[0].zip(values[design]) {
        Some((first, own)) if short(first) != short(own) => match own > first {
            true => " more",
            false => " less",
        },
        _ => "",
    }
}

/// A number with four significant digits; a small number has a power of ten.
pub(crate) fn short(value: f64) -> String {
    with_digits(value, 4)
}

fn with_digits(value: f64, digits: i32) -> String {
    if is_zero(value) {
        return "0".to_owned();
    }
    let size = value.abs().log10().floor() as i32;
    let text = match size < SMALL {
        true => format!("{value:.*e}", digits as usize - 1),
        false => format!("{value:.*}", (digits - 1 - size).max(0) as usize),
    };
    let (text, power) = text.split_at(text.find('e').unwrap_or(text.len()));
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    };
    format!("{text}{power}").replace('-', "−")
}

fn signed(value: f64) -> String {
    let text = with_digits(value, 3);
    match value > 0.0 {
        true => format!("+{text}"),
        false => text,
    }
}

/// A unit with its powers: `m/s²`.
pub(crate) fn unit(unit: &str) -> String {
    unit.replace("^2", "²")
}

/// A text in which names in backticks are set as code.
pub(crate) fn words(text: &str) -> Markup {
    html! { @for (place, part) in text.split('`').enumerate() { @if place % 2 == 1 { code { (part) } } @else { (unit(part)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_studies::findings::{Figure, Findings};

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -1e-10, 0.001_234_567, 12.345_678, -43_210.98, 25.0].map(short);
        assert_eq!(texts, ["0", "0", "0.001235", "12.35", "−43211", "25"]);
        assert_eq!([-1.2e-7, 0.000_123_456].map(short), ["−1.2e−7", "0.0001235"]);
        assert_eq!([signed(0.5), signed(-0.5)], ["+0.5", "−0.5"]);
    }

    fn found(right: f64, other: f64) -> Findings {
        let of = |subject: &str, value| Figure::new(subject, "toe", "deg", value, "inward");
        Findings {
            figures: vec![
                of("front_left.tyre", 0.1),
                of("front_right.tyre", right),
                of("rear", 0.0),
                of("", other),
            ],
            ..Findings::default()
        }
    }

    /// Equal sides stand once, different sides twice, and a subject of zeros nowhere. A difference has a sign and a colour.
    #[test]
    fn tables_tell_what_differs() {
        let told = |found: &[Findings]| {
            let names: Vec<String> = found.iter().map(|_| String::new()).collect();
            let comparison = Comparison {
                designs: &names,
                findings: found.iter().map(Some).collect(),
            };
            of(&comparison).into_string()
        };
        let one = told(&[found(0.1, 2.0)]);
        assert!(one.contains("front, both sides") && !one.contains("rear"), "{one}");
        let two = told(&[found(0.1, 2.0), found(0.2, 1.5)]);
        assert!(two.contains("front left") && two.contains("front right"), "{two}");
        assert!(
            two.contains("<td class=\"n less\">−0.5</td>") && two.contains("<td class=\"n same\">=</td>"),
            "{two}"
        );
    }
}
