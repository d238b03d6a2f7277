//! Speeds of the gears of a declared powertrain.

use super::Running;
use nalgebra::{DMatrix, DVector};
use wishbone::driveline::{Engine, Law, Shifting};
use wishbone_compiler::model::equipment::{Device, Powertrain};

/// Singular values below this count as zero.
const DEPENDENT: f64 = 1e-9;

/// A powertrain whose wheels roll.
pub struct Gearing<'a> {
    powertrain: &'a Powertrain,
    /// Speeds of the free shafts if all wheels roll at 1 m/s [rad/m].
    shafts: DVector<f64>,
}

impl<'a> Gearing<'a> {
    /// The powertrain, if wheels of these radii [m] roll without slip; `None` if no shaft turns a wheel.
    pub fn of(powertrain: &'a Powertrain, radii: &[f64]) -> Option<Self> {
        Some(Self {
            powertrain,
            shafts: rolling(powertrain, radii)?,
        })
    }

    /// Speed of a shaft, given as a sum of the free shafts, if all wheels roll at 1 m/s [rad/m].
    fn turned(&self, parts: &[f64]) -> f64 {
        parts
            .iter()
            .zip(self.shafts.iter())
            .map(|(part, speed)| part * speed)
            .sum()
    }

    /// Speeds of the vehicle [m/s] at which an engine at the gearbox's input reaches its limit, for each forward gear;
    /// empty without such an engine.
    pub fn fastest(&self) -> Vec<f64> {
        let solved = &self.powertrain.solved;
        let bound = |(place, own): &(usize, f64)| limit(&solved.engines[*place].1) / own.abs();
        let bound = solved.at_input.iter().map(bound).min_by(f64::total_cmp);
        let (Some((gearbox, output)), Some(bound)) = (&solved.gearbox, bound) else {
            return Vec::new();
        };
        let (ratios, _) = gearbox.ratios();
        let speed = |ratio: &f64| bound / (ratio * self.turned(output)).abs();
        ratios.iter().map(speed).collect()
    }

    /// Speed of the vehicle [m/s] with the first engine at its limit, if this engine turns with the wheels without a
    /// gearbox.
    pub fn fastest_without_gears(&self) -> Option<f64> {
        let (_, engine, parts) = self.powertrain.solved.engines.first()?;
        let ratio = self.turned(parts).abs();
        (ratio > DEPENDENT).then(|| limit(engine) / ratio)
    }
}

/// Number of gears of a powertrain's manual gearbox: of the powertrain with this name, or of the first powertrain;
/// `None` without a manual gearbox.
pub fn manual_gears(running: &Running, name: Option<&str>) -> Option<usize> {
    let (gearbox, _) = powertrain(running, name)?.solved.gearbox.as_ref()?;
    matches!(gearbox.shifting, Shifting::Manual).then(|| gearbox.ratios().0.len())
}

/// Fraction of its limit at which an engine turns at most in steady driving.
const STEADY: f64 = 0.5;

/// The gear in which a vehicle begins at a speed [m/s] if no gear is given: the lowest gear in which its engine turns
/// at no more than half of its limit, or else the highest gear. Without a manual gearbox it is the first. The
/// powertrain is that with a name, or the first.
pub fn first_gear(running: &Running, name: Option<&str>, speed: f64) -> i8 {
    let gears = fastest(running, name);
    let lowest = gears.iter().position(|fastest| STEADY * fastest >= speed);
    lowest.unwrap_or(gears.len().saturating_sub(1)) as i8 + 1
}

/// A note on an engine that turns beyond its limit in a gear at a speed [m/s].
pub fn beyond(running: &Running, gear: i8, speed: f64) -> Option<String> {
    let place = usize::try_from(gear).ok()?.checked_sub(1)?;
    let fastest = *fastest(running, None).get(place)?;
    (speed > fastest).then(|| {
        format!(
            "begins in gear {gear} at {speed:.1} m/s, beyond {fastest:.1} m/s, at which its engine is at its limit: choose a higher gear"
        )
    })
}

/// Speeds of the vehicle in the gears of a manual gearbox with the engine at its limit [m/s]; empty without a manual
/// gearbox.
fn fastest(running: &Running, name: Option<&str>) -> Vec<f64> {
    let gearing = powertrain(running, name).and_then(|own| Gearing::of(own, &running.radii));
    let gearing = gearing.filter(|_| manual_gears(running, name).is_some());
    gearing.map_or_else(Vec::new, |own| own.fastest())
}

/// The powertrain with a name, also among the powertrains that a run may use instead; without a name, the first
/// powertrain.
pub(super) fn powertrain<'a>(running: &'a Running, name: Option<&str>) -> Option<&'a Powertrain> {
    let model = &running.compiled.model;
    let mut pieces = model.equipment.iter().chain(&model.spare);
    pieces.find_map(|piece| match &piece.kind {
        Device::Powertrain(powertrain) if name.is_none_or(|name| piece.name == name) => Some(powertrain.as_ref()),
        _ => None,
    })
}

/// Name of the powertrain with which a vehicle runs if none is selected; `None` without a powertrain.
pub fn first_powertrain(running: &Running) -> Option<&str> {
    let mut pieces = running.compiled.model.equipment.iter();
    let first = pieces.find(|piece| matches!(piece.kind, Device::Powertrain(_)));
    first.map(|piece| piece.name.as_str())
}

/// Greatest speed of an engine [rad/s]: that at which its fuel is cut, or the last of its table.
fn limit(engine: &Engine) -> f64 {
    let last = || engine.full.coordinates()[0].last().copied().unwrap_or(0.0);
    engine.limit.map_or_else(last, |[_, limit]| limit)
}

/// Speeds of the free shafts [rad/m] if wheels of these radii [m] roll at 1 m/s and no torsion spring changes its twist; `None` if no
/// shaft turns a wheel.
fn rolling(powertrain: &Powertrain, radii: &[f64]) -> Option<DVector<f64>> {
    let solved = &powertrain.solved;
    let springs: Vec<_> = solved
        .couplings
        .iter()
        .filter(|own| matches!(own.law, Law::Elastic { .. }))
        .collect();
    if springs.is_empty() {
        return None;
    }
    let count = solved.shafts.len();
    let held = DMatrix::from_fn(springs.len(), count, |row, shaft| {
        springs[row].from.of_shaft(shaft) - springs[row].to.of_shaft(shaft)
    });
    let wanted = DVector::from_fn(springs.len(), |row, _| {
        let of = |wheel| springs[row].to.of_wheel(wheel) - springs[row].from.of_wheel(wheel);
        radii
            .iter()
            .enumerate()
            .map(|(wheel, radius)| of(wheel) / radius)
            .sum::<f64>()
    });
    if wanted.amax() == 0.0 {
        return None;
    }
    held.svd(true, true).solve(&wanted, DEPENDENT).ok()
}
