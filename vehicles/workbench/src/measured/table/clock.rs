//! Times of day in cells: `14:05:59.25`, `05:59.25`.

use wishbone_compiler::front::units::{Scale, TIME};

/// Seconds.
pub(super) const SECOND: Scale = Scale {
    factor: 1.0,
    dimension: TIME.dimension,
};

/// Seconds since midnight; if the hour is missing, since the full hour: `hh:mm:ss`, `mm:ss`, each with decimals. `None`
/// for other cells.
pub(super) fn seconds(cell: &str) -> Option<f64> {
    let parts: Vec<&str> = cell.split(':').collect();
    let whole = |part: &str| {
        part.parse::<u32>()
            .ok()
            .map(f64::from)
            .filter(|_| !part.starts_with('+'))
    };
    let minutes = match parts[..] {
        [hours, minutes, _] => 60.0 * whole(hours)? + whole(minutes).filter(|own| *own < 60.0)?,
        [minutes, _] => whole(minutes)?,
        _ => return None,
    };
    let last = parts.last()?.replace(',', ".");
    let is_plain = last.starts_with(|first: char| first.is_ascii_digit());
    let seconds: f64 = last.parse().ok().filter(|own| is_plain && *own < 60.0)?;
    Some(60.0 * minutes + seconds)
}

/// The unit of a column of times of day, by its form: `hh:mm:ss.fff`, `mm:ss`.
pub(super) fn scale(unit: &str) -> Option<Scale> {
    let unit = unit.to_lowercase();
    let parts: Vec<&str> = unit.split(':').collect();
    let is_all = |part: &str, letters: &str| !part.is_empty() && part.chars().all(|letter| letters.contains(letter));
    let is_form = match parts[..] {
        [hours, minutes, seconds] => is_all(hours, "h") && is_all(minutes, "m") && is_all(seconds, "s.,f0zx"),
        [minutes, seconds] => is_all(minutes, "m") && is_all(seconds, "s.,f0zx"),
        _ => false,
    };
    is_form.then_some(SECOND)
}

#[cfg(test)]
mod tests {
    use super::{scale, seconds};

    #[test]
    fn only_times_of_day_are_read() {
        for (cell, wanted) in [
            ("00:00:01", Some(1.0)),
            ("1:02:03.5", Some(3723.5)),
            ("23:59:59,25", Some(86_399.25)),
            ("90:30", Some(5430.0)),
            ("1:60:00", None),
            ("1:00:60", None),
            ("1:-1:00", None),
            ("1:2:3:4", None),
            ("12", None),
            ("a:b", None),
            ("1:", None),
        ] {
            assert_eq!(seconds(cell), wanted, "{cell}");
        }
        assert!(scale("hh:mm:ss.fff").is_some() && scale("mm:ss").is_some());
        assert!(scale("s").is_none() && scale("km:h").is_none());
    }
}
