//! `wishbone sensitivity`

use super::json;
use crate::arguments::Sensitivity;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{print, write};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use wishbone_studies::characteristics::Asked;
use wishbone_studies::heat;
use wishbone_studies::sensitivity::Sensitivities;
use wishbone_studies::tolerance::{Distribution, Scatter, Tolerance};
use wishbone_workbench::Problem;
use wishbone_workbench::rig::Movable;
use wishbone_workbench::rig::sensitivity::{self, Found, SEED};
use wishbone_workbench::vehicle::Declaration;

/// Number of coordinates that are named for each figure.
const NAMED: usize = 3;
/// Standard deviation, in the displayed unit, below which a figure counts as unchanged.
const ROUNDING: f64 = 1e-9;
/// Differentiates the figures of a wheel.
pub fn run(options: &Sensitivity) -> Result<(), Problem> {
    if let Some(folder) = &options.out {
        write::try_folder(folder)?;
    }
    let asked = sensitivity::Asked {
        wheel: options.wheel.clone(),
        points: options.points.clone(),
        travel: 1e-3 * options.travel,
        tolerance: tolerance(options).map(|tolerance| (tolerance, options.samples as usize)),
    };
    let (declaration, bars) = (Declaration::of(&options.source.chosen(), &Terminal)?, Bars::default());
    let Found {
        design,
        sensitivities: found,
        scatter,
    } = sensitivity::found(declaration, &asked, &|share, work| bars.told(share, work))?;
    drop(bars);
    let mut text = match options.json {
        true => json(&listed(&design, &found, scatter.as_ref()))?,
        false => text(options, &design, &found, scatter.as_ref()),
    };
    if let Some(folder) = &options.out {
        let told = written(folder, &design, &found)?;
        match options.json {
            true => print::err(&told),
            false => text.push_str(&format!("\n{told}")),
        }
    }
    print::out(&text)
}

fn tolerance(options: &Sensitivity) -> Option<Tolerance> {
    let distribution = match options.normal {
        true => Distribution::Normal,
        false => Distribution::Uniform,
    };
    options.tolerance.map(|within| Tolerance {
        within: 1e-3 * within,
        distribution,
    })
}

#[derive(Serialize)]
struct Listed {
    vehicle: String,
    figures: Vec<ListedFigure>,
    /// Coordinates that cannot be moved alone, with the reason.
    fixed: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct ListedFigure {
    subject: String,
    name: &'static str,
    /// [mm]
    travel: f64,
    unit: &'static str,
    value: Option<f64>,
    /// Change of the figure per millimetre, by coordinate.
    by_millimetre: BTreeMap<String, Option<f64>>,
    deviation: Option<f64>,
    drawn_deviation: Option<f64>,
    worst: Option<f64>,
}

fn listed(design: &Movable, found: &Sensitivities, scatter: Option<&Scatter>) -> Listed {
    let figures = found.survey.asked.iter().enumerate().map(|(k, asked)| {
        let (unit, factor) = asked.characteristic.shown();
        let shown = |value: Option<f64>| value.map(|value| factor * value);
        let each = found.coordinates.iter().zip(&found.slopes);
        let of = |values: fn(&Scatter) -> &[Option<f64>]| {
            scatter.and_then(|scatter| shown(values(scatter).get(k).copied().flatten()))
        };
        ListedFigure {
            subject: found.survey.subject(asked, design.names()),
            name: asked.characteristic.word(),
            travel: 1e3 * found.survey.travel[asked.station],
            unit,
            value: shown(found.values[k]),
            by_millimetre: each
                .map(|(own, slopes)| (own.name.clone(), shown(slopes[k]).map(|slope| 1e-3 * slope)))
                .collect(),
            deviation: of(|scatter| &scatter.first_order),
            drawn_deviation: of(|scatter| &scatter.drawn),
            worst: of(|scatter| &scatter.worst),
        }
    });
    Listed {
        vehicle: design.running.compiled.model.name.clone(),
        figures: figures.collect(),
        fixed: found
            .fixed
            .iter()
            .map(|(coordinate, reason)| (coordinate.name.clone(), reason.to_string()))
            .collect(),
    }
}

fn text(options: &Sensitivity, design: &Movable, found: &Sensitivities, scatter: Option<&Scatter>) -> String {
    let names = design.names();
    let mut text = format!(
        "{}: `{}` at -{travel}, 0 and {travel} mm of travel; change of each figure for 1 mm of {} coordinates\n",
        names.name,
        names.wheels[design.wheel],
        found.coordinates.len(),
        travel = options.travel
    );
    let prefix = common_group(found);
    if !prefix.is_empty() {
        let _ = writeln!(
            text,
            "points of `{}`, whose image follows",
            prefix.trim_end_matches('.')
        );
    }
    let mut last = None;
    for (figure, asked) in in_order(found) {
        let (unit, factor) = asked.characteristic.shown();
        let subject = found.survey.subject(asked, names);
        let head = (asked.characteristic, subject.clone());
        if last.as_ref() != Some(&head) {
            let unit = if unit.is_empty() {
                String::new()
            } else {
                format!(" [{unit}]")
            };
            let _ = writeln!(text, "\n{}{unit} of {subject}", asked.characteristic.word());
            last = Some(head);
        }
        let value = found.values[figure].map_or_else(|| "-".to_owned(), |value| print::fixed(factor * value, 4));
        let _ = write!(text, "{:>7} mm {value:>11}", 1e3 * found.survey.travel[asked.station]);
        let largest = found.largest(figure, NAMED);
        let each = largest
            .iter()
            .map(|(name, slope)| format!("{} {slope:+.2e}", name.strip_prefix(&prefix).unwrap_or(name)));
        let each: Vec<String> = each.collect();
        let _ = writeln!(
            text,
            "   {}",
            if each.is_empty() {
                "unchanged".to_owned()
            } else {
                each.join(", ")
            }
        );
    }
    for (coordinate, reason) in &found.fixed {
        let _ = writeln!(text, "\n`{}` cannot be moved alone: {reason}", coordinate.name);
    }
    for (coordinate, parameter) in design.own_parameters() {
        let _ = writeln!(text, "\n`{coordinate}` is the declared parameter `{parameter}`");
    }
    if let Some(scatter) = scatter {
        text.push_str(&stacked(options, found, scatter));
    }
    text
}

/// The figures, ordered by kind and subject first and by travel last.
fn in_order(found: &Sensitivities) -> Vec<(usize, &Asked)> {
    let mut order: Vec<_> = found.survey.asked.iter().enumerate().collect();
    let first = |asked: &Asked| found.survey.asked.iter().position(|own| own.subject == asked.subject);
    order.sort_by_key(|(_, asked)| (asked.characteristic, first(asked), asked.station));
    order
}

/// The group that all coordinates share, with its dot; empty if there are several groups.
fn common_group(found: &Sensitivities) -> String {
    let group = |name: &str| {
        let point = name.rsplit_once('.').map_or(name, |(point, _)| point);
        point
            .rsplit_once('.')
            .map_or_else(String::new, |(group, _)| format!("{group}."))
    };
    let mut groups = found.coordinates.iter().map(|coordinate| group(&coordinate.name));
    let first = groups.next().unwrap_or_default();
    match groups.all(|own| own == first) {
        true => first,
        false => String::new(),
    }
}

fn stacked(options: &Sensitivity, found: &Sensitivities, scatter: &Scatter) -> String {
    let kind = if options.normal {
        "normal, 3 standard deviations"
    } else {
        "uniform"
    };
    let mut text = format!(
        "\ntolerance of every coordinate +-{} mm ({kind}); {} designs drawn with seed {SEED}, {} of them not reached\n",
        options.tolerance.unwrap_or_default(),
        scatter.samples,
        scatter.unreached
    );
    let _ = writeln!(
        text,
        "\n{:14} {:>7}  {:>12}  {:>12}  {:>10}  {:>12}  unit",
        "figure", "mm", "deviation", "drawn", "difference", "worst"
    );
    for (figure, asked) in in_order(found) {
        let (unit, factor) = asked.characteristic.shown();
        let [Some(first), Some(drawn), Some(worst)] =
            [&scatter.first_order, &scatter.drawn, &scatter.worst].map(|column| column[figure])
        else {
            continue;
        };
        let (kind, travel) = (asked.characteristic.word(), 1e3 * found.survey.travel[asked.station]);
        if factor * first < ROUNDING {
            let _ = writeln!(text, "{kind:14} {travel:>7}  {:>12}", "unchanged");
            continue;
        }
        let difference = format!("{:+.1} %", 100.0 * (drawn / first - 1.0));
        let row = [factor * first, factor * drawn, factor * worst].map(|number| format!("{number:.3e}"));
        let row = format!(
            "{:>12}  {:>12}  {difference:>10}  {:>12}  {unit}",
            row[0], row[1], row[2]
        );
        let _ = writeln!(text, "{kind:14} {travel:>7}  {}", row.trim_end());
    }
    text
}

/// Writes the table and the picture, and returns the lines that name the files.
fn written(folder: &Path, design: &Movable, found: &Sensitivities) -> Result<String, Problem> {
    let names = design.names();
    let title = format!("{}: sensitivities of {}", names.name, names.wheels[design.wheel]);
    let picture = heat::draw(&title, found, names);
    let picture = picture.map_err(|reason| Problem::Misuse(format!("cannot draw: {reason}")))?;
    let mut told = String::new();
    for (file, content) in [("sensitivity.csv", found.csv(names)), ("sensitivity.svg", picture)] {
        let path = folder.join(file);
        write::into_folder(&path, &content)?;
        let _ = writeln!(told, "wrote {}", path.display());
    }
    Ok(told)
}
