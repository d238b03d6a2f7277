//! Exact derivatives of a vehicle's accelerations by its state.
//!
//! `cargo run -p wishbone --example derivative`

use wishbone::derivative::{Argument, Delivered};
use wishbone::ports::Inputs;
use wishbone::prelude::*;

wishbone::vehicle! {
    /// A pendulum.
    pub Pendulum {
        derivatives: accept
        gravity: 9.81 m/s^2
        body bob { mass: 2 kg, com: [0, 0, -1] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
    }
}

/// The slope of a row by a column of the sparse matrix.
fn entry(slopes: &[f64], row: usize, column: usize) -> f64 {
    let mut place = 0;
    for (own, columns) in Pendulum::DESCRIPTION.slopes {
        if *own == row {
            let found = columns.iter().position(|own| *own == column);
            return found.map_or(0.0, |found| slopes[place + found]);
        }
        place += columns.len();
    }
    0.0
}

fn main() {
    let (mut pendulum, inputs) = (Pendulum::new(), Inputs::default());
    let mut state = Pendulum::design_state();
    state.q[0] = 0.3;
    let row = Delivered::SpeedRate(0).row(Pendulum::DESCRIPTION);
    let column = Argument::Coordinate(0).column(Pendulum::DESCRIPTION);
    let slope = entry(pendulum.slopes(&state, &inputs), row, column);
    // The moment of inertia about the pivot is 2 kg · 1 m² + 0.01 kg m².
    let expected = -2.0 * 9.81 * 0.3_f64.cos() / 2.01;
    println!("angular acceleration by angle: {slope:.12} 1/s^2, by the formula {expected:.12}");
    assert!((slope / expected - 1.0).abs() < 1e-12);
}

#[test]
fn runs() {
    main();
}
