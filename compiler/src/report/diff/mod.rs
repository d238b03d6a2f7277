//! Comparison of two designs: sizes, parts, operations.

mod curve;
mod elements;
mod numbers;
mod parts;

use super::counts::{StageCounts, stages};
use super::table::{Table, WIDTH, elided, folded};
use crate::pipeline::Compiled;
use crate::programs::calls::Call;
use parts::{Attribute, DescribedPart};
use serde::Serialize;

/// Differences between two designs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Name of the old vehicle.
    pub old: String,
    /// Name of the new one.
    pub new: String,
    /// Numbers of parts, coordinates, equations and so on.
    pub sizes: Vec<Figure>,
    /// Parts by kind; kinds without a difference are left out.
    pub parts: Vec<Parts>,
    /// Operations of the stages of an evaluation and of the other programs.
    pub operations: Vec<Figure>,
    /// Operations of one evaluation with one position correction and one velocity correction, as in a step with closed
    /// loops.
    pub total: Figure,
}

/// A number in both designs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// The quantity counted.
    pub name: String,
    /// The number in the old design.
    pub old: usize,
    /// The number in the new design.
    pub new: usize,
}

/// Differences in the parts of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parts {
    /// `bodies`, `loops`, ..
    pub kind: String,
    /// Names of parts that are only in the new design.
    pub added: Vec<String>,
    /// Names of parts that are only in the old design.
    pub removed: Vec<String>,
    /// Parts of equal name with differences.
    pub changed: Vec<Change>,
}

/// Differences of one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Each attribute that differs.
    pub attributes: Vec<AttributeChange>,
}

/// Difference of one attribute, with its values in words, if it exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttributeChange {
    /// Name of the attribute, such as `mass` or `axis`; for a subsystem, the name of a body.
    pub attribute: String,
    /// Value in the old design.
    pub old: Option<String>,
    /// Value in the new design.
    pub new: Option<String>,
}

impl Figure {
    fn new(name: &str, old: usize, new: usize) -> Self {
        Figure {
            name: name.to_owned(),
            old,
            new,
        }
    }

    /// Growth [%]; `None` if the old number is zero and the new number is not.
    pub fn growth(&self) -> Option<f64> {
        match (self.old, self.new) {
            (0, 0) => Some(0.0),
            (0, _) => None,
            (old, new) => Some(100.0 * (new as f64 / old as f64 - 1.0)),
        }
    }
}

/// Compares two compiled vehicles. Parts correspond if they have equal names.
pub fn compare(old: &Compiled, new: &Compiled) -> Difference {
    let (counts_then, counts_now) = (stages(old), stages(new));
    let kinds = parts::of(old).into_iter().zip(parts::of(new));
    Difference {
        old: old.model.name.clone(),
        new: new.model.name.clone(),
        sizes: figures(&sizes(old), &sizes(new)),
        parts: kinds
            .map(|((kind, old), (_, new))| Parts::compared(kind, &old, &new))
            .filter(|parts| !parts.added.is_empty() || !parts.removed.is_empty() || !parts.changed.is_empty())
            .collect(),
        operations: figures(&operations(&counts_then), &operations(&counts_now)),
        total: Figure::new("evaluation and corrections", total(&counts_then), total(&counts_now)),
    }
}

fn figures(old: &[(&str, usize)], new: &[(&str, usize)]) -> Vec<Figure> {
    let pairs = old.iter().zip(new);
    pairs
        .map(|(&(name, old), &(_, new))| Figure::new(name, old, new))
        .collect()
}

fn sizes(compiled: &Compiled) -> [(&'static str, usize); 17] {
    let Compiled {
        model,
        topology,
        mobility,
        layout,
        state,
        ..
    } = compiled;
    [
        ("bodies", model.moving_bodies().count()),
        ("joints and links", model.joints.len()),
        ("loops", topology.loops.len()),
        ("subsystems", topology.subsystems.len()),
        ("springs", model.springs.len()),
        ("other force elements", model.forces.len()),
        ("wheels", model.wheels.len()),
        ("drives", model.inputs.len()),
        ("signals", model.signals.len()),
        ("outputs", model.outputs.len()),
        ("coordinates of joints", layout.coordinates.len()),
        ("  in the state", state.coordinates.len()),
        ("speeds of joints", layout.speeds.len()),
        ("  in the state", state.speeds.len()),
        ("closure equations", mobility.equations),
        ("  their rank", mobility.rank),
        ("freedoms", mobility.freedoms),
    ]
}

fn operations(counts: &StageCounts) -> Vec<(&str, usize)> {
    let stages = counts
        .stages
        .iter()
        .map(|stage| (stage.stage.as_str(), stage.count.total()));
    let programs = [
        ("one evaluation", counts.evaluation.total()),
        ("position correction", counts.of(Call::PositionCorrection).total()),
        ("velocity correction", counts.of(Call::VelocityCorrection).total()),
        ("named outputs", counts.of(Call::Outputs).total()),
    ];
    stages.chain(programs).collect()
}

fn total(counts: &StageCounts) -> usize {
    [
        counts.evaluation,
        counts.of(Call::PositionCorrection),
        counts.of(Call::VelocityCorrection),
    ]
    .iter()
    .map(|count| count.total())
    .sum()
}

impl Parts {
    fn compared(kind: &str, old: &[DescribedPart], new: &[DescribedPart]) -> Self {
        let missing = |from: &[DescribedPart], part: &DescribedPart| !from.iter().any(|other| other.name == part.name);
        let names = |parts: &[DescribedPart], others: &[DescribedPart]| {
            let missing = parts.iter().filter(|part| missing(others, part));
            missing.map(|part| part.name.clone()).collect()
        };
        let changed = new.iter().filter_map(|new| {
            let old = old.iter().find(|old| old.name == new.name)?;
            let attributes = attributes(&old.attributes, &new.attributes);
            (!attributes.is_empty()).then(|| Change {
                name: new.name.clone(),
                attributes,
            })
        });
        Parts {
            kind: kind.to_owned(),
            added: names(new, old),
            removed: names(old, new),
            changed: changed.collect(),
        }
    }
}

/// Attributes that differ: the old attributes in their order, then additional ones.
fn attributes(old: &[Attribute], new: &[Attribute]) -> Vec<AttributeChange> {
    let value = |attributes: &[Attribute], name: &str| {
        let found = attributes.iter().find(|(attribute, _)| attribute == name);
        found.map(|(_, value)| value.clone())
    };
    let is_new = |(attribute, _): &&Attribute| value(old, attribute).is_none();
    let all = old.iter().chain(new.iter().filter(is_new));
    let changes = all.map(|(attribute, _)| AttributeChange {
        attribute: attribute.clone(),
        old: value(old, attribute),
        new: value(new, attribute),
    });
    changes.filter(|change| change.old != change.new).collect()
}

/// The comparison as text, in lines of at most 100 characters (longer only for a single long word). It has a table of
/// sizes, the parts added (`+`), removed (`-`) and changed (`~`), and a table of operations.
pub fn text(difference: &Difference) -> String {
    let Difference { old, new, .. } = difference;
    let title = match old == new {
        true => elided(old, WIDTH),
        false => format!("{} to {}", elided(old, 46), elided(new, 46)),
    };
    let mut text = format!("{title}\n{}\n", "═".repeat(title.chars().count()));
    text += &table("", &difference.sizes, &[]);
    for parts in &difference.parts {
        text += &format!("\n{}\n", parts.kind);
        text += &listed(parts);
    }
    if difference.parts.is_empty() {
        text += "\nthe same parts\n";
    }
    text + "\n"
        + &table(
            "operations",
            &difference.operations,
            std::slice::from_ref(&difference.total),
        )
}

fn table(heading: &str, figures: &[Figure], totals: &[Figure]) -> String {
    let mut table = Table::default();
    table.row([heading, "old", "new", "change", ""]);
    table.rule();
    figures.iter().for_each(|figure| table.row(row(figure)));
    if !totals.is_empty() {
        table.rule();
    }
    totals.iter().for_each(|figure| table.row(row(figure)));
    table.render()
}

fn row(figure: &Figure) -> [String; 5] {
    let change = figure.new as isize - figure.old as isize;
    let [change, percent] = match (change, figure.growth()) {
        (0, _) => [String::new(), String::new()],
        (change, None) => [format!("{change:+}"), String::new()],
        (change, Some(growth)) => [format!("{change:+}"), format!("{growth:+.1} %")],
    };
    [
        figure.name.clone(),
        figure.old.to_string(),
        figure.new.to_string(),
        change,
        percent,
    ]
}

fn listed(parts: &Parts) -> String {
    let sign = |sign: &'static str| move |name: &String| format!("  {sign} {name}\n");
    let added = parts.added.iter().map(sign("+"));
    let removed = parts.removed.iter().map(sign("-"));
    removed.chain(added).chain(parts.changed.iter().map(changed)).collect()
}

/// One line for a single changed attribute, else one line for each.
fn changed(change: &Change) -> String {
    match change.attributes.as_slice() {
        [only] => folded("  ~ ", format!("{}: {}", change.name, in_words(only)).split(' ')),
        several => {
            let lines = several
                .iter()
                .map(|attribute| folded("      ", in_words(attribute).split(' ')));
            format!("  ~ {}\n{}", change.name, lines.collect::<String>())
        }
    }
}

/// Largest number of characters of a value; for a longer value, the comparison states only that it differs.
const VALUE: usize = 60;

fn in_words(change: &AttributeChange) -> String {
    let attribute = &change.attribute;
    let with = |sign: &str, value: &str| match value {
        "" => format!("{sign} {attribute}"),
        value if value.chars().count() > VALUE => format!("{sign} {attribute}"),
        value => format!("{sign} {attribute} {value}"),
    };
    match (&change.old, &change.new) {
        (Some(old), Some(new)) if old.chars().count().max(new.chars().count()) > VALUE => {
            format!("{attribute} differs")
        }
        (Some(old), Some(new)) => format!("{attribute} {old} → {new}"),
        (Some(old), None) => with("-", old),
        (None, Some(new)) => with("+", new),
        (None, None) => attribute.clone(),
    }
}

#[cfg(test)]
mod tests;
