//! Assignment of subsystems to threads.

use super::correction::{Correction, Corrections};
use super::ownership::{BASE, Ownership, Vehicle, classes, firsts};
use super::time::times_in_a_step;
use crate::ir::Value;
use crate::programs::ports::Port;
use crate::programs::unfinished::Unfinished;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const TOO_FEW: &str = "it has fewer subsystems that can be computed at the same time than threads";
const TOO_FEW_IN_LANES: &str =
    "it has fewer subsystems that can be computed at the same time than threads, those in lanes counted once";

/// Who computes which subsystem.
pub(super) struct Assignment<'a> {
    ownership: Ownership<'a>,
    /// By subsystem: its thread; `None` if all threads compute it.
    pub(super) subsystems: Vec<Option<usize>>,
}

impl<'a> Assignment<'a> {
    /// Assigns the subsystems of an evaluation to this number of threads by their work in a step; if the vehicle has
    /// lanes, by their work in lanes.
    ///
    /// # Errors
    /// Returns the reason if there are too few subsystems that can be computed at the same time.
    pub(super) fn new(
        vehicle: Vehicle<'a>,
        unfinished: &Unfinished,
        corrections: &Corrections,
        threads: usize,
    ) -> Result<Self, &'static str> {
        let ownership = Ownership(vehicle);
        let classes = classes(&ownership, unfinished, corrections);
        let mut work: BTreeMap<usize, usize> = BTreeMap::new();
        let computed = unfinished.in_lanes.as_ref().unwrap_or(&unfinished.one_by_one);
        let closed = costs(&ownership, corrections.at_levels());
        for (subsystem, cost) in computed.costs().into_iter().chain(closed) {
            *work.entry(classes[subsystem]).or_default() += cost;
        }
        // A subsystem without its own numbers, such as a driven rack, is known to every thread, which computes it where necessary.
        let own = computed.recorded.inputs.iter().flatten();
        let owners: BTreeSet<usize> = own.map(|port| classes[ownership.subsystem(*port)]).collect();
        let common = classes[BASE];
        let mut order: Vec<(Reverse<usize>, usize)> = work
            .into_iter()
            .filter(|&(class, cost)| class != common && cost > 0 && owners.contains(&class))
            .map(|(class, cost)| (Reverse(cost), class))
            .collect();
        order.sort_unstable();
        if order.len() < threads {
            return Err(match unfinished.in_lanes {
                Some(_) => TOO_FEW_IN_LANES,
                None => TOO_FEW,
            });
        }
        let home = homes(&order, threads);
        Ok(Assignment {
            subsystems: classes.iter().map(|class| home.get(class).copied()).collect(),
            ownership,
        })
    }

    /// By wheel: the position of its spin among the speeds of the state; `None` if the wheel has no spin.
    pub(super) fn spins(&self) -> &[Option<usize>] {
        &self.ownership.0.state.spins
    }

    /// By port: its thread; `None` if all threads have it. Lanes of one value belong to one thread.
    pub(super) fn threads_of(&self, ports: &[Vec<Port>]) -> Vec<Option<usize>> {
        let thread = |lanes: &Vec<Port>| self.subsystems[self.ownership.subsystem(lanes[0])];
        ports.iter().map(thread).collect()
    }
}

/// By subsystem: the time of its corrections in a step ([`crate::ir::Count::cost`]); corrections in lanes count once.
fn costs(ownership: &Ownership, corrections: &[Correction]) -> Vec<(usize, usize)> {
    let subsystems = ownership.0.topology.subsystems.len();
    let of = |correction: &Correction| {
        let firsts = firsts(ownership, &correction.program, &correction.inputs, |_| true);
        let owner = |value: Value| firsts[value.index()].unwrap_or(BASE);
        let counts = correction.program.count_at_once_by(subsystems, owner);
        let times = times_in_a_step(correction.corrected, corrections);
        counts.into_iter().map(move |count| times * count.cost()).enumerate()
    };
    corrections.iter().flat_map(of).collect()
}

/// The thread of each class, given with its work: the class with the most work comes first, and each class goes to the
/// thread with the least work so far (Graham 1969). Among subsystems with equal work, each thread takes neighbours,
/// whose numbers stand side by side in the state.
fn homes(order: &[(Reverse<usize>, usize)], threads: usize) -> BTreeMap<usize, usize> {
    let mut load = vec![0; threads];
    let mut homes = BTreeMap::new();
    for alike in order.chunk_by(|one, next| one.0 == next.0) {
        let mut own: Vec<usize> = Vec::with_capacity(alike.len());
        for (Reverse(cost), _) in alike {
            let idlest = (0..threads).min_by_key(|&thread| (load[thread], thread)).unwrap_or(0);
            own.push(idlest);
            load[idlest] += cost;
        }
        own.sort_unstable();
        homes.extend(alike.iter().map(|(_, class)| *class).zip(own));
    }
    homes
}
