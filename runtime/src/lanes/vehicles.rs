//! Vehicles of a batch that are computed at once: all eight vehicles, or four if a register holds four numbers.

use super::{F64x4, F64x8, InRange, Registers, WideRegisters, half, set_half};
use wishbone_laws::number::Everywhere;

/// Some vehicles of a batch. Their numbers are read from the numbers of all eight vehicles, and written among them.
pub(crate) trait Vehicles: Copy {
    /// A number of each of these vehicles.
    type Vector: Everywhere;

    /// The numbers of these vehicles.
    fn load(self, all: &[f64; 8]) -> Self::Vector;

    /// Replaces the numbers of these vehicles.
    fn store(self, own: Self::Vector, all: &mut [f64; 8]);
}

/// All vehicles of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllVehicles(pub WideRegisters);

/// Vehicles 0 to 3 of a batch, or vehicles 4 to 7.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfOfVehicles {
    pub registers: Registers,
    /// 0 or 1.
    pub half: usize,
}

impl Vehicles for AllVehicles {
    type Vector = InRange<F64x8>;

    #[inline(always)]
    fn load(self, all: &[f64; 8]) -> Self::Vector {
        InRange(self.0.x8(*all))
    }

    #[inline(always)]
    fn store(self, InRange(own): Self::Vector, all: &mut [f64; 8]) {
        *all = own.to_array();
    }
}

impl Vehicles for HalfOfVehicles {
    type Vector = InRange<F64x4>;

    #[inline(always)]
    fn load(self, all: &[f64; 8]) -> Self::Vector {
        InRange(self.registers.x4(half(all, self.half)))
    }

    #[inline(always)]
    fn store(self, InRange(own): Self::Vector, all: &mut [f64; 8]) {
        set_half(all, self.half, own.to_array());
    }
}
