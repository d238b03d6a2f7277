//! Figures at the design position: of each wheel, of its steering axis, of each axle.

use super::axles;
use crate::findings::{Figure, Findings};
use crate::kinematics::{Figures, SteeringAxis, figures, roll_centre, steering_axes};
use crate::rig::{NotReached, Rig};
use wishbone::prelude::*;

/// Figures at the design position: of each wheel, of its steering axis, of each axle.
pub(super) fn at_design<S: Solver + Clone>(
    rig: &Rig<S>,
    held: &str,
    drive: Option<usize>,
) -> Result<Findings, NotReached> {
    let mut rig = rig.clone();
    let wheels = rig.solver().description().wheels;
    let design = rig.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights)?;
    let each = figures(&mut rig, &design)?;
    let axes = drive.map_or_else(Vec::new, |drive| steering_axes(&mut rig, drive));
    let mut all = Vec::new();
    for (place, (wheel, own)) in wheels.iter().zip(&each).enumerate() {
        all.extend(of_wheel(wheel, own));
        all.extend(
            axes.get(place)
                .copied()
                .flatten()
                .into_iter()
                .flat_map(|axis| of_axis(wheel, &axis)),
        );
    }
    for pair in axles(&design) {
        let subject = format!("{} and {}", wheels[pair[0]], wheels[pair[1]]);
        let track = design[pair[0]].centre[1] - design[pair[1]].centre[1];
        all.push(Figure::new(
            &subject,
            "track",
            "mm",
            1e3 * track,
            "lateral distance of the wheel centres",
        ));
        let centre = roll_centre(&mut rig, pair)?;
        all.push(Figure {
            value: centre.map(|[_, height]| 1e3 * height),
            ..Figure::new(
                &subject,
                "roll centre height",
                "mm",
                0.0,
                "height above the lowest points of the wheels at which the lines meet that are normal to the motion of these points (SAE J670, 6.2.8)",
            )
        });
    }
    Ok(Findings {
        name: "design position".to_owned(),
        conditions: format!("{held} held"),
        figures: all,
        ..Findings::default()
    })
}

fn of_wheel(wheel: &str, own: &Figures) -> Vec<Figure> {
    let of = |name, unit, value, definition| Figure::new(wheel, name, unit, value, definition);
    vec![
        of(
            "toe",
            "deg",
            own.toe.to_degrees(),
            "positive where the front of the wheel points inward (ISO 8855, 7.1.4)",
        ),
        of(
            "camber",
            "deg",
            own.camber.to_degrees(),
            "positive where the top of the wheel leans outward (ISO 8855, 7.1.20)",
        ),
        of(
            "wheel rate",
            "N/mm",
            1e-3 * own.rate,
            "slope of the vertical force over travel, all wheels moving alike",
        ),
        of(
            "roll rate",
            "N/mm",
            1e-3 * own.roll_rate,
            "the same, the wheels of the right side moving the other way",
        ),
        of(
            "brake support angle",
            "deg",
            own.brake_support.atan().to_degrees(),
            "angle to the vertical of the path of the lowest point, the wheel locked to its carrier, positive where it moves forward in bump",
        ),
        of(
            "drive support angle",
            "deg",
            own.drive_support.atan().to_degrees(),
            "the same of the wheel centre, for torques that the chassis takes",
        ),
    ]
}

fn of_axis(wheel: &str, axis: &SteeringAxis) -> [Figure; 5] {
    let of = |name, unit, value, definition| Figure::new(wheel, name, unit, value, definition);
    [
        of(
            "caster",
            "deg",
            axis.caster.to_degrees(),
            "positive where the steering axis leans rearward at the top (ISO 8855, 7.2.2)",
        ),
        of(
            "kingpin inclination",
            "deg",
            axis.inclination.to_degrees(),
            "positive where the steering axis leans inward at the top (ISO 8855, 7.2.1)",
        ),
        of(
            "scrub radius",
            "mm",
            1e3 * axis.scrub_radius,
            "positive where the axis meets the ground inside of the wheel (ISO 8855, 7.2.7)",
        ),
        of(
            "caster trail",
            "mm",
            1e3 * axis.trail,
            "positive where the axis meets the ground in front of the wheel (ISO 8855, 7.2.5)",
        ),
        of(
            "steer by drive",
            "",
            axis.ratio,
            "steer angle for a unit of the steering drive [rad/m or rad/rad]",
        ),
    ]
}
