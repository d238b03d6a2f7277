//! The choice of dependent speeds, made near the design position, remains good over the whole travel of the truck's
//! suspension and of its rack: no margin comes close to zero.

use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::Vector;
use wishbone_tests::{coordinate, output};
use wishbone_vehicles::Hmmwv;

const CORNERS: [&str; 4] = ["front_left", "front_right", "rear_left", "rear_right"];

/// Full travel of the rack to either side [m].
const RACK: f64 = 0.0524;

/// Smallest margin on a grid of positions, and the lowest and highest position of a front wheel [m].
fn over_the_travel() -> (f64, [f64; 2]) {
    let mut solver = Hmmwv::new();
    let (mut least, mut heights) = (f64::INFINITY, [f64::INFINITY, f64::NEG_INFINITY]);
    for rack in [-RACK, -0.5 * RACK, 0.0, 0.5 * RACK, RACK] {
        let mut inputs = <Hmmwv as Solver>::Inputs::default();
        inputs.drives[Hmmwv::DRIVE_RACK].position = rack;
        for step in -6..=6 {
            let mut state = Hmmwv::design_state();
            for corner in CORNERS {
                state.q[coordinate::<Hmmwv>(&format!("{corner}.lower_pivot"))] = 0.05 * f64::from(step);
            }
            let _ = Projection::ASSEMBLY
                .apply(&mut solver, &mut state, &inputs)
                .expect("the loops close");
            let height = solver.outputs(&state, &inputs, &<Hmmwv as Solver>::State::zero())
                [output::<Hmmwv>("front_left.wheel_z")];
            heights = [heights[0].min(height), heights[1].max(height)];
            least = solver.margins().iter().fold(least, |least, margin| least.min(*margin));
        }
    }
    (least, heights)
}

#[test]
fn no_pivot_comes_near_to_vanishing() {
    let (least, [lowest, highest]) = over_the_travel();
    println!("least margin {least:.3}, front wheel centre from {lowest:.3} to {highest:.3} m");
    assert!(lowest < -0.15 && highest > 0.1, "the whole travel is covered");
    assert!(least > 0.3, "{least}");
}
