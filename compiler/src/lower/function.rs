//! Functions: one for each region of a program that computes or delivers something.

use super::names::unique;
use super::ported::Ported;
use crate::formulation::Stage;
use crate::ir::{Count, Node, Op, Output, Phase, Value};
use crate::model::names::identifier;
use crate::programs::ports::{Kind, Port, Root};
use std::collections::BTreeSet;

/// Purpose of a region.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The first and the last stage to which it belongs.
    pub stages: [Stage; 2],
    /// The subsystem that it computes; `None` if it computes several.
    pub subsystem: Option<usize>,
    /// Time at which the function runs: before or after the loads are known or, for threads that meet, in one of the
    /// parts in between.
    pub phase: Phase,
}

impl Work {
    /// The work of a single thread.
    pub fn serial(stages: [Stage; 2], subsystem: Option<usize>) -> Self {
        Work {
            stages,
            subsystem,
            phase: if stages[1] <= Stage::Velocity {
                Phase::Early
            } else {
                Phase::After
            },
        }
    }

    /// Its stages in words.
    fn words(self) -> String {
        match self.stages {
            [first, last] if first == last => first.to_string(),
            [first, last] => format!("{first} to {last}"),
        }
    }
}

/// A function of an evaluation.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name, unique among the functions of an evaluation.
    pub name: String,
    /// Its stages and subsystem in words.
    pub sentence: String,
    /// The region that it computes.
    pub region: u32,
    /// Its operations.
    pub count: Count,
    /// Time at which the function runs: before or after the loads are known; for threads that meet, also before or
    /// during the meeting.
    pub phase: Phase,
    /// Whether it reads the state.
    pub reads_state: bool,
    /// Whether it reads the inputs.
    pub reads_inputs: bool,
    /// Whether it delivers rates of coordinates or speeds.
    pub delivers_rates: bool,
    /// Whether it delivers numbers that a thread sends to the others.
    pub tells: bool,
    /// Whether it reads numbers that threads receive.
    pub hears: bool,
}

impl Function {
    /// Whether it runs before the loads are known.
    pub fn is_kinematics(&self) -> bool {
        self.phase == Phase::Early
    }
}

/// Functions of a program, one for each of its regions that is not idle, in order. `work` is the work of the regions;
/// `names` are the names of subsystems and sides. All function names begin with `prefix`.
pub fn functions(ported: &Ported, work: &[Work], names: &[&str], prefix: &str) -> Vec<Function> {
    let mut taken = BTreeSet::new();
    let counts = ported.program.counts();
    let regions = (0_u32..).zip(work).zip(counts);
    let busy = regions.filter(|((region, _), _)| !ported.is_idle(*region));
    let functions = busy.map(|((region, work), counted)| {
        let subsystem = work.subsystem.map(|subsystem| names[subsystem]);
        let stages = work.words();
        let owner = subsystem.map_or("all".to_owned(), identifier);
        let name = format!("{prefix}{}_{owner}", stages.replace([' ', '-'], "_"));
        let owner = subsystem.map_or("all".to_owned(), |name| format!("`{name}`"));
        let title = Title {
            name: unique(&name, &mut taken),
            sentence: format!("Stage {stages} of {owner}"),
            phase: work.phase,
        };
        Function::new(ported, region, counted.count, title)
    });
    functions.collect()
}

/// Functions of a program without stages that runs before any loads are known: numbered parts with a common name.
pub fn parts(ported: &Ported, name: &str, sentence: &str) -> Vec<Function> {
    let counts = ported.program.counts();
    let busy = (0_u32..).zip(counts).filter(|(region, _)| !ported.is_idle(*region));
    let parts = busy.zip(1..).map(|((region, counted), part)| {
        let title = Title {
            name: format!("{name}_{part}"),
            sentence: format!("{sentence}, part {part}"),
            phase: Phase::Early,
        };
        Function::new(ported, region, counted.count, title)
    });
    parts.collect()
}

/// Functions of a program with these names and descriptions by region, in order. A region that is idle has none.
pub fn named(ported: &Ported, titles: &[(String, String)]) -> Vec<Function> {
    let counts = ported.program.counts();
    let regions = (0_u32..).zip(titles).zip(counts);
    let busy = regions.filter(|((region, _), _)| !ported.is_idle(*region));
    let functions = busy.map(|((region, (name, sentence)), counted)| {
        let title = Title {
            name: name.clone(),
            sentence: sentence.clone(),
            phase: Phase::Early,
        };
        Function::new(ported, region, counted.count, title)
    });
    functions.collect()
}

/// Name of a function, its description, and when it runs.
struct Title {
    name: String,
    sentence: String,
    phase: Phase,
}

impl Function {
    fn new(ported: &Ported, region: u32, count: Count, title: Title) -> Self {
        let read = ported.reads(region);
        let reads = |root: Root| read.iter().any(|port| port.root() == root);
        let Title { name, sentence, phase } = title;
        Function {
            name,
            sentence,
            region,
            count,
            phase,
            reads_state: reads(Root::State),
            reads_inputs: reads(Root::Inputs),
            delivers_rates: ported.delivers(region, Kind::CoordinateRate) || ported.delivers(region, Kind::SpeedRate),
            tells: ported.delivers(region, Kind::Sent),
            hears: read.iter().any(|port| port.kind == Kind::Received),
        }
    }
}

impl Ported {
    /// Whether a region computes and delivers nothing.
    fn is_idle(&self, region: u32) -> bool {
        let computes = |node: &Node| node.region == region && node.op.is_computed();
        let delivers = |output: &Output| output.region == region;
        !self.program.nodes.iter().any(computes) && !self.program.outputs.iter().any(delivers)
    }

    /// Whether a region delivers numbers of this kind.
    fn delivers(&self, region: u32, kind: Kind) -> bool {
        self.delivered(region).any(|port| port.kind == kind)
    }

    /// All ports that a region delivers to.
    pub fn delivered(&self, region: u32) -> impl Iterator<Item = Port> {
        let outputs = self.program.outputs.iter().zip(&self.outputs);
        let own = outputs.filter(move |(output, _)| output.region == region);
        own.flat_map(|(_, ports)| ports.iter().copied())
    }

    /// All inputs that a region reads.
    pub fn reads(&self, region: u32) -> BTreeSet<Port> {
        let program = &self.program;
        let nodes = program.nodes.iter().filter(|node| node.region == region);
        let used = nodes.flat_map(|node| node.op.operands());
        let delivered = program.outputs.iter().filter(|output| output.region == region);
        let values = used.chain(delivered.map(|output| output.value));
        let ports = values.flat_map(|value: Value| match program.node(value).op {
            Op::Input(i) => &self.inputs[i as usize][..],
            _ => &[],
        });
        ports.copied().collect()
    }
}
