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
            "toe angle; positive: front of the wheel inward (sign of the static toe angle: ISO 8855:2011, 7.1.6)",
        ),
        of(
            "camber",
            "deg",
            own.camber.to_degrees(),
            "camber angle; positive: top of the wheel outward (ISO 8855)",
        ),
        of(
            "wheel rate",
            "N/mm",
            1e-3 * own.rate,
            "change of the vertical force at the contact centre per millimetre of its rise, all wheels in parallel (SAE J670, wheel rate)",
        ),
        of(
            "wheel rate in roll",
            "N/mm",
            1e-3 * own.roll_rate.unwrap_or(f64::NAN),
            "change of the vertical force at the contact centre per millimetre of its rise, left and right wheels in opposite directions",
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
            "angle between the path of the contact centre and the vertical, side view; for brake torque reacted by the wheel carrier; positive: forward in bump",
        ),
        of(
            "drive support angle",
            "deg",
            own.drive_support.atan().to_degrees(),
            "angle between the path of the wheel centre and the vertical, side view; for drive torque reacted by the chassis; positive: forward in bump",
        ),
    ]);
    all.extend(swing_arm(
        wheel,
        ["side-view swing arm", "side-view swing arm angle"],
        own.side_arm,
        [
            "horizontal distance from the contact centre to the instant centre of the wheel carrier, side view, all wheels in parallel; positive: instant centre behind the wheel",
            "angle between the horizontal and the line from the contact centre to this instant centre; positive: the line rises to the rear",
        ],
    ));
    all.extend(swing_arm(
        wheel,
        ["front-view swing arm", "front-view swing arm angle"],
        own.front_arm,
        [
            "horizontal distance from the contact centre to the instant centre of the wheel carrier, front view, all wheels in parallel; positive: instant centre on the inner side of the wheel",
            "angle between the horizontal and the line from the contact centre to this instant centre; positive: the line rises inward",
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
    arm: SwingArm,
    [of_length, of_angle]: [&'static str; 2],
) -> [Figure; 2] {
    let own = arm.length.unwrap_or(f64::NAN);
    [
        Figure::new(wheel, length, "mm", 1e3 * own, of_length),
        Figure::new(wheel, angle, "deg", arm.angle.to_degrees(), of_angle),
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
            "caster angle of the steering axis; positive: top of the axis to the rear (ISO 8855)",
        ),
        of(
            "kingpin inclination",
            "deg",
            axis.inclination.to_degrees(),
            "inclination angle of the steering axis; positive: top of the axis inward (ISO 8855)",
        ),
        of(
            "scrub radius",
            "mm",
            1e3 * axis.scrub_radius,
            "steering-axis offset at ground: lateral distance on the ground from the steering axis to the wheel plane; positive: steering axis on the inner side (ISO 8855)",
        ),
        of(
            "caster trail",
            "mm",
            1e3 * axis.trail,
            "distance on the ground, along the wheel plane, from the contact centre to the steering axis; positive: steering axis in front (ISO 8855)",
        ),
        of(
            "kingpin offset at wheel centre",
            "mm",
            1e3 * axis.offset_at_centre,
            "distance across the heading of the wheel from the steering axis to the wheel centre, at the height of the wheel centre; positive: steering axis on the inner side",
        ),
        of(
            "trail at wheel centre",
            "mm",
            1e3 * axis.trail_at_centre,
            "distance along the heading of the wheel from the wheel centre to the steering axis, at the height of the wheel centre; positive: steering axis in front",
        ),
        of(
            "steer by drive",
            by_drive,
            scale * axis.ratio.to_degrees(),
            "change of the steer angle divided by that of the position of the steering drive (exact derivative), wheel centres at constant heights",
        ),
    ]
}
