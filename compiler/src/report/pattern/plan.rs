//! What is drawn: the unknowns with their names, block by block, and what stands where they meet.

use super::equations;
use crate::mobility::equations::Unknown;
use crate::mobility::pattern::Pattern;
use crate::pipeline::Compiled;
use crate::report::drawing::within;
use crate::report::table::plural;
use std::ops::Range;

/// Everything to draw.
pub(super) struct Plan {
    /// Name of the vehicle.
    pub(super) title: String,
    /// A line about it.
    pub(super) subtitle: String,
    /// In order of elimination.
    pub(super) unknowns: Vec<Name>,
    /// In the same order.
    pub(super) blocks: Vec<Block>,
    before: Pattern,
    after: Pattern,
}

/// An unknown's words.
pub(super) struct Name {
    /// As shown.
    pub(super) label: String,
    /// In full: for the pointer.
    pub(super) hint: String,
    pub(super) is_multiplier: bool,
}

/// The unknowns of a subsystem.
pub(super) struct Block {
    pub(super) title: String,
    /// Position of the subsystem, which chooses the colour.
    pub(super) subsystem: usize,
    /// Positions of its unknowns.
    pub(super) unknowns: Range<usize>,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tone {
    /// Of the mass matrix.
    Mass,
    /// Of a closure equation.
    Closure,
    /// Zero until elimination.
    Fill,
}

impl Plan {
    /// What stands where two unknowns meet, if anything.
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
pub(super) fn of(compiled: &Compiled) -> Plan {
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
    Plan {
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
