//! Simulations in the fields of a struct. Each type is one line: the vehicle, and what acts on it.
//!
//! `cargo run --release -p wishbone-vehicles --example in_a_struct`

use wishbone::control::{ByTime, Pedals};
use wishbone::prelude::*;
use wishbone::terrain::{RandomRoad, RoadClass};
use wishbone_vehicles::hmmwv::HmmwvEquipment;
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// A driver who presses the accelerator pedal.
type Foot = Pedals<ByTime<Ramp>>;

/// Three trucks that stand side by side.
struct Trucks {
    /// As declared: nobody drives.
    left: Simulation<Hmmwv, HmmwvEquipment>,
    /// With a driver.
    driven: Simulation<Hmmwv, HmmwvEquipment<Foot>>,
    /// With a driver, on a rough road.
    shaken: Simulation<Hmmwv, HmmwvEquipment<Foot, RandomRoad<128>>>,
}

impl Trucks {
    /// The trucks at rest.
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let ramp = Ramp {
            start: 1.0,
            duration: 0.3,
            amplitude: 0.6,
        };
        let foot = Pedals::new(ByTime::released(1).with_throttle(ramp));
        let declared = Hmmwv::equipment();
        let driven = declared.clone().with_driver(foot);
        let shaken = driven.clone().on(RandomRoad::new(RoadClass::C, 1));
        let mut trucks = Self {
            left: Simulation::new(Hmmwv::new(), declared, AdamsBashforth3::new()),
            driven: Simulation::new(Hmmwv::new(), driven, AdamsBashforth3::new()),
            shaken: Simulation::new(Hmmwv::new(), shaken, AdamsBashforth3::new()),
        };
        let rest = manoeuvres::settle()?.state;
        trucks.left.set_state(rest);
        trucks.driven.set_state(rest);
        trucks.shaken.set_state(rest);
        Ok(trucks)
    }

    /// Drives for a tenth of a second.
    fn drive(&mut self) -> Result<(), Refused> {
        for _ in 0..100 {
            self.left.step(1e-3)?;
            self.driven.step(1e-3)?;
            self.shaken.step(1e-3)?;
        }
        Ok(())
    }

    /// Forward speeds [m/s].
    fn speeds(&self) -> [f64; 3] {
        [self.left.solver(), self.driven.solver(), self.shaken.solver()].map(|truck| forward_speed(truck.wheels()))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut trucks = Trucks::new()?;
    for _ in 0..50 {
        trucks.drive()?;
        let [left, driven, shaken] = trucks.speeds();
        println!("{:.1} s {left:6.3} {driven:6.3} {shaken:6.3} m/s", trucks.left.time());
    }
    let [left, driven, shaken] = trucks.speeds();
    assert!(left.abs() < 0.1 && driven > 5.0 && shaken > 5.0);
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
