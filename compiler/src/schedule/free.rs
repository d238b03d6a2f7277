//! Schedules of tasks on workers without communication cost: a deterministic list schedule (Graham 1966). It bounds the
//! gain from more threads.

use super::tasks::Task;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// For each task, the longest path from its start to the end, in the unit of `times`.
pub fn left(tasks: &[Task], times: &[u64]) -> Vec<u64> {
    let mut left = times.to_vec();
    for (place, task) in tasks.iter().enumerate().rev() {
        for &before in &task.after {
            left[before] = left[before].max(times[before] + left[place]);
        }
    }
    left
}

/// Finish time of the last task. Each worker, when idle, starts the ready task with the longest remaining path.
///
/// # Panics
/// If there is no worker.
pub fn time(tasks: &[Task], times: &[u64], workers: usize) -> u64 {
    assert!(workers > 0, "work needs a worker");
    let left = left(tasks, times);
    let mut waiting: Vec<usize> = (0..tasks.len()).collect();
    waiting.sort_by_key(|&task| (Reverse(left[task]), task));
    let mut done = vec![false; tasks.len()];
    // Finish times of the running tasks.
    let mut running: BTreeSet<(u64, usize)> = BTreeSet::new();
    let mut now = 0;
    loop {
        let ready = |&task: &usize| tasks[task].after.iter().all(|&before| done[before]);
        while let Some(next) = waiting.iter().position(ready).filter(|_| running.len() < workers) {
            let task = waiting.remove(next);
            running.insert((now + times[task], task));
        }
        let Some((end, task)) = running.pop_first() else {
            return now;
        };
        (now, done[task]) = (end, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Count;

    fn task(after: &[usize]) -> Task {
        Task {
            stage: 0,
            part: 0,
            subsystem: 0,
            count: Count::default(),
            after: after.to_vec(),
        }
    }

    /// Two chains, of 5 and of 4 + 3, that join in a task of 2, and a separate task of 6 units.
    #[test]
    fn a_schedule_by_hand() {
        let tasks = [task(&[]), task(&[]), task(&[1]), task(&[0, 2]), task(&[])];
        let times = [5, 4, 3, 2, 6];
        assert_eq!(left(&tasks, &times), [7, 9, 5, 2, 6]);
        // One worker does all; two do 4, 6 beside 5, 3, 2; with three only the longest path counts.
        assert_eq!([1, 2, 3].map(|workers| time(&tasks, &times, workers)), [20, 10, 9]);
    }

    #[test]
    fn nothing_takes_no_time() {
        assert_eq!(time(&[], &[], 3), 0);
    }
}
