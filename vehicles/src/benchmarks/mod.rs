//! Manoeuvres of the literature on real-time simulation, on the vehicles that it describes: each is a start and surroundings.
//!
//! - Kim & Wang (2005): a quarter car over a half-sine bump.
//! - Mirtaheri & Salkhordeh (2018), 7: a passenger car and a tractor with semitrailer, each at a held speed. Each is
//!   steered after one second, and then turns steadily. As in the paper, only the tyres and a speed controller act on
//!   the vehicles; the controller applies its torque at each driven wheel.
//! - Szczotka & Wojciech (2008), 5: a small car. The small car is steered by a pulse, and drives over three bumps on
//!   one side and over a wavy road. A step of the drive torque accelerates it, with one motor and a differential or
//!   with two motors.
//! - Deyo & Ingebretsen (1989): a sports sedan that makes a turn of the same kind at 50 mph. The paper prints no
//!   manoeuvre.

mod small_car;

pub use small_car::{MOTOR_TORQUE, common_drive, single_motors, small_car, three_bumps};

use crate::{DeyoSedan, MacphersonCar, QuarterCar, TractorSemitrailer};
use wishbone::control::SpeedHold;
use wishbone::description::Description;
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::start::{self, NotStarted};
use wishbone::terrain::{HalfSineBump, Treadmill};
use wishbone::tyre::Tyre;

/// Step of Kim & Wang [s].
pub const KIM_AND_WANG_STEP: f64 = 1.0 / 120.0;

/// Start of a manoeuvre and its surroundings, or the reason why it does not start.
pub type Manoeuvre<S, E> = Result<(<S as Solver>::State, E), NotStarted>;

/// The quarter car at rest; a half-sine bump, 0.5 m long and 0.05 m high, reaches its wheel at 10 km/h after 0.2 s.
///
/// # Errors
/// If the car does not start.
pub fn quarter_car_bump() -> Manoeuvre<QuarterCar, impl Subsystem<QuarterCar> + Clone> {
    const SPEED: f64 = 10.0 / 3.6;
    let equipment = QuarterCar::equipment();
    let rest = start::rest(&QuarterCar::new(), &equipment.tyres.tyres, &equipment.steering)?;
    let terrain = HalfSineBump::across(0.2 * SPEED, 0.5, 0.05);
    Ok((rest, equipment.on(Treadmill { terrain, speed: SPEED })))
}

/// The passenger car at 60 mph, its rack moved along a course.
///
/// # Errors
/// If it does not start.
pub fn passenger_car<P: Profile + Clone>(rack: P) -> Manoeuvre<MacphersonCar, impl Subsystem<MacphersonCar> + Clone> {
    // A controller without an integral has no memory, so that the integrator keeps its order.
    let hold = SpeedHold::new(26.8224, 2000.0, 0.0, 3000.0, wheels(MacphersonCar::DESCRIPTION, "rear"));
    let steer = Steer::at(MacphersonCar::DRIVE_RACK, rack);
    let equipment = MacphersonCar::equipment();
    steered(&MacphersonCar::new(), *equipment.tyres.tyres(), equipment, steer, hold)
}

/// The sports sedan at 50 mph, its rack moved along a course.
///
/// # Errors
/// If it does not start.
pub fn sports_sedan<P: Profile + Clone>(rack: P) -> Manoeuvre<DeyoSedan, impl Subsystem<DeyoSedan> + Clone> {
    let hold = SpeedHold::new(22.352, 2000.0, 0.0, 3000.0, wheels(DeyoSedan::DESCRIPTION, "front"));
    let steer = Steer::at(DeyoSedan::DRIVE_RACK, rack);
    let equipment = DeyoSedan::equipment();
    steered(&DeyoSedan::new(), *equipment.tyres.tyres(), equipment, steer, hold)
}

/// The tractor with semitrailer at 40 mph; its front wheels are steered along a course. The declared rolling resistance
/// of its tyres is multiplied by `rolling_resistance`.
///
/// # Errors
/// If it does not start.
pub fn semitrailer<P: Profile + Clone>(
    steer: P,
    rolling_resistance: f64,
) -> Manoeuvre<TractorSemitrailer, impl Subsystem<TractorSemitrailer> + Clone> {
    let mut equipment = TractorSemitrailer::equipment();
    for tyre in &mut equipment.tyres.tyres {
        tyre.law.rolling_resistance *= rolling_resistance;
    }
    let hold = SpeedHold::new(
        17.8816,
        4000.0,
        1000.0,
        10e3,
        wheels(TractorSemitrailer::DESCRIPTION, "drive"),
    );
    let steer = Steer::at(TractorSemitrailer::DRIVE_STEER, steer);
    steered(
        &TractorSemitrailer::new(),
        equipment.tyres.tyres,
        equipment,
        steer,
        hold,
    )
}

/// For each wheel, whether its name begins with `begin`.
fn wheels<const W: usize>(vehicle: &Description, begin: &str) -> [bool; W] {
    std::array::from_fn(|k| vehicle.wheels[k].starts_with(begin))
}

/// Surroundings of a steered vehicle whose speed is held.
type Steered<P, A, T, const W: usize> = Equipment<Still, Steer<P>, SpeedHold<W>, Still, A, T>;

/// A vehicle on these tyres that is steered from the start and rolls at the speed to be held.
fn steered<S, D, C, P, B, A, T, Y, R, const W: usize>(
    solver: &S,
    tyres: [Y; W],
    equipment: Equipment<D, C, P, B, A, T>,
    steer: Steer<R>,
    hold: SpeedHold<W>,
) -> Manoeuvre<S, Steered<R, A, T, W>>
where
    S: Solver + Clone,
    C: Subsystem<S> + Clone,
    Y: Tyre + Clone,
{
    let rest = start::rest(solver, &tyres, &equipment.steering)?;
    let state = start::rolling(solver, &tyres, &equipment.steering, &rest, hold.target)?;
    let equipment = equipment.with_driver(Still).with_steering(steer).with_powertrain(hold);
    Ok((state, equipment.with_brakes(Still)))
}
