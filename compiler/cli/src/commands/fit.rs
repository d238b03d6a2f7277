//! `wishbone fit`

use super::json;
use crate::arguments::Fit;
use crate::failure::Failure;
use crate::movable::{AXES, Movable};
use crate::progress::Progress;
use crate::wanted::{self, Wanted};
use crate::{print, write};
use serde::Serialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use wishbone_studies::characteristics::{Characteristic, Subject};
use wishbone_studies::fit::{self, Fitted, Free, NoFit};
use wishbone_studies::panels::{Panel, draw, line};
use wishbone_studies::table::{Column, Table};

/// Misfit below which the wish counts as met, in units of the misfit.
const MET: f64 = 0.05;

/// Looks for hardpoints that give the wanted curves.
pub fn run(options: &Fit) -> Result<(), Failure> {
    let mut names = Vec::new();
    for text in &options.free {
        names.push(wanted::bounds(text)?.0.to_owned());
    }
    let file = options.wanted.display().to_string();
    let text = fs::read_to_string(&options.wanted);
    let text = text.map_err(|reason| Failure::Misuse(format!("cannot read {file}: {reason}")))?;
    let mut design = Movable::of(&options.source, options.wheel.as_deref(), &names)?;
    let free = wanted::free(&options.free, &design)?;
    let wanted = wanted::curves(&text, &file, &mut design)?;
    let progress = Progress::bounded(&design.running.progress("fit"), fit::most_tried(free.len()));
    let tell = |reached: fit::Progress| {
        progress.reached(reached.tried);
        progress.now(&told(reached));
    };
    let fitted = design.adjustable.fit(&wanted.survey, &wanted.values, &free, &tell);
    drop(progress);
    let fitted = fitted.map_err(|reason| match reason {
        NoFit::NoFigure(place) => {
            let asked = &wanted.survey.asked[place];
            design
                .running
                .finding(format!("`{}` does not exist", wanted.survey.label(asked)))
        }
        reason => design.running.finding(reason),
    })?;
    let mut text = match options.json {
        true => json(&listed(&free, &fitted))?,
        false => text_of(&design, &wanted, &free, &fitted),
    };
    if let Some(folder) = &options.out {
        let told = written(folder, &design, &wanted, &free, &fitted)?;
        match options.json {
            true => print::err(&told),
            false => text.push_str(&format!("\n{told}")),
        }
    }
    print::out(&text)
}

/// The share of the work that is done, and the misfit so far.
fn told(reached: fit::Progress) -> String {
    let misfit = reached
        .misfit
        .map_or_else(|| "not reached".to_owned(), |misfit| format!("misfit {misfit:.3}"));
    format!("design {} of at most {}: {misfit}", reached.tried, reached.most)
}

#[derive(Serialize)]
struct Listed {
    coordinates: Vec<ListedCoordinate>,
    /// Root mean square before and after, in units of 0.1 deg, 1 deg/m, 1 mm, 0.001 or 1 N/mm.
    misfit: [f64; 2],
    is_met: bool,
    evaluations: usize,
}

#[derive(Serialize)]
struct ListedCoordinate {
    name: String,
    /// [m]
    old: f64,
    /// [m]
    new: f64,
    /// [m]
    within: [f64; 2],
    at_bound: bool,
}

fn listed(free: &[Free], fitted: &Fitted) -> Listed {
    let each = free.iter().zip(&fitted.coordinates).zip(&fitted.at_bound);
    Listed {
        coordinates: each
            .map(|((free, [old, new]), at_bound)| ListedCoordinate {
                name: free.coordinate.name.clone(),
                old: *old,
                new: *new,
                within: free.within,
                at_bound: *at_bound,
            })
            .collect(),
        misfit: fitted.misfit,
        is_met: fitted.misfit[1] < MET,
        evaluations: fitted.evaluations,
    }
}

fn text_of(design: &Movable, wanted: &Wanted, free: &[Free], fitted: &Fitted) -> String {
    let mut text = format!(
        "{}: {} wanted figures, {} free coordinates\n\n{:36} {:>10}  {:>10}  {:>11}  bounds [mm]\n",
        design.names().name,
        wanted.values.len(),
        free.len(),
        "coordinate",
        "old [mm]",
        "new [mm]",
        "change [mm]"
    );
    for ((free, [old, new]), at_bound) in free.iter().zip(&fitted.coordinates).zip(&fitted.at_bound) {
        let [low, high] = free.within.map(|bound| 1e3 * (bound - old));
        let _ = writeln!(
            text,
            "{:36} {:>10.3}  {:>10.3}  {:>+11.4}  {low:+.1}..{high:+.1}{}",
            free.coordinate.name,
            1e3 * old,
            1e3 * new,
            1e3 * (new - old),
            if *at_bound { ", at its bound" } else { "" }
        );
    }
    text.push_str("\nlargest difference from the wanted curve\n");
    for kind in kinds(wanted) {
        let (unit, factor) = kind.1.shown();
        let worst = |figures: &[f64]| {
            let each = (0..figures.len()).filter(|&k| of(wanted, k) == kind);
            factor * each.fold(0.0_f64, |worst, k| worst.max((figures[k] - wanted.values[k]).abs()))
        };
        let [old, new] = [&fitted.figures[0], &fitted.figures[1]].map(|figures| worst(figures));
        let _ = writeln!(
            text,
            "  {:28} {old:>10.4} before, {new:>10.4} after {unit}",
            title(design, kind)
        );
    }
    let [before, after] = fitted.misfit;
    let _ = writeln!(
        text,
        "\nmisfit {before:.4} before, {after:.4} after (root mean square in units of 0.1 deg, 1 deg/m, 1 mm, 0.001, 1 N/mm)"
    );
    text.push_str(&verdict(fitted));
    text
}

/// Whether the wish is met, and what could be done if it is not.
fn verdict(fitted: &Fitted) -> String {
    let at_bound = fitted.at_bound.iter().any(|at_bound| *at_bound);
    let is_met = fitted.misfit[1] < MET;
    let mut text = match (is_met, at_bound) {
        (true, _) => "The wanted curves are met.\n".to_owned(),
        (false, true) => {
            "The wanted curves are not reached: widen the bounds that are met, or free more coordinates.\n".to_owned()
        }
        (false, false) => {
            "The wanted curves are not reached by any design within the bounds nearby: free other coordinates.\n"
                .to_owned()
        }
    };
    if !fitted.converged {
        text.push_str("The search ended before it came to a minimum.\n");
    }
    text
}

/// Figures and what they belong to, once each.
fn kinds(wanted: &Wanted) -> Vec<(Subject, Characteristic)> {
    let mut kinds = Vec::new();
    for k in 0..wanted.values.len() {
        if !kinds.contains(&of(wanted, k)) {
            kinds.push(of(wanted, k));
        }
    }
    kinds
}

fn of(wanted: &Wanted, figure: usize) -> (Subject, Characteristic) {
    let asked = &wanted.survey.asked[figure];
    (asked.subject, asked.characteristic)
}

fn title(design: &Movable, (subject, characteristic): (Subject, Characteristic)) -> String {
    let names = design.names();
    let subject = match subject {
        Subject::Wheel(wheel) => names.wheels[wheel],
        Subject::Axle([left, _]) => names.wheels[left],
        Subject::Length { output, .. } => names.outputs[output],
    };
    format!("{subject}.{}", characteristic.word())
}

/// Writes the curves and the new declaration; says where.
fn written(
    folder: &Path,
    design: &Movable,
    wanted: &Wanted,
    free: &[Free],
    fitted: &Fitted,
) -> Result<String, Failure> {
    let declaration = &design.running.declaration;
    let changed = design.points.iter().filter(|point| {
        let of_it = |free: &Free| {
            point
                .parameters
                .iter()
                .flatten()
                .any(|own| own.index() == free.coordinate.parameter)
        };
        free.iter().any(of_it)
    });
    let moved: Vec<(&str, [f64; 3])> = changed
        .map(|point| {
            let at = |k: usize| point.parameters[k].map_or(point.declared[k], |own| fitted.values[own.index()]);
            (point.name.as_str(), [0, 1, 2].map(at))
        })
        .collect();
    let name = &design.running.compiled.model.name;
    let picture = draw(
        &format!("{name}: fit"),
        "chassis held in its design position",
        &panels(design, wanted, fitted),
    );
    let picture = picture.map_err(|reason| Failure::Misuse(format!("cannot draw: {reason}")))?;
    let files = [
        ("fit.csv", table(design, wanted, fitted).csv()),
        ("fit.svg", picture),
        ("fitted.toml", declaration.with_points(&moved)?),
    ];
    let mut told = String::new();
    for (file, content) in files {
        let path = folder.join(file);
        write::into_folder(&path, &content, &declaration.files())?;
        let _ = writeln!(told, "wrote {}", path.display());
    }
    let _ = writeln!(told, "\nnew points [m]");
    for (point, at) in moved {
        let at: Vec<String> = at.iter().zip(AXES).map(|(x, _)| format!("{x:.7}")).collect();
        let _ = writeln!(told, "  {point}: [{}]", at.join(", "));
    }
    Ok(told)
}

/// Wanted, old and new values of a kind of figure, with their travel [SI].
fn points(wanted: &Wanted, fitted: &Fitted, kind: (Subject, Characteristic)) -> Vec<(f64, [f64; 3])> {
    let each = (0..wanted.values.len()).filter(|&k| of(wanted, k) == kind);
    let mut points: Vec<(f64, [f64; 3])> = each
        .map(|k| {
            let travel = wanted.survey.travel[wanted.survey.asked[k].station];
            (travel, [wanted.values[k], fitted.figures[0][k], fitted.figures[1][k]])
        })
        .collect();
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    points
}

fn panels(design: &Movable, wanted: &Wanted, fitted: &Fitted) -> Vec<Panel> {
    let panel = |kind: (Subject, Characteristic)| {
        let (unit, factor) = kind.1.shown();
        let points = points(wanted, fitted, kind);
        let curve = |place: usize, name: &str| {
            let each = points
                .iter()
                .map(|(travel, values)| (1e3 * travel, factor * values[place]));
            line(place, name, each.collect())
        };
        Panel {
            title: format!("{} [{unit}]", title(design, kind)),
            x: "travel [mm]".to_owned(),
            curves: vec![curve(0, "wanted"), curve(1, "old"), curve(2, "new")],
            equal: false,
        }
    };
    kinds(wanted).into_iter().map(panel).collect()
}

/// A row for each travel: wanted, old and new values.
fn table(design: &Movable, wanted: &Wanted, fitted: &Fitted) -> Table {
    let kinds = kinds(wanted);
    let mut columns = vec![Column {
        name: "travel".to_owned(),
        unit: "m",
    }];
    for &kind in &kinds {
        columns.extend(["wanted", "old", "new"].map(|which| Column {
            name: format!("{} {which}", title(design, kind)),
            unit: "SI",
        }));
    }
    let mut travels: Vec<f64> = wanted.survey.travel.clone();
    travels.sort_by(f64::total_cmp);
    let row = |travel: &f64| {
        let mut row = vec![*travel];
        for &kind in &kinds {
            let found = points(wanted, fitted, kind).into_iter().find(|(own, _)| own == travel);
            row.extend(found.map_or([f64::NAN; 3], |(_, values)| values));
        }
        row
    };
    Table {
        rows: travels.iter().map(row).collect(),
        columns,
    }
}
