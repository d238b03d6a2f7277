//! Predicted time of an evaluation on several threads.
//!
//! # The model
//!
//! - A task takes the cost of its operations ([`Count::cost`]: a division counts as several additions, and so on) times
//!   the price of an addition.
//! - Results of one thread reach another after half a hand-off. So the other threads start half a hand-off late, and
//!   the first thread gets their results half a hand-off after they end.
//! - Nothing else is included: neither shared caches and clocks, nor the code that runs between kinematics and
//!   accelerations.

use super::free;
use super::plan::{ThreadPlan, plan};
use super::tasks::Task;
use crate::formulation::sharing::Assumptions;
use serde::Serialize;

/// Predicted times of one evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prediction {
    /// The assumptions.
    pub assumptions: Assumptions,
    /// Time on one thread [ps].
    pub serial: u64,
    /// Times on up to 2, 4 and 8 threads.
    pub on: Vec<OnThreads>,
    /// Round-trip hand-off time below which several threads are faster than one [ps]. Zero if they never are.
    pub break_even: u64,
}

/// The time on up to a given number of threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnThreads {
    /// The number of threads.
    pub allowed: usize,
    /// Time without communication cost [ps]: a bound for plans on so many threads, up to anomalies of list schedules.
    pub free: u64,
    /// The best plan found on two or more threads; none if one subsystem has all the work.
    pub plan: Option<ThreadPlan>,
}

/// Numbers of threads for which times are predicted.
const THREADS: [usize; 3] = [2, 4, 8];

/// Predicts the time of the tasks on several threads.
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
    /// The plan to use; none if one thread is as fast.
    pub fn best(&self) -> Option<&ThreadPlan> {
        let plans = self.on.iter().filter_map(|on| on.plan.as_ref());
        plans
            .filter(|plan| plan.time < self.serial)
            .min_by_key(|plan| plan.time)
    }
}

/// By bisection: longer hand-offs never help, except for anomalies of a few operations in greedy schedules.
fn break_even(tasks: &[Task], serial: u64, assumptions: Assumptions) -> u64 {
    let pays = |hand_off: u64| {
        let assumptions = Assumptions {
            hand_off,
            ..assumptions
        };
        let best = THREADS.iter().filter_map(|&threads| plan(tasks, threads, &assumptions));
        best.map(|plan| plan.time).min().is_some_and(|time| time < serial)
    };
    // Two transfers cost a whole hand-off, so a hand-off as long as all work never pays.
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

    /// Several threads win just below the break-even, and lose just above it.
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

    /// A plan is not faster than a schedule that may place every task on any worker without communication cost, up to
    /// anomalies of greedy schedules.
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
