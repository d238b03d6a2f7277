//! Tests of the drawing as text: it is complete, well-formed and reproducible, and nothing overlaps.

use super::plan::Cluster;
use super::{place, plan, svg};
use crate::pipeline::Compiled;
use crate::report::drawing::checks::{check_apart, check_named_once, check_texts, check_well_formed, rectangles};
use crate::report::samples;

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
        names(&compiled)
            .into_iter()
            .for_each(|name| check_named_once(&text, name));
        assert_eq!(text, svg(&compiled));
    }
}

#[test]
fn no_name_and_no_body_lies_on_another() {
    for compiled in samples::all() {
        let (model, text) = (&compiled.model, svg(&compiled));
        let (bodies, mut all) = (rectangles(&text, "bar"), rectangles(&text, "plate"));
        assert_eq!(bodies.len(), model.bodies.len());
        assert_eq!(all.len(), model.joints.len() + model.springs.len() + model.wheels.len());
        all.extend(bodies);
        check_apart(&all);
        check_texts(&text);
    }
}

#[test]
fn a_truck_is_seen_from_above() {
    let compiled = samples::truck();
    let plan = plan::of(&compiled);
    let titles = |groups: &[Cluster]| -> Vec<String> { groups.iter().filter_map(|g| g.title.clone()).collect() };
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
