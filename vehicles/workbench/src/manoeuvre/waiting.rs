//! Events of the declared driver that did not come in a run.

use crate::vehicle::Running;
use wishbone_compiler::model::equipment::{self, Event, Pace as Plan, When};
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Manoeuvre, Pace};

/// Output of a driver by events: the number of events that have come.
const DONE: &str = "events_done";

const ONE_BY_ONE: &str = "events take place one after the other";

/// A note on the first event that did not come in a complete run; all later events wait for this event.
pub fn note(running: &Running, manoeuvre: &Manoeuvre, findings: &Findings) -> Option<String> {
    if manoeuvre.pace != Pace::Declared || !findings.verdict.is_as_asked() {
        return None;
    }
    let driver = equipment::driver(&running.compiled.model.equipment)?;
    let Plan::Script { events, .. } = &driver.pace else {
        return None;
    };
    let done = *findings.table.column(DONE)?.last()?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    let left = events.get(done as usize..)?;
    let first = left.first()?;
    let behind = match left.len() - 1 {
        0 => String::new(),
        1 => format!(", and the one behind it waits: {ONE_BY_ONE}"),
        count => format!(", and the {count} behind it wait: {ONE_BY_ONE}"),
    };
    Some(format!(
        "event {} of the driver, {}, did not come{behind}",
        done + 1.0,
        told(first)
    ))
}

/// `above 30 m/s`
fn told(event: &Event) -> String {
    let (word, unit) = match event.when {
        When::At => ("at", "s"),
        When::After => ("after", "s"),
        When::Above => ("above", "m/s"),
        When::Below => ("below", "m/s"),
        When::Beyond => ("beyond", "m"),
    };
    format!("`{word}` {} {unit}", event.number)
}
