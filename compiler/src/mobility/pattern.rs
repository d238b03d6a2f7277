//! Sparsity of a symmetric matrix, and the entries that elimination adds.

use std::collections::BTreeSet;

/// Entries of the lower triangle of a symmetric matrix, diagonal included, that may be different from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// By column: the rows with an entry.
    columns: Vec<BTreeSet<usize>>,
}

impl Pattern {
    /// The pattern of an empty matrix of this size.
    pub fn new(size: usize) -> Self {
        Pattern {
            columns: vec![BTreeSet::new(); size],
        }
    }

    /// Adds an entry and its mirror image.
    ///
    /// # Panics
    /// If the matrix is smaller.
    pub fn add(&mut self, a: usize, b: usize) {
        self.columns[a.min(b)].insert(a.max(b));
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.columns.len()
    }

    /// Whether the entry or its mirror image is there.
    pub fn has(&self, a: usize, b: usize) -> bool {
        self.columns[a.min(b)].contains(&a.max(b))
    }

    /// Entries of the lower triangle.
    pub fn entries(&self) -> usize {
        self.columns.iter().map(BTreeSet::len).sum()
    }

    /// The pattern of the factors, including all entries that appear on the way, for elimination in the order of the
    /// unknowns.
    ///
    /// Eliminating an unknown couples all later unknowns with which it has an entry. It is sufficient to add these
    /// entries to the first of the later unknowns. This unknown passes the entries on when it is eliminated (George &
    /// Liu 1981).
    pub fn factorised(&self) -> Pattern {
        let mut columns = self.columns.clone();
        for pivot in 0..columns.len() {
            let later: BTreeSet<usize> = columns[pivot].range(pivot + 1..).copied().collect();
            if let Some(&next) = later.first() {
                columns[next].extend(later);
            }
        }
        Pattern { columns }
    }

    /// This matrix with its unknowns in a different order: `order[k]` is the present position of the unknown that
    /// moves to `k`.
    pub fn reordered(&self, order: &[usize]) -> Pattern {
        let mut place = vec![0; self.size()];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let mut pattern = Pattern::new(self.size());
        for (column, rows) in self.columns.iter().enumerate() {
            rows.iter().for_each(|&row| pattern.add(place[row], place[column]));
        }
        pattern
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use nalgebra::DMatrix;

    /// A matrix of random numbers where the pattern has entries, eliminated without pivoting.
    #[test]
    fn what_is_filled_in_is_what_elimination_fills_in() {
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let size = 12;
            let mut pattern = Pattern::new(size);
            (0..size).for_each(|a| pattern.add(a, a));
            (0..size + 3).for_each(|_| pattern.add(rng.usize(..size), rng.usize(..size)));
            let mut m = DMatrix::zeros(size, size);
            for (a, b) in (0..size).flat_map(|a| (0..=a).map(move |b| (a, b))) {
                if pattern.has(a, b) {
                    m[(a, b)] = 0.5 + rng.f64();
                    m[(b, a)] = m[(a, b)];
                }
            }
            let factorised = pattern.factorised();
            for pivot in 0..size {
                let column = m.column(pivot).clone_owned() / m[(pivot, pivot)];
                let row = m.row(pivot).clone_owned();
                for a in pivot + 1..size {
                    assert_eq!(factorised.has(a, pivot), row[a] != 0.0, "{a}, {pivot}");
                    (pivot + 1..size).for_each(|b| m[(a, b)] -= column[a] * row[b]);
                }
            }
        }
    }

    /// An arrow: one unknown has entries with all others. If this unknown is eliminated first, it couples all other
    /// unknowns; if it is eliminated last, it couples none.
    #[test]
    fn an_arrow_fills_in_from_its_tip_only() {
        let mut arrow = Pattern::new(5);
        (0..5).for_each(|k| arrow.add(k, k));
        (0..5).for_each(|k| arrow.add(0, k));
        assert_eq!((arrow.entries(), arrow.factorised().entries()), (9, 15));
        let turned = arrow.reordered(&[1, 2, 3, 4, 0]);
        assert_eq!((turned.entries(), turned.factorised().entries()), (9, 9));
    }
}
