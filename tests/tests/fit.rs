//! A state is fitted to the motion of bodies: exactly if possible, and otherwise as near as possible.

use fastrand::Rng;
use wishbone::fit::{Target, fit};
use wishbone::names::position;
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};
use wishbone_tests::vehicles::{FrontAxle, RockerFirst};
use wishbone_tests::{Emitted, Scatter, random_state};
use wishbone_vehicles::{FourBar, Hmmwv};

/// For random states, a fit that starts at the design position and gets the motion of `bodies` reproduces the motion of all bodies.
fn found_again<S: Solver + Default>(bodies: &[&str], scatter: &Scatter, bound: f64) {
    let mut rng = Rng::with_seed(5);
    let mut subject = Emitted(S::default());
    let mut found = 0;
    while found < 10 {
        let Some((q, v, acting)) = random_state(&mut subject, scatter, &mut rng) else {
            continue;
        };
        let mut inputs = S::default().no_inputs();
        inputs.drives().copy_from_slice(&acting.drives);
        let mut wanted = S::State::zero();
        wanted.coordinates_mut().copy_from_slice(&q);
        wanted.speeds_mut().copy_from_slice(&v);
        let mut solver = S::default();
        let all = solver.bodies(&wanted, &inputs, &S::State::zero()).to_vec();
        let targets = bodies.iter().map(|name| {
            let body = position(S::default().description().bodies, name).expect("it has this body");
            Target {
                body,
                motion: all[body],
            }
        });
        let targets: Vec<Target> = targets.collect();
        let mut state = S::default().design_state();
        let fitted = fit(&mut solver, &mut state, &inputs, &targets).expect("its loops close");
        let largest = [
            fitted.position,
            fitted.rotation,
            fitted.velocity,
            fitted.angular_velocity,
        ];
        assert!(largest.iter().all(|left| *left < bound), "{fitted:?}");
        for (own, wanted) in solver.bodies(&state, &inputs, &S::State::zero()).iter().zip(&all) {
            for ((name, own), (_, wanted)) in own.fields().iter().zip(wanted.fields()).take(4) {
                for (own, wanted) in own.iter().zip(wanted) {
                    assert!((own - wanted).abs() < 10.0 * bound, "{name}: {own}, not {wanted}");
                }
            }
        }
        found += 1;
    }
}

#[test]
fn the_truck_is_found_from_its_chassis_and_knuckles() {
    let knuckles = ["front_left", "front_right", "rear_left", "rear_right"].map(|corner| format!("{corner}.upright"));
    let mut bodies = vec!["chassis"];
    bodies.extend(knuckles.iter().map(String::as_str));
    found_again::<Hmmwv>(&bodies, &Scatter::default(), 1e-9);
}

/// Vehicles with loops that need iteration; one loop is closed by the least displacements of all its joints.
#[test]
fn loops_that_need_iteration_are_found() {
    let scatter = Scatter {
        position: 0.05,
        ..Scatter::default()
    };
    found_again::<FrontAxle>(&["left.knuckle", "right.knuckle"], &scatter, 1e-8);
    found_again::<FourBar>(&["upright_0"], &scatter, 1e-7);
    found_again::<RockerFirst>(&["rocker"], &scatter, 1e-7);
}

/// For a pose that no joint permits, the fit gives a minimum of the sum of squares and reports the distance.
#[test]
fn the_nearest_pose_is_found_where_none_fits() {
    let mut simulation = Simulation::new(FourBar::new(), Still, RungeKutta4);
    let body = position(FourBar::BODIES, "upright_0").expect("it has this body");
    let mut motion = simulation.bodies()[body];
    motion.com[1] += 0.3;
    motion.com[0] += 0.1;
    let fitted = simulation.fit(&[Target { body, motion }]).expect("its loops close");
    assert!(fitted.position > 0.3, "{fitted:?}");
    let at = |simulation: &mut Simulation<FourBar, Still, RungeKutta4>| simulation.bodies()[body];
    let own = at(&mut simulation);
    let squares = |own: &BodyMotion| -> f64 {
        let gaps = own.com.iter().zip(&motion.com).map(|(a, b)| (a - b).powi(2));
        // The bar turns about Y, so the angle to the wanted rotation follows from its cosine.
        let cosine: f64 = (0..3).map(|k| own.rotation[0][k] * motion.rotation[0][k]).sum();
        gaps.sum::<f64>() + cosine.clamp(-1.0, 1.0).acos().powi(2)
    };
    let least = squares(&own);
    let state = *simulation.state();
    for by in [-0.02, 0.02] {
        let mut moved = state;
        moved.q.iter_mut().for_each(|q| *q += by);
        simulation.set_state(moved);
        let _ = simulation.assemble().expect("its loops close");
        assert!(squares(&at(&mut simulation)) > least);
    }
}
