//! Interpolation of ordinates over a second variable, such as a damper map over length and speed.

use crate::number::Scalar;

/// Piecewise linear interpolation between ordinates at increasing places. Before the first and after the last place the outermost
/// ordinate is used: `y_0 + Σ r_i(x) (y_i - y_(i-1))`, where the ramp `r_i` rises from zero at the previous place to one at place
/// `i`. There is no search, so the work is equal for every `x`.
///
/// The slope with respect to `x` is the slope of the line; at a place, it is the slope of the line on the right; beyond
/// the places, it is zero. The slope with respect to an ordinate is its weight.
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

/// A ramp from zero at the first place to one at the second.
#[inline(always)]
fn ramp<S: Scalar>([from, to]: [f64; 2], x: S) -> S {
    let passed = (x - S::from(from)) * S::from(1.0 / (to - from));
    passed.select(S::zero(), (passed - S::one()).select(passed, S::one()))
}
