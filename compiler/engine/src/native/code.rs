//! Calls of machine code: the arguments of a program, and the list that contains the arguments.
#![allow(unsafe_code, reason = "machine code is called through pointers")]

use super::print::Printed;
use core::ffi::c_void;
use std::fmt;
use std::sync::Arc;
use wishbone_compiler::scalar::Points;
use wishbone_laws::math;

/// A half of a program: it reads and writes the board, and values that it stores for the other half. The tools belong
/// to its text: [`Tools`] for one vehicle.
pub type Function = unsafe extern "C" fn(board: *mut f64, kept: *mut f64, tools: *const c_void);

/// A library of machine code, made of the [text](super::text) of vehicles.
///
/// # Safety
/// A function that is found under a name is the function with this name in the text. It can be called as long as the
/// library lives.
pub unsafe trait Library: fmt::Debug + Send + Sync {
    /// The function with this name, if there is one.
    fn function(&self, name: &str) -> Option<Function>;
}

/// Sine and cosine of an angle.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SinCos {
    sine: f64,
    cosine: f64,
}

/// A curve at a position among the curves of a program.
type Curve = unsafe extern "C" fn(tables: *const c_void, position: usize, x: f64) -> f64;

/// What a program calls. Its elementary functions are the functions of programs in runs, to the last bit.
#[repr(C)]
#[derive(Debug)]
pub struct Tools {
    sin_cos: extern "C" fn(f64) -> SinCos,
    atan2: extern "C" fn(f64, f64) -> f64,
    exp: extern "C" fn(f64) -> f64,
    ln: extern "C" fn(f64) -> f64,
    lookup: Curve,
    integral: Curve,
    tables: *const c_void,
}

extern "C" fn sin_cos(angle: f64) -> SinCos {
    let (sine, cosine) = math::sin_cos(angle);
    SinCos { sine, cosine }
}

extern "C" fn atan2(y: f64, x: f64) -> f64 {
    math::atan2(y, x)
}

extern "C" fn exp(x: f64) -> f64 {
    math::exp(x)
}

extern "C" fn ln(x: f64) -> f64 {
    math::ln(x)
}

/// # Safety
/// `tables` is the list of [`Tools::of`], of curves that still exist.
unsafe extern "C" fn lookup(tables: *const c_void, position: usize, x: f64) -> f64 {
    // SAFETY: as promised by the caller.
    unsafe { curve(tables, position) }.map_or(f64::NAN, |points| points.at(x))
}

/// # Safety
/// The conditions of [`lookup`] hold.
unsafe extern "C" fn integral(tables: *const c_void, position: usize, x: f64) -> f64 {
    // SAFETY: as promised by the caller.
    unsafe { curve(tables, position) }.map_or(f64::NAN, |points| points.integral(x))
}

/// # Safety
/// The conditions of [`lookup`] hold.
unsafe fn curve<'t>(tables: *const c_void, position: usize) -> Option<&'t Points> {
    // SAFETY: as promised by the caller, since `Tools::of` made the pointer of such a list.
    unsafe { &*tables.cast::<Vec<Points>>() }.get(position)
}

impl Tools {
    /// The tools of a program with these curves.
    fn of(tables: &Vec<Points>) -> Self {
        Self {
            sin_cos,
            atan2,
            exp,
            ln,
            lookup,
            integral,
            tables: std::ptr::from_ref(tables).cast(),
        }
    }
}

/// The machine code of a program.
#[derive(Clone, Debug)]
pub struct Code {
    /// One for each half.
    functions: Vec<Function>,
    /// Values that one half leaves for the other half.
    kept: Vec<f64>,
    tables: Arc<Vec<Points>>,
    /// Keeps the functions alive.
    _library: Arc<dyn Library>,
}

impl Code {
    /// The machine code of a printed program; `None` if the library lacks it.
    pub fn of(printed: Printed, library: &Arc<dyn Library>) -> Option<Self> {
        let functions = printed.names().map(|name| library.function(&name));
        Some(Self {
            functions: functions.collect::<Option<_>>()?,
            kept: vec![0.0; printed.kept],
            tables: Arc::new(printed.tables),
            _library: library.clone(),
        })
    }

    /// Runs a half, or all of it. The board belongs to the vehicle for which the program was printed.
    pub fn run(&mut self, half: Option<usize>, board: &mut [f64]) {
        let tools = Tools::of(&self.tables);
        let (board, kept) = (board.as_mut_ptr(), self.kept.as_mut_ptr());
        let functions = match half {
            Some(half) => self.functions.get(half..=half).unwrap_or_default(),
            None => &self.functions[..],
        };
        for function in functions {
            // SAFETY: the function is the printed one, whose places lie on the board and among the kept values; nothing else refers to these
            // numbers meanwhile, and curves outlive the call.
            unsafe { function(board, kept, (&raw const tools).cast()) };
        }
    }
}
