//! Ordinates that change with a second variable: a map of a damper over length and speed.

use crate::number::Scalar;

/// Straight lines between ordinates at increasing places, the first and the last ordinate beyond:
/// `y_0 + Σ r_i(x) (y_i - y_(i-1))`, where the ramp `r_i` rises from zero at the place before to one at its own. No place
/// is looked for, so that the work is the same everywhere.
///
/// The slope by `x` is that of the line, at a place that of the line on its right; beyond the places it is zero. The slope
/// by an ordinate is its share.
#[inline(always)]
pub fn blend<S: Scalar>(places: &[f64], ordinates: impl IntoIterator<Item = S>, x: S) -> S {
    let mut ordinates = ordinates.into_iter();
    let Some(first) = ordinates.next() else {
        return S::zero();
    };
    let steps = places.windows(2).zip(ordinates);
    let (sum, _) = steps.fold((first, first), |(sum, before), (between, after)| {
        (sum + ramp([between[0], between[1]], x) * (after - before), after)
    });
    sum
}

/// From zero at the first place to one at the second.
#[inline(always)]
fn ramp<S: Scalar>([from, to]: [f64; 2], x: S) -> S {
    let passed = (x - S::from(from)) * S::from(1.0 / (to - from));
    passed.select(S::zero(), (passed - S::one()).select(passed, S::one()))
}
