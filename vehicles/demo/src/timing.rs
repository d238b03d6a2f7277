//! Execution times on this machine.

use crate::referee::Scene;
use crate::truck::Truck;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wishbone::control::Controls;
use wishbone::prelude::*;
use wishbone::subsystem::Joints;
use wishbone_oracle::Loads;
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::TruckState;

/// Median times of one call.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Kinematics and accelerations under given loads.
    pub evaluation: Duration,
    /// The same kinematics and accelerations, computed by the oracle.
    pub oracle_evaluation: Duration,
    /// A step of the third-order Adams-Bashforth method, with tyres, driver and closing of the loops.
    pub adams_bashforth: Duration,
    /// Time of one evaluation of the tyres; a step of the Adams-Bashforth method has one.
    pub tyres: Duration,
    /// Time of one evaluation of the driver, which steers and holds the speed. It is not part of the vehicle.
    pub driver: Duration,
    /// A step of the fourth-order Runge-Kutta method, with tyres, driver and closing of the loops.
    pub runge_kutta: Duration,
    /// A step of the fourth-order Runge-Kutta method by the oracle, under given loads.
    pub oracle_step: Duration,
}

/// Length of the timed steps [s].
const STEP: f64 = 5e-4;

/// Measures all times at one state of the truck, which is steered by `S` on the road `R` while `H` holds its speed.
pub fn measure<S, R, H>(truck: &Truck, surroundings: &(S, (R, H)), state: &TruckState) -> Result<Times, String>
where
    S: Subsystem<Hmmwv> + Clone,
    R: Subsystem<Hmmwv> + Clone,
    H: Subsystem<Hmmwv> + Clone,
{
    let start = simulation(surroundings, state, RungeKutta4);
    let mut present = start.clone();
    let rate = present.evaluate();
    let (inputs, mut solver) = (present.inputs, present.solver().clone());
    let scene = Scene::of(solver.bodies(state, &inputs, &rate), state, &inputs);

    let evaluation = median(200, || {
        solver.kinematics(black_box(state), black_box(&inputs));
        black_box(solver.accelerations(black_box(&inputs)));
    });
    let wheels = solver.wheels().to_vec();
    let (mut steer, (mut road, mut hold)) = surroundings.clone();
    let mut acting = inputs;
    let (steering, (relaxed, held)) = present.subsystems();
    let now = |wheels| Now {
        time: 0.0,
        state: &(),
        wheels,
        markers: &[],
        joints: Joints::of(present.state()),
        controls: Controls::default(),
    };
    let tyres = median(200, || {
        let now = now(black_box(&wheels)).of(relaxed);
        black_box(road.load(&now, black_box(&mut acting)));
    });
    let driver = median(200, || {
        steer.drive(0.0, steering, black_box(&mut acting));
        let now = now(black_box(&wheels)).of(held);
        black_box(hold.load(&now, black_box(&mut acting)));
    });
    let oracle_evaluation = median(1, || {
        black_box(
            truck
                .oracle
                .accelerations(black_box(&scene.motions), black_box(&scene.loads)),
        );
    });
    Ok(Times {
        evaluation,
        oracle_evaluation,
        adams_bashforth: stepping(simulation(surroundings, state, AdamsBashforth3::new()))?,
        tyres,
        driver,
        runge_kutta: stepping(start)?,
        oracle_step: oracle_step(truck, &scene)?,
    })
}

fn simulation<E, I>(surroundings: &E, state: &TruckState, integrator: I) -> Simulation<Hmmwv, E, I>
where
    E: Subsystem<Hmmwv> + Clone,
    I: Integrator<StateOf<Hmmwv, E>>,
{
    let mut simulation = Simulation::new(Hmmwv::new(), surroundings.clone(), integrator);
    simulation.set_state(*state);
    simulation
}

/// Measures the time of a step while the truck drives on.
fn stepping<E, I>(mut simulation: Simulation<Hmmwv, E, I>) -> Result<Duration, String>
where
    E: Subsystem<Hmmwv>,
    I: Integrator<StateOf<Hmmwv, E>>,
{
    let mut failure = None;
    let time = median(50, || {
        if let Err(reason) = simulation.step(STEP) {
            failure.get_or_insert(reason);
        }
    });
    failure.map_or(Ok(time), |reason| Err(reason.to_string()))
}

fn oracle_step(truck: &Truck, scene: &Scene) -> Result<Duration, String> {
    let Loads {
        drives,
        wheels,
        signals,
    } = &scene.loads;
    // Drives held constant, so that their velocity and acceleration are consistent with their positions during the step.
    let loads = Loads {
        drives: drives
            .iter()
            .map(|drive| wishbone_oracle::Drive {
                position: drive.position,
                ..Default::default()
            })
            .collect(),
        wheels: wheels.clone(),
        signals: signals.clone(),
    };
    let mut failure = None;
    let time = median(1, || {
        let mut motions = scene.motions.clone();
        if let Err(reason) = truck.oracle.step(&mut motions, 0.0, STEP, |_, _| loads.clone()) {
            failure.get_or_insert(reason);
        }
        black_box(motions);
    });
    failure.map_or(Ok(time), |reason| Err(format!("the oracle: {reason}")))
}

/// Median time of a call over batches of `calls` calls. As many batches as fit into a time limit are run, but at least five.
fn median(calls: u32, mut call: impl FnMut()) -> Duration {
    const WHILE: Duration = Duration::from_millis(400);
    const FEWEST: usize = 5;
    call();
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < FEWEST || begun.elapsed() < WHILE {
        let clock = Instant::now();
        (0..calls).for_each(|_| call());
        times.push(clock.elapsed() / calls);
    }
    let middle = times.len() / 2;
    *times.select_nth_unstable(middle).1
}

/// Formats a time with three digits and its unit.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

/// Name of the processor, if the system provides it.
pub fn machine() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let of = |nanoseconds| time(Duration::from_nanos(nanoseconds));
        assert_eq!(of(850), "850 ns");
        assert_eq!(of(1_234), "1.23 µs");
        assert_eq!(of(45_600_000), "45.6 ms");
        assert_eq!(of(2_000_000_000), "2.00 s");
    }

    #[test]
    fn the_median_is_that_of_one_call() {
        let pause = Duration::from_millis(2);
        let time = median(3, || std::thread::sleep(pause));
        assert!(time >= pause && time < 50 * pause, "{time:?}");
    }
}
