//! The interpreter of the traced programs agrees with the oracle at random consistent states.

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

#[test]
fn quarter_car() {
    let compiled = compiled(include_str!("../../compiler/tests/quarter_car.txt"));
    let worst = worst(&compiled, 100, &Scatter::default());
    assert!(worst.acceleration() < 1e-9, "{worst:?}");
}
