//! Strategies for genomes that shrink to fewer bodies and simpler joints.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use wishbone_tests::random_vehicle::{Assembly, Closure, Genome, Hold, Limb, Push, Ring, Strut, Tree, Tyre};

/// A whole vehicle of up to a dozen bodies.
pub fn genome() -> impl Strategy<Value = Genome> {
    (assembly(1..7), weighted(0.25, assembly(1..3)), 0_usize..24).prop_map(|(core, side, names)| Genome {
        core,
        side: side.map(|side| Assembly { ring: None, ..side }),
        accept_redundant: false,
        names,
    })
}

/// The same with loads, bushings and elements on joints.
pub fn pushed() -> impl Strategy<Value = Genome> {
    (genome(), vec(push(), 0..4), vec(push(), 0..3)).prop_map(|(genome, core, side)| Genome {
        core: Assembly {
            pushes: core,
            ..genome.core
        },
        side: genome.side.map(|own| Assembly { pushes: side, ..own }),
        ..genome
    })
}

fn assembly(bodies: std::ops::Range<usize>) -> impl Strategy<Value = Assembly> {
    let ring = (any::<usize>(), any::<u8>(), seed()).prop_map(|(on, slides, seed)| Ring { on, slides, seed });
    (
        vec(limb(), bodies),
        weighted(0.08, ring),
        vec(closure(), 0..4),
        vec(strut(), 0..3),
        vec(tyre(), 0..3),
    )
        .prop_map(|(limbs, ring, closures, struts, wheels)| Assembly {
            limbs,
            ring,
            closures,
            struts,
            wheels,
            pushes: Vec::new(),
        })
}

fn hold() -> impl Strategy<Value = Hold> {
    prop_oneof![
        3 => Just(Hold::Revolute),
        2 => Just(Hold::Prismatic),
        3 => Just(Hold::Spherical),
        2 => Just(Hold::Universal),
        1 => Just(Hold::Fixed),
        2 => Just(Hold::Free),
        2 => (3_usize..6).prop_map(Hold::Rods),
    ]
}

/// Seeds of numbers do not shrink, since failures do not depend on particular numbers.
fn seed() -> impl Strategy<Value = u64> {
    any::<u64>().no_shrink()
}

fn limb() -> impl Strategy<Value = Limb> {
    (0_usize..60, hold(), prop::bool::weighted(0.2), any::<bool>(), seed()).prop_map(
        |(parent, hold, driven, reversed, seed)| Limb {
            parent,
            hold,
            driven,
            reversed,
            seed,
        },
    )
}

fn closure() -> impl Strategy<Value = Closure> {
    let driven = prop::bool::weighted(0.2);
    (0_usize..60, 0_usize..60, hold(), driven, tree(), seed()).prop_map(|(first, second, hold, driven, tree, seed)| {
        Closure {
            first,
            second,
            hold,
            driven,
            tree,
            seed,
        }
    })
}

fn tree() -> impl Strategy<Value = Option<Tree>> {
    prop_oneof![3 => Just(None), 1 => Just(Some(Tree::Cut)), 1 => Just(Some(Tree::Keep))]
}

fn strut() -> impl Strategy<Value = Strut> {
    (0_usize..60, 0_usize..60, any::<u8>(), seed()).prop_map(|(first, second, kinds, seed)| Strut {
        first,
        second,
        kinds,
        seed,
    })
}

fn push() -> impl Strategy<Value = Push> {
    (0_usize..60, 0_usize..60, 0_usize..60, any::<u8>(), seed()).prop_map(|(first, second, third, kinds, seed)| Push {
        first,
        second,
        third,
        kinds,
        seed,
    })
}

fn tyre() -> impl Strategy<Value = Tyre> {
    (0_usize..60, 0_usize..60, any::<u8>(), seed()).prop_map(|(on, driven_from, kinds, seed)| Tyre {
        on,
        driven_from,
        kinds,
        seed,
    })
}
