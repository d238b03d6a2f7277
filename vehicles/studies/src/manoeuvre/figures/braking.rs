//! Straight-line braking: stopping distance (ISO 21994), mean fully developed deceleration (UN R13-H, annex 3), load transfer.

use super::History;
use super::history::mean;
use crate::findings::Figure;
use crate::manoeuvre::{Facts, Manoeuvre, Pace};

/// Fractions of the initial speed between which the deceleration is fully developed.
const DEVELOPED: [f64; 2] = [0.8, 0.1];
/// Speed at which a vehicle that brakes counts as standing [m/s].
const STANDING: f64 = 0.1;

/// Distance, time, decelerations, load transfer, deviation from the course.
pub fn of(manoeuvre: &Manoeuvre, facts: &Facts, history: &History) -> Vec<Figure> {
    let Pace::Pedals(pedals) = &manoeuvre.pace else {
        return Vec::new();
    };
    let begin = pedals.brake_begins().unwrap_or(0.0);
    let initial = history.at(&history.speed, begin);
    let slowness: Vec<f64> = history.speed.iter().map(|speed| -speed).collect();
    let distance = history.distance();
    let time_at = |speed: f64| history.reached(&slowness, begin, -speed);
    let distance_at = |time: f64| history.at(&distance, time);
    let [fast, slow] = DEVELOPED.map(|part| part * initial);
    let [from, to] = [fast, slow].map(time_at);
    let developed = (fast * fast - slow * slow) / (2.0 * (distance_at(to) - distance_at(from)));
    let end = time_at(STANDING);
    // Remaining distance at the speed at which the vehicle counts as standing, with that deceleration.
    let rest = STANDING * STANDING / (2.0 * developed);
    let rows = history.between(begin, history.end());
    let aside = rows.clone().map(|row| aside(history, rows.start, row).abs());
    let strongest = rows
        .clone()
        .map(|row| -history.longitudinal[row])
        .fold(f64::NAN, f64::max);
    let mut figures = vec![
        Figure::new(
            "",
            "speed at the begin",
            "km/h",
            3.6 * initial,
            "speed when the pedal begins to move (ISO 21994)",
        ),
        Figure::new(
            "",
            "stopping distance",
            "m",
            distance_at(end) - distance_at(begin) + rest,
            "distance from the begin of the pedal's motion to standstill (ISO 21994)",
        ),
        Figure::new(
            "",
            "stopping time",
            "s",
            end - begin + STANDING / developed,
            "time from the begin of the pedal's motion to standstill (ISO 21994)",
        ),
        Figure::new(
            "",
            "mean fully developed deceleration",
            "m/s^2",
            developed,
            "(v1² - v2²) / 2 s between 80 % and 10 % of the initial speed (UN R13-H, annex 3)",
        ),
        Figure::new(
            "",
            "greatest deceleration",
            "m/s^2",
            strongest,
            "greatest deceleration of the centre of mass",
        ),
        Figure::new(
            "",
            "greatest deviation from the course",
            "m",
            aside.fold(f64::NAN, f64::max),
            "greatest distance of the centre of mass from the straight line along its course at the begin of braking",
        ),
    ];
    figures.extend(transfer(facts, history, [from, to]));
    figures
}

/// Distance to the left, in a given row, from the straight line along the course of the first row [m].
fn aside(history: &History, first: usize, row: usize) -> f64 {
    let course = history.yaw[first] + history.sideslip[first];
    let [x, y] = [&history.x, &history.y].map(|values| values[row] - values[first]);
    y * course.cos() - x * course.sin()
}

/// Share of the front wheels in the sum of loads while the deceleration is fully developed, and the change of this
/// share from rest.
fn transfer(facts: &Facts, history: &History, [from, to]: [f64; 2]) -> Vec<Figure> {
    let [front, _] = facts.split();
    let is_whole = from.is_finite() && to.is_finite() && history.loads.len() == facts.loads.len();
    let rows = if is_whole { history.between(from, to) } else { 0..0 };
    let load = |wheel: usize| mean(&history.loads[wheel][rows.clone()]);
    let share = |load: &dyn Fn(usize) -> f64| {
        let all: f64 = (0..facts.loads.len()).map(load).sum();
        front.iter().map(|&wheel| load(wheel)).sum::<f64>() / all
    };
    let resting = share(&|wheel| facts.loads[wheel]);
    let braking = if is_whole { share(&load) } else { f64::NAN };
    vec![
        Figure::new(
            "",
            "front share of the load at rest",
            "%",
            100.0 * resting,
            "load of the front wheels divided by the load of all wheels, at rest on level ground",
        ),
        Figure::new(
            "",
            "front share of the load, braking",
            "%",
            100.0 * braking,
            "mean load of the front wheels divided by the load of all wheels, while the deceleration is fully developed",
        ),
        Figure::new(
            "",
            "load transfer",
            "%",
            100.0 * (braking - resting),
            "load that the front wheels gain against the rest on level ground, divided by the load of all wheels; a grade of the road takes part in it",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vehicle that drives straight along a course of 30 deg, seen with a sideslip, does not leave this course. A
    /// vehicle that then drives along X leaves the course by the distance times the sine of the angle.
    #[test]
    fn a_deviation_counts_from_the_course() {
        let (yaw, sideslip) = (0.5, 30_f64.to_radians() - 0.5);
        let course: f64 = yaw + sideslip;
        let history = |turned: bool| {
            let way = |k: u8| 2.0 * f64::from(k);
            let place = |k: u8| match turned && k > 5 {
                true => [way(5) * course.cos() + way(k) - way(5), way(5) * course.sin()],
                false => [way(k) * course.cos(), way(k) * course.sin()],
            };
            History {
                time: (0..10).map(f64::from).collect(),
                x: (0..10).map(|k| 3.0 + place(k)[0]).collect(),
                y: (0..10).map(|k| place(k)[1] - 7.0).collect(),
                yaw: vec![yaw; 10],
                sideslip: vec![sideslip; 10],
                ..History::default()
            }
        };
        let last = |turned: bool| aside(&history(turned), 0, 9);
        assert!(last(false).abs() < 1e-12, "{}", last(false));
        assert!((last(true) + 8.0 * course.sin()).abs() < 1e-12, "{}", last(true));
    }
}
