//! Findings in the position of the rig, for each wheel, its steering axis and springs, each axle, and the vehicle.

use super::axle::Axle;
use super::vehicle::TwoAxles;
use super::wheel::{of_axis, of_wheel};
use super::{Conditions, axles};
use crate::findings::{Figure, Findings};
use crate::kinematics::{figures, roll_centre, steering_axes};
use crate::rig::{NotReached, Rig, Steering};
use wishbone::prelude::*;

/// All figures in this position.
pub(super) fn found<S: Solver + Clone>(
    rig: &Rig<S>,
    held: &str,
    steering: Option<Steering>,
    conditions: &Conditions,
) -> Result<Findings, NotReached> {
    let (mut rig, vehicle) = (rig.clone(), &conditions.vehicle);
    let wheels = rig.solver().description().wheels;
    let design = rig.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights)?;
    let each = figures(&mut rig, &design)?;
    let axes = match steering {
        Some(steering) => steering_axes(&mut rig, steering)?,
        None => vec![None; wheels.len()],
    };
    let tyre = |wheel: usize| vehicle.tyre_rates.as_ref().map(|rates| rates[wheel]);
    let mut all = Vec::new();
    for (place, (wheel, own)) in wheels.iter().zip(&each).enumerate() {
        all.extend(of_wheel(wheel, own, tyre(place)));
        all.extend(
            axes[place]
                .into_iter()
                .flat_map(|axis| of_axis(wheel, &axis, conditions.steer_unit)),
        );
    }
    all.extend(ratios(&mut rig)?);
    let pairs = axles(&design);
    for &[left, right] in &pairs {
        let axle = Axle {
            subject: &format!("{} and {}", wheels[left], wheels[right]),
            track: rig.contact(left, &design[left]).point.y - rig.contact(right, &design[right]).point.y,
            roll_centre: roll_centre(&mut rig, [left, right])?,
            wheels: [&each[left], &each[right]],
            axes: [axes[left], axes[right]],
            tyres: tyre(left).zip(tyre(right)).map(<[f64; 2]>::from),
            steering: vehicle.steering,
        };
        all.extend(axle.figures());
    }
    let mut notes = Vec::new();
    if steering.is_some() && axes.iter().all(Option::is_none) {
        notes.push(
            "no steering axes: what steers turns no wheel, or the wheel centres do not stay at their heights"
                .to_owned(),
        );
    }
    match pairs[..] {
        [front, rear] => {
            let radii: Vec<f64> = (0..wheels.len()).map(|wheel| rig.radius(wheel)).collect();
            let whole = TwoAxles {
                axles: [front, rear],
                design: &design,
                radii: &radii,
                figures: &each,
                vehicle,
            };
            let (figures, told) = whole.figures();
            all.extend(figures);
            notes.extend(told);
        }
        _ => notes.push(format!(
            "no wheelbase, anti-dive and anti-squat: they are defined for two axles, and this vehicle has {}",
            pairs.len()
        )),
    }
    if vehicle.tyre_rates.is_none() {
        notes.push("no ride rates and roll stiffness with tyres: no tyres are declared".to_owned());
    }
    Ok(Findings {
        name: conditions.standing.name().to_owned(),
        conditions: format!("{held} held"),
        figures: all,
        notes,
        ..Findings::default()
    })
}

/// Motion ratio of each spring and damper.
fn ratios<S: Solver + Clone>(rig: &mut Rig<S>) -> Result<Vec<Figure>, NotReached> {
    let ratios = rig.motion_ratios()?;
    let named = rig.lengths().iter().zip(ratios);
    let figures = named.map(|(length, ratio)| {
        Figure::new(
            &length.name,
            "motion ratio",
            "",
            ratio,
            "change of the length of the spring or damper per millimetre of wheel travel, all wheels in parallel bump; negative: it becomes shorter",
        )
    });
    Ok(figures.collect())
}
