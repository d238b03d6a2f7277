//! The page as HTML.

use crate::replay::INKS;
use crate::{Design, Replay, Report, chart};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use std::fmt::Write;
use wishbone_studies::findings::Comparison;

/// Colours follow the reader's system; on paper they are dark on white.
const STYLE: &str = "
:root { color-scheme: light dark; --line: #8886; --faint: #777; }
body { font: 15px/1.45 Helvetica, Arial, sans-serif; max-width: 1240px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; border-bottom: 1px solid var(--line); margin-top: 2.2rem; } h3 { font-size: 1.05rem; }
table { border-collapse: collapse; margin: .6rem 0 1.2rem; } caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { padding: .15rem .8rem; border-bottom: 1px solid var(--line); } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
th { font-weight: normal; color: var(--faint); } td[title] { cursor: help; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); gap: .8rem; }
.drawing { background: #fff; overflow-x: auto; padding: .5rem; border-radius: 6px; } .drawing img { max-width: 100%; height: auto; }
.replay .stage { display: block; width: 100%; height: 460px; touch-action: none; cursor: grab; border: 1px solid var(--line); border-radius: 6px; }
.replay .bar { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; padding: .4rem 0; } .replay .time { flex: 1; min-width: 12rem; }
.replay .clock { min-width: 4rem; text-align: right; font-variant-numeric: tabular-nums; } .replay .ink { display: inline-block; width: 1.2em; border-top: 3px solid; margin: 0 .4em .25em 0; }
pre { overflow-x: auto; font-size: 13px; } details { margin: .6rem 0; } summary { cursor: pointer; } .about { color: var(--faint); }
@media print { body { max-width: none; padding: 0; } .grid { grid-template-columns: 1fr 1fr; } section, table, .replay { break-inside: avoid; } .replay .controls { display: none; } details { display: block; } }
";

/// The page.
pub fn html(report: &Report) -> String {
    let mut charts = Charts::default();
    let body = html! {
        h1 { (report.title) }
        @for design in &report.designs { (of_design(design, &mut charts)) }
        @for comparison in &report.comparisons { (of_study(comparison, &report.replays, &mut charts)) }
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (report.title) }
                style { (PreEscaped(STYLE)) }
                (PreEscaped(plotly()))
            }
            body {
                (body)
                script { (PreEscaped(charts.program())) }
                @if !report.replays.is_empty() { script { (PreEscaped(player(&report.replays))) } }
            }
        }
    };
    page.into_string()
}

/// Plotly's own program as an element; the program for formulas that comes with it is left out.
fn plotly() -> String {
    const END: &str = "</script>";
    let all = plotly::Plot::offline_js_sources();
    let end = all.find(END).map_or(all.len(), |start| start + END.len());
    all[..end].to_owned()
}

/// Figures to be drawn when the page is open, by the names of their places.
#[derive(Default)]
struct Charts(Vec<Value>);

impl Charts {
    /// A place on the page.
    fn place(&mut self, figure: Value) -> Markup {
        let name = format!("chart-{}", self.0.len());
        self.0.push(figure);
        html! { div id=(name) class="chart" {} }
    }

    /// Draws all of them.
    fn program(&self) -> String {
        let figures = script(&Value::from(self.0.clone()));
        format!(
            "const figures = {figures};\n\
             figures.forEach((figure, place) => Plotly.newPlot('chart-' + place, {{\n\
             data: figure.data, layout: figure.layout, frames: figure.frames || [], config: {{ responsive: true, displaylogo: false }} }}));\n"
        )
    }
}

/// Data as a program has them. A text in them must not end the element that it stands in.
fn script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The program that plays runs, with its data; names of its own.
fn player(replays: &[Replay]) -> String {
    let data = script(&Value::from_iter(replays.iter().map(Replay::data)));
    format!(
        "{{ const replays = {data};\n{} window.players = players; }}",
        include_str!("player.js")
    )
}

fn of_design(design: &Design, charts: &mut Charts) -> Markup {
    html! {
        section {
            h2 { (design.label) }
            @for line in &design.about { p class="about" { (line) } }
            @if let Some(scene) = &design.scene { (charts.place(scene.figure())) }
            @for (heading, picture) in &design.pictures {
                details { summary { (heading) } div class="drawing" { img src=(apart(picture)) alt=(heading); } }
            }
            @for (heading, text) in &design.texts {
                details { summary { (heading) } pre { (text) } }
            }
        }
    }
}

fn of_study(comparison: &Comparison, replays: &[Replay], charts: &mut Charts) -> Markup {
    let notes = comparison.designs.iter().zip(&comparison.findings);
    let replay = replays.iter().position(|replay| replay.name == comparison.name());
    html! {
        section {
            h2 { (comparison.name()) }
            p class="about" { (comparison.conditions()) @if comparison.designs.len() > 1 { " (" (comparison.strokes()) ")" } }
            @if let Some(place) = replay { (of_replay(place, &replays[place])) }
            div class="grid" {
                @for panel in comparison.panels() { (charts.place(chart::figure(&panel))) }
            }
            div class="grid" {
                @for subject in comparison.subjects() { (of_subject(comparison, subject)) }
            }
            @for (design, found) in notes {
                @for note in &found.notes { p class="about" { @if comparison.designs.len() > 1 { (design) ": " } (note) } }
            }
        }
    }
}

/// A player with its controls; the colours of the designs, where there are several.
fn of_replay(place: usize, replay: &Replay) -> Markup {
    let is_alone = replay.runs.len() == 1;
    let options = |all: &[(&str, &str)], chosen: &str| -> Markup {
        html! { @for (value, word) in all { option value=(value) selected[*value == chosen] { (word) } } }
    };
    let rates = [
        ("0.1", "1/10"),
        ("0.25", "1/4"),
        ("0.5", "1/2"),
        ("1", "real time"),
        ("2", "twice"),
    ];
    let cameras = [("follow", "follows"), ("behind", "turns with it"), ("stand", "stands")];
    html! {
        div class="replay" id={ "replay-" (place) } {
            canvas class="stage" role="img" aria-label={ (replay.name) ", in motion" } {}
            div class="bar controls" {
                button class="play" type="button" { "play" }
                input class="time" type="range" min="0" step="any" value="0" aria-label="time";
                span class="clock" {}
                label { "speed " select class="rate" { (options(&rates, "1")) } }
                label { "camera " select class="camera" { (options(&cameras, "follow")) } }
                @if !is_alone { label { "designs " select class="designs" { (options(&[("over", "overlaid"), ("beside", "side by side")], "over")) } } }
            }
            @if !is_alone {
                div class="bar" {
                    @for (run, ink) in replay.runs.iter().zip(INKS.iter().cycle()) {
                        span { span class="ink" style={ "color:" (ink) } {} (run.design) }
                    }
                }
            }
        }
    }
}

/// Figures of one subject, a column for each design; the definition shows at the pointer.
fn of_subject(comparison: &Comparison, subject: &str) -> Markup {
    let definition = |name: &str| {
        let found = comparison.findings.iter().find_map(|found| found.figure(subject, name));
        found.map_or("", |figure| figure.definition)
    };
    html! {
        table {
            @if !subject.is_empty() { caption { (subject) } }
            @if comparison.designs.len() > 1 {
                tr { th {} @for (place, design) in comparison.designs.iter().enumerate() {
                    th class="n" { (design) } @if place > 0 { th class="n" { "difference" } }
                } }
            }
            @for (name, unit) in comparison.figures(subject) {
                tr {
                    td title=(definition(name)) { (name) @if !unit.is_empty() { " [" (unit) "]" } }
                    @for (place, value) in comparison.values(subject, name).into_iter().enumerate() {
                        td class="n" { (value.map_or_else(|| "-".to_owned(), |value| number(value, false))) }
                        @if place > 0 {
                            @let first = comparison.values(subject, name)[0];
                            td class="n" { (value.zip(first).map_or_else(|| "-".to_owned(), |(own, first)| number(own - first, true))) }
                        }
                    }
                }
            }
        }
    }
}

fn number(value: f64, with_sign: bool) -> String {
    let text = wishbone_studies::findings::number(value);
    match with_sign && value > 0.0 && text != "0" {
        true => format!("+{text}"),
        false => text,
    }
}

/// An SVG as the address of an image: its style stays its own, and does not reach the texts of the charts.
fn apart(picture: &str) -> String {
    let mut address = String::from("data:image/svg+xml;charset=utf-8,");
    for letter in picture.chars() {
        match letter {
            '%' | '#' | '"' | '<' | '>' | '&' | '{' | '}' | '\n' | '\r' | '\t' => {
                let _ = write!(address, "%{:02X}", letter as u32);
            }
            _ => address.push(letter),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Frame, Geometry, Line, Look, Run, Scene, Slider};
    use wishbone_studies::findings::{Figure, Findings};
    use wishbone_studies::manoeuvre::{Motion, Strip};
    use wishbone_studies::panels::{Panel, line};

    /// A page with one of everything. Text is escaped wherever it stands.
    #[test]
    fn a_page_needs_nothing_else() {
        let found = [vec![Findings {
            name: "bounce".to_owned(),
            figures: vec![Figure::new("left", "toe", "deg", 0.5, "positive <inward>")],
            panels: vec![Panel {
                title: "toe </script> [deg]".to_owned(),
                x: "travel".to_owned(),
                curves: vec![line(0, "left", vec![(0.0, 1.0), (1.0, 2.0)])],
                equal: false,
            }],
            ..Findings::default()
        }]];
        let frame = |name: &str| Frame {
            name: name.to_owned(),
            points: vec![vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.123_456]]],
        };
        let scene = Scene {
            lines: vec![Line {
                name: "arm".to_owned(),
                ink: "#456",
                look: Look::Bar,
            }],
            design: frame("0 mm"),
            sliders: vec![Slider {
                name: "travel".to_owned(),
                frames: vec![frame("0 mm"), frame("10 mm")],
                start: 0,
            }],
        };
        let designs = ["Car <1>".to_owned()];
        let report = Report {
            title: "Car <1>".to_owned(),
            designs: vec![Design {
                label: designs[0].clone(),
                scene: Some(scene),
                ..Design::default()
            }],
            comparisons: Comparison::all(&designs, &found),
            replays: vec![Replay {
                name: "bounce".to_owned(),
                runs: vec![Run {
                    design: designs[0].clone(),
                    bodies: Vec::new(),
                    geometry: Geometry::default(),
                    chassis: 0,
                    motion: Motion::default(),
                    ground: Strip::default(),
                }],
            }],
        };
        let page = html(&report);
        assert!(page.contains("Car &lt;1&gt;") && !page.contains("Car <1>"));
        assert!(page.contains("positive &lt;inward&gt;"));
        assert!(page.contains("toe \\u003c/script> [deg]"));
        assert!(page.contains("chart-1") && page.contains("travel 10 mm") && page.contains("0.12346"));
        // The player has its place, its data, and no choice among designs.
        assert!(
            page.contains("id=\"replay-0\"") && page.contains("const replays = [[{") && page.contains("class Player")
        );
        assert!(page.contains("\"design\":\"Car \\u003c1>\"") && !page.contains("side by side"));
        assert!(page.len() < 5_000_000, "{}", page.len());
        // Nothing is loaded from elsewhere.
        assert!(!page.contains("<script src") && !page.contains("<link"));
    }
}
