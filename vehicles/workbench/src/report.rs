//! The data of a page about one or several designs.

mod answers;

use crate::designs::{self, Design as Studied, Designs};
use crate::files::Files;
use crate::geometry;
use crate::manoeuvre::{Driven, driven};
use crate::plausible::Plausibility;
use crate::problem::Problem;
use crate::progress::{Steps, Told, silent};
use crate::rig::kc::{self, Travel};
use crate::settle;
use crate::steady::{Motion, bends, modes};
use crate::vehicle::Running;
use std::path::PathBuf;
use wishbone_compiler::report::{counts, graph, pattern, plan, summary, tree};
use wishbone_compiler::schedule::Assumptions;
use wishbone_report::{Chapter, Design, Replay, Report, Run, Scene, Study};
use wishbone_studies::findings::{Comparison, Findings};
use wishbone_studies::manoeuvre::{Kind, Manoeuvre, Method, Overrides};

/// The part of the page about one design.
struct StudiedDesign {
    design: Design,
    studies: Vec<(Chapter, Findings)>,
    /// Runs with the names of their manoeuvres.
    runs: Vec<(String, Run)>,
    /// Studies that failed, each with the reason.
    left_out: Vec<String>,
    /// Whether a manoeuvre that was asked for could not be driven.
    is_undriven: bool,
}

impl StudiedDesign {
    /// Whether a manoeuvre was not driven, or a study did not go as prescribed.
    fn has_failed(&self) -> bool {
        let mut verdicts = self.studies.iter().map(|(_, found)| &found.verdict);
        self.is_undriven || verdicts.any(|verdict| !verdict.is_as_asked())
    }
}

/// Contents of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// Kinematics.
    pub travel: Travel,
    /// Manoeuvres that are driven.
    pub manoeuvres: Vec<Manoeuvre>,
}

/// A page about designs, not yet printed.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Names of the designs.
    pub labels: Vec<String>,
    /// The files that they were read from.
    pub files: Vec<PathBuf>,
    /// Data of each design.
    pub designs: Vec<Design>,
    /// The studies of each design; only those that all designs have.
    pub studies: Vec<Vec<Findings>>,
    /// The chapter of each study.
    pub chapters: Vec<Chapter>,
    /// Runs that can be played.
    pub replays: Vec<Replay>,
    /// Studies that failed or did not end as requested, each with its design and the reason.
    pub left_out: Vec<String>,
    /// Whether a manoeuvre was not driven, or a study did not go as prescribed, including studies that are left out.
    pub has_failed: bool,
}

impl Page {
    /// The page for a printer, such as [`wishbone_report::html`].
    pub fn report(&self) -> Report<'_> {
        Report {
            title: self.labels.join(", "),
            designs: self.designs.clone(),
            studies: Comparison::all(&self.labels, &self.studies)
                .into_iter()
                .zip(&self.chapters)
                .map(|(comparison, chapter)| Study {
                    chapter: *chapter,
                    comparison,
                })
                .collect(),
            replays: self.replays.clone(),
        }
    }
}

/// The page about designs.
///
/// # Errors
/// If a design cannot be read or compiled. A study that fails is left out and reported.
pub fn page(designs: &Designs, files: &dyn Files, content: &Content, told: Told<'_>) -> Result<Page, Problem> {
    let each = |running: &Running| studied(running, content, told);
    Ok(gathered(designs::each(designs, files, Running::differentiated, each)?))
}

/// The page about studied designs.
fn gathered(found: Vec<(Studied, StudiedDesign)>) -> Page {
    let mut page = Page::default();
    let names: Vec<Vec<String>> = found
        .iter()
        .map(|(_, own)| own.studies.iter().map(|(_, study)| study.name.clone()).collect())
        .collect();
    let labels: Vec<String> = found.iter().map(|(design, _)| design.label.clone()).collect();
    page.left_out = without_a_counterpart(&labels, &names);
    for (design, mut studied) in found {
        page.has_failed |= studied.has_failed();
        let upset = studied.studies.iter().filter(|(_, study)| !study.verdict.is_as_asked());
        let told = upset.map(|(_, study)| format!("{}: {}: {}", design.label, study.name, study.verdict.words));
        page.left_out.extend(told);
        // A study that only some designs have cannot be compared.
        let is_common = |study: &Findings| names.iter().all(|names| names.contains(&study.name));
        studied.studies.retain(|(_, study)| is_common(study));
        page.add(design, studied);
    }
    let count = page.designs.len();
    page.replays.retain(|replay| replay.runs.len() == count);
    page
}

/// A line for each study that one design lacks and another design has.
fn without_a_counterpart(labels: &[String], studies: &[Vec<String>]) -> Vec<String> {
    let mut all: Vec<&String> = Vec::new();
    for name in studies.iter().flatten() {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let lacks = |name: &String| {
        let without: Vec<&str> = labels
            .iter()
            .zip(studies)
            .filter(|(_, own)| !own.contains(name))
            .map(|(label, _)| label.as_str())
            .collect();
        let told = format!("{}: no `{name}`, which is left out for all designs", without.join(", "));
        (!without.is_empty()).then_some(told)
    };
    all.into_iter().filter_map(lacks).collect()
}

impl Page {
    fn add(&mut self, design: Studied, told: StudiedDesign) {
        let changes = design.changes.iter().map(|change| {
            let before = change.before.as_deref().unwrap_or("nothing");
            format!("{} = {}, was {before}", change.path, change.after)
        });
        let about = changes.collect();
        let left_out = told.left_out.iter().map(|reason| format!("{}: {reason}", design.label));
        self.left_out.extend(left_out);
        for (name, run) in told.runs {
            let run = Run {
                design: design.label.clone(),
                ..run
            };
            match self.replays.iter_mut().find(|replay| replay.name == name) {
                Some(replay) => replay.runs.push(run),
                None => self.replays.push(Replay { name, runs: vec![run] }),
            }
        }
        self.designs.push(Design {
            label: design.label.clone(),
            about,
            ..told.design
        });
        let (chapters, studies) = told.studies.into_iter().unzip();
        self.chapters = chapters;
        self.studies.push(studies);
        self.labels.push(design.label);
        self.files.extend(design.files);
    }
}

fn studied(running: &Running, content: &Content, told: Told<'_>) -> Result<StudiedDesign, Problem> {
    let compiled = &running.compiled;
    let mut own = StudiedDesign {
        design: Design {
            pictures: vec![
                ("bodies and joints".to_owned(), graph::svg(compiled)),
                ("spanning tree".to_owned(), tree::svg(compiled)),
                ("pattern of the equations of motion".to_owned(), pattern::svg(compiled)),
            ],
            texts: vec![
                ("summary".to_owned(), summary::text(compiled)),
                ("operations".to_owned(), counts::text(&counts::stages(compiled))),
                (
                    "plan for several threads".to_owned(),
                    plan::text(&plan::plan(compiled, Assumptions::MEASURED)),
                ),
            ],
            ..Design::default()
        },
        studies: Vec::new(),
        runs: Vec::new(),
        left_out: Vec::new(),
        is_undriven: false,
    };
    let progress = Steps::of(told, running.progress("report"), 2 + content.manoeuvres.len());
    match suspension(running, &content.travel) {
        Ok((scene, found)) => {
            own.design.scene = Some(scene);
            own.add(Chapter::Suspension, found);
        }
        Err(reason) => own.left_out.push(format!("no kinematics: {}", reason.message())),
    }
    progress.more(1);
    match settle::found(running) {
        Ok(rest) => {
            own.add(Chapter::Loads, [rest]);
            match modes::found(running, &Motion::default()) {
                Ok(modes) => own.add(Chapter::Ride, [modes]),
                Err(reason) => own.left_out.push(format!("no modes: {}", reason.message())),
            }
        }
        Err(reason) => own.left_out.push(format!("not at rest: {}", reason.message())),
    }
    if bends::can_be_asked(running) {
        match bends::found(running) {
            Ok(found) => own.add(Chapter::Handling, [found]),
            Err(reason) => own.left_out.push(format!("no steady bends: {}", reason.message())),
        }
    }
    for manoeuvre in &content.manoeuvres {
        progress.more(1);
        match driven_by_any(running, manoeuvre) {
            Ok(driven) => {
                own.runs.push((manoeuvre.name.clone(), driven.run));
                own.add(chapter(manoeuvre), [driven.findings]);
            }
            Err(reason) => {
                own.is_undriven = true;
                own.left_out
                    .push(format!("no {}: {}", manoeuvre.name, reason.message()));
            }
        }
    }
    let plausibility = Plausibility::of(running);
    own.design.answers = answers::of(&plausibility, own.studies.iter().map(|(_, found)| found));
    own.design.warnings = plausibility.lines();
    let notes = plausibility
        .notes
        .iter()
        .map(|note| format!("plausibility: {}", note.trim_start_matches("! ")));
    own.design.warnings.extend(notes.chain(own.left_out.iter().cloned()));
    Ok(own)
}

impl StudiedDesign {
    fn add(&mut self, chapter: Chapter, found: impl IntoIterator<Item = Findings>) {
        self.studies.extend(found.into_iter().map(|found| (chapter, found)));
    }
}

/// A run by the method of the manoeuvre; if the vehicle is too stiff for the step, a run by `sbdf2`, and a note says
/// so.
fn driven_by_any(running: &Running, manoeuvre: &Manoeuvre) -> Result<Driven, Problem> {
    let reason = match driven(running, manoeuvre, false, &silent) {
        Err(reason) if !manoeuvre.method.is_implicit() => reason,
        found => return found,
    };
    let implicit = Overrides {
        method: Some(Method::Sbdf2),
        ..Overrides::default()
    };
    // Nothing but a step that is too long depends on the method.
    let found = manoeuvre.clone().with(&implicit).map_err(Problem::Misuse);
    let Ok(mut found) = found.and_then(|implicit| driven(running, &implicit, false, &silent)) else {
        return Err(reason);
    };
    found
        .findings
        .notes
        .push(format!("driven by `sbdf2`: {}", reason.message()));
    Ok(found)
}

/// Chapter of a manoeuvre: manoeuvres on uneven roads belong to ride.
fn chapter(manoeuvre: &Manoeuvre) -> Chapter {
    match manoeuvre
        .figures
        .iter()
        .any(|kind| matches!(kind, Kind::Bumps | Kind::Comfort))
    {
        true => Chapter::Ride,
        false => Chapter::Handling,
    }
}

fn suspension(running: &Running, options: &Travel) -> Result<(Scene, Vec<Findings>), Problem> {
    let (rig, held, conditions) = kc::rig(running, options)?;
    let found = kc::measured(running, &rig, &held, &conditions, &silent)?;
    Ok((geometry::scene(running, &rig, &conditions), found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_studies::findings::{Outcome, Verdict};

    /// A study that a design lacks is reported with the design.
    #[test]
    fn a_study_without_a_counterpart_is_told() {
        let studies = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let labels = studies(&["soft", "hard", "stiff"]);
        let names = [
            studies(&["position", "compliance forward"]),
            studies(&["position", "steer"]),
            studies(&["position", "steer"]),
        ];
        let told = without_a_counterpart(&labels, &names);
        assert_eq!(
            told,
            [
                "hard, stiff: no `compliance forward`, which is left out for all designs",
                "soft: no `steer`, which is left out for all designs"
            ]
        );
        assert!(without_a_counterpart(&labels[1..], &names[1..]).is_empty());
    }

    /// A study that only one design has is left out, but its verdict is not left out.
    #[test]
    fn a_verdict_is_kept_without_its_study() {
        let design = |studies: &[(&str, Outcome)], is_undriven| {
            let study = |(name, outcome): &(&str, Outcome)| Findings {
                name: (*name).to_owned(),
                verdict: Verdict::new(*outcome, ""),
                ..Findings::default()
            };
            let studies = studies.iter().map(|own| (Chapter::Handling, study(own)));
            let own = StudiedDesign {
                design: Design::default(),
                studies: studies.collect(),
                runs: Vec::new(),
                left_out: Vec::new(),
                is_undriven,
            };
            let label = Studied {
                label: String::new(),
                files: Vec::new(),
                changes: Vec::new(),
                unusual: Vec::new(),
            };
            (label, own)
        };
        let good = [("brake", Outcome::ToItsEnd)];
        let rolled = [("brake", Outcome::ToItsEnd), ("turn", Outcome::RolledOver)];
        let page = gathered(vec![design(&good, false), design(&rolled, false)]);
        assert!(page.has_failed && page.studies.iter().all(|own| own.len() == 1));
        assert!(
            page.left_out.len() == 2 && page.left_out[0].contains("`turn`") && page.left_out[1].contains(": turn: "),
            "{:?}",
            page.left_out
        );
        assert!(gathered(vec![design(&good, false), design(&good, true)]).has_failed);
        assert!(!gathered(vec![design(&good, false), design(&good, false)]).has_failed);
    }
}
