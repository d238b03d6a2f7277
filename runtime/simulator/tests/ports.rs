//! A rolling wheel with equipment behind a shared memory: ports from the descriptions of vehicle and equipment, and a driver outside
//! of the process.

#[path = "../../tests/runtime/solvers/roller.rs"]
#[allow(dead_code, reason = "shared with the tests of the run time")]
mod roller;

use roller::Roller;
use wishbone::brakes::Brakes;
use wishbone::prelude::*;
use wishbone_simulator::frame::{Frame, LiveDriver, ManualClock, Overrun, Simulated, output_ports, write_outputs};
use wishbone_simulator::shared::exchange::{last, read, words, write};
use wishbone_simulator::shared::{Layout, Link, Policy, Region};

#[test]
fn a_driver_outside_brakes_a_wheel() {
    let tyre = LinearTyre {
        longitudinal_stiffness: 50e3,
        ..LinearTyre::vertical(0.3, 200e3, 2e3)
    };
    let equipment = Equipment::none()
        .with_driver(LiveDriver::<0>::default())
        .with_brakes(Brakes::new([500.0]))
        .with_tyres(OnRoad {
            tyres: [tyre],
            terrain: Flat,
        });
    let mut simulation = Simulation::new(Roller::default(), equipment, AdamsBashforth3::new());
    let mut rolling = Roller::design_state();
    rolling.v = [10.0, 0.0, 10.0 / 0.3];
    simulation.set_state(rolling);
    simulation.assemble().expect("no loops");

    let (inputs, outputs) = (LiveDriver::<0>::ports(Roller::DESCRIPTION), output_ports(&simulation));
    let named =
        |ports: &[wishbone_simulator::shared::Port], name: &str| ports.iter().position(|port| port.name == name);
    let brake = named(&inputs, "brake").expect("a control");
    assert_eq!(inputs.len(), 5);
    assert!(named(&outputs, "time") == Some(0) && outputs.len() > 1, "{outputs:?}");
    let layout = Layout::new("roller", inputs, outputs.clone()).expect("plain names");

    let path = std::env::temp_dir().join(format!("wishbone-roller-{}", std::process::id()));
    let mut link = Link::create(&path, &layout, Policy::GO_ON).expect("a memory");
    let partner = Region::attach(&path, &layout).expect("made");
    let channel = &partner.words()[layout.inputs_at()..][..words(layout.inputs().len())];
    let given = &partner.words()[layout.outputs_at()..][..words(layout.outputs().len())];

    let latch = |simulation: &mut Simulation<_, Equipment<LiveDriver<0>, _, _, _, _, _>, _>, numbers: &[f64]| {
        simulation.surroundings.driver.latch(numbers);
    };
    let vehicle = Simulated::new(simulation, latch, write_outputs);
    let mut frame =
        Frame::new(vehicle, ManualClock::default(), [1000, 1], outputs.len(), Overrun::Hold).expect("possible");
    let (mut numbers, mut taken) = ([0.0; 5], vec![0.0; outputs.len()]);
    let mut speeds = Vec::new();
    for n in 0..600 {
        let mut sent = [0.0; 5];
        sent[brake] = if n >= 200 { 1.0 } else { 0.0 };
        write(channel, last(channel) + 1, &sent);
        frame.wait();
        let partner = link.receive(&mut numbers);
        assert!(partner.is_new && partner.fault.is_none());
        let counted = allocation_counter::measure(|| {
            let report = frame.step(&numbers);
            assert!(report.refused.is_none());
            link.publish(frame.outputs());
        });
        assert_eq!(counted.count_total, 0);
        assert!(read(given, n, &mut taken).is_some() && taken == frame.outputs());
        assert!((taken[0] - (n + 1) as f64 * 1e-3).abs() < 1e-12);
        speeds.push(frame.vehicle.simulation.state().v[0]);
    }
    let _ = std::fs::remove_file(&path);
    // The wheel rolls freely until the brake is pressed, and then slows down.
    assert!(
        (speeds[199] - 10.0).abs() < 0.05 && speeds[599] < 9.0,
        "{} {}",
        speeds[199],
        speeds[599]
    );
}
