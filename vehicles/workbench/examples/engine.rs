//! A vehicle that runs as soon as it is declared, without rustc, together with a controller in Rust.
//!
//! `cargo run -p wishbone-workbench --example engine`

use wishbone::marker::MarkerPort;
use wishbone::prelude::*;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;

/// A pendulum on a pivot with a motor.
const DECLARATION: &str = "Crane {
    gravity: 9.81 m/s^2
    body boom { mass: 20 kg, com: [1, 0, 0] m, inertia: [0.1, 5, 5] kg*m^2 }
    joint pivot: revolute(ground, boom) { axis: y, at: [0, 0, 0] m }
    marker tip: on(boom) { at: [2, 0, 0] m }
}";

/// Holds the tip at a height by a force on it.
struct Holder {
    tip: MarkerPort,
}

impl Subsystem<Engine> for Holder {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <Engine as Solver>::Inputs) {
        let tip = self.tip.motion(now);
        let force = -2000.0 * (tip.position[2] - 0.5) - 300.0 * tip.velocity[2] + 0.5 * 20.0 * 9.81;
        self.tip.load(inputs, [0.0, 0.0, force], [0.0; 3]);
    }
}

fn main() -> Result<(), Refused> {
    let compiled = compile_text(DECLARATION).expect("a sound declaration");
    let engine = Engine::new(&compiled);
    let tip = MarkerPort::of(engine.description(), "tip").expect("it is declared");
    let mut crane = Simulation::new(engine, Holder { tip }, RungeKutta4);
    while crane.time() < 3.0 {
        let _ = crane.step(2e-3)?;
    }
    let _ = crane.evaluate();
    let height = crane.solver().markers()[0].position[2];
    println!("the tip is at {height:.4} m");
    assert!((height - 0.5).abs() < 1e-3);
    Ok(())
}

#[test]
fn runs() -> Result<(), Refused> {
    main()
}
