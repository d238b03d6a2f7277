//! The skeleton of the page.

use crate::first::{choice, screen, stage};
use crate::tables::letter;
use crate::{Chapter, Design, Replay, Report, Study, chart, tables};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};
use std::fmt::Write;

const STYLE: &str = include_str!("../page/page.css");
/// Programs of the page in their order: each program uses only the programs before it.
const PROGRAMS: [&str; 10] = [
    include_str!("../page/theme.js"),
    include_str!("../page/scale.js"),
    include_str!("../page/chart.js"),
    include_str!("../page/model.js"),
    include_str!("../page/stage.js"),
    include_str!("../page/views.js"),
    include_str!("../page/geometry.js"),
    include_str!("../page/player.js"),
    include_str!("../page/chapters.js"),
    include_str!("../page/main.js"),
];
/// Parts of three.js, as `vehicles/report/vendor/bundle` makes them.
const THREE: &str = include_str!("../vendor/three.min.js");

/// The page.
pub fn html(report: &Report) -> String {
    let mut charts = Vec::new();
    let main = main(report, &mut charts);
    let scenes = report
        .designs
        .iter()
        .map(|design| design.scene.as_ref().map(|scene| scene.data()));
    let data = json!({
        "designs": report.designs.iter().map(|design| &design.label).collect::<Vec<_>>(),
        "charts": charts,
        "scenes": scenes.collect::<Vec<Option<Value>>>(),
        "replays": report.replays.iter().map(Replay::data).collect::<Vec<Value>>(),
    });
    let body = html! {
        (top(&report.title, &designs(report)))
        div class="frame" { (side(report)) main { (main) } }
    };
    document(&Part {
        title: &report.title,
        body,
        data: &data,
        library: Some(THREE),
        programs: &PROGRAMS.concat(),
    })
}

/// Parts of a page.
pub(crate) struct Part<'a> {
    /// Title in the browser.
    pub title: &'a str,
    /// What is seen.
    pub body: Markup,
    /// Data of the programs.
    pub data: &'a Value,
    /// Foreign program that the programs use.
    pub library: Option<&'a str>,
    /// The programs, each uses those before it.
    pub programs: &'a str,
}

/// A page of these parts that needs no other file.
pub(crate) fn document(part: &Part) -> String {
    // A text in the data must not end its element.
    let data = part.data.to_string().replace('<', "\\u003c");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (part.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (part.body)
                script id="data" type="application/json" { (PreEscaped(data)) }
                @if let Some(library) = part.library { script { (PreEscaped(library)) } }
                script type="module" { (PreEscaped(part.programs)) }
            }
        }
    };
    page.into_string()
}

/// Heading, the switch between light and dark, a button that prints, and the remaining content below.
pub(crate) fn top(title: &str, below: &Markup) -> Markup {
    html! {
        header {
            div class="bar" {
                h1 { (title) }
                button type="button" id="theme" title="light or dark" { "light / dark" }
                button type="button" id="print" title="print" { "print" }
            }
            (below)
        }
    }
}

/// The designs by their letters.
fn designs(report: &Report) -> Markup {
    html! {
        @if report.designs.len() > 1 || report.designs.iter().any(|design| !design.about.is_empty()) {
            ul class="designs" { @for (place, design) in report.designs.iter().enumerate() {
                li {
                    @if report.designs.len() > 1 { span class={ "chip d" (place % 6) } { (letter(place)) } " " }
                    b { (design.label) }
                    @for line in &design.about { span class="about" { " " (line) } }
                }
            } }
        }
    }
}

fn has_geometry(report: &Report) -> bool {
    report.designs.iter().any(|design| design.scene.is_some())
}

fn has_solver(report: &Report) -> bool {
    let has = |design: &Design| !design.pictures.is_empty() || !design.texts.is_empty();
    report.designs.iter().any(has)
}

/// Studies of a chapter with their positions in the report.
fn of_chapter<'r, 'a>(report: &'r Report<'a>, chapter: Chapter) -> impl Iterator<Item = (usize, &'r Study<'a>)> {
    report
        .studies
        .iter()
        .enumerate()
        .filter(move |(_, study)| study.chapter == chapter)
}

/// The list of chapters.
fn side(report: &Report) -> Markup {
    html! {
        nav aria-label="chapters" { ol {
            li { a href="#overview" { "Overview" } }
            @if has_geometry(report) { li { a href="#geometry" { "Geometry" } } }
            @for chapter in Chapter::ALL {
                @let studies: Vec<(usize, &Study)> = of_chapter(report, chapter).collect();
                @if !studies.is_empty() { li {
                    a href={ "#" (chapter.word()) } { (chapter.word()) }
                    ol { @for (place, study) in studies { li { a href={ "#study-" (place) } { (named(study)) } } } }
                } }
            }
            @if has_solver(report) { li { a href="#solver" { "Solver" } } }
        } }
    }
}

fn named(study: &Study) -> String {
    study.comparison.name().replace('_', " ")
}

fn main(report: &Report, charts: &mut Vec<Value>) -> Markup {
    html! {
        (screen(report))
        @if has_geometry(report) { (geometry(report)) }
        @for chapter in Chapter::ALL {
            @if of_chapter(report, chapter).next().is_some() {
                section id=(chapter.word()) {
                    h2 { (chapter.word()) }
                    @for (place, study) in of_chapter(report, chapter) { (of_study(report, place, study, charts)) }
                }
            }
        }
        @if has_solver(report) {
            section id="solver" {
                h2 { "Solver" }
                @for design in &report.designs { (solver(design, report.designs.len())) }
            }
        }
    }
}

/// Empty elements for the drawings, which the page's programs fill.
fn geometry(report: &Report) -> Markup {
    html! {
        section id="geometry" {
            h2 { "Geometry" }
            div class="moved" {
                div class="stage-box" { (stage("geometry", "the suspensions")) (choice(report, "design")) }
                div class="controls" {
                    div class="sliders" {}
                    div class="buttons cameras" {}
                    p class="note" { "The translucent body and the widths of the tyres are sketched; they are no part of the declaration." }
                }
            }
            div class="views" {}
        }
    }
}

fn of_study(report: &Report, place: usize, study: &Study, charts: &mut Vec<Value>) -> Markup {
    let comparison = &study.comparison;
    let replay = report
        .replays
        .iter()
        .position(|replay| replay.name == comparison.name());
    let panels: Vec<Value> = comparison.panels().iter().flat_map(chart::charts).collect();
    let first = charts.len();
    charts.extend(panels);
    let notes: Vec<(usize, &String)> = comparison
        .known()
        .flat_map(|(place, found)| found.notes.iter().map(move |note| (place, note)))
        .collect();
    html! {
        article id={ "study-" (place) } class="study" {
            h3 { (named(study)) }
            p class="note" { (tables::words(comparison.conditions())) }
            @if let Some(place) = replay { (of_replay(place, &report.replays[place])) }
            @if charts.len() > first { div class="charts" { @for place in first..charts.len() { figure class="chart" data-chart=(place) {} } } }
            (tables::of(comparison))
            @if notes.len() > FEW { details { summary { (notes.len()) " notes" } (of_notes(report, &notes)) } } @else { (of_notes(report, &notes)) }
        }
    }
}

/// Largest number of notes that are not folded.
const FEW: usize = 4;

fn of_notes(report: &Report, notes: &[(usize, &String)]) -> Markup {
    html! { @if !notes.is_empty() { ul class="notes" { @for (design, note) in notes {
        li { @if report.designs.len() > 1 { span class={ "chip d" (design % 6) } { (letter(*design)) } " " } (tables::words(note)) }
    } } } }
}

/// A player with its controls for the replay at a position.
fn of_replay(place: usize, replay: &Replay) -> Markup {
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
            canvas class="stage" tabindex="0" role="img" aria-label={ (replay.name) ", in motion: space plays, arrow keys turn it" } {}
            div class="controls" {
                button class="play" type="button" { "play" }
                input class="time" type="range" min="0" step="0.02" value="0" aria-label="time";
                output class="clock" {}
                label { "speed " select class="rate" { (options(&rates, "1")) } }
                label { "camera " select class="camera" { (options(&cameras, "follow")) } }
                @if replay.runs.len() > 1 { label { "designs " select class="designs" { (options(&[("over", "overlaid"), ("beside", "side by side")], "over")) } } }
            }
        }
    }
}

/// Pictures and operation counts of a solver.
fn solver(design: &Design, count: usize) -> Markup {
    html! {
        @if count > 1 && (!design.pictures.is_empty() || !design.texts.is_empty()) { h3 { (design.label) } }
        @for (heading, picture) in &design.pictures {
            details { summary { (heading) } div class="drawing" { img src=(apart(picture)) alt=(heading); } }
        }
        @for (heading, text) in &design.texts { details { summary { (heading) } pre { (text) } } }
    }
}

/// An SVG as the address of an image, so that its styles do not affect the page.
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
    use crate::{Answer, Geometry, Position, Run, Scene, Slider};
    use wishbone_studies::findings::{Comparison, Figure, Findings};
    use wishbone_studies::manoeuvre::{Motion, Pose, Strip};
    use wishbone_studies::panels::{Panel, line};

    /// A page with one item of each kind. Text is escaped everywhere.
    #[test]
    fn a_page_needs_nothing_else() {
        let found = [vec![Findings {
            name: "bounce".to_owned(),
            figures: vec![Figure::new("left", "toe", "deg", 0.5, "positive <inward>")],
            panels: vec![Panel {
                title: "toe </script> [deg]".to_owned(),
                x: "travel".to_owned(),
                curves: vec![line(0, "left", vec![(0.0, 1.0), (1.0, 2.0)])],
                ..Panel::default()
            }],
            ..Findings::default()
        }]];
        let scene = Scene {
            geometry: Geometry::default(),
            sliders: vec![Slider {
                name: "travel".to_owned(),
                unit: "mm".to_owned(),
                values: vec![0.0, 10.0],
                start: 0,
            }],
            positions: vec![
                Some(Position {
                    bodies: vec![Pose::WORLD],
                    axles: Vec::new(),
                }),
                None,
            ],
            ..Scene::default()
        };
        let designs = ["Car <1>".to_owned()];
        let report = Report {
            title: "Car <1>".to_owned(),
            designs: vec![Design {
                label: designs[0].clone(),
                scene: Some(scene),
                answers: vec![Answer {
                    group: "ride",
                    figure: Figure::new("", "ride frequency", "Hz", 1.25, ""),
                    usual: Some(0.8..=1.1),
                }],
                ..Design::default()
            }],
            studies: Comparison::all(&designs, &found)
                .into_iter()
                .map(|comparison| Study {
                    chapter: Chapter::Suspension,
                    comparison,
                })
                .collect(),
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
        assert!(page.contains("data-chart=\"0\"") && page.contains("\"places\":[0,null]"));
        // An answer outside of its usual range is marked.
        assert!(page.contains("<td class=\"usual beyond\">0.8 to 1.1</td>"));
        // The player has its element and its data. With one run there is no choice of designs.
        assert!(page.contains("id=\"replay-0\"") && page.contains("\"replays\":[{\"name\":\"bounce\""));
        assert!(page.contains("\"design\":\"Car \\u003c1>\"") && !page.contains("side by side"));
        assert!(page.len() < 800_000, "{}", page.len());
        // Nothing is loaded from elsewhere.
        assert!(!page.contains("<script src") && !page.contains("<link"));
    }
}
