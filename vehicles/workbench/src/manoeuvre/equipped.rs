//! A vehicle made ready for a manoeuvre: its equipment, its driver, the road.

use super::foreign::Parts;
use super::practised;
use super::start::Start;
use crate::plausible::without_effect;
use crate::problem::Problem;
use crate::rig::kc;
use crate::vehicle::{Rest, Running, Weight, coupled, gearing, shares};
use wishbone::control::{Controls, Geared, Gears, Pedals, Plan};
use wishbone::prelude::*;
use wishbone::profile::{Hold, Profile, Scaled};
use wishbone::terrain::Treadmill;
use wishbone_compiler::model::equipment::{self as declared, Device, Idle, Steering};
use wishbone_engine::Inputs;
use wishbone_engine::equipment::{self, Course, Fitted, Pieces, Road};
use wishbone_studies::manoeuvre::{Facts, HeldSpeed, Manoeuvre, Pace};
use wishbone_studies::rig::Rig;

/// Source of the angle of the steering wheel.
pub enum SteeringWheel {
    /// A course over time.
    Course(Course),
    /// A drive, with its travel by angle.
    Drive(usize, f64),
    /// There is no steering wheel.
    None,
}

impl SteeringWheel {
    /// Angle of the steering wheel [rad].
    pub fn angle(&self, time: f64, inputs: &mut Inputs) -> f64 {
        match self {
            Self::Course(course) => course.at(time).position,
            Self::Drive(place, ratio) => inputs.drives().get(*place).map_or(0.0, |drive| drive.position / ratio),
            Self::None => 0.0,
        }
    }
}

/// A plan of pedals in one gear.
#[derive(Clone, Debug)]
struct InGear<P> {
    plan: P,
    gear: i8,
}

impl<P: Plan> Plan for InGear<P> {
    fn controls(&self, time: f64) -> Controls {
        Controls {
            gear: self.gear,
            ..self.plan.controls(time)
        }
    }
}

/// The drive that the steering wheel moves, and its travel by angle.
pub fn steered_drive(running: &Running) -> Option<(usize, f64)> {
    let Some(Steering::Driven { drive, ratio }) = declared::steering(&running.compiled.model.equipment) else {
        return None;
    };
    let drives = running.engine.description().drives;
    Some((drives.iter().position(|own| own == drive)?, *ratio))
}

/// Travel of the joint or the shared input that the steering wheel moves, per angle of the steering wheel [m/rad or 1]; `None` without a
/// declared steering.
fn travel_by_angle(running: &Running) -> Option<f64> {
    let ratio = match declared::steering(&running.compiled.model.equipment)? {
        Steering::Driven { ratio, .. } => *ratio,
        Steering::Column(column) => column.ratio,
    };
    Some(ratio)
}

/// Returns an error in two cases: travels are lengths but the steered joint or input turns, or travels are angles but
/// the steered joint or input slides.
///
/// # Errors
/// The first travel of the wrong kind.
pub fn moves_the_joint(running: &Running, manoeuvre: &Manoeuvre) -> Result<(), Problem> {
    let slides = kc::steers_by_length(running);
    let mut travels = manoeuvre.steering.travels().iter();
    match travels.find(|travel| travel.turns == slides) {
        None => Ok(()),
        Some(travel) => {
            let (does, unit) = if slides { ("slides", "mm") } else { ("turns", "deg") };
            Err(running.finding(format!(
                "`{}` steers by a travel of {travel}, and {} {does}: give its `travel` in {unit}, or the `angle` of the steering wheel",
                manoeuvre.name,
                what_is_steered(running)
            )))
        }
    }
}

/// ``the input `rack` ``
fn what_is_steered(running: &Running) -> String {
    match declared::steering(&running.compiled.model.equipment) {
        Some(Steering::Driven { drive, .. }) => format!("the input `{drive}`"),
        Some(Steering::Column(column)) => format!("the joint `{}`", column.joint),
        None => "the steered joint".to_owned(),
    }
}

/// Angle of the steering wheel over time [rad] in a manoeuvre. `None` if the driver follows a path, or if a travel of
/// the joint is given and the vehicle declares no steering.
pub fn course(running: &Running, manoeuvre: &Manoeuvre) -> Option<Course> {
    let course = Course::from(manoeuvre.steering.course()?);
    if manoeuvre.steering.travels().is_empty() {
        return Some(course);
    }
    Some(Course::new(Scaled {
        profile: course,
        factor: 1.0 / travel_by_angle(running)?,
    }))
}

/// Facts of the vehicle at rest.
///
/// # Errors
/// If the loops do not close.
pub fn facts(running: &Running, rest: &mut Rest) -> Result<Facts, Problem> {
    let loads = rest.instant().loads.iter().map(|load| load.force[2]).collect();
    let inputs = rest.inputs();
    let rig = Rig::holding(
        running.engine.clone(),
        &running.held_bodies(),
        &kc::column(running),
        &running.radii,
    );
    let rig = rig.and_then(|rig| rig.standing(&rest.state, &inputs));
    let rig = rig.map_err(|reason| running.finding(reason))?;
    let steering = kc::steering(running).zip(travel_by_angle(running));
    let units = coupled::units(&running.compiled.model);
    Ok(Facts::of(rig, running.chassis(), &units, steering, loads))
}

/// The road of a manoeuvre; on a belt the road moves instead of the vehicle.
pub fn road(manoeuvre: &Manoeuvre, on_a_belt: bool) -> Road {
    let (terrain, speed) = (manoeuvre.road.ground(), manoeuvre.speed.0);
    match on_a_belt {
        true => Road::new(Treadmill { terrain, speed }),
        // This ground, in a form that takes less time to compute.
        false if manoeuvre.road.is_nominal() => Road::new(Flat),
        false => Road::new(terrain),
    }
}

/// The declared equipment on the manoeuvre's road. On a belt, road and air move instead of the vehicle.
///
/// # Errors
/// If a piece is larger than there is room for.
pub fn as_declared(running: &Running, manoeuvre: &Manoeuvre, on_a_belt: bool) -> Result<Fitted, Problem> {
    let fitted = equipment::fitted(
        &running.compiled,
        running.engine.description(),
        &road(manoeuvre, on_a_belt),
    );
    let mut fitted = fitted.map_err(|reason| running.finding(reason))?;
    if on_a_belt {
        fitted.air = air_over_belt(running, manoeuvre)?;
    }
    Ok(fitted)
}

/// The air of a vehicle on a belt.
///
/// # Errors
/// See [`as_declared`].
pub fn air_over_belt(running: &Running, manoeuvre: &Manoeuvre) -> Result<Pieces, Problem> {
    let air = equipment::air_over_belt(&running.compiled, running.engine.description(), manoeuvre.speed.0);
    air.map_err(|reason| running.finding(reason))
}

/// The vehicle's equipment on the manoeuvre's road, with the replacements by the manoeuvre. On a belt, the road moves instead of
/// the vehicle.
pub fn equipped(
    running: &Running,
    manoeuvre: &Manoeuvre,
    facts: &Facts,
    start: &Start,
) -> Result<(Fitted, SteeringWheel), Problem> {
    let speed = manoeuvre.speed.0;
    let mut fitted = as_declared(running, manoeuvre, start.on_a_belt)?;
    let parts = Parts::of(running, manoeuvre, &road(manoeuvre, start.on_a_belt))?;
    if matches!(manoeuvre.pace, Pace::Declared) {
        parts.place(&mut fitted);
        return declared_driver(running, fitted, speed);
    }
    fitted.driver = Pieces::none();
    match &manoeuvre.pace {
        Pace::Held | Pace::SteadyTorque if !start.on_a_belt => {
            let held = held(running, start);
            fitted.powertrain = match manoeuvre.pace {
                Pace::SteadyTorque => Pieces::of(held.open()),
                _ => Pieces::of(held),
            };
            fitted.brakes = Pieces::none();
            if let Some(towed) = shares::towed(running) {
                fitted.tyres = std::mem::take(&mut fitted.tyres).and(towed);
            }
        }
        Pace::Held | Pace::SteadyTorque | Pace::Coasting => {
            (fitted.powertrain, fitted.brakes) = (Pieces::none(), Pieces::none())
        }
        Pace::Pedals(pedals) => {
            has_what_is_pressed(running, pedals, &parts)?;
            if let Some(name) = &pedals.powertrain {
                fitted.powertrain = powertrain(running, name)?;
            }
            if pedals.disengaged {
                fitted.powertrain = Pieces::none();
            }
            let plan = pedals.clone();
            fitted.driver = match gears(running, pedals.powertrain.as_deref())?.map(|gears| gears.at_speed(speed)) {
                Some(gears) => Pieces::of(Pedals::new(Geared { plan, gears })),
                None => Pieces::of(Pedals::new(InGear {
                    plan,
                    gear: gearing::first_gear(running, pedals.powertrain.as_deref(), speed),
                })),
            };
        }
        Pace::Declared => {}
    }
    let wheel = steer(running, manoeuvre, facts, &mut fitted)?;
    if !manoeuvre.foreign.is_empty() {
        has_forces_along_the_road(running)?;
    }
    parts.place(&mut fitted);
    Ok((fitted, wheel))
}

/// The gears between which the declared driver shifts the powertrain with this name, or the first powertrain; `None` if
/// he shifts no gears.
///
/// # Errors
/// If that powertrain has another number of gears than the driver shifts.
fn gears(running: &Running, name: Option<&str>) -> Result<Option<Gears>, Problem> {
    let driver = declared::driver(&running.compiled.model.equipment);
    let shifted = driver.and_then(|driver| driver.shift()).map(|shift| shift.up.len() + 1);
    match (shifted, name, gearing::manual_gears(running, name)) {
        (Some(_), Some(_), None) => Ok(None),
        (Some(shifted), Some(name), Some(count)) if shifted != count => Err(running.finding(format!(
            "the declared driver shifts {shifted} gears (`shift`), and the powertrain `{name}` has {count}: give this vehicle a driver for it"
        ))),
        _ => Ok(equipment::gears(&running.compiled)),
    }
}

fn declared_driver(running: &Running, mut fitted: Fitted, speed: f64) -> Result<(Fitted, SteeringWheel), Problem> {
    let (compiled, vehicle) = (&running.compiled, running.engine.description());
    let driver = equipment::driver_at(compiled, vehicle, speed).map_err(|reason| running.finding(reason))?;
    fitted.driver = driver.ok_or_else(|| {
        running.finding("it declares no driver: choose another manoeuvre, or add `driver` (docs/equipment.md)")
    })?;
    has_forces_along_the_road(running)?;
    let missing: Vec<String> = idle(running)
        .filter(|idle| idle.is_vital)
        .map(|idle| without_effect(&idle))
        .collect();
    if !missing.is_empty() {
        return Err(running.finding(format!(
            "{}: add it (docs/equipment.md), or choose another manoeuvre",
            missing.join(", ")
        )));
    }
    Ok((fitted, steering_wheel(running)))
}

/// The steering wheel in the hands of the declared driver.
fn steering_wheel(running: &Running) -> SteeringWheel {
    let is_declared = declared::steering(&running.compiled.model.equipment).is_some();
    match (steered_drive(running), equipment::hands(&running.compiled)) {
        (Some((place, ratio)), _) => SteeringWheel::Drive(place, ratio),
        (None, Some(course)) if is_declared => SteeringWheel::Course(course),
        _ => SteeringWheel::None,
    }
}

/// Demands of the declared driver on which nothing acts.
fn idle(running: &Running) -> impl Iterator<Item = Idle> {
    declared::idle(&running.compiled.model.equipment).into_iter()
}

/// Notes on demands without effect in a manoeuvre of the declared driver, on a gear that no part changes, and on a
/// ground effect over a road that is not level.
pub fn notes(running: &Running, manoeuvre: &Manoeuvre) -> Vec<String> {
    let mut notes: Vec<String> = match &manoeuvre.pace {
        Pace::Declared => idle(running).map(|idle| without_effect(&idle)).collect(),
        // A part from elsewhere may take the place of the powertrain.
        Pace::Pedals(pedals) if !pedals.disengaged && manoeuvre.foreign.is_empty() => {
            in_one_gear(running, manoeuvre.pace.powertrain(), manoeuvre.speed.0)
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    };
    let mut pieces = running.compiled.model.equipment.iter();
    let feels_the_ground = pieces.any(|piece| matches!(&piece.kind, Device::Air(air) if air.ground_effect.is_some()));
    if feels_the_ground && !manoeuvre.road.is_level() {
        notes.push(
            "`ground_effect` counts the height over Z = 0, which is not that over this road: lift and pitch of the air are off by it".to_owned(),
        );
    }
    notes.extend(behind(running, manoeuvre));
    if manoeuvre.road.is_crossed() {
        notes.push(
            "`road.crg` leads back over the ground on which the vehicle starts (X from -30 to 25 m): there it is level, and not that of the file"
                .to_owned(),
        );
    }
    notes
}

/// A note on a road that begins behind the declared place of the foremost wheel.
fn behind(running: &Running, manoeuvre: &Manoeuvre) -> Option<String> {
    let begin = manoeuvre.road.surface.begin()?;
    let wheels = running.compiled.model.wheels.iter().map(|wheel| wheel.centre.x);
    let foremost = wheels.reduce(f64::max).filter(|x| *x > begin)?;
    Some(format!(
        "the `surface` of the road begins at X = {begin:.1} m, behind the foremost wheel, which is declared at {foremost:.1} m: X counts from \
         the origin of the vehicle's file"
    ))
}

/// A note on a manual gearbox that stays in its initial gear.
fn in_one_gear(running: &Running, name: Option<&str>, speed: f64) -> Option<String> {
    let count = gearing::manual_gears(running, name)?;
    let gear = gearing::first_gear(running, name, speed);
    (count > 1 && equipment::gears(&running.compiled).is_none())
        .then(|| format!("stays in gear {gear}: it declares no driver with `shift`, who would change gears"))
}

/// The powertrain with this name.
fn powertrain(running: &Running, name: &str) -> Result<Pieces, Problem> {
    let found = equipment::powertrain(&running.compiled, running.engine.description(), name);
    found.map_err(|reason| running.finding(reason))?.ok_or_else(|| {
        let model = &running.compiled.model;
        let pieces = model.equipment.iter().chain(&model.spare);
        let declared = pieces.filter(|piece| matches!(piece.kind, Device::Powertrain(_)));
        let names: Vec<String> = declared.map(|piece| format!("`{}`", piece.name)).collect();
        let names = match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", "),
        };
        running.finding(format!("it declares no powertrain `{name}`: there is {names}"))
    })
}

/// Returns an error if pedals have no effect on the tyres.
fn has_forces_along_the_road(running: &Running) -> Result<(), Problem> {
    match shares::towed(running) {
        None => Ok(()),
        Some(_) => Err(running.finding(
            "tyres of the kind `calspan` have no force along the road, so that pedals do not move the vehicle: hold its speed, or choose \
             another tyre (docs/equipment.md)",
        )),
    }
}

/// Returns an error if the equipment that the pedals act on is missing.
fn has_what_is_pressed(
    running: &Running,
    pedals: &wishbone_studies::manoeuvre::Pedals,
    parts: &Parts,
) -> Result<(), Problem> {
    let (replaced, pressed) = (parts.replaced(), parts.pressed());
    let pieces = &running.compiled.model.equipment;
    let presses = |values: &[f64]| values.iter().any(|value| *value > 0.0);
    let has = |is: fn(&Device) -> bool| pieces.iter().any(|piece| is(&piece.kind));
    let brakes = presses(&pedals.brake) || pressed.brakes;
    let drives = presses(&pedals.throttle) || pressed.powertrain;
    if brakes || drives {
        has_forces_along_the_road(running)?;
    }
    let mut missing = Vec::new();
    if brakes && !replaced.brakes && !has(|device| matches!(device, Device::Brakes(_))) {
        missing.push("`brakes`");
    }
    if drives && !replaced.powertrain && !has(|device| matches!(device, Device::Powertrain(_))) {
        missing.push("`powertrain`");
    }
    match missing.is_empty() {
        true => Ok(()),
        false => Err(running.finding(format!(
            "the manoeuvre needs {}, which it does not declare: add it (docs/equipment.md), or choose another manoeuvre",
            missing.join(" and ")
        ))),
    }
}

/// Torques at the wheels that hold the initial speed, with the shares of the powertrain.
fn held(running: &Running, start: &Start) -> HeldSpeed {
    let mass = Weight::of(&running.compiled).map_or(0.0, |weight| weight.mass);
    let radius = running.radii.iter().sum::<f64>() / running.radii.len().max(1) as f64;
    HeldSpeed::new(start.speed(running), mass, radius, start.torque.clone())
}

/// Sets up the steering: the steering wheel turns, or the driver follows the lanes.
fn steer(
    running: &Running,
    manoeuvre: &Manoeuvre,
    facts: &Facts,
    fitted: &mut Fitted,
) -> Result<SteeringWheel, Problem> {
    if let Some(driver) = practised::along_the_lanes(running, manoeuvre, facts)? {
        let pedals = std::mem::take(&mut fitted.driver);
        fitted.driver = pedals.and(driver);
        fitted.steering = Pieces::none();
        let wheel = steered_drive(running).map(|(drive, per_angle)| SteeringWheel::Drive(drive, per_angle));
        return Ok(wheel.unwrap_or(SteeringWheel::None));
    }
    let course = course(running, manoeuvre).unwrap_or_else(|| Course::new(Hold(0.0)));
    match equipment::steered(&running.compiled, running.engine.description(), course.clone()) {
        Some(steering) => fitted.steering = steering,
        None if manoeuvre.steering.is_straight() => fitted.steering = Pieces::none(),
        None => {
            return Err(running.finding(
                "it declares no steering: add `steering` (docs/equipment.md), or choose `--manoeuvre straight`",
            ));
        }
    }
    Ok(SteeringWheel::Course(course))
}
