//! Contact and law of a row of wheels in the lanes of vectors: all vehicles at once with AVX-512; with AVX2, first four
//! vehicles and then the other four.

use super::{Row, Touch};
use crate::batch::Lanes as EachVehicle;
use crate::lanes::{AllVehicles, HalfOfVehicles, InRange, Registers, Vehicles, WideRegisters};
use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Ground;
use crate::tyre::level::Level;
use wishbone_laws::number::Lanes;
use wishbone_laws::tyre::pack::{Reader, ReaderOfTwo};
use wishbone_laws::tyre::{Contact, Rolling, Rolls};
use wishbone_laws::vec3::subtract;

/// A number of each vehicle of a group.
pub type Number<V> = Lanes<<V as Vehicles>::Vector>;

/// Makes vectors of the numbers of some vehicles, and writes them.
#[derive(Clone, Copy, Debug)]
pub struct Loader<V>(V);

impl Loader<AllVehicles> {
    /// All vehicles, where the processor has AVX-512.
    #[inline(always)]
    pub fn all(registers: WideRegisters) -> Self {
        Self(AllVehicles(registers))
    }
}

impl Loader<HalfOfVehicles> {
    /// Half of the vehicles, 0 or 1, where the processor has AVX2.
    #[inline(always)]
    pub fn half(registers: Registers, half: usize) -> Self {
        Self(HalfOfVehicles { registers, half })
    }
}

impl Reader<Number<HalfOfVehicles>> for Loader<HalfOfVehicles> {
    #[inline(always)]
    fn number(&self, four: &[f64; 4]) -> Number<HalfOfVehicles> {
        Lanes(InRange(self.0.registers.x4(*four)))
    }
}

impl ReaderOfTwo<Number<AllVehicles>> for Loader<AllVehicles> {
    #[inline(always)]
    fn number_of_two(&self, [a, b, c, d]: &[f64; 4], [e, f, g, h]: &[f64; 4]) -> Number<AllVehicles> {
        Lanes(InRange(self.0.0.x8([*a, *b, *c, *d, *e, *f, *g, *h])))
    }
}

impl<V: Vehicles> Loader<V> {
    #[inline(always)]
    fn load(&self, all: &EachVehicle) -> Number<V> {
        Lanes(self.0.load(all))
    }

    #[inline(always)]
    fn three(&self, [x, y, z]: &[EachVehicle; 3]) -> [Number<V>; 3] {
        [self.load(x), self.load(y), self.load(z)]
    }

    #[inline(always)]
    fn put(&self, own: Number<V>, all: &mut EachVehicle) {
        self.0.store(own.0, all);
    }

    #[inline(always)]
    fn put_three(&self, [x, y, z]: [Number<V>; 3], all: &mut [EachVehicle; 3]) {
        let [of_x, of_y, of_z] = all;
        self.put(x, of_x);
        self.put(y, of_y);
        self.put(z, of_z);
    }

    #[inline(always)]
    fn put_rolling(&self, own: Rolling<Number<V>>, all: &mut Rolling<EachVehicle>) {
        self.put_three(own.normal, &mut all.normal);
        self.put_three(own.longitudinal, &mut all.longitudinal);
        self.put_three(own.down, &mut all.down);
        self.put(own.cosine, &mut all.cosine);
    }

    #[inline(always)]
    fn stand(&self, wheel: &WheelMotion<EachVehicle>, radii: &EachVehicle, row: &mut Row) {
        let rolling = Rolling::on_level(self.three(&wheel.axis));
        let bottom = rolling.bottom(self.three(&wheel.centre), self.load(radii));
        self.put_rolling(rolling, &mut row.rolling);
        self.put_three(bottom, &mut row.bottom);
        self.put_three(self.three(&wheel.velocity), &mut row.velocity);
    }

    #[inline(always)]
    fn tilt(&self, wheel: &WheelMotion<EachVehicle>, normals: &[EachVehicle; 3], row: &mut Row) {
        let rolling = Rolling::new(self.three(&wheel.axis), self.three(normals));
        self.put_rolling(rolling, &mut row.rolling);
    }

    #[inline(always)]
    fn carry(&self, velocities: &[EachVehicle; 3], row: &mut Row) {
        let over_ground = subtract(self.three(&row.velocity), self.three(velocities));
        self.put_three(over_ground, &mut row.velocity);
    }

    /// Writes loads and rates of these vehicles. Returns whether the results are sound: they are unsound if an argument
    /// is outside the range of a function.
    #[inline(always)]
    pub fn roll(
        &self,
        tyre: &impl Rolls<Number<V>>,
        (wheel, row): (&WheelMotion<EachVehicle>, &Row),
        touch: &Touch,
        (load, rates): (&mut WheelLoad<EachVehicle>, &mut [EachVehicle; 2]),
    ) -> bool {
        let motion = WheelMotion {
            centre: self.three(&wheel.centre),
            axis: self.three(&wheel.axis),
            velocity: self.three(&row.velocity),
            carrier_angular_velocity: self.three(&wheel.carrier_angular_velocity),
            spin: self.load(&wheel.spin),
        };
        let rolling = Rolling {
            normal: self.three(&row.rolling.normal),
            longitudinal: self.three(&row.rolling.longitudinal),
            down: self.three(&row.rolling.down),
            cosine: self.load(&row.rolling.cosine),
        };
        let ground = Ground {
            height: self.load(&touch.height),
            normal: rolling.normal,
            velocity: [Lanes::from(0.0); 3],
            friction: self.load(&touch.friction),
        };
        let bottom = self.three(&row.bottom);
        let contact = Contact::on_ground(&motion, tyre.radius(), rolling, bottom, &ground);
        let [along, across] = &touch.deflection;
        let (force, [along, across]) = tyre.roll(&contact, [self.load(along), self.load(across)]);
        let [force, moment] = force.at_centre(&contact);
        let ([fx, fy, fz], [mx, my, mz]) = (force, moment);
        let all = ((fx + fy) + (fz + mx)) + ((my + mz) + (along + across));
        self.put_three(force, &mut load.force);
        self.put_three(moment, &mut load.moment);
        let [of_along, of_across] = rates;
        self.put(along, of_along);
        self.put(across, of_across);
        let mut sums = [0.0; 8];
        self.put(all, &mut sums);
        !crate::state::of_eight(sums).is_nan()
    }
}

/// Functions of both levels: one computes all vehicles at once, the other one half of the vehicles after the other
/// half.
macro_rules! by_level {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) to $row:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name($($argument: $type,)* level: Level, $row: &mut Row) {
            #[target_feature(enable = "avx2,fma")]
            fn v3($($argument: $type,)* $row: &mut Row) {
                for half in 0..2 {
                    Loader::half(Registers::proven(), half).$name($($argument,)* $row);
                }
            }

            #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
            fn v4($($argument: $type,)* $row: &mut Row) {
                Loader::all(WideRegisters::proven()).$name($($argument,)* $row);
            }

            #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
            // SAFETY: a `Level` is made only after a check of the processor.
            unsafe {
                match level {
                    Level::V3 => v3($($argument,)* $row),
                    Level::V4 => v4($($argument,)* $row),
                }
            }
        }
    )*};
}

by_level! {
    /// Places a row of wheels over level ground at rest.
    stand(wheel: &WheelMotion<EachVehicle>, radii: &EachVehicle) to row;

    /// Adapts the directions of the wheels to grounds that are not all level.
    tilt(wheel: &WheelMotion<EachVehicle>, normals: &[EachVehicle; 3]) to row;

    /// Makes the velocities of the wheels relative to grounds of which some move.
    carry(velocities: &[EachVehicle; 3]) to row;
}
