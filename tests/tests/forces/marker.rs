//! Markers: motion of a body's point, and a load on it.

use crate::agrees;
use fastrand::Rng;
use wishbone::batch::{BatchSimulation, InLanes};
use wishbone::marker::MarkerPort;
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::state::Vector;

/// Markers on the base, on an arm of an arm, in a loop, and on a ring closed by a hinge.
pub const EVERYWHERE: &str = "
    marker seat: on(base) { at: [0.3, 0.2, -0.2] m }
    marker tip: on(b) { at: [0.7, 0.5, 0.1] m }
    marker middle: on(coupler) { at: [0.25, -0.6, 0.2] m }
    marker far: on(h) { at: [0.1, -1.7, 0.1] m }
";

#[test]
fn loads_on_markers_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

wishbone::vehicle! {
    /// A frame with two equal pendulums, each with a marker at its end.
    pub Swings {
        batch: accept
        levels: all
        gravity: 9.81 m/s^2
        body frame { mass: 40 kg, com: [0.1, 0, 0.5] m, inertia: [3, 4, 5, 0.1, 0.2, 0.3] kg*m^2 }
        joint floating: free(ground, frame)
        marker seat: on(frame) { at: [0.4, 0.1, 0.7] m }
        mirror left as right {
            body arm { mass: 3 kg, com: [0.2, 0.7, 0.3] m, inertia: [0.2, 0.25, 0.3, 0.01, 0.02, 0.03] kg*m^2 }
            joint pivot: revolute(frame, arm) { axis: [1, 0.2, 0.1], at: [0.1, 0.4, 0.5] m }
            marker end: on(arm) { at: [0.3, 0.9, 0.2] m }
        }
    }
}

/// For each marker, in the order of the solver: name, point at the design position, body, and the body's centre of mass.
const MARKERS: [(&str, [f64; 3], usize, [f64; 3]); 3] = [
    ("seat", [0.4, 0.1, 0.7], Swings::BODY_FRAME, [0.1, 0.0, 0.5]),
    ("left.end", [0.3, 0.9, 0.2], Swings::BODY_LEFT_ARM, [0.2, 0.7, 0.3]),
    ("right.end", [0.3, -0.9, 0.2], Swings::BODY_RIGHT_ARM, [0.2, -0.7, 0.3]),
];

fn random_state_of(rng: &mut Rng) -> <Swings as Solver>::State {
    let mut state = Swings::design_state();
    state.q.iter_mut().for_each(|q| *q += rng.f64() - 0.5);
    state.v.iter_mut().for_each(|v| *v = 4.0 * (rng.f64() - 0.5));
    let _ = Swings::new().correct_position(&mut state, &Inputs::default());
    state
}

fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn close(found: [f64; 3], expected: [f64; 3]) {
    let apart = found
        .iter()
        .zip(expected)
        .map(|(f, e)| (f - e).abs())
        .fold(0.0, f64::max);
    assert!(apart < 1e-12, "{found:?} {expected:?}");
}

/// The motion of the bodies comes from another program. The marker is a point of the rigid body: `p = c + R d`, `v = v_c + ω × R d`.
#[test]
fn markers_move_as_points_of_their_bodies() {
    let mut rng = Rng::with_seed(3);
    assert_eq!(Swings::DESCRIPTION.markers.map_names(), MARKERS.map(|(name, ..)| name));
    let mut vehicle = Swings::new();
    for _ in 0..20 {
        let state = random_state_of(&mut rng);
        vehicle.kinematics(&state, &Inputs::default());
        let markers = vehicle.markers().to_vec();
        let bodies = vehicle.bodies(&state, &Inputs::default(), &<Swings as Solver>::State::zero());
        for (marker, (_, at, body, com)) in markers.iter().zip(MARKERS) {
            let body = &bodies[body];
            let arm = [0, 1, 2].map(|i| (0..3).map(|k| body.rotation[i][k] * (at[k] - com[k])).sum::<f64>());
            let turning = cross(body.angular_velocity, arm);
            close(marker.position, [0, 1, 2].map(|i| body.com[i] + arm[i]));
            close(marker.velocity, [0, 1, 2].map(|i| body.velocity[i] + turning[i]));
            close(marker.angular_velocity, body.angular_velocity);
            for (found, expected) in marker.rotation.into_iter().zip(body.rotation) {
                close(found, expected);
            }
        }
    }
}

trait Names<const N: usize> {
    fn map_names(&self) -> [&'static str; N];
}

impl<const N: usize> Names<N> for &[(&'static str, [usize; 6])] {
    fn map_names(&self) -> [&'static str; N] {
        core::array::from_fn(|k| self[k].0)
    }
}

/// A spring and a damper between each marker and the origin of the world.
#[derive(Clone, Copy)]
struct Tether {
    stiffness: f64,
}

impl Subsystem<Swings> for Tether {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <Swings as Solver>::Inputs) {
        for (marker, (name, _)) in now.markers.iter().zip(Swings::DESCRIPTION.markers) {
            let port = MarkerPort::of(Swings::DESCRIPTION, name).expect("it is there");
            assert_eq!(port.motion(now), marker);
            let force = [0, 1, 2].map(|i| -self.stiffness * marker.position[i] - 5.0 * marker.velocity[i]);
            port.load(inputs, force, marker.angular_velocity.map(|w| -2.0 * w));
        }
    }
}

/// Eight vehicles, each with its own springs, have the same bits as single vehicles.
#[test]
fn markers_of_a_batch_are_those_of_each_vehicle() {
    let tethers: [Tether; 8] = core::array::from_fn(|lane| Tether {
        stiffness: 100.0 * lane as f64,
    });
    let mut batch = BatchSimulation::<_, _, _, 0>::new(SwingsBatch::default(), tethers, RungeKutta4);
    for _ in 0..100 {
        assert!(batch.step(2e-3).expect("a valid step").iter().all(Result::is_ok));
    }
    let mut ends = Vec::new();
    for (lane, tether) in tethers.into_iter().enumerate() {
        let mut single = Simulation::new(Swings::default(), tether, RungeKutta4);
        for _ in 0..100 {
            let _ = single.step(2e-3).expect("a sound step");
        }
        assert_eq!(InLanes::lane(batch.state(), lane), *single.state());
        ends.push(single.state().q[0].to_bits());
    }
    ends.dedup();
    assert_eq!(ends.len(), 8, "each spring has its own effect");
}

/// The inputs of a marker are signals with its name.
#[test]
fn the_inputs_of_a_marker_are_named_signals() {
    let ends = ["force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z"];
    for (name, places) in Swings::DESCRIPTION.markers {
        for (place, end) in places.iter().zip(ends) {
            assert_eq!(Swings::SIGNALS[*place], format!("{name}.{end}"));
        }
    }
    assert_eq!(Swings::DESCRIPTION.markers[Swings::MARKER_LEFT_END].0, "left.end");
}
