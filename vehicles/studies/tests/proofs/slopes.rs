//! Two ways to the Jacobian of a vehicle: exact slopes of its solver, and central differences of the solver.

use nalgebra::DMatrix;
use wishbone::prelude::*;
use wishbone::start;
use wishbone::state::{StateVector, Whole};
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{Compiled, compile_differentiated, compile_to_run};
use wishbone_engine::Engine;
use wishbone_engine::equipment::{self, Fitted, Road};
use wishbone_studies::whole::{Jacobian, System};

/// A vehicle of the library with its equipment, rolling at 15 m/s with its tyres pressed in. Every joint moves, so that no damper
/// is at its kink.
fn jacobian(compiled: &Compiled) -> Jacobian {
    let engine = Engine::new(compiled);
    let radii = equipment::radii(compiled);
    let mut lifted = start::lifted(&engine, &radii).expect("it is lifted");
    lifted.coordinates_mut()[2] -= 0.02;
    let mut rolling = start::rolling_on(&engine, &radii, (&lifted, &engine.no_inputs()), 15.0).expect("it rolls");
    let moving = rolling.speeds_mut().iter_mut().enumerate();
    moving.for_each(|(k, speed)| *speed += 0.2 + 0.03 * (k % 7) as f64);
    let inputs = engine.no_inputs();
    let _ = engine.clone().correct_velocity(&mut rolling, &inputs);
    let fitted: Fitted = equipment::fitted(compiled, engine.description(), &Road::new(Flat)).expect("it is equipped");
    let state = Whole {
        vehicle: rolling,
        subsystems: Subsystem::<Engine>::initial(&fitted),
    };
    let mut system = System {
        solver: engine,
        surroundings: fitted,
        time: 0.0,
    };
    system.jacobian(&state)
}

#[test]
fn differences_agree_with_exact_slopes() {
    for name in ["hmmwv", "macpherson_car", "hmmwv_pitman"] {
        let path = format!("{}/../workbench/files/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let reading = file::read(&path, &mut |path| {
            std::fs::read_to_string(path).map_err(|reason| reason.to_string())
        });
        let vehicle = reading.vehicle.expect("a vehicle of the library");
        let exact = jacobian(&compile_differentiated(&vehicle).expect("it compiles"));
        let found = jacobian(&compile_to_run(&vehicle).expect("it compiles"));
        let near = |what: &str, exact: &DMatrix<f64>, found: &DMatrix<f64>| {
            let off = (exact - found).amax() / exact.amax().max(1.0);
            assert!(off < 1e-6, "{name}: {what} differs by {off:.1e}");
        };
        near("motion", &exact.motion, &found.motion);
        near("v_z", &exact.v_z, &found.v_z);
        near("v_v", &exact.v_v, &found.v_v);
        near("v_y", &exact.v_y, &found.v_y);
        near("v_u", &exact.v_u, &found.v_u);
        near("y_z", &exact.y_z, &found.y_z);
        near("u_v", &exact.u_v, &found.u_v);
        near("dragged", &exact.dragged, &found.dragged);
        near("displaced", &exact.displaced, &found.displaced);
        near("v_wheels", &exact.v_wheels, &found.v_wheels);
    }
}
