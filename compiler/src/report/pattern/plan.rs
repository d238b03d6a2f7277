//! Content of the drawing: the named unknowns in blocks, and the entries of the matrix.

use super::equations;
use crate::mobility::equations::Unknown;
use crate::mobility::pattern::Pattern;
use crate::pipeline::Compiled;
use crate::report::drawing::within;
use crate::report::table::plural;
use std::ops::Range;

/// Content of the drawing.
pub(super) struct PatternPlan {
    /// Name of the vehicle.
    pub(super) title: String,
    /// A line about the vehicle.
    pub(super) subtitle: String,
    /// Unknowns in order of elimination.
    pub(super) unknowns: Vec<Name>,
    /// Blocks in the same order.
    pub(super) blocks: Vec<Block>,
    before: Pattern,
    after: Pattern,
}

/// Names of an unknown.
pub(super) struct Name {
    /// Name as shown.
    pub(super) label: String,
    /// Full name, shown as tooltip.
    pub(super) hint: String,
    pub(super) is_multiplier: bool,
}

/// The unknowns of a subsystem.
pub(super) struct Block {
    pub(super) title: String,
    /// Position of the subsystem, which determines the colour.
    pub(super) subsystem: usize,
    /// Positions of its unknowns.
    pub(super) unknowns: Range<usize>,
}

/// Origin of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tone {
    /// Entry of the mass matrix.
    Mass,
    /// Entry of a closure equation.
    Closure,
    /// Fill-in: zero before elimination.
    Fill,
}

impl PatternPlan {
    /// The entry at two unknowns, if any.
    pub(super) fn entry(&self, a: usize, b: usize) -> Option<Tone> {
        let closure = self.unknowns[a].is_multiplier || self.unknowns[b].is_multiplier;
        match (self.before.has(a, b), self.after.has(a, b)) {
            (true, _) if closure => Some(Tone::Closure),
            (true, _) => Some(Tone::Mass),
            (false, true) => Some(Tone::Fill),
            (false, false) => None,
        }
    }
}

/// Plans the drawing of a vehicle.
pub(super) fn of(compiled: &Compiled) -> PatternPlan {
    let equations = equations(compiled);
    let subsystems = &compiled.topology.subsystems;
    let mut blocks: Vec<Block> = Vec::new();
    for (place, &subsystem) in equations.subsystems.iter().enumerate() {
        match blocks.last_mut() {
            Some(last) if last.subsystem == subsystem => last.unknowns.end = place + 1,
            _ => blocks.push(Block {
                title: subsystems[subsystem].name.clone(),
                subsystem,
                unknowns: place..place + 1,
            }),
        }
    }
    let unknowns = equations.unknowns.iter().zip(&equations.subsystems);
    let unknowns = unknowns.map(|(&unknown, &s)| name(compiled, unknown, &subsystems[s].name));
    let (before, after) = (equations.pattern.clone(), equations.pattern.factorised());
    PatternPlan {
        title: compiled.model.name.clone(),
        subtitle: format!(
            "equations of motion in order of elimination: {}, {} in the lower triangle, {} filled in",
            plural(before.size(), "unknown", "unknowns"),
            plural(before.entries(), "entry", "entries"),
            after.entries() - before.entries()
        ),
        unknowns: unknowns.collect(),
        blocks,
        before,
        after,
    }
}

fn name(compiled: &Compiled, unknown: Unknown, group: &str) -> Name {
    let (hint, what) = match unknown {
        Unknown::Speed(speed) => (compiled.layout.speeds[speed].clone(), "rate of a speed"),
        Unknown::Multiplier(l, r) => {
            let cut = compiled.topology.loops[l].cut;
            (format!("{}.row{r}", compiled.model.joint(cut).name), "multiplier")
        }
    };
    Name {
        label: within(&hint, group).to_owned(),
        is_multiplier: matches!(unknown, Unknown::Multiplier(..)),
        hint: format!("{hint}: {what}"),
    }
}
