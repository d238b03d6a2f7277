//! Tyres on a terrain: force and moment on the wheels of a vehicle. The laws are in [`wishbone_laws::tyre`].

mod four;
mod on_road;

pub use on_road::OnRoad;
pub use wishbone_laws::tyre::{Contact, LinearTyre, Slip, TyreForce};

use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Terrain;

/// A tyre law: force as a function of the contact, without memory.
pub trait Tyre {
    /// Unloaded radius [m].
    fn radius(&self) -> f64;

    /// Force and moment of the ground on the tyre.
    fn force(&self, contact: &Contact) -> TyreForce;

    /// Load on the wheel from the ground, at the wheel centre in world axes; the torques of driveline and brake are
    /// zero. A wheel that lies flat on its side, where no tyre law holds, is not loaded.
    fn load(&self, wheel: &WheelMotion, terrain: &impl Terrain, time: f64) -> WheelLoad {
        match Contact::of(wheel, self.radius(), terrain, time) {
            Some(contact) => {
                let [force, moment] = self.force(&contact).at_centre(wheel.centre, &contact);
                WheelLoad {
                    force,
                    moment,
                    ..WheelLoad::default()
                }
            }
            None => WheelLoad::default(),
        }
    }

    /// Writes force and moment of [`Tyre::load`] for several wheels, each on its tyre. A law may compute several of them
    /// at once, if that gives the same.
    fn act(tyres: &[Self], wheels: &[WheelMotion], terrain: &impl Terrain, time: f64, inputs: &mut [WheelLoad])
    where
        Self: Sized,
    {
        one_by_one(tyres, wheels, terrain, time, inputs);
    }
}

fn one_by_one<Y: Tyre>(
    tyres: &[Y],
    wheels: &[WheelMotion],
    terrain: &impl Terrain,
    time: f64,
    inputs: &mut [WheelLoad],
) {
    for ((tyre, wheel), input) in tyres.iter().zip(wheels).zip(inputs) {
        let load = tyre.load(wheel, terrain, time);
        input.force = load.force;
        input.moment = load.moment;
    }
}

impl Tyre for LinearTyre {
    fn radius(&self) -> f64 {
        self.radius
    }

    fn force(&self, contact: &Contact) -> TyreForce {
        self.law(contact)
    }

    /// Four at once where the processor can.
    fn act(tyres: &[Self], wheels: &[WheelMotion], terrain: &impl Terrain, time: f64, inputs: &mut [WheelLoad]) {
        four::act(tyres, wheels, terrain, time, inputs);
    }
}
