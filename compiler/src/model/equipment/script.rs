//! Scripts: pedals and gear by a list of events.

use super::read::{Reader, Sign};
use crate::front::units::{self, Quantity};

/// Pedals, from 0 to 1, and gear.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Accelerator.
    pub throttle: f64,
    /// Brake.
    pub brake: f64,
    /// Clutch.
    pub clutch: f64,
    /// Lever of the parking brake.
    pub parking_brake: f64,
    /// Gear.
    pub gear: i8,
}

/// An event: it waits until its condition holds, and then changes the controls.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The condition.
    pub when: When,
    /// Number of the condition, SI.
    pub number: f64,
    /// Controls from then on.
    pub then: Controls,
    /// Time in which the pedals move [s].
    pub within: f64,
}

/// Condition of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// From a time on.
    At,
    /// A time after the event before.
    After,
    /// At a speed or above.
    Above,
    /// At a speed or below.
    Below,
    /// After a distance since the start.
    Beyond,
}

/// Conditions, by the argument that gives the number.
const CONDITIONS: [(&str, When, &Quantity); 5] = [
    ("at", When::At, &units::TIME),
    ("after", When::After, &units::TIME),
    ("above", When::Above, &units::SPEED),
    ("below", When::Below, &units::SPEED),
    ("beyond", When::Beyond, &units::LENGTH),
];

/// Largest number of events.
const MOST_EVENTS: usize = 64;

/// Reads `start: controls(..)` and `events: [event(..), ..]`.
pub(super) fn read(reader: &mut Reader) -> Option<(Controls, Vec<Event>)> {
    let begin = Controls {
        gear: 1,
        ..Controls::default()
    };
    let start = match reader.optional("start") {
        Some(value) => reader.call("start", value, &["controls"], |reader, _| Some(controls(reader, begin))),
        None => Some(begin),
    };
    let value = reader.needed("events")?;
    let start = start?;
    let (mut now, mut latest) = (start, 0.0);
    let events = reader.calls("events", value, (MOST_EVENTS, "events"), &["event"], |reader, _| {
        // Controls that an event does not name are not changed.
        let event = event(reader, now, latest)?;
        now = event.then;
        if event.when == When::At {
            latest = event.number;
        }
        Some(event)
    });
    Some((start, events?))
}

/// An event that follows other events; `latest` is the time of the last timed event among them [s].
fn event(reader: &mut Reader, before: Controls, latest: f64) -> Option<Event> {
    let given: Vec<_> = CONDITIONS
        .into_iter()
        .filter(|(key, ..)| reader.optional(key).is_some())
        .collect();
    let then = controls(reader, before);
    let within = reader.number_or("within", &units::TIME, Sign::NotNegative, 0.0);
    let [(key, when, quantity)] = given[..] else {
        let message = format!("an event has one condition, not {}", given.len());
        reader.refuse(
            reader.place,
            message,
            "give one of `at`, `after`, `above`, `below`, `beyond`",
        );
        return None;
    };
    let number = reader.number(key, quantity, Sign::NotNegative, "..");
    if when == When::At && number < latest {
        let place = reader.place_of("at");
        let message = format!("an event at {number} s comes after one at {latest} s");
        reader.refuse(
            place,
            message,
            "events take place one after the other, in the order of the list",
        );
    }
    Some(Event {
        when,
        number,
        then,
        within,
    })
}

fn controls(reader: &mut Reader, before: Controls) -> Controls {
    let mut pedal = |key, before| {
        let pedal = reader.number_or(key, &units::PLAIN, Sign::NotNegative, before);
        if pedal > 1.0 {
            let place = reader.place_of(key);
            reader.refuse(
                place,
                format!("`{key}` is above 1"),
                "a pedal goes from 0 to 1, fully pressed",
            );
        }
        pedal
    };
    Controls {
        throttle: pedal("throttle", before.throttle),
        brake: pedal("brake", before.brake),
        clutch: pedal("clutch", before.clutch),
        parking_brake: pedal("parking_brake", before.parking_brake),
        gear: gear(reader, before.gear),
    }
}

/// The gears that there are.
pub(super) const GEARS: &str = "gears are whole numbers; 0 is neutral, -1 reverse";

/// Largest gear.
const MOST_GEARS: f64 = wishbone_laws::driveline::MOST_GEARS as f64;

fn gear(reader: &mut Reader, before: i8) -> i8 {
    let gear = reader.number_or("gear", &units::PLAIN, Sign::Any, f64::from(before));
    if gear.is_finite() && (gear.fract() != 0.0 || !(-1.0..=MOST_GEARS).contains(&gear)) {
        let place = reader.place_of("gear");
        reader.refuse(place, format!("there is no gear {gear}"), GEARS);
    }
    gear as i8
}
