//! Tasks on workers: a list schedule (Graham 1966), deterministic.

use super::Task;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// By task: the work on the longest way from its beginning to the end [operations].
pub(super) fn left(tasks: &[Task]) -> Vec<usize> {
    let mut left: Vec<usize> = tasks.iter().map(Task::work).collect();
    for (place, task) in tasks.iter().enumerate().rev() {
        for &before in &task.after {
            left[before] = left[before].max(tasks[before].work() + left[place]);
        }
    }
    left
}

/// When the last task is done, all having begun as soon as a worker was idle, those with most work left first.
///
/// # Panics
/// Without a worker.
pub(super) fn time(tasks: &[Task], workers: usize) -> usize {
    assert!(workers > 0, "work needs a worker");
    let left = left(tasks);
    let mut waiting: Vec<usize> = (0..tasks.len()).collect();
    waiting.sort_by_key(|&task| (Reverse(left[task]), task));
    let mut done = vec![false; tasks.len()];
    // When each that runs will be done.
    let mut running: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut now = 0;
    loop {
        let ready = |&task: &usize| tasks[task].after.iter().all(|&before| done[before]);
        while let Some(next) = waiting.iter().position(ready).filter(|_| running.len() < workers) {
            let task = waiting.remove(next);
            running.insert((now + tasks[task].work(), task));
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

    fn task(work: usize, after: &[usize]) -> Task {
        Task {
            stage: 0,
            part: 0,
            subsystem: 0,
            count: Count {
                add: work,
                ..Count::default()
            },
            after: after.to_vec(),
        }
    }

    /// Two chains of 5 and 4 + 3 that meet in 2, and a task of 6 apart.
    #[test]
    fn a_schedule_by_hand() {
        let tasks = [
            task(5, &[]),
            task(4, &[]),
            task(3, &[1]),
            task(2, &[0, 2]),
            task(6, &[]),
        ];
        assert_eq!(left(&tasks), [7, 9, 5, 2, 6]);
        // All by one; 4, 6 beside 5, 3, 2; then nothing but the longest way counts.
        assert_eq!([1, 2, 3].map(|workers| time(&tasks, workers)), [20, 10, 9]);
    }

    #[test]
    fn nothing_takes_no_time() {
        assert_eq!(time(&[], 3), 0);
    }
}
