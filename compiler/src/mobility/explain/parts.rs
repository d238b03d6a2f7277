//! Division of a space into parts that each concern few of its blocks: motions of few bodies, loads of few joints.
//!
//! Greedy: for each block in turn all others are asked to feel nothing, one after the other, as long as something is left
//! that is not known; the part that concerns fewest blocks is taken first. In a ring of `n` bodies there are about `n` parts,
//! `n` blocks to begin with and `n` blocks to ask, so that as much as possible is kept from one part to the next: see
//! [`Candidate`].

use crate::mobility::linear::{ZERO, beside, extension};
use nalgebra::{DMatrix, DVector};

/// A part of a space that concerns few of its blocks.
#[derive(Clone)]
pub struct Part {
    /// Blocks that it does not take to nothing.
    pub support: Vec<usize>,
    /// Orthonormal columns: coefficients of the space's basis.
    pub space: DMatrix<f64>,
}

impl Part {
    /// With the blocks that feel it.
    pub fn new(blocks: &[DMatrix<f64>], space: DMatrix<f64>) -> Self {
        Part {
            support: support(blocks, &space),
            space,
        }
    }
}

/// Divides a space into parts that each concern as few blocks as possible.
///
/// `blocks[b]` takes coefficients of the space's basis to what block `b` feels of them. The parts together span what
/// the space has beyond `found`.
pub fn sparse(blocks: &[DMatrix<f64>], found: DMatrix<f64>) -> Vec<Part> {
    let size = found.nrows();
    let mut found = found;
    let mut parts = Vec::new();
    let mut candidates = vec![Candidate::default(); blocks.len().max(1)];
    let mut open = without(&DMatrix::identity(size, size), &found);
    while found.ncols() < size {
        for (first, candidate) in candidates.iter_mut().enumerate() {
            candidate.update(blocks, first, &open);
        }
        let best = candidates.iter().filter_map(|candidate| candidate.part.as_ref());
        let Some(best) = best.min_by_key(|part| part.support.len()) else {
            break;
        };
        let space = extension(&best.space, &found);
        if space.ncols() == 0 {
            // Of what is left not more than roundoff is beyond what was found.
            break;
        }
        found = beside(&found, &space);
        open = without(&open, &space);
        parts.push(Part::new(blocks, space));
    }
    parts
}

/// Blocks that feel something of the space.
fn support(blocks: &[DMatrix<f64>], space: &DMatrix<f64>) -> Vec<usize> {
    (0..blocks.len())
        .filter(|&b| (&blocks[b] * space).amax() > ZERO)
        .collect()
}

/// The part found from one block, with the way to it.
///
/// The known directions grow in number. As long as a space on the way has a direction that is not known, all decisions up to
/// it stay, since the spaces before contain it: only the later ones are taken again.
#[derive(Clone, Default)]
struct Candidate {
    part: Option<Part>,
    /// Spaces on the way, each behind the block that it was left by: all narrow ones, and a few of the wide ones.
    way: Vec<(usize, DMatrix<f64>)>,
}

/// Wider spaces take much memory: only one in [`APART`] is kept.
const NARROW: usize = 32;
/// Blocks from one wide space that is kept to the next.
const APART: usize = 8;

impl Candidate {
    /// Brings the part up to date with what is open still, orthonormal columns.
    fn update(&mut self, blocks: &[DMatrix<f64>], first: usize, open: &DMatrix<f64>) {
        if self.part.as_ref().is_some_and(|part| reaches(&part.space, open)) {
            return;
        }
        let mut refused = None;
        while let Some((step, _)) = self.way.pop_if(|(_, space)| !reaches(space, open)) {
            refused = Some(step);
        }
        let (last, mut space) = match self.way.last() {
            Some((step, space)) if space.ncols() <= NARROW => (refused.unwrap_or(*step), space.clone()),
            // Between here and the block that was refused there are spaces that were not kept.
            Some((step, space)) => (*step, space.clone()),
            None => (0, DMatrix::identity(open.nrows(), open.nrows())),
        };
        for step in last + 1..blocks.len() {
            // Of a single direction nothing can be given away.
            if space.ncols() == 1 {
                break;
            }
            let rest = unfelt(&space, &blocks[(first + step) % blocks.len()]);
            if let Some(rest) = rest.filter(|rest| reaches(rest, open)) {
                if rest.ncols() <= NARROW || step.is_multiple_of(APART) {
                    self.way.push((step, rest.clone()));
                }
                space = rest;
            }
        }
        self.part = Some(Part::new(blocks, space));
    }
}

/// The part of a space, given by orthonormal columns, that a block does not feel; none if that is all of it.
///
/// A block has few rows, so that the space loses few directions. Reflections that take what it feels to the first columns
/// (Householder 1958) leave an orthonormal basis of the rest in the others.
fn unfelt(space: &DMatrix<f64>, block: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let felt = block * space;
    if felt.is_empty() || felt.amax() <= f64::EPSILON {
        return None;
    }
    let svd = felt.svd(false, true);
    let order: Vec<usize> = (0..svd.singular_values.len())
        .filter(|&k| svd.singular_values[k] > ZERO)
        .collect();
    let mut directions = svd.v_t.expect("asked for").transpose().select_columns(&order);
    let mut rest = space.clone();
    for k in 0..directions.ncols() {
        let mut mirror = directions.column(k).into_owned();
        mirror.rows_mut(0, k).fill(0.0);
        mirror[k] += mirror.norm().copysign(mirror[k]);
        let Some(mirror) = mirror.try_normalize(0.0) else {
            continue;
        };
        let image = directions.tr_mul(&mirror);
        directions.ger(-2.0, &mirror, &image, 1.0);
        let image = &rest * &mirror;
        rest.ger(-2.0, &image, &mirror, 1.0);
    }
    Some(
        rest.columns(directions.ncols(), rest.ncols() - directions.ncols())
            .into_owned(),
    )
}

/// The part of a space that is across others.
fn without(space: &DMatrix<f64>, others: &DMatrix<f64>) -> DMatrix<f64> {
    unfelt(space, &others.transpose()).unwrap_or_else(|| space.clone())
}

/// Whether a space has anything of another, both given by orthonormal columns.
fn reaches(space: &DMatrix<f64>, open: &DMatrix<f64>) -> bool {
    let mut image = DVector::zeros(open.ncols());
    space.column_iter().any(|column| {
        image.gemv_tr(1.0, open, &column, 0.0);
        image.norm() > ZERO
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(entries: &[f64]) -> DMatrix<f64> {
        DMatrix::from_row_slice(1, entries.len(), entries)
    }

    /// Two motions that share no block, given as sum and difference, are told apart.
    #[test]
    fn parts_without_a_common_block_are_separated() {
        let h = 0.5_f64.sqrt();
        let blocks = [row(&[h, h]), row(&[h, -h]), row(&[2.0 * h, 2.0 * h])];
        let parts = sparse(&blocks, DMatrix::zeros(2, 0));
        let supports: Vec<Vec<usize>> = parts.iter().map(|part| part.support.clone()).collect();
        assert_eq!(supports, [vec![1], vec![0, 2]]);
    }

    /// Springs in a row between `n` masses, the outer ones on the ground: each mass moves two of them and no motion fewer.
    #[test]
    fn a_long_row_falls_into_its_members() {
        let count = 12;
        let spring = |k: usize| {
            let entry = |mass: usize| {
                if mass == k {
                    1.0
                } else if mass + 1 == k {
                    -1.0
                } else {
                    0.0
                }
            };
            (0..count).map(entry).collect::<Vec<f64>>()
        };
        let blocks: Vec<DMatrix<f64>> = (0..=count).map(|k| row(&spring(k))).collect();
        let parts = sparse(&blocks, DMatrix::zeros(count, 0));
        assert_eq!(parts.len(), count);
        for part in parts {
            assert_eq!((part.support.len(), part.space.ncols()), (2, 1));
        }
    }

    #[test]
    fn a_block_leaves_what_it_does_not_feel() {
        let block = DMatrix::from_row_slice(2, 4, &[1.0, 2.0, 0.0, -1.0, 2.0, 4.0, 0.0, -2.0]);
        let rest = unfelt(&DMatrix::identity(4, 4), &block).expect("it feels something");
        assert_eq!(rest.ncols(), 3);
        assert!((&block * &rest).amax() < 1e-14);
        assert!((rest.tr_mul(&rest) - DMatrix::<f64>::identity(3, 3)).amax() < 1e-14);
    }
}
