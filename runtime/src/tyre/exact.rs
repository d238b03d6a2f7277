//! Exact slopes of a tyre's load and rates, by its law on dual numbers.

use super::Quartet;
use super::four::Deflections;
use crate::acting::{Acting, Reading};
use crate::ports::WheelMotion;
use crate::state::count;
use crate::terrain::{Ground, Terrain};
use wishbone_laws::number::Dual;
use wishbone_laws::tyre::pack::Reader;
use wishbone_laws::tyre::{Contact, Rolling, Rolls};
use wishbone_laws::vec3::Vec3;

/// Count of the numbers of the motion of a wheel.
const MOTION: usize = 13;

/// Count of directions: the motion of a wheel and the two deflections of the carcass.
const DIRECTIONS: usize = MOTION + 2;

/// Count of directions that are computed together: all directions, or fewer directions if the library is not optimised,
/// because each number of a law then has its own place on the stack.
const AT_ONCE: usize = if cfg!(optimised) { DIRECTIONS } else { 5 };

/// A number with its slopes in the directions that are computed together.
pub type Number = Dual<f64, AT_ONCE>;

/// Reads the numbers of a tyre as constants.
pub struct Still;

impl Reader<Number> for Still {
    #[inline]
    fn number(&self, four: &[f64; 4]) -> Number {
        Number::still(four[0])
    }
}

/// The ground as a plane through the point below the wheel; the curvature of the ground is left out.
fn plane(ground: &Ground, x: Number, y: Number) -> Ground<Number> {
    let still = |numbers: [f64; 3]| numbers.map(Number::still);
    let [by_x, by_y] = ground.slope().map(Number::still);
    let away = |number: Number| number - Number::still(number.value);
    Ground {
        height: Number::still(ground.height) + by_x * away(x) + by_y * away(y),
        normal: still(ground.normal),
        velocity: still(ground.velocity),
        friction: Number::still(ground.friction),
    }
}

/// Data on which the slopes of a tyre on a wheel depend.
#[derive(Clone, Copy, Debug)]
pub struct OnWheel<'w> {
    /// Position of the wheel.
    pub wheel: usize,
    /// Its motion.
    pub motion: &'w WheelMotion,
    ground: Ground,
    deflections: [f64; 2],
    /// Number of states: two deflections, or zero.
    states: usize,
}

impl<'w> OnWheel<'w> {
    /// Data of a tyre with this radius [m] and state; `None` if the wheel lies flat.
    pub(super) fn new<D: Deflections>(
        radius: f64,
        (wheel, motion): (usize, &'w WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &D,
    ) -> Option<Self> {
        let on_level = Rolling::on_level(motion.axis);
        if on_level.is_flat() {
            return None;
        }
        let [x, y, _] = on_level.bottom(motion.centre, radius);
        let ground = terrain.at(x, y, time);
        (!Rolling::new(motion.axis, ground.normal).is_flat()).then(|| Self {
            wheel,
            motion,
            ground,
            deflections: state.numbers(),
            states: count(state),
        })
    }
}

/// Writes the slopes of force and moment at the wheel centre, and of the rates of the deflections. Tells nothing if the
/// wheel lies flat.
pub(super) fn slopes<Y: Quartet>(
    tyre: &Y,
    wheel: (usize, &WheelMotion),
    terrain: &impl Terrain,
    time: f64,
    state: &Y::State,
    tell: &mut dyn FnMut(Acting, Reading, f64),
) {
    if let Some(on) = OnWheel::new(tyre.radius(), wheel, terrain, time, state) {
        tyre.slopes_on(&on, tell);
    }
}

/// Evaluates the law of a tyre in dual numbers, and tells the slopes.
pub(super) fn rolled(tyre: &impl Rolls<Number>, on: &OnWheel<'_>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
    let act = |_: &WheelMotion<Number>, contact: &Contact<Number>, deflections| {
        let (force, rates) = tyre.roll(contact, deflections);
        (force.at_centre(contact), rates)
    };
    acted(tyre.radius(), act, on, tell);
}

/// Writes the slopes of force and moment at the centre of a wheel, and of the rates of the deflections, with respect to
/// the motion of the wheel and to the deflections. `act` computes them from motion, contact and deflections.
pub(super) fn acted(
    radius: Number,
    act: impl Fn(&WheelMotion<Number>, &Contact<Number>, [Number; 2]) -> ([Vec3<Number>; 2], [Number; 2]),
    on: &OnWheel<'_>,
    tell: &mut dyn FnMut(Acting, Reading, f64),
) {
    for first in (0..DIRECTIONS).step_by(AT_ONCE) {
        acted_from(first, radius, &act, on, tell);
    }
}

/// The same for the `AT_ONCE` directions from `first` on.
fn acted_from(
    first: usize,
    radius: Number,
    act: impl Fn(&WheelMotion<Number>, &Contact<Number>, [Number; 2]) -> ([Vec3<Number>; 2], [Number; 2]),
    on: &OnWheel<'_>,
    tell: &mut dyn FnMut(Acting, Reading, f64),
) {
    let mut direction = 0_usize;
    let mut next = |number: &f64| {
        direction += 1;
        match (direction - 1).checked_sub(first) {
            Some(place) if place < AT_ONCE => Number::variable(*number, place),
            _ => Number::still(*number),
        }
    };
    let WheelMotion {
        centre,
        axis,
        velocity,
        carrier_angular_velocity,
        spin,
    } = on.motion;
    let motion = WheelMotion {
        centre: centre.each_ref().map(&mut next),
        axis: axis.each_ref().map(&mut next),
        velocity: velocity.each_ref().map(&mut next),
        carrier_angular_velocity: carrier_angular_velocity.each_ref().map(&mut next),
        spin: next(spin),
    };
    let deflections = on.deflections.each_ref().map(&mut next);
    let contact = Contact::upright(&motion, radius, |x, y| plane(&on.ground, x, y));
    let (loads, rates) = act(&motion, &contact, deflections);
    let loads = loads
        .as_flattened()
        .iter()
        .copied()
        .enumerate()
        .map(|(k, load)| (Acting::Load(on.wheel, k), load));
    let rates = rates
        .into_iter()
        .take(on.states)
        .enumerate()
        .map(|(k, rate)| (Acting::Rate(k), rate));
    for (row, number) in loads.chain(rates) {
        for (direction, slope) in (first..MOTION + on.states).zip(number.slopes) {
            let by = match direction.checked_sub(MOTION) {
                None => Reading::Wheel(on.wheel, direction),
                Some(state) => Reading::State(state),
            };
            tell(row, by, slope);
        }
    }
}
