//! The rectangle of the road that a bump covers.

/// The whole width of the road: right and left end [m].
pub(super) const WHOLE_WIDTH: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The distance of `x` behind the near edge of a bump [m]; `None` where there is no bump.
///
/// A coordinate that is NaN counts as inside, so the height there is NaN, too.
#[inline]
pub(super) fn along(start: f64, length: f64, [right, left]: [f64; 2], x: f64, y: f64) -> Option<f64> {
    let along = x - start;
    let outside = along < 0.0 || along >= length || y < right || y > left;
    (!outside).then_some(along)
}
