//! Times that a run can keep: whole numbers of steps.

use crate::findings::number;

/// Relative difference below which two times are equal.
const EQUAL: f64 = 1e-9;

/// Largest number of rows of a table: about 200 MB for a car.
pub const MOST_ROWS: f64 = 1e5;

/// Time between two rows of a run [s], if a different time between them is requested.
pub fn of_rows(asked: f64, duration: f64) -> f64 {
    asked.max(duration / MOST_ROWS)
}

/// A time as a whole number of steps, at least one step, as runs and their rows use it [s].
pub fn whole(time: f64, step: f64) -> f64 {
    (time / step).round().max(1.0) * step
}

/// A note on a time that is not a whole number of steps, such as `every`; `None` if it is a whole number.
pub fn note(name: &str, time: f64, step: f64) -> Option<String> {
    let taken = whole(time, step);
    ((taken - time).abs() > EQUAL * taken.max(time)).then(|| {
        let [time, taken, step] = [time, taken, step].map(|time| without_zeros(number(1e3 * time)));
        format!("`{name}` is {taken} ms: {time} ms are no whole number of steps of {step} ms")
    })
}

/// A number without zeros at its end.
fn without_zeros(number: String) -> String {
    match number.contains('.') && !number.contains('e') {
        true => number.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_times_are_told() {
        assert_eq!(note("every", 0.01, 0.001), None);
        assert_eq!(note("duration", 3.0, 1.0 / 3000.0), None);
        let told = note("every", 0.015, 0.01).expect("a note");
        assert_eq!(told, "`every` is 20 ms: 15 ms are no whole number of steps of 10 ms");
        assert_eq!(whole(0.001, 0.003), 0.003);
    }
}
