//! Choice of the parameters and figures that a scatter matrix has room for.

use super::Sweep;

/// Largest number of columns of a matrix, for paper of A4.
const COLUMNS: usize = 6;
/// Largest number of rows of a matrix.
const ROWS: usize = 8;

/// Parameters and figures of the matrices, as positions.
pub(super) struct Choice {
    /// Parameters with the largest effects, in the order of the plan.
    pub parameters: Vec<usize>,
    /// The first figures of which variants have values that differ.
    pub figures: Vec<usize>,
}

impl Choice {
    pub(super) fn of(sweep: &Sweep) -> Self {
        let mut parameters: Vec<usize> = (0..sweep.parameters.len()).collect();
        let size = |parameter: usize| {
            let effects = sweep.figures.iter().flat_map(|figure| &figure.effects);
            let own = effects.filter(|effect| effect.parameter == parameter);
            own.map(super::Effect::size).fold(0.0, f64::max)
        };
        parameters.sort_by(|one, other| size(*other).total_cmp(&size(*one)));
        parameters.truncate(COLUMNS);
        parameters.sort_unstable();
        let varies = |figure: &usize| {
            let quantiles = sweep.figures[*figure].quantiles;
            quantiles.is_some_and(|[least, .., greatest]| greatest > least)
        };
        Self {
            parameters,
            figures: (0..sweep.figures.len()).filter(varies).take(ROWS).collect(),
        }
    }

    /// What is left out, in words; empty if nothing is.
    pub(super) fn words(&self, sweep: &Sweep) -> String {
        let mut words = Vec::new();
        let (shown, all) = (self.parameters.len(), sweep.parameters.len());
        if shown < all {
            words.push(format!("the {shown} of {all} parameters with the largest effects"));
        }
        let (shown, all) = (self.figures.len(), sweep.figures.len());
        if shown < all {
            words.push(format!("{shown} of {all} figures, the first that differ"));
        }
        words.join("; ")
    }

    /// Figures of the matrix of figures among each other.
    pub(super) fn among(&self) -> &[usize] {
        &self.figures[..self.figures.len().min(COLUMNS + 1)]
    }
}
