//! A vehicle in words: what was declared, what the analysis made of it, and why.

use super::table::{Table, WIDTH, elided, folded, listed, plural};
use crate::model::{BodyId, JointKind, Model};
use crate::pipeline::Compiled;
use crate::topology::Loop;

/// The summary, in lines of at most 100 letters (longer only where a single name is).
pub fn text(compiled: &Compiled) -> String {
    let sections = [
        heading(compiled),
        freedoms(compiled),
        loops(compiled),
        subsystems(compiled),
        chains(compiled),
        dependent(compiled),
        reasons(compiled),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n")
}

fn heading(compiled: &Compiled) -> String {
    let model = &compiled.model;
    let links = model
        .joints
        .iter()
        .filter(|j| matches!(j.kind, JointKind::Distance { .. }))
        .count();
    let parts = [
        plural(model.moving_bodies().count(), "body", "bodies"),
        plural(model.joints.len() - links, "joint", "joints"),
        plural(links, "link", "links"),
        plural(model.springs.len(), "spring", "springs"),
        plural(model.wheels.len(), "wheel", "wheels"),
    ];
    format!(
        "{}\n{}\n{}base: {}\n",
        model.name,
        "═".repeat(model.name.chars().count().min(WIDTH)),
        folded("", listed(parts.iter().map(String::as_str))),
        name(model, compiled.topology.base)
    )
}

fn freedoms(compiled: &Compiled) -> String {
    let (topology, mobility) = (&compiled.topology, &compiled.mobility);
    let spins = compiled.layout.spins.iter().flatten().count();
    let mut table = Table::default();
    let mut line = |what: &str, count: usize| table.row([what.to_owned(), count.to_string()]);
    line("coordinates of the tree", topology.coordinates());
    line("speeds of the tree", topology.speeds());
    line("speeds of wheel spins", spins);
    line("closure equations", mobility.equations);
    line("  their rank", mobility.rank);
    line("  redundant", mobility.equations - mobility.rank);
    line("freedoms", mobility.freedoms);
    let differs = mobility.gruebler != mobility.freedoms as isize;
    let gruebler = match differs {
        true => format!("(Gruebler's count alone would give {})\n", mobility.gruebler),
        false => String::new(),
    };
    table.render() + &gruebler
}

fn loops(compiled: &Compiled) -> String {
    let topology = &compiled.topology;
    if topology.loops.is_empty() {
        return "no loops: the joints are a tree\n".to_owned();
    }
    let mut table = Table::default();
    table.row(["loop closed by", "kind", "junction", "paths", "group"]);
    table.rule();
    for (index, l) in topology.loops.iter().enumerate() {
        table.row(loop_row(compiled, index, l));
    }
    table.render()
}

/// The paths are told by the number of joints from either side of the cut inward to the junction.
fn loop_row(compiled: &Compiled, index: usize, l: &Loop) -> [String; 5] {
    let model = &compiled.model;
    let cut = model.joint(l.cut);
    let group = compiled
        .mobility
        .closures
        .iter()
        .position(|closure| closure.group.loops.contains(&index));
    [
        elided(&cut.name, 32),
        cut.kind.word().to_owned(),
        elided(name(model, l.junction), 28),
        format!("{} + {}", l.first_path.len(), l.second_path.len()),
        group.map_or_else(String::new, |position| (position + 1).to_string()),
    ]
}

fn subsystems(compiled: &Compiled) -> String {
    let subsystems = &compiled.topology.subsystems;
    let column = subsystems
        .iter()
        .map(|s| s.name.chars().count())
        .max()
        .unwrap_or(0)
        .min(24);
    // That of a base which is the ground has no moving body.
    let moving = subsystems.iter().filter(|s| !s.bodies.is_empty());
    let lines = moving.map(|subsystem| {
        let names = subsystem.bodies.iter().map(|&b| name(&compiled.model, b));
        let heading = format!("  {:<column$}  ", elided(&subsystem.name, 24));
        folded(&heading, listed(names))
    });
    format!("subsystems\n{}", lines.collect::<String>())
}

fn chains(compiled: &Compiled) -> String {
    let lines = compiled.topology.chains.iter().map(|chain| {
        let mut words = Vec::new();
        for &body in &chain.bodies {
            if !words.is_empty() {
                words.push("-");
            }
            words.push(name(&compiled.model, body));
        }
        folded("  ", words)
    });
    format!("chains\n{}", lines.collect::<String>())
}

fn dependent(compiled: &Compiled) -> String {
    let closures = &compiled.mobility.closures;
    if closures.is_empty() {
        return String::new();
    }
    let lines = closures.iter().enumerate().map(|(position, closure)| {
        let speeds = closure
            .pivots
            .iter()
            .map(|&(_, speed)| compiled.layout.speeds[speed].as_str());
        folded(&format!("  group {:<2}  ", position + 1), listed(speeds))
    });
    format!("dependent speeds\n{}", lines.collect::<String>())
}

fn reasons(compiled: &Compiled) -> String {
    let lines = compiled
        .topology
        .reasons
        .iter()
        .map(|sentence| folded("  - ", sentence.split_whitespace()));
    format!("why\n{}", lines.collect::<String>())
}

fn name(model: &Model, body: BodyId) -> &str {
    &model.body(body).name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn quarter_car() {
        insta::assert_snapshot!(text(&samples::quarter_car()));
    }

    #[test]
    fn the_count_of_gruebler_is_told_only_where_it_is_wrong() {
        assert!(text(&samples::four_bar()).contains("Gruebler's count alone would give -2"));
        assert!(!text(&samples::truck()).contains("Gruebler"));
    }

    #[test]
    fn the_truck_fits_a_page_and_names_every_body() {
        let compiled = samples::truck();
        let text = text(&compiled);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        for body in compiled.model.moving_bodies() {
            assert!(text.contains(name(&compiled.model, body)));
        }
    }
}
