//! Eight variants of a vehicle at once, in the lanes of the processor's registers.
//!
//! `cargo run -p wishbone --example batch`

use wishbone::batch::{BatchSimulation, InLanes, LANES};
use wishbone::marker::MarkerPort;
use wishbone::prelude::*;

wishbone::vehicle! {
    /// A weight on a spring.
    pub Weight {
        batch: accept
        gravity: 9.81 m/s^2
        body weight { mass: 10 kg, com: [0, 0, 1] m, inertia: [1, 1, 1] kg*m^2 }
        joint heave: prismatic(ground, weight) { axis: z }
        marker hook: on(weight) { at: [0, 0, 1] m }
    }
}

/// A spring for each vehicle, with a rate of its own.
#[derive(Clone, Copy)]
struct Spring {
    rate: f64,
}

impl Subsystem<Weight> for Spring {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <Weight as Solver>::Inputs) {
        let hook = MarkerPort::at(Weight::DESCRIPTION, 0);
        let stretch = hook.motion(now).position[2] - 1.0;
        hook.load(inputs, [0.0, 0.0, -self.rate * stretch], [0.0; 3]);
    }
}

fn main() -> Result<(), Refused> {
    let springs: [Spring; LANES] = std::array::from_fn(|lane| Spring {
        rate: 1000.0 * (1.0 + lane as f64),
    });
    // The last number is the number of wheels: a weight has no wheel.
    let mut batch = BatchSimulation::<_, _, _, 0>::new(WeightBatch::default(), springs, RungeKutta4);
    let mut deepest = [0.0f64; LANES];
    for _ in 0..1000 {
        let stepped = batch.step(1e-3)?;
        for (lane, deepest) in deepest.iter_mut().enumerate() {
            stepped[lane]?;
            *deepest = deepest.min(InLanes::lane(batch.state(), lane).q[0]);
        }
    }
    for (spring, deepest) in springs.iter().zip(deepest) {
        // A weight that is released sinks twice as deep as its position at rest.
        let expected = -2.0 * 10.0 * 9.81 / spring.rate;
        println!(
            "{:5.0} N/m: {:.4} m deep, {expected:.4} by the formula",
            spring.rate, -deepest
        );
        assert!((deepest / expected - 1.0).abs() < 1e-4);
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Refused> {
    main()
}
