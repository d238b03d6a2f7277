//! Closed linkages, declared in every order, cut at every joint, with every base, rotated in space in 24 ways, on the ground
//! and on a floating body. Each variant is either correct or refused.
//!
//! The kept equations, the dependent speeds, and the body at which a group is closed depend on the order of
//! declaration and on the numbers. Whatever is chosen, the mechanism must be the same.

mod declared;
mod runs;
mod turns;

use declared::{Linkage, Variant};
use fastrand::Rng;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_tests::soak::{seeds, tried};
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};

/// Number of random variants of each linkage.
const ROUNDS: usize = 10;
/// Number of random states of each variant.
const STATES: usize = 2;

/// The linkage with each cyclic shift of its list of hinges, rotated in space, and cut at each joint.
fn plain_variants(linkage: &Linkage) -> Vec<Variant> {
    let hinges = linkage.hinges.len();
    let plain = Variant {
        order: (0..hinges).collect(),
        cut: None,
        base: None,
        turn: 0,
        floats: false,
    };
    let rotated = |k: usize| Variant {
        order: (0..hinges).map(|h| (h + k) % hinges).collect(),
        ..plain.clone()
    };
    let mut all: Vec<Variant> = (0..hinges).map(rotated).collect();
    all.extend((1..24).step_by(5).map(|turn| Variant { turn, ..plain.clone() }));
    let cut = |cut: usize| Variant {
        cut: Some(cut),
        ..plain.clone()
    };
    all.extend(linkage.cuttable().into_iter().map(cut));
    all
}

/// A random variant: any order, any cut, any rotation, on the ground or on a floating body, any bar as the base.
fn random_variant(linkage: &Linkage, rng: &mut Rng) -> Variant {
    let mut order: Vec<usize> = (0..linkage.hinges.len()).collect();
    rng.shuffle(&mut order);
    let cuttable = linkage.cuttable();
    let floats = rng.bool();
    Variant {
        order,
        cut: cuttable.get(rng.usize(0..=cuttable.len())).copied(),
        base: Some(rng.usize(0..4 * linkage.bars.len())).filter(|&b| floats && b < linkage.bars.len()),
        turn: rng.usize(0..24),
        floats,
    }
}

/// Checks invariants of every compiled vehicle. Each group has a pivot for each kept equation; the number of kept equations is the rank;
/// the freedoms are as expected.
fn counts_agree(compiled: &Compiled, freedoms: usize) {
    let mobility = &compiled.mobility;
    let kept: usize = mobility.closures.iter().map(|c| c.rows.len()).sum();
    let left_out: usize = mobility.closures.iter().map(|c| c.redundant.len()).sum();
    assert_eq!(kept, mobility.rank, "equations kept");
    assert_eq!(kept + left_out, mobility.equations, "all equations");
    for closure in &mobility.closures {
        assert_eq!(closure.pivots.len(), closure.rows.len(), "pivots");
    }
    assert_eq!(mobility.freedoms, freedoms, "freedoms");
}

fn is_right(linkage: &Linkage, variant: &Variant) {
    let text = linkage.text(variant);
    let compiled = match compile_text(&text) {
        Ok(compiled) => compiled,
        // A body that is in a loop must not be the base; nothing else is refused.
        Err(refused) => {
            let codes: Vec<&str> = refused.iter().map(|d| d.code.id).collect();
            assert!(
                variant.base.is_some() && codes == ["W0315"],
                "{variant:?}\n{}",
                render(&refused, "it", &text)
            );
            return;
        }
    };
    counts_agree(&compiled, linkage.freedoms + if variant.floats { 6 } else { 0 });
    let oracle = Oracle::new(&compiled.model);
    let mut subject = Interpreted::new(&compiled);
    let mut rng = Rng::with_seed(7);
    let scatter = Scatter {
        position: 0.1,
        ..Scatter::default()
    };
    let mut worst = Disagreement::default();
    let mut found = 0;
    for tried in 0.. {
        assert!(tried < 20 * STATES, "the loops do not close: {variant:?}\n{text}");
        if let Some(state) = random_state(&mut subject, &scatter, &mut rng) {
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
            found += 1;
        }
        if found == STATES {
            break;
        }
    }
    let is_right = worst.acceleration() < 1e-9 && worst.position < 1e-10 && worst.velocity < 1e-10;
    assert!(is_right, "{worst:?} of {variant:?}\n{text}");
}

fn all_are_right(linkage: &Linkage) {
    let variants = plain_variants(linkage);
    println!("{}: {} variants", linkage.name, variants.len());
    for variant in &variants {
        is_right(linkage, variant);
    }
}

#[test]
fn bricard() {
    all_are_right(&declared::bricard());
}

#[test]
fn bennett() {
    all_are_right(&declared::bennett());
}

#[test]
fn planar_rings() {
    for corners in 4..=6 {
        all_are_right(&declared::planar_ring(corners));
    }
}

#[test]
fn two_four_bars() {
    all_are_right(&declared::two_four_bars());
}

#[test]
fn wishbone() {
    all_are_right(&declared::wishbone());
}

#[test]
fn five_link() {
    all_are_right(&declared::five_link());
}

#[test]
fn slider_crank() {
    all_are_right(&declared::slider_crank());
}

#[test]
fn random_variants() {
    let mut linkages = vec![
        declared::bricard(),
        declared::bennett(),
        declared::two_four_bars(),
        declared::wishbone(),
        declared::five_link(),
        declared::slider_crank(),
    ];
    linkages.extend((4..=6).map(declared::planar_ring));
    let mut variants = 0;
    for seed in seeds(ROUNDS) {
        let mut rng = Rng::with_seed(seed);
        for linkage in &linkages {
            is_right(linkage, &random_variant(linkage, &mut rng));
            variants += 1;
        }
    }
    tried(format_args!(
        "{variants} closed linkages in random orders, cuts, bases and turns"
    ));
}
