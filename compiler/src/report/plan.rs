//! Predicted time of an evaluation on several threads, with a recommendation.

use super::table::{Table, folded, plural};
use crate::formulation::calls::Call;
use crate::ir::Count;
use crate::pipeline::Compiled;
use crate::schedule::{Assumptions, Prediction, Task, divide, predict};
use serde::Serialize;

/// The prediction for one vehicle, with the assignment of tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThreadReport {
    /// Name of the vehicle.
    pub vehicle: String,
    /// Names of the subsystems.
    pub subsystems: Vec<String>,
    /// Tasks, each after those that it waits for.
    pub tasks: Vec<Task>,
    /// Predicted times.
    pub prediction: Prediction,
    /// Time on one thread with equal subsystems side by side [ps]; none without lanes.
    pub in_lanes: Option<u64>,
}

/// Predicts the threads of a compiled vehicle's evaluation.
pub fn plan(compiled: &Compiled, assumptions: Assumptions) -> ThreadReport {
    let subsystems = compiled.topology.subsystems.iter();
    let tasks = divide(&compiled.programs[Call::Evaluation]);
    let lanes = compiled.programs.in_lanes(Call::Evaluation);
    ThreadReport {
        vehicle: compiled.model.name.clone(),
        subsystems: subsystems.map(|s| s.name.clone()).collect(),
        prediction: predict(&tasks, assumptions),
        in_lanes: lanes.map(|lanes| assumptions.time(&lanes.at_once())),
        tasks,
    }
}

/// Published speed-ups on several processors of their time, measured on one vehicle each.
struct Published {
    source: &'static str,
    speed_ups: [(usize, &'static str); 3],
}

const PUBLISHED: [Published; 2] = [
    Published {
        source: "measured in 1989",
        speed_ups: [(2, "1.60"), (4, "2.56"), (8, "3.20")],
    },
    Published {
        source: "measured in 2018",
        speed_ups: [(2, "-"), (4, "2.39"), (8, "3.05")],
    },
];

/// Times on several threads beside published ones, the recommendation, and the assumptions.
pub fn text(plan: &ThreadReport) -> String {
    format!(
        "{}: one evaluation on several threads, predicted\n\n{}\n{}\n{}\n{}",
        plan.vehicle,
        times(plan).render(),
        folded("plan  ", verdict(plan).split(' ')),
        folded("granted  ", granted(&plan.prediction.assumptions).split(' ')),
        folded("published  ", SOURCES.split(' ')),
    )
}

const SOURCES: &str = "Deyo & Ingebretsen (1989), a sedan of 10 bodies, table 3.2; Mirtaheri & Salkhordeh (2018), a car \
    of 15 bodies, table 6: steps of milliseconds, against which handing over is nothing";

fn times(plan: &ThreadReport) -> Table {
    let prediction = &plan.prediction;
    let mut table = Table::default();
    let published = PUBLISHED.iter().map(|published| published.source);
    table.row(
        ["threads", "us", "speed-up", "handing over free"]
            .into_iter()
            .chain(published),
    );
    table.rule();
    let faster = |time: u64| format!("{:.2}", prediction.serial as f64 / time.max(1) as f64);
    let one = [
        "1".to_owned(),
        microseconds(prediction.serial),
        faster(prediction.serial),
    ];
    table.row(one.into_iter().chain(["1.00"; 3].map(str::to_owned)));
    if let Some(time) = plan.in_lanes {
        let row = ["1, in lanes".to_owned(), microseconds(time), faster(time)];
        table.row(row.into_iter().chain(["-"; 3].map(str::to_owned)));
    }
    for on in &prediction.on {
        let (time, speed_up) = match &on.plan {
            Some(plan) => (microseconds(plan.time), faster(plan.time)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let theirs = PUBLISHED.iter().map(|published| published.on(on.allowed).to_owned());
        let ours = [on.allowed.to_string(), time, speed_up, faster(on.free)];
        table.row(ours.into_iter().chain(theirs));
    }
    table
}

impl Published {
    fn on(&self, threads: usize) -> &'static str {
        let found = self.speed_ups.iter().find(|(processors, _)| *processors == threads);
        found.map_or("-", |(_, speed_up)| speed_up)
    }
}

fn verdict(plan: &ThreadReport) -> String {
    let Prediction {
        assumptions,
        serial,
        on,
        break_even,
    } = &plan.prediction;
    let (hand_off, alone) = (microseconds(assumptions.hand_off), microseconds(*serial));
    let fastest = on.iter().filter_map(|on| on.plan.as_ref()).map(|plan| plan.time).min();
    if let Some(in_lanes) = plan
        .in_lanes
        .filter(|&time| fastest.is_none_or(|fastest| time <= fastest))
    {
        let without = fastest.map_or(String::new(), |fastest| {
            format!("; more threads without lanes take {} us at best", microseconds(fastest))
        });
        return format!(
            "one thread, equal subsystems in lanes: {} us where one after the other takes {alone} us{without}",
            microseconds(in_lanes)
        );
    }
    if let Some(best) = plan.prediction.best() {
        return format!(
            "{} threads: {} us where one takes {alone} us, with {} at {hand_off} us there and back; worth it up to {} us. \
             {}",
            best.threads(),
            microseconds(best.time),
            plural(best.crossings, "crossing", "crossings"),
            microseconds(*break_even),
            shares(plan, &best.thread),
        );
    }
    let Some(fastest) = fastest else {
        return "serial, because all work is one subsystem's".to_owned();
    };
    if *break_even < serial / 100 {
        return format!(
            "serial, because nearly all work follows on each other: {alone} us on one thread, hardly less on more even if \
             handing over cost nothing"
        );
    }
    format!(
        "serial, because handing over costs {hand_off} us there and back: the best of the plans takes {} us where one \
         thread takes {alone} us. More threads are worth it where it costs less than {} us, or with {:.1} times the work",
        microseconds(fastest),
        microseconds(*break_even),
        assumptions.hand_off as f64 / *break_even as f64,
    )
}

/// The subsystems of each thread.
fn shares(plan: &ThreadReport, thread: &[usize]) -> String {
    let threads = thread.iter().copied().max().map_or(0, |last| last + 1);
    let share = |own: usize| {
        let has = |subsystem: &usize| {
            // Subsystems that begin on this thread.
            let first = plan
                .tasks
                .iter()
                .zip(thread)
                .find(|(task, _)| task.subsystem == *subsystem);
            first.is_some_and(|(_, &thread)| thread == own)
        };
        let names = (0..plan.subsystems.len())
            .filter(has)
            .map(|s| plan.subsystems[s].as_str());
        let names: Vec<&str> = names.collect();
        format!("Thread {}: {}.", own + 1, names.join(", "))
    };
    (0..threads).map(share).collect::<Vec<_>>().join(" ")
}

fn granted(assumptions: &Assumptions) -> String {
    let one = |count: Count| format!("{:.2}", assumptions.time(&count) as f64 / 1e3);
    let none = Count::default();
    format!(
        "an addition takes {} ns, a division {}, a square root {}, a sine with its cosine {}, a lookup {}; what another \
         thread computed arrives after half a hand-off; caches and clocks cost nothing",
        one(Count { add: 1, ..none }),
        one(Count { div: 1, ..none }),
        one(Count { sqrt: 1, ..none }),
        one(Count { trig: 1, ..none }),
        one(Count { lookup: 1, ..none }),
    )
}

fn microseconds(time: u64) -> String {
    format!("{:.2}", time as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{samples, table::WIDTH};

    fn all(hand_off: u64) -> Vec<ThreadReport> {
        let assumptions = Assumptions { price: 200, hand_off };
        samples::all()
            .iter()
            .map(|compiled| plan(compiled, assumptions))
            .collect()
    }

    #[test]
    fn the_text_fits_a_page() {
        for hand_off in [0, 50_000, 500_000] {
            for plan in all(hand_off) {
                let text = text(&plan);
                assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
            }
        }
    }

    /// With a hand-off of a tenth of a microsecond the truck's corners are worth threads of their own; with half a
    /// microsecond they are not.
    #[test]
    fn the_truck_goes_parallel_where_handing_over_is_cheap() {
        let compiled = samples::truck();
        let at = |hand_off| plan(&compiled, Assumptions { price: 200, hand_off });
        let cheap = at(100_000);
        assert!(
            cheap.prediction.best().is_some_and(|best| best.threads() >= 4),
            "{}",
            text(&cheap)
        );
        let dear = at(2_000_000);
        assert_eq!(dear.prediction.best(), None);
        assert!(
            text(&dear).contains("serial, because handing over costs 2.00 us"),
            "{}",
            text(&dear)
        );
    }

    /// Invented counts, so that a change of the compiler does not change the text.
    #[test]
    fn a_plan_in_words() {
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
        let tasks = vec![
            task(3, 0, 0, 20, &[]),
            task(4, 0, 1, 900, &[]),
            task(4, 0, 2, 960, &[]),
            task(4, 1, 2, 6, &[1, 2]),
            task(4, 2, 0, 30, &[0, 3]),
            task(5, 0, 1, 40, &[4]),
            task(5, 0, 2, 40, &[4]),
        ];
        let plan = |hand_off| ThreadReport {
            vehicle: "Cart".to_owned(),
            subsystems: ["chassis", "left", "right"].map(str::to_owned).into(),
            prediction: predict(&tasks, Assumptions { price: 200, hand_off }),
            in_lanes: None,
            tasks: tasks.clone(),
        };
        let in_lanes = ThreadReport {
            in_lanes: Some(230_000),
            ..plan(100_000)
        };
        let plans = [plan(100_000), plan(500_000), in_lanes];
        insta::assert_snapshot!(plans.map(|plan| text(&plan)).join("\n"));
    }
}
