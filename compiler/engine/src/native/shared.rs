//! What machine code for several vehicles calls.
#![allow(unsafe_code, reason = "machine code calls these functions with pointers")]

use core::ffi::c_void;
use wishbone_compiler::scalar::Points;

/// A function of a number, in each lane.
type Function = unsafe extern "C" fn(x: *const f64, found: *mut f64);
/// A curve at a position among those of a program, in each lane.
type Curve = unsafe extern "C" fn(tables: *const c_void, position: usize, x: *const f64, found: *mut f64);

/// What a program for several vehicles calls. Its functions are those of programs in runs, to the last bit.
#[repr(C)]
#[derive(Debug)]
pub struct Shared {
    /// The sines of all lanes, then their cosines.
    sin_cos: Function,
    atan2: unsafe extern "C" fn(y: *const f64, x: *const f64, found: *mut f64),
    exp: Function,
    ln: Function,
    lookup: Curve,
    integral: Curve,
    tables: *const c_void,
}

impl Shared {
    /// The tools of a program for four or eight vehicles with these curves. The processor has the instruction set.
    pub fn of(lanes: usize, tables: &Vec<Points>) -> Self {
        let tables = std::ptr::from_ref(tables).cast();
        match lanes {
            8 => Self {
                sin_cos: eight::sin_cos,
                atan2: eight::atan2,
                exp: eight::exp,
                ln: eight::ln,
                lookup: lookup::<8>,
                integral: integral::<8>,
                tables,
            },
            _ => Self {
                sin_cos: four::sin_cos,
                atan2: four::atan2,
                exp: four::exp,
                ln: four::ln,
                lookup: lookup::<4>,
                integral: integral::<4>,
                tables,
            },
        }
    }
}

/// Elementary functions in so many lanes, by vectors of these features. Arguments point to a number for each lane; the last one is where
/// the results are written.
macro_rules! functions {
    ($name:ident, $lanes:literal lanes: $vector:ident, $features:literal) => {
        mod $name {
            use wishbone::lanes::$vector;
            use wishbone_laws::math::in_lanes;

            type Lanes = [f64; $lanes];

            /// # Safety
            /// The pointers are those of numbers in lanes, and the processor has the features.
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn sin_cos(x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (x, found) = unsafe { (&*x.cast::<Lanes>(), &mut *found.cast::<[Lanes; 2]>()) };
                let (sine, cosine) = in_lanes::sin_cos($vector(*x));
                *found = [sine.to_array(), cosine.to_array()];
            }

            /// # Safety
            /// As that of [`sin_cos`].
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn atan2(y: *const f64, x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (y, x) = unsafe { (&*y.cast::<Lanes>(), &*x.cast::<Lanes>()) };
                // SAFETY: as promised by the caller.
                let found = unsafe { &mut *found.cast::<Lanes>() };
                *found = in_lanes::atan2($vector(*y), $vector(*x)).to_array();
            }

            /// # Safety
            /// As that of [`sin_cos`].
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn exp(x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (x, found) = unsafe { (&*x.cast::<Lanes>(), &mut *found.cast::<Lanes>()) };
                *found = in_lanes::exp($vector(*x)).to_array();
            }

            /// # Safety
            /// As that of [`sin_cos`].
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn ln(x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (x, found) = unsafe { (&*x.cast::<Lanes>(), &mut *found.cast::<Lanes>()) };
                *found = in_lanes::ln($vector(*x)).to_array();
            }
        }
    };
}

functions!(four, 4 lanes: x4, "avx2,fma");
functions!(eight, 8 lanes: x8, "avx2,fma,avx512f,avx512vl,avx512dq");

/// # Safety
/// `tables` is that of [`Shared::of`], of curves that are still there; `x` and `found` point to a number for each lane.
unsafe extern "C" fn lookup<const LANES: usize>(
    tables: *const c_void,
    position: usize,
    x: *const f64,
    found: *mut f64,
) {
    // SAFETY: as promised by the caller.
    unsafe { read::<LANES>((tables, position), x, found, Points::at) };
}

/// # Safety
/// As that of [`lookup`].
unsafe extern "C" fn integral<const LANES: usize>(
    tables: *const c_void,
    position: usize,
    x: *const f64,
    found: *mut f64,
) {
    // SAFETY: as promised by the caller.
    unsafe { read::<LANES>((tables, position), x, found, Points::integral) };
}

/// Reads a curve at a number of each lane.
///
/// # Safety
/// As that of [`lookup`].
unsafe fn read<const LANES: usize>(
    (tables, position): (*const c_void, usize),
    x: *const f64,
    found: *mut f64,
    at: impl Fn(&Points, f64) -> f64,
) {
    // SAFETY: as promised by the caller, since `Shared::of` made the pointer of such a list.
    let curve = unsafe { &*tables.cast::<Vec<Points>>() }.get(position);
    // SAFETY: as promised by the caller.
    let (x, found) = unsafe { (&*x.cast::<[f64; LANES]>(), &mut *found.cast::<[f64; LANES]>()) };
    *found = x.map(|x| curve.map_or(f64::NAN, |points| at(points, x)));
}
