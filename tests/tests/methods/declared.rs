//! The setting `method: ..` in the declaration.

use crate::{compiled, topology};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::front::{file, toml::print};
use wishbone_compiler::pipeline::{compile, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_vehicles::QuarterCar;

/// A declaration with an additional setting.
fn with(setting: &str) -> String {
    topology("free_steer").replacen('{', &format!("{{ {setting}"), 1)
}

#[test]
fn the_declared_method_is_used() {
    for method in Method::ALL {
        let declared = compiled(&with(&format!("method: {method}")), &Choice::Declared);
        let chosen = compiled(&topology("free_steer"), &Choice::Uniform(method));
        assert_eq!(declared.plan, chosen.plan);
        assert_eq!(
            declared.programs[Call::Evaluation].program.count(),
            chosen.programs[Call::Evaluation].program.count()
        );
    }
}

#[test]
fn auto_searches_and_no_declaration_does_not() {
    let auto = compiled(&with("method: auto"), &Choice::Declared);
    let asked = compiled(&with("method: lagrange"), &Choice::Auto);
    assert_eq!(auto.plan, asked.plan);
    assert_eq!(auto.search.decisions, asked.search.decisions);
    assert!(!auto.search.classes.is_empty());
    let plain = compiled(&topology("free_steer"), &Choice::Declared);
    assert!(plain.search.classes.is_empty());
}

#[test]
fn auto_searches_through_the_other_door_too() {
    let text = QuarterCar::DECLARATION.replacen('{', "{ method: auto", 1);
    let tree = file::read_text("car", &text, &mut file::no_files).vehicle;
    let printed = print::vehicle(&tree.expect("it can be read"));
    assert!(printed.contains("method = \"auto\""), "{printed}");
    let read = file::read_text("car.toml", &printed, &mut file::no_files).vehicle;
    let compiled = compile(&read.expect("it can be read")).expect("it compiles");
    assert!(compiled.model.search && !compiled.search.classes.is_empty());
}

#[test]
fn a_choice_of_the_caller_goes_before_the_declaration() {
    let plan = compiled(&with("method: lagrange"), &Choice::Uniform(Method::Recursive)).plan;
    assert!(plan.methods.iter().all(|&m| m == Method::Recursive));
}

#[test]
fn an_unknown_method_is_refused_with_the_nearest() {
    let advice = |setting: &str| {
        let text = with(setting);
        let refused = compile_text(&text)
            .err()
            .unwrap_or_else(|| panic!("{setting} is accepted"));
        render(&refused, "declaration", &text)
    };
    let misspelt = advice("method: lagrang");
    assert!(
        misspelt.contains("there is no method `lagrang`") && misspelt.contains("did you mean `lagrange`?"),
        "{misspelt}"
    );
    let foreign = advice("method: newton");
    assert!(
        foreign.contains("`recursive`, `synthesis`, `lagrange`, `synthesis_cartesian`, `auto`"),
        "{foreign}"
    );
    let number = advice("method: 3");
    assert!(number.contains("`method` must be the name of a method"), "{number}");
}
