//! Pedals and gear by a list of events.

use super::Controls;
use super::pedals::{Driven, Plan};
use crate::math::clamp;
use crate::subsystem::Quantity;

/// A sequence of `N` events. Each event waits until its condition holds, and then changes the controls.
///
/// At the end of each step the condition of the next event is examined, and no other. The speed in a condition is the
/// speed at the last evaluation. A method with one evaluation per step makes this evaluation at the beginning of the
/// step. So an event takes place at most two steps after its condition is first met, and at most one event takes place
/// in a step. Pedals move from their current positions along the cubic `3 s² - 2 s³`; the gear changes at once.
///
/// ```
/// use wishbone::control::{Controls, Event, Pedals, Script, When};
/// let full = Controls { throttle: 1.0, gear: 1, ..Controls::default() };
/// let brake = Controls { brake: 0.5, gear: 1, ..Controls::default() };
/// let driver = Pedals::new(Script::new(Controls::default(), [
///     Event { when: When::At(1.0), then: full, within: 0.2 },
///     Event { when: When::Above(20.0), then: brake, within: 0.1 },
/// ]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Script<const N: usize> {
    events: [Event; N],
    /// Number of events that have taken place.
    done: usize,
    /// Controls at the last event, from which the pedals move.
    from: Controls,
    /// Controls after the last event.
    to: Controls,
    /// Time of the last event [s].
    since: f64,
    /// Duration of the movement [s].
    within: f64,
}

/// A change of the controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Condition.
    pub when: When,
    /// Controls after the event.
    pub then: Controls,
    /// Time in which the pedals move [s]; with zero or less they jump.
    pub within: f64,
}

/// Condition of an event. A condition with NaN never holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    /// From this time on [s].
    At(f64),
    /// The event takes place when this time has passed since the previous event [s]; for the first event, since time
    /// zero.
    After(f64),
    /// The forward speed is at least this [m/s].
    Above(f64),
    /// The forward speed is at most this [m/s].
    Below(f64),
    /// The distance from the start, along the way and forward or backward, is at least this [m].
    Beyond(f64),
}

impl<const N: usize> Script<N> {
    /// A script that begins with these controls.
    pub fn new(start: Controls, events: [Event; N]) -> Self {
        Self {
            events,
            done: 0,
            from: start,
            to: start,
            since: 0.0,
            within: 0.0,
        }
    }

    /// Number of events that have taken place.
    pub fn done(&self) -> usize {
        self.done
    }
}

impl<const N: usize> Plan for Script<N> {
    fn controls(&self, time: f64) -> Controls {
        let part = if self.within > 0.0 {
            clamp((time - self.since) / self.within, 0.0, 1.0)
        } else {
            1.0
        };
        let part = part * part * (3.0 - 2.0 * part);
        let pedal = |of: fn(&Controls) -> f64| clamp(of(&self.from) + part * (of(&self.to) - of(&self.from)), 0.0, 1.0);
        Controls {
            throttle: pedal(|controls| controls.throttle),
            brake: pedal(|controls| controls.brake),
            clutch: pedal(|controls| controls.clutch),
            parking_brake: pedal(|controls| controls.parking_brake),
            gear: self.to.gear,
        }
    }

    fn stepped(&mut self, now: Driven, h: f64) {
        let Some(event) = self.events.get(self.done) else {
            return;
        };
        // The time is a sum of steps: its rounding must not delay an event by a step.
        let time = now.time + 1e-6 * h;
        let holds = match event.when {
            When::At(at) => time >= at,
            When::After(delay) => time >= self.since + delay,
            When::Above(speed) => now.speed >= speed,
            When::Below(speed) => now.speed <= speed,
            When::Beyond(distance) => now.distance.abs() >= distance,
        };
        if holds {
            self.from = self.controls(now.time);
            (self.to, self.within) = (event.then, event.within);
            (self.since, self.done) = (now.time, self.done + 1);
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let mut done = self.done as f64;
        lend(&mut done);
        self.done = done as usize;
        self.from.each(lend);
        self.to.each(lend);
        lend(&mut self.since);
        lend(&mut self.within);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("events_done", "", self.done as f64));
    }
}
