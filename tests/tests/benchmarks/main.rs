//! Vehicles and manoeuvres of the literature on real-time simulation, compared with theory. For their sources see the vehicles.

mod deyo_sedan;
mod macpherson_car;
mod quarter_car;
mod small_car;
mod tractor_semitrailer;
mod two_tracks;

use wishbone::prelude::*;

/// A simulation of a vehicle in its surroundings, with the integrator of the papers.
type Drive<S, E> = Simulation<S, E>;

/// A drive that starts from a state.
fn drive<S: Solver, E: Subsystem<S>>(solver: S, surroundings: E, start: S::State) -> Drive<S, E> {
    let mut simulation = Simulation::new(solver, surroundings, AdamsBashforth3::new());
    simulation.set_state(start);
    let _ = simulation.assemble().expect("it is assembled");
    simulation
}

/// Advances a drive by steps of a millisecond until a time [s].
fn advance<S: Solver, E: Subsystem<S>>(drive: &mut Drive<S, E>, until: f64) {
    while drive.time() < until - 5e-4 {
        let _ = drive.step(1e-3).expect("a sound step");
    }
}
