//! Predicted time of an evaluation on the threads that share it.
//!
//! - A thread takes the cost of its operations ([`Count::cost`]: a division counts as several additions, and so on) times the
//!   price of an addition.
//! - Its messages reach the others after three halves of a hand-off, the way from one core to another three times: the cache
//!   lines are taken from who has read them last, the first is fetched by who waits for it, and then the others at once. Meanwhile
//!   it computes what needs no message.
//! - Each thread goes on when it has the messages of all.

use super::portion::{Finished, Portion, Sharing};
use crate::ir::Count;
use serde::Serialize;

/// Assumptions of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Assumptions {
    /// Time of one addition among many that run in parallel [ps].
    pub price: u64,
    /// Time from one thread to another and back [ps].
    pub hand_off: u64,
}

impl Assumptions {
    /// Measured values: `docs/parallel.md` describes how.
    pub const MEASURED: Self = Self {
        price: 250,
        hand_off: 500_000,
    };

    /// Low price and dear hand-off, for a choice that is to be no loss: vectors of the level v3, and cores far apart.
    pub const CAUTIOUS: Self = Self {
        price: 160,
        hand_off: 600_000,
    };

    /// Time of these operations [ps].
    pub fn time(&self, count: &Count) -> u64 {
        count.cost() as u64 * self.price
    }
}

/// Per cent of the time on one thread that several may take at most to be worth their cores.
const WORTH: u64 = 80;

/// Predicted time of an evaluation on several threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Predicted {
    /// By thread: time of each part of the evaluation, in the order of [`Phase`](crate::ir::Phase) [ps].
    pub parts: Vec<[u64; 4]>,
    /// Time of the evaluation [ps].
    pub time: u64,
}

impl Sharing {
    /// Whether the threads are predicted to take at most four fifths of the time of one, which computes these programs.
    pub fn pays(&self, alone: &Finished, assumptions: Assumptions) -> bool {
        let alone = alone.in_lanes.as_ref().unwrap_or(&alone.one_by_one);
        100 * self.predicted(assumptions).time <= WORTH * assumptions.time(&alone.count_at_once())
    }

    /// Predicts the time of an evaluation, in lanes where there are any.
    pub fn predicted(&self, assumptions: Assumptions) -> Predicted {
        let parts: Vec<[u64; 4]> = self
            .at_levels()
            .iter()
            .map(|portion| portion.times(assumptions))
            .collect();
        let told = |[early, before, ..]: &[u64; 4]| early + before;
        let ends = (0..parts.len()).map(|thread| {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != thread);
            let heard = others
                .map(|(_, other)| told(other) + 3 * assumptions.hand_off / 2)
                .max();
            let [_, _, meanwhile, after] = parts[thread];
            (told(&parts[thread]) + meanwhile).max(heard.unwrap_or(0)) + after
        });
        Predicted {
            time: ends.max().unwrap_or(0),
            parts,
        }
    }
}

impl Portion {
    fn times(&self, assumptions: Assumptions) -> [u64; 4] {
        let mut times = [0; 4];
        for (region, &(phase, ..)) in self.program.counts_at_once().iter().zip(&self.regions) {
            times[phase as usize] += assumptions.time(&region.count);
        }
        times
    }
}
