//! The driver.

use super::course::{self, Course};
use super::read::{Reader, Sign};
use super::script::{self, Controls, Event};
use super::way::{self, Way};
use crate::diag::SourceSpan;
use crate::front::units;

/// A driver.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The motion of the steering wheel.
    pub hands: Hands,
    /// The use of pedals and gears.
    pub pace: Pace,
}

/// The motion of the steering wheel.
#[derive(Clone, Debug)]
pub enum Hands {
    /// Its angle over time [rad].
    Angle(Course),
    /// He follows a way.
    Way(Box<Follow>),
}

/// How a driver follows a way.
#[derive(Clone, Debug)]
pub struct Follow {
    /// Name of the marker that is to be on the way.
    pub marker: String,
    /// Where it is named.
    pub span: SourceSpan,
    /// The way.
    pub way: Way,
    /// Times until the previewed points are reached [s], and their weights.
    pub previews: Vec<[f64; 2]>,
    /// Wheelbase [m].
    pub wheelbase: f64,
    /// Angle of the front wheels per lateral acceleration [rad s²/m].
    pub understeer: f64,
    /// Angle of the steering wheel divided by the angle of the front wheels.
    pub steering_ratio: f64,
    /// Speed of the driver's arms [rad/s].
    pub bandwidth: f64,
    /// Largest angle of the steering wheel [rad].
    pub most: f64,
    /// Largest rate of the steering wheel [rad/s].
    pub fastest: f64,
    /// How far ahead the curvature is seen [s].
    pub lead: f64,
    /// Part of the preview distance that does not grow with the speed [m].
    pub shortest: f64,
}

/// The use of pedals and gears.
#[derive(Clone, Debug)]
pub enum Pace {
    /// As prescribed.
    Pedals(Box<Pedals>),
    /// He holds a speed.
    Cruise(Box<Cruise>),
    /// By a list of events, one after the other.
    Script {
        /// Controls before the first event.
        start: Controls,
        /// The events.
        events: Vec<Event>,
    },
}

/// Pedals, from 0 to 1, and gear over time.
#[derive(Clone, Debug)]
pub struct Pedals {
    /// Accelerator.
    pub throttle: Course,
    /// Brake.
    pub brake: Course,
    /// Clutch.
    pub clutch: Course,
    /// Gear.
    pub gear: Course,
}

/// How a driver holds a speed.
#[derive(Clone, Debug)]
pub struct Cruise {
    /// The speed [m/s].
    pub speed: Course,
    /// Pedal per error [s/m].
    pub proportional: f64,
    /// Pedal per accumulated error [1/m].
    pub integral: f64,
    /// Pedal per acceleration of the wanted speed [s²/m].
    pub feedforward: f64,
    /// Demand up to which no pedal is pressed.
    pub dead_band: f64,
    /// Gears of a manual gearbox.
    pub shift: Option<Shift>,
}

/// A driver's choice among the gears of a manual gearbox.
#[derive(Clone, Debug)]
pub struct Shift {
    /// Speeds above which the next gear is chosen, from the first [m/s].
    pub up: Vec<f64>,
    /// Speeds below which the gear before is chosen, from the second [m/s].
    pub down: Vec<f64>,
    /// Shortest time between two changes [s].
    pub pause: f64,
    /// Times in which the clutch pedal goes down, stays down and comes up [s].
    pub clutch: [f64; 3],
    /// Where it is declared.
    pub span: SourceSpan,
}

impl Driver {
    /// Source place of the name of the marker that the driver guides along a path, if the driver follows a path.
    pub(super) fn follows(&self) -> Option<SourceSpan> {
        match &self.hands {
            Hands::Way(follow) => Some(follow.span),
            Hands::Angle(_) => None,
        }
    }

    /// The highest gear that he asks for, other than by the speed.
    pub(super) fn asks_for(&self) -> f64 {
        match &self.pace {
            Pace::Pedals(pedals) => pedals.gear.range()[1],
            Pace::Script { start, events } => {
                let gears = events.iter().map(|event| event.then.gear).chain([start.gear]);
                gears.max().map_or(0.0, f64::from)
            }
            Pace::Cruise(_) => 0.0,
        }
    }

    /// The gears that he chooses, if he does that.
    pub fn shift(&self) -> Option<&Shift> {
        match &self.pace {
            Pace::Cruise(cruise) => cruise.shift.as_ref(),
            Pace::Pedals(_) | Pace::Script { .. } => None,
        }
    }

    /// `holds a speed, steers over time`
    pub(super) fn describe(&self) -> String {
        let pace = match self.pace {
            Pace::Pedals(_) => "pedals over time",
            Pace::Cruise(_) => "holds a speed",
            Pace::Script { .. } => "pedals by events",
        };
        let hands = match &self.hands {
            Hands::Angle(_) => "steers over time".to_owned(),
            Hands::Way(follow) => format!("steers `{}` along a way", follow.marker),
        };
        format!("{pace}, {hands}")
    }
}

pub(super) fn read(reader: &mut Reader) -> Option<Driver> {
    let form = reader.element.form.as_ref()?;
    let kind = form.kind.text.as_str();
    let hands = match kind {
        "follow" => follow(reader).map(|follow| Hands::Way(Box::new(follow))),
        _ => {
            if let Some(surplus) = form.arguments.first() {
                let message = format!("`{kind}` takes no name");
                reader.refuse(surplus.span, message, "leave the parentheses empty");
            }
            Some(Hands::Angle(course::of_hands(reader)))
        }
    };
    let pace = match kind {
        "open_loop" => Some(Pace::Pedals(Box::new(pedals(reader)))),
        "script" => script::read(reader).map(|(start, events)| Pace::Script { start, events }),
        _ => Some(Pace::Cruise(Box::new(cruise(reader)))),
    };
    Some(Driver {
        hands: hands?,
        pace: pace?,
    })
}

fn pedals(reader: &mut Reader) -> Pedals {
    let mut pedal = |key| {
        let course = course::declared(reader, key);
        let [least, greatest] = course.range();
        if least < 0.0 || greatest > 1.0 {
            let place = reader.place_of(key);
            let message = format!("`{key}` goes from {least} to {greatest}");
            reader.refuse(place, message, "a pedal goes from 0 to 1, fully pressed");
        }
        course
    };
    Pedals {
        throttle: pedal("throttle"),
        brake: pedal("brake"),
        clutch: pedal("clutch"),
        gear: gear(reader),
    }
}

/// The gear over time: whole numbers, where points are given.
fn gear(reader: &mut Reader) -> Course {
    let course = course::declared(reader, "gear");
    let gears = match &course {
        Course::Table { points, .. } => points.points().map(|[_, gear]| gear).collect(),
        Course::Hold(_)
        | Course::Ramp { .. }
        | Course::Pulse { .. }
        | Course::Sine { .. }
        | Course::SineWithDwell { .. }
        | Course::Sweep { .. } => course.range().to_vec(),
    };
    let is_gear = |gear: &f64| gear.fract() == 0.0 && (-1.0..=MOST_GEARS as f64).contains(gear);
    if let Some(unknown) = gears.into_iter().find(|gear| gear.is_finite() && !is_gear(gear)) {
        let place = reader.place_of("gear");
        reader.refuse(place, format!("there is no gear {unknown}"), script::GEARS);
    }
    course
}

fn cruise(reader: &mut Reader) -> Cruise {
    let speed = course::declared(reader, "speed");
    if speed.range()[0] < 0.0 {
        let place = reader.place_of("speed");
        let help = "drive backwards by `open_loop` or `script`, in gear -1";
        reader.refuse(
            place,
            "`speed` falls below zero, and a driver holds a speed forwards".to_owned(),
            help,
        );
    }
    let shift = reader.optional("shift").and_then(|value| {
        reader.call("shift", value, &["shift"], |reader, _| {
            let up = reader.list("up", &units::SPEED, Sign::Positive, "[5, 10, 16] m/s");
            let down = reader.list("down", &units::SPEED, Sign::Positive, "[4, 8, 13] m/s");
            let pause = reader.number_or("pause", &units::TIME, Sign::NotNegative, 1.0);
            let clutch = reader.array_or("clutch", &units::TIME, Sign::NotNegative, CLUTCH);
            let (up, down) = (up?, down?);
            check_shift(reader, &up, &down);
            Some(Shift {
                up,
                down,
                pause,
                clutch,
                span: reader.place,
            })
        })
    });
    let proportional = reader.declared("proportional", Sign::Positive);
    let integral = reader.declared("integral", Sign::Positive);
    let feedforward = reader.declared("feedforward", Sign::NotNegative);
    let dead_band = reader.declared("dead_band", Sign::NotNegative);
    Cruise {
        speed,
        proportional,
        integral,
        feedforward,
        dead_band,
        shift,
    }
}

/// Times in which a driver's clutch pedal goes down, stays down and comes up [s].
const CLUTCH: [f64; 3] = [0.15, 0.1, 0.4];

/// Largest number of gears of a gearbox.
const MOST_GEARS: usize = wishbone_laws::driveline::MOST_GEARS;

/// Reports speeds between which a gear would change to and fro.
fn check_shift(reader: &mut Reader, up: &[f64], down: &[f64]) {
    let place = reader.place_of("up");
    if up.len() != down.len() || up.len() >= MOST_GEARS {
        let (up, down) = (up.len(), down.len());
        let message = format!("{up} speeds of `up` do not go with {down} of `down`");
        reader.refuse(place, message, "there is one of each between two gears");
        return;
    }
    let rises = |speeds: &[f64]| speeds.windows(2).all(|pair| pair[0] < pair[1]);
    if !(rises(up) && rises(down) && up.iter().zip(down).all(|(up, down)| down < up)) {
        let message = "a gear would change to and fro".to_owned();
        reader.refuse(
            place,
            message,
            "both lists rise, and each speed of `down` is below that of `up`",
        );
    }
}

/// `follow(marker) { path: .., wheelbase: .., .. }`
fn follow(reader: &mut Reader) -> Option<Follow> {
    let form = reader.element.form.as_ref()?;
    let [path] = form.arguments.as_slice() else {
        let message = "`follow` takes the name of the marker that is to be on the path".to_owned();
        reader.refuse(
            form.kind.span,
            message,
            "write `follow(nose)`, with `marker nose: on(chassis) { at: .. }`",
        );
        return None;
    };
    let marker = reader.marker(path);
    let way = way::read(reader, "path");
    let times = match reader.optional("previews") {
        Some(_) => reader.declared_list("previews", Sign::Positive),
        None => Some(vec![0.8]),
    };
    let gains = match reader.optional("gains") {
        Some(_) => reader.declared_list("gains", Sign::Positive),
        None => times.as_ref().map(|times| vec![1.0; times.len()]),
    };
    if let (Some(times), Some(gains)) = (&times, &gains)
        && (times.len() != gains.len() || !(1..=MOST_PREVIEWS).contains(&times.len()))
    {
        let place = reader.place_of("previews");
        let message = format!("{} `previews` do not go with {} `gains`", times.len(), gains.len());
        reader.refuse(place, message, "there are 1 to 8 previews, and a gain for each");
    }
    let wheelbase = reader.declared("wheelbase", Sign::Positive);
    let understeer = reader.declared("understeer", Sign::Any);
    let steering_ratio = reader.declared("steering_ratio", Sign::Positive);
    let bandwidth = reader.declared("bandwidth", Sign::Positive);
    let most = reader.declared("most", Sign::Positive);
    let fastest = reader.declared("fastest", Sign::Positive);
    let lead = reader.declared("lead", Sign::NotNegative);
    let shortest = reader.declared("shortest", Sign::Positive);
    let previews = times?.into_iter().zip(gains?);
    Some(Follow {
        marker: marker?,
        span: path.span,
        way: way?,
        previews: previews.map(|(time, gain)| [time, gain]).collect(),
        wheelbase,
        understeer,
        steering_ratio,
        bandwidth,
        most,
        fastest,
        lead,
        shortest,
    })
}

/// Largest number of previewed points.
const MOST_PREVIEWS: usize = 8;
