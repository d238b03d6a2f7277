//! A vehicle declared for several threads is closed part by part, like its emitted solver, and reaches the same state
//! as the whole vehicle.

use wishbone::prelude::*;
use wishbone::state::StateVector;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::programs::calls::Corrected;
use wishbone_engine::Engine;

/// A carriage on a rear axle with five links on each side, whose loops need iteration.
fn axle(settings: &str) -> Compiled {
    let text = format!(
        "FiveLinkAxle {{
            {settings}
            include \"wishbone/five_link.txt\"
            body chassis {{ mass: 600 kg, com: [0.1, 0, 0.2] m, inertia: [300, 400, 500] kg*m^2 }}
            joint motion: free(ground, chassis)
            place FiveLink(chassis) as left mirrored right
        }}"
    );
    compile_text(&text).expect("a sound vehicle")
}

/// Free fall of the carriage while its wheels sink on their springs: residual and corrections of the start, state after a run.
fn fallen(compiled: &Compiled) -> (f64, Vec<f64>) {
    let mut simulation = Simulation::new(Engine::new(compiled), Still, RungeKutta4);
    let mut state = simulation.state().clone();
    // The left loops are opened far wider than the right ones, so that they take more corrections.
    for (place, q) in state.coordinates_mut().iter_mut().enumerate().skip(7) {
        *q += if place % 2 == 0 { 2e-3 } else { 1e-6 };
    }
    simulation.set_state(state);
    let closure = simulation.assemble().expect("it closes");
    for _ in 0..200 {
        simulation.step(5e-4).expect("it falls");
    }
    let state = simulation.state();
    (closure.residual, [state.coordinates(), state.speeds()].concat())
}

#[test]
fn parts_end_where_the_whole_does() {
    let (shared, whole) = (axle("threads: 2"), axle(""));
    let sharing = shared.programs.sharing.as_ref().expect("two threads");
    for part in &sharing.closing.threads {
        assert!(
            part.iter().any(|own| own.corrected == Corrected::Velocity),
            "it iterates"
        );
    }
    let [(residual, parts), (_, all)] = [&shared, &whole].map(fallen);
    assert!(residual < 1e-10, "{residual}");
    assert_eq!(parts.len(), all.len());
    for (part, all) in parts.iter().zip(&all) {
        assert!((part - all).abs() < 1e-9 * all.abs().max(1.0), "{part} and {all}");
    }
}
