//! The gaps of loops, and the reliability of the correction that closes them.

use crate::math::largest;

/// Margins above this are far from singular.
pub(super) const NEAR: f64 = 0.1;
/// Margins below this limit make a correction useless: three digits of a position are lost.
pub(super) const SINGULAR: f64 = 1e-3;
/// Largest rate for which one correction of the speeds is enough [m/s, or rad/s]. Rates after a step are below it.
pub(super) const RATE: f64 = 1e-3;

/// Largest gap of the loops, and reliability of the correction that closes them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Largest residual [m, or rad], or largest rate [m/s, or rad/s]; not finite if one of the numbers is not finite.
    pub size: f64,
    /// Smallest pivot of the correction, relative to its size near the design position; infinite without pivots.
    pub margin: f64,
    /// The joint that closes the loop with the largest gap, if the gap is large enough to be reported.
    pub open: Option<&'static str>,
    /// The smallest pivot, if it is small.
    pub pivot: Option<&'static Pivot>,
}

/// A joint with coordinates that a correction computes from the coordinates of the other joints of its loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// The joint.
    pub joint: &'static str,
    /// The joint that closes the loop.
    pub closed_by: &'static str,
}

/// Names of the equations and pivots of an emitted correction.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// For each closure equation, the joint that closes the loop.
    pub equations: &'static [&'static str],
    /// The pivots.
    pub pivots: &'static [Pivot],
}

/// Largest residual up to which single loops are not examined [m, or rad].
const OPEN: f64 = 1e-9;

impl Gap {
    /// The gap of a correction without pivots.
    #[inline]
    pub fn of(size: f64) -> Self {
        Gap {
            size,
            margin: f64::INFINITY,
            open: None,
            pivot: None,
        }
    }

    /// The gap of two parts of a vehicle that share no loop: the worse of each pair of numbers, and NaN if one of
    /// them is NaN.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let wider = if other.size > self.size || other.size.is_nan() {
            other
        } else {
            self
        };
        let nearer = if other.margin < self.margin || other.margin.is_nan() {
            other
        } else {
            self
        };
        Gap {
            size: wider.size,
            margin: nearer.margin,
            open: wider.open,
            pivot: nearer.pivot,
        }
    }

    /// Whether all numbers are finite, and no pivot has vanished or changed its sign.
    #[inline]
    pub fn is_regular(&self) -> bool {
        self.size.is_finite() && self.margin > SINGULAR
    }

    /// Whether the correction of these rates is complete.
    pub(crate) fn has_closed_rates(&self) -> bool {
        self.is_regular() && self.size <= RATE
    }

    /// Findings of an emitted position correction.
    #[doc(hidden)]
    #[inline(always)]
    pub fn position<const N: usize, const M: usize>(
        residuals: [f64; N],
        margins: [f64; M],
        places: &'static Places,
    ) -> Self {
        Self::found((residuals, OPEN), least(&margins), margins, places)
    }

    /// Findings of an emitted velocity correction, which closes any gap exactly.
    #[doc(hidden)]
    #[inline(always)]
    pub fn velocity<const N: usize, const M: usize>(
        rates: [f64; N],
        margins: [f64; M],
        places: &'static Places,
    ) -> Self {
        Self::found((rates, f64::MAX), least(&margins), margins, places)
    }

    /// [`Gap::position`] for a solver whose sizes are known at run time only.
    #[doc(hidden)]
    pub fn of_positions(residuals: &[f64], margins: &[f64], places: &'static Places) -> Self {
        Self::found_in((residuals, OPEN), margins, places)
    }

    /// [`Gap::velocity`] for a solver whose sizes are known at run time only.
    #[doc(hidden)]
    pub fn of_velocities(rates: &[f64], margins: &[f64], places: &'static Places) -> Self {
        Self::found_in((rates, f64::MAX), margins, places)
    }

    fn found_in((gaps, open): (&[f64], f64), margins: &[f64], places: &'static Places) -> Self {
        let is_number = !gaps.iter().any(|x| x.is_nan());
        let size = if is_number {
            gaps.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
        } else {
            f64::NAN
        };
        let margin = least(margins);
        let is_fine = size <= open && margin > NEAR;
        Gap {
            size,
            margin,
            open: worst(gaps, f64::abs).filter(|_| !is_fine).map(|k| places.equations[k]),
            pivot: worst(margins, |m| -m).filter(|_| !is_fine).map(|k| &places.pivots[k]),
        }
    }

    /// The smallest margin of an evaluation, and its joint.
    #[inline]
    pub(crate) fn of_margins(margins: &[f64], pivots: &'static [Pivot]) -> Self {
        let margin = least(margins);
        let pivot = match margin > NEAR {
            true => None,
            false => worst(margins, |m| -m).and_then(|k| pivots.get(k)),
        };
        Gap {
            margin,
            pivot,
            ..Gap::of(0.0)
        }
    }

    /// The smallest margin for each vehicle of a batch.
    pub(crate) fn of_lanes<const N: usize>(margins: &[[f64; N]], pivots: &'static [Pivot]) -> [Self; N] {
        let (mut least, mut sum) = ([f64::INFINITY; N], [0.0_f64; N]);
        for all in margins {
            for ((least, sum), &margin) in least.iter_mut().zip(&mut sum).zip(all) {
                *least = if margin < *least { margin } else { *least };
                *sum += margin;
            }
        }
        core::array::from_fn(|lane| {
            let margin = if sum[lane].is_nan() { f64::NAN } else { least[lane] };
            let is_least = |all: &[f64; N]| all[lane] == margin || all[lane].is_nan();
            let place = if margin > NEAR {
                None
            } else {
                margins.iter().position(is_least)
            };
            Gap {
                margin,
                pivot: place.and_then(|k| pivots.get(k)),
                ..Gap::of(0.0)
            }
        })
    }

    /// Examines single loops and joints if the largest gap is above its limit, or a pivot is small.
    #[inline(always)]
    fn found<const N: usize, const M: usize>(
        (gaps, open): ([f64; N], f64),
        margin: f64,
        margins: [f64; M],
        places: &'static Places,
    ) -> Self {
        let size = largest(gaps);
        match size <= open && margin > NEAR {
            true => Gap {
                margin,
                ..Gap::of(size)
            },
            false => Self::told(size, margin, gaps, margins, places),
        }
    }

    /// Takes the arrays by value: borrowed arrays would force the caller to store every number each time.
    #[cold]
    #[inline(never)]
    fn told<const N: usize, const M: usize>(
        size: f64,
        margin: f64,
        gaps: [f64; N],
        margins: [f64; M],
        places: &'static Places,
    ) -> Self {
        Gap {
            size,
            margin,
            open: worst(&gaps, f64::abs).map(|k| places.equations[k]),
            pivot: worst(&margins, |m| -m).map(|k| &places.pivots[k]),
        }
    }
}

/// The smallest margin; NaN if one of the margins is NaN, infinite if there are no margins.
///
/// Computed in four parallel chains of single instructions, because a step waits for the result.
#[inline]
fn least(margins: &[f64]) -> f64 {
    let (mut least, mut sum) = ([f64::INFINITY; 4], [0.0_f64; 4]);
    let (fours, rest) = margins.as_chunks();
    let mut take = |chain: usize, margin: f64| {
        // The comparison ignores NaN, but the sum does not.
        least[chain] = lesser(margin, least[chain]);
        sum[chain] += margin;
    };
    for four in fours {
        let [a, b, c, d] = *four;
        take(0, a);
        take(1, b);
        take(2, c);
        take(3, d);
    }
    rest.iter().enumerate().for_each(|(chain, &margin)| take(chain, margin));
    let ([a, b, c, d], [e, f, g, h]) = (least, sum);
    let least = lesser(lesser(a, b), lesser(c, d));
    if ((e + f) + (g + h)).is_nan() { f64::NAN } else { least }
}

/// The lesser number, by a single instruction; the second number if one of them is NaN.
fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// Position of the number with the largest measure; NaN counts as infinite.
fn worst(numbers: &[f64], measure: fn(f64) -> f64) -> Option<usize> {
    let ranked = |x: f64| if x.is_nan() { f64::INFINITY } else { measure(x) };
    let largest = |&a: &usize, &b: &usize| ranked(numbers[a]).total_cmp(&ranked(numbers[b]));
    (0..numbers.len()).max_by(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    static PLACES: Places = Places {
        equations: &["tie_rod", "ball"],
        pivots: &[
            Pivot {
                joint: "crank",
                closed_by: "ball",
            },
            Pivot {
                joint: "rocker",
                closed_by: "tie_rod",
            },
        ],
    };

    #[test]
    fn a_gap_tells_the_loop_and_the_joint() {
        let gap = Gap::position([0.1, -0.3], [1.0, 0.05], &PLACES);
        assert_eq!((gap.size, gap.margin, gap.open), (0.3, 0.05, Some("ball")));
        assert_eq!(gap.pivot.map(|p| p.joint), Some("rocker"));
        assert!(gap.is_regular());
        let closed = Gap::position([1e-12, 0.0], [1.0, 2.0], &PLACES);
        assert_eq!((closed.open, closed.pivot, closed.margin), (None, None, 1.0));
        assert!(Gap::position::<0, 0>([], [], &PLACES).is_regular());
    }

    #[test]
    fn of_two_parts_the_worse_is_told() {
        let [wide, near] = [([0.5, 0.0], [1.0, 0.9]), ([0.0, -0.3], [0.8, 0.05])]
            .map(|(residuals, margins)| Gap::position(residuals, margins, &PLACES));
        for gap in [wide.and(near), near.and(wide)] {
            assert_eq!((gap.size, gap.open), (0.5, Some("tie_rod")));
            assert_eq!((gap.margin, gap.pivot.map(|p| p.joint)), (0.05, Some("rocker")));
        }
        let none = Gap::velocity([f64::NAN, 0.0], [f64::NAN, 1.0], &PLACES);
        for gap in [wide.and(none), none.and(wide)] {
            assert!(gap.size.is_nan() && gap.margin.is_nan() && !gap.is_regular());
        }
    }

    #[test]
    fn what_is_singular_or_no_number_is_not_regular() {
        for margin in [0.0, -0.0, 9e-4, -2.0, f64::NAN, f64::NEG_INFINITY] {
            for margins in [[margin, 1.0], [1.0, margin]] {
                let gap = Gap::position([0.0, 0.0], margins, &PLACES);
                assert!(!gap.is_regular(), "{margins:?}");
                let joint = if margins[0] == 1.0 { "rocker" } else { "crank" };
                assert_eq!(gap.pivot.map(|p| p.joint), Some(joint), "{margins:?}");
            }
        }
        for residual in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let gap = Gap::velocity([residual, 1.0], [1.0, 1.0], &PLACES);
            assert!(!gap.is_regular() && gap.open == Some("tie_rod"), "{gap:?}");
        }
    }
}
