//! The Magic Formula at one inflation pressure.

use super::{MagicFormula, Version};
use crate::number::Scalar;
use crate::tyre::pack::{Pack, Packed, Reader, ReaderOfTwo, pack};
use core::marker::PhantomData;

/// Declares the numbers of the formula.
macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident: $shape:ty,)*) => {
        /// All numbers that depend only on coefficients and inflation pressure, computed once. The coefficients are multiplied by the
        /// terms with the pressure and the scaling factors. Constants of a series in the relative excess `f` of the load form an
        /// array, `[a, b]` for `a + b f`.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(align(64))] // packed, no vector lies in two lines of the cache
        pub struct Numbers<S = f64> {
            $($(#[$doc])* pub(super) $field: $shape,)*
        }

        pack!(Numbers { $($field),* });

        /// Shapes of the numbers.
        #[allow(non_camel_case_types, reason = "each has the name of its number")]
        mod shapes {
            $(pub type $field<S> = $shape;)*
        }

        /// Source of the numbers of a law. Each number is requested separately: rustc takes long to take apart a
        /// structure of some two hundred numbers, of which a formula uses ten.
        #[allow(missing_docs, reason = "the comments on groups of numbers say what they are")]
        pub trait Source {
            /// Kind of number on which the law is evaluated.
            type Number: Scalar;

            $($(#[$doc])* fn $field(&self) -> shapes::$field<Self::Number>;)*
        }

        impl<S: Scalar> Source for Numbers<S> {
            type Number = S;

            $(#[inline(always)]
            fn $field(&self) -> shapes::$field<S> {
                self.$field
            })*
        }

        impl<S: Scalar, R: Reader<S>> Source for SideBySide<'_, S, R> {
            type Number = S;

            $(#[inline(always)]
            fn $field(&self) -> shapes::$field<S> {
                self.numbers.$field.read(self.reader)
            })*
        }

        impl<S: Scalar, R: ReaderOfTwo<S>> Source for TwoSideBySide<'_, S, R> {
            type Number = S;

            $(#[inline(always)]
            fn $field(&self) -> shapes::$field<S> {
                self.numbers[0].$field.read_two(&self.numbers[1].$field, self.reader)
            })*
        }
    };
}

numbers! {
    side: S,
    radius: S,
    nominal: S,
    by_nominal: S,
    // Load beyond which forces grow in proportion to the load, far above all loads if the file gives none.
    greatest: S,
    ground: [S; 2],
    // Normal force: stiffness by deflection, by its square, by the square of the inclination; growth with the spin; damping.
    spring: [S; 2],
    spring_by_camber: S,
    spring_by_spin: S,
    damping: S,
    // Effective radius: free radius, its growth by the square of the spin; terms of the arc tangent of the load, and of the load
    // itself.
    free: [S; 2],
    sunk: S,
    sunk_shape: S,
    sunk_by_load: S,
    // Rolling resistance.
    resistance: S,
    resistance_by_force: S,
    resistance_by_speed: [S; 2],
    resistance_by_camber: [S; 2],
    resistance_power: S,
    by_reference: S,
    by_fnomin: S,
    // Relaxation.
    carcass: [[S; 3]; 2],
    length_along: [S; 2],
    length_decay: S,
    length_across: S,
    length_shape: S,
    // Longitudinal force.
    slip_stiffness: [S; 2],
    slip_stiffness_power: S,
    friction_along: [S; 2],
    friction_along_by_camber: S,
    friction_along_least: S,
    along_shift: [S; 2],
    along_shape: S,
    by_along_shape: S,
    along_curvature: [S; 3],
    along_skew: S,
    along_rise: [S; 2],
    angle_weight: [S; 2],
    angle_weight_by_slip: S,
    angle_weight_curvature: [S; 2],
    angle_weight_shape: S,
    angle_weight_shift: S,
    // Lateral force.
    cornering_stiffness: S,
    cornering_by_camber: S,
    cornering_shape: S,
    cornering_peak: [S; 2],
    friction_across: [S; 2],
    friction_across_by_camber: S,
    friction_across_least: S,
    across_shift: [S; 2],
    across_shift_by_camber: S,
    camber_thrust: [S; 2],
    camber_rise: [S; 2],
    camber_rise_shifts: S,
    across_rise: [S; 2],
    across_shape: S,
    by_across_shape: S,
    across_curvature: [S; 2],
    across_curvature_by_camber: S,
    across_skew: [S; 2],
    slip_weight: [S; 2],
    slip_weight_by_angle: [S; 2],
    slip_weight_curvature: [S; 2],
    slip_weight_shape: S,
    slip_weight_shift: [S; 2],
    by_slip: [S; 3],
    by_slip_angle: S,
    by_slip_shape: [S; 2],
    // Aligning moment.
    trail_shift: [S; 2],
    trail_shift_by_camber: [S; 2],
    trail_stiffness: [S; 3],
    trail_stiffness_by_camber: [S; 2],
    trail_shape: S,
    trail_peak: [S; 2],
    trail_peak_by_camber: [S; 2],
    trail_curvature: [S; 3],
    trail_skew: [S; 2],
    residual_stiffness: [S; 2],
    residual_peak: [S; 2],
    residual_by_camber: [S; 2],
    residual_by_camber_squared: [S; 2],
    offset: S,
    offset_by_force: S,
    offset_by_camber: [S; 2],
    // Overturning moment.
    overturning: S,
    overturning_by_camber: [S; 2],
    overturning_by_force: S,
    overturning_wave: S,
    overturning_wave_load: [S; 2],
    overturning_wave_camber: S,
    overturning_wave_force: [S; 2],
    overturning_load: [S; 2],
    overturning_force: [S; 2],
}

/// Fraction of the friction at the nominal load that remains at every load and inclination.
const LEAST_FRICTION: f64 = 0.1;

/// A tyre by the Magic Formula, prepared: the law of [`MagicFormula`], with all terms that are constant computed in advance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prepared<N = Numbers<f64>> {
    /// Its numbers, or a reference to them.
    pub(super) numbers: N,
    /// Version of the formula.
    pub version: Version,
}

/// Numbers of four tyres side by side, and a reader that combines four numbers into one.
#[derive(Debug)]
pub struct SideBySide<'n, S, R> {
    numbers: &'n Numbers<[f64; 4]>,
    reader: &'n R,
    made: PhantomData<S>,
}

/// Numbers of four tyres and of four other tyres, and a reader that combines eight numbers into one.
#[derive(Debug)]
pub struct TwoSideBySide<'n, S, R> {
    numbers: [&'n Numbers<[f64; 4]>; 2],
    reader: &'n R,
    made: PhantomData<S>,
}

/// `a + b p + c p²`
#[inline(always)]
fn series<S: Scalar>(a: S, b: S, c: S, p: S) -> S {
    a + b * p + c * (p * p)
}

/// All numbers multiplied by a factor.
#[inline(always)]
fn times<S: Scalar, const N: usize>(factor: S, mut numbers: [S; N]) -> [S; N] {
    for number in &mut numbers {
        *number = *number * factor;
    }
    numbers
}

impl<S: Scalar> MagicFormula<S> {
    /// The law, prepared.
    pub fn prepared(&self) -> Prepared<Numbers<S>> {
        Prepared {
            numbers: self.numbers(),
            version: self.version,
        }
    }

    fn numbers(&self) -> Numbers<S> {
        let (c, p, zero, one) = (&self.coefficients, self.pressure(), S::zero(), S::one());
        let two_over_pi = S::from(core::f64::consts::FRAC_2_PI);
        let (nominal, radius) = (c.fnomin * c.lfzo, c.unloaded_radius);
        let two = S::from(2.0);
        let is_six = match self.version {
            Version::Five => zero,
            Version::Six => one,
        };
        let stiffening = (one + c.pfz1 * p) * c.lcz;
        let stiffness = c.vertical_stiffness * stiffening;
        let by_depth = c.fnomin * stiffening / radius;
        let series_of_depth = [by_depth * self.first_stiffness(), by_depth * c.q_fz2 / radius];
        let spring = match self.version {
            Version::Five => {
                let given = c.q_fz1.abs() + c.q_fz2.abs();
                let linear = [stiffness, zero];
                [0, 1].map(|k| (-given).select(series_of_depth[k], linear[k]))
            }
            Version::Six => series_of_depth,
        };
        let by_speed = radius / c.longvl;
        let free = [radius * c.q_re0, radius * c.q_v1 * (by_speed * by_speed)];
        let resistance_scale = radius * c.lmy * self.pressure_ratio().powf(c.qsy8);
        let pressed_x = c.lkx * series(one, c.ppx1, c.ppx2, p);
        let friction_x = c.lmux * series(one, c.ppx3, c.ppx4, p);
        let friction_y = c.lmuy * series(one, c.ppy3, c.ppy4, p);
        let residual = radius * c.lmuy;
        let by_camber_residual = residual * c.lkzc * c.lgaz;
        let pressed_residual = one + c.ppz2 * p;
        Numbers {
            side: self.side,
            radius,
            nominal,
            by_nominal: one / nominal,
            greatest: (-c.fzmax).select(c.fzmax, S::from(1e30)),
            ground: [c.lmux, c.lmuy],
            spring,
            spring_by_camber: by_depth * c.q_fz3,
            spring_by_spin: c.q_v2 * radius / c.longvl,
            damping: c.vertical_damping,
            free,
            sunk: c.fnomin / stiffness * c.dreff,
            sunk_shape: c.breff / c.fnomin,
            sunk_by_load: c.freff / stiffness,
            resistance: resistance_scale * c.qsy1,
            resistance_by_force: resistance_scale * c.qsy2 / c.fnomin,
            resistance_by_speed: times(resistance_scale, [c.qsy3, c.qsy4]),
            resistance_by_camber: times(resistance_scale, [c.qsy5, c.qsy6]),
            resistance_power: c.qsy7,
            by_reference: one / c.longvl,
            by_fnomin: one / c.fnomin,
            carcass: [
                times(c.longitudinal_stiffness * (one + c.pcfx3 * p), [one, c.pcfx1, c.pcfx2]),
                times(c.lateral_stiffness * (one + c.pcfy3 * p), [one, c.pcfy1, c.pcfy2]),
            ],
            length_along: times(radius / nominal * c.lsgkp, [c.ptx1, c.ptx2]),
            length_decay: -c.ptx3,
            length_across: two * c.pty1 * radius * c.lfzo * c.lsgal * c.pty2,
            length_shape: c.pty2 * c.pty2,
            slip_stiffness: times(pressed_x, [c.pkx1, c.pkx2]),
            slip_stiffness_power: c.pkx3,
            friction_along: times(friction_x, [c.pdx1, c.pdx2]),
            friction_along_by_camber: c.pdx3 * (c.lgax * c.lgax),
            friction_along_least: S::from(LEAST_FRICTION) * friction_x * c.pdx1,
            along_shift: times(c.lhx, [c.phx1, c.phx2]),
            along_shape: c.pcx1 * c.lcx,
            by_along_shape: one / (c.pcx1 * c.lcx),
            along_curvature: times(c.lex, [c.pex1, c.pex2, c.pex3]),
            along_skew: c.pex4,
            along_rise: times(c.lvx * c.lmux, [c.pvx1, c.pvx2]),
            angle_weight: times(c.lxal, [c.rbx1, is_six * c.rbx3]),
            angle_weight_by_slip: c.rbx2,
            angle_weight_curvature: [c.rex1, c.rex2],
            angle_weight_shape: c.rcx1,
            angle_weight_shift: c.rhx1,
            cornering_stiffness: c.pky1 * nominal * (one + c.ppy1 * p) * c.lky,
            cornering_by_camber: c.pky3 * c.lgay.abs(),
            cornering_shape: two + is_six * (c.pky4 - two),
            cornering_peak: times(
                nominal * (one + c.ppy2 * p),
                [c.pky2, is_six * c.pky5 * (c.lgay * c.lgay)],
            ),
            friction_across: times(friction_y, [c.pdy1, c.pdy2]),
            friction_across_by_camber: c.pdy3 * (c.lgay * c.lgay),
            friction_across_least: S::from(LEAST_FRICTION) * friction_y * c.pdy1,
            across_shift: times(c.lhy, [c.phy1, c.phy2]),
            across_shift_by_camber: (one - is_six) * c.phy3 * c.lgay * c.lkyc,
            camber_thrust: times(is_six * (one + c.ppy5 * p) * c.lkyc * c.lgay, [c.pky6, c.pky7]),
            camber_rise: times(c.lkyc * c.lgay * c.lmuy, [c.pvy3, c.pvy4]),
            camber_rise_shifts: is_six,
            across_rise: times(c.lvy * c.lmuy, [c.pvy1, c.pvy2]),
            across_shape: c.pcy1 * c.lcy,
            by_across_shape: one / (c.pcy1 * c.lcy),
            across_curvature: times(c.ley, [c.pey1, c.pey2]),
            across_curvature_by_camber: is_six * c.pey5 * (c.lgay * c.lgay),
            across_skew: [c.pey3, c.pey4 * c.lgay],
            slip_weight: times(c.lyka, [c.rby1, is_six * c.rby4]),
            slip_weight_by_angle: [c.rby2, c.rby3],
            slip_weight_curvature: [c.rey1, c.rey2],
            slip_weight_shape: c.rcy1,
            slip_weight_shift: [c.rhy1, c.rhy2],
            by_slip: times(c.lvyka, [c.rvy1, c.rvy2, c.rvy3]),
            by_slip_angle: c.rvy4,
            by_slip_shape: [c.rvy5, c.rvy6],
            trail_shift: [c.qhz1, c.qhz2],
            trail_shift_by_camber: times(c.lgaz, [c.qhz3, c.qhz4]),
            trail_stiffness: times(c.lky / c.lmuy, [c.qbz1, c.qbz2, c.qbz3]),
            trail_stiffness_by_camber: [c.qbz4 * c.lgaz, c.qbz5 * c.lgaz.abs()],
            trail_shape: c.qcz1,
            trail_peak: times(radius / nominal * (one - c.ppz1 * p) * c.ltr, [c.qdz1, c.qdz2]),
            trail_peak_by_camber: [c.qdz3 * c.lgaz, c.qdz4 * (c.lgaz * c.lgaz)],
            trail_curvature: [c.qez1, c.qez2, c.qez3],
            trail_skew: times(two_over_pi, [c.qez4, c.qez5 * c.lgaz]),
            residual_stiffness: [c.qbz9 * (c.lky / c.lmuy), c.qbz10],
            residual_peak: times(residual * c.lres, [c.qdz6, c.qdz7]),
            residual_by_camber: times(by_camber_residual * pressed_residual, [c.qdz8, c.qdz9]),
            residual_by_camber_squared: times(is_six * by_camber_residual * c.lgaz.abs(), [c.qdz10, c.qdz11]),
            offset: radius * c.ls * c.ssz1,
            offset_by_force: radius * c.ls * c.ssz2 / nominal,
            offset_by_camber: times(radius * c.ls * c.lgaz, [c.ssz3, c.ssz4]),
            overturning: radius * c.lmx * c.qsx1 * c.lvmx,
            overturning_by_camber: times(radius * c.lmx, [-c.qsx2 * (one + c.ppmx1 * p), c.qsx12]),
            overturning_by_force: radius * c.lmx * c.qsx3 / c.fnomin,
            overturning_wave: radius * c.lmx * c.qsx4,
            overturning_wave_load: [c.qsx5, c.qsx6 / c.fnomin],
            overturning_wave_camber: c.qsx7,
            overturning_wave_force: [c.qsx8, c.qsx9 / c.fnomin],
            overturning_load: [radius * c.lmx * c.qsx10, c.qsx11 / c.fnomin],
            overturning_force: times(radius * c.lmx, [c.qsx13, c.qsx14]),
        }
    }
}

impl Prepared {
    /// Four tyres side by side; `None` if they have different versions.
    pub fn pack(four: [&Self; 4]) -> Option<Prepared<Numbers<[f64; 4]>>> {
        let [a, b, c, d] = four;
        let is_same = [b, c, d].iter().all(|tyre| tyre.version == a.version);
        is_same.then(|| Prepared {
            numbers: Pack::pack([&a.numbers, &b.numbers, &c.numbers, &d.numbers]),
            version: a.version,
        })
    }
}

impl Prepared<Numbers<[f64; 4]>> {
    /// Unloaded radii [m].
    #[inline]
    pub fn radii(&self) -> [f64; 4] {
        self.numbers.radius
    }

    /// The law over numbers that the reader makes of the four tyres.
    #[inline(always)]
    pub fn read<'n, S: Scalar, R: Reader<S>>(&'n self, reader: &'n R) -> Prepared<SideBySide<'n, S, R>> {
        Prepared {
            numbers: SideBySide {
                numbers: &self.numbers,
                reader,
                made: PhantomData,
            },
            version: self.version,
        }
    }

    /// The law over numbers that the reader makes from these four tyres and from four other tyres of equal version.
    #[inline(always)]
    pub fn read_two<'n, S: Scalar, R: ReaderOfTwo<S>>(
        &'n self,
        others: &'n Self,
        reader: &'n R,
    ) -> Prepared<TwoSideBySide<'n, S, R>> {
        Prepared {
            numbers: TwoSideBySide {
                numbers: [&self.numbers, &others.numbers],
                reader,
                made: PhantomData,
            },
            version: self.version,
        }
    }
}
