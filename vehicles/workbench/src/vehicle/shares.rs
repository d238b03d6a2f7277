//! Shares of the wheels in the driving torque, by a declared powertrain.

use super::{Running, gearing};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;
use wishbone::driveline::Law;
use wishbone::ports::WheelMotion;
use wishbone::solver::Solver;
use wishbone::tyre::Contact;
use wishbone_compiler::model::equipment::{Device, Powertrain, TyreLaw};
use wishbone_engine::equipment::Road;
use wishbone_studies::towed::Towed;
use wishbone_studies::trim::SharedTorque;

/// Largest unbalanced torque on a shaft, relative to the torque of the source.
const OUT_OF_BALANCE: f64 = 1e-9;

/// Share of each wheel in the driving torque, by the open differentials of the powertrain with a name, or of the first. If the shafts are not in
/// balance without friction, an equal share for each driven wheel. `None` if no powertrain turns a wheel.
pub fn of(running: &Running, name: Option<&str>) -> Option<Vec<f64>> {
    let wheels = running.radii.len();
    let powertrain = gearing::powertrain(running, name)?;
    let torques = balanced(powertrain, wheels).and_then(parts);
    torques.or_else(|| alike(powertrain, wheels))
}

/// Lines on powertrains that turn wheels backward in their lowest gear, also on those that a run may take instead of the first.
pub fn backward(running: &Running) -> Vec<String> {
    let model = &running.compiled.model;
    let pieces = model.equipment.iter().chain(&model.spare);
    let powertrains = pieces.filter_map(|piece| match &piece.kind {
        Device::Powertrain(powertrain) => Some((piece.name.as_str(), powertrain.as_ref())),
        _ => None,
    });
    let powertrains: Vec<(&str, &Powertrain)> = powertrains.collect();
    let called = |name: &str| match powertrains.len() {
        1 => "the powertrain".to_owned(),
        _ => format!("the powertrain `{name}`"),
    };
    let lines = powertrains
        .iter()
        .filter_map(|(name, powertrain)| turned_backward(running, powertrain, &called(name)));
    lines.collect()
}

/// A line on wheels that a powertrain turns backward in its lowest gear; `None` if all turn forward.
fn turned_backward(running: &Running, powertrain: &Powertrain, called: &str) -> Option<String> {
    let torques = balanced(powertrain, running.radii.len())?;
    if torques.iter().sum::<f64>() < 0.0 {
        return Some(format!(
            "{called} drives the vehicle backward in its lowest gear: look for the sign of a ratio"
        ));
    }
    let shares = parts(torques)?;
    let names = running.engine.description().wheels.iter().zip(&shares);
    let backward: Vec<String> = names
        .filter(|(_, share)| **share < -OUT_OF_BALANCE)
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    (!backward.is_empty()).then(|| {
        format!(
            "{called} turns {} backward while it turns others forward: look for the sign of a ratio",
            backward.join(", ")
        )
    })
}

/// Torques with a sum [N m] that hold the speed on a road, shared as by the powertrain with a name, or by the first. Without a powertrain all wheels
/// that stand on the road have the same torque, twins together as one wheel.
pub fn holding(running: &Running, powertrain: Option<&str>, sum: f64, road: &Road) -> SharedTorque {
    if let Some(parts) = of(running, powertrain) {
        return SharedTorque {
            sum,
            parts,
            stands: None,
        };
    }
    let (radii, road) = (running.radii.clone(), road.clone());
    let stands = move |wheel: usize, motion: &WheelMotion, time: f64| {
        Contact::of(motion, radii[wheel], &road, time).is_some_and(|contact| contact.deflection > 0.0)
    };
    let mut parts = vec![1.0; running.radii.len()];
    for twins in running.twins() {
        twins.iter().for_each(|&wheel| parts[wheel] = 1.0 / twins.len() as f64);
    }
    let whole: f64 = parts.iter().sum();
    SharedTorque {
        sum,
        parts: parts.into_iter().map(|part| part / whole).collect(),
        stands: Some(Arc::new(stands)),
    }
}

/// The wheels whose tyres have no longitudinal force, which longitudinal forces at the wheel centres move; `None` if
/// all tyres have a longitudinal force.
pub fn towed(running: &Running) -> Option<Towed> {
    let mut radii = vec![None; running.radii.len()];
    for piece in &running.compiled.model.equipment {
        if let Device::Tyre(tyre) = &piece.kind
            && matches!(tyre.law, TyreLaw::Calspan(_))
        {
            tyre.wheels
                .iter()
                .for_each(|&wheel| radii[wheel] = Some(running.radii[wheel]));
        }
    }
    radii.iter().any(Option::is_some).then_some(Towed { radii })
}

/// An equal share for each driven wheel.
fn alike(powertrain: &Powertrain, wheels: usize) -> Option<Vec<f64>> {
    let couplings = &powertrain.solved.couplings;
    let turned = |wheel: usize| {
        let mut sides = couplings.iter().flat_map(|coupling| [&coupling.from, &coupling.to]);
        sides.any(|side| side.of_wheel(wheel) != 0.0)
    };
    parts((0..wheels).map(|wheel| f64::from(turned(wheel))).collect())
}

/// Numbers divided by their sum; `None` if the sum is zero.
pub fn parts(numbers: Vec<f64>) -> Option<Vec<f64>> {
    let sum: f64 = numbers.iter().sum();
    (sum != 0.0).then(|| numbers.iter().map(|number| number / sum).collect())
}

/// Torques of the wheels by the balance of the free shafts that turn steadily: the torques of the engines against the
/// torques of the torsion springs. Clutches and limited slips give no torque, so that differentials are open. Each
/// engine has its greatest torque. An engine that no torsion spring balances drives through the gearbox in its lowest
/// gear; the gears between engine and input are included.
fn balanced(powertrain: &Powertrain, wheels: usize) -> Option<Vec<f64>> {
    let solved = &powertrain.solved;
    let count = solved.shafts.len();
    let springs: Vec<_> = solved
        .couplings
        .iter()
        .filter(|coupling| matches!(coupling.law, Law::Elastic { .. }))
        .collect();
    let input = solved
        .gearbox
        .as_ref()
        .map_or(DVector::zeros(count), |(gearbox, output)| {
            let lowest = gearbox.ratios().0.first().copied().unwrap_or(1.0);
            DVector::from_column_slice(output) * lowest
        });
    let taken = DMatrix::from_fn(count, springs.len(), |shaft, k| {
        let sides = [&springs[k].from, &springs[k].to];
        let [from, to] = sides.map(|side| side.of_shaft(shaft) + side.of_input() * input[shaft]);
        from - to
    });
    let svd = taken.clone().svd(true, true);
    let balance = |source: &DVector<f64>| {
        let torques = svd.solve(source, OUT_OF_BALANCE).ok()?;
        let gap = (&taken * &torques - source).amax();
        (gap <= OUT_OF_BALANCE * source.amax()).then_some(torques)
    };
    let (mut source, mut geared) = (DVector::zeros(count), 0.0);
    for (place, (_, engine, parts)) in solved.engines.iter().enumerate() {
        let own = DVector::from_column_slice(parts) * engine.full.greatest();
        let at_input = solved.at_input.iter().find(|(at, _)| *at == place);
        match balance(&own) {
            Some(_) => source += own,
            // Its power is the power of its torque at the input, which turns at another speed.
            None => geared += at_input.map_or(0.0, |(_, ratio)| ratio * engine.full.greatest()),
        }
    }
    source += input * geared;
    let torques = balance(&source)?;
    let at = |wheel: usize| -> f64 {
        let each = springs.iter().zip(torques.iter());
        each.map(|(spring, torque)| torque * (spring.to.of_wheel(wheel) - spring.from.of_wheel(wheel)))
            .sum()
    };
    Some((0..wheels).map(at).collect())
}
