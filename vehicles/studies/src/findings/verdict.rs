//! Verdict on a study: whether it answers the question that was asked.

use serde::Serialize;

/// Verdict on a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// Time of the outcome [s]; `None` for a study without a run.
    pub time: Option<f64>,
    /// The part that caused the outcome: a wheel, a mode, a piece of equipment.
    pub part: Option<String>,
    /// The outcome in one line.
    pub words: String,
}

/// A kind of outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The study judges nothing.
    #[default]
    Done,
    /// The vehicle rests, and returns to its rest after a small disturbance.
    Rests,
    /// The vehicle rests, and a small disturbance grows.
    RestsUnstably,
    /// The vehicle rests with a wheel in the air.
    RestsInTheAir,
    /// The motion is steady, with a load on every wheel.
    Steady,
    /// The motion is steady, and a small disturbance grows.
    SteadyUnstably,
    /// The motion is steady, with a wheel in the air.
    SteadyInTheAir,
    /// A curve ends before the position that was asked for.
    EndsEarly,
    /// The run went to its end.
    ToItsEnd,
    /// The vehicle came to stand before the end.
    Stood,
    /// The vehicle rolled over.
    RolledOver,
    /// The vehicle spun round.
    SpunRound,
    /// The vehicle left the path that it was to follow.
    LeftItsPath,
    /// The motion grew without bound, or has a number that is not finite.
    GrewWithoutBound,
    /// A speed jumped back and forth from step to step: the step is too long.
    StepTooLong,
    /// A step was refused.
    Refused,
    /// A procedure was passed.
    Passed,
    /// A procedure was not passed.
    Failed,
}

impl Verdict {
    /// A verdict without a time.
    pub fn new(outcome: Outcome, words: impl Into<String>) -> Self {
        Self {
            outcome,
            words: words.into(),
            ..Self::default()
        }
    }

    /// A verdict about an event of a run at a time [s].
    pub fn at(outcome: Outcome, time: f64, words: impl Into<String>) -> Self {
        Self {
            time: Some(time),
            ..Self::new(outcome, words)
        }
    }

    /// The verdict with the part that caused the outcome.
    #[must_use]
    pub fn by(mut self, part: impl Into<String>) -> Self {
        self.part = Some(part.into());
        self
    }

    /// Whether the study answers the question that was asked. Only then have the figures the meaning of their definitions.
    pub fn is_as_asked(&self) -> bool {
        match self.outcome {
            Outcome::Done | Outcome::Rests | Outcome::Steady | Outcome::ToItsEnd | Outcome::Passed => true,
            Outcome::RestsUnstably
            | Outcome::RestsInTheAir
            | Outcome::SteadyUnstably
            | Outcome::SteadyInTheAir
            | Outcome::EndsEarly
            | Outcome::Stood
            | Outcome::RolledOver
            | Outcome::SpunRound
            | Outcome::LeftItsPath
            | Outcome::GrewWithoutBound
            | Outcome::StepTooLong
            | Outcome::Refused
            | Outcome::Failed => false,
        }
    }
}
