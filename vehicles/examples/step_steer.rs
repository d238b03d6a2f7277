//! The HMMWV in a step of its steering wheel: yaw rate over time, and the gain at the end.
//!
//! `cargo run --release -p wishbone-vehicles --example step_steer`

use wishbone::prelude::*;
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// Speed [m/s], and displacement of the rack [m]: to the right, which steers to the left.
const SPEED: f64 = 20.0;
const RACK: f64 = -0.008;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rest = manoeuvres::settle()?;
    let surroundings = manoeuvres::step_steer(SPEED, RACK);
    let mut truck = Simulation::new(Hmmwv::new(), surroundings, AdamsBashforth3::new());
    truck.set_state(manoeuvres::rolling(&rest.state, SPEED));
    for tenth in 0..40 {
        while truck.time() < 0.1 * f64::from(tenth) {
            let _ = truck.step(1e-3)?;
        }
        let yaw_rate = truck.state().v[Hmmwv::V_MOTION_WZ];
        println!("{:.1} s {:7.3} deg/s", truck.time(), yaw_rate.to_degrees());
    }
    assert!(truck.state().v[Hmmwv::V_MOTION_WZ] > 0.1);
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
