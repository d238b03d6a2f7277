//! Predicted time of a step on several threads, with the plan that the compiler emits or would emit.

use super::table::{Table, folded};
use crate::ir::Count;
use crate::pipeline::Compiled;
use crate::programs::calls::Call;
use crate::programs::sharing::{Sharing, Vehicle, shared};
use crate::schedule::{Assumptions, OnThreads, Prediction, predict};
use serde::Serialize;

/// Numbers of threads for which times are predicted, besides the declared number.
const THREADS: [usize; 3] = [2, 4, 8];

/// The prediction for one vehicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThreadReport {
    /// Name of the vehicle.
    pub vehicle: String,
    /// Names of the subsystems.
    pub subsystems: Vec<String>,
    /// Predicted times.
    pub prediction: Prediction,
    /// Number of threads for which the solver is emitted.
    pub emitted: usize,
    /// The reason why there are fewer threads than declared, or why several threads cannot be used.
    pub why_one: Option<&'static str>,
    /// Numbers of threads for which it has too few subsystems.
    pub too_many: Vec<usize>,
    /// Time on one thread with the subsystems computed one after the other [ps], if all other times belong to equal
    /// subsystems in lanes.
    pub one_by_one: Option<u64>,
}

/// Predicts the threads of a step of a compiled vehicle.
pub fn plan(compiled: &Compiled, assumptions: Assumptions) -> ThreadReport {
    let programs = &compiled.programs;
    let corrections = programs.corrections();
    let one_by_one = programs[Call::Evaluation].program.count();
    let in_lanes = programs
        .in_lanes(Call::Evaluation)
        .map(|lanes| lanes.program.count_at_once());
    let (found, refused): (Vec<_>, Vec<_>) = sharings(compiled).partition(Result::is_ok);
    let found: Vec<Sharing> = found.into_iter().flatten().collect();
    let step = |evaluation: &Count| assumptions.step(evaluation, &corrections);
    let why_one = programs.sharing.as_ref().err().copied().flatten();
    let has = |threads: &usize| found.iter().any(|sharing| sharing.portions.len() == *threads);
    ThreadReport {
        too_many: THREADS.into_iter().filter(|threads| !has(threads)).collect(),
        vehicle: compiled.model.name.clone(),
        subsystems: compiled.topology.subsystems.iter().map(|s| s.name.clone()).collect(),
        prediction: predict(step(&in_lanes.unwrap_or(one_by_one)), &found, assumptions),
        emitted: programs.sharing.as_ref().map_or(1, |sharing| sharing.portions.len()),
        why_one: why_one.or_else(|| refused.into_iter().find_map(Result::err).filter(|_| found.is_empty())),
        one_by_one: in_lanes.map(|_| assumptions.step(&one_by_one, &corrections.without_lanes())),
    }
}

/// The programs of threads: for the declared number of threads, and for other numbers.
pub fn sharings(compiled: &Compiled) -> impl Iterator<Item = Result<Sharing, &'static str>> {
    let declared = compiled.programs.sharing.as_ref().ok();
    let own = declared.map_or(0, |sharing| sharing.portions.len());
    let vehicle = Vehicle {
        model: &compiled.model,
        topology: &compiled.topology,
        mobility: &compiled.mobility,
        layout: &compiled.layout,
        state: &compiled.state,
    };
    let others = THREADS.into_iter().filter(move |threads| *threads != own);
    let corrections = compiled.programs.corrections();
    let others = others.map(move |threads| {
        let shared = shared(vehicle, &compiled.programs.unfinished, &corrections, threads);
        shared.map(|(_, sharing)| sharing)
    });
    declared.cloned().map(Ok).into_iter().chain(others)
}

/// Published speed-ups on several processors, each measured on one vehicle with the processors of its time.
struct Published {
    source: &'static str,
    speed_ups: [(usize, &'static str); 3],
}

const PUBLISHED: [Published; 3] = [
    Published {
        source: "sedan, 1989",
        speed_ups: [(2, "1.60"), (4, "2.56"), (8, "3.20")],
    },
    Published {
        source: "car, 2018",
        speed_ups: [(2, "-"), (4, "2.39"), (8, "3.05")],
    },
    Published {
        source: "truck, 2018",
        speed_ups: [(2, "-"), (4, "2.10"), (8, "2.53")],
    },
];

/// Times on several threads beside published times, the recommendation, and the assumptions.
pub fn text(plan: &ThreadReport) -> String {
    let lanes = plan.one_by_one.map_or("", |_| ", equal subsystems in lanes");
    let too_many = match plan.too_many.first().filter(|_| !plan.prediction.on.is_empty()) {
        Some(fewest) => {
            folded(
                "no time  ",
                format!(
                    "for {fewest} threads and more it has too few subsystems that can be computed at the same time"
                )
                .split(' '),
            ) + "\n"
        }
        None => String::new(),
    };
    format!(
        "{}: one step on several threads{lanes}, predicted\n\n{}\n{too_many}{}\n{}\n{}",
        plan.vehicle,
        times(plan).render(),
        folded("plan  ", verdict(plan).split(' ')),
        folded("granted  ", granted(&plan.prediction.assumptions).split(' ')),
        folded("published  ", SOURCES.split(' ')),
    )
}

const SOURCES: &str = "Deyo & Ingebretsen (1989), a sedan of 10 bodies, table 3.2; Mirtaheri & Salkhordeh (2018), a car \
    of 15 bodies, table 6, and a tractor with semitrailer of 12, table 7: steps of milliseconds, against which handing over \
    is nothing";

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
    table.row(one.into_iter().chain(["1.00"; 1 + PUBLISHED.len()].map(str::to_owned)));
    if let Some(time) = plan.one_by_one {
        let row = ["1, no lanes".to_owned(), microseconds(time), faster(time)];
        table.row(row.into_iter().chain(["-"; 1 + PUBLISHED.len()].map(str::to_owned)));
    }
    for on in &prediction.on {
        let time = on.predicted.time;
        let theirs = PUBLISHED.iter().map(|published| published.on(on.threads).to_owned());
        let ours = [
            on.threads.to_string(),
            microseconds(time),
            faster(time),
            faster(on.free),
        ];
        table.row(ours.into_iter().chain(theirs));
    }
    for &threads in &plan.too_many {
        let theirs = PUBLISHED.iter().map(|published| published.on(threads).to_owned());
        let ours = [&threads.to_string(), "-", "-", "-"].map(str::to_owned);
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
    if let Some(emitted) = on.iter().find(|on| on.threads == plan.emitted) {
        return format!("emitted on {}", told(plan, emitted));
    }
    let fastest = on.iter().map(|on| on.predicted.time).min();
    if let Some(best) = plan.prediction.best() {
        return format!(
            "`threads: {}` would emit {} More threads are worth it where a hand-off takes less than {} us.",
            best.threads,
            told(plan, best),
            microseconds(*break_even),
        );
    }
    let Some(fastest) = fastest else {
        return format!(
            "serial, because {}",
            plan.why_one.unwrap_or("all work is one subsystem's")
        );
    };
    // A break-even that would be printed as zero counts as none.
    let worth = match *break_even < 5000 {
        true => "they would be no faster if it cost nothing".to_owned(),
        // Work and hand-off grow together. Work that is worth several threads at this hand-off is larger than this vehicle by the
        // factor of the hand-off to its break-even.
        false => format!(
            "they are worth it where it costs less than {} us, or for a vehicle like this one whose step takes {} us, {:.1} \
             times as long",
            microseconds(*break_even),
            microseconds((*serial as f64 * assumptions.hand_off as f64 / *break_even as f64) as u64),
            assumptions.hand_off as f64 / *break_even as f64,
        ),
    };
    format!(
        "serial, because handing over costs {hand_off} us there and back: the best of the plans for more threads takes {} us where \
         one thread takes {alone} us; {worth}",
        microseconds(fastest),
    )
}

/// A plan in words: its time, and the work of each thread.
fn told(plan: &ThreadReport, on: &OnThreads) -> String {
    let subsystems = |thread: Option<usize>| {
        let own = plan.subsystems.iter().zip(&on.subsystems);
        let own = own.filter(|(_, of)| **of == thread);
        own.map(|(name, _)| name.as_str()).collect::<Vec<&str>>().join(", ")
    };
    let thread = |(thread, messages): (usize, &usize)| {
        let [early, before, meanwhile, after] = on.predicted.parts[thread].map(microseconds);
        let closing = microseconds(on.predicted.closing[thread]);
        format!(
            "Thread {thread}: {}; {closing} us to close its loops, {early} for the kinematics, {before} to what it tells, \
             {meanwhile} meanwhile, {after} after the meeting; it tells {messages} numbers.",
            subsystems(Some(thread)),
        )
    };
    let meetings = match on.predicted.meetings {
        1 => "one meeting",
        _ => "two meetings, the first for the spins that the powertrain reads,",
    };
    let each: Vec<String> = on.messages.iter().enumerate().map(thread).collect();
    format!(
        "{} threads: {} us where one takes {} us, with {meetings} at {} us there and back. All threads: {}. {}",
        on.threads,
        microseconds(on.predicted.time),
        microseconds(plan.prediction.serial),
        microseconds(plan.prediction.assumptions.hand_off),
        subsystems(None),
        each.join(" "),
    )
}

fn granted(assumptions: &Assumptions) -> String {
    let one = |count: Count| format!("{:.2}", assumptions.time(&count) as f64 / 1e3);
    let none = Count::default();
    format!(
        "an addition takes {} ns, a division {}, a square root {}, a sine with its cosine {}, a lookup {}; what another \
         thread tells arrives after three halves of a hand-off; caches and clocks cost nothing",
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
    use crate::programs::sharing::Predicted;
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

    /// With a hand-off of 0.1 us, threads for the truck's corners save time; with 2 us they do not.
    #[test]
    fn the_truck_goes_parallel_where_handing_over_is_cheap() {
        let compiled = samples::truck();
        let at = |hand_off| plan(&compiled, Assumptions { price: 200, hand_off });
        let cheap = at(100_000);
        assert!(cheap.prediction.best().is_some(), "{}", text(&cheap));
        let dear = at(2_000_000);
        assert_eq!(dear.prediction.best(), None);
    }

    /// Uses invented times, so that a change of the compiler does not change the text.
    #[test]
    fn a_plan_in_words() {
        let on = |hand_off: u64| OnThreads {
            threads: 2,
            subsystems: vec![None, Some(0), Some(1)],
            messages: vec![27, 27],
            predicted: Predicted {
                parts: vec![[50_000, 100_000, 10_000, 20_000], [60_000, 105_000, 10_000, 20_000]],
                closing: vec![30_000, 0],
                meetings: 1,
                time: 185_000 + hand_off / 2,
            },
            free: 195_000,
        };
        let report = |hand_off, emitted| ThreadReport {
            vehicle: "Cart".to_owned(),
            subsystems: ["chassis", "left", "right"].map(str::to_owned).into(),
            prediction: Prediction {
                assumptions: Assumptions { price: 200, hand_off },
                serial: 300_000,
                on: vec![on(hand_off)],
                break_even: 230_000,
            },
            emitted,
            too_many: vec![4, 8],
            why_one: None,
            one_by_one: None,
        };
        let in_lanes = ThreadReport {
            one_by_one: Some(480_000),
            ..report(100_000, 1)
        };
        let refused = ThreadReport {
            why_one: Some("it has fewer subsystems that can be computed at the same time than threads"),
            too_many: vec![2, 4, 8],
            prediction: Prediction {
                on: Vec::new(),
                ..report(0, 1).prediction
            },
            ..report(0, 1)
        };
        let plans = [
            report(100_000, 2),
            report(100_000, 1),
            report(500_000, 1),
            in_lanes,
            refused,
        ];
        insta::assert_snapshot!(plans.map(|plan| text(&plan)).join("\n"));
    }
}
