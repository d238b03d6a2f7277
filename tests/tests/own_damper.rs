//! A damper as a user's own part, which asks a second solver for the length of a spring and its rate. It is compared
//! with the declared damper.

use std::array;
use wishbone::batch::{BatchSimulation, InLanes, LANES};
use wishbone::prelude::*;

/// Distance of the foot of the spring from the line of its head [m].
const ASIDE: f64 = 0.3;
/// [N s/m]
const DAMPING: f64 = 1500.0;

wishbone::vehicle! {
    /// A mass on an oblique spring.
    pub Loaded {
        batch: accept
        gravity: 9.81 m/s^2
        body mass { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, mass) { axis: z }
        spring strut: between(ground, mass) { from: [0.3, 0, 0] m, to: [0, 0, 0.5] m, rate: 200 kN/m, free_length: 600 mm }
        load push: on(heave) { force: damper }
        output strut_length: length(strut)
        output strut_rate: length_rate(strut)
    }
}

wishbone::vehicle! {
    /// The same with a damper.
    pub Damped {
        gravity: 9.81 m/s^2
        body mass { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, mass) { axis: z }
        spring strut: between(ground, mass) {
            from: [0.3, 0, 0] m, to: [0, 0, 0.5] m, rate: 200 kN/m, free_length: 600 mm, damping: 1500 N*s/m,
        }
    }
}

/// A damper beside the spring.
struct Damper {
    /// Is asked for lengths and rates only.
    asked: Loaded,
    /// [N s/m]
    damping: f64,
}

impl Subsystem<Loaded> for Damper {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <Loaded as Solver>::Inputs) {
        let state = now.joints.state();
        let outputs = self.asked.outputs(&state, inputs, &state);
        let [length, rate] = [Loaded::OUTPUT_STRUT_LENGTH, Loaded::OUTPUT_STRUT_RATE].map(|output| outputs[output]);
        let part_along_heave = (length * length - ASIDE * ASIDE).sqrt() / length;
        inputs.signals[Loaded::SIGNAL_DAMPER] = -self.damping * rate * part_along_heave;
    }
}

fn damper(damping: f64) -> Damper {
    Damper {
        asked: Loaded::new(),
        damping,
    }
}

/// State after a second, from 50 mm above the design position.
fn after_a_second<S: Solver<State = State<1, 1>>, E: Subsystem<S>>(solver: S, surroundings: E) -> State<1, 1> {
    let mut run = Simulation::new(solver, surroundings, RungeKutta4);
    run.set_state(State { q: [0.05], v: [0.0] });
    for _ in 0..1000 {
        let _ = run.step(1e-3).expect("nothing is singular");
    }
    *run.state()
}

#[test]
fn a_damper_of_ones_own_damps_as_the_declared_one() {
    let own = after_a_second(Loaded::new(), damper(DAMPING));
    let declared = after_a_second(Damped::new(), Still);
    assert!((own.q[0] - declared.q[0]).abs() < 1e-12 && (own.v[0] - declared.v[0]).abs() < 1e-12);
    let without = after_a_second(Loaded::new(), Still);
    assert!((without.q[0] - declared.q[0]).abs() > 1e-3, "the damper does nothing");
}

#[test]
fn it_damps_in_each_lane_of_a_batch_with_the_same_bits() {
    let damping = |lane: usize| 300.0 * lane as f64;
    let dampers = array::from_fn(|lane| damper(damping(lane)));
    let mut batch = BatchSimulation::<_, _, _, 0>::new(LoadedBatch::new(), dampers, RungeKutta4);
    for lane in 0..LANES {
        batch.set_state(lane, &State { q: [0.05], v: [0.0] });
    }
    for _ in 0..1000 {
        let steps = batch.step(1e-3).expect("the step is sound");
        assert!(steps.iter().all(Result::is_ok));
    }
    for lane in 0..LANES {
        let alone = after_a_second(Loaded::new(), damper(damping(lane)));
        assert_eq!(batch.state().lane(lane), alone);
    }
}

#[test]
#[should_panic(expected = "another vehicle")]
fn a_state_of_another_vehicle_is_refused() {
    let state = State {
        q: [0.0; 2],
        v: [0.0; 2],
    };
    let _: State<1, 1> = wishbone::subsystem::Joints::of(&state).state();
}
