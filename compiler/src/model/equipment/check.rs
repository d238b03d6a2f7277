//! Pieces of equipment together: what does not fit.

use super::tyre::{COUNTS, unlike};
use super::{Device, Piece, Powertrain, Tyre, TyreLaw};
use crate::diag::{SourceSpan, catalogue};
use crate::model::Wheel;
use crate::model::namespace::Kind;
use crate::model::reading::context::Context;
use wishbone_laws::driveline::Shifting;

/// Checks the pieces together: one tyre for each wheel, any number of powertrains, and at most one piece of every other
/// kind.
pub(in crate::model) fn check(pieces: &[Option<Piece>], context: &mut Context) {
    let sound: Vec<&Piece> = pieces.iter().flatten().collect();
    check_tyres(&sound, pieces.iter().any(Option::is_none), context);
    check_hands(&sound, context);
    check_gears(&sound, context);
    check_highest_gear(&sound, context);
    for (place, piece) in sound.iter().enumerate() {
        let Some(word) = piece.kind.only() else { continue };
        if let Some(first) = sound[..place].iter().find(|first| first.kind.only() == Some(word)) {
            let message = format!("a vehicle has one {word}, and `{}` is its second", piece.name);
            let problem = context.ledger.error(&catalogue::EQUIPMENT, piece.span, message);
            problem
                .label("declared again here")
                .also(first.span, "first declared here");
        }
    }
}

/// Reports a driver who follows a path but has no driven joint for steering.
fn check_hands(pieces: &[&Piece], context: &mut Context) {
    let way = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => driver.follows(),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    });
    let is_driven = |piece: &&Piece| match &piece.kind {
        Device::Steering(steering) => steering.is_driven(),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Air(_) | Device::Driver(_) => false,
    };
    if let Some(place) = way.filter(|_| !pieces.iter().any(is_driven)) {
        let message = "a driver who follows a path steers a driven joint, and there is none";
        let problem = context.ledger.error(&catalogue::EQUIPMENT, place, message);
        problem.help("declare `steering NAME: driven(input) { per_turn: .. }`");
    }
}

/// Reports a driver who chooses gears that the powertrain does not have, or that the powertrain chooses itself.
fn check_gears(pieces: &[&Piece], context: &mut Context) {
    let shift = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => driver.shift(),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    });
    let (Some(shift), Some((piece, powertrain))) = (shift, powertrain(pieces)) else {
        return;
    };
    let wanted = shift.up.len() + 1;
    let (problem, help) = match &powertrain.solved.gearbox {
        None => ("has no gearbox".to_owned(), "leave `shift` out"),
        Some((gearbox, _)) if gearbox.shifting != Shifting::Manual => (
            "changes gears by itself".to_owned(),
            "leave `shift` out, or `up` and `down` of the gearbox",
        ),
        Some((gearbox, _)) if gearbox.ratios().0.len() < wanted => {
            let count = gearbox.ratios().0.len();
            (
                format!("has {count} forward gears"),
                "there is one speed of `up`, and one of `down`, between two gears",
            )
        }
        Some(_) => return,
    };
    let message = format!(
        "the driver shifts through {wanted} gears, and `{}` {problem}",
        piece.name
    );
    let report = context.ledger.error(&catalogue::EQUIPMENT, shift.span, message);
    report.also(piece.span, "the powertrain").help(help);
}

/// Reports a driver who asks for a gear that a manual gearbox does not have: the gearbox would be in neutral. An
/// automatic gearbox chooses its forward gears itself, which is warned of.
fn check_highest_gear(pieces: &[&Piece], context: &mut Context) {
    let driver = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => Some((piece, driver.asks_for())),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    });
    let (Some((driver, highest)), Some((piece, powertrain))) = (driver, powertrain(pieces)) else {
        return;
    };
    let Some((gearbox, _)) = &powertrain.solved.gearbox else {
        return;
    };
    let count = gearbox.ratios().0.len();
    let asks = format!("`{}` asks for gear {highest}, and `{}`", driver.name, piece.name);
    let (ledger, code) = (&mut context.ledger, &catalogue::EQUIPMENT);
    if gearbox.shifting != Shifting::Manual && highest > 1.0 {
        let report = ledger.warning(code, driver.span, format!("{asks} chooses its forward gears itself"));
        let help = "write 1 for all forward gears, or leave `up` and `down` of the gearbox out";
        report.also(piece.span, "the powertrain").help(help);
    } else if highest > count as f64 {
        let report = ledger.error(code, driver.span, format!("{asks} has {count}"));
        report.also(piece.span, "the powertrain");
    }
}

fn powertrain<'p>(pieces: &[&'p Piece]) -> Option<(&'p Piece, &'p Powertrain)> {
    pieces.iter().find_map(|piece| match &piece.kind {
        Device::Powertrain(powertrain) => Some((*piece, &**powertrain)),
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => None,
    })
}

/// Wheels whose tyres have other radii by their property files, a line each.
pub fn unlike_radii(wheels: &[Wheel], pieces: &[Piece]) -> Vec<String> {
    let tyres = pieces.iter().filter_map(|piece| match &piece.kind {
        Device::Tyre(tyre) => Some(tyre),
        Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => None,
    });
    let each = tyres.flat_map(|tyre| {
        tyre.wheels
            .iter()
            .filter_map(|&wheel| unlike(&wheels[wheel], &tyre.law))
    });
    each.map(|message| format!("{message}: {COUNTS}")).collect()
}

/// Reports tables of several inclinations in a vehicle that also has tyres of a different kind: the common type for all
/// kinds has room for one inclination only.
fn check_mixture(tyres: &[(&&Piece, &Tyre)], context: &mut Context) {
    let inclinations = |tyre: &Tyre| match &tyre.law {
        TyreLaw::Tables(tables) => Some(tables.inclinations.len()),
        TyreLaw::ByNumbers(_) | TyreLaw::MagicFormula(_) | TyreLaw::Calspan(_) => None,
    };
    for (piece, tyre) in tyres {
        let own = inclinations(tyre);
        if own.is_some_and(|own| own > 1) && tyres.iter().any(|(_, other)| inclinations(other) != own) {
            let message = format!(
                "`{}` has tables of several inclinations, and different tyres beside it",
                piece.name
            );
            let problem = context.ledger.error(&catalogue::EQUIPMENT, piece.span, message);
            problem.help("give all tyres tables of equally many inclinations, or this one tables of one inclination");
        }
    }
}

/// Reports wheels with two tyres, and wheels without a tyre, if the vehicle has any tyres.
fn check_tyres(pieces: &[&Piece], is_incomplete: bool, context: &mut Context) {
    let tyres = pieces.iter().filter_map(|piece| match &piece.kind {
        Device::Tyre(tyre) => Some((piece, tyre)),
        Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => None,
    });
    let tyres: Vec<(&&Piece, &Tyre)> = tyres.map(|(piece, tyre)| (piece, &**tyre)).collect();
    check_mixture(&tyres, context);
    let mut first: Vec<Option<SourceSpan>> = vec![None; context.scope.count(Kind::Wheel)];
    let mut last = None;
    for (piece, tyre) in tyres {
        last = Some(piece.span);
        for &wheel in &tyre.wheels {
            let Some(place) = first[wheel].replace(piece.span) else {
                continue;
            };
            let message = format!("the wheel `{}` has two tyres", context.scope.name(Kind::Wheel, wheel));
            let problem = context.ledger.error(&catalogue::EQUIPMENT, piece.span, message);
            problem.label("the second tyre").also(place, "the first tyre");
        }
    }
    let Some(place) = last.filter(|_| !is_incomplete) else {
        return;
    };
    for (wheel, _) in first.iter().enumerate().filter(|(_, tyre)| tyre.is_none()) {
        let message = format!("the wheel `{}` has no tyre", context.scope.name(Kind::Wheel, wheel));
        let problem = context.ledger.error(&catalogue::EQUIPMENT, place, message);
        problem.help("name it with one of the tyres, or write `all`");
    }
}
