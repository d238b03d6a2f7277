//! Tyres across the vehicles of a batch: contact and law of a row of wheels at once. The results have the bits of single wheels.
//!
//! The terrain is evaluated wheel by wheel, because it may be any function.

use super::four::{Deflections, Quartet, is_at_rest, is_level};
use super::level::Level;
use super::row::{Row, Touch, lanes};
use crate::batch::{LANES, Lanes};
use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::{Ground, Terrain};
use wishbone_laws::tyre::UP;

/// Writes force and moment on a row of wheels, and returns the rates of the tyres' states. The tyres of the first four
/// vehicles and of the other four are packed, and the processor has the level. `row` is overwritten. Returns `None` if
/// the vehicles have to be computed one by one.
#[inline]
pub fn act<Y: Quartet>(
    packed: [&Y::Packed; 2],
    level: Level,
    wheel: &WheelMotion<Lanes>,
    terrains: [&impl Terrain; LANES],
    time: f64,
    states: [Y::State; LANES],
    (load, row): (&mut WheelLoad<Lanes>, &mut Row),
) -> Option<[Y::State; LANES]> {
    lanes::stand(wheel, &radii::<Y>(packed), level, row);
    if row.is_any_flat() {
        return None;
    }
    let ([x, y, _], [a, b, c, d, e, f, g, h]) = (&row.bottom, terrains);
    // Written out, because a closure over an array would not be inlined.
    let grounds = [
        a.at(x[0], y[0], time),
        b.at(x[1], y[1], time),
        c.at(x[2], y[2], time),
        d.at(x[3], y[3], time),
        e.at(x[4], y[4], time),
        f.at(x[5], y[5], time),
        g.at(x[6], y[6], time),
        h.at(x[7], y[7], time),
    ];
    if !grounds.iter().all(is_level) {
        lanes::tilt(wheel, &normals(&grounds), level, row);
        if row.is_any_flat() {
            return None;
        }
    }
    if !grounds.iter().all(is_at_rest) {
        let velocities = [0, 1, 2].map(|axis| grounds.map(|ground| ground.velocity[axis]));
        lanes::carry(&velocities, level, row);
    }
    let deflections = states.map(Deflections::numbers);
    let touch = Touch {
        height: grounds.map(|ground| ground.height),
        friction: grounds.map(|ground| ground.friction),
        deflection: [0, 1].map(|k| deflections.map(|own| own[k])),
    };
    let mut rates = [[0.0; LANES]; 2];
    let is_sound = Y::roll_row(packed, level, (wheel, row), &touch, (load, &mut rates));
    let [along, across] = &rates;
    is_sound.then(|| core::array::from_fn(|lane| Y::State::of([along[lane], across[lane]])))
}

/// Normals of the grounds. If all grounds are level, `UP` is used. So `UP` is also used here for each level ground,
/// whose normal may contain negative zeros.
fn normals(grounds: &[Ground; LANES]) -> [Lanes; 3] {
    let normals = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| {
        let ground: &Ground = &grounds[lane];
        if is_level(ground) { UP } else { ground.normal }
    });
    [0, 1, 2].map(|axis| normals.map(|normal| normal[axis]))
}

/// Unloaded radii of a row [m].
#[inline(always)]
fn radii<Y: Quartet>([first, second]: [&Y::Packed; 2]) -> Lanes {
    let ([a, b, c, d], [e, f, g, h]) = (Y::radii(first), Y::radii(second));
    [a, b, c, d, e, f, g, h]
}
