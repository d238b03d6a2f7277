//! Contact and law of four tyres in the lanes of a vector.

use super::{Found, Situation, Standing};
use crate::lanes::{F64x4, Registers};
use crate::ports::WheelMotion;
use crate::terrain::Ground;
use wishbone_laws::number::{InRange, Lanes, Register};
use wishbone_laws::tyre::pack::Reader;
use wishbone_laws::tyre::{Contact, LEAST_COSINE, Rolling, Rolls, UP};

/// A number of each wheel.
type Four = Lanes<InRange<F64x4>>;

/// Makes vectors of packed numbers.
#[derive(Clone, Copy, Debug)]
pub struct Loader(Registers);

impl Reader<Four> for Loader {
    #[inline(always)]
    fn number(&self, four: &[f64; 4]) -> Four {
        Lanes::Each(InRange(self.0.x4(*four)))
    }
}

impl Loader {
    #[inline(always)]
    fn three(&self, [x, y, z]: &[[f64; 4]; 3]) -> [Four; 3] {
        [self.number(x), self.number(y), self.number(z)]
    }

    #[inline(always)]
    fn wheel(&self, wheel: &WheelMotion<[f64; 4]>) -> WheelMotion<Four> {
        WheelMotion {
            centre: self.three(&wheel.centre),
            axis: self.three(&wheel.axis),
            velocity: self.three(&wheel.velocity),
            carrier_angular_velocity: self.three(&wheel.carrier_angular_velocity),
            spin: self.number(&wheel.spin),
        }
    }
}

/// Level ground's normal.
#[inline(always)]
fn up() -> [Four; 3] {
    let [x, y, z] = UP;
    [Lanes::Same(x), Lanes::Same(y), Lanes::Same(z)]
}

/// Numbers of four things side by side, written out: a closure would not be inlined.
macro_rules! side_by_side {
    ($all:ident.$field:ident) => {
        [$all[0].$field, $all[1].$field, $all[2].$field, $all[3].$field]
    };
    ($all:ident.$field:ident[$($k:literal),*]) => {
        [$([$all[0].$field[$k], $all[1].$field[$k], $all[2].$field[$k], $all[3].$field[$k]]),*]
    };
}

#[inline(always)]
fn numbers(four: Four) -> [f64; 4] {
    match four {
        Lanes::Same(number) => [number; 4],
        Lanes::Each(register) => register.numbers(),
    }
}

#[inline(always)]
fn three([x, y, z]: [Four; 3]) -> [[f64; 4]; 3] {
    [numbers(x), numbers(y), numbers(z)]
}

#[inline(always)]
fn any_is_flat([a, b, c, d]: [f64; 4]) -> bool {
    !(a >= LEAST_COSINE && b >= LEAST_COSINE && c >= LEAST_COSINE && d >= LEAST_COSINE)
}

/// The wheels over level ground; false where one lies flat.
#[inline]
pub fn stand(wheels: [&WheelMotion; 4], radii: &[f64; 4], standing: &mut Standing) -> bool {
    #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
    // SAFETY: the processor has at least the lower level.
    unsafe {
        stand_v3(wheels, radii, standing)
    }
}

#[target_feature(enable = "avx2,fma")]
fn stand_v3(wheels: [&WheelMotion; 4], radii: &[f64; 4], standing: &mut Standing) -> bool {
    let loader = Loader(Registers::proven());
    let (centre, axis) = (
        loader.three(&side_by_side!(wheels.centre[0, 1, 2])),
        loader.three(&side_by_side!(wheels.axis[0, 1, 2])),
    );
    let rolling = Rolling::new(axis, up());
    let bottom = rolling.bottom(centre, loader.number(radii));
    // Vectors are written as such: what is written number by number has to be waited for when it is read as a vector.
    standing.wheel = WheelMotion {
        centre: three(centre),
        axis: three(axis),
        velocity: three(loader.three(&side_by_side!(wheels.velocity[0, 1, 2]))),
        carrier_angular_velocity: three(loader.three(&side_by_side!(wheels.carrier_angular_velocity[0, 1, 2]))),
        spin: numbers(loader.number(&side_by_side!(wheels.spin))),
    };
    standing.longitudinal = three(rolling.longitudinal);
    standing.down = three(rolling.down);
    standing.cosine = numbers(rolling.cosine);
    standing.bottom = three(bottom);
    !any_is_flat(standing.cosine)
}

/// Loads and rates of four tyres; false where the wheels have to be looked at one by one: one lies flat, or an argument is out of the
/// range of a function.
#[inline(always)]
pub fn roll(
    tyre: &impl Rolls<Four>,
    loader: &Loader,
    standing: &Standing,
    Situation { grounds, deflections }: &Situation,
    found: &mut Found,
) -> bool {
    let wheel = loader.wheel(&standing.wheel);
    let are_level = [
        grounds[0].normal == UP,
        grounds[1].normal == UP,
        grounds[2].normal == UP,
        grounds[3].normal == UP,
    ];
    let rolling = match are_level {
        [true, true, true, true] => Rolling {
            normal: up(),
            longitudinal: loader.three(&standing.longitudinal),
            down: loader.three(&standing.down),
            cosine: loader.number(&standing.cosine),
        },
        // Level ground may have zeros with a sign in its normal, which alone would count as none.
        _ => {
            let along = |axis: usize| {
                [0, 1, 2, 3].map(|k| match are_level[k] {
                    true => UP[axis],
                    false => grounds[k].normal[axis],
                })
            };
            let rolling = Rolling::new(wheel.axis, loader.three(&[along(0), along(1), along(2)]));
            if any_is_flat(numbers(rolling.cosine)) {
                return false;
            }
            rolling
        }
    };
    let ground = Ground {
        height: loader.number(&side_by_side!(grounds.height)),
        normal: rolling.normal,
        velocity: loader.three(&side_by_side!(grounds.velocity[0, 1, 2])),
        friction: loader.number(&side_by_side!(grounds.friction)),
    };
    let bottom = loader.three(&standing.bottom);
    let contact = Contact::on_ground(&wheel, tyre.radius(), rolling, bottom, &ground);
    let deflection = [
        loader.number(&[
            deflections[0][0],
            deflections[1][0],
            deflections[2][0],
            deflections[3][0],
        ]),
        loader.number(&[
            deflections[0][1],
            deflections[1][1],
            deflections[2][1],
            deflections[3][1],
        ]),
    ];
    let (force, [along, across]) = tyre.roll(&contact, deflection);
    let [[fx, fy, fz], [mx, my, mz]] = force.at_centre(wheel.centre, &contact);
    found.load = [
        numbers(fx),
        numbers(fy),
        numbers(fz),
        numbers(mx),
        numbers(my),
        numbers(mz),
    ];
    found.rate = [numbers(along), numbers(across)];
    let all = ((fx + fy) + (fz + mx)) + ((my + mz) + (along + across));
    let [a, b, c, d] = numbers(all);
    !(a + b + c + d).is_nan()
}

/// A law's functions for both levels.
macro_rules! kernels {
    (|$numbers:ident: $packed:ty, $reader:ident| $law:expr) => {
        #[target_feature(enable = "avx2,fma")]
        fn v3($numbers: &$packed, standing: &Standing, on: &Situation, found: &mut Found) -> bool {
            let $reader = &lanes::Loader::proven(crate::lanes::Registers::proven());
            lanes::roll(&$law, $reader, standing, on, found)
        }

        #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
        fn v4($numbers: &$packed, standing: &Standing, on: &Situation, found: &mut Found) -> bool {
            let $reader = &lanes::Loader::proven(crate::lanes::Registers::proven());
            lanes::roll(&$law, $reader, standing, on, found)
        }
    };
}
pub(super) use kernels;

impl Loader {
    /// Of a proof that the processor has vectors.
    #[inline(always)]
    pub fn proven(registers: Registers) -> Self {
        Self(registers)
    }
}
