//! Four tyres at once: contact and law in the lanes of a vector. The results have the bits of tyres computed one by
//! one.
//!
//! The terrain is evaluated wheel by wheel, because it may be any function. The computations before and after the
//! terrain's evaluation are compiled here, once for each law and level, and not again for each terrain.

#[cfg(all(target_arch = "x86_64", optimised))]
mod lanes;
#[cfg(not(all(target_arch = "x86_64", optimised)))]
mod lanes {
    //! Other processors, and builds without optimisation, compute tyres one by one.

    use super::{Found, Standing};
    use crate::ports::WheelMotion;
    use crate::terrain::Ground;
    use crate::tyre::level::Level;
    use wishbone_laws::tyre::Rolling;

    /// Returns wheels that lie flat, so that the tyres are computed one by one.
    pub fn stand(_: [&WheelMotion; 4], _: &[f64; 4], level: Level) -> Standing {
        let (zero, three) = ([0.0; 4], [[0.0; 4]; 3]);
        Standing {
            wheel: WheelMotion {
                centre: three,
                axis: three,
                velocity: three,
                carrier_angular_velocity: three,
                spin: zero,
            },
            rolling: Rolling {
                normal: three,
                longitudinal: three,
                down: three,
                cosine: zero,
            },
            bottom: three,
            level,
        }
    }

    pub fn tilt(_: &mut Standing, _: &[Ground; 4]) {}

    pub fn carry(_: &mut Standing, _: &[Ground; 4]) {}

    pub(super) use super::packed;

    /// Returns an invalid result.
    pub fn nothing() -> Found {
        Found {
            load: [[0.0; 4]; 6],
            rate: [[0.0; 4]; 2],
            is_sound: false,
        }
    }

    macro_rules! kernels {
        ($($law:tt)*) => {};
    }
    pub(super) use kernels;
    pub(super) use kernels as row_kernels;
}

use super::act::Tyre;
use super::exact::{self, OnWheel, Still};
use super::level::Level;
use super::row::{Row, Touch};
use super::wheels::Wheels;
use super::{Brush, LinearTyre, MagicFormula, Relaxed, Steady, Tmeasy};
use crate::acting::{Acting, Reading};
use crate::batch::{LANES, Lanes};
use crate::ports::{WheelLoad, WheelMotion};
use crate::state::Vector;
use crate::terrain::{Ground, Terrain};
use wishbone_laws::tyre::magic_formula::{Numbers, Prepared};
use wishbone_laws::tyre::pack::{Pack, Packed};
use wishbone_laws::tyre::{LEAST_COSINE, Rolling, UP};

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
    /// The numbers of four tyres, side by side.
    type Packed: Copy + core::fmt::Debug;

    /// Packs four tyres; `None` if they follow different equations.
    fn pack(four: [&Self; 4]) -> Option<Self::Packed>;

    /// This packing for one evaluation, on a processor of this level.
    #[doc(hidden)]
    fn pack_once(four: [&Self; 4], _level: Level) -> Option<Self::Packed> {
        Self::pack(four)
    }

    /// Unloaded radii [m].
    fn radii(packed: &Self::Packed) -> [f64; 4];

    /// Force and moment at the wheels' centres and the rates of the deflections. The result is unsound if the tyres
    /// have to be computed one by one. The processor must have the level in `standing`.
    #[doc(hidden)]
    fn roll(packed: &Self::Packed, standing: &Standing, on: &Situation) -> Found;

    /// Packs the tyres at one wheel of eight vehicles: of four, and of the other four. `None` if they follow different
    /// equations.
    #[doc(hidden)]
    fn pack_row(eight: [&Self; LANES]) -> Option<[Self::Packed; 2]> {
        let [a, b, c, d, e, f, g, h] = eight;
        let is_same = Self::pack([a, e, a, e]).is_some();
        is_same.then_some([Self::pack([a, b, c, d])?, Self::pack([e, f, g, h])?])
    }

    /// Writes force and moment at the centres of a row of wheels, and the rates of the deflections. Returns false if the vehicles have
    /// to be computed one by one. The processor must have the level.
    #[doc(hidden)]
    fn roll_row(
        packed: [&Self::Packed; 2],
        level: Level,
        wheels: (&WheelMotion<Lanes>, &Row),
        touch: &Touch,
        found: (&mut WheelLoad<Lanes>, &mut [Lanes; 2]),
    ) -> bool;

    /// Writes exact slopes of force and moment at the wheel centre and of the rates of the deflections.
    #[doc(hidden)]
    fn slopes_on(&self, on: &OnWheel<'_>, tell: &mut dyn FnMut(Acting, Reading, f64));
}

/// The grounds under four wheels, and the deflections of their tyres along and across [m].
#[cfg_attr(
    not(all(target_arch = "x86_64", optimised)),
    allow(dead_code, reason = "vectors alone read it")
)]
#[derive(Clone, Copy, Debug)]
#[repr(align(64))] // no vector lies in two lines of the cache
pub struct Situation {
    grounds: [Ground; 4],
    deflections: [[f64; 2]; 4],
}

/// Whether a ground is level. Zeros in its normal may be negative.
#[inline(always)]
pub(super) fn is_level(ground: &Ground) -> bool {
    let ([x, y, z], [right_x, right_y, right_z]) = (ground.normal, UP);
    x == right_x && y == right_y && z == right_z
}

/// Whether a ground does not move.
#[inline(always)]
pub(super) fn is_at_rest(ground: &Ground) -> bool {
    let [x, y, z] = ground.velocity;
    x == 0.0 && y == 0.0 && z == 0.0
}

/// Loads and rates in lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))] // no vector lies in two lines of the cache
pub struct Found {
    /// Force and moment at the centre, world axes [N, N m].
    load: [[f64; 4]; 6],
    /// Rates of the deflections [m/s].
    rate: [[f64; 4]; 2],
    /// Whether the result is valid; otherwise the tyres have to be computed one by one.
    is_sound: bool,
}

/// Positions and directions of four wheels on their grounds. The velocities of the wheels are relative to the ground.
#[cfg_attr(
    not(all(target_arch = "x86_64", optimised)),
    allow(dead_code, reason = "vectors alone read it")
)]
#[derive(Clone, Copy, Debug)]
#[repr(align(64))] // no vector lies in two lines of the cache
pub struct Standing {
    wheel: WheelMotion<[f64; 4]>,
    rolling: Rolling<[f64; 4]>,
    /// Lowest points of the undeflected wheels on level ground.
    bottom: [[f64; 4]; 3],
    level: Level,
}

impl Standing {
    /// Whether any wheel lies flat.
    fn is_any_flat(&self) -> bool {
        let [a, b, c, d] = self.rolling.cosine;
        !(a >= LEAST_COSINE && b >= LEAST_COSINE && c >= LEAST_COSINE && d >= LEAST_COSINE)
    }
}

/// Writes force and moment on four wheels and returns the rates. Returns `None`, and writes nothing, if the tyres have to be computed
/// one by one.
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
    let mut standing = lanes::stand(wheels, &Y::radii(packed), level);
    if standing.is_any_flat() {
        return None;
    }
    let [x, y, _] = &standing.bottom;
    // Written out, because a closure over an array would not be inlined.
    let grounds = [
        terrain.at(x[0], y[0], time),
        terrain.at(x[1], y[1], time),
        terrain.at(x[2], y[2], time),
        terrain.at(x[3], y[3], time),
    ];
    let [a, b, c, d] = &grounds;
    // Checked here, where the type of the terrain is known: for `Flat` the compiler removes the comparison.
    if !(is_level(a) && is_level(b) && is_level(c) && is_level(d)) {
        lanes::tilt(&mut standing, &grounds);
        if standing.is_any_flat() {
            return None;
        }
    }
    if !(is_at_rest(a) && is_at_rest(b) && is_at_rest(c) && is_at_rest(d)) {
        lanes::carry(&mut standing, &grounds);
    }
    let [a, b, c, d] = states;
    let on = Situation {
        grounds,
        deflections: [a.numbers(), b.numbers(), c.numbers(), d.numbers()],
    };
    let found = Y::roll(packed, &standing, &on);
    if !found.is_sound {
        return None;
    }
    let [fx, fy, fz, mx, my, mz] = &found.load;
    for (k, input) in inputs.into_iter().enumerate() {
        input.force = [fx[k], fy[k], fz[k]];
        input.moment = [mx[k], my[k], mz[k]];
    }
    let [along, across] = &found.rate;
    Some([
        Y::State::of([along[0], across[0]]),
        Y::State::of([along[1], across[1]]),
        Y::State::of([along[2], across[2]]),
        Y::State::of([along[3], across[3]]),
    ])
}

/// Loads wheels by tyres that are packed for this evaluation only: four at once if possible, otherwise one by one.
#[inline]
pub fn act_unpacked<Y: Quartet>(
    tyres: &[Y],
    mut wheels: Wheels<'_, impl Terrain>,
    states: &[Y::State],
    rates: &mut [Y::State],
) {
    let level = Level::detect();
    for some in wheels.which.chunks(4) {
        if level
            .and_then(|level| act_on(some, tyres, level, &mut wheels, states, rates))
            .is_none()
        {
            wheels.load_each(some, tyres, states, rates);
        }
    }
}

/// Loads at most four wheels, at these positions, at once. Returns `None`, and writes nothing, if this is not possible, or if there
/// is only one wheel. With less than four wheels, the last wheel also fills the remaining lanes.
#[inline]
fn act_on<Y: Quartet>(
    which: &[usize],
    tyres: &[Y],
    level: Level,
    wheels: &mut Wheels<'_, impl Terrain>,
    states: &[Y::State],
    rates: &mut [Y::State],
) -> Option<()> {
    let &[a, b, ref behind @ ..] = which else { return None };
    let c = behind.first().copied().unwrap_or(b);
    let d = behind.get(1).copied().unwrap_or(c);
    let tyres = [tyres.get(a)?, tyres.get(b)?, tyres.get(c)?, tyres.get(d)?];
    let motions = wheels.motions;
    let motions = [motions.get(a)?, motions.get(b)?, motions.get(c)?, motions.get(d)?];
    let states = [*states.get(a)?, *states.get(b)?, *states.get(c)?, *states.get(d)?];
    // Borrowed in place, so that numbers that have just been written are not copied.
    let packed = &Y::pack_once(tyres, level);
    let (packed, terrain, time) = (packed.as_ref()?, wheels.terrain, wheels.time);
    let found = match wheels.loads.get_disjoint_mut([a, b, c, d]) {
        Ok(loads) => act::<Y>(packed, level, motions, terrain, time, states, loads)?,
        Err(_) => {
            let mut own = [WheelLoad::default(); 4];
            let found = act::<Y>(packed, level, motions, terrain, time, states, own.each_mut())?;
            for (&k, load) in which.iter().zip(&own) {
                let to = wheels.loads.get_mut(k)?;
                (to.force, to.moment) = (load.force, load.moment);
            }
            found
        }
    };
    for (&k, rate) in which.iter().zip(found) {
        *rates.get_mut(k)? = rate;
    }
    Some(())
}

/// Implements [`Quartet`] for tyres whose packed numbers are a law over vectors.
macro_rules! quartets {
    ($(
        $tyre:ty, packed: $packed:ty, |$four:ident| $pack:expr, |$numbers:ident, $reader:ident| $radius:expr, $law:expr,
        |$first:ident, $second:ident| $of_two:expr;
    )*) => {$(
        impl Quartet for $tyre {
            type Packed = $packed;

            #[inline]
            fn pack($four: [&Self; 4]) -> Option<Self::Packed> {
                $pack
            }

            #[inline]
            fn pack_once($four: [&Self; 4], _level: Level) -> Option<Self::Packed> {
                #[allow(unused_imports, reason = "some are packed by a function of their own")]
                use lanes::packed;
                $pack
            }

            #[inline]
            fn radii($numbers: &Self::Packed) -> [f64; 4] {
                $radius
            }

            fn slopes_on(&self, on: &OnWheel<'_>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
                if let Some($numbers) = &<Self as Quartet>::pack([self; 4]) {
                    let $reader = &Still;
                    exact::rolled(&$law, on, tell);
                }
            }

            fn roll(packed: &Self::Packed, standing: &Standing, on: &Situation) -> Found {
                lanes::kernels!(|$numbers: $packed, $reader| $law);
                #[cfg(all(target_arch = "x86_64", optimised))]
                #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
                // SAFETY: the processor has the level, because a `Standing` is made only after a check of the processor.
                unsafe {
                    match standing.level {
                        Level::V3 => v3(packed, standing, on),
                        Level::V4 => v4(packed, standing, on),
                    }
                }
                #[cfg(not(all(target_arch = "x86_64", optimised)))]
                {
                    let _ = (packed, standing, on);
                    lanes::nothing()
                }
            }

            fn roll_row(
                packed: [&Self::Packed; 2],
                level: Level,
                wheels: (&WheelMotion<Lanes>, &Row),
                touch: &Touch,
                found: (&mut WheelLoad<Lanes>, &mut [Lanes; 2]),
            ) -> bool {
                lanes::row_kernels!(|$numbers: $packed, $reader| $law, |$first, $second| $of_two);
                #[cfg(all(target_arch = "x86_64", optimised))]
                #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
                // SAFETY: the processor has the level, because a `Level` is made only after a check of the processor.
                unsafe {
                    match level {
                        Level::V3 => v3(packed, wheels, touch, found),
                        Level::V4 => v4(packed, wheels, touch, found),
                    }
                }
                #[cfg(not(all(target_arch = "x86_64", optimised)))]
                {
                    let _ = (packed, level, wheels, touch, found);
                    false
                }
            }
        }
    )*};
}

/// Implements [`Quartet`] for laws whose numbers are packed one by one, alone and relaxed.
macro_rules! laws_by_numbers {
    ($($law:ident),*) => {
        quartets! {$(
            $law, packed: $law<[f64; 4]>, |four| Some(packed(four)),
            |law, reader| law.radius, law.read(reader), |first, second| first.read_two(second, reader);

            Relaxed<$law>, packed: $law<[f64; 4]>, |four| Some(packed(laws(four))),
            |law, reader| law.radius, Relaxed { law: law.read(reader) },
            |first, second| Relaxed { law: first.read_two(second, reader) };
        )*}
    };
}

laws_by_numbers!(LinearTyre, Tmeasy, Brush);

quartets! {
    Relaxed<Prepared>, packed: Prepared<Numbers<[f64; 4]>>, |four| Prepared::pack(laws(four)),
    |law, reader| law.radii(), Relaxed { law: law.read(reader) },
    |first, second| Relaxed { law: first.read_two(second, reader) };

    Steady<Prepared>, packed: Steady<Prepared<Numbers<[f64; 4]>>, [f64; 4]>, |four| Some(Steady {
        law: Prepared::pack(steady_laws(four))?,
        low_speed: f64::pack([&four[0].low_speed, &four[1].low_speed, &four[2].low_speed, &four[3].low_speed]),
    }),
    |steady, reader| steady.law.radii(),
    Steady { law: steady.law.read(reader), low_speed: steady.low_speed.read(reader) },
    |first, second| Steady {
        law: first.law.read_two(&second.law, reader),
        low_speed: first.low_speed.read_two(&second.low_speed, reader),
    };
}

/// A tyre whose law can be prepared.
trait Prepare {
    /// The tyre with a prepared law.
    type Prepared;

    fn prepared(&self) -> Self::Prepared;
}

/// Implements [`Quartet`] for tyres that are packed in their prepared form.
macro_rules! prepared {
    ($($wrapper:ident { law $(, $field:ident)? };)*) => {$(
        impl Prepare for $wrapper<MagicFormula> {
            type Prepared = $wrapper<Prepared>;

            fn prepared(&self) -> $wrapper<Prepared> {
                $wrapper { law: self.law.prepared() $(, $field: self.$field)? }
            }
        }

        impl Quartet for $wrapper<MagicFormula> {
            type Packed = <$wrapper<Prepared> as Quartet>::Packed;

            fn pack(four: [&Self; 4]) -> Option<Self::Packed> {
                let [a, b, c, d] = four.map(Self::prepared);
                Quartet::pack([&a, &b, &c, &d])
            }

            fn slopes_on(&self, on: &OnWheel<'_>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
                self.prepared().slopes_on(on, tell);
            }

            #[inline]
            fn radii(packed: &Self::Packed) -> [f64; 4] {
                $wrapper::<Prepared>::radii(packed)
            }

            #[inline]
            fn roll(packed: &Self::Packed, standing: &Standing, on: &Situation) -> Found {
                $wrapper::<Prepared>::roll(packed, standing, on)
            }

            #[inline]
            fn roll_row(
                packed: [&Self::Packed; 2],
                level: Level,
                wheels: (&WheelMotion<Lanes>, &Row),
                touch: &Touch,
                found: (&mut WheelLoad<Lanes>, &mut [Lanes; 2]),
            ) -> bool {
                $wrapper::<Prepared>::roll_row(packed, level, wheels, touch, found)
            }
        }
    )*};
}

prepared! {
    Relaxed { law };
    Steady { law, low_speed };
}

/// Four structures side by side, written number by number.
fn packed<T: Pack>(four: [&T; 4]) -> T::Packed {
    T::pack(four)
}

fn laws<L>([a, b, c, d]: [&Relaxed<L>; 4]) -> [&L; 4] {
    [&a.law, &b.law, &c.law, &d.law]
}

fn steady_laws<L>([a, b, c, d]: [&Steady<L>; 4]) -> [&L; 4] {
    [&a.law, &b.law, &c.law, &d.law]
}
