//! Ports: external actions on a vehicle, which replace its own equipment.

use super::driver::{Demand, Hands};
use super::input::{AT_MARKER, Input, LOADS, SURFACE};
use super::signals::Signals;
use crate::problem::Problem;
use crate::vehicle::{Running, gearing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wishbone::acting::{Acting as Acted, Reading};
use wishbone::control::{Controls, Pedals};
use wishbone::marker::MarkerPort;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::refused::Held;
use wishbone::subsystem::Quantity;
use wishbone::terrain::{Ground, Terrain};
use wishbone::tyre::Rolling;
use wishbone_compiler::model::equipment::{self as declared, Device, Steering as Steered};
use wishbone_engine::equipment::{self, Fitted, Pieces, Road, States};
use wishbone_engine::{Engine, Inputs};

/// A kind of inputs beside those of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// Force and moment on each wheel, in the place of its tyre.
    Wheels,
    /// The road under each wheel.
    Road,
    /// Force and moment at each marker on which no air acts.
    Chassis,
}

impl Port {
    /// All ports.
    pub const ALL: [Self; 3] = [Self::Wheels, Self::Road, Self::Chassis];

    /// The port with a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|port| port.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wheels => "wheels",
            Self::Road => "road",
            Self::Chassis => "chassis",
        }
    }
}

/// Differences of heights [m] and slopes up to which two roads count as equal.
const SAME_ROAD: f64 = 1e-6;

/// What acts from outside on a vehicle.
#[derive(Clone)]
pub struct Acting {
    pub signals: Signals,
    pub hands: Hands,
    pub ports: BTreeSet<Port>,
    /// Road of the manoeuvre.
    road: Road,
}

impl Acting {
    /// On this vehicle.
    ///
    /// # Errors
    /// Returns an error for hands and ports that the vehicle does not have, and for ports that exclude each other.
    pub fn on(running: &Running, hands: Hands, ports: &BTreeSet<Port>, road: Road) -> Result<Self, Problem> {
        has_hands(running, hands)?;
        if ports.contains(&Port::Wheels) && ports.contains(&Port::Road) {
            return Err(Problem::Misuse(
                "the ports `wheels` and `road` exclude each other: a wheel that is loaded from outside has no tyre that a road could carry"
                    .to_owned(),
            ));
        }
        if ports.contains(&Port::Chassis) && loaded(running).is_empty() {
            return Err(running.finding(
                "the port `chassis` loads markers, and it declares none beside that of the air: add `marker load: on(chassis) { at: .. }`",
            ));
        }
        Ok(Self {
            signals: Signals::new(running.engine.description()),
            hands,
            ports: ports.clone(),
            road,
        })
    }

    /// If the importing tool gives no gear, engages the gear in which the vehicle begins at a speed [m/s].
    pub fn engage(&self, running: &Running, speed: f64) {
        let gear = f64::from(gearing::first_gear(running, None, speed));
        self.signals.set(Input::Driver(Demand::Gear), gear);
    }

    /// The inputs, in the order of their variables.
    pub fn inputs(&self, running: &Running) -> Vec<Input> {
        let demands = Demand::offered(&running.compiled.model.equipment, self.hands);
        let mut inputs: Vec<Input> = demands.into_iter().map(Input::Driver).collect();
        let wheels = 0..running.engine.description().wheels.len();
        for port in &self.ports {
            match port {
                Port::Wheels => wheels.clone().for_each(|wheel| {
                    inputs.extend((0..LOADS.len()).map(|place| Input::Wheel(wheel, place)));
                }),
                Port::Road => wheels.clone().for_each(|wheel| {
                    inputs.extend((0..SURFACE.len()).map(|place| Input::Road(wheel, place)));
                }),
                Port::Chassis => loaded(running).into_iter().for_each(|marker| {
                    inputs.extend((0..AT_MARKER).map(|place| Input::Marker(marker, place)));
                }),
            }
        }
        inputs
    }

    /// Puts the inputs in the place of driver, hands, tyres and road.
    pub fn equip(&self, running: &Running, fitted: &mut Fitted) {
        let (compiled, vehicle) = (&running.compiled, running.engine.description());
        fitted.driver = Pieces::of(Pedals::new(self.signals.clone()));
        let steering = match self.hands {
            Hands::Angle => equipment::steered(compiled, vehicle, self.signals.steering()),
            Hands::Torque => equipment::turned(compiled, vehicle, self.signals.torque()),
        };
        fitted.steering = steering.unwrap_or(Pieces::none());
        let (signals, road) = (&self.signals, &self.road);
        let ground = || Below(road.clone());
        for port in &self.ports {
            match port {
                Port::Wheels => fitted.tyres = Pieces::of(OnWheels(signals.clone())).and(ground()),
                Port::Road => {
                    let under = |wheel| {
                        let signals = signals.clone();
                        Road::new(move |x: f64, y: f64, _: f64| signals.road(wheel, [x, y]))
                    };
                    let tyres = OnToldRoad {
                        tyres: equipment::tyres(compiled, &under),
                        signals: signals.clone(),
                        radii: running.radii.clone(),
                    };
                    fitted.tyres = Pieces::of(tyres).and(ground());
                }
                Port::Chassis => {
                    // Nothing else loads these markers, so that their loads may act first.
                    fitted.driver = std::mem::take(&mut fitted.driver).and(self.at_markers(running));
                }
            }
        }
    }

    /// Forces at markers, which take part in the search for the start.
    pub fn forces(&self, running: &Running) -> Pieces {
        match self.ports.contains(&Port::Chassis) {
            true => Pieces::of(self.at_markers(running)),
            false => Pieces::none(),
        }
    }

    fn at_markers(&self, running: &Running) -> AtMarkers {
        let vehicle = running.engine.description();
        let ports = loaded(running).into_iter();
        AtMarkers {
            signals: self.signals.clone(),
            ports: ports.map(|marker| (marker, MarkerPort::at(vehicle, marker))).collect(),
        }
    }

    /// A warning about wheels under which the port gives a road other than the road on which the vehicle starts: a road
    /// that was set, or the level road of inputs that were not set.
    pub fn unknown_to_the_start(&self, running: &Running, wheels: &[WheelMotion], is_set: bool) -> Option<String> {
        let is_elsewhere = |wheel: usize| {
            let [x, y] = asked_at(&wheels[wheel], running.radii[wheel]);
            let (told, own) = (self.signals.road(wheel, [x, y]), self.road.at(x, y, 0.0));
            if is_set != (told.height != 0.0 || told.slope() != [0.0; 2]) {
                return false;
            }
            let slopes = told.slope().into_iter().zip(own.slope());
            let mut gaps = slopes
                .chain([(told.height, own.height)])
                .map(|(told, own)| (told - own).abs());
            gaps.any(|gap| gap > SAME_ROAD)
        };
        let names = running.engine.description().wheels.iter().enumerate();
        let elsewhere: Vec<&str> = match self.ports.contains(&Port::Road) {
            true => names
                .filter(|(wheel, _)| is_elsewhere(*wheel))
                .map(|(_, name)| *name)
                .collect(),
            false => Vec::new(),
        };
        (!elsewhere.is_empty()).then(|| {
            format!(
                "the start is that on the road of the manoeuvre, and the port tells another one under {}: the vehicle falls onto it or is pushed out",
                elsewhere.join(", ")
            )
        })
    }

    /// Notes on what the ports leave as it is.
    pub fn notes(&self, running: &Running) -> Vec<String> {
        let names = running.engine.description();
        let mut notes = Vec::new();
        let touching: Vec<&str> = names.contacts.iter().map(|(name, _)| *name).collect();
        if self.looks_at_wheels() && !touching.is_empty() {
            notes.push(format!(
                "the ground under {} stays that of the manoeuvre: the ports tell that under wheels",
                touching.join(", ")
            ));
        }
        let free = loaded(running);
        let markers = names.markers.iter().enumerate();
        let in_the_air = markers.filter(|(place, _)| self.ports.contains(&Port::Chassis) && !free.contains(place));
        notes.extend(in_the_air.map(|(_, (name, _))| {
            format!(
                "no load from outside on the marker `{name}`: the air acts there; declare another marker at this point"
            )
        }));
        notes
    }

    /// The ground under a wheel at a point of the plane [m] and a time [s].
    pub fn ground(&self, wheel: usize, [x, y]: [f64; 2], time: f64) -> Ground {
        match self.ports.contains(&Port::Road) {
            true => self.signals.road(wheel, [x, y]),
            false => self.road.at(x, y, time),
        }
    }

    /// Whether it counts where the wheels stand as inputs begin to hold.
    pub fn looks_at_wheels(&self) -> bool {
        self.ports.contains(&Port::Wheels) || self.ports.contains(&Port::Road)
    }
}

/// Positions of the markers on which no air acts.
pub fn loaded(running: &Running) -> Vec<usize> {
    let pieces = &running.compiled.model.equipment;
    let in_the_air = |name: &str| {
        pieces
            .iter()
            .any(|piece| matches!(&piece.kind, Device::Air(air) if air.marker == name))
    };
    let markers = running.engine.description().markers.iter().enumerate();
    let free = markers.filter(|(_, (name, _))| !in_the_air(name));
    free.map(|(place, _)| place).collect()
}

/// The point of the plane for which the caller gives the road under a wheel [m]: below the lowest point that the
/// undeflected wheel has on level ground.
pub fn asked_at(wheel: &WheelMotion, radius: f64) -> [f64; 2] {
    let [x, y, _] = Rolling::on_level(wheel.axis).bottom(wheel.centre, radius);
    [x, y]
}

/// Refuses a torque on a steering wheel that moves a driven joint.
fn has_hands(running: &Running, hands: Hands) -> Result<(), Problem> {
    let steering = declared::steering(&running.compiled.model.equipment);
    match (hands, steering) {
        (Hands::Angle, _) | (Hands::Torque, Some(Steered::Column(_))) => Ok(()),
        (Hands::Torque, _) => Err(running.finding(
            "it declares no steering column, whose steering wheel a torque could turn: leave out `--steering torque`, or declare a column \
             (docs/equipment.md)",
        )),
    }
}

/// Tyres on a road from outside.
///
/// The exact slopes of tyres treat the road as the plane through the point below the wheel. This is right while inputs
/// hold. If the road is given at every time, its height does not change as the wheel moves, although its normal may be
/// tilted.
#[derive(Clone)]
struct OnToldRoad {
    tyres: Pieces,
    signals: Signals,
    /// Radius of each wheel [m].
    radii: Vec<f64>,
}

impl OnToldRoad {
    /// Changes of the height of the plane below a wheel; the point below the wheel moves as the spin axis turns [m].
    fn rising(&self, wheel: usize, motion: &WheelMotion) -> [f64; 3] {
        let [along, across] = self.signals.road(wheel, [0.0; 2]).slope();
        std::array::from_fn(|k| {
            let [up, down] = [TURNED, -TURNED].map(|by| {
                let mut axis = motion.axis;
                axis[k] += by;
                let [x, y] = asked_at(&WheelMotion { axis, ..*motion }, self.radii[wheel]);
                along * x + across * y
            });
            (up - down) / (2.0 * TURNED)
        })
    }
}

/// Change of the spin axis for central differences of the point below a wheel.
const TURNED: f64 = 1e-5;
/// Positions of the height of the centre and of the spin axis among the numbers of the motion of a wheel.
const HEIGHT: usize = 2;
const AXIS: usize = 3;

impl Subsystem<Engine> for OnToldRoad {
    type State = States;

    fn initial(&self) -> States {
        self.tyres.initial()
    }

    fn drive(&mut self, time: f64, state: &States, inputs: &mut Inputs) {
        self.tyres.drive(time, state, inputs);
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        self.tyres.jumps(from, to, tell);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        self.tyres.ground(time, point)
    }

    fn load(&mut self, now: &Now<'_, States>, inputs: &mut Inputs) -> States {
        self.tyres.load(now, inputs)
    }

    fn load_into(&mut self, now: &Now<'_, States>, inputs: &mut Inputs, rate: &mut States) {
        self.tyres.load_into(now, inputs, rate);
    }

    fn slopes(&self, now: &Now<'_, States>, tell: &mut dyn FnMut(Acted, Reading, f64)) {
        if !self.signals.since().is_nan() {
            return self.tyres.slopes(now, tell);
        }
        let wheels = now.wheels.iter().enumerate();
        let rising: Vec<[f64; 3]> = wheels.map(|(wheel, motion)| self.rising(wheel, motion)).collect();
        // A load depends on the distance between wheel and road. So the slope by the height of the road is the slope by the height of the centre, with
        // the opposite sign. The slopes by the centre's x and y have no other cause than the inclined plane.
        self.tyres.slopes(now, &mut |acting, reading, slope| {
            match reading {
                Reading::Wheel(_, place) if place < HEIGHT => return,
                Reading::Wheel(wheel, HEIGHT) => {
                    let turning = rising[wheel].iter().enumerate();
                    turning.for_each(|(k, rise)| tell(acting, Reading::Wheel(wheel, AXIS + k), slope * rise));
                }
                Reading::Wheel(..) | Reading::State(_) => {}
            }
            tell(acting, reading, slope);
        });
    }

    fn kinks(&self, now: &Now<'_, States>, tell: &mut dyn FnMut(Quantity)) {
        self.tyres.kinks(now, tell);
    }

    fn try_step(&mut self, time: f64, h: f64, state: &States) -> Result<(), Held> {
        self.tyres.try_step(time, h, state)
    }

    fn undo_step(&mut self) {
        self.tyres.undo_step();
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut States) {
        self.tyres.stepped(time, h, state);
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.tyres.memories(lend);
    }

    fn controls(&self) -> Option<Controls> {
        self.tyres.controls()
    }

    fn states(&self, state: &States, tell: &mut dyn FnMut(Quantity)) {
        self.tyres.states(state, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.tyres.outputs(tell);
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        self.tyres.parameters(lend);
    }
}

/// Forces on wheels, in the place of tyres.
#[derive(Clone)]
struct OnWheels(Signals);

impl Subsystem<Engine> for OnWheels {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut Inputs) {
        for (wheel, (motion, input)) in now.wheels.iter().zip(&mut inputs.wheels).enumerate() {
            [input.force, input.moment] = self.0.on_wheel(wheel, motion.centre);
        }
    }
}

/// Forces at markers.
#[derive(Clone)]
struct AtMarkers {
    signals: Signals,
    ports: Vec<(usize, MarkerPort)>,
}

impl Subsystem<Engine> for AtMarkers {
    type State = ();

    fn load(&mut self, _: &Now<'_, ()>, inputs: &mut Inputs) {
        for (marker, port) in &self.ports {
            let [force, moment] = self.signals.at_marker(*marker);
            port.load(inputs, force, moment);
        }
    }
}

/// The road of the manoeuvre under points of bodies that touch it.
#[derive(Clone)]
pub struct Below(pub Road);

impl Subsystem<Engine> for Below {
    type State = ();

    fn ground(&self, time: f64, [x, y, _]: [f64; 3]) -> Option<Ground> {
        Some(self.0.at(x, y, time))
    }
}
