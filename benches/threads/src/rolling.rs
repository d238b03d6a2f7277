//! Vehicles that roll over a rough road, so that their loops are corrected as often as in use.

use wishbone::prelude::*;
use wishbone::state::StateVector;
use wishbone::terrain::{Ground, Terrain};
use wishbone::tyre::Relaxed;

/// Waves of 10 mm under wheels whose centres stand this high [m].
#[derive(Clone, Copy, Debug)]
pub struct Waves {
    centres: f64,
    radius: f64,
}

impl Terrain for Waves {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let (phase, amplitude) = (3.0 * x + 2.0 * y, 0.01);
        Ground {
            height: self.centres - self.radius + amplitude * phase.sin(),
            normal: [-3.0 * amplitude * phase.cos(), -2.0 * amplitude * phase.cos(), 1.0],
            ..Flat.at(x, y, time)
        }
    }
}

/// Linear tyres on waves.
pub type Road<const W: usize> = OnRoad<Relaxed<LinearTyre>, Waves, W>;

/// A vehicle on waves, by the Adams-Bashforth method of order 3.
pub type Rolling<S, const W: usize> = Simulation<S, Road<W>>;

/// A vehicle at 8 m/s, about to turn and to fall a little, on tyres of this radius [m].
///
/// # Panics
/// If its loops do not close.
pub fn rolling<S: Solver, const W: usize>(mut vehicle: S, radius: f64) -> Rolling<S, W> {
    vehicle.kinematics(&vehicle.design_state(), &vehicle.no_inputs());
    let law = LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 40e3,
        ..LinearTyre::vertical(radius, 250e3, 1e3)
    };
    let road = OnRoad {
        tyres: [Relaxed { law }; W],
        terrain: Waves {
            centres: vehicle.wheels()[0].centre[2],
            radius,
        },
    };
    let mut simulation = Simulation::new(vehicle, road, AdamsBashforth3::new());
    let mut state = simulation.state().clone();
    for (speed, number) in state.speeds_mut().iter_mut().zip([0.1, 0.05, 0.2, 8.0, 0.3, -0.1]) {
        *speed = number;
    }
    simulation.set_state(state);
    simulation.assemble().expect("it closes");
    simulation
}
