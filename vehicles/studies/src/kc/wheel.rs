//! Figures of one wheel at the design position, and of its steering axis.

use super::travel::by_drive;
use crate::findings::Figure;
use crate::kinematics::{Figures, SteeringAxis, SwingArm};

/// Figures of a wheel; `tyre` is the vertical stiffness of its tyre [N/m].
pub(super) fn of_wheel(wheel: &str, own: &Figures, tyre: Option<f64>) -> Vec<Figure> {
    let of = |name, unit, value, definition| Figure::new(wheel, name, unit, value, definition);
    let mut all = vec![
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
            "slope of the vertical force at the contact over the rise of the contact, all wheels moving alike (SAE J670, wheel rate)",
        ),
        of(
            "roll rate",
            "N/mm",
            1e-3 * own.roll_rate.unwrap_or(f64::NAN),
            "slope of the vertical force at the contact over the rise of the contact, the wheels of the right side moving the other way",
        ),
    ];
    if let Some(tyre) = tyre {
        all.push(of(
            "ride rate",
            "N/mm",
            1e-3 * in_series(own.rate, tyre),
            "wheel rate in series with the vertical stiffness of the tyre",
        ));
    }
    all.extend([
        of(
            "brake support angle",
            "deg",
            own.brake_support.atan().to_degrees(),
            "angle to the vertical, in the side view, of the path of the contact, the wheel locked to its carrier, positive where it moves forward in bump",
        ),
        of(
            "drive support angle",
            "deg",
            own.drive_support.atan().to_degrees(),
            "angle to the vertical, in the side view, of the path of the wheel centre, for torques that the chassis takes, positive where it moves forward in bump",
        ),
    ]);
    all.extend(swing_arm(
        wheel,
        ["side-view swing arm", "side-view swing arm angle"],
        own.side_arm,
        [
            "horizontal distance from the contact to the instant centre of its carrier in the side view, all wheels rising alike, positive where it lies behind the wheel",
            "slope of the line from the contact to that instant centre, positive where it rises rearward",
        ],
    ));
    all.extend(swing_arm(
        wheel,
        ["front-view swing arm", "front-view swing arm angle"],
        own.front_arm,
        [
            "horizontal distance from the contact to the instant centre of its carrier in the front view, all wheels rising alike, positive where it lies inward of the wheel",
            "slope of the line from the contact to that instant centre, positive where it rises inward",
        ],
    ));
    all
}

/// Rate of two springs in series [N/m].
pub(super) fn in_series(one: f64, other: f64) -> f64 {
    one * other / (one + other)
}

fn swing_arm(
    wheel: &str,
    [length, angle]: [&str; 2],
    arm: Option<SwingArm>,
    [of_length, of_angle]: [&'static str; 2],
) -> [Figure; 2] {
    let (own, slope) = arm.map_or((f64::NAN, f64::NAN), |arm| (arm.length, arm.angle));
    [
        Figure::new(wheel, length, "mm", 1e3 * own, of_length),
        Figure::new(wheel, angle, "deg", slope.to_degrees(), of_angle),
    ]
}

/// Figures of a steering axis. `drive_unit` is the unit of the position of the steering drive.
pub(super) fn of_axis(wheel: &str, axis: &SteeringAxis, drive_unit: &str) -> [Figure; 7] {
    let (by_drive, scale) = by_drive(drive_unit);
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
            "distance on the ground from the steering axis to the wheel plane, positive where the axis is inside (ISO 8855, 7.2.7)",
        ),
        of(
            "caster trail",
            "mm",
            1e3 * axis.trail,
            "distance on the ground, along the wheel plane, from the contact centre to the steering axis, positive where the axis is in front (ISO 8855, 7.2.5)",
        ),
        of(
            "kingpin offset at wheel centre",
            "mm",
            1e3 * axis.offset_at_centre,
            "distance across the wheel's heading from the steering axis to the wheel centre at the height of the centre, positive where the axis is inside",
        ),
        of(
            "trail at wheel centre",
            "mm",
            1e3 * axis.trail_at_centre,
            "distance along the wheel's heading from the wheel centre to the steering axis at the height of the centre, positive where the axis is in front",
        ),
        of(
            "steer by drive",
            by_drive,
            scale * axis.ratio.to_degrees(),
            "steer angle by the position of the steering drive, the wheel centres staying at their heights",
        ),
    ]
}
