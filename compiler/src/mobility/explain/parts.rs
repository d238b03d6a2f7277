//! Division of a space into parts that each involve few of its blocks: motions of few bodies, loads of few joints.
//!
//! The algorithm is greedy. From each block the search looks for a part of the space that affects as few blocks as
//! possible. The search begins with the whole space and goes through all other blocks, from the next block round to the
//! previous block. At each block it removes everything that affects this block, as long as an unknown part is left. Of
//! all parts found, the part that affects the fewest blocks is taken first. This corresponds to the turnback algorithm
//! for a banded basis of a null space (Topcu 1979; Berry, Heath, Kaneko, Lawo, Plemmons and Ward 1985).

use crate::mobility::linear::{ZERO, null_space, outside};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// A part of a space that concerns few of its blocks.
#[derive(Clone)]
pub struct Part {
    /// Blocks that feel the part: they do not map it to zero.
    pub support: Vec<usize>,
    /// Orthonormal columns: coefficients of the space's basis.
    pub space: DMatrix<f64>,
}

impl Part {
    /// The part with this space, and the blocks that feel it.
    pub fn new(blocks: &[DMatrix<f64>], space: DMatrix<f64>) -> Self {
        Part {
            support: support(blocks, &space),
            space,
        }
    }
}

/// Divides a space into parts that each concern as few blocks as possible.
///
/// `blocks[b]` maps coefficients of the space's basis to the quantities of block `b`. `open` is the part of the space
/// that is not known yet, as orthonormal columns. The parts together span it.
pub fn sparse(blocks: &[DMatrix<f64>], mut open: DMatrix<f64>) -> Vec<Part> {
    let mut parts = Vec::new();
    if open.ncols() == 0 {
        return parts;
    }
    let windows = Windows::new(blocks, open.nrows());
    let firsts = 0..blocks.len().max(1);
    let mut found: Vec<Part> = firsts.clone().map(|first| windows.part(first, &open)).collect();
    while open.ncols() > 0 {
        let least = found.iter().map(|part| part.support.len()).min();
        let smallest = firsts
            .clone()
            .filter(|&first| Some(found[first].support.len()) == least);
        // A part that has become known is replaced by the next part from its block, which is hardly smaller.
        let Some(first) = smallest.clone().find(|&first| reaches(&found[first].space, &open)) else {
            let known: Vec<usize> = smallest.collect();
            known
                .into_iter()
                .for_each(|first| found[first] = windows.part(first, &open));
            continue;
        };
        let space = beyond(&found[first].space, &open);
        if space.ncols() == 0 {
            // The remaining space exceeds the known parts by roundoff only.
            break;
        }
        open = without(&open, &space);
        parts.push(Part::new(blocks, space));
    }
    parts
}

/// Directions of `space` that have a component in `open`; directions without such a component are left out. Both are
/// given by orthonormal columns.
pub fn beyond(space: &DMatrix<f64>, open: &DMatrix<f64>) -> DMatrix<f64> {
    let known = null_space(&open.tr_mul(space));
    space * outside(&DMatrix::identity(space.ncols(), space.ncols()), &known)
}

/// Blocks that feel something of a space.
fn support(blocks: &[DMatrix<f64>], space: &DMatrix<f64>) -> Vec<usize> {
    (0..blocks.len())
        .filter(|&b| (&blocks[b] * space).amax() > ZERO)
        .collect()
}

/// Blocks in a ring, with spaces that only some neighbours feel.
///
/// Turning back from each of `n` blocks through all others takes `n²` steps, most of which repeat earlier steps.
/// Therefore intervals of blocks are halved repeatedly. For each interval, the stored space contains the vectors that
/// affect only the blocks of this interval, and an equal number of blocks before it. Turning back from a block begins
/// in the shortest of its intervals whose space has an unknown part.
struct Windows<'a> {
    blocks: &'a [DMatrix<f64>],
    /// Number of coefficients of a vector of the whole space.
    size: usize,
    /// The windows, each before the window that contains it.
    windows: Vec<Window>,
}

/// Vectors that affect only the blocks of an interval, and an equal number of blocks before it.
struct Window {
    interval: Range<usize>,
    space: DMatrix<f64>,
}

impl<'a> Windows<'a> {
    fn new(blocks: &'a [DMatrix<f64>], size: usize) -> Self {
        let mut all = Windows {
            blocks,
            size,
            windows: Vec::new(),
        };
        let whole = Window {
            interval: 0..blocks.len(),
            space: DMatrix::identity(size, size),
        };
        all.halve(&whole);
        all
    }

    /// Stores the halves of an interval, and recursively their halves, as long as some vectors affect only these
    /// blocks.
    fn halve(&mut self, from: &Window) {
        let Range { start, end } = from.interval.clone();
        let middle = start.midpoint(end);
        for interval in [start..middle, middle..end] {
            if interval.is_empty() || interval == from.interval {
                continue;
            }
            let mut space = from.space.clone();
            for block in self.outside_of(&interval, &from.interval) {
                space = unfelt(&space, &self.blocks[block]).unwrap_or(space);
            }
            if space.ncols() > 0 {
                let half = Window { interval, space };
                self.halve(&half);
                self.windows.push(half);
            }
        }
    }

    /// Blocks in the window of the interval `outer` that are not in the window of the interval `inner`.
    fn outside_of(&self, inner: &Range<usize>, outer: &Range<usize>) -> Vec<usize> {
        let inner: Vec<usize> = self.window(inner).collect();
        self.window(outer).filter(|block| !inner.contains(block)).collect()
    }

    /// Blocks of an interval and equally many blocks before it, in order.
    fn window(&self, interval: &Range<usize>) -> impl Iterator<Item = usize> + use<> {
        let count = self.blocks.len();
        let before = interval.len().min(count - interval.len());
        (interval.start + count - before..interval.end + count).map(move |block| block % count)
    }

    /// The part that is found by turning back from a block, and that has a component in `open`.
    fn part(&self, first: usize, open: &DMatrix<f64>) -> Part {
        let around = self.windows.iter().filter(|window| window.interval.contains(&first));
        let mut begun = around.filter_map(|window| {
            let behind = first + 1..window.interval.end;
            let space = behind.fold(window.space.clone(), |space, block| {
                unfelt(&space, &self.blocks[block]).unwrap_or(space)
            });
            let before = self.window(&window.interval).take_while(|&block| block != first);
            reaches(&space, open).then(|| (before.collect(), space))
        });
        let whole = || {
            let others = (first + 1..self.blocks.len()).chain(0..first.min(self.blocks.len()));
            (others.collect(), DMatrix::identity(self.size, self.size))
        };
        let (ahead, mut space): (Vec<usize>, _) = begun.next().unwrap_or_else(whole);
        for block in ahead {
            // Nothing can be removed from a single direction.
            if space.ncols() == 1 {
                break;
            }
            let rest = unfelt(&space, &self.blocks[block]);
            if let Some(rest) = rest.filter(|rest| reaches(rest, open)) {
                space = rest;
            }
        }
        Part::new(self.blocks, space)
    }
}

/// The subspace, given by orthonormal columns, that does not affect a block; `None` if nothing in the space affects the
/// block.
///
/// A block has few rows, so that the space loses few directions. Householder reflections (1958) rotate the directions
/// that affect the block into the first columns. The other columns are then an orthonormal basis of the rest.
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

/// The part of a space that is perpendicular to others.
pub fn without(space: &DMatrix<f64>, others: &DMatrix<f64>) -> DMatrix<f64> {
    unfelt(space, &others.transpose()).unwrap_or_else(|| space.clone())
}

/// Whether a space has a component in another space. Both are given by orthonormal columns.
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

    /// Two motions that share no block are separated, even if they are given as sum and difference.
    #[test]
    fn parts_without_a_common_block_are_separated() {
        let h = 0.5_f64.sqrt();
        let blocks = [row(&[h, h]), row(&[h, -h]), row(&[2.0 * h, 2.0 * h])];
        let parts = sparse(&blocks, DMatrix::identity(2, 2));
        let supports: Vec<Vec<usize>> = parts.iter().map(|part| part.support.clone()).collect();
        assert_eq!(supports, [vec![1], vec![0, 2]]);
    }

    /// Springs in a row between `n` masses, the outer springs fixed to the ground: each mass moves two springs, and no
    /// motion moves fewer.
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
        let parts = sparse(&blocks, DMatrix::identity(count, count));
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
