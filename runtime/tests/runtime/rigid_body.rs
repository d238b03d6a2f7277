//! A torque-free rigid body: Euler parameters under the projection.

use crate::solvers::body::Body;
use wishbone::prelude::*;
use wishbone::state::Whole;

fn spun(integrator: impl Integrator<Whole<State<4, 3>>>, h: f64, steps: usize) -> State<4, 3> {
    let mut simulation = Simulation::new(Body::default(), Still, integrator);
    let mut start = Body::design_state();
    start.v = [0.8, 0.0, 2.0];
    simulation.set_state(start);
    let momentum = Body::momentum(&start);
    for _ in 0..steps {
        let _ = simulation.step(h).expect("nothing to close");
        assert!((Body::norm(simulation.state()) - 1.0).abs() < 1e-15);
    }
    let end = *simulation.state();
    for (now, then) in Body::momentum(&end).into_iter().zip(momentum) {
        assert!((now - then).abs() < 1e-6, "momentum {now}, was {then}");
    }
    end
}

/// The closed form: `w = (a1 cn, a2 sn, a3 dn)(p t | m)`, Jacobi's elliptic functions (Landau & Lifshitz,
/// Mechanics, § 37), evaluated at 10 s for the inertia (0.9, 1.4, 2.1) and the initial (0.8, 0, 2).
#[test]
fn a_torque_free_body_follows_the_closed_form() {
    let exact = [-0.729_312_186_538_8, -0.345_158_989_292, 1.991_709_572_209_5];
    for (end, allowed) in [
        (spun(RungeKutta4, 1e-3, 10_000), 1e-11),
        (spun(AdamsBashforth3::new(), 1e-3, 10_000), 1e-7),
    ] {
        for (w, exact) in end.v.into_iter().zip(exact) {
            assert!((w - exact).abs() < allowed, "{w}, not {exact}");
        }
    }
}

#[test]
fn the_angular_velocity_repeats_after_its_period() {
    let end = spun(RungeKutta4, 3.896_107_481_954_402 / 4000.0, 4000);
    for (w, start) in end.v.into_iter().zip([0.8, 0.0, 2.0]) {
        assert!((w - start).abs() < 1e-10, "{w}, was {start}");
    }
}
