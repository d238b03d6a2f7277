//! A vehicle in words: the declaration, the result of the analysis, and its reasons.

use super::table::{Table, WIDTH, elided, folded, listed, plural};
use super::{joined, motion, pattern, search};
use crate::model::{BodyId, Model};
use crate::pipeline::Compiled;
use crate::topology::Loop;
use crate::topology::alike::{Class, Likeness, Member};

/// The summary, in lines of at most 100 characters (longer only for a single long name): first the car, then the
/// solver.
pub fn text(compiled: &Compiled) -> String {
    format!("{}\n{}", car(compiled), solver(compiled))
}

/// The vehicle itself: its parts, its freedoms, its possible motions, its equipment.
pub fn car(compiled: &Compiled) -> String {
    let freedoms = plural(compiled.mobility.freedoms, "freedom", "freedoms") + "\n";
    joined([
        heading(compiled) + &freedoms,
        motion::car(compiled),
        equipment(compiled),
    ])
}

/// The solution: tree, cuts, loops, chains, equations, and the reasons for choices.
pub fn solver(compiled: &Compiled) -> String {
    joined([
        freedoms(compiled),
        motion::solver(compiled),
        loops(compiled),
        subsystems(compiled),
        chains(compiled),
        alike(compiled),
        coupling(compiled),
        pattern::text(compiled),
        search::text(compiled),
        reasons(compiled),
    ])
}

fn heading(compiled: &Compiled) -> String {
    let model = &compiled.model;
    let links = model.joints.iter().filter(|j| j.kind.is_link()).count();
    let mut parts = vec![
        plural(model.moving_bodies().count(), "body", "bodies"),
        plural(model.joints.len() - links, "joint", "joints"),
        plural(links, "link", "links"),
        plural(model.springs.len(), "spring", "springs"),
        plural(model.wheels.len(), "wheel", "wheels"),
    ];
    if !model.forces.is_empty() {
        let forces = plural(model.forces.len(), "other force element", "other force elements");
        parts.insert(parts.len() - 1, forces);
    }
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
    let spins = compiled.layout.own_spins(&compiled.model).count();
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

/// Each path is given by the number of joints from its side of the cut inward to the junction.
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
    // If the base is the ground, the first subsystem has no moving body.
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

/// Equipment that acts on the vehicle, a line for each piece.
fn equipment(compiled: &Compiled) -> String {
    let pieces = &compiled.model.equipment;
    if pieces.is_empty() {
        return String::new();
    }
    let mut table = Table::default();
    for piece in pieces {
        let name = format!("  {} `{}`", piece.kind.word(), elided(&piece.name, 24));
        table.row([name, piece.kind.describe()]);
    }
    for piece in &compiled.model.spare {
        let name = format!("  {} `{}`", piece.kind.word(), elided(&piece.name, 24));
        table.row([name, format!("spare: {}", piece.kind.describe())]);
    }
    let notes = pieces.iter().flat_map(|piece| {
        let heading = format!("  note on `{}`: ", piece.name);
        let notes = piece.kind.notes().iter();
        notes.map(move |note| folded(&heading, note.split(' ')))
    });
    format!("equipment\n{}{}", table.render(), notes.collect::<String>())
}

/// Subsystems and chains of equal structure: a line for each class, followed by the differences between its members.
fn alike(compiled: &Compiled) -> String {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let subsystem = |member: &Member| topology.subsystems[member.position].name.clone();
    let chain = |member: &Member| name(model, member.bodies[0]).to_owned();
    let classes = [
        section("subsystems alike", &topology.alike.subsystems, subsystem),
        section("chains alike, by their first bodies", &topology.alike.chains, chain),
    ];
    let classes: Vec<String> = classes.into_iter().filter(|text| !text.is_empty()).collect();
    classes.join("\n")
}

fn section(heading: &str, classes: &[Class], name: impl Fn(&Member) -> String) -> String {
    let lines = classes.iter().map(|class| {
        let names: Vec<String> = class.members.iter().map(&name).collect();
        let likenesses = class.members.iter().zip(&names).filter_map(|(member, name)| {
            let likeness = member.likeness.as_ref()?;
            Some(compared(name, &names[likeness.to], likeness))
        });
        let likenesses: String = likenesses.collect();
        folded("  ", listed(names.iter().map(String::as_str))) + &likenesses
    });
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("{heading}\n{lines}"),
    }
}

fn compared(name: &str, other: &str, likeness: &Likeness) -> String {
    let verb = if likeness.mirrored { "mirrors" } else { "is like" };
    let mut words = vec![format!("{name} {verb} {other}")];
    if !likeness.attachments.is_empty() {
        words.push(likeness.attachments.join(", "));
    }
    // Constants of one part are adjacent.
    let parts = likeness.constants.chunk_by(|a, b| a.part == b.part).map(|constants| {
        let part = constants[0].part.rsplit('.').next().unwrap_or_default();
        let attributes: Vec<&str> = constants.iter().map(|constant| constant.attribute).collect();
        format!("{part} ({})", attributes.join(", "))
    });
    let parts: Vec<String> = parts.collect();
    if !parts.is_empty() {
        words.push(format!("what differs: {}", parts.join(", ")));
    }
    folded("    ", words.join("; ").split_whitespace())
}

/// Coupling of the loops.
fn coupling(compiled: &Compiled) -> String {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let groups = compiled.mobility.closures.iter().map(|closure| &closure.group);
    let sentences = groups.enumerate().flat_map(|(position, group)| {
        let sentences = group.sentences(model, topology).into_iter();
        sentences.map(move |sentence| folded(&format!("  group {:<2}  ", position + 1), sentence.split_whitespace()))
    });
    let lines: String = sentences.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("coupling of loops\n{lines}"),
    }
}

fn reasons(compiled: &Compiled) -> String {
    let speeds = compiled.mobility.reasons.iter().map(|reason| &reason.sentence);
    let sentences = compiled
        .topology
        .reasons
        .iter()
        .chain(speeds)
        .chain(&compiled.plan.reasons);
    let lines = sentences.map(|sentence| folded("  - ", sentence.split_whitespace()));
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
    fn corners_that_are_alike_are_told_in_pairs() {
        let text = text(&samples::truck());
        for line in [
            "  front_left, front_right, rear_left, rear_right\n    front_right mirrors front_left\n",
            "    rear_left is like front_left; `rear_left.tie_rod` is on `chassis`, not on `rack`; what differs:\n",
            "    rear_right mirrors rear_left\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
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
