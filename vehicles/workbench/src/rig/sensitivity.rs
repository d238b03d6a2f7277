//! Derivatives of a suspension's figures with respect to its hardpoints, and their scatter by tolerances.

use super::Movable;
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::vehicle::Declaration;
use wishbone_studies::characteristics::{Characteristic, Survey};
use wishbone_studies::sensitivity::Sensitivities;
use wishbone_studies::tolerance::{Scatter, Tolerance};

/// Number of designs that are put on the rig for one derivative.
const DESIGNS: usize = 4;
/// Default seed of the random designs.
pub const SEED: u64 = 1;

/// Settings for the derivatives.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Name of the wheel whose figures are differentiated; `None` for the first.
    pub wheel: Option<String>,
    /// Patterns of the points that are moved; without patterns, the points of the wheel's group.
    pub points: Vec<String>,
    /// Travel to both sides of the design position [m].
    pub travel: f64,
    /// Tolerance of every coordinate [m], and the number of designs that are drawn at random.
    pub tolerance: Option<(Tolerance, usize)>,
}

/// Derivatives of a design's figures.
pub struct Found {
    /// The design.
    pub design: Movable,
    /// The derivatives.
    pub sensitivities: Sensitivities,
    /// The scatter by tolerances, if these are given.
    pub scatter: Option<Scatter>,
}

/// Differentiates the figures of a wheel.
///
/// # Errors
/// If a name is unknown, or the rig does not reach a position.
pub fn found(declaration: Declaration, asked: &Asked, told: Told<'_>) -> Result<Found, Problem> {
    let mut design = Movable::of(declaration, asked.wheel.as_deref(), &asked.points)?;
    let travel = [-asked.travel, 0.0, asked.travel];
    let subjects = design.subjects(design.wheel);
    let survey = Survey::new(&travel, design.steering, &subjects, &Characteristic::ALL);
    let coordinates = design.coordinates();
    let samples = asked.tolerance.as_ref().map_or(0, |(_, samples)| *samples);
    let work = design.running.progress("sensitivities");
    let progress = Steps::of(told, work, DESIGNS * coordinates.len() + samples);
    let sensitivities = design
        .adjustable
        .sensitivities(&survey, &coordinates, &|| progress.more(DESIGNS));
    let sensitivities = sensitivities.map_err(|reason| design.running.finding(reason))?;
    let scatter = match &asked.tolerance {
        Some((tolerance, samples)) => {
            let scatter = design
                .adjustable
                .scatter(&sensitivities, *tolerance, *samples, SEED, &|| progress.more(1));
            Some(scatter.map_err(|reason| design.running.finding(reason))?)
        }
        None => None,
    };
    Ok(Found {
        design,
        sensitivities,
        scatter,
    })
}
