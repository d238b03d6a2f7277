//! Tests of the drawing as text: it is complete, well-formed and reproducible, and nothing overlaps.

use super::svg;
use crate::report::drawing::checks::{check_apart, check_named_once, check_texts, check_well_formed, rectangles};
use crate::report::samples;

#[test]
fn every_body_and_joint_is_there_once_in_well_formed_text_that_never_changes() {
    for compiled in samples::all() {
        let text = svg(&compiled);
        check_well_formed(&text);
        let model = &compiled.model;
        let bodies = model.bodies.iter().map(|body| body.name.as_str());
        let joints = model.joints.iter().map(|joint| joint.name.as_str());
        bodies.chain(joints).for_each(|name| check_named_once(&text, name));
        assert_eq!(text, svg(&compiled));
    }
}

#[test]
fn no_name_and_no_body_lies_on_another() {
    for compiled in samples::all() {
        let (model, text) = (&compiled.model, svg(&compiled));
        let (bodies, names) = (rectangles(&text, "bar"), rectangles(&text, "plate"));
        assert_eq!((bodies.len(), names.len()), (model.bodies.len(), model.joints.len()));
        check_apart(&[bodies, names].concat());
        check_texts(&text);
    }
}

/// Every speed of the tree is in the tooltip of its joint.
#[test]
fn every_speed_belongs_to_one_joint() {
    for compiled in samples::all() {
        let text = svg(&compiled);
        let hints: Vec<&str> = text
            .split("<title>")
            .filter_map(|part| part.split("</title>").next())
            .collect();
        for speed in &compiled.layout.speeds[..compiled.topology.speeds()] {
            let tells = |hint: &&&str| hint.split([',', ' ']).any(|word| word == speed);
            assert_eq!(hints.iter().filter(tells).count(), 1, "{speed}");
        }
    }
}

#[test]
fn a_loop_on_the_ground() {
    insta::assert_snapshot!(svg(&samples::four_bar()));
}
