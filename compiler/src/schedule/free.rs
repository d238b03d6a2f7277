//! Tasks on workers that hand over free of charge: a list schedule (Graham 1966), deterministic. What more threads could
//! gain at the most.

use super::tasks::Task;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// By task: the longest way from its beginning to the end, in whatever `times` are given in, a task each.
pub fn left(tasks: &[Task], times: &[u64]) -> Vec<u64> {
    let mut left = times.to_vec();
    for (place, task) in tasks.iter().enumerate().rev() {
        for &before in &task.after {
            left[before] = left[before].max(times[before] + left[place]);
        }
    }
    left
}

/// When the last task is done, all having begun as soon as a worker was idle, those with most left on their way first.
///
/// # Panics
/// Without a worker.
pub fn time(tasks: &[Task], times: &[u64], workers: usize) -> u64 {
    assert!(workers > 0, "work needs a worker");
    let left = left(tasks, times);
    let mut waiting: Vec<usize> = (0..tasks.len()).collect();
    waiting.sort_by_key(|&task| (Reverse(left[task]), task));
    let mut done = vec![false; tasks.len()];
    // When each that runs will be done.
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

    /// Two chains of 5 and 4 + 3 that meet in 2, and a task of 6 apart.
    #[test]
    fn a_schedule_by_hand() {
        let tasks = [task(&[]), task(&[]), task(&[1]), task(&[0, 2]), task(&[])];
        let times = [5, 4, 3, 2, 6];
        assert_eq!(left(&tasks, &times), [7, 9, 5, 2, 6]);
        // All by one; 4, 6 beside 5, 3, 2; then nothing but the longest way counts.
        assert_eq!([1, 2, 3].map(|workers| time(&tasks, &times, workers)), [20, 10, 9]);
    }

    #[test]
    fn nothing_takes_no_time() {
        assert_eq!(time(&[], &[], 3), 0);
    }
}
