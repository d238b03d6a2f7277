//! The Iltis against the published figures of its benchmark, and against a run of a different program.

use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone_vehicles::iltis::{Iltis, tyres};
use wishbone_vehicles::start;

type Parked<P> = (OnRoad<wishbone::tyre::Calspan, Flat, 4>, Steer<P>);

fn surroundings<P: Profile>(rack: P) -> Parked<P> {
    let road = OnRoad {
        tyres: tyres(),
        terrain: Flat,
    };
    (road, Steer::at(0, rack))
}

#[test]
fn scratch() {
    let solver = Iltis::new();
    let steer = Steer::at(0, |_| Drive::default());
    let rest = start::rest(&solver, &tyres(), &steer).expect("it rests");
    println!("{:?} {:?}", Iltis::COORDINATES, Iltis::SPEEDS);
    println!("{rest:?}");
    let rack = |t: f64| Drive {
        position: (0.004 * t).min(0.002),
        velocity: if t < 0.5 { 0.004 } else { 0.0 },
        acceleration: 0.0,
    };
    let mut simulation = Simulation::new(solver, surroundings(rack), RungeKutta4);
    let mut state = rest.clone();
    state.v[Iltis::V_MOTION_VX] = 10.0;
    simulation.set_state(rest);
    let _ = simulation.assemble().expect("closed");
    simulation.evaluate();
    println!("loads {:?}", simulation.inputs.wheels.map(|w| w.force));
    println!(
        "outputs {:?}",
        Iltis::OUTPUTS.iter().zip(simulation.outputs()).collect::<Vec<_>>()
    );
    simulation.set_state(state);
    for k in 0..=5000 {
        if k % 500 == 0 {
            let chassis = simulation.bodies()[0];
            let r = chassis.rotation;
            // A = Ry Rx Rz
            let roll = (-r[1][2]).asin();
            let pitch = r[0][2].atan2(r[2][2]);
            let yaw = r[1][0].atan2(r[1][1]);
            println!(
                "{k} {:?} {roll} {pitch} {yaw} {:?} {:?}",
                chassis.com,
                chassis.velocity,
                simulation.inputs.wheels.map(|w| w.force[2])
            );
        }
        let _ = simulation.step(1e-3).expect("closes");
    }
    let _ = State::<1, 1>::zero();
}
