//! Bodies that hang together by whatever is said to tie them.

use crate::model::BodyId;
use petgraph::unionfind::UnionFind;

/// The bodies in sets, each in the order given: two are in one if a tie holds both, or a chain of ties leads from one to
/// the other over bodies that are given.
pub fn tied(bodies: &[BodyId], ties: impl IntoIterator<Item = Vec<BodyId>>) -> Vec<Vec<BodyId>> {
    let place = |body: &BodyId| bodies.iter().position(|b| b == body);
    let mut together: UnionFind<usize> = UnionFind::new(bodies.len());
    for tie in ties {
        let mut held = tie.iter().filter_map(place);
        if let Some(first) = held.next() {
            held.for_each(|other| {
                together.union(first, other);
            });
        }
    }
    let mut sets: Vec<(usize, Vec<BodyId>)> = Vec::new();
    for (position, &body) in bodies.iter().enumerate() {
        let key = together.find(position);
        match sets.iter_mut().find(|(known, _)| *known == key) {
            Some((_, set)) => set.push(body),
            None => sets.push((key, vec![body])),
        }
    }
    sets.into_iter().map(|(_, set)| set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_ties_hold_bodies_together() {
        let bodies: Vec<BodyId> = (1..6).map(BodyId::from).collect();
        let tie = |ids: &[usize]| ids.iter().map(|&id| BodyId::from(id)).collect::<Vec<_>>();
        // Body 9 is not given: it ties nothing.
        let sets = tied(&bodies, [tie(&[5, 1]), tie(&[1, 3]), tie(&[2, 9]), tie(&[9, 4])]);
        assert_eq!(sets, [tie(&[1, 3, 5]), tie(&[2]), tie(&[4])]);
    }
}
