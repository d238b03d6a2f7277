//! Decisions about the text of a solver, taken once for every back end. The decisions are: which functions exist and in
//! which order, which values they keep for each other, which values have lanes, and which text serves which level of
//! the instruction set.
//!
//! The result is plain data. `emit` prints it and takes no decision.

mod arranged;
mod function;
mod labels;
mod names;
mod ported;
mod print;
mod reports;
mod routine;
mod slopes;
mod text;
mod threads;
mod verify;
mod workspace;

pub use function::Function;
pub use labels::parts;
pub use names::unique;
pub use ported::Ported;
pub use reports::Reports;
pub use routine::{Form, Routine};
pub use text::{Correction, Text};
pub use workspace::{Slot, Workspace};

use crate::kinematics::Layout;
use crate::model::{Level, Model};
use crate::programs::Programs;
use crate::programs::ports::Port;
use crate::programs::state::StateLayout;
use crate::scalar::Points;
use crate::topology::Topology;
use labels::Labels;
use std::collections::BTreeSet;

/// A solver before it is printed.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Tables of all programs, each once.
    pub tables: Vec<Points>,
    /// Computes numbers from parameters when they are set.
    pub prepare: Routine,
    /// Texts of a step. The first text serves every processor; the second text, which exists if there are levels,
    /// serves these levels.
    pub texts: Vec<Text>,
    /// Step of eight vehicles at once, if it is asked for.
    pub batch: Option<Text>,
    /// Reports of a state that are equal for all levels.
    pub reports: Reports,
    /// Part of the state that is read by the accelerations of any text. The kinematics keep only this part.
    pub remembered: BTreeSet<Port>,
}

impl Lowered {
    /// Workspace for the values that functions of a step leave for each other, large enough for every text.
    pub fn workspace(&self) -> Workspace {
        let mut workspace = Workspace::default();
        let evaluations = self.texts.iter().flat_map(Text::evaluations);
        evaluations.for_each(|evaluation| workspace.merge(&evaluation.workspace()));
        workspace
    }

    /// Workspace for the values that functions of the slopes leave for each other. It is separate from the other
    /// workspace, since slopes may be computed between the two halves of an evaluation.
    pub fn workspace_of_slopes(&self) -> Workspace {
        let mut workspace = Workspace::default();
        let slopes = self.texts.iter().filter_map(|text| text.slopes.as_ref());
        slopes.for_each(|slopes| workspace.merge(&slopes.workspace()));
        workspace
    }

    /// Levels that have a separate correction.
    pub fn serving(&self, correction: &str) -> &[Level] {
        let has = |text: &&Text| {
            let mut own = text.corrections.iter().chain(text.closing.iter().flatten());
            own.any(|own| own.name == correction)
        };
        let text = self.texts[1..].iter().find(has);
        text.map_or(&[], |text| &text.levels)
    }
}

/// Lowers the programs of a solver.
pub fn lower(model: &Model, topology: &Topology, layout: &Layout, state: &StateLayout, programs: &Programs) -> Lowered {
    let labels = Labels::new(model, layout, state);
    let sides = programs.lanes.iter().flat_map(|lanes| &lanes.sides);
    let subsystems = topology.subsystems.iter().map(|subsystem| &subsystem.name);
    let names: Vec<&str> = subsystems.chain(sides).map(String::as_str).collect();
    let mut texts = vec![Text::baseline(programs, &names, &labels)];
    texts.extend((!model.levels.is_empty()).then(|| Text::of_levels(&model.levels, programs, &names, &labels)));
    let batch = model
        .accept_batch
        .then(|| Text::of_batch(&model.levels, programs, &names, &labels));
    let evaluations = texts.iter().flat_map(Text::evaluations);
    let lowered = Lowered {
        tables: tables(programs),
        prepare: Routine::whole(Ported::of(&programs.prepare), Form::Registers, &labels),
        remembered: evaluations.flat_map(Routine::remembered).collect(),
        texts,
        batch,
        reports: Reports::new(programs, &labels),
    };
    debug_assert_eq!(lowered.verify(), Vec::<String>::new());
    lowered
}

/// All tables of all programs, each once.
fn tables(programs: &Programs) -> Vec<Points> {
    let mut tables: Vec<Points> = Vec::new();
    let each = programs.calls.keys();
    for traceable in each
        .flat_map(|&call| [programs.get(call), programs.at_levels(call)])
        .flatten()
    {
        for table in &traceable.program.tables {
            if !tables.contains(table) {
                tables.push(table.clone());
            }
        }
    }
    tables
}
