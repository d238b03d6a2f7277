//! The programs of the threads.

use super::assignment::Assignment;
use super::ownership::{BASE, is_early};
use super::portion::{Holdings, Portion};
use crate::ir::{Belonging, Input, Output, Phase, Program, Share, Source, Target, share};
use crate::passes::finish_parted;
use crate::programs::ports::{Kind, Port};
use crate::programs::unfinished::Draft;

/// A draft made ready for threads.
pub(super) struct Shared<'d> {
    draft: &'d Draft,
    assignment: &'d Assignment<'d>,
    /// The program of one thread.
    pub(super) program: Program,
    /// By thread.
    shares: Vec<Share>,
}

impl<'d> Shared<'d> {
    /// Made ready for this number of threads.
    pub(super) fn new(draft: &'d Draft, assignment: &'d Assignment, threads: usize) -> Self {
        let inputs = assignment.threads_of(&draft.recorded.inputs);
        let program = finish_parted(&draft.program, &inputs);
        let early: Vec<bool> = draft
            .recorded
            .regions
            .iter()
            .map(|&(stage, _)| is_early(stage))
            .collect();
        let belonging = Belonging {
            inputs: &inputs,
            outputs: &assignment.threads_of(&draft.recorded.outputs),
            early: &early,
        };
        Shared {
            draft,
            assignment,
            shares: share(&program, belonging, threads),
            program,
        }
    }

    /// By thread: how many numbers it sends.
    pub(super) fn told(&self) -> impl Iterator<Item = usize> {
        self.shares.iter().map(|share| share.messages)
    }

    /// The programs of the threads, with room for the given count of numbers that each sends.
    pub(super) fn portions(&self, told: &[usize]) -> Vec<Portion> {
        let shares = self.shares.iter().enumerate();
        shares
            .map(|(thread, share)| self.portion(told, thread, share))
            .collect()
    }

    fn portion(&self, told: &[usize], thread: usize, share: &Share) -> Portion {
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
            let is_own = self.assignment.subsystems[subsystems[part]] == Some(thread);
            (phase, stage, if is_own { part } else { BASE })
        };
        let outputs: Vec<Vec<Port>> = share.outputs.iter().zip(&share.program.outputs).map(output).collect();
        Portion {
            program: share.program.clone(),
            inputs: share.inputs.iter().zip(&share.program.inputs).map(input).collect(),
            regions: share.regions.iter().map(region).collect(),
            messages: told[thread],
            holdings: Holdings::of(outputs.iter().flatten(), self.assignment.spins()),
            outputs,
        }
    }
}

impl Holdings {
    /// The numbers that are delivered, with the places of all wheels' spins among the speeds.
    fn of<'p>(outputs: impl Iterator<Item = &'p Port>, spins: &[Option<usize>]) -> Self {
        let mut holdings = Holdings::default();
        for port in outputs.filter(|port| port.component == 0) {
            match port.kind {
                Kind::CoordinateRate => holdings.coordinates.push(port.index),
                Kind::SpeedRate => holdings.speeds.push(port.index),
                Kind::WheelCentre => holdings.wheels.push(port.index),
                Kind::MarkerPosition => holdings.markers.push(port.index),
                Kind::StepMargin | Kind::PivotMargin => holdings.margins.push(port.index),
                _ => {}
            }
        }
        let Holdings {
            coordinates,
            speeds,
            wheels,
            markers,
            margins,
            ..
        } = &mut holdings;
        [coordinates, speeds, wheels, markers, margins]
            .into_iter()
            .for_each(|places| places.sort_unstable());
        holdings.spins = holdings.wheels.iter().map(|wheel| spins[*wheel]).collect();
        holdings
    }
}
