//! `method: auto`: the choice of cuts and independent coordinates by the number of operations.

use crate::{compiled, declarations, topology};
use fastrand::Rng;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::report::search;
use wishbone_compiler::search::{Outcome, Searched};
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};
use wishbone_vehicles::bare::{QuarterSla, Semitrailer12};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// States per vehicle.
const STATES: usize = 4;

fn cost(compiled: &Compiled) -> usize {
    compiled.programs[Call::Evaluation].program.count().cost()
}

fn agrees(name: &str, compiled: &Compiled) {
    let oracle = Oracle::new(&compiled.model);
    let mut rng = Rng::with_seed(31);
    // With a gear or a damper in series between angles and lengths, loops that are far from closed may close with
    // another number of turns.
    let position = if ["gears", "dampers"].contains(&name) {
        0.05
    } else {
        Scatter::default().position
    };
    let scatter = Scatter {
        position,
        ..Scatter::default()
    };
    let mut subject = Interpreted::new(compiled);
    let mut states = (0..40 * STATES).filter_map(|_| random_state(&mut Interpreted::new(compiled), &scatter, &mut rng));
    for _ in 0..STATES {
        let state = states.next().unwrap_or_else(|| panic!("{name}: loops do not close"));
        let found: Disagreement = compare(&oracle, &mut subject, &compiled.state.spins, &state);
        assert!(found.acceleration() < 1e-9, "{name}: {found:?}");
    }
}

/// The chosen alternative gives the same accelerations and is never more expensive than the choice by the rules.
#[test]
fn what_is_found_agrees_with_the_oracle_and_costs_no_more() {
    let library = [
        ("four_bar", FourBar::DECLARATION),
        ("quarter_car", QuarterCar::DECLARATION),
        ("hmmwv", Hmmwv::DECLARATION),
        ("quarter_sla", QuarterSla::DECLARATION),
        ("semitrailer12", Semitrailer12::DECLARATION),
    ];
    let library = library.map(|(name, text)| (name.to_owned(), text.to_owned()));
    // The random vehicles are many; `random_topologies` tests them with all methods.
    let own = declarations("vehicles").into_iter().chain(declarations("topologies"));
    let own = own.filter(|(name, _)| !name.starts_with("random"));
    let (mut searched, mut cheaper) = (0, 0);
    for (name, text) in library.into_iter().chain(own) {
        let [rules, auto] = [Choice::Declared, Choice::Auto].map(|choice| compiled(&text, &choice));
        searched += usize::from(!auto.search.classes.is_empty());
        let declares_method = rules.model.method.is_some();
        assert!(
            declares_method || cost(&auto) <= cost(&rules),
            "{name}: dearer than by the rules"
        );
        if auto.search.decisions != Default::default() {
            println!("{name}: {} instead of {}", cost(&auto), cost(&rules));
            cheaper += 1;
            agrees(&name, &auto);
        }
    }
    assert!(searched > 5 && cheaper > 0, "{cheaper} of {searched} were cheaper");
}

/// The truck's declaration, its words separated by single spaces.
fn truck() -> String {
    Hmmwv::DECLARATION.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The truck with the ball joints of its corners in the less favourable order: the rules then cut the ball joint on the arm that
/// remains independent.
fn unhappy() -> String {
    let text = truck();
    let ball = |name: &str| {
        let (_, from) = text
            .split_once(&format!("joint {name}"))
            .expect("the truck has this joint");
        let (inside, _) = from.split_once('}').expect("its braces are closed");
        format!("joint {name}{inside}}}")
    };
    let (lower, upper) = (ball("lower_ball"), ball("upper_ball"));
    text.replace(&lower, "<ball>")
        .replace(&upper, &lower)
        .replace("<ball>", &upper)
}

#[test]
fn the_order_of_declaration_does_not_matter() {
    let [happy, by_rule] = [truck(), unhappy()].map(|text| compiled(&text, &Choice::Declared));
    let found = compiled(&unhappy(), &Choice::Auto);
    assert!(cost(&by_rule) > cost(&happy), "the order was meant to be worse");
    let relative = cost(&found) as f64 / cost(&happy) as f64;
    assert!((relative - 1.0).abs() < 0.01, "{} and {}", cost(&found), cost(&happy));
    let cuts = |compiled: &Compiled| {
        let cut = |l: &wishbone_compiler::topology::Loop| compiled.model.joint(l.cut).name.clone();
        let mut cuts: Vec<String> = compiled.topology.loops.iter().map(cut).collect();
        cuts.sort();
        cuts
    };
    assert_eq!(cuts(&found), cuts(&happy));
}

#[test]
fn equal_subsystems_get_the_same_choice() {
    let found = compiled(&unhappy(), &Choice::Auto);
    for class in &found.topology.alike.subsystems {
        let cut = |member: &wishbone_compiler::topology::alike::Member| {
            let cuts = member
                .loops
                .iter()
                .map(|&l| found.model.joint(found.topology.loops[l].cut));
            let names = cuts.map(|joint| joint.name.rsplit('.').next().unwrap_or_default().to_owned());
            names.collect::<Vec<String>>()
        };
        let all: Vec<Vec<String>> = class.members.iter().map(cut).collect();
        assert!(all.iter().all(|cuts| *cuts == all[0]), "{all:?}");
    }
}

/// Declared choices are respected: a joint is kept or cut, whatever the cost.
#[test]
fn declared_cuts_stand() {
    for role in ["keep", "cut"] {
        let with = format!("lca_outer, tree: {role} }}");
        let text = truck().replace("lca_outer }", &with);
        let found = compiled(&text, &Choice::Auto);
        let is_cut = |name: &str| {
            let cuts = found.topology.loops.iter().map(|l| &found.model.joint(l.cut).name);
            cuts.filter(|cut| cut.ends_with(name)).count()
        };
        assert_eq!(is_cut("lower_ball"), if role == "cut" { 4 } else { 0 });
        assert_eq!(is_cut("upper_ball"), if role == "cut" { 0 } else { 4 });
    }
}

/// The search leaves loops to the rules if every choice of coordinates fails at some position.
#[test]
fn the_four_bar_is_not_searched() {
    let found = compiled(FourBar::DECLARATION, &Choice::Auto);
    assert!(found.mobility.closures.iter().all(|closure| !closure.partition_lasts()));
    assert!(found.search.classes.is_empty());
}

#[test]
fn losers_are_shown_in_narrow_lines() {
    for text in [topology("free_rack"), topology("deyo_sedan"), unhappy()] {
        let found = compiled(&text, &Choice::Auto);
        let told = search::text(&found);
        assert!(told.lines().all(|line| line.chars().count() <= 100), "{told}");
        for Searched { tried, .. } in &found.search.classes {
            assert_eq!(tried.iter().filter(|choice| choice.taken).count(), 1, "{told}");
            let counted = tried.iter().filter_map(|choice| match &choice.outcome {
                Outcome::Counted { traced, .. } => Some(traced.operations.to_string()),
                Outcome::Refused(_) => None,
            });
            assert!(
                counted.into_iter().all(|operations| told.contains(&operations)),
                "{told}"
            );
        }
        let again = compiled(&text, &Choice::Auto);
        assert_eq!(found.search.classes, again.search.classes);
    }
}
