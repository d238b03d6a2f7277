//! The whole frame of a driving simulator. The truck has a driveline and Magic Formula tyres; a driver controls it through
//! shared memory; and a hexapod, perception and control loading follow it.
//!
//! `cargo run --release -p wishbone-benches --bin frame` measures it.

mod cabin;
pub mod count;

use cabin::{Cabin, Now};
use std::error::Error;
use std::path::Path;
use wishbone::prelude::*;
use wishbone::terrain::{HalfSineBump, row};
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::{FourOnRoad, Relaxed};
use wishbone_simulator::frame::{Frame, LiveDriver, Overrun, SystemClock, Vehicle, output_ports, write_outputs};
use wishbone_simulator::motion::Motion;
use wishbone_simulator::shared::exchange::{last, read, words, write};
use wishbone_simulator::shared::{Layout, Link, Policy, Region};
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// Frames per second, with one step each.
pub const RATE: u32 = 1000;
/// Heights of low and high bumps [m].
pub const BUMPS: [f64; 2] = [0.01, 0.05];
/// Number of frames of the drive.
pub const FRAMES: usize = 10_000;
/// Number of values that the driver sends.
const INPUTS: usize = 8;
/// Speed at the start [m/s], which suits the engine in first gear.
const SPEED: f64 = 4.0;
/// Position of the first bump along X [m].
const BUMPS_AT: f64 = 20.0;
/// Position of the driver's head relative to the chassis' centre of mass: forward, to the left, upwards [m].
const HEAD: [f64; 3] = [0.1, 0.6, 0.75];

/// Message of the driver for a frame of the drive: repeated lane changes with throttle, and braking in the last two seconds.
fn driver(frame: usize) -> [f64; INPUTS] {
    let time = frame as f64 / f64::from(RATE);
    let rate = std::f64::consts::TAU / 3.0;
    let (size, phase) = (0.006, rate * time);
    let rack = [
        size * phase.sin(),
        size * rate * phase.cos(),
        -size * rate * rate * phase.sin(),
    ];
    // The amplitude grows smoothly within the first second, with two continuous derivatives.
    let u = time.min(1.0);
    let grown = [
        u * u * u * (10.0 - 15.0 * u + 6.0 * u * u),
        30.0 * u * u * (1.0 - u) * (1.0 - u),
        60.0 * u * (1.0 - u) * (1.0 - 2.0 * u),
    ];
    let position = rack[0] * grown[0];
    let velocity = rack[1] * grown[0] + rack[0] * grown[1];
    let acceleration = rack[2] * grown[0] + 2.0 * rack[1] * grown[1] + rack[0] * grown[2];
    let (throttle, brake) = if time < 8.0 { (0.3, 0.0) } else { (0.0, 0.2) };
    [position, velocity, acceleration, throttle, brake, 0.0, 0.0, 1.0]
}

/// The truck with all its equipment.
type Truck<E> = Simulation<Hmmwv, E>;

/// Truck and cabin, advanced together frame by frame; a copy is a snapshot of both.
#[derive(Clone)]
pub struct Car<E: Subsystem<Hmmwv>> {
    truck: Truck<E>,
    latch: fn(&mut E, &[f64]),
    cabin: Cabin,
    /// Number of the truck's own outputs, which come before those of the cabin.
    own: usize,
    /// Position of the crankshaft among the states of the equipment.
    crankshaft: usize,
}

impl<E> Vehicle for Car<E>
where
    E: Subsystem<Hmmwv> + Clone,
    Truck<E>: Clone,
{
    type Snapshot = Self;
    type Refused = Refused;

    fn latch(&mut self, inputs: &[f64]) {
        (self.latch)(&mut self.truck.surroundings, inputs);
    }

    /// Advances truck and cabin by one step, which is the length of a frame.
    fn advance(&mut self, h: f64) -> Result<(), Refused> {
        frame_step(&mut self.truck, h)?;
        let head = frame_head(&mut self.truck);
        let now = Now {
            state: self.truck.state(),
            inputs: &self.truck.inputs,
            head,
            speed: forward_speed(self.truck.solver().wheels()),
            engine: state(&self.truck, self.crankshaft),
            controls: self.truck.surroundings.controls().unwrap_or_default(),
        };
        self.cabin.step(&now);
        Ok(())
    }

    fn publish(&mut self, outputs: &mut [f64]) {
        let (own, cabin) = outputs.split_at_mut(self.own);
        frame_outputs(&mut self.truck, own);
        cabin.copy_from_slice(self.cabin.outputs());
    }

    fn time(&self) -> f64 {
        self.truck.time()
    }

    fn save(&self) -> Self {
        self.clone()
    }

    fn restore(&mut self, snapshot: &Self) {
        self.clone_from(snapshot);
    }
}

/// The state of the equipment at a position; NaN if there is none.
fn state<E: Subsystem<Hmmwv>>(truck: &Truck<E>, wanted: usize) -> f64 {
    let (mut place, mut found) = (0, f64::NAN);
    truck.surroundings.states(truck.subsystems(), &mut |quantity| {
        if place == wanted {
            found = quantity.value;
        }
        place += 1;
    });
    found
}

// The parts of a frame are functions that are not inlined, so that valgrind can count them separately.

#[inline(never)]
fn frame_step<E: Subsystem<Hmmwv>>(truck: &mut Truck<E>, h: f64) -> Result<(), Refused> {
    truck.step(h).map(|_| ())
}

/// Motion at the driver's head.
#[inline(never)]
fn frame_head<E: Subsystem<Hmmwv>>(truck: &mut Truck<E>) -> Motion {
    Motion::in_body(&truck.bodies()[Hmmwv::BODY_CHASSIS], HEAD, Hmmwv::DESCRIPTION.gravity)
}

/// Writes the truck's own outputs.
#[inline(never)]
fn frame_outputs<E: Subsystem<Hmmwv>>(truck: &mut Truck<E>, outputs: &mut [f64]) {
    write_outputs(truck, outputs);
}

/// The truck at speed, with an external driver, on a flat road with three bumps.
fn car(bumps: f64) -> Result<Car<impl Subsystem<Hmmwv> + Clone>, Box<dyn Error>> {
    let text = include_str!("../../../runtime/laws/tests/data/mf61.tir");
    let mut file = PropertyFile::read(text).map_err(|mistakes| format!("{mistakes:?}"))?;
    // The radius of the truck's tyres.
    file.coefficients.unloaded_radius = 0.4699;
    let tyre = Relaxed {
        law: file.mounted(Side::Left),
    };
    let bumps = row::<_, 3>(HalfSineBump::across(BUMPS_AT, 0.8, bumps), 12.0);
    let equipment = Hmmwv::equipment()
        .with_driver(LiveDriver::<1>::default())
        .with_steering(Still);
    let equipment = equipment.with_tyres(FourOnRoad::new([tyre; 4], bumps));
    let turning = equipment
        .powertrain
        .rolling(SPEED / 0.465, 1500.0 * std::f64::consts::PI / 30.0);
    let states = ((), ((), (turning, ((0.0, ([0.0; 4], [0.0; 4])), ((), [[0.0; 2]; 4])))));
    let mut truck = Simulation::new(Hmmwv::new(), equipment, AdamsBashforth3::new());
    truck.set_state(manoeuvres::rolling(&manoeuvres::settle()?.state, SPEED));
    truck.set_subsystems(states);
    let (mut place, mut crankshaft) = (0, usize::MAX);
    Subsystem::<Hmmwv>::states(&truck.surroundings, truck.subsystems(), &mut |quantity| {
        if quantity.name == "crankshaft" {
            crankshaft = place;
        }
        place += 1;
    });
    Ok(Car {
        own: output_ports(&truck).len(),
        truck,
        latch: |equipment, numbers| equipment.driver.latch(numbers),
        cabin: Cabin::new(1.0 / f64::from(RATE))?,
        crankshaft,
    })
}

/// The drive, frame by frame, with both ends of the shared memory.
pub struct Loop<E>
where
    E: Subsystem<Hmmwv> + Clone,
    Truck<E>: Clone,
{
    frame: Frame<Car<E>, SystemClock>,
    link: Link,
    partner: Region,
    layout: Layout,
    inputs: [f64; INPUTS],
    start: Car<E>,
    /// Number of the next frame in the drive.
    place: usize,
}

/// The drive at its start, over bumps with this height [m]; the shared memory of the drive is in a file.
///
/// # Errors
/// If the truck does not settle, or the file cannot be created.
pub fn whole(path: &Path, bumps: f64) -> Result<Loop<impl Subsystem<Hmmwv> + Clone + use<>>, Box<dyn Error>> {
    let car = car(bumps)?;
    let outputs = [output_ports(&car.truck), Cabin::ports()].concat();
    let layout = Layout::new("hmmwv", LiveDriver::<1>::ports(Hmmwv::DESCRIPTION), outputs)?;
    let link = Link::create(path, &layout, Policy::GO_ON)?;
    let outputs = layout.outputs().len();
    let frame = Frame::new(car, SystemClock::start(), [RATE, 1], outputs, Overrun::Hold)?;
    Ok(Loop {
        start: frame.save(),
        frame,
        link,
        partner: Region::attach(path, &layout)?,
        layout,
        inputs: [0.0; INPUTS],
        place: 0,
    })
}

impl<E> Loop<E>
where
    E: Subsystem<Hmmwv> + Clone,
    Truck<E>: Clone,
{
    /// Sends the driver's message for the next frame, as the partner does.
    pub fn send(&mut self) {
        let at = self.layout.inputs_at();
        let channel = &self.partner.words()[at..][..words(INPUTS)];
        write(channel, last(channel) + 1, &driver(self.place));
        self.place += 1;
    }

    /// Does the whole work of a frame.
    ///
    /// # Errors
    /// If a step is refused, or the message has not arrived.
    pub fn work(&mut self) -> Result<(), String> {
        frame_whole(self)
    }

    /// Goes back to the start of the drive.
    pub fn restart(&mut self) {
        self.frame.restore(&self.start);
        self.frame.go_on();
        self.place = 0;
    }

    /// Returns a snapshot for [`Loop::restore`].
    pub fn save(&self) -> (Car<E>, usize) {
        (self.frame.save(), self.place)
    }

    /// Goes back to a snapshot of [`Loop::save`].
    pub fn restore(&mut self, (car, place): &(Car<E>, usize)) {
        self.frame.restore(car);
        self.frame.go_on();
        self.place = *place;
    }

    /// An output of the last frame, by its name.
    pub fn output(&self, name: &str) -> Option<f64> {
        let place = self.layout.outputs().iter().position(|port| port.name == name)?;
        self.frame.outputs().get(place).copied()
    }

    /// All outputs of the last frame.
    pub fn outputs(&self) -> &[f64] {
        self.frame.outputs()
    }

    /// Whether the partner finds the outputs of the last frame in the shared memory.
    pub fn published(&self) -> bool {
        let count = self.layout.outputs().len();
        let mut found = vec![0.0; count];
        let at = self.layout.outputs_at();
        let message = read(&self.partner.words()[at..][..words(count)], 0, &mut found);
        message.is_some() && found == self.frame.outputs()
    }

    /// Numbers of inputs and outputs.
    pub fn ports(&self) -> [usize; 2] {
        [INPUTS, self.layout.outputs().len()]
    }
}

/// A frame: latches inputs; computes step, outputs, platform, perception and loading; publishes the outputs.
#[inline(never)]
fn frame_whole<E>(whole: &mut Loop<E>) -> Result<(), String>
where
    E: Subsystem<Hmmwv> + Clone,
    Truck<E>: Clone,
{
    let found = whole.link.receive(&mut whole.inputs);
    let report = whole.frame.step(&whole.inputs);
    whole.link.publish(whole.frame.outputs());
    match (report.refused, found.is_new) {
        (Some(refused), _) => Err(refused.to_string()),
        (None, false) => Err("the driver's message has not arrived".to_owned()),
        (None, true) => Ok(()),
    }
}
