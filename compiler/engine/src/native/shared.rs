//! What machine code for several vehicles calls.
#![allow(unsafe_code, reason = "machine code calls these functions with pointers")]

use core::ffi::c_void;
use wishbone_compiler::scalar::{Ordinates, Points};

/// A function of a number, in each lane.
type Function = unsafe extern "C" fn(x: *const f64, found: *mut f64);
/// A curve at a position among the curves of a program, in each lane.
type Curve = unsafe extern "C" fn(tables: *const c_void, position: usize, x: *const f64, found: *mut f64);

/// What a program for several vehicles calls. Its functions are the functions of programs in runs, to the last bit.
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
                lookup: eight::lookup,
                integral: integral::<8>,
                tables,
            },
            _ => Self {
                sin_cos: four::sin_cos,
                atan2: four::atan2,
                exp: four::exp,
                ln: four::ln,
                lookup: four::lookup,
                integral: integral::<4>,
                tables,
            },
        }
    }
}

/// Elementary functions in this number of lanes, by vectors of these features. Each argument points to a number for
/// each lane; the last argument is the place for the results.
macro_rules! functions {
    ($name:ident, $lanes:literal lanes: $vector:ident, $features:literal) => {
        mod $name {
            use core::ffi::c_void;
            use wishbone::lanes::$vector;
            use wishbone_laws::math::in_lanes;

            type Lanes = [f64; $lanes];

            /// # Safety
            /// The pointers belong to numbers in lanes, and the processor has the features.
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn sin_cos(x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (x, found) = unsafe { (&*x.cast::<Lanes>(), &mut *found.cast::<[Lanes; 2]>()) };
                let (sine, cosine) = in_lanes::sin_cos($vector(*x));
                *found = [sine.to_array(), cosine.to_array()];
            }

            /// # Safety
            /// The conditions of [`sin_cos`] hold.
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn atan2(y: *const f64, x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (y, x) = unsafe { (&*y.cast::<Lanes>(), &*x.cast::<Lanes>()) };
                // SAFETY: as promised by the caller.
                let found = unsafe { &mut *found.cast::<Lanes>() };
                *found = in_lanes::atan2($vector(*y), $vector(*x)).to_array();
            }

            /// # Safety
            /// The conditions of [`sin_cos`] hold.
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn exp(x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (x, found) = unsafe { (&*x.cast::<Lanes>(), &mut *found.cast::<Lanes>()) };
                *found = in_lanes::exp($vector(*x)).to_array();
            }

            /// # Safety
            /// The conditions of [`sin_cos`] hold.
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn ln(x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                let (x, found) = unsafe { (&*x.cast::<Lanes>(), &mut *found.cast::<Lanes>()) };
                *found = in_lanes::ln($vector(*x)).to_array();
            }

            /// # Safety
            /// `tables` is the list of [`Shared::of`](super::Shared::of), of curves that still exist. Otherwise as that of [`sin_cos`].
            #[target_feature(enable = $features)]
            pub unsafe extern "C" fn lookup(tables: *const c_void, position: usize, x: *const f64, found: *mut f64) {
                // SAFETY: as promised by the caller.
                unsafe { super::read::<$lanes>((tables, position), x, found, super::values) };
            }
        }
    };
}

functions!(four, 4 lanes: x4, "avx2,fma");
functions!(eight, 8 lanes: x8, "avx2,fma,avx512f,avx512vl,avx512dq");

/// Values of a curve at a number of each lane, equal to those of [`Points::at`] to the last bit. The comparisons with a point are
/// made for all lanes at once.
#[inline(always)]
fn values<const LANES: usize>(points: &Points, x: &[f64; LANES]) -> [f64; LANES] {
    let begun = |places: &[f64]| {
        let mut begun = [0_usize; LANES];
        for place in places {
            let each = begun.iter_mut().zip(x);
            each.for_each(|(begun, x)| *begun += usize::from(x >= place));
        }
        begun
    };
    let (places, last) = (&points.x[..], points.x.len() - 1);
    let mut found = [0.0; LANES];
    match &points.ordinates {
        Ordinates::Straight(y) => {
            let left = begun(&places[1..last]);
            for (found, (left, x)) in found.iter_mut().zip(left.into_iter().zip(x)) {
                let slope = (y[left + 1] - y[left]) / (places[left + 1] - places[left]);
                *found = y[left] + slope * (x - places[left]);
            }
        }
        Ordinates::Cubic(pieces) => {
            let piece = begun(places);
            for (found, (piece, x)) in found.iter_mut().zip(piece.into_iter().zip(x)) {
                let [c0, c1, c2, c3] = pieces[piece];
                let u = x - places[piece.saturating_sub(1)];
                *found = c0 + u * (c1 + u * (c2 + u * c3));
            }
        }
    }
    found
}

/// # Safety
/// `tables` is the list of [`Shared::of`], of curves that still exist; `x` and `found` point to a number for each lane.
unsafe extern "C" fn integral<const LANES: usize>(
    tables: *const c_void,
    position: usize,
    x: *const f64,
    found: *mut f64,
) {
    let each = |points: &Points, x: &[f64; LANES]| x.map(|x| points.integral(x));
    // SAFETY: as promised by the caller.
    unsafe { read::<LANES>((tables, position), x, found, each) };
}

/// Reads a curve at a number of each lane.
///
/// # Safety
/// The conditions of [`integral`] hold.
#[inline(always)]
unsafe fn read<const LANES: usize>(
    (tables, position): (*const c_void, usize),
    x: *const f64,
    found: *mut f64,
    at: impl Fn(&Points, &[f64; LANES]) -> [f64; LANES],
) {
    // SAFETY: as promised by the caller, since `Shared::of` made the pointer of such a list.
    let curve = unsafe { &*tables.cast::<Vec<Points>>() }.get(position);
    // SAFETY: as promised by the caller.
    let (x, found) = unsafe { (&*x.cast::<[f64; LANES]>(), &mut *found.cast::<[f64; LANES]>()) };
    *found = curve.map_or([f64::NAN; LANES], |points| at(points, x));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Curves in lanes have the bits of single curves: at points, between points, beyond both ends, and for NaN.
    #[test]
    fn curves_in_lanes_have_the_bits_of_each_alone() {
        let (x, y) = (vec![-2.0, -0.5, 0.3, 0.7, 4.0], vec![3.0, 0.1, 0.2, -7.0, 11.0]);
        let shortest = Points::straight(vec![0.0, 1.0], vec![2.0, 5.0]);
        for points in [
            Points::straight(x.clone(), y.clone()),
            Points::cubic(x.clone(), y),
            shortest,
        ] {
            let between = (0..64).map(|k| -3.0 + 0.13 * f64::from(k));
            let at: Vec<f64> = between
                .chain(x.clone())
                .chain([f64::NAN, f64::INFINITY, -0.0])
                .collect();
            for eight in at.as_chunks::<8>().0 {
                let alone = eight.map(|x| points.at(x).to_bits());
                assert_eq!(
                    values(&points, eight).map(f64::to_bits),
                    alone,
                    "{points:?} at {eight:?}"
                );
            }
        }
    }
}
