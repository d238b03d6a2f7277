//! Time of a step of large vehicles on one thread and on two: `cargo run --release -p wishbone-threads --features large`.
//!
//! One thread (`Simulation`) and two threads (`OnThreads`) step the same solver. After that they step the same vehicle with equal
//! subsystems in lanes.

use std::io;
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::threads::{OnThreads, Shareable, Threaded};
use wishbone::tyre::Relaxed;
use wishbone_threads::timing::{STEPS, alone, compared, tell_hand_off, times_of};
use wishbone_threads::{bus_20, bus_20_lanes, bus_74, bus_74_lanes, truck_4, truck_4_lanes, truck_10, truck_10_lanes};

/// Step [s], so short that the vehicle hardly moves.
const STEP: f64 = 1e-9;

fn main() -> io::Result<()> {
    tell_hand_off()?;
    println!("Least (median) time of a step [us].\n");
    println!("| vehicle | level | surroundings | one thread | two threads | times as fast |");
    println!("|---|---|---|---|---|---|");
    macro_rules! rows {
        ($name:literal, $vehicle:ty, $lanes:ty, $radius:literal) => {{
            const WHEELS: usize = <$vehicle>::WHEELS.len();
            let law = LinearTyre {
                longitudinal_stiffness: 60e3,
                cornering_stiffness: 40e3,
                ..LinearTyre::vertical($radius, 250e3, 1e3)
            };
            let road = OnRoad {
                tyres: [Relaxed { law }; WHEELS],
                terrain: Flat,
            };
            for level in [Level::Baseline, Level::V3] {
                let vehicle = <$vehicle>::new().at_level(level);
                alone(|| row([$name, "none"], vehicle.clone(), Still))?;
                alone(|| row([$name, "tyres"], vehicle.clone(), road))?;
            }
            let vehicle = <$lanes>::new().at_level(Level::V3);
            alone(|| row([concat!($name, ", in lanes"), "none"], vehicle.clone(), Still))?;
            alone(|| row([concat!($name, ", in lanes"), "tyres"], vehicle.clone(), road))?;
        }};
    }
    rows!("truck, 4 axles", truck_4::Truck4, truck_4_lanes::Truck4, 0.3);
    rows!("truck, 10 axles", truck_10::Truck10, truck_10_lanes::Truck10, 0.3);
    rows!("bus, 20 seats", bus_20::Bus20, bus_20_lanes::Bus20, 0.5588);
    rows!("bus, 74 seats", bus_74::Bus74, bus_74_lanes::Bus74, 0.5588);
    Ok(())
}

fn row<S, E>([name, around]: [&str; 2], vehicle: S, surroundings: E) -> io::Result<()>
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
    E: Shareable<S> + Clone,
    E::Part: Clone,
{
    let level = vehicle.level();
    let mut one = Simulation::new(vehicle, surroundings, AdamsBashforth3::new());
    one.projection = Projection::ONCE;
    let mut two = OnThreads::new(one.clone())?;
    two.pin();
    let one = times_of(&mut one, |_| (), |one| (0..STEPS).for_each(|_| _ = one.step(STEP)));
    let two = times_of(
        &mut two,
        |_| (),
        |two| two.advance(STEPS, STEP).expect("it hardly moves"),
    );
    println!("| {name} | {level:?} | {around} | {} |", compared(one, two));
    Ok(())
}
