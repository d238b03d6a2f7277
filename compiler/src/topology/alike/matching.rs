//! Correspondence between the bodies of two substructures.

use super::compare::{Comparison, Roles};
use super::substructure::{Substructure, Tie};
use crate::model::Model;
use crate::topology::Topology;

/// Largest number of bodies tried before two substructures of equal signature count as different. It is far more than
/// any vehicle needs, so that a contrived vehicle cannot take unlimited time.
const TRIALS: usize = 10_000;

/// Returns the substructure with bodies and ties in the order of the pattern, if their structures are equal. If several
/// orders are possible, it takes an order with few differing constants, directly or mirrored.
pub fn in_order_of(
    model: &Model,
    topology: &Topology,
    pattern: &Substructure,
    substructure: &Substructure,
) -> Option<Substructure> {
    if pattern.signature != substructure.signature {
        return None;
    }
    let orders = [false, true].map(|mirrored| {
        let roles = &Roles::default();
        let comparison = Comparison {
            model,
            topology,
            roles,
            mirrored,
        };
        let bodies = Correspondence::new(&comparison, pattern, substructure).run()?;
        let ties = ties(&comparison, pattern, substructure, &bodies)?;
        let ordered = substructure.reordered(&bodies, &ties);
        let (attachments, constants) = comparison.substructures([pattern, &ordered]);
        Some((attachments.len() + constants.len(), ordered))
    });
    let best = orders.into_iter().flatten().min_by_key(|&(differences, _)| differences);
    best.map(|(_, ordered)| ordered)
}

/// Depth-first search over the bodies of the pattern in tree order.
struct Correspondence<'a> {
    comparison: &'a Comparison<'a>,
    pattern: &'a Substructure,
    substructure: &'a Substructure,
    /// The bodies that correspond to the first bodies of the pattern.
    image: Vec<usize>,
    trials: usize,
}

impl<'a> Correspondence<'a> {
    fn new(comparison: &'a Comparison<'a>, pattern: &'a Substructure, substructure: &'a Substructure) -> Self {
        Correspondence {
            comparison,
            pattern,
            substructure,
            image: Vec::new(),
            trials: 0,
        }
    }

    /// By position in the pattern: the position in the other substructure.
    fn run(mut self) -> Option<Vec<usize>> {
        self.extend().then_some(self.image)
    }

    fn extend(&mut self) -> bool {
        let next = self.image.len();
        if next == self.pattern.bodies.len() {
            return true;
        }
        for candidate in self.candidates(next) {
            self.trials += 1;
            if self.trials > TRIALS {
                return false;
            }
            self.image.push(candidate);
            if self.is_tied_alike(next) && self.extend() {
                return true;
            }
            self.image.pop();
        }
        false
    }

    /// Bodies with the same subtree on the corresponding parent, in ascending order of differences.
    fn candidates(&self, place: usize) -> Vec<usize> {
        let parent = self.pattern.parents[place].map(|parent| self.image[parent]);
        let is_possible = |&candidate: &usize| {
            self.substructure.parents[candidate] == parent
                && !self.image.contains(&candidate)
                && self.substructure.subtrees[candidate] == self.pattern.subtrees[place]
        };
        let mut candidates: Vec<usize> = (0..self.substructure.bodies.len()).filter(is_possible).collect();
        candidates.sort_by_key(|&candidate| {
            let places = [(self.pattern, place), (self.substructure, candidate)];
            self.comparison.bodies(places).len()
        });
        candidates
    }

    /// Whether the body at this position and its image have equal ties to the bodies that already correspond.
    fn is_tied_alike(&self, place: usize) -> bool {
        let known = |other: usize| (other <= place).then_some(other);
        let origin = |other: usize| self.image.iter().position(|&image| image == other);
        bonds(&self.pattern.ties, place, known) == bonds(&self.substructure.ties, self.image[place], origin)
    }
}

/// Ties of a body to other bodies: label, end, and position of the other body in the pattern; sorted.
fn bonds(ties: &[Tie], place: usize, in_pattern: impl Fn(usize) -> Option<usize>) -> Vec<(&str, usize, usize)> {
    let mut bonds = Vec::new();
    for tie in ties {
        for end in [0, 1] {
            let other = tie.places[1 - end].and_then(&in_pattern);
            if let (true, Some(other)) = (tie.places[end] == Some(place), other) {
                bonds.push((tie.label.as_str(), end, other));
            }
        }
    }
    bonds.sort_unstable();
    bonds
}

/// For each tie of the pattern, the corresponding tie of the other substructure. Of several ties between two bodies,
/// the tie with fewest differences is taken.
fn ties(
    comparison: &Comparison,
    pattern: &Substructure,
    substructure: &Substructure,
    bodies: &[usize],
) -> Option<Vec<usize>> {
    let mut taken: Vec<usize> = Vec::new();
    for tie in &pattern.ties {
        let places = tie.places.map(|place| place.map(|place| bodies[place]));
        let is_possible = |&candidate: &usize| {
            let other = &substructure.ties[candidate];
            !taken.contains(&candidate) && other.label == tie.label && other.places == places
        };
        let differences = |&candidate: &usize| {
            let (attachments, constants) = comparison.ties([tie, &substructure.ties[candidate]]);
            attachments.len() + constants.len()
        };
        let candidates = (0..substructure.ties.len()).filter(is_possible);
        let best = candidates.min_by_key(differences)?;
        taken.push(best);
    }
    Some(taken)
}
