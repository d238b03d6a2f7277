//! Geometry of the suspensions on the rig: steering axes, slopes over travel, and positions of wheels and springs under the static
//! loads.

use super::{Checked, HEAVY, Standing, called};
use crate::kinematics::{SteeringAxis, leaning, side, steering_axes, turned};
use crate::rig::{Length, NotReached, Rig, Steering};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// A spring with its stops.
#[derive(Clone, Debug, PartialEq)]
pub struct Stops {
    /// Its name and its ends.
    pub length: Length,
    /// Lengths at which the bump stop and the rebound stop are met [m]; `None` without a stop.
    pub at: [Option<f64>; 2],
}

/// The declared steering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steered {
    /// The motion that steers.
    pub motion: Steering,
    /// Travel per angle of the steering wheel [m/rad or rad/rad]; `None` without a declared steering wheel.
    pub ratio: Option<f64>,
}

/// Steering axes at the design position, for the wheels that are steered.
///
/// # Errors
/// Returns an error if the vehicle is not in balance while it steers, or if the steering drive does not move.
pub fn of_steering<S: Solver + Clone>(rig: &Rig<S>, steered: Steered) -> Result<Vec<Checked>, NotReached> {
    let mut rig = rig.clone();
    let axes = steering_axes(&mut rig, steered.motion)?;
    let names = rig.solver().description().wheels;
    let ways = ways(&rig.wheels(), &axes);
    let found = axes
        .iter()
        .enumerate()
        .filter_map(|(wheel, axis)| Some((wheel, axis.as_ref()?)));
    Ok(found
        .flat_map(|(wheel, axis)| of_axis(names[wheel], axis, steered.ratio, ways[wheel]))
        .collect())
}

/// Way in which a wheel has to turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// To the side to which the steering wheel turns: wheels ahead.
    Along,
    /// To the other side: wheels behind those that do not steer.
    Against,
    /// Range to either side, with smaller values: rear wheels of a vehicle that steers with all wheels.
    Either,
}

/// The way of each wheel. The foremost wheel that does not steer divides those that do.
fn ways(wheels: &[WheelMotion], axes: &[Option<SteeringAxis>]) -> Vec<Way> {
    let x = |wheel: usize| wheels[wheel].centre[0];
    let fixed = (0..wheels.len()).filter(|&wheel| axes[wheel].is_none()).map(x);
    let fixed = fixed.reduce(f64::max);
    let middle = wheels.iter().map(|wheel| wheel.centre[0]).sum::<f64>() / wheels.len() as f64;
    let way = |wheel: usize| match fixed {
        Some(fixed) if x(wheel) < fixed => Way::Against,
        None if x(wheel) < middle => Way::Either,
        _ => Way::Along,
    };
    (0..wheels.len()).map(way).collect()
}

fn of_axis(name: &str, axis: &SteeringAxis, ratio: Option<f64>, way: Way) -> Vec<Checked> {
    let millimetres = |what: &str, value: f64, usual| {
        Checked::new(
            format!("{what}, {name}"),
            "mm",
            1e3 * value,
            usual,
            "ISO 8855; cars -30 to 80 (Reimpell, Stoll & Betzler 2001, chapter 3)",
        )
    };
    let mut all = vec![
        Checked::new(
            format!("caster, {name}"),
            "deg",
            axis.caster.to_degrees(),
            -3.0..=15.0,
            "cars 1 to 10 (Reimpell, Stoll & Betzler 2001, chapter 3)",
        )
        .likely("ball joints with x to the rear, or exchanged points"),
        Checked::new(
            format!("kingpin inclination, {name}"),
            "deg",
            axis.inclination.to_degrees(),
            -8.0..=25.0,
            "cars 5 to 17 (Reimpell, Stoll & Betzler 2001, chapter 3)",
        )
        .likely("ball joints with z downward, or exchanged points"),
        millimetres("scrub radius", axis.scrub_radius, -80.0..=180.0)
            .likely("an outer point at the wrong place or in a wrong unit"),
        millimetres("caster trail", axis.trail, -40.0..=130.0)
            .likely("ball joints with x to the rear, or an outer point at the wrong place"),
    ];
    if let Some(ratio) = ratio {
        // A wheel steers by `axis.ratio` for a unit of the steering drive. Both are positive to the left. The ratio is positive where the
        // vehicle turns to the left.
        let turned = axis.ratio * ratio;
        let (turned, usual) = match way {
            Way::Along => (turned, 8.0..=45.0),
            Way::Against => (-turned, 8.0..=45.0),
            Way::Either => (turned.abs(), 8.0..=f64::INFINITY),
        };
        all.push(
            Checked::new(
                format!("steering ratio, {name}"),
                "",
                1.0 / turned,
                usual,
                "cars 12 to 20, trucks to 36 (Gillespie 1992, chapter 8)",
            )
            .possible(0.5..=f64::INFINITY)
            .likely(match turned < 0.0 {
                true => "a left turn of the steering wheel steers to the right: sign of `per_turn`, or tie rods on the other side of the axle",
                false => "unit of `per_turn`, or a tie rod at the wrong place",
            }),
        );
    }
    all
}

/// Slopes of toe and camber over travel at the design position.
///
/// # Errors
/// If the wheels cannot rise together.
pub fn of_travel<S: Solver + Clone>(rig: &Rig<S>) -> Result<Vec<Checked>, NotReached> {
    let mut rig = rig.clone();
    let names = rig.solver().description().wheels;
    let rising = rig.rising(&vec![1.0; names.len()])?;
    let of_wheel = rising.iter().enumerate().flat_map(|(wheel, motion)| {
        let (side, name) = (side(motion), names[wheel]);
        [
            Checked::new(
                format!("bump steer, {name}"),
                "deg/m",
                -(side * turned(motion)).to_degrees(),
                -45.0..=45.0,
                "cars to 10 (Reimpell, Stoll & Betzler 2001, chapter 3)",
            )
            .likely("an end of a tie rod or a link at the wrong place, or in a wrong unit"),
            Checked::new(
                format!("camber gain, {name}"),
                "deg/m",
                (side * leaning(motion)).to_degrees(),
                -110.0..=60.0,
                "double wishbones -20 to -30, swing axles to -90 (Reimpell, Stoll & Betzler 2001, chapter 3)",
            )
            .likely("points of an upper and a lower arm exchanged, or one in a wrong unit"),
        ]
    });
    Ok(of_wheel.collect())
}

/// Positions of the wheels and the springs under the static loads. `design` are the wheels at the design position.
pub(super) fn of_rest<S: Solver + Clone>(
    rig: &mut Rig<S>,
    design: &[WheelMotion],
    standing: &Standing,
    springs: &[Stops],
) -> Vec<Checked> {
    let (wheels, pairs) = (rig.wheels(), rig.axles());
    let (reach, touch) = if standing.mass > HEAVY {
        (140.0, -15.0)
    } else {
        (60.0, -3.0)
    };
    let mut all: Vec<Checked> = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        let risen = pair.map(|wheel| wheels[wheel].centre[2] - design[wheel].centre[2]);
        let name = format!("static load moves the wheels by, {}", called(place, pairs.len()));
        let source = "the design position is meant to be near that at rest";
        all.push(
            Checked::new(name, "mm", 500.0 * (risen[0] + risen[1]), -reach..=reach, source)
                .likely("`preload` or `free_length` of the springs left out, their rate or the masses in a wrong unit"),
        );
    }
    let bodies = rig.bodies();
    for spring in springs {
        let length = spring.length.at(&bodies);
        let room = spring.at[0].map(|least| length - least).into_iter();
        let room = room.chain(spring.at[1].map(|most| most - length)).reduce(f64::min);
        let name = format!("way to the nearest stop, {}", spring.length.name);
        let source = "springs at rest hardly touch a stop";
        all.extend(room.map(|room| {
            Checked::new(name, "mm", 1e3 * room, touch..=f64::INFINITY, source)
                .likely("`preload` left out, or lengths of the stops in a wrong unit")
        }));
    }
    all
}
