//! The quarter car at rest and over a bump.
//!
//! The position at rest is found from the emitted accelerations by Newton's method on the two independent coordinates. It agrees with
//! that of an independent solver in absolute coordinates. Over the half-sine bump, with real-time steps of Adams-Bashforth,
//! the car stays stable and comes back to rest. On a smooth road the error falls with the third power of the step.

use nalgebra::{Matrix2, Matrix3, Quaternion, UnitQuaternion, Vector2};
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::profile::{HalfSine, Profile};
use wishbone::stabilise::Projection;
use wishbone::state::Whole;
use wishbone_tests::{body, coordinate, speed};
use wishbone_vehicles::QuarterCar;

/// The reference's tyre on a moving platform: a spring and a damper that push the wheel centre vertically upwards and
/// never pull. Unlike the tyres of the runtime, this tyre has no contact point, so camber causes no moment.
struct Rig<P> {
    road: P,
    /// Whether the wheel has left the road.
    lifted: bool,
}

impl<P> Rig<P> {
    const RADIUS: f64 = 0.33;
    const STIFFNESS: f64 = 200e3;
    const DAMPING: f64 = 150.0;

    fn on(road: P) -> Self {
        Rig { road, lifted: false }
    }
}

impl<P: Profile> Subsystem<QuarterCar> for Rig<P> {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <QuarterCar as Solver>::Inputs) {
        let (wheel, road) = (&now.wheels[0], self.road.at(now.time));
        let deflection = Self::RADIUS - (wheel.centre[2] - road.position);
        let force = Self::STIFFNESS * deflection + Self::DAMPING * (road.velocity - wheel.velocity[2]);
        self.lifted |= force < 0.0 || deflection < 0.0;
        inputs.wheels[0].force[2] = if deflection > 0.0 { force.max(0.0) } else { 0.0 };
    }
}

fn level(_: f64) -> Drive {
    Drive::default()
}

/// Positions of the independent coordinates and speeds.
fn independent() -> ([usize; 2], [usize; 2]) {
    let names = ["heave", "lower_pivot"];
    (names.map(coordinate::<QuarterCar>), names.map(speed::<QuarterCar>))
}

/// The state at rest with these values of the independent coordinates and closed loops.
fn posed(at: Vector2<f64>) -> <QuarterCar as Solver>::State {
    let (mut solver, mut state) = (QuarterCar::new(), QuarterCar::design_state());
    let (places, _) = independent();
    places
        .iter()
        .zip(&at)
        .for_each(|(&place, value)| state.q[place] = *value);
    let tight = Projection {
        tolerance: 1e-14,
        ..Projection::ASSEMBLY
    };
    let _ = tight
        .apply(&mut solver, &mut state, &Inputs::default())
        .expect("the loops close");
    state
}

/// Accelerations of the independent coordinates in the state at rest with these values.
fn acceleration(at: Vector2<f64>) -> Vector2<f64> {
    let mut rig = Simulation::new(QuarterCar::new(), Rig::on(level), RungeKutta4);
    rig.set_state(posed(at));
    let rate = rig.evaluate();
    Vector2::from(independent().1.map(|place| rate.v[place]))
}

/// The equilibrium, by Newton's method with finite differences.
fn at_rest() -> <QuarterCar as Solver>::State {
    let mut at = Vector2::zeros();
    for _ in 0..10 {
        let column = |k: usize| {
            let step = Vector2::ith(k, 1e-6);
            (acceleration(at + step) - acceleration(at - step)) / 2e-6
        };
        let slope = Matrix2::from_columns(&[column(0), column(1)]);
        at -= slope.try_inverse().expect("springs carry both") * acceleration(at);
    }
    assert!(acceleration(at).amax() < 1e-9);
    posed(at)
}

/// Position of a body: centre of mass [m], orientation as Euler parameters.
struct Rest {
    body: &'static str,
    com: [f64; 3],
    turned: [f64; 4],
}

/// Static equilibrium of the same vehicle by a solver in absolute coordinates.
const REST: [Rest; 4] = [
    Rest {
        body: "chassis",
        com: [0.0, 0.2, 0.5500002548631544],
        turned: [1.0, 0.0, 0.0, 0.0],
    },
    Rest {
        body: "lower_arm",
        com: [-0.0025434504692510803, 0.53243521858978, 0.19527959818744242],
        turned: [
            0.9990548347976482,
            -0.035035533574294175,
            0.021894313391546513,
            -0.013512494059992535,
        ],
    },
    Rest {
        body: "upper_arm",
        com: [-0.014940217129306954, 0.5550713428003655, 0.5103014355518471],
        turned: [
            0.9987077592916772,
            0.03588676162731174,
            -0.030639188712007475,
            -0.01887304918586599,
        ],
    },
    Rest {
        body: "knuckle",
        com: [0.005004877715912883, 0.719978858604016, 0.3180462029516135],
        turned: [
            0.9999998616925064,
            -0.000396960379093233,
            0.00032123785964539923,
            -0.0001258716136325136,
        ],
    },
];

/// Declared axes of the arms: in the reference, an arm's orientation refers to these axes.
const ARM_AXES: [(&str, [[f64; 3]; 3]); 2] = [
    (
        "lower_arm",
        [
            [0.9986761030907828, 0.025723700967968728, 0.04454584519254995],
            [-0.028533602945450966, 0.9975651235378248, 0.06363692170364285],
            [-0.04280040441817637, -0.06482372643928105, 0.9969784400237377],
        ],
    ),
    (
        "upper_arm",
        [
            [0.9974100962589957, 0.03495613685335207, -0.06285831987024873],
            [-0.03989640385035986, 0.996064971080403, -0.07913817249851458],
            [0.059844605775539794, 0.081441033164403, 0.9948798828384683],
        ],
    ),
];

/// Position and orientation of every body agree to 1e-8.
#[test]
fn rests_where_an_independent_solver_puts_it() {
    let mut rig = Simulation::new(QuarterCar::new(), Rig::on(level), RungeKutta4);
    rig.set_state(at_rest());
    let bodies = rig.bodies().to_vec();
    let mut worst = [0.0_f64; 2];
    for rest in REST {
        let found = bodies[body::<QuarterCar>(rest.body)];
        let axes = ARM_AXES.iter().find(|(name, _)| *name == rest.body);
        let axes = axes.map_or(Matrix3::identity(), |(_, a)| Matrix3::from_fn(|i, j| a[i][j]));
        let turned = Matrix3::from_fn(|i, j| found.rotation[i][j]) * axes;
        let [w, x, y, z] = rest.turned;
        let expected = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z)).to_rotation_matrix();
        worst[0] = (0..3)
            .map(|k| (found.com[k] - rest.com[k]).abs())
            .fold(worst[0], f64::max);
        worst[1] = worst[1].max((turned - expected.matrix()).amax());
    }
    println!("position {:e}, orientation {:e}", worst[0], worst[1]);
    assert!(worst[0] < 1e-8 && worst[1] < 1e-8);
}

/// A bump with a height of 0.05 m from 0.2 s to 0.38 s: a length of 0.5 m at 10 km/h.
const BUMP: HalfSine = HalfSine {
    start: 0.2,
    duration: 0.18,
    amplitude: 0.05,
};

/// The state `end` seconds after rest, in `steps` steps, and whether the wheel has left the road.
fn ride<P: Profile, I>(road: P, integrator: I, end: f64, steps: usize) -> (<QuarterCar as Solver>::State, bool)
where
    I: Integrator<Whole<<QuarterCar as Solver>::State>>,
{
    let mut rig = Simulation::new(QuarterCar::new(), Rig::on(road), integrator);
    rig.set_state(at_rest());
    for _ in 0..steps {
        let _ = rig.step(end / steps as f64).expect("the loops close");
    }
    (*rig.state(), rig.surroundings.lifted)
}

/// Largest difference of any coordinate or speed [m, rad, m/s, rad/s].
fn difference(a: &<QuarterCar as Solver>::State, b: &<QuarterCar as Solver>::State) -> f64 {
    let pairs = a.q.iter().chain(&a.v).zip(b.q.iter().chain(&b.v));
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// At 120 steps per second no error grows. The corners of the bump cause an error that decays faster than the motion,
/// so that it is less than 1 % of the motion from 1 s on.
#[test]
fn real_time_steps_stay_stable() {
    let rest = at_rest();
    let mut motions = Vec::new();
    for end in [1.0, 2.0, 3.0] {
        let steps = (120.0 * end) as usize;
        let (exact, _) = ride(BUMP, RungeKutta4, end, 10 * steps);
        let (found, _) = ride(BUMP, AdamsBashforth3::new(), end, steps);
        let (off, motion) = (difference(&found, &exact), difference(&exact, &rest));
        println!("{end} s: {off:e} of {motion:e}");
        assert!(off < 0.01 * motion);
        motions.push(motion);
    }
    assert!(motions.is_sorted_by(|early, late| early > late) && motions[2] < 0.05);
}

/// On a road without corners, on which the wheel stays, the error of Adams-Bashforth falls with the third power
/// of the step. (At the bump's corners the road's speed jumps, which would leave only the first power.)
#[test]
fn converges_with_the_third_order() {
    const END: f64 = 1.0;
    let wave = |time: f64| {
        let rate = 4.0 * std::f64::consts::PI;
        let (sine, cosine) = (rate * time).sin_cos();
        Drive {
            position: 0.01 * (1.0 - cosine),
            velocity: 0.01 * rate * sine,
            acceleration: 0.01 * rate * rate * cosine,
        }
    };
    let (exact, lifted) = ride(wave, RungeKutta4, END, 16_000);
    assert!(!lifted);
    let errors =
        [500, 1000, 2000, 4000].map(|steps| difference(&ride(wave, AdamsBashforth3::new(), END, steps).0, &exact));
    let orders: Vec<f64> = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    println!("{errors:?} {orders:?}");
    assert!(orders.iter().all(|order| (order - 3.0).abs() < 0.2));
}
