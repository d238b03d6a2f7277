//! Comparison of the cost of methods: operations of one evaluation.

use crate::compiled;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::report::counts;
use wishbone_vehicles::{Hmmwv, QuarterCar};

/// By stage, then all together.
fn costs(text: &str, method: Method) -> Vec<usize> {
    let counted = counts::stages(&compiled(text, &Choice::Uniform(method)));
    let stages = counted.stages.iter().map(|stage| stage.count.total());
    stages.chain([counted.evaluation.total()]).collect()
}

/// Kim & Wang (2005), table 1: a suspension costs more through the Cartesian motion of its bodies than by its joints.
/// They found 1.55 times as much.
#[test]
fn joints_are_cheaper_than_cartesian_motion() {
    for (name, text) in [("quarter car", QuarterCar::DECLARATION), ("truck", Hmmwv::DECLARATION)] {
        for method in Method::ALL {
            println!("{name}, {method}: {:?}", costs(text, method));
        }
        let total = |method: Method| costs(text, method).last().copied();
        assert!(total(Method::Synthesis) < total(Method::SynthesisCartesian), "{name}");
    }
}
