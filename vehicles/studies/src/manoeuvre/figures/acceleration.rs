//! Acceleration at full throttle.

use super::History;
use crate::findings::Figure;
use crate::manoeuvre::Manoeuvre;

/// Speeds for which the times are given [km/h].
const SPEEDS: [(f64, &str); 4] = [
    (50.0, "time to 50 km/h"),
    (80.0, "time to 80 km/h"),
    (100.0, "time to 100 km/h"),
    (120.0, "time to 120 km/h"),
];

/// Times to speeds and distances; without a value if they are not reached.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let initial = manoeuvre.speed.0;
    let mut figures: Vec<Figure> = SPEEDS
        .iter()
        .filter(|(speed, _)| speed / 3.6 > initial)
        .map(|(speed, name)| {
            let time = history.reached(&history.speed, 0.0, speed / 3.6);
            Figure::new(
                "",
                name,
                "s",
                time,
                "time from the start until the centre of mass has the speed",
            )
        })
        .collect();
    let distance = history.distance();
    for (length, name) in [(100.0, "time for 100 m"), (400.0, "time for 400 m")] {
        let time = history.reached(&distance, 0.0, length);
        figures.push(Figure::new("", name, "s", time, "time from the start to the distance"));
    }
    let greatest = history.longitudinal.iter().copied().fold(f64::NAN, f64::max);
    figures.push(Figure::new(
        "",
        "greatest acceleration",
        "m/s^2",
        greatest,
        "greatest longitudinal acceleration of the centre of mass",
    ));
    figures
}
