//! Closed linkages, declared in every order, cut at every joint, with every base, turned 24 ways in space, on the ground
//! and on a floating body: each is right, or refused.
//!
//! Which equations are kept, which speeds depend on which, and where a group is closed, follows from the order of
//! declaration and from how large numbers happen to be. Whatever is chosen, the mechanism is the same.

mod declared;

use declared::{Linkage, Variant};
use fastrand::Rng;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};

/// Random states of each variant.
const STATES: usize = 3;

/// The variants of a linkage: `count` drawn at random, and as many of the kinds that are few.
fn variants(linkage: &Linkage, count: usize, rng: &mut Rng) -> Vec<Variant> {
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
    let turned = |turn: usize| Variant { turn, ..plain.clone() };
    all.extend((1..24).step_by(5).map(turned));
    let cuttable = linkage.cuttable();
    all.extend(cuttable.iter().map(|&cut| Variant { cut: Some(cut), ..plain.clone() }));
    for _ in 0..count {
        let mut order = plain.order.clone();
        rng.shuffle(&mut order);
        let cut = Some(rng.usize(0..=cuttable.len())).and_then(|k| cuttable.get(k).copied());
        let floats = rng.bool();
        all.push(Variant {
            order,
            cut,
            base: Some(rng.usize(0..=linkage.bars.len())).filter(|&b| floats && b < linkage.bars.len()),
            turn: rng.usize(0..24),
            floats,
        });
    }
    all
}

/// The invariants that every compiled vehicle has: each group has a pivot for each equation kept, and as many as its
/// equations have rank; the freedoms are what is left.
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
        // A cut that leaves a body without a place in the tree may be refused; nothing else.
        Err(refused) => {
            let words = render(&refused, "declaration", &text);
            assert!(words.contains("[W03") && words.contains("tree"), "{variant:?}\n{words}");
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
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.layout.spins, &state));
            found += 1;
        }
        if found == STATES {
            break;
        }
    }
    let is_right = worst.acceleration() < 1e-9 && worst.position < 1e-10 && worst.velocity < 1e-10;
    assert!(is_right, "{worst:?} of {variant:?}\n{text}");
}

fn all_are_right(linkage: &Linkage, count: usize) {
    let mut rng = Rng::with_seed(1903);
    let variants = variants(linkage, count, &mut rng);
    println!("{}: {} variants", linkage.name, variants.len());
    for variant in &variants {
        is_right(linkage, variant);
    }
}

#[test]
fn bricard() {
    all_are_right(&declared::bricard(), 24);
}

#[test]
fn bennett() {
    all_are_right(&declared::bennett(), 12);
}

#[test]
fn planar_rings() {
    for corners in 4..=6 {
        all_are_right(&declared::planar_ring(corners), 6);
    }
}

#[test]
fn two_four_bars() {
    all_are_right(&declared::two_four_bars(), 8);
}

#[test]
fn wishbone() {
    all_are_right(&declared::wishbone(), 12);
}

#[test]
fn five_link() {
    all_are_right(&declared::five_link(), 8);
}

#[test]
fn slider_crank() {
    all_are_right(&declared::slider_crank(), 10);
}
