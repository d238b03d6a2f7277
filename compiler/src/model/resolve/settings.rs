//! Settings of the whole vehicle.

use crate::diag::{Diagnostics, catalogue};
use crate::front::syntax::{Value, Vehicle};
use crate::front::{suggest, units};
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::namespace::Kind;
use crate::model::quantity::{self, Need};
use crate::model::scope::Scope;
use crate::model::{BodyId, Level, Method, Override, Point, Threads, Vec3};

/// Default acceleration of gravity [m/s^2].
const GRAVITY: f64 = 9.81;

/// Settings of the whole vehicle.
pub(super) struct Settings {
    pub(super) gravity: Option<Point>,
    pub(super) accept_redundant: bool,
    pub(super) accept_singular: bool,
    pub(super) accept_lanes: bool,
    pub(super) accept_batch: bool,
    pub(super) accept_derivatives: bool,
    pub(super) levels: Vec<Level>,
    pub(super) threads: Threads,
    pub(super) freedoms: Option<Override<usize>>,
    pub(super) base: Option<Override<BodyId>>,
    /// The inner `None` stands for `auto`.
    pub(super) method: Option<Option<Method>>,
}

impl Settings {
    pub(super) fn resolve(vehicle: &Vehicle, scope: &Scope, diagnostics: &mut Ledger) -> Self {
        let owner = format!("vehicle `{}`", vehicle.name.text);
        let settings = scope.settings.iter().copied();
        let mut settings = Attributes::new(owner, vehicle.name.span, settings, diagnostics);
        diagnostics.tune_all = settings
            .optional("tune")
            .is_some_and(|value| tune_all(value, diagnostics));
        let gravity = match settings.optional("gravity") {
            Some(value) => quantity::downward(value, Need::new("gravity", &units::ACCELERATION), diagnostics),
            None => Some(Vec3::new(0.0, 0.0, -GRAVITY).into()),
        };
        let accept_redundant = settings.accepts("redundant", diagnostics);
        let accept_singular = settings.accepts("singular", diagnostics);
        // Read before anything else: see `extent`.
        settings.accepts("size", diagnostics);
        let accept_lanes = settings.accepts("lanes", diagnostics);
        let accept_batch = settings.accepts("batch", diagnostics);
        let accept_derivatives = settings.accepts("derivatives", diagnostics);
        let levels = settings.optional("levels").map(|value| levels(value, diagnostics));
        let threads = settings
            .optional("threads")
            .and_then(|value| Threads::read(value, diagnostics));
        let freedoms = settings
            .optional("freedoms")
            .and_then(|value| freedoms(value, diagnostics));
        let base = settings
            .optional("base")
            .and_then(|value| base(value, scope, diagnostics));
        let method = settings.optional("method").and_then(|value| method(value, diagnostics));
        settings.finish(diagnostics);
        Self {
            gravity,
            accept_redundant,
            accept_singular,
            accept_lanes,
            accept_batch,
            accept_derivatives,
            levels: levels.unwrap_or_default(),
            threads: threads.unwrap_or_default(),
            freedoms,
            base,
            method,
        }
    }
}

/// `tune: all`
fn tune_all(value: &Value, diagnostics: &mut Diagnostics) -> bool {
    let all = matches!(value, Value::Name(word) if word.text == "all");
    if !all {
        diagnostics
            .error(&catalogue::WRONG_VALUE, value.span(), "`tune` can only be `all`")
            .help("leave it out, and write `tune` before the numbers that are to be parameters");
    }
    all
}

/// Largest number accepted for `freedoms`, far above any vehicle's.
const MOST_FREEDOMS: f64 = 1e6;

/// `freedoms: 10`
fn freedoms(value: &Value, diagnostics: &mut Diagnostics) -> Option<Override<usize>> {
    let span = value.span();
    match value {
        Value::Number(number)
            if number.unit.is_none()
                && (0.0..=MOST_FREEDOMS).contains(&number.value)
                && number.value.fract() == 0.0 =>
        {
            Some(Override {
                choice: number.value as usize,
                span,
            })
        }
        _ => quantity::wrong_value(value, "freedoms", "a whole number from 0 to a million", diagnostics),
    }
}

/// `base: chassis`
fn base(value: &Value, scope: &Scope, diagnostics: &mut Diagnostics) -> Option<Override<BodyId>> {
    let Value::Name(path) = value else {
        return quantity::wrong_value(value, "base", "the name of a body", diagnostics);
    };
    let choice = scope.find(Kind::Body, path, None, diagnostics)?.into();
    Some(Override {
        choice,
        span: path.span,
    })
}

/// `method: synthesis`. The inner `None` stands for `auto`.
fn method(value: &Value, diagnostics: &mut Diagnostics) -> Option<Option<Method>> {
    const AUTO: &str = "auto";
    let Value::Name(path) = value else {
        return quantity::wrong_value(value, "method", "the name of a method", diagnostics);
    };
    let found = Method::ALL.into_iter().find(|method| method.word() == path.text);
    if path.text == AUTO {
        return Some(None);
    }
    if found.is_none() {
        let known: Vec<&str> = Method::ALL.map(Method::word).into_iter().chain([AUTO]).collect();
        let message = format!("there is no method `{}`", path.text);
        let problem = diagnostics.error(&catalogue::UNKNOWN_KIND, path.span, message);
        problem.help = suggest::advice(&path.text, &known);
    }
    found.map(Some)
}

/// `levels: v3`, which means this level and all levels below it; or `levels: all`.
fn levels(value: &Value, diagnostics: &mut Diagnostics) -> Vec<Level> {
    let word = match value {
        Value::Name(path) => path.text.as_str(),
        _ => "",
    };
    let highest = Level::ALL.into_iter().find(|level| level.word() == word);
    if highest.is_none() && word != "all" && word != "baseline" {
        let message = "`levels` can be `baseline`, `v3`, `v4` or `all`";
        diagnostics.error(&catalogue::WRONG_VALUE, value.span(), message).help(
            "the solver is written for each level of the instruction set up to that, and takes the highest there is",
        );
    }
    let wanted = |level: &Level| word == "all" || highest.is_some_and(|highest| *level <= highest);
    Level::ALL.into_iter().filter(wanted).collect()
}
