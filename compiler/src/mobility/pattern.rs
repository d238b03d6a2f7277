//! Sparsity of a symmetric matrix, and what elimination makes of it.

use std::collections::BTreeSet;

/// Entries of the lower triangle of a symmetric matrix, diagonal included, that can be other than zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// By column: rows.
    columns: Vec<BTreeSet<usize>>,
}

impl Pattern {
    /// Of an empty matrix of that size.
    pub fn new(size: usize) -> Self {
        Pattern {
            columns: vec![BTreeSet::new(); size],
        }
    }

    /// Adds an entry and its mirror image.
    ///
    /// # Panics
    /// If the matrix is not so large.
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

    /// The pattern of the factors and of all that appears on the way, for elimination in the order of the unknowns.
    ///
    /// Eliminating an unknown couples all later ones that it meets. It is enough to tell the first of these, which
    /// passes on what it has been told when its own turn comes (George & Liu 1981).
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

    /// The same matrix with its unknowns in another order: `order[k]` is the present place of the new `k`.
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

    /// An arrow: all unknowns meet one. Eliminated first it couples all, eliminated last none.
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
