//! `wishbone fit`

use super::{identify, json};
use crate::arguments::Fit;
use crate::failure::judged;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{print, relocated, write};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use wishbone_studies::panels::draw;
use wishbone_workbench::Problem;
use wishbone_workbench::files::Files;
use wishbone_workbench::rig::fit::{self, Asked, Found};
use wishbone_workbench::vehicle::Declaration;

/// Searches for hardpoints that give the wanted curves, or for numbers of the declaration that reproduce a measurement. Wanted curves
/// that are not reached, and a search that comes to no minimum, are findings.
pub fn run(options: &Fit) -> Result<ExitCode, Problem> {
    if let Some(folder) = &options.out {
        write::try_folder(folder)?;
    }
    let Some(wanted) = &options.wanted else {
        if options.against.is_empty() {
            return Err(Problem::Misuse(
                "nothing to fit to: give `--wanted FILE` for wanted figures, or `--against FILE` for a measurement"
                    .to_owned(),
            ));
        }
        return identify::run(options);
    };
    let table = wanted.display().to_string();
    let text = Terminal.data(&table);
    let text = text.map_err(|reason| Problem::Misuse(format!("cannot read {table}: {reason}")))?;
    let asked = Asked {
        table,
        text,
        free: options.free.clone(),
        wheel: options.wheel.clone(),
    };
    let (declaration, bars) = (Declaration::of(&options.source.chosen(), &Terminal)?, Bars::default());
    let found = fit::found(declaration, &asked, &|share, work| bars.told(share, work))?;
    drop(bars);
    let mut text = match options.json {
        true => json(&listed(&found))?,
        false => text_of(&found),
    };
    if let Some(folder) = &options.out {
        let told = written(folder, &found)?;
        match options.json {
            true => print::err(&told),
            false => text.push_str(&format!("\n{told}")),
        }
    }
    print::out(&text)?;
    Ok(judged(found.is_met() && found.fitted.converged))
}

#[derive(Serialize)]
struct Listed {
    coordinates: Vec<ListedCoordinate>,
    /// Root mean square before and after, in units of 0.1 deg, 1 deg/m, 1 mm, 0.001 or 1 N/mm.
    misfit: [f64; 2],
    is_met: bool,
    /// Whether the search came to a minimum.
    converged: bool,
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

fn listed(found: &Found) -> Listed {
    let Found { free, fitted, .. } = found;
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
        is_met: found.is_met(),
        converged: fitted.converged,
        evaluations: fitted.evaluations,
    }
}

fn text_of(found: &Found) -> String {
    let Found {
        design,
        wanted,
        free,
        fitted,
    } = found;
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
    for (title, unit, [old, new]) in found.differences() {
        let _ = writeln!(text, "  {title:28} {old:>10.4} before, {new:>10.4} after {unit}");
    }
    let [before, after] = fitted.misfit;
    let _ = writeln!(
        text,
        "\nmisfit {before:.4} before, {after:.4} after (root mean square in units of 0.1 deg, 1 deg/m, 1 mm, 0.001, 1 N/mm)"
    );
    text.push_str(&verdict(found));
    text
}

/// Says whether the wanted curves are met, and what could be done if they are not.
fn verdict(found: &Found) -> String {
    let fitted = &found.fitted;
    let at_bound = fitted.at_bound.iter().any(|at_bound| *at_bound);
    let is_met = found.is_met();
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

/// Writes the curves and the new declaration, and returns the lines that name the files.
fn written(folder: &Path, found: &Found) -> Result<String, Problem> {
    let running = &found.design.running;
    let title = format!("{}: fit", running.compiled.model.name);
    let picture = draw(&title, "chassis held in its design position", &found.panels());
    let picture = picture.map_err(|reason| Problem::Misuse(format!("cannot draw: {reason}")))?;
    let files = [
        ("fit.csv", found.table().csv()),
        ("fit.svg", picture),
        (
            "fitted.toml",
            relocated::toml(&found.declaration()?, running.declaration.folder(), folder),
        ),
    ];
    let mut told = String::new();
    for (file, content) in files {
        let path = folder.join(file);
        write::into_folder(&path, &content)?;
        let _ = writeln!(told, "wrote {}", path.display());
    }
    let _ = writeln!(told, "\nnew points [m]");
    for (point, at) in found.moved() {
        let at: Vec<String> = at.iter().map(|x| format!("{x:.7}")).collect();
        let _ = writeln!(told, "  {point}: [{}]", at.join(", "));
    }
    Ok(told)
}
