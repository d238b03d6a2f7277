//! The largest distance of a point of a vehicle from the origin.
//!
//! The limit finds lengths in millimetres that are given as metres; `size: accept` turns the limit off. For a train the
//! limit grows with the number of bodies that are coupled in a row. The longest bodies of road vehicles, which are
//! semitrailers and the parts of articulated buses, are 12 to 16.5 m long (Directive 96/53/EC, annex I, 1.1). The
//! bodies of Australian road trains are not longer.

use super::expand::size::is_accepted;
use super::namespace::Kind;
use super::quantity::LONGEST;
use super::scope::Scope;
use crate::diag::Diagnostics;
use std::collections::VecDeque;

/// Amount [m] that each body in a row of coupled bodies adds to the limit.
const BODY: f64 = 20.0;

/// The limit for the points of a vehicle [m]; `None` if its size is accepted.
pub(super) fn of(scope: &Scope) -> f64 {
    if is_accepted(scope.settings.iter().copied()) {
        return f64::INFINITY;
    }
    LONGEST.max(BODY * row(scope) as f64)
}

/// The greatest number of bodies in a row, counted by joints and links from the ground outward. Names that cannot be
/// resolved are not counted; they are reported elsewhere.
fn row(scope: &Scope) -> usize {
    let neighbours = neighbours(scope);
    let mut rows: Vec<Option<usize>> = vec![None; neighbours.len()];
    rows[0] = Some(0);
    let mut next = VecDeque::from([(0, 0)]);
    let mut longest = 0;
    while let Some((body, row)) = next.pop_front() {
        longest = row;
        for &other in &neighbours[body] {
            if rows[other].is_none() {
                rows[other] = Some(row + 1);
                next.push_back((other, row + 1));
            }
        }
    }
    longest
}

/// By body: the bodies to which joints and links connect it.
fn neighbours(scope: &Scope) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); scope.count(Kind::Body)];
    for joint in scope
        .elements
        .iter()
        .filter(|each| ["joint", "link"].contains(&each.declared.keyword.text.as_str()))
    {
        let arguments = joint.declared.form.iter().flat_map(|form| &form.arguments);
        let find = |body| scope.find(Kind::Body, body, joint.group, &mut Diagnostics::default());
        let [Some(first), Some(second)] = arguments.map(find).collect::<Vec<_>>()[..] else {
            continue;
        };
        let images = [first, second].map(|body| scope.image(Kind::Body, body));
        for [one, other] in [[first, second], images] {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
    }
    neighbours
}
