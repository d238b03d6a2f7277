//! A vehicle for one function's own use, and a second one beside it: no warning, no name in the other's way.

use wishbone::prelude::*;

#[test]
fn vehicles_of_one_function() {
    wishbone::vehicle! {
        /// Swings about its upper end.
        Pendulum {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    wishbone::vehicle! {
        /// Falls.
        Stone {
            body stone { mass: 2 kg, com: [0, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint flight: free(ground, stone)
        }
    }
    let mut pendulum = Simulation::new(Pendulum::new(), Still, RungeKutta4);
    pendulum.set_state(State { q: [0.1], v: [0.0] });
    let mut stone = Simulation::new(Stone::new(), Still, RungeKutta4);
    for _ in 0..10 {
        let _ = pendulum.step(1e-2).expect("has no loop");
        let _ = stone.step(1e-2).expect("has no loop");
    }
    assert!(pendulum.state().q[Pendulum::Q_HINGE] < 0.1);
    assert!(stone.bodies()[Stone::BODY_STONE].velocity[2] < -0.9);
}
