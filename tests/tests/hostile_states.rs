//! States, inputs and steps that are not finite or far too large. Either a step is refused and changes nothing, or it leaves a
//! finite state with closed loops. Nothing panics.

use fastrand::Rng;
use wishbone::prelude::*;
use wishbone::refused::Cause;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Whole};
use wishbone_tests::soak::{seeds, tried};
use wishbone_tests::vehicles;
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// Number of poisoned states for each vehicle and integrator.
const ROUNDS: usize = 60;

const POISON: [f64; 12] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    -1e300,
    1e154,
    1e30,
    -1e6,
    1e3,
    5e-324,
    -1e-310,
    -0.0,
];

/// Subsystem that gives random inputs, some of which are poison.
#[derive(Clone, Debug)]
struct Poisoned {
    rng: Rng,
    /// On average, one of this number of inputs is poison.
    rarity: usize,
    steps: usize,
}

impl Poisoned {
    fn number(&mut self, size: f64) -> f64 {
        match self.rng.usize(0..self.rarity) {
            0 => POISON[self.rng.usize(0..POISON.len())],
            _ => size * (2.0 * self.rng.f64() - 1.0),
        }
    }
}

impl<S: Solver> Subsystem<S> for Poisoned {
    type State = ();

    fn load(&mut self, _now: &Now<()>, inputs: &mut S::Inputs) {
        for wheel in inputs.wheels() {
            wheel.force = [0; 3].map(|_| self.number(1e4));
            wheel.moment = [0; 3].map(|_| self.number(1e3));
            (wheel.drive_torque, wheel.brake_torque) = (self.number(1e3), self.number(1e3));
        }
        for k in 0..inputs.signals().len() {
            inputs.signals()[k] = self.number(1e2);
        }
    }

    fn stepped(&mut self, _time: f64, _h: f64, (): &mut ()) {
        self.steps += 1;
    }
}

#[derive(Debug, Default)]
struct Tally {
    steps: usize,
    went_on: usize,
    not_finite: usize,
    not_closed: usize,
    no_step: usize,
}

fn bits<X: StateVector>(state: &X) -> Vec<u64> {
    let all = state.coordinates().iter().chain(state.speeds());
    all.map(|x| x.to_bits()).collect()
}

/// Makes some steps from a poisoned state.
fn round<S: Solver + Clone + Default, I: Integrator<Whole<S::State>> + Clone>(
    solver: &S,
    integrator: I,
    rng: &mut Rng,
    tally: &mut Tally,
) {
    let rarity = [20, 1000, 1_000_000][rng.usize(0..3)];
    let poisoned = Poisoned {
        rng: rng.fork(),
        rarity,
        steps: 0,
    };
    let mut simulation = Simulation::new(solver.clone(), poisoned, integrator);
    simulation.projection = [Projection::STEP, Projection::ONCE][rng.usize(0..2)];
    let mut state = S::default().design_state();
    let number = |rng: &mut Rng| match rng.bool() {
        true => POISON[rng.usize(0..POISON.len())],
        false => 100.0 * (2.0 * rng.f64() - 1.0),
    };
    for _ in 0..rng.usize(0..3) {
        let (q, v) = (state.coordinates().len(), state.speeds().len());
        match rng.usize(0..q + v) {
            k if k < q => state.coordinates_mut()[k] = number(rng),
            k => state.speeds_mut()[k - q] = number(rng),
        }
    }
    for drive in simulation.inputs.drives() {
        if rng.u8(0..20) == 0 {
            drive.velocity = number(rng);
        }
    }
    simulation.set_state(state);
    if rng.bool() {
        let before = bits(simulation.state());
        if simulation.assemble().is_err() {
            assert_eq!(bits(simulation.state()), before);
        }
    }
    for _ in 0..6 {
        let h = match rng.u8(0..30) {
            0 => POISON[rng.usize(0..POISON.len())],
            1 => 1.0,
            _ => 1e-3,
        };
        let (before, time) = (bits(simulation.state()), simulation.time());
        let steps = simulation.surroundings.steps;
        tally.steps += 1;
        match simulation.step(h) {
            Ok(closure) => {
                let state = simulation.state();
                let mut all = state.coordinates().iter().chain(state.speeds());
                assert!(
                    all.all(|x| x.is_finite()),
                    "{}: {state:?}",
                    S::default().description().name,
                    state = bits(state)
                );
                assert!(closure.residual <= simulation.projection.tolerance && closure.rate.is_finite());
                assert_eq!(simulation.surroundings.steps, steps + 1);
                tally.went_on += 1;
            }
            Err(refused) => {
                assert_eq!(
                    (bits(simulation.state()), simulation.time()),
                    (before, time),
                    "{refused}"
                );
                assert_eq!(simulation.surroundings.steps, steps);
                assert!(refused.to_string().starts_with("at "), "{refused}");
                match refused.cause {
                    Cause::Step(_) => tally.no_step += 1,
                    Cause::NotFinite(_) => tally.not_finite += 1,
                    Cause::NotClosed(_) => tally.not_closed += 1,
                    Cause::NotAccurate(_)
                    | Cause::NotConverged(_)
                    | Cause::TooFar(_)
                    | Cause::Held(_)
                    | Cause::Control(_) => {
                        panic!(
                            "steps of these integrators neither adapt, iterate nor assemble, and none is held: {refused}"
                        )
                    }
                }
            }
        }
    }
}

fn survives<S: Solver + Clone + Default>(solver: S, seed: u64, tally: &mut Tally) {
    let mut rng = Rng::with_seed(seed);
    for level in S::default()
        .description()
        .levels
        .iter()
        .filter(|level| **level <= wishbone::level::Level::detect())
    {
        let solver = solver.clone().at_level(*level);
        round(&solver, RungeKutta4, &mut rng, tally);
        round(&solver, AdamsBashforth3::new(), &mut rng, tally);
    }
}

#[test]
fn a_poisoned_state_is_told_and_left_alone() {
    let mut tally = Tally::default();
    for seed in seeds(ROUNDS) {
        survives(FourBar::new(), seed, &mut tally);
        survives(QuarterCar::new(), seed, &mut tally);
        survives(Hmmwv::new(), seed, &mut tally);
        survives(vehicles::Batched::new(), seed, &mut tally);
        survives(vehicles::Bricard::new(), seed, &mut tally);
        survives(vehicles::Dampers::new(), seed, &mut tally);
        survives(vehicles::Forces::new(), seed, &mut tally);
        survives(vehicles::FrontAxle::new(), seed, &mut tally);
        survives(vehicles::Joints::new(), seed, &mut tally);
        survives(vehicles::RigidBody::new(), seed, &mut tally);
        survives(vehicles::Signals::new(), seed, &mut tally);
    }
    tried(format_args!(
        "{} steps from hostile states: {} went on, {} were told as not finite, {} as not closed, {} as no step",
        tally.steps, tally.went_on, tally.not_finite, tally.not_closed, tally.no_step
    ));
    assert!(
        tally.went_on > tally.steps / 10 && tally.not_finite > tally.steps / 10,
        "{tally:?}"
    );
    assert!(tally.not_closed > 0 && tally.no_step > 0, "{tally:?}");
}
