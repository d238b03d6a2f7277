//! The quarter car of Kim & Wang (2005) over its bump, on its declared tyre.

use wishbone::prelude::*;
use wishbone_vehicles::QuarterCar;
use wishbone_vehicles::benchmarks::{KIM_AND_WANG_STEP, quarter_car_bump};

/// Heights of the chassis above rest [m] and tyre loads [N], 120 values a second for three seconds. Each interval has `$parts` steps.
macro_rules! ride {
    ($integrator:expr, $parts:expr) => {{
        let (start, surroundings) = quarter_car_bump().expect("it settles");
        let mut car = Simulation::new(QuarterCar::new(), surroundings, $integrator);
        car.set_state(start);
        let mut history = Vec::new();
        for _ in 0..360 {
            for _ in 0..$parts {
                let _ = car.step(KIM_AND_WANG_STEP / f64::from($parts)).expect("a sound step");
            }
            car.evaluate();
            let heave = car.state().q[QuarterCar::Q_HEAVE] - start.q[QuarterCar::Q_HEAVE];
            history.push([heave, car.inputs.wheels[0].force[2]]);
        }
        history
    }};
}

/// The step of the paper is stable, and its heave differs from the heave with fine steps by less than two per cent. On
/// level ground, before and long after the bump, the tyre carries the weight.
#[test]
fn rides_over_the_bump_in_the_steps_of_the_paper() {
    const WEIGHT: f64 = (400.0 + 6.5 + 3.5 + 38.0) * 9.81;
    let (found, exact) = (ride!(AdamsBashforth3::new(), 1), ride!(RungeKutta4, 20));
    let highest = |history: &[[f64; 2]]| history.iter().fold(0.0_f64, |most, [heave, _]| most.max(heave.abs()));
    let apart = found
        .iter()
        .zip(&exact)
        .map(|(found, exact)| [found[0] - exact[0], 0.0]);
    let apart = highest(&apart.collect::<Vec<_>>());
    println!("heave up to {} m, off by {apart} m", highest(&exact));
    assert!((0.005..0.05).contains(&highest(&exact)));
    assert!(apart < 0.02 * highest(&exact));
    for history in [&found, &exact] {
        assert!(history[..23].iter().all(|[_, load]| (load / WEIGHT - 1.0).abs() < 1e-6));
        let least = history.iter().map(|[_, load]| *load).fold(f64::INFINITY, f64::min);
        assert!(
            (0.0..0.1 * WEIGHT).contains(&least),
            "behind the bump it nearly leaves the ground: {least} N"
        );
        let [heave, load] = history[359];
        assert!(
            heave.abs() < 1e-3 && (load / WEIGHT - 1.0).abs() < 0.01,
            "{heave} {load}"
        );
    }
}
