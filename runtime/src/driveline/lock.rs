//! Limited slips: torques that hold two sides together, up to the torque that their plates can carry.
//!
//! Let `a` be the row of the relative speed `s = a w` of the sides, and `w'` the accelerations of the free shafts under all other
//! torques. The torque that lets `s` decay with the time constant `T` is
//!
//! ```text
//! t = (a w' + s / T) / (a M⁻¹ aᵀ),   limited to the capacity
//! ```
//!
//! and friction never drives. Beyond a relative speed [`TOGETHER`] the torque has the sign of `s` or is zero. Below
//! this speed, a torque of the opposite sign has the capacity times `1 - |s| / TOGETHER`. Other torques may carry sides
//! that slide through equal speeds.
//!
//! It takes `t M⁻¹ aᵀ` from the accelerations. If the torque reaches the capacity, the sides slide under it. Below the
//! capacity the sides turn at one speed, for any inertia: an explicit method has to follow the time constant `T`, but
//! no spring. Several locks are balanced with each other in rounds (projected Gauss-Seidel: Cottle, Pang & Stone 1992,
//! The Linear Complementarity Problem, 5.2). A single lock needs one round. After [`ROUNDS`] rounds, the remaining part
//! of a relative speed is left to the next evaluation, which reduces it by `s / T`.

use super::{Coupling, HOLDING, TOGETHER, add, dot};
use wishbone_laws::math::clamp;

/// Most rounds.
const ROUNDS: usize = 20;

/// Fraction of the capacity; in the last round no torque changes by more than this.
const BALANCED: f64 = 1e-12;

/// A limited slip between shafts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock<const S: usize> {
    /// `a`, by free shaft.
    across: [f64; S],
    /// `M⁻¹ aᵀ` [1/(kg m²)], without the gearbox's input.
    along: [f64; S],
    /// The same for the gearbox's output.
    output: f64,
}

/// The gearbox's input, which turns along with its output. The numbers of the input are `M⁻¹ oᵀ` for each free shaft,
/// and the factor `I r² / (1 + I r² o M⁻¹ oᵀ)` of Sherman and Morrison (1950), by which the input reduces an
/// acceleration of the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried<'a, const S: usize> {
    pub along: &'a [f64; S],
    pub factor: f64,
}

impl<const S: usize> Lock<S> {
    /// The lock of a coupling, from the inverse of the mass matrix and the row of the gearbox's output.
    pub fn new<const C: usize>(coupling: &Coupling<S, C>, inverse: &[[f64; S]; S], output: &[f64; S]) -> Option<Self> {
        coupling.law.capacity(0.0)?;
        let across = coupling.across(0.0, [0.0; S]);
        let along = inverse.map(|row| dot(&row, &across));
        let output = dot(output, &along);
        Some(Self { across, along, output })
    }

    /// Change of the lock's relative acceleration per unit of its torque, `a M⁻¹ aᵀ` [1/(kg m²)].
    fn mobility(&self, carried: &Carried<'_, S>) -> f64 {
        dot(&self.across, &self.along) - carried.factor * self.output * self.output
    }

    /// Takes a torque from the accelerations.
    fn slow(&self, torque: f64, carried: &Carried<'_, S>, found: &mut [f64; S]) {
        add(found, -torque, &self.along);
        add(found, torque * carried.factor * self.output, carried.along);
    }
}

/// Least and greatest torque [N m] at a relative speed [rad/s].
fn limits(capacity: f64, slip: f64) -> [f64; 2] {
    let driving = capacity * (1.0 - slip.abs() / TOGETHER).max(0.0);
    if slip > 0.0 {
        [-driving, capacity]
    } else {
        [-capacity, driving]
    }
}

/// Torque that is left before a lock slides, below zero if the lock slides. It is divided by the sum of the lock's
/// capacity and the torque that would hold.
fn spare(wanted: f64, [least, most]: [f64; 2]) -> f64 {
    let whole = wanted.abs() + most.max(-least);
    match whole > 0.0 {
        true => (most - wanted).min(wanted - least) / whole,
        false => -1.0,
    }
}

/// Adds the torques of the locks to the accelerations `found` without them. `torques` are the torques of all couplings; the torques of the
/// locks are zero before. `spares` becomes the torque that each lock has left before it slides.
pub(super) fn hold<const S: usize, const C: usize>(
    locks: &[Option<Lock<S>>; C],
    capacities: &[f64; C],
    speeds: &[f64; S],
    carried: &Carried<'_, S>,
    (torques, spares): (&mut [f64; C], &mut [f64; C]),
    found: &mut [f64; S],
) {
    for _ in 0..ROUNDS {
        let mut is_balanced = true;
        let each = locks.iter().zip(capacities).zip(torques.iter_mut().zip(&mut *spares));
        for ((lock, &capacity), (torque, left)) in each {
            let Some(lock) = lock else { continue };
            let mobility = lock.mobility(carried);
            // Sides that gears tie to each other do not slip.
            if mobility <= 0.0 {
                continue;
            }
            let slip = dot(&lock.across, speeds);
            let wanted = dot(&lock.across, found) + slip / HOLDING;
            let [least, most] = limits(capacity, slip);
            let wanted = *torque + wanted / mobility;
            *left = spare(wanted, [least, most]);
            let holding = clamp(wanted, least, most);
            let change = holding - *torque;
            lock.slow(change, carried, found);
            *torque = holding;
            is_balanced &= change.abs() <= BALANCED * capacity;
        }
        if is_balanced || locks.iter().flatten().count() == 1 {
            return;
        }
    }
}
