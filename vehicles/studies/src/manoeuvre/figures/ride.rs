//! Vertical motion over bumps and on random roads, at the chassis' centre of mass.

use super::History;
use super::history::{deviation, mean, rms};
use crate::findings::Figure;
use crate::manoeuvre::{Facts, Manoeuvre, weighted_rms};
use std::ops::Range;

/// Longest time between two rows by which motions up to 80 Hz are known [s].
const COARSEST: f64 = 1.0 / 160.0 + 1e-9;

/// Peaks of the vertical acceleration, its root mean square, and the extreme loads of the wheels.
pub fn of_bumps(facts: &Facts, history: &History) -> Vec<Figure> {
    let vertical = &history.vertical;
    let mut figures = vec![
        Figure::new(
            "",
            "greatest upward acceleration",
            "m/s^2",
            vertical.iter().copied().fold(f64::NAN, f64::max),
            "greatest vertical acceleration of the chassis' centre of mass in the rows of the run's table",
        ),
        Figure::new(
            "",
            "greatest downward acceleration",
            "m/s^2",
            -vertical.iter().copied().fold(f64::NAN, f64::min),
            "greatest downward acceleration of the chassis' centre of mass in the rows of the run's table",
        ),
        Figure::new(
            "",
            "vertical acceleration, rms",
            "m/s^2",
            rms(vertical),
            "root mean square over the whole run",
        ),
        weighted(history, std::slice::from_ref(&(0..vertical.len()))),
    ];
    for (wheel, loads) in facts.wheels.iter().zip(&history.loads) {
        let (least, most) = (
            loads.iter().copied().fold(f64::NAN, f64::min),
            loads.iter().copied().fold(f64::NAN, f64::max),
        );
        figures.extend([
            Figure::new(
                wheel,
                "least load",
                "N",
                least,
                "least vertical force of the road on the wheel in the rows of the run's table",
            ),
            Figure::new(
                wheel,
                "greatest load",
                "N",
                most,
                "greatest vertical force of the road on the wheel in the rows of the run's table",
            ),
        ]);
    }
    figures
}

/// Weighted vertical acceleration and dynamic loads of the wheels, in the part of the run in which the road has its
/// full height.
pub fn of_random(manoeuvre: &Manoeuvre, facts: &Facts, history: &History) -> Vec<Figure> {
    let pieces = pieces(manoeuvre, facts, history);
    let counted =
        |values: &[f64]| -> Vec<f64> { pieces.iter().flat_map(|rows| &values[rows.clone()]).copied().collect() };
    let mut figures = vec![
        weighted(history, &pieces),
        Figure::new(
            "",
            "vertical acceleration, rms",
            "m/s^2",
            deviation(&counted(&history.vertical)),
            "root mean square about the mean, where the road has its full height",
        ),
    ];
    for (wheel, loads) in facts.wheels.iter().zip(&history.loads) {
        let loads = &counted(loads);
        let least = loads.iter().copied().fold(f64::NAN, f64::min);
        figures.extend([
            Figure::new(
                wheel,
                "mean load",
                "N",
                mean(loads),
                "mean vertical force of the road on the wheel",
            ),
            Figure::new(
                wheel,
                "dynamic load coefficient",
                "",
                deviation(loads) / mean(loads),
                "standard deviation of the vertical force divided by its mean (Sweatman 1983)",
            ),
            Figure::new(
                wheel,
                "least load",
                "N",
                least,
                "least vertical force of the road on the wheel in the rows of the run's table",
            ),
        ]);
    }
    figures
}

/// Rows in which the road has its full height, in pieces without a gap.
fn pieces(manoeuvre: &Manoeuvre, facts: &Facts, history: &History) -> Vec<Range<usize>> {
    let places = history.time.iter().zip(history.x.iter().zip(&history.y));
    let full: Vec<bool> = places
        .map(|(time, (x, y))| manoeuvre.road.is_full(x + facts.belt * time, *y))
        .collect();
    let (mut found, mut first) = (Vec::new(), 0);
    for piece in full.chunk_by(|one, next| one == next) {
        if piece[0] {
            found.push(first..first + piece.len());
        }
        first += piece.len();
    }
    found
}

/// The weighted acceleration in pieces of a run: the root of the mean square over all their rows.
fn weighted(history: &History, pieces: &[Range<usize>]) -> Figure {
    let step = match history.time.as_slice() {
        [first, second, ..] if second - first <= COARSEST => second - first,
        _ => f64::NAN,
    };
    let whole = pieces.iter().filter(|rows| rows.len() > 1);
    let square = |rows: &Range<usize>| weighted_rms(&history.vertical[rows.clone()], step).powi(2) * rows.len() as f64;
    let (sum, count): (f64, usize) = (whole.clone().map(square).sum(), whole.map(Range::len).sum());
    Figure::new(
        "",
        "weighted vertical acceleration, rms",
        "m/s^2",
        (sum / count as f64).sqrt(),
        "root mean square, weighted by Wk up to 80 Hz (ISO 2631-1:1997, 6.1 and annex A); it needs rows at most 6.25 ms apart",
    )
}
