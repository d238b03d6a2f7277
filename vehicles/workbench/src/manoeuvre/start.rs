//! The start of a manoeuvre: the steady motion at its speed, with all equipment in a consistent state.

use super::equipped::{air_over_belt, course, road};
use super::grade::Grade;
use crate::problem::Problem;
use crate::steady::Steady;
use crate::vehicle::{Running, shares, slides};
use wishbone::control::Controls;
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::start::{self, NotStarted};
use wishbone::state::StateVector;
use wishbone::subsystem::Joints;
use wishbone_compiler::model::equipment::{self, Hands, Pace as Hold, Piece};
use wishbone_engine::equipment::{Course, Fitted, Pieces, Road, States};
use wishbone_engine::{Engine, Inputs, Numbers};
use wishbone_studies::manoeuvre::{Manoeuvre, Pace, Slides, Start as Departure};
use wishbone_studies::relaxed::{Seen, relaxed};
use wishbone_studies::trim::{Bend, SharedTorque, Wanted};

/// Number of halvings of the range of a driver's demand.
const HALVINGS: usize = 25;
/// Name of the state with which a driver holds a speed, and the range of this state: below zero he brakes.
const HOLDING: &str = "integral_part";
const DEMANDS: [f64; 2] = [-2.0, 2.0];
/// Difference between the driver's wanted speed and the initial speed; above it, he does not hold the initial speed
/// [m/s].
const ANOTHER: f64 = 0.1;
/// Speed below which a vehicle stands [m/s].
const STANDSTILL: f64 = 0.01;
/// Angle between velocity and heading; above it, a motion in straight driving is not the requested motion [rad]: 15
/// deg.
const ASTRAY: f64 = 0.26;
/// Note on external loads that push a vehicle at rest along the road.
const UNBALANCED: &str =
    "nothing balances the loads from outside at the start: the vehicle starts as without them, and moves at once";
/// Fraction of the torque by which the initial torque may differ from the torque that holds the speed.
const HELD: f64 = 0.02;

/// The motion in which a manoeuvre starts.
pub struct Start {
    /// Coordinates and speeds.
    pub vehicle: Numbers,
    /// Inputs of this motion, with the prescribed motions of joints such as a rack.
    inputs: Inputs,
    /// States of the steering and of the tyres; `None` for their initial states.
    pub held: Option<[States; 2]>,
    /// Torques at the wheels that hold the speed.
    pub torque: SharedTorque,
    /// Whether the ground holds the vehicle, so that the road has to move.
    pub on_a_belt: bool,
    /// Whether loads from outside push the vehicle along the road.
    pub is_pushed: bool,
    /// Notes on a start that is not steady.
    pub notes: Vec<String>,
}

impl Start {
    /// The steady motion at the manoeuvre's speed, in the bend that belongs to the initial angle of the steering wheel. If there is
    /// none, the vehicle at rest, set rolling. `forces` act on bodies and joints beside the equipment.
    ///
    /// # Errors
    /// If the vehicle cannot be set in motion.
    pub fn of(running: &Running, manoeuvre: &Manoeuvre, rest: &Numbers, forces: Pieces) -> Result<Self, Problem> {
        let (speed, grade) = (manoeuvre.speed.0, Grade::of(manoeuvre));
        let held = running.held()?;
        let guess = match start::rolling_on(&running.engine, &running.radii, (rest, &held), grade.speed_along()) {
            Ok(state) => grade.lean(running, &held, &state)?,
            Err(NotStarted::Held) if moves_on_a_belt(manoeuvre) => {
                let rest = running.rest_with(forces.and(air_over_belt(running, manoeuvre)?))?;
                return Ok(Self::on_a_belt(running, (&rest.state, held), speed));
            }
            Err(reason) => return Err(running.finding(reason)),
        };
        let rolling = Self {
            vehicle: grade.rise(running, &held, &guess)?,
            inputs: held,
            held: None,
            torque: shares::holding(running, manoeuvre.pace.powertrain(), 0.0, &road(manoeuvre, false)),
            on_a_belt: false,
            is_pushed: false,
            notes: Vec::new(),
        };
        if speed == 0.0 {
            return Ok(rolling);
        }
        let road = Road::new(grade.ground(&manoeuvre.road));
        let bend = bend(running, manoeuvre);
        let wanted = Wanted { speed, bend };
        let torque = shares::holding(running, manoeuvre.pace.powertrain(), 0.0, &road);
        let steady = Steady::with(running, (&road, forces), guess, torque, &wanted).and_then(|mut steady| {
            let inputs = steady.vehicle.system.inputs(&steady.trim.state);
            let drift = drift(running, &steady.trim.state.vehicle, &inputs);
            match drift > ASTRAY && bend == Bend::Steering(0.0) {
                true => Err(running.finding(format!(
                    "the steady motion that is found drifts at {:.0} deg, with the steering wheel straight",
                    drift.to_degrees()
                ))),
                false => Ok((steady, inputs)),
            }
        });
        match steady {
            Ok((steady, inputs)) => {
                let vehicle = grade.rise(running, &inputs, &steady.trim.state.vehicle)?;
                let (_, (steering, (_, (_, (_, tyres))))) = steady.trim.state.subsystems;
                Ok(Self {
                    vehicle,
                    inputs,
                    held: Some([steering, tyres]),
                    torque: SharedTorque {
                        sum: steady.trim.controls.torque,
                        ..rolling.torque
                    },
                    ..rolling
                })
            }
            Err(reason) => Ok(Self {
                notes: vec![format!("starts from rest, set rolling: {}", reason.message())],
                ..rolling
            }),
        }
    }

    /// Whether the road moves, since the vehicle cannot.
    pub fn is_on_a_belt(running: &Running, manoeuvre: &Manoeuvre) -> bool {
        let (engine, speed) = (&running.engine, manoeuvre.speed.0);
        let design = (&engine.design_state(), &engine.no_inputs());
        let rolling = start::rolling_on(engine, &running.radii, design, speed);
        matches!(rolling, Err(NotStarted::Held)) && moves_on_a_belt(manoeuvre)
    }

    /// A vehicle at rest under these inputs, whose wheels roll on a moving road.
    fn on_a_belt(running: &Running, (rest, inputs): (&Numbers, Inputs), speed: f64) -> Self {
        let mut vehicle = rest.clone();
        let names = running.engine.description();
        for (wheel, radius) in names.wheels.iter().zip(&running.radii) {
            let spin = names.speeds.iter().position(|name| *name == format!("{wheel}.spin"));
            if let Some(spin) = spin {
                vehicle.speeds_mut()[spin] = speed / radius;
            }
        }
        Self {
            vehicle,
            inputs,
            held: None,
            torque: SharedTorque::default(),
            on_a_belt: true,
            is_pushed: false,
            notes: Vec::new(),
        }
    }

    /// Changes the steady motion as the manoeuvre declares.
    ///
    /// # Errors
    /// If the vehicle has no such joint, or its loops do not close.
    pub fn change(&mut self, running: &Running, manoeuvre: &Manoeuvre, fitted: &mut Fitted) -> Result<(), Problem> {
        if manoeuvre.start == Departure::default() {
            return Ok(());
        }
        let (mut solver, mut inputs) = (running.engine.clone(), running.engine.no_inputs());
        fitted.drive(0.0, &Subsystem::<Engine>::initial(fitted), &mut inputs);
        let slides = Slides {
            position: &|name| slides::coordinate(running, name),
            speed: &|name| slides::speed(running, name),
        };
        let changed = manoeuvre.start.change(&mut solver, &mut self.vehicle, &inputs, &slides);
        changed.map_err(|reason| running.finding(reason))
    }

    /// Mean forward speed of the wheels [m/s].
    pub fn speed(&self, running: &Running) -> f64 {
        let mut solver = running.engine.clone();
        solver.kinematics(&self.vehicle, &self.inputs);
        forward_speed(solver.wheels())
    }

    /// Initial states of all equipment for this motion. Steering and tyres are as in the steady motion, and shafts are
    /// in equilibrium under the driver's demands at time zero. A driver who holds his speed begins with the demand that
    /// holds it. If no demand holds the speed, the driver begins with the nearest demand, and a note says so.
    pub fn states(
        &mut self,
        running: &Running,
        manoeuvre: &Manoeuvre,
        fitted: &mut Fitted,
    ) -> <Fitted as Subsystem<Engine>>::State {
        let (mut solver, mut inputs) = (running.engine.clone(), running.engine.no_inputs());
        let initial = Subsystem::<Engine>::initial(fitted);
        fitted.drive(0.0, &initial, &mut inputs);
        solver.kinematics(&self.vehicle, &inputs);
        let (mut driver, (steering, (_, (brakes, (air, tyres))))) = initial;
        let mut driven = Driven {
            seen: Seen {
                wheels: solver.wheels().to_vec(),
                markers: solver.markers().to_vec(),
                vehicle: self.vehicle.clone(),
                controls: Controls::default(),
            },
            inputs,
            fitted,
        };
        let (mut powertrain, mut pressed) = (driven.shafts(&driver), brakes);
        if let Some(place) = driven.holding(&driver) {
            let begins = forward_speed(&driven.seen.wheels);
            match wanted_speed(running).filter(|wanted| (wanted - begins).abs() > ANOTHER) {
                Some(wanted) => self.notes.push(wants_another(wanted, begins)),
                None => {
                    powertrain = driven.hold(&mut driver, place, self.torque.sum);
                    if driven.seen.controls.brake > 0.0 {
                        pressed = driven.pads();
                    }
                    let torque = driven.torque(&powertrain);
                    self.notes.extend(self.not_held(torque));
                }
            }
        } else if self.is_pushed {
            let torque = driven.torque(&powertrain);
            self.notes.extend(self.not_balanced(torque));
        }
        self.notes.extend(driven.not_braked_yet(manoeuvre.road.along.0));
        // Pieces that have replaced the held pieces have other states, and start as they are made.
        let [steering, tyres] = match &self.held {
            Some([held_steering, held_tyres]) => {
                [(held_steering, steering), (held_tyres, tyres)].map(|(held, made)| {
                    if held.0.len() == made.0.len() {
                        held.clone()
                    } else {
                        made
                    }
                })
            }
            None => [steering, tyres],
        };
        (driver, (steering, (powertrain, (pressed, (air, tyres)))))
    }

    /// A note on a driver under whose demand powertrain and brakes give this torque at the wheels [N m], if a different
    /// torque holds the steady motion.
    fn not_held(&self, torque: f64) -> Option<String> {
        let wanted = self.torque.sum;
        let stronger = if wanted > torque { "engine" } else { "brake" };
        (self.held.is_some() && self.is_off(torque)).then(|| {
            format!(
                "the driver does not hold his speed at the start: powertrain and brakes give {torque:.0} N m at the wheels, and {wanted:.0} N m \
                 hold it; choose another speed or gear, or a stronger {stronger}"
            )
        })
    }

    /// A note on external loads, if powertrain and brakes give this torque at the wheels [N m] and a different torque
    /// balances the loads.
    fn not_balanced(&self, torque: f64) -> Option<String> {
        match &self.held {
            None => Some(UNBALANCED.to_owned()),
            Some(_) => self.is_off(torque).then(|| {
                format!(
                    "the pedals do not balance the loads from outside at the start: they give {torque:.0} N m at the wheels, and {:.0} N m balance \
                     them; the speed changes at once",
                    self.torque.sum
                )
            }),
        }
    }

    /// Whether a torque at the wheels [N m] differs from the torque of the steady motion.
    fn is_off(&self, torque: f64) -> bool {
        (torque - self.torque.sum).abs() > HELD * self.torque.sum.abs().max(1.0)
    }
}

/// A note on a driver who wants a speed other than the initial speed [m/s].
fn wants_another(wanted: f64, begins: f64) -> String {
    format!("the driver wants {wanted:.1} m/s at the start, and the run begins at {begins:.1} m/s (`--speed`)")
}

/// The powertrain of a vehicle in motion.
struct Driven<'a> {
    seen: Seen<Numbers>,
    inputs: Inputs,
    fitted: &'a mut Fitted,
}

impl Driven<'_> {
    fn now<'s, Y>(seen: &'s Seen<Numbers>, state: &'s Y) -> Now<'s, Y> {
        Now {
            time: 0.0,
            state,
            wheels: &seen.wheels,
            markers: &seen.markers,
            joints: Joints::of(&seen.vehicle),
            controls: seen.controls,
        }
    }

    /// Equilibrium states of the shafts under the demands of a driver in this state. In a vehicle that stands, the
    /// engine idles: no motion in which it pulls is steady, and the accelerator acts from the start on.
    fn shafts(&mut self, driver: &States) -> States {
        let Self { seen, inputs, fitted } = self;
        let _ = fitted.driver.load(&Self::now(seen, driver), inputs);
        seen.controls = Subsystem::<Engine>::controls(&fitted.driver).unwrap_or_default();
        if stands(seen) {
            seen.controls.throttle = 0.0;
        }
        relaxed::<Engine, _>(&mut fitted.powertrain, seen, inputs)
    }

    /// Sets the state with which a driver holds his speed, so that the torque at the wheels is this torque [N m] or as
    /// near to it as possible. Returns the states of the shafts.
    fn hold(&mut self, driver: &mut States, place: usize, wanted: f64) -> States {
        let [mut low, mut high] = DEMANDS;
        let mut shafts = self.shafts(driver);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            driver.0[place] = middle;
            shafts = self.shafts(driver);
            match self.torque(&shafts) < wanted {
                true => low = middle,
                false => high = middle,
            }
        }
        shafts
    }

    /// Equilibrium states of the brakes under the demands of the last shafts.
    fn pads(&mut self) -> States {
        let Self { seen, inputs, fitted } = self;
        relaxed::<Engine, _>(&mut fitted.brakes, seen, inputs)
    }

    /// Sum of the torques of powertrain and pressed brakes at the wheels [N m].
    fn torque(&mut self, shafts: &States) -> f64 {
        let pads = (self.seen.controls.brake > 0.0).then(|| self.pads());
        let Self { seen, inputs, fitted } = self;
        let _ = fitted.powertrain.load(&Self::now(seen, shafts), inputs);
        let driving: f64 = inputs.wheels.iter().map(|wheel| wheel.drive_torque).sum();
        let braking = pads.map_or(0.0, |pads| {
            let _ = fitted.brakes.load(&Self::now(seen, &pads), inputs);
            inputs.wheels.iter().map(|wheel| wheel.brake_torque).sum()
        });
        driving + braking
    }

    /// A note on a vehicle that stands on a grade, with its brakes on: they have no force before the wheels move.
    fn not_braked_yet(&self, grade: f64) -> Option<String> {
        let Controls {
            brake, parking_brake, ..
        } = self.seen.controls;
        let is_braked = brake.max(parking_brake) > 0.0 && !self.fitted.brakes.is_empty();
        (is_braked && grade != 0.0 && stands(&self.seen)).then(|| {
            format!(
                "stands on a grade of {} % at the start, and its brakes have no force yet: it moves into them before it rests, so let it rest before \
                 it drives off",
                (1e4 * grade).round() / 100.0
            )
        })
    }

    /// Position of the state with which the driver holds a speed; `None` if he holds no speed, there is no powertrain,
    /// or the vehicle stands.
    fn holding(&self, driver: &States) -> Option<usize> {
        let (mut place, mut found) = (0, None);
        Subsystem::<Engine>::states(&self.fitted.driver, driver, &mut |quantity| {
            if quantity.name == HOLDING {
                found = Some(place);
            }
            place += 1;
        });
        found.filter(|_| !self.fitted.powertrain.is_empty() && !stands(&self.seen))
    }
}

fn stands(seen: &Seen<Numbers>) -> bool {
    forward_speed(&seen.wheels).abs() < STANDSTILL
}

/// Whether a road may move under a vehicle that the ground holds. The vehicle must go straight ahead, and no pedal or
/// constant torque may be requested.
fn moves_on_a_belt(manoeuvre: &Manoeuvre) -> bool {
    manoeuvre.steering.is_straight() && matches!(manoeuvre.pace, Pace::Held | Pace::Coasting)
}

/// The bend of the steering wheel's angle at time zero. A driver who follows a path begins straight ahead.
fn bend(running: &Running, manoeuvre: &Manoeuvre) -> Bend {
    let course = match &manoeuvre.pace {
        Pace::Declared => declared_course(&running.compiled.model.equipment).map(|course| course.at(0.0)),
        _ => course(running, manoeuvre).map(|course| course.at(0.0)),
    };
    Bend::Steering(course.map_or(0.0, |at| at.position))
}

/// Angle between velocity and heading of the chassis [rad], from 0 to pi.
fn drift(running: &Running, vehicle: &Numbers, inputs: &Inputs) -> f64 {
    let mut solver = running.engine.clone();
    let chassis = solver.bodies(vehicle, inputs, &Numbers::default())[running.chassis()];
    let (r, [vx, vy, _]) = (chassis.rotation, chassis.velocity);
    let (cosine, sine) = (r[0][0], r[1][0]);
    (vy * cosine - vx * sine).atan2(vx * cosine + vy * sine).abs()
}

/// Speed that the declared driver wants to hold at time zero [m/s]; `None` if he holds no speed.
fn wanted_speed(running: &Running) -> Option<f64> {
    match &equipment::driver(&running.compiled.model.equipment)?.pace {
        Hold::Cruise(cruise) => Some(Course::of(&cruise.speed).at(0.0).position),
        Hold::Pedals(_) | Hold::Script { .. } => None,
    }
}

/// Course of the steering wheel of the declared driver; `None` if he follows a path, or there is no driver.
fn declared_course(pieces: &[Piece]) -> Option<Course> {
    match &equipment::driver(pieces)?.hands {
        Hands::Angle(course) => Some(Course::of(course)),
        Hands::Way(_) => None,
    }
}
