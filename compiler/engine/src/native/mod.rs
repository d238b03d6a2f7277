//! Programs as machine code. [`text`] prints the programs in Rust, rustc compiles this text to a [`Library`], and an
//! [`Engine`] runs the programs of the library.
//!
//! Each function of such a library contains the hash of its own text in its name. The text fixes the places that the
//! function reads and writes on the vehicle's board. So a function that is found is always right: a library of another
//! vehicle has other functions. Results have the bits of the programs in runs, since both perform equal operations in
//! IEEE arithmetic and call the same elementary functions.

mod code;
#[cfg(feature = "load")]
mod load;
mod parts;
mod print;
#[cfg(target_arch = "x86_64")]
mod several;
#[cfg(target_arch = "x86_64")]
mod shared;
#[cfg(not(all(feature = "together", target_arch = "x86_64")))]
#[path = "one_by_one.rs"]
mod together;
#[cfg(all(feature = "together", target_arch = "x86_64"))]
mod together;
mod width;

pub use code::{Function, Library, Tools};
#[cfg(feature = "load")]
pub use load::load;
pub use together::together;
pub use width::Width;

use crate::board::Places;
use crate::engine::Engine;
use crate::placed::{self, Parts, Placed};
use code::Code;
use core::fmt;
use print::Printed;
use std::collections::BTreeMap;
use std::sync::Arc;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::{Call, Role};

/// Reason why an engine does not accept a library: the library lacks the program of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacks(pub &'static str);

impl fmt::Display for Lacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "it has no function for the program `{}` of this vehicle: it was made for another vehicle, or by another version",
            self.0
        )
    }
}

impl core::error::Error for Lacks {}

/// Name of the symbol of a library whose code has instructions of AVX.
#[cfg(feature = "load")]
const AVX_MARK: &[u8] = b"WISHBONE_HAS_AVX";

/// Whether this processor has the instructions of AVX. They keep operands where they are.
pub fn has_avx() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = std::is_x86_feature_detected!("avx");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

/// The text of a library with the programs of these vehicles, in Rust that needs no crate. If its width is larger than one, it
/// is for processors with [`Width::features`].
pub fn text(vehicles: &[&Compiled], width: Width) -> String {
    let mut functions = BTreeMap::new();
    for compiled in vehicles {
        let each = programs(compiled, width).into_values();
        functions.extend(each.map(|printed| (printed.key, printed.functions())));
    }
    let functions: Vec<String> = functions.into_values().collect();
    format!("{}{}", print::head(width), functions.concat())
}

/// The programs of a vehicle that run more than once, by call and part.
fn programs(compiled: &Compiled, width: Width) -> BTreeMap<(Call, usize), Printed> {
    let places = Places::of(compiled);
    let printed = |call: Call, placed: &Placed<'_>| Printed::of(placed, is_in_halves(call), width);
    let own = placed::calls(compiled).map(|(call, program)| ((call, 0), printed(call, &Placed::of(program, &places))));
    let mut programs: BTreeMap<_, _> = own.collect();
    if let Some(later) = compiled.later() {
        let calls = later.calls(&compiled.programs.calls).into_iter();
        programs.extend(calls.map(|call| ((call, 0), printed(call, &Placed::of(&later.program(call), &places)))));
    }
    let parts = Parts::of(compiled);
    for call in parts.calls() {
        for (part, own) in parts.of_call(call).enumerate() {
            let own = own.map(|own| printed(call, &Placed::of_correction(own, &places)));
            programs.extend(own.map(|own| ((call, part), own)));
        }
    }
    programs
}

/// Whether a program is run in two halves.
fn is_in_halves(call: Call) -> bool {
    matches!(call.entry().role, Role::Evaluation)
}

/// The machine code of a vehicle.
#[derive(Clone, Debug)]
pub(crate) struct Native(BTreeMap<(Call, usize), Runs>);

/// The machine code of a program.
#[derive(Clone, Debug)]
enum Runs {
    One(Code),
    #[cfg(target_arch = "x86_64")]
    Several(several::Code),
}

impl Runs {
    fn of(printed: Printed, width: Width, library: &Arc<dyn Library>) -> Option<Self> {
        match width {
            Width::One => Code::of(printed, library).map(Self::One),
            #[cfg(target_arch = "x86_64")]
            Width::Four | Width::Eight => several::Code::of(printed, width, library).map(Self::Several),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Four | Width::Eight => None,
        }
    }

    fn run(&mut self, half: Option<usize>, board: &mut [f64]) {
        match self {
            Self::One(code) => code.run(half, board),
            #[cfg(target_arch = "x86_64")]
            Self::Several(code) => code.run(half, board),
        }
    }
}

impl Native {
    /// Runs a half of a program, or all of it. Returns whether there is machine code for it.
    pub fn run(own: &mut Option<Self>, program: (Call, usize), half: Option<usize>, board: &mut [f64]) -> bool {
        let code = own.as_mut().and_then(|own| own.0.get_mut(&program));
        code.map(|code| code.run(half, board)).is_some()
    }
}

impl Engine {
    /// Runs the programs by machine code from now on. `compiled` is the vehicle of the engine, and the library is
    /// compiled from the text for this vehicle and this width. Engines run abreast in [`together`].
    ///
    /// # Errors
    /// Returns an error if the library lacks a program of the vehicle; then the engine continues as before.
    pub fn run_natively(&mut self, compiled: &Compiled, library: &Arc<dyn Library>, width: Width) -> Result<(), Lacks> {
        let found = programs(compiled, width).into_iter().map(|((call, part), printed)| {
            let runs = Runs::of(printed, width, library).ok_or(Lacks(call.entry().name))?;
            Ok(((call, part), runs))
        });
        self.native = Some(Native(found.collect::<Result<_, Lacks>>()?));
        Ok(())
    }
}
