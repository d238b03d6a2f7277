//! Tyres on short unevenness.

use super::{Tyre, TyreForce};
use crate::ports::{WheelLoad, WheelMotion};
use crate::subsystem::Quantity;
use crate::terrain::{Ground, Terrain};
use wishbone_laws::tyre::{Cams, Contact, Rolling};
use wishbone_laws::vec3::{Vec3, add, dot, scale, subtract};

/// A tyre for short unevenness, such as cleats and edges. Two cams along its heading turn the road into an effective plane.
///
/// The height of the plane is lowered by the height at which the cams stand above a plane with this slope. So on a plane road the tyre
/// behaves as without cams. The slope across the heading, the friction and the velocity of the plane are taken from the terrain halfway
/// between the cams. As the wheel rolls, the plane rises and falls with the cams, so that the damping of the tyre acts on the true rate
/// of the deflection.
///
/// Limits: the contour of the tread is flat, and as narrow as a line. The rate of the slope across the heading is left
/// out; a road that twists has such a rate. Unevenness shorter than a sixteenth of a cam's half length can be missed.
/// An edge is located with an error of a tenth of a millimetre or two. Each evaluation evaluates the terrain seventy
/// times or more; the number grows with the roughness of the road.
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
        let bottom = on_level.bottom(wheel.centre, self.radius());
        let plane = plane(cams, wheel, (bottom, on_level.longitudinal), terrain, time);
        self.tyre.load(wheel, &|_: f64, _: f64, _: f64| plane, time, state)
    }
}

/// The effective plane under a wheel. `bottom` is the lowest point of the undeflected wheel on level ground.
///
/// The plane follows the wheel: over a distance `q` along the heading its height `W` and its slope `s` change. The
/// contact treats the plane as fixed, with the normal `n` and a height `h` of the wheel centre above the plane. So the
/// plane has to move along `n` with the rest of the rate of `h`. With the inclination `g` of the wheel and the speed
/// `v` along the heading, the rest is
///
/// ```text
/// v (W' - s) nz + v s' s nz² h / cos² g
/// ```
///
/// The second term turns `n` about the lateral axis of the plane, `n' . (c - p) = -v s' s nz² h`: the wheel centre `c` has no offset along the
/// heading from the plane's point `p`. `h / cos g` is the distance from the wheel centre to the contact.
fn plane(
    cams: &Cams,
    wheel: &WheelMotion,
    (bottom, [along, across, _]): (Vec3, Vec3),
    terrain: &impl Terrain,
    time: f64,
) -> Ground {
    let [x, y, _] = bottom;
    let road = |distance: f64| terrain.at(x + distance * along, y + distance * across, time);
    let resting = cams.rests(|distance| road(distance).height);
    let [height, slope] = cams.plane_on(resting.map(|cam| cam.height));
    let below = terrain.at(x, y, time);
    let [dx, dy] = below.slope();
    let sideways = dy * along - dx * across;
    let slopes = [slope * along - sideways * across, slope * across + sideways * along];
    let plane = Ground {
        friction: below.friction,
        ..Ground::sloping(height - cams.over_plane(slope), slopes)
    };
    let forward = along * (wheel.velocity[0] - below.velocity[0]) + across * (wheel.velocity[1] - below.velocity[1]);
    let of_road = cams.places(resting).map(|place| {
        let [dx, dy] = road(place).slope();
        dx * along + dy * across
    });
    let [rise, bend] = cams.plane_on(cams.rises(resting, of_road));
    let rise = rise - cams.over_plane_slope(slope) * bend;
    let upwards = plane.normal[2];
    let above = dot(subtract(wheel.centre, [x, y, plane.height]), plane.normal);
    let sine = dot(wheel.axis, plane.normal);
    let lift = (rise - slope) * upwards + bend * slope * upwards * upwards * above / (1.0 - sine * sine);
    Ground {
        velocity: add(below.velocity, scale(forward * lift, plane.normal)),
        ..plane
    }
}
