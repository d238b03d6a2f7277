//! Frames of a millisecond, as required by a simulator or a test bench with hardware: the duration of each frame, and
//! the number of late frames.
//!
//! `cargo run --release -p wishbone-vehicles --example real_time`

use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::timing::StepTimes;
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// Time of a frame, and number of frames.
const FRAME: Duration = Duration::from_millis(1);
const FRAMES: u32 = 500;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rest = manoeuvres::settle()?;
    let surroundings = manoeuvres::step_steer(20.0, -0.005);
    let mut truck = Simulation::new(Hmmwv::new(), surroundings, AdamsBashforth3::new());
    truck.set_state(manoeuvres::rolling(&rest.state, 20.0));
    let mut times = StepTimes::new(FRAME);
    let begin = Instant::now();
    for frame in 1..=FRAMES {
        let start = Instant::now();
        let _ = truck.step(FRAME.as_secs_f64())?;
        times.record(start.elapsed());
        // A real frame reads inputs before the step and writes outputs after it.
        std::thread::sleep((FRAME * frame).saturating_sub(begin.elapsed()));
    }
    println!(
        "{} frames: half of them within {:?}, the longest {:?}, {} late",
        times.steps(),
        times.percentile(50.0),
        times.worst(),
        times.missed()
    );
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
