//! How long an evaluation would take on several threads.
//!
//! # The model
//!
//! - A task takes the cost of its operations ([`Count::cost`]: a division counts as several additions, and so on) times
//!   the price of an addition.
//! - What one thread leaves another finds half a hand-off later. So the other threads begin that late, and the first has
//!   what they found that much after they end.
//! - Nothing else counts: not that several cores share a cache or a clock, nor what acts between kinematics and
//!   accelerations.

use super::free;
use super::plan::{Plan, plan};
use super::tasks::Task;
use crate::ir::Count;
use serde::Serialize;

/// What the prediction takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Assumptions {
    /// Of one addition where many run beside each other [ps].
    pub price: u64,
    /// From one thread to another and back [ps].
    pub hand_off: u64,
}

impl Assumptions {
    /// As measured: `docs/parallel.md` says how.
    pub const MEASURED: Self = Self {
        price: 250,
        hand_off: 500_000,
    };

    /// What operations take [ps].
    pub fn time(&self, count: &Count) -> u64 {
        count.cost() as u64 * self.price
    }
}

/// The times of one evaluation, and what is best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prediction {
    /// Taken for granted.
    pub assumptions: Assumptions,
    /// On one thread [ps].
    pub serial: u64,
    /// On up to 2, 4 and 8 threads.
    pub on: Vec<OnThreads>,
    /// More threads are faster than one where handing over costs less than this, there and back [ps]. Nothing where
    /// they never are.
    pub break_even: u64,
}

/// The time on up to so many threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnThreads {
    /// So many are there.
    pub allowed: usize,
    /// If handing over cost nothing [ps]: no plan on so many threads is faster by much.
    pub free: u64,
    /// The best plan found that uses more than one; none where all work is one subsystem's.
    pub plan: Option<Plan>,
}

/// Numbers of threads that a prediction is made for.
const THREADS: [usize; 3] = [2, 4, 8];

/// Predicts the time of tasks on several threads.
pub fn predict(tasks: &[Task], assumptions: Assumptions) -> Prediction {
    let times: Vec<u64> = tasks.iter().map(|task| assumptions.time(&task.count)).collect();
    let serial = times.iter().sum();
    let on = THREADS.map(|allowed| OnThreads {
        allowed,
        free: free::time(tasks, &times, allowed),
        plan: plan(tasks, allowed, &assumptions),
    });
    Prediction {
        assumptions,
        serial,
        on: on.into(),
        break_even: break_even(tasks, serial, assumptions),
    }
}

impl Prediction {
    /// The plan to take; none where one thread is as fast.
    pub fn best(&self) -> Option<&Plan> {
        let plans = self.on.iter().filter_map(|on| on.plan.as_ref());
        plans
            .filter(|plan| plan.time < self.serial)
            .min_by_key(|plan| plan.time)
    }
}

/// By halving: longer hand-offs never help, but for anomalies of a few operations that greedy schedules have.
fn break_even(tasks: &[Task], serial: u64, assumptions: Assumptions) -> u64 {
    let pays = |hand_off: u64| {
        let assumptions = Assumptions {
            hand_off,
            ..assumptions
        };
        let best = THREADS.iter().filter_map(|&threads| plan(tasks, threads, &assumptions));
        best.map(|plan| plan.time).min().is_some_and(|time| time < serial)
    };
    // Two ways cost a whole hand-off, so that none pays that costs as much as all work.
    let (mut paying, mut losing) = (0, serial);
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
    use crate::formulation::calls::Call;
    use crate::report::samples;
    use crate::schedule::divide;

    /// Just below the break-even threads win, just above they do not.
    #[test]
    fn the_break_even_is_where_the_best_plan_turns() {
        for compiled in [samples::quarter_car(), samples::truck()] {
            let tasks = divide(&compiled.programs[Call::Evaluation]);
            let at = |hand_off| predict(&tasks, Assumptions { price: 200, hand_off });
            let break_even = at(0).break_even;
            if break_even > 0 {
                assert!(at(break_even).best().is_some());
            }
            assert!(at(break_even + 2).best().is_none());
            assert_eq!(at(0).break_even, at(500_000).break_even);
        }
    }

    /// Who charges nothing for handing over is no faster than who may put any task anywhere and hands over for nothing,
    /// but for what greedy schedules miss.
    #[test]
    fn serial_time_is_all_work_and_free_hand_overs_bound_the_plans() {
        for compiled in samples::all() {
            let tasks = divide(&compiled.programs[Call::Evaluation]);
            let prediction = predict(&tasks, Assumptions::MEASURED);
            let cost: usize = tasks.iter().map(|task| task.count.cost()).sum();
            assert_eq!(prediction.serial, cost as u64 * Assumptions::MEASURED.price);
            for on in &prediction.on {
                assert!(on.free <= prediction.serial);
                assert!(on.plan.as_ref().is_none_or(|plan| plan.time * 100 >= on.free * 95));
            }
        }
    }
}
