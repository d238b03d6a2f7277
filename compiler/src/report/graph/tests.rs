//! The drawing as text: complete, well-formed, the same each time; and nothing on it lies on anything else.

use super::place::Rectangle;
use super::plan::Group;
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

/// Rectangles of that class in the text of a drawing.
fn rectangles(text: &str, class: &str) -> Vec<Rectangle> {
    let of_class = |line: &&str| line.contains("<rect ") && line.contains(&format!("class=\"{class}\""));
    let number = |line: &str, key: &str| -> f64 {
        let (_, after) = line.split_once(&format!(" {key}=\"")).expect("the attribute is there");
        after.split('"').next().and_then(|n| n.parse().ok()).expect("a number")
    };
    let rectangle = |line: &str| Rectangle {
        left: number(line, "x"),
        top: number(line, "y"),
        width: number(line, "width"),
        height: number(line, "height"),
    };
    text.lines().filter(of_class).map(rectangle).collect()
}

fn apart(a: &Rectangle, b: &Rectangle) -> bool {
    a.right() <= b.left || b.right() <= a.left || a.bottom() <= b.top || b.bottom() <= a.top
}

#[test]
fn no_name_and_no_body_lies_on_another() {
    for compiled in samples::all() {
        let (model, text) = (&compiled.model, svg(&compiled));
        let (bodies, mut all) = (rectangles(&text, "bar"), rectangles(&text, "plate"));
        assert_eq!(bodies.len(), model.bodies.len());
        assert_eq!(all.len(), model.joints.len() + model.springs.len() + model.wheels.len());
        all.extend(bodies);
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| apart(a, b)), "{}: {a:?}", model.name);
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
