//! Values that one function leaves for another. Each has a place in a workspace.

use super::routine::Routine;
use crate::ir::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Size of a place: the number of values, and the number of turns of a loop.
pub type Class = (u32, u32);

/// Place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Size of the place.
    pub class: Class,
    /// Position among the places of this size.
    pub index: usize,
}

/// Places of each size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workspace {
    /// By size: number of places.
    pub places: BTreeMap<Class, usize>,
}

impl Workspace {
    /// Extends it to as many places of each size as `other` has.
    pub fn merge(&mut self, other: &Workspace) {
        for (&class, &count) in &other.places {
            let own = self.places.entry(class).or_default();
            *own = count.max(*own);
        }
    }

    /// Its size [bytes].
    pub fn bytes(&self) -> usize {
        let size = |(&(width, turns), count): (&Class, &usize)| (width * turns) as usize * count;
        size_of::<f64>() * self.places.iter().map(size).sum::<usize>()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// By value that a region other than its own fetches: the last region that fetches the value.
///
/// Accelerations may be computed again at the same positions. Values of the kinematics that they fetch are kept to the
/// end.
pub(super) fn fetched_until(routine: &Routine) -> BTreeMap<Value, u32> {
    let program = &routine.ported.program;
    let kinematics = routine.functions.iter().filter(|function| function.is_kinematics());
    let kinematics: BTreeSet<u32> = kinematics.map(|function| function.region).collect();
    let mut until = BTreeMap::new();
    for (region, values) in (0..).zip(program.fetched()) {
        for value in values {
            let is_before = kinematics.contains(&program.node(value).region) && !kinematics.contains(&region);
            until.insert(value, if is_before { u32::MAX } else { region });
        }
    }
    until
}

/// By value: its place, in the order in which values are computed.
///
/// No place is used twice by one text. Most values live until the end of an evaluation, so reuse would save only a
/// twentieth of the places. Values scattered over free places are loaded and stored one by one, which cost the HMMWV's
/// baseline a twentieth of its time. Texts share the places: only one of them runs.
///
/// Slopes of a batch are the exception. Their values are many and short-lived. Each value is loaded and stored
/// separately anyway, since it fills registers with the numbers of eight vehicles.
pub(super) fn allocate(routine: &Routine) -> Vec<Option<Slot>> {
    let mut slots = vec![None; routine.ported.program.nodes.len()];
    let mut places = Places {
        are_reused: routine.form.is_batch() && routine.runs_through(),
        ..Places::default()
    };
    for (value, until) in fetched_until(routine) {
        let class = (routine.width(value), routine.turns(value));
        let region = routine.ported.program.node(value).region;
        slots[value.index()] = Some(places.take(class, region, until));
    }
    slots
}

/// Places that have been assigned.
#[derive(Default)]
struct Places {
    /// Whether a place is assigned again after the last fetch of its value.
    are_reused: bool,
    taken: BTreeMap<Class, usize>,
    free: BTreeMap<Class, Vec<usize>>,
    /// Places in use, by the last region that fetches their values.
    used: BTreeMap<u32, Vec<Slot>>,
}

impl Places {
    /// Returns a place for a value that is computed by `region` and fetched up to the region `until`. Values come in
    /// the order of their regions.
    fn take(&mut self, class: Class, region: u32, until: u32) -> Slot {
        if self.are_reused {
            let later = self.used.split_off(&region);
            for Slot { class, index } in std::mem::replace(&mut self.used, later).into_values().flatten() {
                self.free.entry(class).or_default().push(index);
            }
        }
        let index = self.free.get_mut(&class).and_then(Vec::pop).unwrap_or_else(|| {
            let taken = self.taken.entry(class).or_default();
            *taken += 1;
            *taken - 1
        });
        let slot = Slot { class, index };
        self.used.entry(until).or_default().push(slot);
        slot
    }
}
