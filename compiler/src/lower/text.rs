//! Texts of a step: the programs computed in every step, arranged for one kind of instruction set.

use super::arranged::Arranged;
use super::function::functions;
use super::labels::Labels;
use super::ported::Ported;
use super::routine::{Form, Routine};
use super::slopes;
use super::threads;
use crate::model::Level;
use crate::programs::Programs;
use crate::programs::calls::{Call, Corrected, Edition, Entry, Role};
use crate::programs::sharing::Sharing;

/// Evaluation and corrections for one kind of instruction set.
#[derive(Clone, Debug)]
pub struct Text {
    /// Levels that it serves; empty if it serves every processor.
    pub levels: Vec<Level>,
    /// The evaluation: its functions are called in order, the functions of the kinematics first.
    pub evaluation: Routine,
    /// The evaluation of each thread, if several threads compute the vehicle.
    pub threads: Vec<Routine>,
    /// Slopes, if the vehicle has any: functions called in order.
    pub slopes: Option<Routine>,
    /// Levels that the slopes serve; empty if they serve every processor.
    pub levels_of_slopes: Vec<Level>,
    /// The corrections of the state.
    pub corrections: Vec<Correction>,
    /// The corrections of each part of the vehicle if several threads compute it: first the base, then each thread.
    pub closing: Vec<Vec<Correction>>,
}

/// A program that corrects a state.
#[derive(Clone, Debug)]
pub struct Correction {
    /// The function whose body the program is; a function of the runtime's trait, if the program corrects the whole
    /// vehicle.
    pub name: String,
    /// Part of the state that it alters.
    pub corrected: Corrected,
    /// The program.
    pub routine: Routine,
}

impl Text {
    /// The text for every processor: one subsystem after the other, with a separate function for each stage of each
    /// subsystem, so that it can be read.
    pub fn baseline(programs: &Programs, names: &[&str], labels: &Labels) -> Self {
        Text {
            levels: Vec::new(),
            evaluation: evaluation(Arranged::by_stage(programs), Form::Registers, names, labels),
            threads: threads::one_by_one(programs, names, labels),
            slopes: slopes::one_by_one(programs, labels),
            levels_of_slopes: Vec::new(),
            corrections: Correction::all(programs, Edition::OneByOne, labels),
            closing: threads::closing(programs, |sharing| &sharing.closing, labels),
        }
    }

    /// The text for these levels; if the programs have lanes, the lanes are in registers.
    ///
    /// A text without lanes serves the lowest level only. Measured on a server core, the vectors that LLVM makes of
    /// single numbers with the widest instructions cost up to a third more time than they save. Slopes serve the lowest
    /// level only, too: their vectors have four lanes anyway. More registers save a twentieth of the slopes' time, and
    /// their compilation takes a quarter more time.
    pub fn of_levels(levels: &[Level], programs: &Programs, names: &[&str], labels: &Labels) -> Self {
        let served = match programs.lanes {
            Some(_) => levels,
            None => &levels[..1],
        };
        Text {
            levels: served.to_vec(),
            evaluation: evaluation(Arranged::in_registers(programs), Form::Registers, names, labels),
            threads: threads::in_registers(programs, names, labels),
            slopes: slopes::in_registers(programs, labels),
            levels_of_slopes: levels[..1].to_vec(),
            corrections: Correction::all(programs, Edition::InLanes, labels),
            closing: threads::closing(programs, Sharing::closing_at_levels, labels),
        }
    }

    /// The text for eight vehicles, with lanes in loops.
    pub fn of_batch(levels: &[Level], programs: &Programs, names: &[&str], labels: &Labels) -> Self {
        Text {
            levels: levels.to_vec(),
            evaluation: evaluation(Arranged::in_loops(programs), Form::Vehicles, names, labels),
            threads: Vec::new(),
            slopes: slopes::in_batch(programs, labels),
            levels_of_slopes: levels.to_vec(),
            corrections: Correction::all(programs, Edition::InBatch, labels),
            closing: Vec::new(),
        }
    }

    /// The evaluation of one thread, then the evaluation of each of several threads.
    pub fn evaluations(&self) -> impl Iterator<Item = &Routine> {
        std::iter::once(&self.evaluation).chain(&self.threads)
    }

    /// Every routine, with a name.
    pub fn routines(&self) -> impl Iterator<Item = (&str, &Routine)> {
        let corrections = self.corrections.iter().chain(self.closing.iter().flatten());
        let corrections = corrections.map(|correction| (correction.name.as_str(), &correction.routine));
        let slopes = self.slopes.iter().map(|slopes| ("slopes", slopes));
        let threads = self.threads.iter().map(|thread| ("thread", thread));
        std::iter::once(("evaluation", &self.evaluation))
            .chain(threads)
            .chain(slopes)
            .chain(corrections)
    }
}

fn evaluation(Arranged { ported, work }: Arranged, form: Form, names: &[&str], labels: &Labels) -> Routine {
    let functions = functions(&ported, &work, names, "");
    Routine::new(ported, form, functions, labels)
}

impl Correction {
    /// All corrections of a vehicle in an edition.
    fn all(programs: &Programs, edition: Edition, labels: &Labels) -> Vec<Self> {
        let form = match edition {
            Edition::OneByOne | Edition::InLanes => Form::Registers,
            Edition::InBatch => Form::Vehicles,
        };
        let entries = programs.calls.keys().map(|call: &Call| call.entry());
        let entries = entries.filter(|entry| entry.editions.contains(&edition));
        let correction = |entry: &Entry| match entry.role {
            Role::Correction(corrected) => Some(Correction {
                name: entry.functions[0].to_owned(),
                corrected,
                routine: Routine::whole(Ported::correction(programs, entry.call, edition), form, labels),
            }),
            Role::Evaluation | Role::Report { .. } => None,
        };
        entries.filter_map(correction).collect()
    }
}
