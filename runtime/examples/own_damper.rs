//! A user-defined controller of a damper: a skyhook on a quarter car.
//!
//! A subsystem reads the motion of two markers and sets a force on each. `cargo run -p wishbone --example own_damper`

use wishbone::marker::MarkerPort;
use wishbone::prelude::*;
use wishbone::terrain::Ground;

wishbone::vehicle! {
    /// A quarter of a car that only heaves, and whose damper is left to the subsystem.
    pub Quarter {
        gravity: 9.81 m/s^2
        body chassis { mass: 350 kg, com: [0, 0, 0.6] m, inertia: [10, 10, 10] kg*m^2 }
        body hub { mass: 40 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        joint travel: prismatic(chassis, hub) { axis: z }
        spring strut: between(chassis, hub) { from: [0, 0, 0.7] m, to: [0, 0, 0.3] m, rate: 22 kN/m, free_length: 556 mm }
        marker top: on(chassis) { at: [0, 0, 0.7] m }
        marker bottom: on(hub) { at: [0, 0, 0.3] m }
        wheel tyre: on(hub) { centre: [0, 0, 0.3] m, radius: 0.31 m }
    }
}

/// A damper that works against the absolute velocity of the chassis, if it can: a damper can only take energy.
struct Skyhook {
    top: MarkerPort,
    bottom: MarkerPort,
    /// Rate against the velocity of the chassis, and the least and the greatest rate of the valve [N s/m].
    rate: f64,
    valve: [f64; 2],
}

impl Subsystem<Quarter> for Skyhook {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <Quarter as Solver>::Inputs) {
        let [above, below] = [self.top, self.bottom].map(|marker| marker.motion(now).velocity[2]);
        let stretching = above - below;
        let wanted = if stretching == 0.0 {
            0.0
        } else {
            self.rate * above / stretching
        };
        let force = wanted.clamp(self.valve[0], self.valve[1]) * stretching;
        self.top.load(inputs, [0.0, 0.0, -force], [0.0; 3]);
        self.bottom.load(inputs, [0.0, 0.0, force], [0.0; 3]);
    }
}

/// Root mean square of the acceleration of the chassis over a rough road [m/s²].
fn shaken(valve: [f64; 2]) -> Result<f64, Refused> {
    let marker = |name| MarkerPort::of(Quarter::DESCRIPTION, name).expect("it is declared");
    let damper = Skyhook {
        top: marker("top"),
        bottom: marker("bottom"),
        rate: 2500.0,
        valve,
    };
    let tyres = [LinearTyre::vertical(0.31, 200e3, 100.0)];
    let road = OnRoad {
        tyres,
        terrain: |_: f64, _: f64, time: f64| wave(time),
    };
    let mut car = Simulation::new(Quarter::new(), (road, damper), AdamsBashforth3::new());
    let (mut sum, mut count) = (0.0, 0);
    let mut before = 0.0;
    while car.time() < 10.0 {
        let _ = car.step(1e-3)?;
        let speed = car.state().v[Quarter::V_HEAVE];
        if car.time() > 2.0 {
            sum += ((speed - before) / 1e-3).powi(2);
            count += 1;
        }
        before = speed;
    }
    Ok((sum / f64::from(count)).sqrt())
}

/// A road that moves under the wheel at rest, near the natural frequency of the chassis.
fn wave(time: f64) -> Ground {
    Ground::level(0.01 * (8.0 * time).sin())
}

fn main() -> Result<(), Refused> {
    let (fixed, skyhook) = (shaken([1200.0, 1200.0])?, shaken([200.0, 4000.0])?);
    println!("acceleration of the chassis: {fixed:.3} m/s^2 with a fixed damper, {skyhook:.3} with the skyhook");
    assert!(skyhook < fixed);
    Ok(())
}

#[test]
fn runs() -> Result<(), Refused> {
    main()
}
