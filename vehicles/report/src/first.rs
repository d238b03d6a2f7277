//! The first screen: drawing, answers, verdicts and warnings.

use crate::tables::{cells, head, letter, short, unit, words};
use crate::{Answer, Design, Report};
use maud::{Markup, html};
use std::ops::RangeInclusive;
use wishbone_studies::findings::{Outcome, Verdict};

/// Drawing, answers, verdicts and warnings of all designs.
pub(crate) fn screen(report: &Report) -> Markup {
    let has_scene = report.designs.iter().any(|design| design.scene.is_some());
    html! {
        section id="overview" class="first" {
            @if has_scene { div class="stage-box hero" { (stage("hero", "the vehicle")) (choice(report, "hero-design")) } }
            div class="answers" { (answers(report)) }
            div class="verdicts" { (verdicts(report)) (warnings(report)) }
        }
    }
}

/// A place for a drawing in three dimensions.
pub(crate) fn stage(kind: &str, what: &str) -> Markup {
    html! { canvas class="stage" data-stage=(kind) tabindex="0" role="img" aria-label={ (what) ", in three dimensions: arrow keys turn it" } {} }
}

/// Buttons that choose a design; none for a single design.
pub(crate) fn choice(report: &Report, name: &str) -> Markup {
    html! {
        @if report.designs.len() > 1 { div class="choice" role="radiogroup" aria-label="design" {
            @for (place, design) in report.designs.iter().enumerate().filter(|(_, design)| design.scene.is_some()) {
                label title=(design.label) {
                    input type="radio" name=(name) value=(place) checked[place == 0];
                    span class={ "chip d" (place % 6) } { (letter(place)) }
                }
            }
        } }
    }
}

/// An answer with its values in all designs.
struct Row<'a> {
    answer: &'a Answer,
    values: Vec<Option<f64>>,
}

/// The answers of all designs, in the order of the first design that has them.
fn rows(designs: &[Design]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for (place, design) in designs.iter().enumerate() {
        for answer in &design.answers {
            let found = rows.iter_mut().find(|row| {
                let own = &row.answer.figure;
                row.answer.group == answer.group && own.name == answer.figure.name && own.unit == answer.figure.unit
            });
            let row = match found {
                Some(row) => row,
                None => {
                    rows.push(Row {
                        answer,
                        values: vec![None; designs.len()],
                    });
                    let last = rows.len() - 1;
                    &mut rows[last]
                }
            };
            row.values[place] = answer.figure.value;
        }
    }
    rows
}

fn answers(report: &Report) -> Markup {
    let rows = rows(&report.designs);
    let count = report.designs.len();
    let mut groups: Vec<&str> = Vec::new();
    for row in &rows {
        if !groups.contains(&row.answer.group) {
            groups.push(row.answer.group);
        }
    }
    html! {
        table class="key" {
            @if count > 1 { thead { tr { th {} (head(count)) th class="usual" { "usual" } } } }
            @for group in groups {
                tbody {
                    tr { th class="group" colspan=(2 * count + 1) { (group) } }
                    @for row in rows.iter().filter(|row| row.answer.group == group) {
                        @let figure = &row.answer.figure;
                        tr {
                            td title=(figure.definition) { (figure.name) @if !figure.unit.is_empty() { " " span class="unit" { "[" (unit(figure.unit)) "]" } } }
                            (cells(&row.values))
                            td class={ "usual" (mark(row)) } { (usual(row.answer.usual.as_ref())) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns ` beyond` if a value lies outside of its usual range.
fn mark(row: &Row) -> &'static str {
    let Some(usual) = &row.answer.usual else { return "" };
    match row.values.iter().flatten().all(|value| usual.contains(value)) {
        true => "",
        false => " beyond",
    }
}

fn usual(range: Option<&RangeInclusive<f64>>) -> String {
    match range {
        Some(range) if range.end().is_finite() => format!("{} to {}", short(*range.start()), short(*range.end())),
        Some(range) => format!("above {}", short(*range.start())),
        None => String::new(),
    }
}

/// Verdicts of all studies that have a verdict; designs with equal verdicts stand together.
fn verdicts(report: &Report) -> Markup {
    let mut told: Vec<(&str, &Verdict, Vec<usize>)> = Vec::new();
    for study in &report.studies {
        let name = study.comparison.name();
        for (place, found) in study.comparison.known() {
            let verdict = &found.verdict;
            let alike = told
                .iter_mut()
                .find(|(own, other, _)| *own == name && outcome(other) == outcome(verdict));
            match alike {
                Some((_, _, places)) => places.push(place),
                None if outcome(verdict).is_empty() => {}
                None => told.push((name, verdict, vec![place])),
            }
        }
    }
    html! {
        @if !told.is_empty() {
            h2 { "Verdicts" }
            ul { @for (name, verdict, places) in told {
                li class=(if verdict.is_as_asked() { "good" } else { "bad" }) {
                    (chips(report, &places))
                    b { (name.replace('_', " ")) } ": " (words(outcome(verdict)))
                }
            } }
        }
    }
}

/// Letters of designs; none if there is only one design.
fn chips(report: &Report, places: &[usize]) -> Markup {
    html! {
        @if report.designs.len() > 1 { @for place in places { span class={ "chip d" (place % 6) } { (letter(*place)) } " " } }
    }
}

/// A verdict in words; empty for a study that judges nothing.
fn outcome(verdict: &Verdict) -> &str {
    match (verdict.words.as_str(), verdict.outcome) {
        ("", Outcome::ToItsEnd) => "went to its end",
        (words, _) => words,
    }
}

/// Warnings of all designs; a warning that all designs share stands once.
fn warnings(report: &Report) -> Markup {
    let mut told: Vec<(&str, Vec<usize>)> = Vec::new();
    for (place, design) in report.designs.iter().enumerate() {
        for line in &design.warnings {
            match told.iter_mut().find(|(own, _)| own == line) {
                Some((_, places)) => places.push(place),
                None => told.push((line, vec![place])),
            }
        }
    }
    html! {
        h2 { "Warnings" }
        @if told.is_empty() { p class="good" { "none: every figure that is judged lies in its usual range" } }
        ul { @for (line, places) in told {
            li class="bad" {
                (chips(report, &places))
                (words(line))
            }
        } }
    }
}
