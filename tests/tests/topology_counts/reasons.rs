//! Every choice has a sentence as its reason, and the costs in the sentences are the costs of the alternatives.

use crate::benchmarks::parallelogram;
use crate::compiled;
use crate::declared::declarations;
use wishbone_compiler::mobility::Closure;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::topology::Nesting;
use wishbone_vehicles::{Hmmwv, QuarterCar};

fn beginning<'a>(reasons: &'a [String], with: &str) -> Vec<&'a str> {
    let reasons = reasons.iter().map(String::as_str);
    reasons.filter(|reason| reason.starts_with(with)).collect()
}

#[test]
fn every_choice_has_one_sentence() {
    for (file, text) in declarations() {
        let Compiled {
            model,
            topology,
            mobility,
            layout,
            ..
        } = compiled(&text);
        let reasons = &topology.reasons;
        for l in &topology.loops {
            let name = &model.joint(l.cut).name;
            let [sentence] = beginning(reasons, &format!("`{name}` is cut"))[..] else {
                panic!("{file}: {name}: {reasons:?}")
            };
            let equations = model.joint(l.cut).kind.equations();
            assert!(
                sentence.contains(&format!(": {equations} closure equation")),
                "{sentence}"
            );
        }
        for &body in topology.order.iter().filter(|&&b| topology.is_frame(b)) {
            let name = &model.body(body).name;
            let told = beginning(reasons, &format!("`{name}` is a frame of its own: "));
            assert_eq!(told.len(), 1, "{file}: {reasons:?}");
        }
        assert_eq!(beginning(reasons, "the base is ").len(), 1, "{file}");
        assert_eq!(beginning(reasons, "the tree has ").len(), 1, "{file}");

        let mut speeds: Vec<usize> = mobility.reasons.iter().flat_map(|r| r.speeds.clone()).collect();
        speeds.sort_unstable();
        let all: Vec<usize> = (0..layout.speeds.len()).collect();
        assert_eq!(speeds, all, "{file}");
        for reason in &mobility.reasons {
            let dependent = mobility.dependent().any(|speed| reason.speeds == [speed]);
            let acts = |c: &&Closure| {
                let mut speeds = c.pivots.iter().map(|p| p.1).chain(c.independent.iter().map(|i| i.0));
                speeds.any(|speed| reason.speeds.contains(&speed))
            };
            let lasts = mobility.closures.iter().find(acts).is_none_or(Closure::partition_lasts);
            let words = match (lasts, dependent) {
                (true, true) => " dependent: ",
                (true, false) => " independent: ",
                (false, _) => "integrated, and corrected together: ",
            };
            assert!(reason.sentence.contains(words), "{}", reason.sentence);
        }
    }
}

/// The sentence names the next best cut and the number of closure equations that it would leave. If that cut is declared,
/// this number is correct.
#[test]
fn the_alternative_costs_what_is_said() {
    let chosen = compiled(QuarterCar::DECLARATION);
    let [sentence] = beginning(&chosen.topology.reasons, "`upper_ball` is cut")[..] else {
        panic!("one sentence")
    };
    assert_eq!(
        sentence,
        "`upper_ball` is cut, in the loop `upper_arm` - `chassis` - `lower_arm` - `knuckle`: 3 closure equations; \
         cutting `lower_ball`, declared before it, would leave as many"
    );
    for (joint, equations) in [("lower_ball", 3), ("lower_pivot", 5)] {
        let declared = cut(QuarterCar::DECLARATION, joint);
        let other = compiled(&declared);
        let [sentence] = beginning(&other.topology.reasons, &format!("`{joint}` is cut as declared"))[..] else {
            panic!("{:?}", other.topology.reasons)
        };
        assert!(
            sentence.contains(&format!(": {equations} closure equations; ")),
            "{sentence}"
        );
        let left = if equations == 3 {
            "would leave as many"
        } else {
            "would leave 3"
        };
        assert!(sentence.ends_with(left), "{sentence}");
        assert_eq!(other.mobility.equations, equations + 1);
        // Each additional equation needs an additional coordinate.
        assert_eq!(other.topology.speeds(), chosen.topology.speeds() + equations - 3);
        assert_eq!(other.mobility.freedoms, chosen.mobility.freedoms);
    }
}

/// The declaration with one joint cut.
fn cut(declaration: &str, joint: &str) -> String {
    let line = declaration
        .find(&format!("joint {joint}:"))
        .expect("the joint is declared");
    let end = line + declaration[line..].find('}').expect("it has attributes");
    format!("{}, tree: cut {}", declaration[..end].trim_end(), &declaration[end..])
}

/// In each corner, the rod's loop shares an arm and a ball joint with the other loop. At the rear, where the rod is on
/// the chassis, the rod's loop lies inside the other loop.
#[test]
fn coupling_of_the_hmmwv() {
    let Compiled {
        model,
        topology,
        mobility,
        ..
    } = compiled(Hmmwv::DECLARATION);
    for closure in &mobility.closures {
        let [shared] = &closure.group.shared[..] else {
            panic!("one pair of loops")
        };
        let names: Vec<&str> = shared.joints.iter().map(|&b| topology.joint_name(&model, b)).collect();
        let corner = names[0].split('.').next().expect("a corner");
        assert_eq!(names, [format!("{corner}.lower_pivot"), format!("{corner}.lower_ball")]);
        let behind = corner.starts_with("rear");
        let nesting = if behind { Nesting::SecondInside } else { Nesting::Apart };
        assert_eq!(shared.nesting, nesting, "{corner}");
        let sentences = closure.group.sentences(&model, &topology);
        assert_eq!(sentences.len(), 2);
        assert_eq!(sentences[1].contains("lies inside"), behind, "{sentences:?}");
    }
}

/// Bars of a parallelogram: each loop shares an upright only with its neighbours.
#[test]
fn coupling_of_a_row_of_loops() {
    const LOOPS: usize = 5;
    let Compiled {
        model,
        topology,
        mobility,
        ..
    } = compiled(&parallelogram(LOOPS));
    let [closure] = &mobility.closures[..] else {
        panic!("one group")
    };
    let shared = &closure.group.shared;
    let pairs: Vec<[usize; 2]> = shared.iter().map(|s| s.loops).collect();
    assert_eq!(pairs, (1..LOOPS).map(|k| [k - 1, k]).collect::<Vec<_>>());
    for s in shared {
        let names: Vec<&str> = s.joints.iter().map(|&b| topology.joint_name(&model, b)).collect();
        assert_eq!(
            (names, s.nesting),
            (vec![format!("foot_{}", s.loops[1]).as_str()], Nesting::Apart)
        );
    }
}
