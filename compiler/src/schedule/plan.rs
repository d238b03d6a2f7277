//! Assignment of tasks to threads, and the resulting time.
//!
//! The tasks of a subsystem stay on one thread, so that each task finds the results of the previous one in the cache.
//! The base, and tasks that wait for other subsystems in their own stage (adding a corner to the base), run on the
//! first thread, where all subsystems meet anyway. Subsystems are assigned one by one, the one with most work first, to
//! the thread with least work so far (Graham 1969). Afterwards their accelerations are recovered from that of the base,
//! either on their own threads or all on the first: both are tried.

use super::free::left;
use super::tasks::{BASE, Task};
use crate::formulation::Stage;
use crate::formulation::sharing::Assumptions;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Assignment of tasks to threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThreadPlan {
    /// Thread of each task; the first thread has the state at the beginning and the rates at the end.
    pub thread: Vec<usize>,
    /// Finish time [ps].
    pub time: u64,
    /// Number of waits of one thread for another: pairs of a task and a different thread that uses its values.
    pub crossings: usize,
}

impl ThreadPlan {
    /// Number of threads with at least one task.
    pub fn threads(&self) -> usize {
        self.thread.iter().collect::<BTreeSet<_>>().len()
    }
}

/// The fastest plan on two or more threads, up to `threads`; none if one thread has all the work.
pub fn plan(tasks: &[Task], threads: usize, assumptions: &Assumptions) -> Option<ThreadPlan> {
    let times: Vec<u64> = tasks.iter().map(|task| assumptions.time(&task.count)).collect();
    let plans = (2..=threads).flat_map(|threads| {
        let times = &times;
        [false, true].map(move |recovers| {
            let thread = place(tasks, times, threads, recovers);
            let (time, crossings) = run(tasks, times, &thread, assumptions.hand_off / 2);
            ThreadPlan {
                thread,
                time,
                crossings,
            }
        })
    });
    // Of equally fast plans the first is taken, which has the fewest threads.
    plans.filter(|plan| plan.threads() > 1).min_by_key(|plan| plan.time)
}

/// The thread of each task.
fn place(tasks: &[Task], times: &[u64], threads: usize, recovers: bool) -> Vec<usize> {
    let is_own = |task: &Task| match Stage::EVALUATION[task.stage] {
        _ if task.subsystem == BASE => false,
        Stage::Acceleration => recovers,
        _ => task.part == 0,
    };
    let mut load = vec![0; threads];
    let subsystems = tasks.iter().map(|task| task.subsystem + 1).max().unwrap_or(0);
    let mut own = vec![0; subsystems];
    for (task, time) in tasks.iter().zip(times) {
        *if is_own(task) {
            &mut own[task.subsystem]
        } else {
            &mut load[0]
        } += time;
    }
    let mut order: Vec<usize> = (0..subsystems).collect();
    order.sort_by_key(|&subsystem| (Reverse(own[subsystem]), subsystem));
    let mut home = vec![0; subsystems];
    for subsystem in order {
        let idlest = (0..threads).min_by_key(|&thread| (load[thread], thread)).unwrap_or(0);
        home[subsystem] = idlest;
        load[idlest] += own[subsystem];
    }
    let thread = |task: &Task| if is_own(task) { home[task.subsystem] } else { 0 };
    tasks.iter().map(thread).collect()
}

/// Finish time, and number of waits of one thread for another. Each thread runs, of its own tasks, the one that can
/// start first; of several, the one with the longest remaining path.
fn run(tasks: &[Task], times: &[u64], thread: &[usize], one_way: u64) -> (u64, usize) {
    let way = |from: usize, to: usize| if from == to { 0 } else { one_way };
    let left = left(tasks, times);
    let mut done: Vec<Option<u64>> = vec![None; tasks.len()];
    // The other threads receive the state first.
    let mut idle_from: Vec<u64> = (0..=thread.iter().copied().max().unwrap_or(0))
        .map(|t| way(0, t))
        .collect();
    let mut crossings = BTreeSet::new();
    for _ in tasks {
        let begin = |task: usize| {
            let arrived = tasks[task].after.iter().map(|&before| {
                let done: Option<u64> = done[before];
                done.map(|done| done + way(thread[before], thread[task]))
            });
            let all: Option<Vec<u64>> = arrived.collect();
            all.map(|all| all.into_iter().fold(idle_from[thread[task]], u64::max))
        };
        let next = (0..tasks.len())
            .filter(|&task| done[task].is_none())
            .filter_map(|task| Some((begin(task)?, Reverse(left[task]), task)))
            .min();
        let Some((begin, _, task)) = next else {
            unreachable!("tasks wait for earlier ones only");
        };
        let end = begin + times[task];
        (done[task], idle_from[thread[task]]) = (Some(end), end);
        let elsewhere = tasks[task]
            .after
            .iter()
            .filter(|&&before| thread[before] != thread[task]);
        crossings.extend(elsewhere.map(|&before| (before, thread[task])));
    }
    let ends = done
        .iter()
        .zip(thread)
        .map(|(end, &thread)| end.unwrap_or(0) + way(thread, 0));
    (ends.max().unwrap_or(0), crossings.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulation::calls::Call;
    use crate::ir::Count;
    use crate::report::samples;
    use crate::schedule::divide;

    const PRICE: u64 = 200;

    fn assumptions(hand_off: u64) -> Assumptions {
        Assumptions { price: PRICE, hand_off }
    }

    fn task(stage: usize, part: usize, subsystem: usize, add: usize, after: &[usize]) -> Task {
        Task {
            stage,
            part,
            subsystem,
            count: Count {
                add,
                ..Count::default()
            },
            after: after.to_vec(),
        }
    }

    /// A base of 10 with two corners of 100 and 90, which add 5 each to the base and recover in 20, with a round-trip
    /// hand-off of 8, all in multiples of an addition.
    #[test]
    fn a_plan_by_hand() {
        let tasks = [
            task(4, 0, 1, 100, &[]),
            task(4, 0, 2, 90, &[]),
            task(4, 1, 1, 5, &[0]),
            task(4, 2, 2, 5, &[1, 2]),
            task(4, 3, 0, 10, &[3]),
            task(5, 1, 1, 20, &[4]),
            task(5, 1, 2, 20, &[4]),
        ];
        let found = plan(&tasks, 2, &assumptions(8 * PRICE)).expect("two subsystems");
        // The larger corner is placed first, on the second thread, because the first has 20 of the base. It gets the
        // state at 4 and is done at 104, which the first thread sees at 108. The base is done at 128; its acceleration
        // arrives at 132, the corner is recovered at 152, and its result arrives at 156.
        assert_eq!(found.thread, [1, 0, 0, 0, 0, 1, 0]);
        assert_eq!((found.time, found.crossings), (156 * PRICE, 2));
    }

    #[test]
    fn no_plan_beats_the_longest_way_nor_the_threads_together() {
        for compiled in samples::all() {
            let tasks = divide(&compiled.programs[Call::Evaluation]);
            let times: Vec<u64> = tasks.iter().map(|task| assumptions(0).time(&task.count)).collect();
            let work: u64 = times.iter().sum();
            let longest = left(&tasks, &times).into_iter().max().unwrap_or(0);
            for threads in 1..9 {
                for hand_off in [0, 1000, 100_000] {
                    let Some(plan) = plan(&tasks, threads, &assumptions(hand_off)) else {
                        let working: BTreeSet<usize> = tasks.iter().map(|task| task.subsystem).collect();
                        assert!(threads == 1 || working.len() == 1);
                        continue;
                    };
                    assert!(plan.time >= longest && plan.time * threads as u64 >= work);
                    assert!(plan.time >= hand_off, "it has gone there and come back");
                    assert!(plan.threads() <= threads && plan.thread.iter().all(|&thread| thread < threads));
                }
            }
        }
    }

    #[test]
    fn more_threads_and_cheaper_hand_offs_never_harm() {
        let tasks = divide(&samples::truck().programs[Call::Evaluation]);
        let time = |threads, hand_off| plan(&tasks, threads, &assumptions(hand_off)).expect("subsystems").time;
        for hand_off in [0, 20_000, 200_000] {
            assert!((2..8).all(|threads| time(threads + 1, hand_off) <= time(threads, hand_off)));
        }
        assert!((0..20).all(|k| time(4, k * 20_000) <= time(4, (k + 1) * 20_000)));
    }
}
