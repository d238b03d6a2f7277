//! Powertrain and brakes. Their types have a fixed size with enough room; a vehicle uses a part of the room.

use super::piece::{Fixed, Pieces};
use crate::words::word;
use wishbone::brakes;
use wishbone::driveline::{Coupling, Driveline, Law, Layout, MOST_ENGINES, Side, Source};
use wishbone_compiler::model::equipment::{Brakes, Powertrain};
use wishbone_laws::driveline::Turning;

/// Largest number of wheels, free shafts and couplings.
const MOST: usize = 32;

/// The powertrain of a vehicle with this number of wheels; `None` if the powertrain has more than [`MOST`] parts of a
/// kind.
pub(super) fn powertrain(powertrain: &Powertrain, wheels: usize) -> Option<Pieces> {
    let solved = &powertrain.solved;
    match solved.shafts.len().max(solved.couplings.len()).max(wheels) {
        0..=4 => Some(sized::<4>(powertrain)),
        5..=8 => Some(sized::<8>(powertrain)),
        9..=MOST => Some(sized::<MOST>(powertrain)),
        _ => None,
    }
}

/// A powertrain with `N` free shafts, couplings and wheels. Those that the vehicle lacks do nothing.
fn sized<const N: usize>(powertrain: &Powertrain) -> Pieces {
    let solved = &powertrain.solved;
    let mut engines = [const { None }; MOST_ENGINES];
    for (place, (name, engine, shaft)) in engines.iter_mut().zip(&solved.engines) {
        *place = Some(Source {
            name: word(name),
            engine: *engine,
            shaft: padded(shaft),
        });
    }
    let idle = Law::Elastic {
        stiffness: 0.0,
        damping: 0.0,
    };
    let layout = Layout::<N, N> {
        shafts: std::array::from_fn(|k| solved.shafts.get(k).map_or("", |name| word(name))),
        mass: matrix(&solved.mass),
        inverse: matrix(&solved.inverse),
        engines,
        couplings: std::array::from_fn(|k| match solved.couplings.get(k) {
            Some(coupled) => Coupling {
                name: word(&coupled.name),
                from: side(&coupled.from),
                to: side(&coupled.to),
                law: coupled.law,
                loads: padded(&coupled.loads),
            },
            None => Coupling {
                name: "",
                from: Side::Housing,
                to: Side::Housing,
                law: idle,
                loads: [0.0; N],
            },
        }),
        gearbox: solved
            .gearbox
            .as_ref()
            .map(|(gearbox, output)| (*gearbox, padded(output))),
        at_input: solved.at_input.first().map(|(place, _)| *place),
    };
    let (shafts, couplings) = (solved.shafts.len(), solved.couplings.len());
    let is_used = |k: usize| k < shafts || (N..N + couplings).contains(&k);
    let known = powertrain.losses.iter().zip(&solved.engines).enumerate();
    let driveline = known.fold(
        Driveline::<N, N, N>::new(layout),
        |driveline, (place, (losses, (name, ..)))| match losses {
            Some(losses) => driveline.with_losses(place, word(&format!("{name}.power")), *losses),
            None => driveline,
        },
    );
    Pieces::none().and_fixed(Fixed::in_part(driveline, is_used, None))
}

fn padded<const N: usize>(numbers: &[f64]) -> [f64; N] {
    std::array::from_fn(|k| numbers.get(k).copied().unwrap_or(0.0))
}

fn matrix<const N: usize>(rows: &[Vec<f64>]) -> [[f64; N]; N] {
    std::array::from_fn(|k| rows.get(k).map_or([0.0; N], |row| padded(row)))
}

fn side<const N: usize>(turning: &Turning) -> Side<N> {
    match turning {
        Turning::Shafts(parts) => Side::Shafts(padded(parts)),
        Turning::Input => Side::Input,
        Turning::Wheel(wheel) => Side::Wheel(*wheel),
        Turning::Housing => Side::Housing,
    }
}

/// The brakes of a vehicle; `None` if it has more than [`MOST`] wheels.
pub(super) fn brakes(declared: &Brakes) -> Option<Pieces> {
    match declared.torque.len() {
        0..=4 => Some(brakes_of::<4>(declared)),
        5..=MOST => Some(brakes_of::<MOST>(declared)),
        _ => None,
    }
}

/// The brakes of `N` wheels. Those that the vehicle lacks do nothing.
fn brakes_of<const N: usize>(declared: &Brakes) -> Pieces {
    let wheels = declared.torque.len();
    let mut piece = brakes::Brakes::<N>::new(padded(&declared.torque));
    piece.parking = padded(&declared.parking);
    piece.boost = declared.boost;
    piece.delay = declared.delay;
    piece.slip = declared.slip.map(|slip| brakes::SlipControl {
        radius: slip.radius,
        target: slip.target,
        band: slip.band,
        delay: slip.delay,
        slow: slip.slow,
    });
    // Pressure, pads, valves.
    let is_used = |k: usize| k <= wheels || (1 + N..1 + N + wheels).contains(&k);
    Pieces::none().and_fixed(Fixed::in_part(piece, is_used, Some(wheels)))
}
