//! Bodies connected by ties of any kind.

use crate::model::BodyId;
use petgraph::unionfind::UnionFind;

/// Divides bodies into sets, each in the given order. Two bodies are in one set if a tie contains both bodies, or if a
/// chain of ties over given bodies connects them.
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
        // Body 9 is not given, so that it does not connect anything.
        let sets = tied(&bodies, [tie(&[5, 1]), tie(&[1, 3]), tie(&[2, 9]), tie(&[9, 4])]);
        assert_eq!(sets, [tie(&[1, 3, 5]), tie(&[2]), tie(&[4])]);
    }
}
