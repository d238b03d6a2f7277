//! `wishbone loads`

use super::json;
use crate::arguments::Loads as Options;
use crate::failure::judged;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{print, write};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use wishbone_workbench::files::Files;
use wishbone_workbench::loads::{self, Loads, Question, STANDARD};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Word that prints the standard cases.
const HELP: &str = "help";

/// The load cases of one design, as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    design: &'a str,
    #[serde(flatten)]
    loads: &'a Loads,
}

/// Finds the forces at every hardpoint; a load case that the suspension cannot carry is a finding.
pub fn run(options: &Options) -> Result<ExitCode, Problem> {
    let file = options.cases.as_ref().map(|path| path.display().to_string());
    if file.as_deref() == Some(HELP) {
        print::out(STANDARD)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &options.out {
        write::try_folder(folder)?;
    }
    let read = |path: &String| {
        let text = Terminal.text(path);
        text.map_err(|reason| Problem::Misuse(format!("cannot read {path}: {reason}")))
    };
    let question = Question {
        at: options.at.clone(),
        cases: file.as_ref().map(read).transpose()?,
        bodies: options.bodies.clone(),
    };
    let bars = Bars::default();
    let found = designs::each(&options.designs.chosen(), &Terminal, Running::with_actions, |running| {
        loads::found(running, &question, &|share, work| bars.told(share, work))
    });
    drop(bars);
    let found = found.map_err(|problem| match (problem, &file) {
        (Problem::Misuse(reason), Some(file)) => Problem::Misuse(format!("{file}: {}", reason.replace('\n', "\n  "))),
        (other, _) => other,
    })?;
    for shown in &options.shown {
        let known: Vec<&str> = found
            .iter()
            .flat_map(|(_, own)| own.cases.iter().map(|case| case.case.as_str()))
            .collect();
        if !known.contains(&shown.as_str()) {
            return Err(Problem::Misuse(format!(
                "there is no case `{shown}`; there are: {}",
                known.join(", ")
            )));
        }
    }
    let mut text = match options.json {
        true => {
            let listed = found.iter().map(|(design, loads)| Listed {
                design: &design.label,
                loads,
            });
            json(&listed.collect::<Vec<_>>())?
        }
        false => found.iter().fold(String::new(), |mut text, (design, loads)| {
            let _ = writeln!(text, "{}\n\n{}", design.label, loads.text(&options.shown));
            text
        }),
    };
    if let Some(folder) = &options.out {
        for (place, (_, loads)) in found.iter().enumerate() {
            let name = match found.len() {
                1 => "loads.csv".to_owned(),
                _ => format!("loads_{}.csv", place + 1),
            };
            if loads.cases.iter().all(|case| case.rows.is_empty()) {
                let told = format!("no case is carried: {name} is not written\n");
                match options.json {
                    true => print::err(&told),
                    false => text.push_str(&told),
                }
                continue;
            }
            let path = folder.join(name);
            write::into_folder(&path, loads.csv())?;
            let told = format!("wrote {}\n", path.display());
            match options.json {
                true => print::err(&told),
                false => text.push_str(&told),
            }
        }
    }
    print::out(&text)?;
    Ok(judged(found.iter().all(|(_, loads)| loads.is_carried())))
}
