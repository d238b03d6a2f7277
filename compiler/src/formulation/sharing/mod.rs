//! Sharing of an evaluation among threads: which subsystem is whose, and the program of each thread.
//!
//! A subsystem is computed by one thread, the base by all of them, each for itself: what all subsystems contribute to it are
//! a few dozen numbers, which the threads tell each other once an evaluation. Each thread integrates what it computes, so that
//! several steps need no other meeting.

mod ownership;
mod time;

pub use time::{Assumptions, Predicted};

use super::Stage;
use super::corrections::iterates;
use super::ports::{Kind, Port};
use super::state::StateLayout;
use super::unfinished::{Draft, Unfinished};
use crate::ir::{Belonging, Input, Output, Phase, Program, Share, Source, Target, share};
use crate::kinematics::Layout;
use crate::mobility::Mobility;
use crate::model::Model;
use crate::passes::finish_parted;
use crate::topology::Topology;
use ownership::{Ownership, classes};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Position of the base among the subsystems.
const BASE: usize = 0;

/// The evaluation of a vehicle on several threads.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// By subsystem: its thread; none if all threads compute it.
    pub subsystems: Vec<Option<usize>>,
    /// By thread: its program, one subsystem after the other.
    pub portions: Vec<Portion>,
    /// By thread: its program with equal subsystems side by side, where the vehicle has lanes. It holds the same numbers.
    pub in_lanes: Option<Vec<Portion>>,
}

/// The program of one thread.
#[derive(Clone, Debug)]
pub struct Portion {
    /// The program.
    pub program: Program,
    /// By input: what it is, in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<Port>>,
    /// By region: when it is computed, and for which subsystem or side of one; for the base what all threads compute.
    pub regions: Vec<(Phase, Stage, usize)>,
    /// Room for the numbers that it tells the others: as many as one by one or in lanes, whichever are more.
    pub messages: usize,
    /// Work that no other thread does, but all do where it belongs to the base.
    pub holdings: Holdings,
}

/// Numbers of the solver that a thread computes, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Coordinates of the state.
    pub coordinates: Vec<usize>,
    /// Speeds of the state.
    pub speeds: Vec<usize>,
    /// Wheels.
    pub wheels: Vec<usize>,
    /// Margins of an evaluation.
    pub margins: Vec<usize>,
}

/// A vehicle as far as it has to be known to be shared.
#[derive(Clone, Copy)]
pub struct Vehicle<'a> {
    /// As declared.
    pub model: &'a Model,
    /// As analysed.
    pub topology: &'a Topology,
    /// Freedoms.
    pub mobility: &'a Mobility,
    /// Coordinates and speeds of its joints.
    pub layout: &'a Layout,
    /// Numbers of the state.
    pub state: &'a StateLayout,
}

impl Sharing {
    /// By thread: its program where the instruction set has lanes.
    pub fn at_levels(&self) -> &[Portion] {
        self.in_lanes.as_ref().unwrap_or(&self.portions)
    }
}

/// An evaluation made ready for threads: the programs of one thread, which add in the order of the threads.
#[derive(Clone, Debug)]
pub struct Finished {
    /// One subsystem after the other.
    pub one_by_one: Program,
    /// Equal subsystems side by side, where the vehicle has lanes.
    pub in_lanes: Option<Program>,
}

/// Finishes an evaluation for so many threads: the program of one thread, which adds in the same order, and that of each.
///
/// # Errors
/// If the vehicle cannot be computed by so many threads: the reason.
pub fn shared(vehicle: Vehicle, unfinished: &Unfinished, threads: usize) -> Result<(Finished, Sharing), &'static str> {
    if iterates(vehicle.mobility) {
        return Err("some of its loops need iteration");
    }
    let assignment = Assignment::new(vehicle, unfinished, threads)?;
    let one_by_one = assignment.share(&unfinished.one_by_one);
    let in_lanes = unfinished.in_lanes.as_ref().map(|draft| assignment.share(draft));
    let editions = [Some(&one_by_one), in_lanes.as_ref()];
    let told = |thread: usize| {
        editions
            .iter()
            .flatten()
            .map(|shared| shared.shares[thread].messages)
            .max()
    };
    let told: Vec<usize> = (0..threads).filter_map(told).collect();
    let sharing = Sharing {
        portions: one_by_one.portions(&assignment, &told),
        in_lanes: in_lanes.as_ref().map(|shared| shared.portions(&assignment, &told)),
        subsystems: assignment.subsystems,
    };
    debug_assert!(
        sharing
            .portions
            .iter()
            .zip(sharing.at_levels())
            .all(|(one, other)| one.holdings == other.holdings)
    );
    let finished = Finished {
        one_by_one: one_by_one.program,
        in_lanes: in_lanes.map(|shared| shared.program),
    };
    Ok((finished, sharing))
}

/// Who computes which subsystem.
struct Assignment<'a> {
    ownership: Ownership<'a>,
    subsystems: Vec<Option<usize>>,
    threads: usize,
}

impl<'a> Assignment<'a> {
    /// Assigns the subsystems of an evaluation to this number of threads, by their work in lanes where there are any.
    ///
    /// # Errors
    /// If there are too few subsystems that can be computed at the same time: the reason.
    fn new(vehicle: Vehicle<'a>, unfinished: &Unfinished, threads: usize) -> Result<Self, &'static str> {
        let ownership = Ownership(vehicle);
        let classes = classes(&ownership, unfinished);
        let mut work: BTreeMap<usize, usize> = BTreeMap::new();
        let computed = unfinished.in_lanes.as_ref().unwrap_or(&unfinished.one_by_one);
        for (subsystem, cost) in computed.costs() {
            *work.entry(classes[subsystem]).or_default() += cost;
        }
        let common = classes[BASE];
        let mut order: Vec<(Reverse<usize>, usize)> = work
            .into_iter()
            .filter(|&(class, cost)| class != common && cost > 0)
            .map(|(class, cost)| (Reverse(cost), class))
            .collect();
        order.sort_unstable();
        if order.len() < threads {
            return Err(match unfinished.in_lanes {
                Some(_) => {
                    "it has fewer subsystems that can be computed at the same time than threads, those in lanes counted once"
                }
                None => "it has fewer subsystems that can be computed at the same time than threads",
            });
        }
        // The largest first, each to the thread with least work so far (Graham 1969).
        let mut load = vec![0; threads];
        let mut home: BTreeMap<usize, usize> = BTreeMap::new();
        for (Reverse(cost), class) in order {
            let idlest = (0..threads).min_by_key(|&thread| (load[thread], thread)).unwrap_or(0);
            home.insert(class, idlest);
            load[idlest] += cost;
        }
        Ok(Assignment {
            subsystems: classes.iter().map(|class| home.get(class).copied()).collect(),
            ownership,
            threads,
        })
    }

    /// By port: its thread; none if all threads have it. Lanes of one value are one thread's.
    fn threads_of(&self, ports: &[Vec<Port>]) -> Vec<Option<usize>> {
        let thread = |lanes: &Vec<Port>| self.subsystems[self.ownership.subsystem(lanes[0])];
        ports.iter().map(thread).collect()
    }

    /// A draft made ready for the threads.
    fn share<'d>(&self, draft: &'d Draft) -> Shared<'d> {
        let inputs = self.threads_of(&draft.recorded.inputs);
        let program = finish_parted(&draft.program, &inputs);
        let early: Vec<bool> = draft
            .recorded
            .regions
            .iter()
            .map(|&(stage, _)| is_early(stage))
            .collect();
        let belonging = Belonging {
            inputs: &inputs,
            outputs: &self.threads_of(&draft.recorded.outputs),
            early: &early,
        };
        Shared {
            draft,
            shares: share(&program, belonging, self.threads),
            program,
        }
    }
}

/// A draft made ready for threads.
struct Shared<'d> {
    draft: &'d Draft,
    /// The program of one thread.
    program: Program,
    /// By thread.
    shares: Vec<Share>,
}

impl Shared<'_> {
    /// The programs of the threads, which tell so many numbers each.
    fn portions(&self, assignment: &Assignment, told: &[usize]) -> Vec<Portion> {
        let shares = self.shares.iter().enumerate();
        shares
            .map(|(thread, share)| self.portion(assignment, told, thread, share))
            .collect()
    }

    fn portion(&self, assignment: &Assignment, told: &[usize], thread: usize, share: &Share) -> Portion {
        let Draft {
            recorded, subsystems, ..
        } = self.draft;
        let lanes =
            |kind: Kind, first: usize, count: u32| (first..first + count as usize).map(|k| kind.at(k)).collect();
        let input = |(source, input): (&Source, &Input)| match *source {
            Source::Input(place) => recorded.inputs[place].clone(),
            Source::Message { from, first } => {
                let before: usize = told[..from].iter().sum();
                lanes(Kind::Received, before + first, input.lanes)
            }
        };
        let output = |(target, output): (&Target, &Output)| match *target {
            Target::Output(place) => recorded.outputs[place].clone(),
            Target::Message(first) => lanes(Kind::Sent, first, share.program.node(output.value).lanes),
        };
        let region = |&(phase, from): &(Phase, usize)| {
            let (stage, part) = recorded.regions[from];
            let is_own = assignment.subsystems[subsystems[part]] == Some(thread);
            (phase, stage, if is_own { part } else { BASE })
        };
        let outputs: Vec<Vec<Port>> = share.outputs.iter().zip(&share.program.outputs).map(output).collect();
        Portion {
            program: share.program.clone(),
            inputs: share.inputs.iter().zip(&share.program.inputs).map(input).collect(),
            regions: share.regions.iter().map(region).collect(),
            messages: told[thread],
            holdings: Holdings::of(outputs.iter().flatten()),
            outputs,
        }
    }
}

/// Whether a stage is computed before the loads are known.
fn is_early(stage: Stage) -> bool {
    stage <= Stage::Velocity
}

impl Holdings {
    fn of<'p>(outputs: impl Iterator<Item = &'p Port>) -> Self {
        let mut holdings = Holdings::default();
        for port in outputs.filter(|port| port.component == 0) {
            match port.kind {
                Kind::CoordinateRate => holdings.coordinates.push(port.index),
                Kind::SpeedRate => holdings.speeds.push(port.index),
                Kind::WheelCentre => holdings.wheels.push(port.index),
                Kind::StepMargin | Kind::PivotMargin => holdings.margins.push(port.index),
                _ => {}
            }
        }
        let Holdings {
            coordinates,
            speeds,
            wheels,
            margins,
        } = &mut holdings;
        [coordinates, speeds, wheels, margins]
            .into_iter()
            .for_each(|places| places.sort_unstable());
        holdings
    }
}
