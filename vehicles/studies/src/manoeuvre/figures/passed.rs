//! The part of a run in which the lateral acceleration passes through a range.

use crate::findings::number;
use core::ops::Range;

/// Reason why a run does not pass through a range of the lateral acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Missed {
    /// It begins above the lower end, at this acceleration [m/s²].
    Begins(f64),
    /// It does not reach the upper end, but this acceleration [m/s²].
    Reaches(f64),
}

impl Missed {
    /// `the run reaches 1.09 m/s^2 only`
    pub fn words(&self) -> String {
        match self {
            Self::Begins(at) => format!("the run begins at {} m/s^2", number(*at)),
            Self::Reaches(most) => format!("the run reaches {} m/s^2 only", number(*most)),
        }
    }
}

/// The rows between both ends of a range [m/s²] that the lateral acceleration passes from below. Turns to the other
/// side have their sign changed before. If there are several rises, the rows belong to the first rise that passes
/// through the whole range.
///
/// # Errors
/// If the run does not pass one of the ends.
pub fn rows_between(lateral: &[f64], [low, high]: [f64; 2]) -> Result<Range<usize>, Missed> {
    let most = || lateral.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let above = lateral.iter().position(|a| *a > high);
    let end = above.ok_or_else(|| Missed::Reaches(most()))?;
    let below = lateral[..end].iter().rposition(|a| *a < low);
    let begin = below.ok_or(Missed::Begins(lateral[0]))? + 1;
    Ok(begin..end)
}

/// The side to which a run turns: 1 to the left, -1 to the right, by the greatest change of the lateral acceleration.
pub fn side(lateral: &[f64]) -> f64 {
    let first = lateral.first().copied().unwrap_or_default();
    let changes = lateral.iter().map(|a| a - first);
    let greatest = changes.max_by(|one, other| one.abs().total_cmp(&other.abs()));
    1f64.copysign(greatest.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: [f64; 2] = [0.5, 4.0];

    #[test]
    fn a_range_is_passed_from_below() {
        let way = [-2.0, -0.5, 0.7, 0.3, 0.6, 2.0, 1.8, 3.9, 4.2, 3.0, 0.1, 5.0];
        assert_eq!(rows_between(&way, RANGE), Ok(4..8));
        assert_eq!(
            rows_between(&[2.85, 3.0, 4.5, 0.1, 4.6], RANGE),
            Err(Missed::Begins(2.85))
        );
        assert_eq!(rows_between(&[6.9, 6.0], RANGE), Err(Missed::Begins(6.9)));
        assert_eq!(rows_between(&[0.0, 1.0, 1.09, 1.0], RANGE), Err(Missed::Reaches(1.09)));
    }

    /// A vehicle that turns to the right by itself, and is steered to the left, counts as turning to the left.
    #[test]
    fn a_turn_has_the_side_of_its_change() {
        assert!(side(&[-2.4, -1.0, 1.5]) > 0.0);
        assert!(side(&[2.4, 2.0, 0.5, -1.0]) < 0.0);
        assert!(side(&[0.0, 0.1, -3.0]) < 0.0);
    }
}
