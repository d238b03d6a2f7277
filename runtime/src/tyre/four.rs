//! Four tyres at once: contact and law in the lanes of a vector, to the last bit what they are one by one.
//!
//! The terrain is asked wheel by wheel, for it may be any function. What stands before and after that is compiled here, once for
//! each law and level, and not again for each terrain.

use super::{LinearTyre, MagicFormula, Relaxed, Steady, Tmeasy, Tyre};
use crate::ports::{WheelLoad, WheelMotion};
use crate::state::Vector;
use crate::terrain::{Ground, Terrain};
use wishbone_laws::tyre::magic_formula::Prepared;
use wishbone_laws::tyre::pack::{Pack, Packed};

/// Deflections of the carcass as the states of a tyre; a tyre without memory has none.
pub trait Deflections: Vector + Copy {
    /// Along and across [m].
    fn numbers(self) -> [f64; 2];

    /// The states with these deflections.
    fn of(deflection: [f64; 2]) -> Self;
}

impl Deflections for () {
    fn numbers(self) -> [f64; 2] {
        [0.0; 2]
    }

    fn of(_: [f64; 2]) {}
}

impl Deflections for [f64; 2] {
    fn numbers(self) -> [f64; 2] {
        self
    }

    fn of(deflection: [f64; 2]) -> Self {
        deflection
    }
}

/// Tyres of which four are computed at once.
pub trait Quartet: Tyre<State: Deflections> + Copy {
    /// The numbers of four of them, side by side.
    type Packed: Copy + core::fmt::Debug;

    /// Four of them; none where they do not follow the same equations.
    fn pack(four: [&Self; 4]) -> Option<Self::Packed>;

    /// Unloaded radii [m].
    fn radii(packed: &Self::Packed) -> [f64; 4];

    /// Force and moment at the wheels' centres and the rates of the deflections; false where the tyres have to be looked at one by
    /// one. The processor has the level of the wheels' position ([`Standing`]).
    #[doc(hidden)]
    fn roll(packed: &Self::Packed, standing: &Standing, on: &Situation, found: &mut Found) -> bool;
}

/// Where four wheels stand, and the deflections of their tyres along and across [m].
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    grounds: [Ground; 4],
    deflections: [[f64; 2]; 4],
}

/// Loads and rates in lanes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Force and moment at the centre, world axes [N, N m].
    load: [[f64; 4]; 6],
    /// Rates of the deflections [m/s].
    rate: [[f64; 4]; 2],
}

/// How four wheels stand over level ground.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    wheel: WheelMotion<[f64; 4]>,
    longitudinal: [[f64; 4]; 3],
    down: [[f64; 4]; 3],
    cosine: [f64; 4],
    bottom: [[f64; 4]; 3],
    level: Level,
}

impl Standing {
    /// Still to be found.
    fn at(level: Level) -> Self {
        let zero = [0.0; 4];
        Self {
            wheel: WheelMotion {
                centre: [zero; 3],
                axis: [zero; 3],
                velocity: [zero; 3],
                carrier_angular_velocity: [zero; 3],
                spin: zero,
            },
            longitudinal: [zero; 3],
            down: [zero; 3],
            cosine: zero,
            bottom: [zero; 3],
            level,
        }
    }
}

/// Instruction set of vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// AVX2 and FMA.
    V3,
    /// AVX-512 with shorter vectors.
    V4,
}

impl Level {
    /// The highest of the processor, if it has any.
    pub fn detect() -> Option<Self> {
        match crate::level::Level::detect() {
            crate::level::Level::V4 => Some(Level::V4),
            crate::level::Level::V3 => Some(Level::V3),
            crate::level::Level::Baseline => None,
        }
    }
}

/// Writes force and moment on four wheels and returns the rates; none, and writes nothing, where they have to be looked at one by one.
#[inline]
pub fn act<Y: Quartet>(
    packed: &Y::Packed,
    level: Level,
    wheels: [&WheelMotion; 4],
    terrain: &impl Terrain,
    time: f64,
    states: [Y::State; 4],
    inputs: [&mut WheelLoad; 4],
) -> Option<[Y::State; 4]> {
    let mut standing = Standing::at(level);
    if !lanes::stand(wheels, &Y::radii(packed), &mut standing) {
        return None;
    }
    let [x, y, _] = &standing.bottom;
    let on = Situation {
        grounds: [0, 1, 2, 3].map(|k| terrain.at(x[k], y[k], time)),
        deflections: states.map(Y::State::numbers),
    };
    let mut found = Found::default();
    if !Y::roll(packed, &standing, &on, &mut found) {
        return None;
    }
    let [fx, fy, fz, mx, my, mz] = &found.load;
    for (k, input) in inputs.into_iter().enumerate() {
        input.force = [fx[k], fy[k], fz[k]];
        input.moment = [mx[k], my[k], mz[k]];
    }
    let [along, across] = &found.rate;
    Some([0, 1, 2, 3].map(|k| Y::State::of([along[k], across[k]])))
}

/// The same of tyres that are packed for this one evaluation, if there are four.
#[inline]
pub fn act_unpacked<Y: Quartet>(
    tyres: &[Y],
    wheels: &[WheelMotion],
    terrain: &impl Terrain,
    time: f64,
    states: &[Y::State],
    inputs: &mut [WheelLoad],
) -> Option<[Y::State; 4]> {
    let level = Level::detect()?;
    if let ([a, b, c, d], [w, x, y, z]) = (tyres, wheels)
        && let [e, f, g, h] = states
        && let [p, q, r, s] = inputs
    {
        let packed = Y::pack([a, b, c, d])?;
        let (wheels, states) = ([w, x, y, z], [*e, *f, *g, *h]);
        return act::<Y>(&packed, level, wheels, terrain, time, states, [p, q, r, s]);
    }
    None
}

/// Tyres whose packed numbers are a law over vectors.
macro_rules! quartets {
    ($($tyre:ty, packed: $packed:ty, |$four:ident| $pack:expr, |$numbers:ident, $reader:ident| $radius:expr, $law:expr;)*) => {$(
        impl Quartet for $tyre {
            type Packed = $packed;

            #[inline]
            fn pack($four: [&Self; 4]) -> Option<Self::Packed> {
                $pack
            }

            #[inline]
            fn radii($numbers: &Self::Packed) -> [f64; 4] {
                $radius
            }

            fn roll(packed: &Self::Packed, standing: &Standing, on: &Situation, found: &mut Found) -> bool {
                lanes::kernels!(|$numbers: $packed, $reader| $law);
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
                // SAFETY: the processor has the level: `Standing` is made there only.
                unsafe {
                    match standing.level {
                        Level::V3 => v3(packed, standing, on, found),
                        Level::V4 => v4(packed, standing, on, found),
                    }
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = (packed, standing, on, found);
                    false
                }
            }
        }
    )*};
}

quartets! {
    LinearTyre, packed: LinearTyre<[f64; 4]>, |four| Some(Pack::pack(four)),
    |law, reader| law.radius, law.read(reader);

    Tmeasy, packed: Tmeasy<[f64; 4]>, |four| Some(Pack::pack(four)),
    |law, reader| law.radius, law.read(reader);

    Relaxed<LinearTyre>, packed: LinearTyre<[f64; 4]>, |four| Some(Pack::pack(laws(four))),
    |law, reader| law.radius, Relaxed { law: law.read(reader) };

    Relaxed<Tmeasy>, packed: Tmeasy<[f64; 4]>, |four| Some(Pack::pack(laws(four))),
    |law, reader| law.radius, Relaxed { law: law.read(reader) };

    Relaxed<Prepared>, packed: Prepared<[f64; 4]>, |four| Prepared::pack(laws(four)),
    |law, reader| law.radii(), Relaxed { law: law.read(reader) };

    Steady<Prepared>, packed: Steady<Prepared<[f64; 4]>, [f64; 4]>, |four| Some(Steady {
        law: Prepared::pack(steady_laws(four))?,
        low_speed: f64::pack([&four[0].low_speed, &four[1].low_speed, &four[2].low_speed, &four[3].low_speed]),
    }),
    |steady, reader| steady.law.radii(),
    Steady { law: steady.law.read(reader), low_speed: steady.low_speed.read(reader) };
}

/// Packed as they are when prepared.
macro_rules! prepared {
    ($($wrapper:ident { law $(, $field:ident)? };)*) => {$(
        impl Quartet for $wrapper<MagicFormula> {
            type Packed = <$wrapper<Prepared> as Quartet>::Packed;

            fn pack([a, b, c, d]: [&Self; 4]) -> Option<Self::Packed> {
                let (a, b, c, d) = (prepared(a), prepared(b), prepared(c), prepared(d));
                return Quartet::pack([&a, &b, &c, &d]);

                fn prepared(tyre: &$wrapper<MagicFormula>) -> $wrapper<Prepared> {
                    $wrapper { law: tyre.law.prepared() $(, $field: tyre.$field)? }
                }
            }

            #[inline]
            fn radii(packed: &Self::Packed) -> [f64; 4] {
                $wrapper::<Prepared>::radii(packed)
            }

            #[inline]
            fn roll(packed: &Self::Packed, standing: &Standing, on: &Situation, found: &mut Found) -> bool {
                $wrapper::<Prepared>::roll(packed, standing, on, found)
            }
        }
    )*};
}

prepared! {
    Relaxed { law };
    Steady { law, low_speed };
}

fn laws<L>([a, b, c, d]: [&Relaxed<L>; 4]) -> [&L; 4] {
    [&a.law, &b.law, &c.law, &d.law]
}

fn steady_laws<L>([a, b, c, d]: [&Steady<L>; 4]) -> [&L; 4] {
    [&a.law, &b.law, &c.law, &d.law]
}

#[cfg(target_arch = "x86_64")]
mod lanes {
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

    /// Loads and rates of four tyres; false where the wheels have to be looked at one by one: some stand on level ground and some do
    /// not, one lies flat, or an argument is out of the range of a function.
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
            [false, false, false, false] => {
                let rolling = Rolling::new(wheel.axis, loader.three(&side_by_side!(grounds.normal[0, 1, 2])));
                if any_is_flat(numbers(rolling.cosine)) {
                    return false;
                }
                rolling
            }
            _ => return false,
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
            loader.number(&[deflections[0][0], deflections[1][0], deflections[2][0], deflections[3][0]]),
            loader.number(&[deflections[0][1], deflections[1][1], deflections[2][1], deflections[3][1]]),
        ];
        let (force, [along, across]) = tyre.roll(&contact, deflection);
        let [[fx, fy, fz], [mx, my, mz]] = force.at_centre(wheel.centre, &contact);
        found.load = [numbers(fx), numbers(fy), numbers(fz), numbers(mx), numbers(my), numbers(mz)];
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
}
