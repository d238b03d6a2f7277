//! The interpreter of the traced programs agrees with the oracle at random consistent states: every joint kind in the
//! tree and as a cut, driven joints, welded bodies, rods alone, wheels of all sorts, springs with every characteristic.

use fastrand::Rng;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", declaration)))
}

fn worst(compiled: &Compiled, states: usize, scatter: &Scatter) -> Disagreement {
    let oracle = Oracle::new(&compiled.model);
    let mut rng = Rng::with_seed(7);
    let mut worst = Disagreement::default();
    let (mut found, mut tried) = (0, 0);
    while found < states {
        tried += 1;
        assert!(tried < 10 * states, "loops do not close: {found} of {tried}");
        let mut subject = Interpreted(compiled);
        if let Some(state) = random_state(&mut subject, scatter, &mut rng) {
            let d = compare(&oracle, &mut subject, &compiled.layout.spins, &state);
            worst = worst.worst(d);
            found += 1;
        }
    }
    println!("{tried} tries: {worst:?}");
    worst
}

macro_rules! agrees {
    ($($name:ident: $file:literal, $freedoms:literal;)*) => {$(
        #[test]
        fn $name() {
            let compiled = compiled(include_str!($file));
            assert_eq!(compiled.mobility.freedoms, $freedoms);
            let worst = worst(&compiled, 100, &Scatter::default());
            assert!(worst.acceleration() < 1e-9, "{worst:?}");
            assert!(worst.position < 1e-10 && worst.velocity < 1e-10 && worst.energy < 1e-10, "{worst:?}");
        }
    )*};
}

agrees! {
    quarter_car: "../../compiler/tests/quarter_car.txt", 2;
    five_link: "../vehicles/five_link.txt", 8;
    cuts: "../vehicles/cuts.txt", 14;
    planar: "../vehicles/planar.txt", 2;
    trains: "../vehicles/trains.txt", 17;
    seven_hinges: "../vehicles/seven_hinges.txt", 1;
    six_hinges_and_a_slide: "../vehicles/six_hinges_and_a_slide.txt", 7;
    inward: "../vehicles/inward.txt", 4;
}
