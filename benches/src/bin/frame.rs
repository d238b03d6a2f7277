//! Measures the whole frame of a driving simulator (`wishbone_benches::frame`): its time, the instructions of its
//! parts, and their variation from frame to frame, as histograms.
//!
//! `cargo run --release -p wishbone-benches --bin frame`; the picture goes to the folder that is the first argument, or to
//! `target/frame`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;
use wishbone_benches::frame::count::{self, DRIVE, EVERY, Folder};
use wishbone_benches::frame::{BUMPS, FRAMES, RATE, whole};
use wishbone_benches::machine::{processor, version};
use wishbone_studies::panels::{Panel, draw, line};

/// Number of timed drives. Each frame counts with its shortest time, which is free of interruptions by the machine.
const DRIVES: usize = 200;
/// Columns of a histogram.
const COLUMNS: usize = 60;
/// Length of a frame [us].
const LENGTH: f64 = 1e6 / RATE as f64;

fn main() -> Result<(), Box<dyn Error>> {
    let first = std::env::args().nth(1);
    if first.as_deref() == Some(DRIVE) {
        return count::drive();
    }
    let folder = first.map_or_else(|| PathBuf::from("target/frame"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    println!("{}; {}\n", processor(), version("rustc").unwrap_or_default());

    println!("Time of a frame of {LENGTH} us, the shortest of {DRIVES} drives for each of {FRAMES} frames [us]\n");
    let mut panels = Vec::new();
    for bumps in BUMPS {
        let times = times(bumps)?;
        let each = Spread::of(&times);
        let title = format!("bumps of {:.0} mm", 1e3 * bumps);
        println!(
            "{title}: {each:.2}; {:.2} % of the frame, worst {:.2} %",
            100.0 * each.median / LENGTH,
            100.0 * each.worst / LENGTH
        );
        panels.push(histogram(&title, "time of a frame [us]", &times, &each));
    }

    match (count::frames(), count::parts()) {
        (Some(counts), Some(parts)) => {
            let counts: Vec<f64> = counts.into_iter().map(|count| count as f64).collect();
            let each = Spread::of(&counts);
            println!("\nInstructions of {} frames, {EVERY} apart: {each:.0}\n", counts.len());
            println!("| part of a frame | instructions |\n|---|---|");
            parts
                .iter()
                .for_each(|(name, count)| println!("| {name} | {count:.0} |"));
            panels.push(histogram(
                "instructions, bumps of 10 mm",
                "instructions of a frame",
                &counts,
                &each,
            ));
        }
        _ => println!("\nvalgrind is not there: no instructions are counted"),
    }
    let path = folder.join("frame.svg");
    let subtitle = format!(
        "HMMWV with Magic Formula tyres and driveline, platform, perception, loading; {FRAMES} frames of a drive"
    );
    fs::write(&path, draw("Work of a frame", &subtitle, &panels)?)?;
    println!("\n{}", path.display());
    Ok(())
}

/// For each frame, the shortest time over all drives [us].
fn times(bumps: f64) -> Result<Vec<f64>, Box<dyn Error>> {
    let folder = Folder::new("times")?;
    let mut whole = whole(&folder.0.join("memory"), bumps)?;
    let mut shortest = vec![f64::INFINITY; FRAMES];
    for _ in 0..DRIVES {
        whole.restart();
        for time in &mut shortest {
            whole.send();
            let begin = Instant::now();
            whole.work()?;
            *time = time.min(1e6 * begin.elapsed().as_secs_f64());
        }
    }
    Ok(shortest)
}

/// Quantiles of a quantity over all frames.
struct Spread {
    least: f64,
    /// One per cent of the frames are below this value.
    low: f64,
    median: f64,
    /// One per cent of the frames are above this value.
    high: f64,
    worst: f64,
}

impl Spread {
    fn of(numbers: &[f64]) -> Self {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |part: f64| sorted[(part * (sorted.len() - 1) as f64).round() as usize];
        Self {
            least: at(0.0),
            low: at(0.01),
            median: at(0.5),
            high: at(0.99),
            worst: at(1.0),
        }
    }

    /// Range from the first to the last per cent, relative to the median.
    fn jitter(&self) -> f64 {
        (self.high - self.low) / self.median
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(2);
        write!(
            f,
            "least {:.digits$}, 1 % {:.digits$}, median {:.digits$}, 99 % {:.digits$}, worst {:.digits$}; from 1 % to 99 %: {:.1} % of the median",
            self.least,
            self.low,
            self.median,
            self.high,
            self.worst,
            100.0 * self.jitter()
        )
    }
}

/// Histogram with columns of equal width; frames beyond its end count in the last column.
fn histogram(title: &str, x: &str, numbers: &[f64], spread: &Spread) -> Panel {
    let range = (0.9 * spread.low, (1.05 * spread.high).max(1.2 * spread.median));
    let width = (range.1 - range.0) / COLUMNS as f64;
    let mut columns = [0_u32; COLUMNS];
    for number in numbers {
        let column = ((number - range.0) / width).max(0.0) as usize;
        columns[column.min(COLUMNS - 1)] += 1;
    }
    let share = |count: u32| 100.0 * f64::from(count) / numbers.len() as f64;
    let mut outline = vec![(range.0, 0.0)];
    for (place, count) in columns.into_iter().enumerate() {
        let begin = range.0 + width * place as f64;
        outline.extend([(begin, share(count)), (begin + width, share(count))]);
    }
    outline.push((range.1, 0.0));
    let most = columns.into_iter().max().map_or(1.0, share);
    let mark = |at: f64| vec![(at, 0.0), (at, most)];
    Panel {
        title: format!("{title}: share of frames [%]"),
        x: x.to_owned(),
        curves: vec![
            line(0, "frames", outline),
            line(1, "1 % and 99 %", mark(spread.low)),
            line(1, "", mark(spread.high)),
        ],
        ..Panel::default()
    }
}
