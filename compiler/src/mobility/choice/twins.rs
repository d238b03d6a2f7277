//! Makes one choice for all sides: in subsystems and chains of equal structure, corresponding equations are solved for
//! corresponding speeds, in one order.
//!
//! Each group of loops is partitioned at its own poses, and two choices may be almost equally good. The left and the
//! right side could therefore get different independent coordinates. To avoid this, the choice of one side is used for
//! all sides: the first choice that is regular everywhere. If the sides are computed in the lanes of one program, they
//! share a choice in any case.

use crate::kinematics::Mechanism;
use crate::mobility::Closure;
use crate::topology::alike::{Class, Member};
use std::collections::BTreeSet;

/// An equation `(loop, row)` with the speed that it is solved for.
pub type Pivot = ((usize, usize), usize);

/// Replaces the choices of the closures by equal choices, where this is possible. `chosen` is given the position of a
/// closure and pivots. It returns the closure with these pivots, or `None` if they are not regular at all poses.
pub fn equal_choices(
    mechanism: &Mechanism,
    mut closures: Vec<Closure>,
    chosen: impl Fn(usize, &[Pivot]) -> Option<Closure>,
) -> Vec<Closure> {
    let alike = &mechanism.topology.alike;
    for class in alike.subsystems.iter().chain(&alike.chains) {
        let sides = Sides::new(mechanism, class);
        let mut refused = BTreeSet::new();
        let equal = (0..class.members.len()).find_map(|side| {
            sides.with_choice_of(side, &closures, |position, pivots| {
                // Many sides propose one choice: a choice that has failed once is not tried again.
                let key = (position, pivots.to_vec());
                if refused.contains(&key) {
                    return None;
                }
                let closure = chosen(position, pivots);
                if closure.is_none() {
                    refused.insert(key);
                }
                closure
            })
        });
        closures = equal.unwrap_or(closures);
    }
    closures
}

/// The members of a class. Elements at the same position of two members correspond.
struct Sides<'a> {
    members: &'a [Member],
    /// By member: the speeds of its joints.
    speeds: Vec<Vec<usize>>,
}

impl<'a> Sides<'a> {
    fn new(mechanism: &Mechanism, class: &'a Class) -> Self {
        let slots = |member: &Member| {
            let slots = member.bodies.iter().map(|&body| mechanism.layout.slot(body).v.clone());
            slots.flatten().collect()
        };
        Sides {
            members: &class.members,
            speeds: class.members.iter().map(slots).collect(),
        }
    }

    /// All closures with the choice of one side applied to all sides; `None` if the choice is not regular on some side.
    fn with_choice_of(
        &self,
        side: usize,
        closures: &[Closure],
        mut chosen: impl FnMut(usize, &[Pivot]) -> Option<Closure>,
    ) -> Option<Vec<Closure>> {
        let choice: Vec<Pivot> = closures
            .iter()
            .filter(|closure| closure.partition_lasts())
            .flat_map(pivots)
            .filter(|pivot| self.side_of(pivot) == Some(side))
            .collect();
        let with = |(position, closure): (usize, &Closure)| {
            let own: Vec<Pivot> = pivots(closure).collect();
            let wanted = self.exchanged(&own, &choice, side)?;
            match wanted == own || !closure.partition_lasts() {
                true => Some(closure.clone()),
                false => chosen(position, &wanted),
            }
        };
        closures.iter().enumerate().map(with).collect()
    }

    /// The pivots of a closure, with the pivots of each side replaced by the corresponding pivots of the choice. The
    /// new pivots keep the places of the replaced pivots and come in the order of the choice. `None` if the choice has
    /// fewer pivots than a side.
    fn exchanged(&self, own: &[Pivot], choice: &[Pivot], side: usize) -> Option<Vec<Pivot>> {
        let mut mapped: Vec<_> = (0..self.members.len())
            .map(|to| choice.iter().filter_map(move |pivot| self.moved(pivot, side, to)))
            .collect();
        let exchange = |pivot: &Pivot| match self.side_of(pivot) {
            Some(own) => mapped[own].next(),
            None => Some(*pivot),
        };
        own.iter().map(exchange).collect()
    }

    /// The member that has both the pivot's speed and the loop of its equation.
    fn side_of(&self, &((l, _), speed): &Pivot) -> Option<usize> {
        let is_own = |side: &usize| self.speeds[*side].contains(&speed) && self.members[*side].loops.contains(&l);
        (0..self.members.len()).find(is_own)
    }

    /// The corresponding pivot on another side.
    fn moved(&self, &((l, row), speed): &Pivot, from: usize, to: usize) -> Option<Pivot> {
        let place = self.members[from].loops.iter().position(|&own| own == l)?;
        let column = self.speeds[from].iter().position(|&own| own == speed)?;
        Some((
            (*self.members[to].loops.get(place)?, row),
            *self.speeds[to].get(column)?,
        ))
    }
}

/// The pivots of a closure, in order of elimination.
fn pivots(closure: &Closure) -> impl Iterator<Item = Pivot> + '_ {
    closure.pivots.iter().map(|&(row, speed)| (closure.rows[row], speed))
}
