//! A vehicle on two threads, with the same bits as on one thread.
//!
//! `cargo run --release -p wishbone --features threads --example threads`

use wishbone::prelude::*;
use wishbone::threads::OnThreads;

wishbone::vehicle! {
    /// Two pendulums on a weight.
    pub Balance {
        threads: 2
        gravity: 9.81 m/s^2
        body base { mass: 10 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        joint slide: prismatic(ground, base) { axis: x }
        body left { mass: 2 kg, com: [0, 1, -1] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint left_pivot: revolute(base, left) { axis: y, at: [0, 1, 0] m }
        body right { mass: 3 kg, com: [0, -1, -1] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint right_pivot: revolute(base, right) { axis: y, at: [0, -1, 0] m }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut one = Simulation::new(Balance::new(), Still, AdamsBashforth3::new());
    let mut state = Balance::design_state();
    state.v[Balance::V_LEFT_PIVOT] = 2.0;
    one.set_state(state);
    // This also works on a machine with a single core.
    let mut two = OnThreads::crowded(one.clone())?;
    two.advance(1000, 1e-3)?;
    for _ in 0..1000 {
        let _ = one.step(1e-3)?;
    }
    println!("{:?}", one.state());
    assert_eq!(one.state(), two.simulation().state());
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
