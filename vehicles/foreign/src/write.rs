//! Numbers of a vehicle that an FMU writes, by name.

use crate::Wrong;
use crate::connection::{FORCE, Own, PLAIN, TORQUE, unit, unknown};
use crate::host::Host;
use wishbone::control::Controls;
use wishbone::ports::{InputPorts, MarkerMotion, WheelLoad};
use wishbone::solver::Solver;
use wishbone::subsystem::Now;
use wishbone::tyre::{Contact, TyreForce};

/// Place of a part among the equipment of a vehicle, which depends on what the part writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It presses pedals, behind the driver.
    Driver,
    /// It drives wheels, in place of the powertrain.
    Powertrain,
    /// It brakes wheels, in place of the brakes.
    Brakes,
    /// The part acts on bodies and joints, by inputs of force elements and at markers.
    Forces,
    /// It carries wheels, in place of the tyres.
    Tyres,
}

/// A number that a part writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Write {
    Throttle,
    Brake,
    Clutch,
    DriveTorque(usize),
    BrakeTorque(usize),
    /// Input of a force element.
    Signal(usize, Own),
    /// A component of the load at a marker: of a force or a moment, along world axes or along the axes of the body.
    AtMarker(Frame, usize, usize),
    /// Number of the load on a wheel at its centre, world axes.
    AtHub(usize, usize),
    /// A component of the load on a wheel at its contact with the road, along the tyre axes of ISO 8855.
    AtContact(usize, usize),
}

/// Axes of a load at a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    World,
    /// The vehicle's axes at the design position, which move with the body.
    Body,
}

/// A load: three numbers of a force and three of a moment.
const LOAD: [(&str, &str); 6] = [
    ("force", "x"),
    ("force", "y"),
    ("force", "z"),
    ("moment", "x"),
    ("moment", "y"),
    ("moment", "z"),
];

/// Unit of a number of a load.
fn of_load(k: usize) -> Own {
    if k < 3 { FORCE } else { TORQUE }
}

impl Write {
    pub fn named<S: Solver>(name: &str, host: &Host<'_, S>) -> Result<Self, Wrong> {
        let every = Self::all(host);
        let found = every.iter().find(|(own, _)| own == name);
        let names = || every.iter().map(|(own, _)| own.as_str());
        found
            .map(|(_, write)| *write)
            .ok_or_else(|| unknown(name, "an FMU can write", names()))
    }

    fn all<S: Solver>(host: &Host<'_, S>) -> Vec<(String, Self)> {
        let vehicle = host.solver.description();
        let mut every: Vec<(String, Self)> = [
            ("throttle", Self::Throttle),
            ("brake", Self::Brake),
            ("clutch", Self::Clutch),
        ]
        .map(|(name, write)| (name.to_owned(), write))
        .to_vec();
        let load = || LOAD.into_iter().enumerate();
        for (place, wheel) in vehicle.wheels.iter().enumerate() {
            every.push((format!("wheel.{wheel}.drive_torque"), Self::DriveTorque(place)));
            every.push((format!("wheel.{wheel}.brake_torque"), Self::BrakeTorque(place)));
            let hub = |(k, (of, axis))| (format!("wheel.{wheel}.{of}.{axis}"), Self::AtHub(place, k));
            every.extend(load().map(hub));
            if host.road.is_some() {
                let contact =
                    |(k, (of, axis))| (format!("wheel.{wheel}.contact.{of}.{axis}"), Self::AtContact(place, k));
                every.extend(load().map(contact));
            }
        }
        for (place, (marker, _)) in vehicle.markers.iter().enumerate() {
            if !host.markers.contains(&place) {
                continue;
            }
            for (frame, end) in [(Frame::World, ""), (Frame::Body, "_in_body")] {
                every.extend(load().map(|(k, (of, axis))| {
                    (
                        format!("marker.{marker}.{of}{end}.{axis}"),
                        Self::AtMarker(frame, place, k),
                    )
                }));
            }
        }
        let inputs = host.inputs.iter();
        every
            .extend(inputs.map(|(place, told)| (vehicle.signals[*place].to_owned(), Self::Signal(*place, unit(told)))));
        every
    }

    pub fn unit(self) -> Own {
        match self {
            Self::Throttle | Self::Brake | Self::Clutch => PLAIN,
            Self::DriveTorque(_) | Self::BrakeTorque(_) => TORQUE,
            Self::Signal(_, unit) => unit,
            Self::AtMarker(.., k) | Self::AtHub(_, k) | Self::AtContact(_, k) => of_load(k),
        }
    }

    /// Its word in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Throttle => "throttle",
            Self::Brake => "brake",
            Self::Clutch => "clutch",
            Self::DriveTorque(_) => "drive_torque",
            Self::BrakeTorque(_) => "brake_torque",
            Self::Signal(_, FORCE) => "force",
            Self::Signal(..) => "torque",
            Self::AtMarker(.., k) | Self::AtHub(_, k) | Self::AtContact(_, k) => LOAD[k].0,
        }
    }

    /// Whether the number is possible for the vehicle [SI]: pedals go from 0 to 1.
    pub fn takes(self, value: f64) -> bool {
        match self {
            Self::Throttle | Self::Brake | Self::Clutch => (0.0..=1.0).contains(&value),
            _ => value.is_finite(),
        }
    }

    pub fn place(self) -> Place {
        match self {
            Self::Throttle | Self::Brake | Self::Clutch => Place::Driver,
            Self::DriveTorque(_) => Place::Powertrain,
            Self::BrakeTorque(_) => Place::Brakes,
            Self::Signal(..) | Self::AtMarker(..) => Place::Forces,
            Self::AtHub(..) | Self::AtContact(..) => Place::Tyres,
        }
    }

    /// Whether both write the same number, or numbers that are overwritten together, such as the load of one wheel or
    /// marker.
    pub fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::AtHub(one, _) | Self::AtContact(one, _), Self::AtHub(two, _) | Self::AtContact(two, _)) => {
                one == two
            }
            (Self::AtMarker(_, one, _), Self::AtMarker(_, two, _)) => one == two,
            _ => self == other,
        }
    }

    /// Wheel whose load it writes.
    pub fn wheel(self) -> Option<usize> {
        match self {
            Self::AtHub(wheel, _) | Self::AtContact(wheel, _) => Some(wheel),
            _ => None,
        }
    }

    /// Removes the load of the wheel or marker that it adds to.
    fn clear(self, markers: &[[usize; 6]], inputs: &mut impl InputPorts) {
        match self {
            Self::AtHub(wheel, _) | Self::AtContact(wheel, _) => {
                let load = &mut inputs.wheels()[wheel];
                (load.force, load.moment) = ([0.0; 3], [0.0; 3]);
            }
            Self::AtMarker(_, marker, _) => {
                let signals = inputs.signals();
                markers[marker].iter().for_each(|place| signals[*place] = 0.0);
            }
            _ => {}
        }
    }
}

/// What outputs of an FMU act on.
pub struct Acted<'a, X> {
    pub now: &'a Now<'a, X>,
    /// By wheel, where loads act at contacts.
    pub contacts: &'a [Option<Contact>],
    /// Positions of the inputs of each marker among the signals.
    pub markers: &'a [[usize; 6]],
}

impl<X> Acted<'_, X> {
    /// Writes numbers [SI]. For wheels and markers the whole load is replaced: components that are not written are
    /// zero.
    pub fn write(
        &self,
        each: impl Iterator<Item = (Write, f64)> + Clone,
        controls: &mut Controls,
        inputs: &mut impl InputPorts,
    ) {
        each.clone().for_each(|(write, _)| write.clear(self.markers, inputs));
        for (write, value) in each.clone() {
            match write {
                Write::Throttle => controls.throttle = value,
                Write::Brake => controls.brake = value,
                Write::Clutch => controls.clutch = value,
                Write::DriveTorque(wheel) => inputs.wheels()[wheel].drive_torque = value,
                Write::BrakeTorque(wheel) => inputs.wheels()[wheel].brake_torque = value,
                Write::Signal(place, _) => inputs.signals()[place] = value,
                Write::AtMarker(Frame::World, marker, k) => inputs.signals()[self.markers[marker][k]] += value,
                Write::AtMarker(Frame::Body, marker, k) => {
                    let along = in_world(k, value, &self.now.markers[marker]);
                    let (signals, first) = (inputs.signals(), 3 * (k / 3));
                    let places = self.markers[marker][first..first + 3].iter();
                    places.zip(along).for_each(|(place, x)| signals[*place] += x);
                }
                Write::AtHub(wheel, k) => {
                    let load = &mut inputs.wheels()[wheel];
                    let part = if k < 3 { &mut load.force } else { &mut load.moment };
                    part[k % 3] += value;
                }
                Write::AtContact(..) => {}
            }
        }
        for (wheel, contact) in self.contacts.iter().enumerate() {
            let Some(contact) = contact else { continue };
            let mut load = TyreForce::default();
            let mut is_loaded = false;
            for (write, value) in each.clone() {
                if let Write::AtContact(of, k) = write
                    && of == wheel
                {
                    let part = if k < 3 { &mut load.force } else { &mut load.moment };
                    (part[k % 3], is_loaded) = (value, true);
                }
            }
            if is_loaded {
                add(&mut inputs.wheels()[wheel], load.at_centre(contact));
            }
        }
    }
}

/// A component of a force or a moment along an axis of a body, converted to world axes.
fn in_world(k: usize, value: f64, marker: &MarkerMotion) -> [f64; 3] {
    marker.rotation.map(|row| row[k % 3] * value)
}

fn add(load: &mut WheelLoad, [force, moment]: [[f64; 3]; 2]) {
    let pairs = load.force.iter_mut().zip(force);
    pairs
        .chain(load.moment.iter_mut().zip(moment))
        .for_each(|(sum, x)| *sum += x);
}
