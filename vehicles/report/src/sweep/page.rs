//! The skeleton of the page of a sweep.

use super::choice::Choice;
use super::data::{histogram, matrices, means, minus};
use super::{Effect, Figure, Sweep};
use crate::page::{Part, document, top};
use crate::tables::{unit, words};
use maud::{Markup, html};
use serde_json::{Value, json};
use wishbone_studies::findings::number;

/// Programs of the page in their order: each program uses only the programs before it.
const PROGRAMS: [&str; 6] = [
    include_str!("../../page/theme.js"),
    include_str!("../../page/scale.js"),
    include_str!("../../page/chart.js"),
    include_str!("../../page/matrix.js"),
    include_str!("../../page/chapters.js"),
    include_str!("../../page/sweep.js"),
];

/// Largest number of effects on a figure that are not folded.
const FEW: usize = 8;

/// The page.
pub fn html(sweep: &Sweep) -> String {
    let mut charts = Vec::new();
    let choice = Choice::of(sweep);
    let scatter = matrices(sweep, &choice);
    let has_scatter = scatter["matrices"].as_array().is_some_and(|own| !own.is_empty());
    let has_effects = sweep.figures.iter().any(|figure| told(figure).next().is_some());
    let main = html! {
        (overview(sweep))
        (figures(sweep, &mut charts))
        @if has_effects { (effects(sweep, &mut charts)) }
        @if has_scatter { (matrix(sweep, &choice, &scatter)) }
    };
    let body = html! {
        (top(&sweep.title, &html! {}))
        div class="frame" {
            nav aria-label="chapters" { ol {
                li { a href="#overview" { "Overview" } }
                li { a href="#figures" { "Figures" } }
                @if has_effects { li { a href="#effects" { "Main effects" } } }
                @if has_scatter { li { a href="#scatter" { "Scatter" } } }
            } }
            main { (main) }
        }
    };
    let data = json!({ "designs": [sweep.title], "charts": charts, "scatter": scatter });
    document(&Part {
        title: &sweep.title,
        body,
        data: &data,
        library: None,
        programs: &PROGRAMS.concat(),
    })
}

/// Outcomes of the variants, and the parameters with their ends.
fn overview(sweep: &Sweep) -> Markup {
    let failed: usize = sweep.failures.iter().map(|own| own.count).sum();
    html! {
        section id="overview" {
            h2 { "Overview" }
            div class="verdicts" {
                @if failed == 0 { p class="good" { (sweep.variants) " variants, all as asked" } }
                @else {
                    p { (sweep.variants) " variants, " (failed) " not as asked" }
                    ul { @for own in &sweep.failures { li class="bad" {
                        (own.count) " " (own.verdict.replace('_', " ")) ", such as " (words(&own.example))
                    } } }
                }
            }
            div class="wide" { table class="names" {
                thead { tr { th { "parameter" } th class="n" { "least" } th class="n" { "greatest" } } }
                tbody { @for own in &sweep.parameters { tr {
                    td { (breakable(&own.label)) }
                    @for end in own.ends { td class="n" { (shown(Some(end))) } }
                } } }
            } }
        }
    }
}

/// Quantiles as a table, and a histogram of each figure.
fn figures(sweep: &Sweep, charts: &mut Vec<Value>) -> Markup {
    let first = charts.len();
    charts.extend(sweep.figures.iter().filter_map(histogram));
    let heads = ["mean", "deviation", "least", "5 %", "median", "95 %", "greatest"];
    html! {
        section id="figures" {
            h2 { "Figures" }
            div class="wide" { table class="names" {
                thead { tr { th { "figure" } th class="n" { "variants" } @for head in heads { th class="n" { (head) } } } }
                tbody { @for own in &sweep.figures { tr {
                    td { (breakable(&own.label)) }
                    td class="n" { (own.count) }
                    td class="n" { (shown(own.mean)) }
                    td class="n" { (shown(own.deviation)) }
                    @for place in 0..5 { td class="n" { (shown(own.quantiles.map(|all| all[place]))) } }
                } } }
            } }
            div class="charts" { @for place in first..charts.len() { figure class="chart" data-chart=(place) {} } }
        }
    }
}

/// Effects that are told: those of parameters that vary.
fn told(figure: &Figure) -> impl Iterator<Item = &Effect> {
    figure.effects.iter().filter(|effect| effect.rank.is_some())
}

/// Shares of variance and rank correlations of each figure, with its means along the parameters.
fn effects(sweep: &Sweep, charts: &mut Vec<Value>) -> Markup {
    html! {
        section id="effects" {
            h2 { "Main effects" }
            p class="note" {
                "Share of variance: the part of a figure's variance that a parameter explains alone. Rank correlation: its sign tells the direction."
            }
            div class="effects" { @for figure in &sweep.figures {
                @let all: Vec<&Effect> = told(figure).collect();
                @if !all.is_empty() { article class="study" {
                    h3 { (breakable(&figure.label)) }
                    (bars(sweep, &all[..all.len().min(FEW)]))
                    @if all.len() > FEW { details { summary { (all.len() - FEW) " more" } (bars(sweep, &all[FEW..])) } }
                    @if let Some(place) = means(figure, sweep).map(|chart| kept(chart, charts)) {
                        figure class="chart" data-chart=(place) {}
                    }
                } }
            } }
        }
    }
}

/// Position of a chart among the data of the page.
fn kept(chart: Value, charts: &mut Vec<Value>) -> usize {
    charts.push(chart);
    charts.len() - 1
}

fn bars(sweep: &Sweep, effects: &[&Effect]) -> Markup {
    let has_shares = effects.iter().any(|effect| effect.share.is_some());
    html! { table class="key names" {
        thead { tr {
            th { "parameter" }
            @if has_shares { th class="bar" {} th class="n" { "share of variance" } }
            th class="n" { "rank correlation" }
        } }
        tbody { @for effect in effects { tr {
            td { (breakable(&sweep.parameters[effect.parameter].label)) }
            @if has_shares {
                // Estimates near zero may be below it.
                @let percent = 100.0 * effect.share.unwrap_or(0.0).max(0.0);
                td class="bar" { span style={ "width:" (format!("{:.1}", percent.min(100.0))) "%" } {} }
                td class="n" { (format!("{percent:.1} %")) }
            }
            td class="n" { (effect.rank.map_or_else(String::new, |rank| minus(&format!("{rank:.2}")))) }
        } } }
    } }
}

/// Empty elements for the matrices, which the page's programs fill.
fn matrix(sweep: &Sweep, choice: &Choice, scatter: &Value) -> Markup {
    let count = scatter["matrices"].as_array().map_or(0, Vec::len);
    let failed = sweep.dots.iter().any(|dot| !dot.failure.is_empty());
    let left_out = choice.words(sweep);
    html! {
        section id="scatter" {
            h2 { "Scatter" }
            p class="note" {
                "A dot is a variant"
                @if sweep.dots.len() < sweep.variants { "; drawn are " (sweep.dots.len()) " of " (sweep.variants) }
                @if failed { "; hollow dots did not go as asked" }
                ". Lines are means along the parameter."
                @if !left_out.is_empty() { " Shown: " (left_out) "." }
            }
            p class="picked" aria-live="polite" {}
            @for place in 0..count { div class="wide" { div class="matrix" data-matrix=(place) {} } }
        }
    }
}

/// A number, or a dash.
fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| minus(&number(value)))
}

/// A name that may be broken behind its dots and underscores.
fn breakable(label: &str) -> Markup {
    html! { @for part in unit(label).split_inclusive(['.', '_']) { (part) wbr; } }
}
