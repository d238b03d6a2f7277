//! Leaf springs.

use crate::{Kind, axle, compiled, judged, named_output};
use nalgebra::{DMatrix, DVector};
use wishbone_tests::{Acting, Interpreted, Scatter, Subject};

const LEAF: Kind = axle("solid_axle_leaf", "SolidAxleLeaf");

const ELEMENTS: Kind = axle("leaf_axle", "LeafAxle");

/// Springs alone hold the axle, and both wheels spin.
#[test]
fn an_axle_on_elements_moves_every_way() {
    assert_eq!(ELEMENTS.rig().mobility.freedoms, 6 + 2);
    assert_eq!(ELEMENTS.car().mobility.freedoms, 6 + 2 * (6 + 2));
}

#[test]
fn an_axle_on_elements_agrees_with_the_oracle_in_a_car() {
    judged(&ELEMENTS.car(), &Scatter::default(), ELEMENTS.name);
}

/// The axle heaves, rolls and winds up, and both wheels spin.
#[test]
fn it_has_the_freedoms_of_an_axle_that_nothing_else_locates() {
    assert_eq!(LEAF.rig().mobility.freedoms, 3 + 2);
    assert_eq!(LEAF.car().mobility.freedoms, 6 + 2 * (3 + 2));
}

/// The shackles are short. A shackle that is turned over has equations of opposite sign, which says nothing about the axle's range.
#[test]
fn it_has_independent_speeds_that_serve_wherever_it_moves() {
    for compiled in [LEAF.rig(), LEAF.car()] {
        let mut closures = compiled.mobility.closures.iter();
        assert!(closures.all(|closure| closure.partition_lasts()));
    }
}

#[test]
fn it_agrees_with_the_oracle_in_a_car() {
    // The oracle measures angles within half a turn, so guesses must not be too far off.
    let scatter = Scatter {
        position: 0.03,
        ..Scatter::default()
    };
    judged(&LEAF.car(), &scatter, LEAF.name);
}

/// Vertical rate of both springs together, from the second difference of the stored energy when the axle is lifted
/// without roll and wind-up. It is `2 rate / l²` for each spring, as the text of the suspension says, except for small
/// effects of the inclined shackle and arms.
#[test]
fn its_vertical_rate_is_that_of_its_halves() {
    // The preload of the leaves is zero, since it would act on the curvature of the eyes' paths.
    let rig = compiled(
        "Rig {
            include \"wishbone/solid_axle_leaf.txt\"
            place SolidAxleLeaf(ground) as part {
                torsion left_leaf.front_half { preload: 0 N*m }
                torsion left_leaf.rear_half { preload: 0 N*m }
                output lift: z(axle) { at: [0, 0, 0] m, in: ground }
                output tilt: z(axle) { at: [1, 0, 0] m, in: ground }
                output roll: z(axle) { at: [0, 1, 0] m, in: ground }
            }
        }",
    );
    let places = ["lift", "tilt", "roll"].map(|name| named_output(&rig, &format!("part.{name}")));
    let acting = Acting {
        wheels: vec![Default::default(); 2],
        ..Acting::default()
    };
    let mut subject = Interpreted::new(&rig);
    let dependent: Vec<usize> = rig.mobility.dependent().collect();
    let spins: Vec<usize> = rig.state.spins.iter().flatten().copied().collect();
    let free: Vec<usize> = (0..subject.speeds())
        .filter(|s| !dependent.contains(&rig.state.speeds[*s]) && !spins.contains(s))
        .collect();
    assert_eq!(free.len(), 3);
    let told = |subject: &mut Interpreted, q: &[f64]| {
        let still = vec![0.0; subject.speeds()];
        let named = subject.outputs(q, &still, &acting);
        DVector::from_iterator(3, places.map(|place| named[place]))
    };
    // The state with the axle at a height, by Newton's method over the independent coordinates with differences.
    let at_height = |subject: &mut Interpreted, height: f64| {
        let mut q = subject.design();
        let wanted = DVector::from_element(3, height);
        for _ in 0..12 {
            let off = &wanted - told(subject, &q);
            let columns: Vec<(Vec<f64>, DVector<f64>)> = free
                .iter()
                .map(|&speed| {
                    let mut v = vec![0.0; subject.speeds()];
                    v[speed] = 1.0;
                    subject.correct_velocity(&q, &mut v, &acting);
                    let rate = subject.rates(&q, &v, &acting).q;
                    let h = 1e-6;
                    let moved: Vec<f64> = q.iter().zip(&rate).map(|(q, r)| q + h * r).collect();
                    let column = (told(subject, &moved) - told(subject, &q)) / h;
                    (rate, column)
                })
                .collect();
            let matrix = DMatrix::from_fn(3, 3, |i, j| columns[j].1[i]);
            let step = matrix.lu().solve(&off).expect("the axle can be moved every way");
            for (factor, (rate, _)) in step.iter().zip(&columns) {
                q.iter_mut().zip(rate).for_each(|(q, r)| *q += factor * r);
            }
            for _ in 0..4 {
                subject.correct_position(&mut q, &acting);
            }
        }
        let off = told(subject, &q) - wanted;
        assert!(off.amax() < 1e-9, "{off}");
        q
    };
    let mut stored = |height: f64| {
        let q = at_height(&mut subject, height);
        subject.energy(&q, &vec![0.0; subject.speeds()], &acting).elastic
    };
    let h = 2e-3;
    let rate = (stored(h) - 2.0 * stored(0.0) + stored(-h)) / (h * h);
    let declared = 2.0 * 2.0 * 3.9e3 / (0.47 * 0.47);
    assert!((rate - declared).abs() < 0.01 * declared, "{rate} {declared}");
}
