//! Predicted time of a step on the threads that share it: one evaluation, and the corrections that close the loops.
//!
//! - A thread takes a time that is the cost of its operations ([`Count::cost`]: a division counts as several additions,
//!   and so on) times the price of an addition.
//! - Its messages reach the other threads after one and a half hand-offs, which is three times the transfer time from
//!   one core to another. The cache lines are taken from the core that has read them last. The waiting thread fetches
//!   the first line, and then all other lines at once. Meanwhile it computes what needs no message.
//! - Each thread continues when it has the messages of all.
//! - Then it closes the loops of the base and of its own subsystems, as often as [`times_in_a_step`] says.
//! - With a powertrain the spins of the thread's wheels also reach the other threads after one and a half hand-offs.
//!   The thread sends the spins before it closes its loops. It needs the spins of the other threads after its
//!   kinematics, to find the torques of the powertrain.

use super::correction::{Correction, Corrections};
use super::portion::{Finished, Portion, Sharing};
use crate::ir::Count;
use crate::programs::calls::Corrected;
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

    /// Low price of an addition and high price of a hand-off, for a choice that must not cost time: vectors of the
    /// level v3, and cores far apart.
    pub const CAUTIOUS: Self = Self {
        price: 160,
        hand_off: 600_000,
    };

    /// Time of these operations [ps].
    pub fn time(&self, count: &Count) -> u64 {
        count.cost() as u64 * self.price
    }
}

/// Largest part of the time on one thread, in per cent, at which several threads are worth their cores.
const WORTH: u64 = 80;

/// Corrections of positions in a step if loops need iteration. The first correction closes the gap up to rounding, and
/// the second correction finds that nothing is left to close. Counted in runs of the library's vehicles with steps of a
/// millisecond and less: `docs/parallel.md`.
const ITERATIONS: usize = 2;

/// How often a step calls a correction, among the corrections of one part.
pub(super) fn times_in_a_step(corrected: Corrected, of_part: &[Correction]) -> usize {
    let iterates = of_part.iter().any(|own| own.corrected == Corrected::Velocity);
    match corrected {
        Corrected::Position if iterates => ITERATIONS,
        Corrected::Position | Corrected::Velocity => 1,
    }
}

impl Assumptions {
    /// Time of the corrections of a part in a step [ps].
    fn closing(&self, of_part: &[Correction]) -> u64 {
        let each = of_part.iter();
        each.map(|own| times_in_a_step(own.corrected, of_part) as u64 * self.time(&own.program.count_at_once()))
            .sum()
    }

    /// Time of a step on one thread: an evaluation with this number of operations, and these corrections [ps].
    pub fn step(&self, evaluation: &Count, corrections: &Corrections) -> u64 {
        self.time(evaluation) + self.closing(corrections.at_levels())
    }
}

/// Predicted time of a step on several threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Predicted {
    /// By thread: time of each part of the evaluation [ps], in the order of [`Phase`](crate::ir::Phase).
    pub parts: Vec<[u64; 4]>,
    /// By thread: time in which it closes loops [ps].
    pub closing: Vec<u64>,
    /// Number of meetings of the threads: two with a powertrain.
    pub meetings: usize,
    /// Time of the step [ps].
    pub time: u64,
}

impl Sharing {
    /// Whether the threads are predicted to take at most four fifths of the time of one thread, which computes these
    /// programs.
    pub fn pays(&self, alone: &Finished, corrections: &Corrections, assumptions: Assumptions) -> bool {
        let alone = alone.in_lanes.as_ref().unwrap_or(&alone.one_by_one);
        let alone = assumptions.step(&alone.count_at_once(), corrections);
        100 * self.predicted(assumptions).time <= WORTH * alone
    }

    /// Predicts the time of a step, in lanes where there are any.
    pub fn predicted(&self, assumptions: Assumptions) -> Predicted {
        let portions = self.at_levels().iter();
        let parts: Vec<[u64; 4]> = portions.map(|portion| portion.times(assumptions)).collect();
        let closing = self.closing_at_levels();
        let of_base = assumptions.closing(&closing.base);
        let of_thread = |own: &Vec<Correction>| of_base + assumptions.closing(own);
        let closing: Vec<u64> = closing.threads.iter().map(of_thread).collect();
        let way = 3 * assumptions.hand_off / 2;
        let way_of_spins = if self.tells_spins { way } else { 0 };
        // The work of a thread since the last meeting before the others can have its numbers.
        let told = |thread: usize| {
            let [early, before, ..] = parts[thread];
            (closing[thread] + early).max(way_of_spins) + before
        };
        let ends = (0..parts.len()).map(|thread| {
            let others = (0..parts.len()).filter(|other| *other != thread);
            let heard = others.map(|other| told(other) + way).max();
            let [_, _, meanwhile, after] = parts[thread];
            (told(thread) + meanwhile).max(heard.unwrap_or(0)) + after
        });
        Predicted {
            time: ends.max().unwrap_or(0),
            meetings: 1 + usize::from(self.tells_spins),
            parts,
            closing,
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
