//! The equipment that a vehicle declares, as pieces whose sizes are known when they are made.
//!
//! The laws come from `wishbone`. Runs give the numbers of emitted code with `Car::equipment()`, to the last bit.

mod air;
mod cornering;
mod course;
mod driveline;
mod driver;
mod piece;
mod tyre;

pub use cornering::{Cornering, cornering};
pub use course::Course;
pub use piece::{Pieces, States};
pub use tyre::{DEEPEST, Grip, Road, grips, vertical_rates};

use std::fmt;
use wishbone::control::{Gears, Hands};
use wishbone::description::Description;
use wishbone::equipment::{DeclaredFor, Equipment};
use wishbone::start::AtStart;
use wishbone::terrain::Flat;
use wishbone_compiler::model::equipment::{self, Device, Piece};
use wishbone_compiler::pipeline::Compiled;

/// Driver, steering, powertrain, brakes, air and tyres.
pub type Fitted = Equipment<Pieces, Pieces, Pieces, Pieces, Pieces, Pieces>;

/// A piece of equipment that the engine has no room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its keyword and name: `powertrain engine`.
    pub piece: String,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} has more parts than the engine has room for (32 shafts, couplings or wheels, 64 events, 16 previews): compile the vehicle with the macro",
            self.piece
        )
    }
}

impl std::error::Error for TooLarge {}

/// The equipment that a vehicle declares, on a road.
///
/// # Errors
/// If a piece is larger than there is room for.
pub fn fitted(compiled: &Compiled, vehicle: &Description, road: &Road) -> Result<Fitted, TooLarge> {
    let pieces = &compiled.model.equipment;
    let (hands, steered) = (equipment::driver(pieces), equipment::steering(pieces));
    let mut tyres = Vec::new();
    let [mut driver, mut steering, mut powertrain, mut brakes, mut air] = [const { Pieces::none() }; 5];
    for piece in pieces {
        let (place, made) = match &piece.kind {
            Device::Tyre(tyre) => {
                tyres.push(&**tyre);
                continue;
            }
            Device::Powertrain(own) => (&mut powertrain, driveline::powertrain(own, vehicle.wheels.len())),
            Device::Brakes(own) => (&mut brakes, driveline::brakes(own)),
            Device::Steering(own) => (&mut steering, driver::steering(own, hands, vehicle)),
            Device::Air(own) => (&mut air, air::of_air(own, vehicle, None)),
            Device::Driver(own) => (&mut driver, driver::driver(own, steered, vehicle, None)),
        };
        *place = made.ok_or_else(|| too_large(piece))?;
    }
    Ok(Equipment {
        driver,
        steering,
        powertrain,
        brakes,
        air,
        tyres: tyre::on_road(&tyres, road),
        declared_for: DeclaredFor::AnyVehicle,
    })
}

/// The declared air of a vehicle, as seen by a vehicle that stands on a belt of this speed [m/s].
///
/// # Errors
/// If there is no room for it.
pub fn air_over_belt(compiled: &Compiled, vehicle: &Description, speed: f64) -> Result<Pieces, TooLarge> {
    let mut air = Pieces::none();
    for piece in &compiled.model.equipment {
        if let Device::Air(own) = &piece.kind {
            air = air::of_air(own, vehicle, Some(speed)).ok_or_else(|| too_large(piece))?;
        }
    }
    Ok(air)
}

/// The tyres that a vehicle declares, each on the road of its wheel.
pub fn tyres(compiled: &Compiled, road: &dyn Fn(usize) -> Road) -> Pieces {
    let pieces = compiled.model.equipment.iter();
    let tyres: Vec<&equipment::Tyre> = pieces
        .filter_map(|piece| match &piece.kind {
            Device::Tyre(tyre) => Some(&**tyre),
            _ => None,
        })
        .collect();
    tyre::fitted(&tyres, road)
}

/// The powertrain with this name among the declared powertrains of a vehicle; `None` if there is no such powertrain.
///
/// # Errors
/// If it has more parts than there is room for.
pub fn powertrain(compiled: &Compiled, vehicle: &Description, name: &str) -> Result<Option<Pieces>, TooLarge> {
    let mut pieces = compiled.model.equipment.iter().chain(&compiled.model.spare);
    let found = pieces.find_map(|piece| match &piece.kind {
        Device::Powertrain(own) if piece.name == name => Some((piece, own)),
        _ => None,
    });
    let Some((piece, own)) = found else {
        return Ok(None);
    };
    let made = driveline::powertrain(own, vehicle.wheels.len());
    made.map(Some).ok_or_else(|| too_large(piece))
}

/// The driver that a vehicle declares, in the gear for a speed [m/s]; `None` if it declares no driver.
///
/// # Errors
/// If he has more events or previews than there is room for.
pub fn driver_at(compiled: &Compiled, vehicle: &Description, speed: f64) -> Result<Option<Pieces>, TooLarge> {
    let pieces = &compiled.model.equipment;
    let steered = equipment::steering(pieces);
    let mut drivers = pieces.iter().filter_map(|piece| match &piece.kind {
        Device::Driver(own) => Some((piece, own)),
        _ => None,
    });
    let Some((piece, own)) = drivers.next() else {
        return Ok(None);
    };
    let made = driver::driver(own, steered, vehicle, Some(speed));
    made.map(Some).ok_or_else(|| too_large(piece))
}

/// The equipment of a vehicle that comes to rest on level ground: its steering held as at time zero, and its tyres,
/// which slide without friction.
///
/// # Errors
/// If the steering is larger than there is room for.
pub fn resting(compiled: &Compiled, vehicle: &Description) -> Result<Fitted, TooLarge> {
    let pieces = &compiled.model.equipment;
    let hands = equipment::driver(pieces);
    let mut tyres = Vec::new();
    let mut steering = Pieces::none();
    for piece in pieces {
        match &piece.kind {
            Device::Tyre(tyre) => tyres.push(&**tyre),
            Device::Steering(own) => {
                let made = driver::held(own, hands, vehicle).ok_or_else(|| too_large(piece))?;
                steering = Pieces::of(AtStart(made));
            }
            Device::Powertrain(_) | Device::Brakes(_) | Device::Air(_) | Device::Driver(_) => {}
        }
    }
    Ok(Equipment {
        driver: Pieces::none(),
        steering,
        powertrain: Pieces::none(),
        brakes: Pieces::none(),
        air: Pieces::none(),
        tyres: tyre::gliding(&tyres, &Road::new(Flat)),
        declared_for: DeclaredFor::AnyVehicle,
    })
}

/// Unloaded radius of each wheel [m]: the radius of its tyre, if a tyre is declared.
pub fn radii(compiled: &Compiled) -> Vec<f64> {
    let mut radii: Vec<f64> = compiled.model.wheels.iter().map(|wheel| wheel.radius).collect();
    for piece in &compiled.model.equipment {
        if let Device::Tyre(tyre) = &piece.kind {
            tyre.wheels.iter().for_each(|&wheel| radii[wheel] = tyre.law.radius());
        }
    }
    radii
}

/// Whether tyres are declared. Each wheel then has one.
pub fn has_tyres(compiled: &Compiled) -> bool {
    compiled
        .model
        .equipment
        .iter()
        .any(|piece| matches!(piece.kind, Device::Tyre(_)))
}

/// The steering that a vehicle declares, with its steering wheel moved along a course [rad, positive to the left].
/// `None` if it declares no steering.
pub fn steered(compiled: &Compiled, vehicle: &Description, angle: Course) -> Option<Pieces> {
    let steering = equipment::steering(&compiled.model.equipment)?;
    driver::steered(steering, Hands::Angle(angle), vehicle)
}

/// The steering that a vehicle declares, with its steering wheel turned by a torque over time [N m, positive to the
/// left]. `None` if it declares no steering, or one without a column.
pub fn turned(compiled: &Compiled, vehicle: &Description, torque: Course) -> Option<Pieces> {
    let steering = equipment::steering(&compiled.model.equipment)?;
    driver::steered(steering, Hands::Torque(torque), vehicle)
}

/// Angle of the steering wheel over time [rad] in the hands of the declared driver, who holds it straight unless declared otherwise.
/// `None` if he follows a path.
pub fn hands(compiled: &Compiled) -> Option<Course> {
    driver::angle(equipment::driver(&compiled.model.equipment))
}

/// The gears between which the declared driver shifts a manual gearbox; `None` if there are none.
pub fn gears(compiled: &Compiled) -> Option<Gears> {
    driver::gears(equipment::driver(&compiled.model.equipment)?.shift()?)
}

fn too_large(piece: &Piece) -> TooLarge {
    TooLarge {
        piece: format!("{} `{}`", piece.kind.word(), piece.name),
    }
}
