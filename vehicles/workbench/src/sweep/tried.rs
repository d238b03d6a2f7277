//! Tries some variants of a sweep before all of them are computed, so that wrong names are reported at once.
//!
//! A figure that a single variant does not have is no mistake: for example, a mode may be overdamped in this variant.
//! The choice of the tried variants depends on the plan alone, so every shard of a sweep gives the same judgement.

use super::row::Found;
use super::workplace::Workplace;
use super::{Row, Sweep};
use crate::problem::Problem;
use std::cell::Cell;

/// Parts of the sweep at which further variants are tried if the first variant does not have all figures: numerators of a
/// quarter.
const QUARTERS: [u64; 4] = [2, 1, 3, 4];

impl Sweep {
    /// Computes the first point. If the first variant does not have all figures, some other variants, spread over the
    /// sweep, are computed as well.
    ///
    /// # Errors
    /// Returns an error if a parameter cannot be changed, a study is not possible for the vehicle, or none of these
    /// variants has a figure with a given name. All such mistakes are reported.
    pub fn tried(&self) -> Result<Row, Problem> {
        let variants = self.variants()?;
        let tried = Cell::new(Err(Problem::Finding("no variant was tried".to_owned())));
        self.abreast(1, &|| tried.set(self.tried_at(Workplace::of(self, variants))));
        tried.into_inner()
    }

    fn tried_at(&self, mut place: Workplace<'_>) -> Result<Row, Problem> {
        let first = place.found(0);
        let mut seen = Seen::default();
        seen.note(&first)?;
        let mut last = 0;
        for index in QUARTERS.map(|quarter| (self.count() - 1) * quarter / 4) {
            if seen.has_all() {
                break;
            }
            // A short sweep has one variant at several parts.
            if index > 0 && index != last {
                seen.note(&place.found(index))?;
            }
            last = index;
        }
        seen.judged().map(|()| first.row)
    }
}

/// Figures of the variants that were tried.
#[derive(Default)]
struct Seen {
    /// For each figure, whether a variant has it.
    has: Vec<bool>,
    /// For each figure, the reason of the first variant whose study does not have it.
    reasons: Vec<Option<String>>,
}

impl Seen {
    /// Notes the figures of a variant.
    ///
    /// # Errors
    /// The questions that cannot be asked.
    fn note(&mut self, found: &Found) -> Result<(), Problem> {
        if !found.misuses.is_empty() {
            return Err(Problem::Misuse(found.misuses.join("\n")));
        }
        self.has.resize(found.units.len(), false);
        self.reasons.resize(found.units.len(), None);
        for (column, has) in self.has.iter_mut().enumerate() {
            *has |= found.units[column].is_some();
            if let (None, Some(reason)) = (&self.reasons[column], &found.unknown[column]) {
                self.reasons[column] = Some(reason.clone());
            }
        }
        Ok(())
    }

    fn has_all(&self) -> bool {
        self.has.iter().all(|has| *has)
    }

    /// An error with the names of figures that no variant has, though its study has others.
    fn judged(self) -> Result<(), Problem> {
        let each = self.has.into_iter().zip(self.reasons);
        let unknown: Vec<String> = each.filter_map(|(has, reason)| reason.filter(|_| !has)).collect();
        match unknown.is_empty() {
            true => Ok(()),
            false => Err(Problem::Misuse(unknown.join("\n"))),
        }
    }
}
