//! Cost of a solver: operations by stage and subsystem, and the shape of one evaluation, by the rules of [`Count`] and
//! [`Shape`].

use super::table::{Table, elided, folded};
use crate::formulation::Stage;
use crate::ir::{Count, Shape};
use crate::pipeline::Compiled;
use crate::programs::Traceable;
use crate::programs::calls::{Call, Calls};
use crate::search::Searched;
use serde::Serialize;

/// Operations of all programs of a solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageCounts {
    /// Name of the vehicle.
    pub vehicle: String,
    /// The stages of one evaluation, in order.
    pub stages: Vec<StageCount>,
    /// All stages together: one evaluation.
    pub evaluation: Count,
    /// Operations of one evaluation with equal subsystems side by side, if there are equal subsystems
    /// (`lanes: accept`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lanes: Option<LaneCount>,
    /// Why there are no lanes although the declaration accepts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_no_lanes: Option<&'static str>,
    /// Cuts and independent coordinates that were tried (`method: auto`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub search: Vec<Searched>,
    /// The longest chain of the evaluation, and its values alive.
    pub shape: Shape,
    /// Size of the workspace in which functions of the text leave values for each other [bytes]; `None` for a solver
    /// without text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace_bytes: Option<usize>,
    /// By call, without the evaluation.
    #[serde(flatten)]
    pub calls: Calls<Count>,
}

impl StageCounts {
    /// Operations of a call; zero for a vehicle without it.
    pub fn of(&self, call: Call) -> Count {
        self.calls.get(&call).copied().unwrap_or_default()
    }
}

/// Operations of one evaluation in lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LaneCount {
    /// Operations that are executed once for all lanes.
    pub together: usize,
    /// Operations that are executed once for each lane.
    pub one_by_one: usize,
}

/// Operations of one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageCount {
    /// Its name.
    pub stage: String,
    /// All subsystems together.
    pub count: Count,
    /// Each subsystem, in the order of the topology.
    pub subsystems: Vec<SubsystemCount>,
}

/// Operations of one subsystem in one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubsystemCount {
    /// Its name.
    pub subsystem: String,
    /// Its operations.
    pub count: Count,
}

/// Counts the operations of a compiled vehicle.
pub fn stages(compiled: &Compiled) -> StageCounts {
    let programs = &compiled.programs;
    let stages = Stage::EVALUATION.map(|stage| {
        let subsystems = compiled.topology.subsystems.iter().enumerate();
        let subsystems: Vec<SubsystemCount> = subsystems
            .map(|(index, subsystem)| SubsystemCount {
                subsystem: subsystem.name.clone(),
                count: region(&programs[Call::Evaluation], (stage, index)),
            })
            .collect();
        StageCount {
            stage: stage.to_string(),
            count: sum(subsystems.iter().map(|s| s.count)),
            subsystems,
        }
    });
    let others = programs.calls.iter().filter(|(call, _)| **call != Call::Evaluation);
    StageCounts {
        vehicle: compiled.model.name.clone(),
        evaluation: sum(stages.iter().map(|s| s.count)),
        lanes: programs.in_lanes(Call::Evaluation).map(|lanes| LaneCount {
            together: lanes.program.count_at_once().total(),
            one_by_one: lanes.unrolled.program.count().total(),
        }),
        why_no_lanes: programs.why_no_lanes,
        search: compiled.search.classes.clone(),
        shape: programs[Call::Evaluation].program.shape(),
        workspace_bytes: compiled
            .later()
            .is_none()
            .then(|| compiled.lowered().workspace().bytes()),
        stages: stages.into(),
        calls: others
            .map(|(call, traceable)| (*call, traceable.program.count()))
            .collect(),
    }
}

/// Operations of all regions of a stage for one subsystem.
fn region(traceable: &Traceable, wanted: (Stage, usize)) -> Count {
    let counts = traceable.program.counts();
    let regions = traceable.regions.iter().zip(counts);
    sum(regions.filter(|(is, _)| **is == wanted).map(|(_, found)| found.count))
}

fn sum(counts: impl Iterator<Item = Count>) -> Count {
    counts.fold(Count::default(), |mut total, count| {
        total += count;
        total
    })
}

/// Two tables (stages and programs by kind of operation, and subsystems by stage), then the shape of one evaluation.
pub fn text(counts: &StageCounts) -> String {
    format!(
        "{}: operations\n\n{}\n{}\n{}",
        counts.vehicle,
        by_operation(counts).render(),
        by_subsystem(counts).render(),
        shape(counts)
    )
}

fn shape(counts: &StageCounts) -> String {
    let Shape {
        critical_operations,
        critical_cycles,
        alive,
        alive_bytes,
    } = counts.shape;
    let total = counts.evaluation.total();
    let lines = [
        (
            "critical path  ",
            format!("{critical_operations} of {total} operations; {critical_cycles} cycles at the least"),
        ),
        (
            "alive at once  ",
            format!("at most {alive} values: {alive_bytes} bytes of stack if no register held any"),
        ),
    ];
    let workspace = counts.workspace_bytes.map_or(String::new(), |bytes| {
        folded("workspace      ", format!("{bytes} bytes").split(' '))
    });
    let lanes = counts.lanes.map_or(String::new(), |lanes| {
        let words = format!(
            "{} operations, which are {} one by one",
            lanes.together, lanes.one_by_one
        );
        folded("in lanes       ", words.split(' '))
    });
    let refused = counts.why_no_lanes.map_or(String::new(), |why| {
        folded("in lanes       ", format!("nothing: {why}").split(' '))
    });
    let lines = lines.map(|(heading, words)| folded(heading, words.split(' '))).concat();
    lines + &workspace + &lanes + &refused
}

fn by_operation(counts: &StageCounts) -> Table {
    let mut table = Table::default();
    table.row([
        "", "add", "neg", "mul", "div", "sqrt", "trig", "lookup", "select", "total",
    ]);
    table.rule();
    for stage in &counts.stages {
        table.row(operations(&stage.stage, &stage.count));
    }
    table.rule();
    table.row(operations(Call::Evaluation.entry().name, &counts.evaluation));
    table.rule();
    for (call, count) in &counts.calls {
        table.row(operations(call.entry().name, count));
    }
    table
}

fn operations(name: &str, count: &Count) -> Vec<String> {
    let numbers = [
        count.add,
        count.neg,
        count.mul,
        count.div,
        count.sqrt,
        count.trig,
        count.lookup,
        count.select,
        count.total(),
    ];
    std::iter::once(name.to_owned())
        .chain(numbers.map(|n| n.to_string()))
        .collect()
}

/// Column headings for [`Stage::EVALUATION`], because the full names of the stages are too wide.
pub(super) const SHORT: [&str; 6] = ["position", "velocity", "rhs", "mass+force", "effective", "acceleration"];

fn by_subsystem(counts: &StageCounts) -> Table {
    let mut table = Table::default();
    table.row(std::iter::once("subsystem").chain(SHORT).chain(["total"]));
    table.rule();
    let names = counts.stages[0].subsystems.iter().map(|s| &s.subsystem);
    for (index, name) in names.enumerate() {
        let totals = counts.stages.iter().map(|s| s.subsystems[index].count.total());
        table.row(totals_row(name, totals));
    }
    table.rule();
    table.row(totals_row("all", counts.stages.iter().map(|s| s.count.total())));
    table
}

fn totals_row(name: &str, totals: impl Iterator<Item = usize> + Clone) -> Vec<String> {
    let all: usize = totals.clone().sum();
    std::iter::once(elided(name, 24))
        .chain(totals.chain([all]).map(|n| n.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{samples, table::WIDTH};

    #[test]
    fn stages_and_subsystems_add_up_to_the_program() {
        for compiled in samples::all() {
            let counts = stages(&compiled);
            assert_eq!(counts.evaluation, compiled.programs[Call::Evaluation].program.count());
            let cells = counts.stages.iter().flat_map(|s| &s.subsystems);
            assert_eq!(sum(cells.map(|c| c.count)), counts.evaluation);
        }
    }

    #[test]
    fn every_subsystem_of_the_truck_costs_something() {
        let counts = stages(&samples::truck());
        for index in 0..6 {
            let totals = counts.stages.iter().map(|s| s.subsystems[index].count.total());
            assert!(totals.sum::<usize>() > 0, "subsystem {index}");
        }
    }

    #[test]
    fn the_tables_are_aligned_and_fit_a_page() {
        let text = text(&stages(&samples::truck()));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let tables = text.split("\n\n").skip(1).take(2);
        for table in tables {
            let mut widths: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
            widths.dedup();
            assert_eq!(widths.len(), 1, "{table}");
        }
        for stage in Stage::EVALUATION {
            assert!(text.contains(&stage.to_string()));
        }
    }
}
