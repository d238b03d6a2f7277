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

    /// The value of the parameter, by linear interpolation, above which not all modes decay; `None` if there is none. Neutral
    /// motions do not count.
    pub fn critical(&self) -> Option<f64> {
        let crossing = |branch: &Vec<Option<Complex<f64>>>| {
            let known = branch.iter().zip(&self.values);
            let parts = known.filter_map(|(found, value)| Some((*value, found.as_ref()?.re)));
            let parts: Vec<(f64, f64)> = parts.filter(|(_, part)| part.abs() > CROSSED).collect();
            let found = parts.windows(2).find(|pair| pair[0].1 < 0.0 && pair[1].1 > 0.0)?;
            let [(from, before), (to, after)] = [found[0], found[1]];
            Some(from + before / (before - after) * (to - from))
        };
        self.branches.iter().filter_map(crossing).reduce(f64::min)
    }
}

/// Expected next eigenvalue of a branch: extrapolated from the last two, or equal to the last one if there is only one. `None` if
/// the branch has ended.
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
/// Real parts of neutral motions are within this of zero [1/s].
const CROSSED: f64 = 1e-4;
