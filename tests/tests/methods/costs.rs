//! Comparison of the cost of methods: operations of one evaluation.

use crate::compiled;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::report::counts;
use wishbone_vehicles::{Hmmwv, QuarterCar};

/// Operations by stage, then their sum.
fn costs(text: &str, method: Method) -> Vec<usize> {
    let counted = counts::stages(&compiled(text, &Choice::Uniform(method)));
    let stages = counted.stages.iter().map(|stage| stage.count.total());
    stages.chain([counted.evaluation.total()]).collect()
}

/// Kim & Wang (2005), table 1: a suspension costs more with the Cartesian motion of its bodies than with joint coordinates.
/// They found a factor of 1.55.
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
