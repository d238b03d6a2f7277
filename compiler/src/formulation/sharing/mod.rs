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
use super::programs::Traceable;
use super::state::StateLayout;
use crate::ir::{Belonging, Phase, Program, Share, Source, Target, share};
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
    /// By thread.
    pub portions: Vec<Portion>,
}

/// The program of one thread.
#[derive(Clone, Debug)]
pub struct Portion {
    /// The program.
    pub program: Program,
    /// By input.
    pub inputs: Vec<Port>,
    /// By output.
    pub outputs: Vec<Port>,
    /// By region: when it is computed, and for whom.
    pub regions: Vec<(Phase, Stage, usize)>,
    /// Number of numbers that it tells the others.
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

/// Finishes an evaluation for so many threads: the program of one thread, which adds in the same order, and that of each.
///
/// # Errors
/// If the vehicle cannot be computed by so many threads: the reason.
pub fn shared(vehicle: Vehicle, unfinished: &Traceable, threads: usize) -> Result<(Traceable, Sharing), &'static str> {
    if iterates(vehicle.mobility) {
        return Err("some of its loops need iteration");
    }
    let assignment = Assignment::new(vehicle, unfinished, threads)?;
    let owners = assignment.threads_of(&unfinished.inputs);
    let evaluation = Traceable {
        program: finish_parted(&unfinished.program, &owners),
        ..unfinished.clone()
    };
    let sharing = assignment.share(&evaluation);
    Ok((evaluation, sharing))
}

/// Who computes which subsystem.
struct Assignment<'a> {
    ownership: Ownership<'a>,
    subsystems: Vec<Option<usize>>,
    threads: usize,
}

impl<'a> Assignment<'a> {
    /// Assigns the subsystems of an evaluation to this number of threads.
    ///
    /// # Errors
    /// If there are too few subsystems that can be computed at the same time: the reason.
    fn new(vehicle: Vehicle<'a>, evaluation: &Traceable, threads: usize) -> Result<Self, &'static str> {
        let ownership = Ownership(vehicle);
        let classes = classes(&ownership, evaluation);
        let mut work: BTreeMap<usize, usize> = BTreeMap::new();
        for (subsystem, price) in evaluation.prices(classes.len()).into_iter().enumerate() {
            *work.entry(classes[subsystem]).or_default() += price.cost;
        }
        let common = classes[BASE];
        let mut order: Vec<(Reverse<usize>, usize)> = work
            .into_iter()
            .filter(|&(class, cost)| class != common && cost > 0)
            .map(|(class, cost)| (Reverse(cost), class))
            .collect();
        order.sort_unstable();
        if order.len() < threads {
            return Err("it has fewer subsystems that can be computed at the same time than threads");
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

    /// By port: its thread; none if all threads have it.
    fn threads_of(&self, ports: &[Port]) -> Vec<Option<usize>> {
        let thread = |port: &Port| self.subsystems[self.ownership.subsystem(*port)];
        ports.iter().map(thread).collect()
    }

    /// The programs of the threads.
    fn share(&self, evaluation: &Traceable) -> Sharing {
        let early: Vec<bool> = evaluation.regions.iter().map(|&(stage, _)| is_early(stage)).collect();
        let belonging = Belonging {
            inputs: &self.threads_of(&evaluation.inputs),
            outputs: &self.threads_of(&evaluation.outputs),
            early: &early,
        };
        let shares = share(&evaluation.program, belonging, self.threads);
        Sharing {
            subsystems: self.subsystems.clone(),
            portions: shares.into_iter().map(|share| portion(evaluation, share)).collect(),
        }
    }
}

/// Whether a stage is computed before the loads are known.
fn is_early(stage: Stage) -> bool {
    stage <= Stage::Velocity
}

fn portion(evaluation: &Traceable, share: Share) -> Portion {
    let input = |source: &Source| match *source {
        Source::Input(place) => evaluation.inputs[place],
        Source::Message(place) => Kind::Received.at(place),
    };
    let output = |target: &Target| match *target {
        Target::Output(place) => evaluation.outputs[place],
        Target::Message(place) => Kind::Sent.at(place),
    };
    let outputs: Vec<Port> = share.outputs.iter().map(output).collect();
    let region = |&(phase, from): &(Phase, usize)| {
        let (stage, subsystem) = evaluation.regions[from];
        (phase, stage, subsystem)
    };
    Portion {
        inputs: share.inputs.iter().map(input).collect(),
        regions: share.regions.iter().map(region).collect(),
        messages: share.messages,
        holdings: Holdings::of(&outputs),
        program: share.program,
        outputs,
    }
}

impl Holdings {
    fn of(outputs: &[Port]) -> Self {
        let mut holdings = Holdings::default();
        for port in outputs.iter().filter(|port| port.component == 0) {
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
