//! Driver and steering.

use super::course::Course;
use super::piece::Pieces;
use wishbone::control::path::{LaneChange, Path, PathFollower, Pieces as Track, Preview, Spline, Steering as Steered};
use wishbone::control::{self, ByTime, Column, Cruise, Gears, Script, Steer};
use wishbone::description::Description;
use wishbone::marker::MarkerPort;
use wishbone::profile::{Hold, Profile, Scaled};
use wishbone_compiler::model::equipment::{
    self, Controls, Driver, Event, Follow, Hands, Pace, Pedals, Shift, Steering, Way, When,
};

/// Largest number of events of a script, and of previews of a driver.
const MOST_EVENTS: usize = 64;
const MOST_PREVIEWS: usize = 16;

fn place(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|own| *own == name)
}

/// The steering, moved by the driver's hands. The steering is empty if the driver follows a path, since the driver then
/// moves the joint himself.
pub(super) fn steering(steering: &Steering, driver: Option<&Driver>, vehicle: &Description) -> Option<Pieces> {
    match angle(driver) {
        Some(angle) => steered(steering, control::Hands::Angle(angle), vehicle),
        None => Some(Pieces::none()),
    }
}

/// The steering as [`steering`], with the hands at rest at their angle of time zero.
pub(super) fn held(steering: &Steering, driver: Option<&Driver>, vehicle: &Description) -> Option<Pieces> {
    match angle(driver) {
        Some(angle) => {
            let rest = Course::new(Hold(angle.at(0.0).position));
            steered(steering, control::Hands::Angle(rest), vehicle)
        }
        None => Some(Pieces::none()),
    }
}

/// Angle of the steering wheel; `None` if the driver follows a path.
pub(super) fn angle(driver: Option<&Driver>) -> Option<Course> {
    match driver.map(|driver| &driver.hands) {
        Some(Hands::Angle(angle)) => Some(Course::of(angle)),
        Some(Hands::Way(_)) => None,
        None => Some(Course::new(Hold(0.0))),
    }
}

/// The steering. The hands move the steering wheel along a course [rad], or turn it with a torque over time [N m].
/// `None` if the hands apply a torque but the steering wheel moves a driven joint, which takes no torque.
pub(super) fn steered(steering: &Steering, hands: control::Hands<Course>, vehicle: &Description) -> Option<Pieces> {
    match (steering, hands) {
        (Steering::Driven { .. }, control::Hands::Torque(_)) => None,
        (Steering::Driven { drive, ratio }, control::Hands::Angle(angle)) => Some(Pieces::of(Steer::at(
            place(vehicle.drives, drive)?,
            Scaled {
                profile: angle,
                factor: *ratio,
            },
        ))),
        (Steering::Column(declared), hands) => {
            let places = [
                place(vehicle.coordinates, &declared.joint)?,
                place(vehicle.speeds, &declared.joint)?,
                place(vehicle.signals, &declared.signal)?,
            ];
            let mut column = Column::at(places, hands, declared.ratio);
            column.inertia = declared.inertia;
            column.stiffness = declared.stiffness;
            column.damping = declared.damping;
            column.friction = declared.friction;
            column.joint_friction = declared.joint_friction;
            column.assistance = declared.assistance;
            column.over_speed = declared.over_speed;
            Some(Pieces::of(column))
        }
    }
}

/// The driver. If a speed [m/s] is given, the driver begins in the gear for this speed. `None` if he has more events or
/// previews than there is room for.
pub(super) fn driver(
    driver: &Driver,
    steering: Option<&Steering>,
    vehicle: &Description,
    speed: Option<f64>,
) -> Option<Pieces> {
    let pace = match &driver.pace {
        Pace::Pedals(pedals) => of_pedals(pedals),
        Pace::Cruise(cruise) => of_cruise(cruise, speed),
        Pace::Script { start, events } => of_script(start, events)?,
    };
    match (&driver.hands, steering) {
        (Hands::Way(follow), Some(Steering::Driven { drive, ratio })) => {
            let drive = place(vehicle.drives, drive)?;
            follows(pace, follow, (drive, *ratio), vehicle)
        }
        _ => Some(pace),
    }
}

fn follows(pace: Pieces, follow: &Follow, (drive, ratio): (usize, f64), vehicle: &Description) -> Option<Pieces> {
    let marker = MarkerPort::of(vehicle, &follow.marker)?;
    if follow.previews.len() > MOST_PREVIEWS {
        return None;
    }
    // Unused previews have no gain.
    let previews: [Preview; MOST_PREVIEWS] = std::array::from_fn(|k| {
        let [time, gain] = follow.previews.get(k).copied().unwrap_or([0.0; 2]);
        Preview { time, gain }
    });
    let steering = Steered {
        ratio: ratio * follow.steering_ratio,
        wheelbase: follow.wheelbase,
        understeer: follow.understeer,
        bandwidth: follow.bandwidth,
        most: ratio.abs() * follow.most,
        fastest: ratio.abs() * follow.fastest,
        lead: follow.lead,
        shortest: follow.shortest,
    };
    Some(match follow.way {
        Way::LaneChange {
            is_severe,
            begin,
            width,
            to_the_right,
        } => {
            let lanes = match is_severe {
                true => LaneChange::severe(begin, width),
                false => LaneChange::double(begin, width),
            };
            let lanes = if to_the_right { lanes.mirrored() } else { lanes };
            along(pace, drive, marker, lanes, previews, steering)
        }
        Way::Pieces {
            begin,
            heading,
            ref pieces,
        } => {
            let track = pieces.iter().fold(Track::new(begin, heading), |track, piece| {
                track.clothoid(piece.length, piece.curvatures)
            });
            along(pace, drive, marker, track, previews, steering)
        }
        Way::Spline { ref x, ref y } => along(pace, drive, marker, Spline::new(x, y).ok()?, previews, steering),
    })
}

fn along<P: Path + Clone + Send + Sync + 'static>(
    pace: Pieces,
    drive: usize,
    marker: MarkerPort,
    path: P,
    previews: [Preview; MOST_PREVIEWS],
    steering: Steered,
) -> Pieces {
    pace.and(PathFollower::at(drive, marker, path, previews, steering))
}

fn of_pedals(pedals: &Pedals) -> Pieces {
    Pieces::of(control::Pedals::new(ByTime {
        throttle: Course::of(&pedals.throttle),
        brake: Course::of(&pedals.brake),
        clutch: Course::of(&pedals.clutch),
        gear: Course::of(&pedals.gear),
    }))
}

fn of_cruise(declared: &equipment::Cruise, speed: Option<f64>) -> Pieces {
    let mut cruise = Cruise::new(Course::of(&declared.speed), declared.proportional, declared.integral);
    cruise.feedforward = declared.feedforward;
    cruise.dead_band = declared.dead_band;
    let gears = declared.shift.as_ref().and_then(gears);
    cruise.gears = gears.map(|gears| speed.map_or(gears, |speed| gears.at_speed(speed)));
    Pieces::of(cruise)
}

/// The gears that a driver chooses.
pub(super) fn gears(shift: &Shift) -> Option<Gears> {
    let gears = Gears::new(&shift.up, &shift.down, shift.pause).ok()?;
    Some(gears.with_clutch(shift.clutch))
}

fn of_script(start: &Controls, events: &[Event]) -> Option<Pieces> {
    if events.len() > MOST_EVENTS {
        return None;
    }
    let start = demanded(start);
    // Unused events never occur.
    let never = control::Event {
        when: control::When::Beyond(f64::INFINITY),
        then: start,
        within: 0.0,
    };
    let events: [control::Event; MOST_EVENTS] = std::array::from_fn(|k| {
        events.get(k).map_or(never, |event| control::Event {
            when: match event.when {
                When::At => control::When::At(event.number),
                When::After => control::When::After(event.number),
                When::Above => control::When::Above(event.number),
                When::Below => control::When::Below(event.number),
                When::Beyond => control::When::Beyond(event.number),
            },
            then: demanded(&event.then),
            within: event.within,
        })
    });
    Some(Pieces::of(control::Pedals::new(Script::new(start, events))))
}

fn demanded(controls: &Controls) -> control::Controls {
    control::Controls {
        throttle: controls.throttle,
        brake: controls.brake,
        clutch: controls.clutch,
        parking_brake: controls.parking_brake,
        gear: controls.gear,
    }
}
