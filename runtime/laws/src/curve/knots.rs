//! Places at which a curve has kinks.

/// Distance of `x` from the nearest of these places, which are in increasing order, with a sign that changes at each
/// place. It is negative before the first place, continuous, and infinite without places.
///
/// ```
/// use wishbone_laws::curve::from_knots;
/// let knots = [1.0, 3.0];
/// assert_eq!([0.5, 1.0, 1.5, 2.0, 3.5].map(|x| from_knots(&knots, x)), [-0.5, 0.0, 0.5, 1.0, -0.5]);
/// ```
pub fn from_knots(places: &[f64], x: f64) -> f64 {
    let distances = places.iter().map(|place| (x - place).abs());
    let nearest = distances.fold(f64::INFINITY, f64::min);
    let passed = places.iter().filter(|place| x >= **place).count();
    if passed % 2 == 0 { -nearest } else { nearest }
}
