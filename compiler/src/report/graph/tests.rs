//! The drawing as text: complete, well-formed, the same each time; and nothing on it lies on anything else.

use super::place::{Placed, Rectangle, label_width};
use super::plan::Group;
use super::plan::Plan;
use super::{place, plan, svg};
use crate::pipeline::Compiled;
use crate::report::samples;

/// Tags open and close in pairs, attributes are quoted, ampersands begin entities.
fn check_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, after) = part.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!after.contains('>'), "{after}");
        for entity in tag.split('&').skip(1).chain(after.split('&').skip(1)) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"].iter().any(|e| entity.starts_with(e)),
                "{entity}"
            );
        }
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or(tag));
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn names(compiled: &Compiled) -> Vec<&str> {
    let model = &compiled.model;
    let bodies = model.bodies.iter().map(|b| b.name.as_str());
    let joints = model.joints.iter().map(|j| j.name.as_str());
    let springs = model.springs.iter().map(|s| s.name.as_str());
    let wheels = model.wheels.iter().map(|w| w.name.as_str());
    bodies.chain(joints).chain(springs).chain(wheels).collect()
}

#[test]
fn every_name_is_there_in_well_formed_text_that_never_changes() {
    for compiled in samples::all() {
        let text = svg(&compiled);
        check_well_formed(&text);
        for name in names(&compiled) {
            let begins = format!("<title>{name}");
            let whole = |rest: &str| rest.starts_with("</") || rest.starts_with(": ");
            let found = text
                .match_indices(&begins)
                .filter(|(at, _)| whole(&text[at + begins.len()..]));
            assert_eq!(found.count(), 1, "{name}");
        }
        assert_eq!(text, svg(&compiled));
    }
}

/// The plates of the names, as [`super::paint`] puts them: a wire's column, one row before its outer body.
fn columns(groups: &[Group], placed: &Placed, first: usize) -> Vec<(usize, usize, Rectangle)> {
    let mut all = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let row = |body| group.bars.iter().find(|b| b.body == body).map_or(0, |b| b.row);
        for (wire, &x) in group.wires.iter().zip(&placed.wires[first + g]) {
            let gap = match wire.run {
                plan::Run::Straight { outer, .. } | plan::Run::Across { outer, .. } => row(outer) - 1,
                plan::Run::Hanging { body } => row(body),
            };
            let width = label_width(wire);
            all.push((
                first,
                gap,
                Rectangle {
                    left: x - width / 2.0,
                    top: 0.0,
                    width,
                    height: 1.0,
                },
            ));
        }
    }
    all
}

fn apart(a: &Rectangle, b: &Rectangle) -> bool {
    a.right() <= b.left || b.right() <= a.left || a.bottom() <= b.top || b.bottom() <= a.top
}

#[test]
fn no_two_names_and_no_two_bodies_overlap() {
    for compiled in samples::all() {
        let plan: Plan = plan::of(&compiled);
        let placed = place::all(&plan);
        let mut names = columns(&plan.above, &placed, 0);
        names.extend(columns(&plan.below, &placed, plan.above.len()));
        for (i, (side, gap, name)) in names.iter().enumerate() {
            for (other_side, other_gap, other) in &names[..i] {
                assert!(
                    (side, gap) != (other_side, other_gap) || apart(name, other),
                    "{name:?} {other:?}"
                );
            }
        }
        let bodies: Vec<&Rectangle> = placed.bars.values().collect();
        assert_eq!(bodies.len(), compiled.model.bodies.len());
        for (i, a) in bodies.iter().enumerate() {
            assert!(bodies[..i].iter().all(|b| apart(a, b)), "{a:?}");
        }
    }
}

#[test]
fn a_truck_is_seen_from_above() {
    let compiled = samples::truck();
    let plan = plan::of(&compiled);
    let titles = |groups: &[Group]| -> Vec<String> { groups.iter().filter_map(|g| g.title.clone()).collect() };
    assert_eq!(titles(&plan.above), ["front_left", "rack", "front_right"]);
    assert_eq!(titles(&plan.below), ["rear_left", "rear_right"]);
    let placed = place::all(&plan);
    let middle = placed.bars[&compiled.topology.base].middle().0;
    let mirrored = |left: &str, right: &str| {
        let x = |name: &str| {
            let body = compiled
                .model
                .bodies
                .iter()
                .position(|b| b.name == name)
                .expect("declared");
            placed.bars[&body.into()].middle().0 - middle
        };
        assert!((x(left) + x(right)).abs() < 1e-6, "{left} and {right}");
    };
    mirrored("front_left.knuckle", "front_right.knuckle");
    mirrored("rear_left.upper_arm", "rear_right.upper_arm");
}
