//! Findings in the position of the rig, for each wheel, its steering axis and springs, each axle, and the vehicle.

use super::axle::Axle;
use super::vehicle::{Support, TwoAxles};
use super::wheel::{of_axis, of_wheel};
use super::{Conditions, Vehicle};
use crate::findings::{Figure, Findings};
use crate::kinematics::{axle_roll_rates, figures, roll_centre, steering_axes};
use crate::rig::{Contact, NotReached, Rig, Steering};
use nalgebra::Vector3;
use wishbone::ports::WheelMotion;
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
    let pairs = rig.axles();
    let rising = rig.rising(&vec![1.0; wheels.len()])?;
    let roll_rates = axle_roll_rates(&mut rig, &pairs)?;
    for (&[left, right], roll_rates) in pairs.iter().zip(roll_rates) {
        let sides = [left, right].map(|wheel| rig.set_of(wheel));
        let tyres = sides
            .each_ref()
            .map(|side| side.iter().map(|&wheel| tyre(wheel)).sum::<Option<f64>>());
        let [y, other_y] = [left, right].map(|wheel| rig.middle_contact(wheel, &rising)[0].y);
        let slope =
            |side: &Vec<usize>| side.iter().map(|&wheel| each[wheel].track_slope).sum::<f64>() / side.len() as f64;
        let axle = Axle {
            subject: &format!("{} and {}", wheels[left], wheels[right]),
            track: y - other_y,
            track_slope: sides.iter().map(slope).sum(),
            roll_centre: roll_centre(&mut rig, [left, right])?,
            roll_rates,
            axes: [axes[left], axes[right]],
            tyres: tyres[0].zip(tyres[1]).map(<[f64; 2]>::from),
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
            let turning = rig.bodies_turn(&vec![1.0; wheels.len()])?;
            let whole = TwoAxles {
                axles: [front, rear].map(|pair| pair.map(|wheel| rig.set_of(wheel))),
                contacts: [front, rear].map(|pair| pair.map(|wheel| rig.middle_contact(wheel, &rising)[0])),
                figures: &each,
                supports: supports(&rig, &rising, &turning, vehicle),
                vehicle,
            };
            let (figures, told) = whole.figures();
            all.extend(figures);
            notes.extend(told);
        }
        _ => notes.push(format!(
            "no wheelbase, anti-dive and anti-squat: they are defined for two axles with a wheel on each side, and this vehicle has {}",
            pairs.len()
        )),
    }
    if vehicle.tyre_rates.is_none() {
        notes.push("no ride rates and roll stiffness with tyres: they need declared tyres, and a rest that loads them (`settle`)".to_owned());
    }
    Ok(Findings {
        name: conditions.standing.name().to_owned(),
        conditions: format!("{held} held"),
        figures: all,
        notes,
        ..Findings::default()
    })
}

/// Slopes of the paths of the wheels, by wheel. Twins share a force, which is at their middle.
fn supports<S: Solver + Clone>(
    rig: &Rig<S>,
    rising: &[WheelMotion],
    turning: &[[f64; 3]],
    vehicle: &Vehicle,
) -> Vec<Support> {
    let contacts: Vec<Contact> = (0..rising.len())
        .map(|wheel| rig.contact(wheel, &rising[wheel]))
        .collect();
    // The velocity, at the contact centre, of a wheel that is locked to the body from which it is driven.
    let driven = |wheel: usize| {
        let turning = match vehicle.driven_from.get(wheel).copied().flatten() {
            Some(body) => Vector3::from(turning[body]),
            None => Vector3::zeros(),
        };
        let [centre, velocity] = [rising[wheel].centre, rising[wheel].velocity].map(Vector3::from);
        velocity + turning.cross(&(contacts[wheel].point - centre))
    };
    let each = (0..rising.len()).map(|wheel| {
        let set = rig.set_of(wheel);
        let slope = |of: &dyn Fn(usize) -> Vector3<f64>| {
            let moved: Vector3<f64> = set.iter().map(|&own| of(own)).sum();
            moved.x / moved.z
        };
        Support {
            braked: slope(&|wheel| contacts[wheel].locked),
            driven: slope(&driven),
        }
    });
    each.collect()
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
