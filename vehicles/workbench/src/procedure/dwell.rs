//! Sine with dwell, FMVSS 126 (49 CFR 571.126) and ISO 19365.

use super::known::known;
use super::slow_steer;
use crate::manoeuvre::behaviour;
use crate::problem::Problem;
use crate::progress::{Steps, Told, silent};
use crate::vehicle::{Running, Weight};
use wishbone_studies::findings::{Figure, Findings, Outcome, Verdict, number};
use wishbone_studies::manoeuvre::{Overrides, Steering};
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column, Table};
use wishbone_studies::threads::in_threads;

/// First amplitude of a series, and its increment, as multiples of the angle at 0.3 g (S7.9.3).
const FIRST: f64 = 1.5;
const GROWTH: f64 = 0.5;
/// Last amplitude as a multiple of that angle, least value of the last amplitude [deg], and largest amplitude [deg]
/// (S7.9.4).
const LAST: f64 = 6.5;
const LEAST_LAST: f64 = 270.0;
const LARGEST: f64 = 300.0;
/// Largest number of runs of a series: the number for a steering wheel that turns by 1.35 deg.
const MOST_RUNS: usize = 400;
/// Largest yaw rates after 1 and 1.75 s, relative to the second peak [%] (S5.2.1, S5.2.2).
const YAW: [f64; 2] = [35.0, 20.0];
/// Amplitude from which the displacement counts (S5.2.3), as a multiple of the angle at 0.3 g.
const COUNTS_FROM: f64 = 5.0;
/// Mass above which a smaller displacement is required, the two required displacements [m], and the largest mass in the
/// scope of the standard [kg].
const HEAVY: f64 = 3500.0;
const ASIDE: [f64; 2] = [1.83, 1.52];
const APPLIES: f64 = 4536.0;

/// A run of the series.
struct Run {
    /// 1 for a first turn to the left, -1 to the right.
    side: f64,
    /// Amplitude as a multiple of the angle at 0.3 g, and in degrees.
    amplitude: [f64; 2],
    /// Yaw rates after 1 and 1.75 s [%], and displacement [m]; NaN if the run ended before.
    yaw: [f64; 2],
    aside: f64,
    /// How it ended.
    verdict: Verdict,
}

impl Run {
    /// Requirements that the run does not meet, in words.
    fn fails(&self, least: f64) -> Vec<String> {
        if !self.verdict.is_as_asked() {
            return vec![self.verdict.words.clone()];
        }
        let mut fails = Vec::new();
        for ((yaw, most), time) in self.yaw.into_iter().zip(YAW).zip(["1 s", "1.75 s"]) {
            if yaw.is_nan() || yaw > most {
                fails.push(format!("the yaw rate after {time} is {} % of its peak", number(yaw)));
            }
        }
        if self.amplitude[0] >= COUNTS_FROM - 1e-9 && (self.aside.is_nan() || self.aside < least) {
            fails.push(format!("the lateral displacement is {} m", number(self.aside)));
        }
        fails
    }

    fn words(&self) -> String {
        let side = if self.side > 0.0 { "left" } else { "right" };
        format!("{} deg, first to the {side}", number(self.amplitude[1]))
    }
}

/// Amplitudes of a series [deg], for this angle at 0.3 g: the amplitudes grow from run to run (S7.9.3, S7.9.4).
fn amplitudes(angle: f64) -> Vec<f64> {
    let last = match LAST * angle {
        own if own > LARGEST => LARGEST,
        own => own.max(LEAST_LAST),
    };
    let steps = (0..).map(|k| (FIRST + GROWTH * f64::from(k)) * angle);
    steps
        .take_while(|amplitude| *amplitude < last - 1e-9)
        .chain([last])
        .collect()
}

/// Carries out the procedure.
pub fn assessed(running: &Running, numbers: &Overrides, told: Told<'_>) -> Result<Findings, Problem> {
    let angle = slow_steer::angle(running, numbers)?.to_degrees();
    if angle <= 0.0 {
        return Err(running.finding(format!(
            "at 0.3 g the steering wheel stands at {} deg outward: a sine with dwell has no amplitude",
            number(-angle)
        )));
    }
    let mass = Weight::of(&running.compiled).map_or(0.0, |weight| weight.mass);
    let series = amplitudes(angle);
    if series.len() > MOST_RUNS {
        return Err(running.finding(format!(
            "at 0.3 g the steering wheel stands at {} deg: a sine with dwell up to {} deg in steps of half of it would be {} runs to each side",
            number(angle),
            number(series[series.len() - 1]),
            series.len()
        )));
    }
    let steps = Steps::of(told, running.progress("sine_with_dwell"), 2 * series.len());
    let both = [1.0, -1.0].into_iter();
    let wanted: Vec<(f64, f64)> = both
        .flat_map(|side| series.iter().map(move |amplitude| (side, *amplitude)))
        .collect();
    let runs = in_threads(&wanted, |(side, amplitude)| {
        let run = run(running, numbers, *side, [amplitude / angle, *amplitude]);
        steps.more(1);
        run
    });
    let runs = runs.into_iter().collect::<Result<Vec<Run>, Problem>>()?;
    let least = ASIDE[usize::from(mass > HEAVY)];
    Ok(findings(angle, mass, least, &runs))
}

fn run(running: &Running, numbers: &Overrides, side: f64, amplitude: [f64; 2]) -> Result<Run, Problem> {
    let mut manoeuvre = known("sine_with_dwell", numbers)?;
    let Steering::SineWithDwell(dwell) = &mut manoeuvre.steering else {
        return Err(running.finding("the manoeuvre is no sine with dwell"));
    };
    dwell.angle.0 = (side * amplitude[1]).to_radians();
    let [first, second, moved] = dwell.instants();
    let mut found = behaviour(running, &manoeuvre, false, &silent)?;
    let verdict = found.verdict.clone();
    if !verdict.is_as_asked() {
        // Figures that are read before the end keep their meaning.
        found.figures = behaviour(running, &manoeuvre, true, &silent)?.figures;
    }
    let read = |name: &str, instant: f64| {
        let is_before = verdict.time.is_none_or(|end| instant <= end);
        let figure = found.figure("", name).filter(|_| is_before);
        figure.and_then(|figure| figure.value).unwrap_or(f64::NAN)
    };
    Ok(Run {
        side,
        amplitude,
        yaw: [read("yaw rate after 1 s", first), read("yaw rate after 1.75 s", second)],
        aside: read("lateral displacement", moved),
        verdict,
    })
}

fn findings(angle: f64, mass: f64, least: f64, runs: &[Run]) -> Findings {
    let failed: Vec<String> = runs
        .iter()
        .flat_map(|run| {
            run.fails(least)
                .into_iter()
                .map(|words| format!("{}: {words}", run.words()))
        })
        .collect();
    let verdict = match failed.first() {
        None => Verdict::new(
            Outcome::Passed,
            format!("passes: all {} runs hold the limits", runs.len()),
        ),
        Some(first) => Verdict::new(Outcome::Failed, format!("fails at {first}")),
    };
    let mut notes = failed;
    if mass > APPLIES {
        notes.push(format!("{} kg: FMVSS 126 applies up to {APPLIES} kg", number(mass)));
    }
    Findings {
        name: "sine_with_dwell".to_owned(),
        conditions:
            "80 km/h, coasting, flat road; amplitudes grow from 1.5 A, A from slowly increasing steer (FMVSS 126, S7)"
                .to_owned(),
        verdict,
        figures: figures(angle, least, runs),
        notes,
        table: table(runs),
        panels: panels(least, runs),
        ..Findings::default()
    }
}

fn figures(angle: f64, least: f64, runs: &[Run]) -> Vec<Figure> {
    let of = |name: &str, unit, value, definition: &'static str| Figure::new("", name, unit, value, definition);
    let mut figures = vec![
        of(
            "A",
            "deg",
            angle,
            "angle of the steering wheel at 0.3 g, slowly increasing steer at 80 km/h (FMVSS 126, S7.6)",
        ),
        of(
            "largest amplitude",
            "deg",
            runs.iter().map(|run| run.amplitude[1]).fold(0.0, f64::max),
            "6.5 A, at least 270 deg, at most 300 deg (FMVSS 126, S7.9.4)",
        ),
        of(
            "required displacement",
            "m",
            least,
            "1.83 m up to 3500 kg, else 1.52 m (FMVSS 126, S5.2.3); by the mass as declared",
        ),
    ];
    for (side, subject) in [(1.0, "first to the left"), (-1.0, "first to the right")] {
        let own: Vec<&Run> = runs.iter().filter(|run| run.side == side).collect();
        // Of the runs that have the figure. Others fail, and the verdict and the notes name them.
        let worst = |of: &dyn Fn(&Run) -> f64, start: f64, worse: fn(f64, f64) -> f64| {
            let known = own.iter().map(|run| of(run)).filter(|value| !value.is_nan());
            known.fold(start, worse)
        };
        let counted = |run: &Run| match run.amplitude[0] >= COUNTS_FROM - 1e-9 {
            true => run.aside,
            false => f64::INFINITY,
        };
        let of =
            |name: &str, unit, value, definition: &'static str| Figure::new(subject, name, unit, value, definition);
        figures.extend([
            of(
                "largest yaw rate after 1 s",
                "%",
                worst(&|run| run.yaw[0], f64::NEG_INFINITY, f64::max),
                "of its second peak, of all runs that have one; at most 35 % (FMVSS 126, S5.2.1)",
            ),
            of(
                "largest yaw rate after 1.75 s",
                "%",
                worst(&|run| run.yaw[1], f64::NEG_INFINITY, f64::max),
                "of its second peak, of all runs that have one; at most 20 % (FMVSS 126, S5.2.2)",
            ),
            of(
                "least displacement",
                "m",
                worst(&counted, f64::INFINITY, f64::min),
                "of the runs from 5 A on, 1.07 s after the begin of steer (FMVSS 126, S5.2.3)",
            ),
        ]);
    }
    figures
}

fn table(runs: &[Run]) -> Table {
    let column = |name: &str, unit| Column {
        name: name.to_owned(),
        unit,
    };
    Table {
        columns: vec![
            column("side", ""),
            column("amplitude_by_A", ""),
            column("amplitude", "deg"),
            column("yaw_rate_after_1_s", "%"),
            column("yaw_rate_after_1.75_s", "%"),
            column("displacement", "m"),
        ],
        rows: runs
            .iter()
            .map(|run| {
                vec![
                    run.side,
                    run.amplitude[0],
                    run.amplitude[1],
                    run.yaw[0],
                    run.yaw[1],
                    run.aside,
                ]
            })
            .collect(),
    }
}

fn panels(least: f64, runs: &[Run]) -> Vec<Panel> {
    let ends = [FIRST, runs.iter().map(|run| run.amplitude[0]).fold(FIRST, f64::max)];
    let panel = |title: &str, of: &dyn Fn(&Run) -> f64, limit: f64, from: f64| {
        let points = |side: f64| {
            let own = runs.iter().filter(|run| run.side == side);
            let each = own.map(|run| (run.amplitude[0], of(run)));
            each.filter(|(_, value)| value.is_finite()).collect()
        };
        Panel {
            title: title.to_owned(),
            x: "amplitude by A [-]".to_owned(),
            curves: vec![
                line(0, "first left", points(1.0)),
                line(1, "first right", points(-1.0)),
                line(2, "limit", vec![(from, limit), (ends[1].max(from), limit)]),
            ],
            scale: Scale::Linear,
        }
    };
    vec![
        panel("yaw rate after 1 s [%]", &|run| run.yaw[0], YAW[0], FIRST),
        panel("yaw rate after 1.75 s [%]", &|run| run.yaw[1], YAW[1], FIRST),
        panel("displacement [m]", &|run| run.aside, least, COUNTS_FROM),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S7.9: increments of half of `A`, and a last run with 270 deg, 6.5 A or 300 deg.
    #[test]
    fn amplitudes_are_those_of_the_standard() {
        let short = amplitudes(20.0);
        assert_eq!(short.len(), 25);
        assert!((short[0] - 30.0).abs() < 1e-12 && (short[23] - 260.0).abs() < 1e-9 && short[24] == 270.0);
        let between = amplitudes(22.4);
        assert!(
            between.len() == 23
                && between
                    .windows(2)
                    .all(|pair| pair[1] > pair[0] && pair[1] < pair[0] + 11.3)
        );
        let middle = amplitudes(44.0);
        assert!((middle.last().expect("runs") - 286.0).abs() < 1e-9);
        let long = amplitudes(60.0);
        assert_eq!(long.last(), Some(&300.0));
        assert_eq!(long.len(), 8);
    }
}
