//! Kinematics of suspensions on the [rig](crate::rig): curves over travel, roll and steer.
//!
//! All figures are in vehicle axes (ISO 8855: X forward, Y left, Z up), with the chassis in its design position. Angles in radians,
//! travel and forces positive upward on the wheel.

mod swing_arm;

pub use swing_arm::SwingArm;

use crate::rig::{NotReached, Rig, Steering, lowest};
use crate::table::{Column, Table};
use nalgebra::Vector3;
use wishbone::prelude::*;

/// Figures of one wheel in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Wheel centre less its design position [m].
    pub moved: [f64; 3],
    /// Toe angle, positive where the front of the wheel points inward [rad].
    pub toe: f64,
    /// Camber angle, positive where the top of the wheel leans outward [rad] (ISO 8855, 7.1.20).
    pub camber: f64,
    /// Steer angle, positive to the left [rad].
    pub steer: f64,
    /// Vertical force on the wheel that holds it there [N].
    pub force: f64,
    /// Slope of that force over the travel, all wheels moving alike [N/m].
    pub rate: f64,
    /// The same with the wheels of the right side moving the other way [N/m].
    pub roll_rate: f64,
    /// Lateral movement of the lowest point with travel, positive outward: `dy/dz`.
    pub track_slope: f64,
    /// Tangent of the support angle of the lowest point, the wheel locked to its carrier: `dx/dz`, for brakes at the wheel.
    pub brake_support: f64,
    /// The same of the wheel centre, for torques that the chassis takes: half-shafts.
    pub drive_support: f64,
    /// Swing arm in the side view, all wheels rising alike: length positive rearward, angle positive where it rises rearward from the
    /// lowest point. None where the carrier does not turn in that view.
    pub side_arm: Option<SwingArm>,
    /// Swing arm in the front view: length positive inward, angle positive where it rises inward from the lowest point.
    pub front_arm: Option<SwingArm>,
}

/// Figures of the steering axis of one wheel: the axis about which the carrier turns at this instant while the steering moves and the
/// suspension's own coordinate stays. It is that of the king pin, where there is one; of a strut, the line from its top to the ball
/// joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeringAxis {
    /// Caster angle, positive where the axis leans rearward at the top [rad].
    pub caster: f64,
    /// Kingpin inclination, positive where the axis leans inward at the top [rad].
    pub inclination: f64,
    /// Scrub radius: lateral distance from the axis to the wheel's lowest point at its height, positive where the axis is inside [m].
    pub scrub_radius: f64,
    /// Caster trail at that height, positive where the axis is in front [m].
    pub trail: f64,
    /// Lateral distance from the axis to the wheel centre at the height of the centre, positive where the axis is inside [m].
    pub offset_at_centre: f64,
    /// Longitudinal distance from the wheel centre to the axis at the height of the centre, positive where the axis is in front [m].
    pub trail_at_centre: f64,
    /// Steer angle for a unit of the position of what steers [rad/m or rad/rad].
    pub ratio: f64,
}

/// Sign of a wheel's side: 1 on the left, -1 on the right.
pub(crate) fn side(wheel: &WheelMotion) -> f64 {
    if wheel.centre[1] < 0.0 { -1.0 } else { 1.0 }
}

/// Steer angle of a wheel, positive to the left [rad]: the direction `s × Z`, in which it rolls, against X.
pub(crate) fn steer(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    (-x).atan2(y)
}

/// Inclination of a wheel to the left at its top is positive [rad].
pub(crate) fn lean(wheel: &WheelMotion) -> f64 {
    let [x, y, z] = wheel.axis;
    // The axis points to the left: where it points upward, the top leans to the right.
    -z.atan2(x.hypot(y))
}

/// Figures of all wheels in the rig's position; `design` is their motion at the design position.
///
/// # Errors
/// If a position nearby is not reached.
pub fn figures<S: Solver + Clone>(rig: &mut Rig<S>, design: &[WheelMotion]) -> Result<Vec<Figures>, NotReached> {
    let wheels = rig.wheels();
    let (forces, sides): (Vec<f64>, Vec<f64>) = (rig.forces()?, wheels.iter().map(side).collect());
    let alike = vec![1.0; wheels.len()];
    let rates = [rig.force_rates(&alike)?, rig.force_rates(&sides)?];
    let rising = rig.rising(&alike)?;
    let each = wheels.iter().enumerate().map(|(k, wheel)| {
        let [_, along] = lowest(&rising[k], rig.radius(k));
        let of_centre = rising[k].velocity;
        Figures {
            moved: [0, 1, 2].map(|i| wheel.centre[i] - design[k].centre[i]),
            toe: -sides[k] * steer(wheel),
            camber: sides[k] * lean(wheel),
            steer: steer(wheel),
            force: forces[k],
            rate: rates[0][k],
            roll_rate: rates[1][k] * sides[k],
            track_slope: sides[k] * along.y / along.z,
            brake_support: along.x / along.z,
            drive_support: of_centre[0] / of_centre[2],
            side_arm: SwingArm::in_side_view(&rising[k], rig.radius(k)),
            front_arm: SwingArm::in_front_view(&rising[k], rig.radius(k)),
        }
    });
    Ok(each.collect())
}

/// Height of the roll centre of two wheels above their lowest points, in the plane through them [m]: where the lines meet along which
/// the links lead the lowest points, when the body rolls (SAE J670, 6.2.8).
///
/// A line is perpendicular to the velocity of its point. With `u = (u_y, u_z)` the velocities and `y` the lateral positions, the lines
/// meet where `u · (r - p) = 0` for both. None where the lines are parallel and apart.
///
/// # Errors
/// If the two wheels cannot rise and fall against each other.
pub fn roll_centre<S: Solver + Clone>(
    rig: &mut Rig<S>,
    [left, right]: [usize; 2],
) -> Result<Option<[f64; 2]>, NotReached> {
    let mut ways = vec![0.0; rig.solver().description().wheels.len()];
    (ways[left], ways[right]) = (1.0, -1.0);
    let rolling = rig.rising(&ways)?;
    let [(p, u), (q, w)] = [left, right].map(|wheel| {
        let [place, along] = lowest(&rolling[wheel], rig.radius(wheel));
        (place, along)
    });
    let determinant = u.y * w.z - u.z * w.y;
    let (first, second) = (u.y * p.y + u.z * p.z, w.y * q.y + w.z * q.z);
    if determinant.abs() < 1e-12 {
        // One line, as that of trailing arms: its height in the middle.
        let middle = [(p, u), (q, w)].map(|(p, u)| p.z + u.y * p.y / u.z);
        let height = middle[0] - 0.5 * (p.z + q.z);
        return Ok(((middle[0] - middle[1]).abs() < 1e-9).then_some([0.5 * (p.y + q.y), height]));
    }
    let (y, z) = (
        (first * w.z - second * u.z) / determinant,
        (second * u.y - first * w.y) / determinant,
    );
    Ok(Some([y, z - 0.5 * (p.z + q.z)]))
}

/// Steering axes of all wheels; none for a wheel that is not steered.
pub fn steering_axes<S: Solver + Clone>(rig: &mut Rig<S>, steering: Steering) -> Vec<Option<SteeringAxis>> {
    let turning = rig.steering(steering);
    let each = turning.iter().enumerate().map(|(k, wheel)| {
        let spin = Vector3::from(wheel.carrier_angular_velocity);
        let square = spin.norm_squared();
        if square < 1e-12 {
            return None;
        }
        let axis = spin * spin.z.signum();
        // The point of the axis nearest to the wheel centre.
        let near = Vector3::from(wheel.centre) + spin.cross(&Vector3::from(wheel.velocity)) / square;
        let [lowest, _] = lowest(wheel, rig.radius(k));
        let at_height = |height: f64| near + axis * ((height - near.z) / axis.z);
        let (centre, side) = (Vector3::from(wheel.centre), side(wheel));
        let (below, beside) = (at_height(lowest.z), at_height(centre.z));
        Some(SteeringAxis {
            caster: (-axis.x).atan2(axis.z),
            inclination: (-side * axis.y).atan2(axis.z),
            scrub_radius: side * (lowest.y - below.y),
            trail: below.x - lowest.x,
            offset_at_centre: side * (centre.y - beside.y),
            trail_at_centre: beside.x - centre.x,
            ratio: turned(wheel),
        })
    });
    each.collect()
}

/// Rate of the steer angle [rad/s].
pub(crate) fn turned(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    let rate = Vector3::from(wheel.carrier_angular_velocity).cross(&Vector3::from(wheel.axis));
    (x * rate.y - y * rate.x) / (x * x + y * y)
}

/// Rate of the inclination to the left at the top [rad/s].
pub(crate) fn leaning(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    let rate = Vector3::from(wheel.carrier_angular_velocity).cross(&Vector3::from(wheel.axis));
    -rate.z / x.hypot(y)
}

/// How the wheels move on the rig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// All wheels go up and down.
    Bounce,
    /// The wheels on the left go up where those on the right go down.
    Roll,
    /// The steering moves, the wheel centres staying at their heights.
    Steer(Steering),
}

/// Curves of all wheels: `test` over the given positions [m, or rad where what steers turns], from the design position outward.
///
/// # Errors
/// If a position is not reached.
pub fn curves<S: Solver + Clone>(rig: &Rig<S>, test: Test, positions: &[f64]) -> Result<Table, NotReached> {
    let mut start = rig.clone();
    let design = start.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    start.lift(&heights)?;
    let names = rig.solver().description();
    let mut table = Table {
        columns: columns(names, test),
        rows: vec![Vec::new(); positions.len()],
    };
    // From the design position to both sides, so that each position begins next to one that was reached.
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|&a, &b| positions[a].abs().total_cmp(&positions[b].abs()));
    let (mut up, mut down) = (start.clone(), start);
    for place in order {
        let position = positions[place];
        let there = if position < 0.0 { &mut down } else { &mut up };
        let wanted: Vec<f64> = heights
            .iter()
            .zip(&design)
            .map(|(height, wheel)| match test {
                Test::Bounce => height + position,
                Test::Roll => height + side(wheel) * position,
                Test::Steer(_) => *height,
            })
            .collect();
        if let Test::Steer(steering) = test {
            there.steer(steering, position);
        }
        there.lift(&wanted)?;
        let mut row = vec![position];
        for figures in figures(there, &design)? {
            row.extend(figures.moved);
            row.extend([figures.toe, figures.camber, figures.steer, figures.force]);
            row.extend([figures.rate, figures.roll_rate, figures.track_slope]);
            row.extend([figures.brake_support, figures.drive_support]);
        }
        row.extend(there.outputs());
        table.rows[place] = row;
    }
    Ok(table)
}

fn columns(names: &Description, test: Test) -> Vec<Column> {
    const EACH: [(&str, &str); 12] = [
        ("x", "m"),
        ("y", "m"),
        ("z", "m"),
        ("toe", "rad"),
        ("camber", "rad"),
        ("steer", "rad"),
        ("force", "N"),
        ("wheel_rate", "N/m"),
        ("roll_rate", "N/m"),
        ("track_slope", ""),
        ("brake_support", ""),
        ("drive_support", ""),
    ];
    let (name, unit) = match test {
        Test::Bounce | Test::Roll => ("travel".to_owned(), "m"),
        Test::Steer(steering) => (steering.name(names).to_owned(), ""),
    };
    let of_wheels = names.wheels.iter().flat_map(|wheel| {
        EACH.iter().map(move |(name, unit)| Column {
            name: format!("{wheel}.{name}"),
            unit,
        })
    });
    let outputs = names.outputs.iter().enumerate().map(|(place, name)| Column {
        name: (*name).to_owned(),
        unit: names.output_unit(place),
    });
    std::iter::once(Column { name, unit })
        .chain(of_wheels)
        .chain(outputs)
        .collect()
}
