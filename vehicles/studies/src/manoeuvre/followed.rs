//! The judgement of a declared driver who follows a path.

use crate::findings::{Outcome, Verdict};
use crate::table::Column;

/// Distance from the path at which a driver counts as having left the path [m]: nearly the width of a lane.
pub(super) const LOST: f64 = 3.0;
/// Name of the driver's output that contains the distance from the path.
const OFFSET: &str = "offset_from_path";

/// The distance of the driver's marker from the path, during a run. A driver who begins beside the path is judged only
/// after he has reached it.
pub struct Followed {
    /// Place of the distance in a row.
    place: usize,
    /// Smallest distance so far [m].
    nearest: f64,
}

impl Followed {
    /// The distance among the outputs of the equipment, which stand after the first `first` columns of a row; `None` if
    /// no driver follows a path.
    pub fn of(first: usize, equipment: &[Column]) -> Option<Self> {
        let of_driver = |column: &Column| column.name.rsplit('.').next() == Some(OFFSET);
        let place = first + equipment.iter().position(of_driver)?;
        let nearest = f64::INFINITY;
        Some(Self { place, nearest })
    }

    /// The event at a time [s]: the driver has lost the path.
    pub fn event(&mut self, time: f64, row: &[f64]) -> Option<Verdict> {
        let offset = row[self.place];
        let is_lost = self.nearest <= LOST && offset.abs() > LOST;
        self.nearest = self.nearest.min(offset.abs());
        is_lost.then(|| {
            let words = format!("left its path at {time:.3} s: {offset:.2} m off");
            Verdict::at(Outcome::LeftItsPath, time, words)
        })
    }

    /// The event at the end of a run [s]: the driver never reached the path.
    pub fn missed(&self, time: f64) -> Option<Verdict> {
        (self.nearest > LOST).then(|| {
            let words = format!("never came to its path: {:.2} m off at the nearest", self.nearest);
            Verdict::at(Outcome::LeftItsPath, time, words)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(offsets: &[f64]) -> Option<String> {
        let column = Column {
            name: "hands.offset_from_path".to_owned(),
            unit: "m",
        };
        let mut path = Followed::of(1, &[column]).expect("there is a path");
        let event = offsets.iter().find_map(|offset| path.event(1.0, &[0.0, *offset]));
        event.or_else(|| path.missed(2.0)).map(|verdict| verdict.words)
    }

    #[test]
    fn a_path_is_lost_once_it_was_followed() {
        assert_eq!(judged(&[0.0, 1.0, -2.9]), None);
        assert_eq!(judged(&[12.0, 5.0, 2.0, 0.1]), None);
        let lost = judged(&[0.0, 2.0, -3.1, -9.0]).expect("it is lost");
        assert!(lost.starts_with("left its path") && lost.contains("-3.10 m"), "{lost}");
        let lost = judged(&[12.0, 2.0, 3.5]).expect("it is lost");
        assert!(lost.contains("3.50 m"), "{lost}");
        let never = judged(&[450.0, 449.0]).expect("it never came");
        assert!(never.contains("449.00 m off at the nearest"), "{never}");
    }

    #[test]
    fn a_run_without_a_path_is_not_judged() {
        let columns = [Column {
            name: "speed".to_owned(),
            unit: "m/s",
        }];
        assert!(Followed::of(0, &columns).is_none());
    }
}
