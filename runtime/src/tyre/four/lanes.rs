//! Contact and law of four tyres in the lanes of a vector.

use super::{Found, Situation, Standing, is_level};
use crate::lanes::{F64x4, InRange, Registers, whole};
use crate::ports::WheelMotion;
use crate::terrain::Ground;
use crate::tyre::level::Level;
use wishbone_laws::number::Lanes;
use wishbone_laws::tyre::pack::{Pack, Packed, Reader};
use wishbone_laws::tyre::{Contact, Rolling, Rolls, UP};
use wishbone_laws::vec3::subtract;

/// A number of each wheel.
type Four = Lanes<InRange<F64x4>>;

/// Makes vectors of packed numbers.
#[derive(Clone, Copy, Debug)]
pub struct Loader(pub Registers);

impl Reader<Four> for Loader {
    #[inline(always)]
    fn number(&self, four: &[f64; 4]) -> Four {
        Lanes(InRange(self.0.x4(*four)))
    }
}

/// Writes packed numbers as vectors. A vector load of numbers that were written one by one has to wait for all these writes.
#[derive(Clone, Copy, Debug)]
struct Writer(Registers);

impl Reader<[f64; 4]> for Writer {
    #[inline(always)]
    fn number(&self, four: &[f64; 4]) -> [f64; 4] {
        self.0.x4(*four).to_array()
    }
}

/// Packs four structures, on a processor with vectors.
#[inline]
pub fn packed<T: Pack<Packed: Packed<Of<[f64; 4]> = T::Packed>>>(four: [&T; 4]) -> T::Packed {
    #[target_feature(enable = "avx2,fma")]
    fn v3<T: Pack<Packed: Packed<Of<[f64; 4]> = T::Packed>>>(four: [&T; 4]) -> T::Packed {
        T::pack(four).read(&Writer(Registers::proven()))
    }
    #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
    // SAFETY: this is called only with a level, and a level exists only after a check of the processor.
    unsafe {
        v3(four)
    }
}

impl Loader {
    #[inline(always)]
    fn three(&self, [x, y, z]: &[[f64; 4]; 3]) -> [Four; 3] {
        [self.number(x), self.number(y), self.number(z)]
    }

    /// Writes numbers that are only put side by side as one vector.
    #[inline(always)]
    fn laid(&self, four: [f64; 4]) -> [f64; 4] {
        whole(self.0.x4(four)).to_array()
    }

    #[inline(always)]
    fn three_laid(&self, [x, y, z]: [[f64; 4]; 3]) -> [[f64; 4]; 3] {
        [self.laid(x), self.laid(y), self.laid(z)]
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

/// Numbers of four structures side by side. Written out, because a closure would not be inlined.
macro_rules! side_by_side {
    ($all:ident.$field:ident) => {
        [$all[0].$field, $all[1].$field, $all[2].$field, $all[3].$field]
    };
    ($all:ident.$field:ident[$($k:literal),*]) => {
        [$([$all[0].$field[$k], $all[1].$field[$k], $all[2].$field[$k], $all[3].$field[$k]]),*]
    };
}

#[inline(always)]
fn numbers(Lanes(InRange(four)): Four) -> [f64; 4] {
    four.to_array()
}

#[inline(always)]
fn three([x, y, z]: [Four; 3]) -> [[f64; 4]; 3] {
    [numbers(x), numbers(y), numbers(z)]
}

#[inline(always)]
fn kept(rolling: Rolling<Four>) -> Rolling<[f64; 4]> {
    Rolling {
        normal: three(rolling.normal),
        longitudinal: three(rolling.longitudinal),
        down: three(rolling.down),
        cosine: numbers(rolling.cosine),
    }
}

/// Adapts the directions of the wheels to grounds that are not all level.
#[inline]
pub fn tilt(standing: &mut Standing, grounds: &[Ground; 4]) {
    #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
    // SAFETY: a `Standing` exists, so the processor has at least the lower level.
    unsafe {
        tilt_v3(standing, grounds);
    }
}

#[target_feature(enable = "avx2,fma")]
fn tilt_v3(standing: &mut Standing, grounds: &[Ground; 4]) {
    let loader = Loader(Registers::proven());
    let axis = loader.three(&standing.wheel.axis);
    // The normal of level ground may contain negative zeros. If all four grounds are level, `UP` is used; so it is used here, too.
    let normals = [0, 1, 2, 3].map(|k| if is_level(&grounds[k]) { UP } else { grounds[k].normal });
    let along = |axis: usize| [0, 1, 2, 3].map(|k| normals[k][axis]);
    let normal = loader.three(&[along(0), along(1), along(2)]);
    standing.rolling = kept(Rolling::new(axis, normal));
}

/// Makes the velocities of the wheels relative to grounds of which some move. This is not called if all grounds are at rest: a vector
/// load of velocities that were written one by one has to wait for all these writes.
#[inline]
pub fn carry(standing: &mut Standing, grounds: &[Ground; 4]) {
    #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
    // SAFETY: a `Standing` exists, so the processor has at least the lower level.
    unsafe {
        carry_v3(standing, grounds);
    }
}

#[target_feature(enable = "avx2,fma")]
fn carry_v3(standing: &mut Standing, grounds: &[Ground; 4]) {
    let loader = Loader(Registers::proven());
    let own = loader.three(&standing.wheel.velocity);
    let of_ground = loader.three(&side_by_side!(grounds.velocity[0, 1, 2]));
    standing.wheel.velocity = three(subtract(own, of_ground));
}

/// Wheels over level ground at rest.
#[inline]
pub fn stand(wheels: [&WheelMotion; 4], radii: &[f64; 4], level: Level) -> Standing {
    #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
    // SAFETY: the processor has at least the lower level.
    unsafe {
        stand_v3(wheels, radii, level)
    }
}

#[target_feature(enable = "avx2,fma")]
fn stand_v3(wheels: [&WheelMotion; 4], radii: &[f64; 4], level: Level) -> Standing {
    let loader = Loader(Registers::proven());
    let (centre, axis) = (
        loader.three(&side_by_side!(wheels.centre[0, 1, 2])),
        loader.three(&side_by_side!(wheels.axis[0, 1, 2])),
    );
    let rolling = Rolling::on_level(axis);
    let bottom = rolling.bottom(centre, loader.number(radii));
    // All numbers are written as vectors: a vector load of numbers that were written one by one has to wait for all these writes.
    Standing {
        wheel: WheelMotion {
            centre: three(centre),
            axis: three(axis),
            velocity: loader.three_laid(side_by_side!(wheels.velocity[0, 1, 2])),
            carrier_angular_velocity: loader.three_laid(side_by_side!(wheels.carrier_angular_velocity[0, 1, 2])),
            spin: loader.laid(side_by_side!(wheels.spin)),
        },
        rolling: kept(rolling),
        bottom: three(bottom),
        level,
    }
}

/// Loads and rates of four tyres. The result is not sound if an argument is outside the range of a function.
#[inline(always)]
pub fn roll(
    tyre: &impl Rolls<Four>,
    loader: &Loader,
    standing: &Standing,
    Situation { grounds, deflections }: &Situation,
) -> Found {
    let wheel = loader.wheel(&standing.wheel);
    let rolling = Rolling {
        normal: loader.three(&standing.rolling.normal),
        longitudinal: loader.three(&standing.rolling.longitudinal),
        down: loader.three(&standing.rolling.down),
        cosine: loader.number(&standing.rolling.cosine),
    };
    let ground = Ground {
        height: loader.number(&side_by_side!(grounds.height)),
        normal: rolling.normal,
        velocity: [Lanes::from(0.0); 3],
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
    let [[fx, fy, fz], [mx, my, mz]] = force.at_centre(&contact);
    let all = ((fx + fy) + (fz + mx)) + ((my + mz) + (along + across));
    let [a, b, c, d] = numbers(all);
    Found {
        load: [
            numbers(fx),
            numbers(fy),
            numbers(fz),
            numbers(mx),
            numbers(my),
            numbers(mz),
        ],
        rate: [numbers(along), numbers(across)],
        is_sound: !(a + b + c + d).is_nan(),
    }
}

/// A law's functions for both levels.
macro_rules! kernels {
    (|$numbers:ident: $packed:ty, $reader:ident| $law:expr) => {
        #[target_feature(enable = "avx2,fma")]
        fn v3($numbers: &$packed, standing: &Standing, on: &Situation) -> Found {
            crate::lanes::align_stack();
            let $reader = &lanes::Loader(crate::lanes::Registers::proven());
            lanes::roll(&$law, $reader, standing, on)
        }

        #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
        fn v4($numbers: &$packed, standing: &Standing, on: &Situation) -> Found {
            crate::lanes::align_stack();
            let $reader = &lanes::Loader(crate::lanes::Registers::proven());
            lanes::roll(&$law, $reader, standing, on)
        }
    };
}
pub(super) use kernels;

/// A law's functions for rows of wheels, for both levels.
macro_rules! row_kernels {
    (|$numbers:ident: $packed:ty, $reader:ident| $law:expr, |$first:ident, $second:ident| $of_two:expr) => {
        #[target_feature(enable = "avx2,fma")]
        fn v3(
            packed: [&$packed; 2],
            wheels: (&WheelMotion<Lanes>, &Row),
            touch: &Touch,
            (load, rates): (&mut WheelLoad<Lanes>, &mut [Lanes; 2]),
        ) -> bool {
            crate::lanes::align_stack();
            let mut is_sound = true;
            for (half, $numbers) in packed.into_iter().enumerate() {
                let $reader = &crate::tyre::row::lanes::Loader::half(crate::lanes::Registers::proven(), half);
                is_sound &= $reader.roll(&$law, wheels, touch, (load, rates));
            }
            is_sound
        }

        #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
        fn v4(
            [$first, $second]: [&$packed; 2],
            wheels: (&WheelMotion<Lanes>, &Row),
            touch: &Touch,
            found: (&mut WheelLoad<Lanes>, &mut [Lanes; 2]),
        ) -> bool {
            crate::lanes::align_stack();
            let $reader = &crate::tyre::row::lanes::Loader::all(crate::lanes::WideRegisters::proven());
            $reader.roll(&$of_two, wheels, touch, found)
        }
    };
}
pub(super) use row_kernels;
