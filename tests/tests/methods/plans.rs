//! The chosen method is used. Where it cannot be used, the plan gives the reason.

use crate::{compiled, topology};
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::ir::Count;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::Call;

fn evaluation(compiled: &Compiled) -> Count {
    compiled.programs[Call::Evaluation].program.count()
}

#[test]
fn each_method_leaves_a_program_of_its_own() {
    let text = topology("free_rack");
    let counts = Method::ALL.map(|method| evaluation(&compiled(&text, &Choice::Uniform(method))).total());
    for (i, a) in counts.iter().enumerate() {
        assert!(counts[..i].iter().all(|b| a != b), "{counts:?}");
    }
}

#[test]
fn a_list_goes_by_subsystem_and_ends_recursive() {
    let text = topology("free_steer");
    let wanted = vec![Method::Lagrange, Method::SynthesisCartesian];
    let plan = compiled(&text, &Choice::PerSubsystem(wanted)).plan;
    assert_eq!(
        plan.methods,
        [Method::Recursive, Method::SynthesisCartesian, Method::Recursive]
    );
    assert_eq!(plan.reasons.len(), 2);
    assert!(
        plan.reasons.iter().all(|reason| reason.contains("is reduced by")),
        "{:?}",
        plan.reasons
    );
}

#[test]
fn a_method_that_cannot_be_used_is_replaced_and_the_reason_given() {
    let plan = compiled(&topology("tractor_semitrailer"), &Choice::Uniform(Method::Synthesis)).plan;
    assert!(
        plan.methods.contains(&Method::Recursive) && plan.reasons.iter().any(|reason| reason.contains("not by")),
        "{:?}",
        plan.reasons
    );
}
