//! Rows of a sweep: one for each variant, including those without an answer.

use super::study::Study;
use crate::figures;
use crate::problem::Problem;
use crate::vehicle::Running;
use wishbone_studies::findings::{Figure, Findings, Verdict};

/// Verdict of a variant with all studies completed as asked.
pub const AS_ASKED: &str = "as_asked";
/// Verdict of a variant that cannot be declared, because a number is out of its range, or two numbers contradict each other.
pub const NOT_DECLARED: &str = "not_declared";
/// Verdict of a variant for which a study found nothing, such as a variant that does not come to rest. It is also the
/// verdict if a figure is missing, for example the peak of a motion without overshoot.
pub const NO_ANSWER: &str = "no_answer";
/// Verdict of a variant whose computation ended by a defect of this library.
pub const DEFECT: &str = "defect";

/// A variant with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Index of the point.
    pub index: u64,
    /// Values of the parameters, each in its unit.
    pub values: Vec<f64>,
    /// Figures in the order of the studies; `None` for a figure that a study does not reach.
    pub figures: Vec<Option<f64>>,
    /// `as_asked`, or the outcome of the first study that was not completed as requested: `rolled_over`.
    pub verdict: String,
    /// The verdict in words; empty for `as_asked`.
    pub message: String,
}

/// A row with the units of its figures, and the errors about their names.
pub(super) struct Found {
    pub(super) row: Row,
    /// Unit of each figure; `None` if the figure was not found.
    pub(super) units: Vec<Option<&'static str>>,
    /// For each figure without a value, the reason why the study has no figure with this name.
    pub(super) unknown: Vec<Option<String>>,
    /// Whether a study found nothing at all.
    pub(super) is_unanswered: bool,
    /// Questions that are not possible for this vehicle, such as questions with a name that it does not have.
    pub(super) misuses: Vec<String>,
}

impl Found {
    /// The row of a variant that is ready to run, or of a variant that is not ready, with the reason.
    pub(super) fn of(index: u64, values: Vec<f64>, studies: &[Study], running: Result<&Running, Problem>) -> Self {
        let mut own = Self::empty(index, values);
        match running {
            Ok(running) => studies.iter().for_each(|study| own.study(study, study.found(running))),
            Err(problem) => {
                own.failed(NOT_DECLARED, problem.message());
                studies.iter().for_each(|study| own.nothing(study));
            }
        }
        own
    }

    /// The row of a variant whose computation was ended by a defect, with the message.
    pub(super) fn defect(index: u64, values: Vec<f64>, studies: &[Study], words: &str) -> Self {
        let mut own = Self::empty(index, values);
        own.failed(DEFECT, format!("a defect of wishbone, please report it: {words}"));
        studies.iter().for_each(|study| own.nothing(study));
        own
    }

    fn empty(index: u64, values: Vec<f64>) -> Self {
        Self {
            row: Row {
                index,
                values,
                figures: Vec::new(),
                verdict: AS_ASKED.to_owned(),
                message: String::new(),
            },
            units: Vec::new(),
            unknown: Vec::new(),
            is_unanswered: false,
            misuses: Vec::new(),
        }
    }

    fn study(&mut self, study: &Study, found: Result<Vec<Findings>, Problem>) {
        match found {
            Ok(found) => {
                if let Some(ended) = found.iter().find(|one| !one.verdict.is_as_asked()) {
                    self.failed(
                        &word(&ended.verdict),
                        format!("{}: {}", study.name, ended.verdict.words),
                    );
                }
                match found.iter().all(|one| one.figures.is_empty()) {
                    true => self.nothing(study),
                    false => self.figures(study, &found),
                }
            }
            Err(problem) => {
                match &problem {
                    Problem::Misuse(told) => self.misuses.push(format!("study `{}`: {told}", study.name)),
                    _ => self.is_unanswered = true,
                }
                self.failed(NO_ANSWER, format!("{}: {}", study.name, problem.message()));
                self.nothing(study);
            }
        }
    }

    fn figures(&mut self, study: &Study, found: &[Findings]) {
        for name in &study.figures {
            match named(name, found) {
                Ok(figure) => {
                    if figure.value.is_none() {
                        self.failed(NO_ANSWER, format!("{}: the figure `{name}` is not reached", study.name));
                    }
                    self.row.figures.push(figure.value);
                    self.units.push(Some(figure.unit));
                    self.unknown.push(None);
                }
                Err(told) => {
                    let told = format!("study `{}`: {told}", study.name);
                    self.failed(NO_ANSWER, told.clone());
                    self.row.figures.push(None);
                    self.units.push(None);
                    self.unknown.push(Some(told));
                }
            }
        }
    }

    /// Adds empty figures for a study without figures.
    fn nothing(&mut self, study: &Study) {
        self.row.figures.extend(study.figures.iter().map(|_| None));
        self.units.extend(study.figures.iter().map(|_| None));
        self.unknown.extend(study.figures.iter().map(|_| None));
    }

    /// Notes a failure. The first failure is the verdict.
    fn failed(&mut self, verdict: &str, message: String) {
        if self.row.verdict == AS_ASKED {
            verdict.clone_into(&mut self.row.verdict);
            self.row.message = message;
        }
    }
}

/// `rolled_over`
fn word(verdict: &Verdict) -> String {
    let word = serde_json::to_value(verdict.outcome).ok();
    word.as_ref()
        .and_then(|word| word.as_str())
        .unwrap_or_default()
        .to_owned()
}

/// The only figure with this name.
fn named<'f>(name: &str, found: &'f [Findings]) -> Result<&'f Figure, String> {
    let (subject, word) = name.rsplit_once('.').unwrap_or(("", name));
    let figures = figures::named(subject, word, found)?;
    let exactly = figures
        .iter()
        .filter(|(_, figure)| figures::subject(figure) == subject.replace(' ', "_"));
    match (&figures[..], &exactly.collect::<Vec<_>>()[..]) {
        ([(_, figure)], _) | (_, [(_, figure)]) => Ok(figure),
        (several, _) => {
            let keys = several.iter().map(|(one, figure)| match found {
                [_] => figures::key(figure),
                _ => format!("{}.{}", figures::word(&one.name), figures::key(figure)),
            });
            let keys: Vec<String> = keys.map(|key| format!("`{key}`")).collect();
            Err(format!(
                "`{name}` means {} figures: name one of {}",
                keys.len(),
                keys.join(", ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::sweep::Sweep;

    struct Plan;

    impl Files for Plan {
        fn text(&self, _path: &str) -> Result<String, String> {
            let text = "vehicle = \"quarter_car\"\nsampling = \"sobol\"\ncount = 4\n[[parameter]]\nchange = \"strut.rate *=\"\n\
                uniform = \"[0.9, 1.1]\"\n[[study]]\nask = \"settle\"\nfigures = [\"chassis.height\", \"chassis.peak\"]\n";
            Ok(text.to_owned())
        }
    }

    /// A figure that a study names but does not reach is no answer.
    #[test]
    fn a_figure_that_is_not_reached_is_told() {
        let sweep = Sweep::load("plan.toml", &Plan).expect("a plan");
        let found = |peak: f64| {
            let figures = [("height", 0.5), ("peak", peak)];
            let mut own = Found::empty(0, vec![1.0]);
            let found = Findings {
                figures: figures
                    .map(|(name, value)| Figure::new("chassis", name, "m", value, ""))
                    .into(),
                ..Findings::default()
            };
            own.figures(&sweep.plan.studies[0], &[found]);
            own.row
        };
        let whole = found(0.6);
        assert_eq!(
            (whole.verdict.as_str(), whole.figures),
            (AS_ASKED, vec![Some(0.5), Some(0.6)])
        );
        let lacking = found(f64::NAN);
        assert_eq!(
            (lacking.verdict.as_str(), lacking.figures),
            (NO_ANSWER, vec![Some(0.5), None])
        );
        assert_eq!(lacking.message, "settle: the figure `chassis.peak` is not reached");
    }
}
