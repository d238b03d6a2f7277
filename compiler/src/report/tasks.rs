//! Parallel tasks of an evaluation.
//!
//! A task consists of the operations of one stage for one subsystem. The stage is divided at the point where its
//! operations begin to wait for another subsystem in this stage. For example, elimination within a corner is one part,
//! and adding the result to the base is another part. Dependencies between tasks are read from the program: a task that
//! uses a value waits for the task that computes it.

use super::counts::SHORT;
use super::table::{Table, elided, folded, plural};
use crate::pipeline::Compiled;
use crate::programs::calls::Call;
use crate::schedule::{Task, divide, free};
use serde::Serialize;

/// The tasks of one evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tasks {
    /// Name of the vehicle.
    pub vehicle: String,
    /// Names of the subsystems.
    pub subsystems: Vec<String>,
    /// Tasks, each after those for which it waits.
    pub tasks: Vec<Task>,
}

/// Finds the tasks of a compiled vehicle.
pub fn tasks(compiled: &Compiled) -> Tasks {
    let subsystems = compiled.topology.subsystems.iter();
    Tasks {
        vehicle: compiled.model.name.clone(),
        subsystems: subsystems.map(|s| s.name.clone()).collect(),
        tasks: divide(&compiled.programs[Call::Evaluation]),
    }
}

impl Tasks {
    /// Number of all operations.
    pub fn work(&self) -> usize {
        self.tasks.iter().map(Task::work).sum()
    }

    /// Positions of the tasks on the longest path, which run one after the other on any number of workers.
    pub fn critical_path(&self) -> Vec<usize> {
        let left = free::left(&self.tasks, &self.times());
        let longest = |tasks: &mut dyn Iterator<Item = usize>| tasks.min_by_key(|&t| (std::cmp::Reverse(left[t]), t));
        let first = |task| longest(&mut (0..self.tasks.len()).filter(move |&t| self.tasks[t].after.contains(&task)));
        let begin = longest(&mut (0..self.tasks.len()));
        std::iter::successors(begin, |&task| first(task)).collect()
    }

    /// Time on this number of workers without communication cost [operations]: each worker, when idle, starts the ready
    /// task with the longest remaining path.
    ///
    /// # Panics
    /// If there is no worker.
    pub fn time(&self, workers: usize) -> usize {
        free::time(&self.tasks, &self.times(), workers) as usize
    }

    /// Time of each task if all operations take equal times.
    fn times(&self) -> Vec<u64> {
        self.tasks.iter().map(|task| task.work() as u64).collect()
    }
}

/// Numbers of workers in the report.
const WORKERS: [usize; 4] = [1, 2, 4, 8];

/// Work by subsystem and stage, the longest path, and the time on several workers.
pub fn text(tasks: &Tasks) -> String {
    format!(
        "{}: what may run side by side\n\n{}\n{}\n{}",
        tasks.vehicle,
        by_subsystem(tasks).render(),
        critical_path(tasks),
        by_workers(tasks).render()
    )
}

/// Two numbers, as in `12 + 5`: operations that wait for no other subsystem of the stage, and operations that wait
/// for another subsystem.
fn by_subsystem(tasks: &Tasks) -> Table {
    let mut table = Table::default();
    table.row(std::iter::once("operations").chain(SHORT).chain(["total"]));
    table.rule();
    for (subsystem, name) in tasks.subsystems.iter().enumerate() {
        let own = |task: &&Task| task.subsystem == subsystem;
        let cells = (0..SHORT.len()).map(|stage| cell(tasks.tasks.iter().filter(own).filter(|t| t.stage == stage)));
        let total: usize = tasks.tasks.iter().filter(own).map(Task::work).sum();
        table.row(
            std::iter::once(elided(name, 24))
                .chain(cells)
                .chain([total.to_string()]),
        );
    }
    table
}

fn cell<'a>(tasks: impl Iterator<Item = &'a Task> + Clone) -> String {
    let sum = |waits: bool| -> usize { tasks.clone().filter(|t| (t.part > 0) == waits).map(Task::work).sum() };
    match (sum(false), sum(true)) {
        (0, 0) => "-".to_owned(),
        (alone, 0) => alone.to_string(),
        (alone, waiting) => format!("{alone}+{waiting}"),
    }
}

fn critical_path(tasks: &Tasks) -> String {
    let path = tasks.critical_path();
    let mut steps: Vec<(String, usize)> = Vec::new();
    for task in path.iter().map(|&t| &tasks.tasks[t]) {
        let name = format!("{} of {}", SHORT[task.stage], tasks.subsystems[task.subsystem]);
        match steps.last_mut() {
            Some((last, work)) if *last == name => *work += task.work(),
            _ => steps.push((name, task.work())),
        }
    }
    let length: usize = steps.iter().map(|(_, work)| work).sum();
    let last = steps.len().saturating_sub(1);
    let step =
        |(k, (name, work)): (usize, &(String, usize))| format!("{name} {work}{}", if k < last { "," } else { "" });
    let words: Vec<String> = steps.iter().enumerate().map(step).collect();
    format!(
        "longest way through, {} of {}, one after the other:\n{}",
        length,
        plural(tasks.work(), "operation", "operations"),
        folded("  ", words.iter().flat_map(|words| words.split(' ')))
    )
}

fn by_workers(tasks: &Tasks) -> Table {
    let mut table = Table::default();
    table.row(["workers, handing over free of charge", "operations", "speed-up"]);
    table.rule();
    for workers in WORKERS {
        let time = tasks.time(workers);
        let faster = tasks.work() as f64 / time.max(1) as f64;
        table.row([workers.to_string(), time.to_string(), format!("{faster:.2}")]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Count;
    use crate::report::{samples, table::WIDTH};

    #[test]
    fn tasks_hold_all_operations_and_wait_for_earlier_ones_only() {
        for compiled in samples::all() {
            let tasks = tasks(&compiled);
            assert_eq!(
                tasks.work(),
                compiled.programs[Call::Evaluation].program.count().total()
            );
            for (place, task) in tasks.tasks.iter().enumerate() {
                assert!(task.work() > 0 && task.after.iter().all(|&other| other < place));
            }
        }
    }

    #[test]
    fn times_lie_between_the_longest_way_and_all_work() {
        for compiled in samples::all() {
            let tasks = tasks(&compiled);
            let longest: usize = tasks.critical_path().iter().map(|&t| tasks.tasks[t].work()).sum();
            assert_eq!((tasks.time(1), tasks.time(1000)), (tasks.work(), longest));
            for workers in 1..10 {
                let time = tasks.time(workers);
                assert!(time >= longest && time * workers >= tasks.work());
                // Graham (1966): no list schedule is worse than this.
                assert!(time * workers <= tasks.work() + (workers - 1) * longest);
            }
        }
    }

    /// The four corners of a truck are independent of each other until their contributions are added to the chassis.
    #[test]
    fn corners_run_side_by_side() {
        let tasks = tasks(&samples::truck());
        assert!(tasks.work() as f64 > 2.5 * tasks.time(4) as f64, "{}", text(&tasks));
        let is_corner = |task: &Task| tasks.subsystems[task.subsystem].contains('_');
        let eliminate = |task: &&Task| task.stage == 4 && task.part == 0 && is_corner(task);
        for task in tasks.tasks.iter().filter(eliminate) {
            let used = task.after.iter().map(|&other| &tasks.tasks[other]);
            assert!(
                used.filter(|other| is_corner(other))
                    .all(|other| other.subsystem == task.subsystem)
            );
        }
    }

    #[test]
    fn the_text_fits_a_page() {
        for compiled in samples::all() {
            let text = text(&tasks(&compiled));
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
    }

    /// Two corners on a base: the second one adds its contribution to the base after the first.
    #[test]
    fn two_corners_in_words() {
        let task = |stage, part, subsystem, add, after: &[usize]| Task {
            stage,
            part,
            subsystem,
            count: Count {
                add,
                ..Count::default()
            },
            after: after.to_vec(),
        };
        let tasks = Tasks {
            vehicle: "Cart".to_owned(),
            subsystems: ["chassis", "left", "right"].map(str::to_owned).into(),
            tasks: vec![
                task(3, 0, 0, 20, &[]),
                task(4, 0, 1, 300, &[]),
                task(4, 0, 2, 310, &[]),
                task(4, 1, 2, 6, &[1, 2]),
                task(4, 2, 0, 30, &[0, 3]),
                task(5, 0, 1, 40, &[4]),
                task(5, 0, 2, 40, &[4]),
            ],
        };
        insta::assert_snapshot!(text(&tasks));
    }
}
