//! Eigenvalues over a parameter, such as the speed. Each is followed from one value to the next.

use nalgebra::Complex;

/// Eigenvalues over a parameter.
#[derive(Clone, Debug, Default)]
pub struct Locus {
    /// Values of the parameter.
    pub values: Vec<f64>,
    /// Branches of eigenvalues, with one entry for every value of the parameter; `None` where the branch has no eigenvalue.
    pub branches: Vec<Vec<Option<Complex<f64>>>>,
}

impl Locus {
    /// Adds the eigenvalues at the next value of the parameter. Each branch is extrapolated from its last two values, and the
    /// nearest eigenvalue continues it. The nearest pairs are taken first. An eigenvalue without a branch near it begins a new
    /// branch.
    pub fn add(&mut self, value: f64, eigenvalues: &[Complex<f64>]) {
        let mut left = eigenvalues.to_vec();
        let before = self.values.len();
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (branch, own) in self.branches.iter().enumerate() {
            let Some(expected) = expected(own) else {
                continue;
            };
            for (place, found) in left.iter().enumerate() {
                let distance = (found - expected).norm() / expected.norm().max(1.0);
                if distance < FARTHEST {
                    pairs.push((distance, branch, place));
                }
            }
        }
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut taken = vec![false; left.len()];
        for own in &mut self.branches {
            own.push(None);
        }
        for (_, branch, place) in pairs {
            if !taken[place] && self.branches[branch][before].is_none() {
                taken[place] = true;
                self.branches[branch][before] = Some(left[place]);
            }
        }
        let mut place = 0;
        left.retain(|_| {
            place += 1;
            !taken[place - 1]
        });
        for found in left {
            let mut branch = vec![None; before];
            branch.push(Some(found));
            self.branches.push(branch);
        }
        self.values.push(value);
    }

    /// Whether any eigenvalue grows at the value at this place.
    fn grows(&self, place: usize) -> bool {
        self.parts(place).any(|part| part > GROWS)
    }

    /// Real parts at the value at this place.
    fn parts(&self, place: usize) -> impl Iterator<Item = f64> {
        self.branches.iter().filter_map(move |branch| Some(branch[place]?.re))
    }

    /// Ranges of the parameter in which some motion grows, in order. An end of the parameter's own range is `None`. The others are
    /// found by linear interpolation of the eigenvalue that crosses.
    pub fn unstable(&self) -> Vec<[Option<f64>; 2]> {
        let mut found: Vec<[Option<f64>; 2]> = Vec::new();
        for place in 0..self.values.len() {
            let before = place.checked_sub(1);
            match (before.map(|before| self.grows(before)), self.grows(place)) {
                (None, true) => found.push([None, None]),
                (Some(false), true) => found.push([Some(self.crossing(place)), None]),
                (Some(true), false) => {
                    let end = self.crossing(place);
                    if let Some(last) = found.last_mut() {
                        last[1] = Some(end);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Value of the parameter, before the value at this position, at which the stability changes.
    fn crossing(&self, place: usize) -> f64 {
        let (from, to) = (self.values[place - 1], self.values[place]);
        let is_growing = self.grows(place);
        let part = |before: f64, after: f64| (before / (before - after)).clamp(0.0, 1.0);
        let crossed = self.branches.iter().filter_map(|branch| {
            let (before, after) = (branch[place - 1]?.re, branch[place]?.re);
            ((before > GROWS) != (after > GROWS)).then(|| part(before, after))
        });
        // The growth begins when the first eigenvalue crosses, and ends when the last one crosses back.
        let crossed = match is_growing {
            true => crossed.reduce(f64::min),
            false => crossed.reduce(f64::max),
        };
        let largest = |place: usize| self.parts(place).fold(f64::NEG_INFINITY, f64::max);
        // The branch that crosses may have been lost.
        let crossed = crossed.unwrap_or_else(|| part(largest(place - 1), largest(place)));
        from + crossed * (to - from)
    }

    /// First value of the parameter at which a motion begins or ceases to grow; `None` if there is none. Neutral motions do not count.
    pub fn critical(&self) -> Option<f64> {
        self.unstable().into_iter().flatten().flatten().next()
    }
}

/// Expected next eigenvalue of a branch: extrapolated from the last two eigenvalues, or equal to the last eigenvalue if
/// there is only one. `None` if the branch has ended.
fn expected(branch: &[Option<Complex<f64>>]) -> Option<Complex<f64>> {
    match branch {
        [.., Some(before), Some(last)] => {
            let expected = last * 2.0 - before;
            // Two real eigenvalues that meet become a conjugate pair.
            Some(Complex::new(expected.re, expected.im.max(0.0)))
        }
        [.., last] => *last,
        [] => None,
    }
}

/// Largest distance of two successive eigenvalues of a branch, relative to their size.
const FARTHEST: f64 = 0.3;
/// Real part above which a motion grows [1/s]. Neutral motions have smaller eigenvalues by rounding.
const GROWS: f64 = 1e-3;

#[cfg(test)]
mod tests {
    use super::*;

    /// Eigenvalues `re ± i` at the parameters 0, 1, 2, .., together with a mode that always decays and a neutral mode.
    fn locus(parts: &[f64]) -> Locus {
        let mut locus = Locus::default();
        for (value, part) in parts.iter().enumerate() {
            let all = [
                Complex::new(*part, 1.0),
                Complex::new(-0.5, 0.0),
                Complex::new(1e-6, 0.0),
            ];
            locus.add(value as f64, &all);
        }
        locus
    }

    #[test]
    fn growth_begins_and_ends_where_the_largest_real_part_changes_its_sign() {
        let is = |parts: &[f64], wanted: &[[Option<f64>; 2]]| {
            let found = locus(parts).unstable();
            let near = |one: Option<f64>, other: Option<f64>| match (one, other) {
                (Some(one), Some(other)) => (one - other).abs() < 1e-12,
                (one, other) => one == other,
            };
            let same = found.iter().zip(wanted);
            let same =
                found.len() == wanted.len() && same.into_iter().all(|(a, b)| near(a[0], b[0]) && near(a[1], b[1]));
            assert!(same, "{found:?} for {wanted:?}");
        };
        is(&[-0.2, -0.1, 0.1, 0.2], &[[Some(1.5), None]]);
        is(&[0.2, 0.1, -0.1, -0.2], &[[None, Some(1.5)]]);
        is(&[0.1, 0.2, 0.15], &[[None, None]]);
        is(&[-0.1, -0.2, -0.15], &[]);
        is(&[0.1, -0.1, -0.1, 0.1], &[[None, Some(0.5)], [Some(2.5), None]]);
        assert_eq!(locus(&[0.1, 0.2]).critical(), None);
    }

    /// An eigenvalue that jumps is lost. The growth is still found, between the values on both sides.
    #[test]
    fn a_lost_branch_hides_no_growth() {
        let mut locus = Locus::default();
        locus.add(0.0, &[Complex::new(-1.0, 1.0)]);
        locus.add(1.0, &[Complex::new(3.0, 20.0)]);
        assert_eq!(locus.critical(), Some(0.25));
    }
}
