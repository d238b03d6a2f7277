//! Tyres on short unevenness.

use super::{Tyre, TyreForce};
use crate::ports::{WheelLoad, WheelMotion};
use crate::subsystem::Quantity;
use crate::terrain::{Ground, Terrain};
use wishbone_laws::tyre::{Cams, Contact, Rolling};

/// A tyre for short unevenness, such as cleats and edges. Two cams along its heading turn the road into an effective plane.
///
/// The height of the plane is lowered by the height at which cams stand above a plane of the same slope. So on a plane road the tyre
/// behaves as without cams. The slope across the heading, the friction and the velocity of the plane are those of the terrain halfway
/// between the cams.
///
/// Limits: the contour of the tread is flat, and as narrow as a line. Unevenness shorter than a sixteenth of a cam's half length can
/// be missed. An edge is located with an error of a tenth of a millimetre or two. Each evaluation evaluates the terrain seventy times
/// or more; the number grows with the roughness of the road.
///
/// ```
/// use wishbone::prelude::*;
/// use wishbone::tyre::{Cams, Enveloping};
/// let tyre = LinearTyre::vertical(0.3, 200e3, 2e3);
/// let enveloping = Enveloping { tyre, cams: Some(Cams::typical(0.3, 0.125)) };
/// assert_eq!(enveloping.cams.map(|cams| cams.spacing), Some(0.1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enveloping<Y> {
    /// The tyre.
    pub tyre: Y,
    /// The cams; with `None` the tyre touches the ground without cams.
    pub cams: Option<Cams>,
}

impl<Y: Tyre> Tyre for Enveloping<Y> {
    type State = Y::State;

    fn radius(&self) -> f64 {
        self.tyre.radius()
    }

    fn respond(&self, contact: &Contact, state: &Self::State) -> (TyreForce, Self::State) {
        self.tyre.respond(contact, state)
    }

    fn states(state: &Self::State, wheel: usize, tell: &mut dyn FnMut(Quantity)) {
        Y::states(state, wheel, tell);
    }

    fn load(
        &self,
        wheel: &WheelMotion,
        terrain: &impl Terrain,
        time: f64,
        state: &Self::State,
    ) -> (WheelLoad, Self::State) {
        let on_level = Rolling::on_level(wheel.axis);
        let Some(cams) = self.cams.as_ref().filter(|_| !on_level.is_flat()) else {
            return self.tyre.load(wheel, terrain, time, state);
        };
        let [x, y, _] = on_level.bottom(wheel.centre, self.radius());
        let [along, across, _] = on_level.longitudinal;
        let plane = plane(cams, [[x, y], [along, across]], terrain, time);
        self.tyre.load(wheel, &|_: f64, _: f64, _: f64| plane, time, state)
    }
}

/// The effective plane under a wheel. `bottom` is the lowest point of the undeflected wheel on level ground.
fn plane(cams: &Cams, [bottom, heading]: [[f64; 2]; 2], terrain: &impl Terrain, time: f64) -> Ground {
    let ([x, y], [along, across]) = (bottom, heading);
    let road = |distance: f64| terrain.at(x + distance * along, y + distance * across, time).height;
    let [height, slope] = cams.plane(road);
    let below = terrain.at(x, y, time);
    let [dx, dy] = below.slope();
    let sideways = dy * along - dx * across;
    let slopes = [slope * along - sideways * across, slope * across + sideways * along];
    Ground {
        velocity: below.velocity,
        friction: below.friction,
        ..Ground::sloping(height - cams.over_plane(slope), slopes)
    }
}
