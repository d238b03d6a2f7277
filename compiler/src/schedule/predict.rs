//! Predicted time of a step on several threads, with the programs that these threads would run.

use crate::programs::sharing::{Assumptions, Predicted, Sharing};
use serde::Serialize;

/// Predicted times of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prediction {
    /// The assumptions.
    pub assumptions: Assumptions,
    /// Time on one thread [ps].
    pub serial: u64,
    /// Times on several threads.
    pub on: Vec<OnThreads>,
    /// Round-trip hand-off time below which several threads are faster than one [ps]. Zero if they never are.
    pub break_even: u64,
}

/// The time on several threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnThreads {
    /// Their number.
    pub threads: usize,
    /// By subsystem: its thread; `None` if all threads compute it.
    pub subsystems: Vec<Option<usize>>,
    /// By thread: how many numbers it sends to the others.
    pub messages: Vec<usize>,
    /// Predicted time.
    pub predicted: Predicted,
    /// Time without communication cost [ps].
    pub free: u64,
}

/// Predicts the time of a step that these threads share and that one thread makes in `serial` [ps].
pub fn predict(serial: u64, sharings: &[Sharing], assumptions: Assumptions) -> Prediction {
    let with = |hand_off: u64| Assumptions {
        hand_off,
        ..assumptions
    };
    let on = sharings.iter().map(|sharing| OnThreads {
        threads: sharing.portions.len(),
        subsystems: sharing.subsystems.clone(),
        messages: sharing.portions.iter().map(|portion| portion.messages).collect(),
        predicted: sharing.predicted(assumptions),
        free: sharing.predicted(with(0)).time,
    });
    let best = |hand_off| {
        sharings
            .iter()
            .map(|sharing| sharing.predicted(with(hand_off)).time)
            .min()
    };
    let pays = |hand_off: u64| best(hand_off).is_some_and(|time| time < serial);
    Prediction {
        assumptions,
        serial,
        on: on.collect(),
        break_even: break_even(serial, pays),
    }
}

impl Prediction {
    /// The fastest number of threads; `None` if one thread is as fast.
    pub fn best(&self) -> Option<&OnThreads> {
        let faster = self.on.iter().filter(|on| on.predicted.time < self.serial);
        faster.min_by_key(|on| on.predicted.time)
    }
}

/// By bisection: longer hand-offs never help, and a hand-off of twice the serial time never saves time.
fn break_even(serial: u64, pays: impl Fn(u64) -> bool) -> u64 {
    let (mut paying, mut losing) = (0, 2 * serial);
    if !pays(0) {
        return 0;
    }
    while losing - paying > 1 {
        let middle = paying + (losing - paying) / 2;
        *if pays(middle) { &mut paying } else { &mut losing } = middle;
    }
    paying
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Compiled;
    use crate::programs::calls::Call;
    use crate::report::{plan, samples};

    fn prediction(compiled: &Compiled, hand_off: u64) -> Prediction {
        let sharings: Vec<Sharing> = plan::sharings(compiled).filter_map(Result::ok).collect();
        let assumptions = Assumptions { price: 200, hand_off };
        let alone = compiled.programs[Call::Evaluation].program.count();
        let serial = assumptions.step(&alone, &compiled.programs.corrections());
        predict(serial, &sharings, assumptions)
    }

    /// Several threads win just below the break-even, and lose just above it.
    #[test]
    fn the_break_even_is_where_the_best_plan_turns() {
        for compiled in [samples::quarter_car(), samples::truck()] {
            let break_even = prediction(&compiled, 0).break_even;
            if break_even > 0 {
                assert!(prediction(&compiled, break_even).best().is_some());
            }
            assert!(prediction(&compiled, break_even + 2).best().is_none());
        }
        assert!(prediction(&samples::truck(), 0).break_even > 0);
    }

    /// No number of threads is faster than all threads together, or than the three transfer times of the messages of
    /// each meeting.
    #[test]
    fn work_and_the_way_bound_the_times() {
        for compiled in samples::all() {
            for hand_off in [0, 1000, 100_000] {
                let prediction = prediction(&compiled, hand_off);
                for on in &prediction.on {
                    assert_eq!(on.threads, on.messages.len());
                    assert!(on.predicted.time >= on.free);
                    assert!(on.predicted.time >= on.predicted.meetings as u64 * 3 * hand_off / 2);
                    // Each computes the base again, and so no less than its part of the whole.
                    let Predicted { parts, closing, .. } = &on.predicted;
                    let work: u64 = parts.iter().flatten().chain(closing).sum();
                    assert!(work >= prediction.serial, "{}", compiled.model.name);
                    assert!(on.free * on.threads as u64 >= work);
                }
            }
        }
    }
}
