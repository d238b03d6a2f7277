//! The steering of manoeuvres.

use super::Facts;
use super::polyline::Polyline;
use super::quantity::{self, Angle, AngularSpeed, Frequency, Length, Time, Travel};
use serde::Deserialize;
use wishbone::control::path::LaneChange;
use wishbone::curve::Unsound;
use wishbone::ports::Drive;
use wishbone::profile::{self, Flank, Profile, Ramp, Spacing};

/// A motion from zero that turns at a constant rate from a time on.
#[derive(Clone, Copy, Debug)]
struct Steady {
    /// [s]
    start: f64,
    /// [rad/s or m/s]
    rate: f64,
}

impl Profile for Steady {
    fn at(&self, time: f64) -> Drive {
        Drive {
            position: self.rate * (time - self.start).max(0.0),
            velocity: if time >= self.start { self.rate } else { 0.0 },
            acceleration: 0.0,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        self.at(to).velocity - self.at(from).velocity
    }
}

/// The motion of the steering wheel; angles are positive to the left.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Steering {
    /// It does not turn.
    #[default]
    Straight,
    /// It turns within a time, and stays there.
    Step(Step),
    /// It turns within a time, stays there, and turns back.
    Pulse(Pulse),
    /// It turns at a constant rate.
    Ramp(Turning),
    /// One or more periods of a sine.
    Sine(Wave),
    /// A sine with a pause at its second peak.
    SineWithDwell(Dwell),
    /// A sine of rising frequency, with equal time for each octave.
    Sweep(Sweep),
    /// Linear between points over time.
    Table(Points),
    /// The path of ISO 3888-1 is followed.
    LaneChange(Lanes),
    /// The path of ISO 3888-2 is followed.
    SevereLaneChange(Lanes),
}

/// A step.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its begin.
    pub start: Time,
    /// Time in which the wheel turns.
    pub rise: Time,
    /// Angle after the step; `None` if the travel is given.
    pub angle: Option<Angle>,
    /// Travel, after the step, of the joint that the steering wheel moves, such as a rack; `None` if the angle is given.
    pub travel: Option<Travel>,
}

/// A pulse.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Pulse {
    /// Its begin.
    pub start: Time,
    /// Time in which the wheel turns.
    pub rise: Time,
    /// Time between the two turns.
    pub hold: Time,
    /// Time in which the wheel turns back.
    pub fall: Time,
    /// Angle between the two turns; `None` if the travel is given.
    pub angle: Option<Angle>,
    /// Travel, between the two turns, of the joint that the steering wheel moves; `None` if the angle is given.
    pub travel: Option<Travel>,
}

/// A constant rate.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Turning {
    /// Its begin.
    pub start: Time,
    /// The rate.
    pub rate: AngularSpeed,
}

/// Periods of a sine.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// Its begin.
    pub start: Time,
    /// Its amplitude.
    pub angle: Angle,
    /// Its frequency.
    pub frequency: Frequency,
    /// Number of periods.
    #[serde(default = "once")]
    pub periods: f64,
}

/// A sine with a pause.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Dwell {
    /// Its begin.
    pub start: Time,
    /// Its amplitude.
    pub angle: Angle,
    /// Its frequency.
    pub frequency: Frequency,
    /// The pause.
    pub dwell: Time,
}

/// A sine of rising frequency.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// Its begin.
    pub start: Time,
    /// How long it lasts.
    pub duration: Time,
    /// Its amplitude.
    pub angle: Angle,
    /// Frequency at the beginning.
    pub from: Frequency,
    /// Frequency at the end.
    pub to: Frequency,
}

impl Sweep {
    /// Duration [s] and last frequency [Hz] up to the last passage through zero, where the steering wheel stops without a jump. Less than half
    /// a turn of the phase has none.
    pub(super) fn end(&self) -> [f64; 2] {
        let (duration, from) = (self.duration.0, self.from.0);
        let growth = (self.to.0 / from).ln() / duration;
        let half_turns = (2.0 * (self.to.0 - from) / growth + 1e-9).floor();
        if half_turns < 1.0 {
            return [duration, self.to.0];
        }
        let last = (0.5 * half_turns * growth / from).ln_1p() / growth;
        [last, from * (growth * last).exp()]
    }
}

/// Points over time.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Ascending times.
    #[serde(deserialize_with = "quantity::list")]
    pub time: Vec<Time>,
    /// Angles at these times; empty if travels are given.
    #[serde(default, deserialize_with = "quantity::list")]
    pub angle: Vec<Angle>,
    /// Travels, at these times, of the joint that the steering wheel moves; empty if angles are given.
    #[serde(default, deserialize_with = "quantity::list")]
    pub travel: Vec<Travel>,
}

/// A lane change between cones.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Lanes {
    /// Distance from the vehicle's middle at the start to the first lane.
    pub run_up: Length,
    /// Width of the vehicle, which determines the widths of the lanes. The default is the largest lateral distance of two wheel
    /// centres, plus 0.2 m for tyres and body.
    pub width: Option<Length>,
    /// Time that the driver looks ahead.
    #[serde(default = "preview")]
    pub preview: Time,
}

/// Longest time that a driver looks ahead [s].
const FARTHEST: f64 = 20.0;
/// Fraction of a half period; up to this limit, the end of a sine is not a jump but rounding.
const NO_JUMP: f64 = 1e-6;
/// Largest number of periods of a sine.
const MOST_PERIODS: f64 = 1e6;

fn once() -> f64 {
    1.0
}

fn preview() -> Time {
    Time(2.0)
}

impl Steering {
    /// Whether it follows lanes.
    pub fn lanes(&self) -> Option<&Lanes> {
        match self {
            Self::LaneChange(lanes) | Self::SevereLaneChange(lanes) => Some(lanes),
            _ => None,
        }
    }

    /// The lanes that are followed, in front of a vehicle at rest, and the width of the vehicle [m].
    pub fn track(&self, facts: &Facts) -> Option<(LaneChange, f64)> {
        let lanes = self.lanes()?;
        let width = lanes.width.map_or_else(|| facts.width(), |width| width.0);
        let [x, y] = facts.middle();
        let begin = [x + lanes.run_up.0, y];
        let track = match self {
            Self::SevereLaneChange(_) => LaneChange::severe(begin, width),
            _ => LaneChange::double(begin, width),
        };
        Some((track, width))
    }

    /// Whether the steering wheel does not turn.
    pub fn is_straight(&self) -> bool {
        *self == Self::Straight
    }

    /// Travels of the joint that the steering wheel moves; empty if angles of the steering wheel are given.
    pub fn travels(&self) -> &[Travel] {
        match self {
            Self::Step(step) => step.travel.as_slice(),
            Self::Pulse(pulse) => pulse.travel.as_slice(),
            Self::Table(points) => &points.travel,
            _ => &[],
        }
    }

    /// Angle of the steering wheel over time [rad]. If [`travels`](Self::travels) are given, the travel of the joint
    /// that the steering wheel moves [m or rad]. `None` if a path is followed or the table is not valid.
    pub fn course(&self) -> Option<Box<dyn Profile + Send + Sync>> {
        Some(match self {
            Self::Straight => Box::new(profile::Hold(0.0)),
            Self::Step(step) => Box::new(Ramp {
                start: step.start.0,
                duration: step.rise.0,
                amplitude: step.amplitude(),
            }),
            Self::Pulse(pulse) => Box::new(profile::Pulse {
                start: pulse.start.0,
                rise: pulse.rise.0,
                hold: pulse.hold.0,
                fall: pulse.fall.0,
                amplitude: pulse.amplitude(),
                flank: Flank::Smooth,
            }),
            Self::Ramp(turning) => {
                let (start, rate) = (turning.start.0, turning.rate.0);
                Box::new(Steady { start, rate })
            }
            Self::Sine(wave) => Box::new(profile::Sine {
                start: wave.start.0,
                cycles: wave.periods,
                amplitude: wave.angle.0,
                frequency: wave.frequency.0,
            }),
            Self::SineWithDwell(dwell) => Box::new(profile::SineWithDwell {
                start: dwell.start.0,
                amplitude: dwell.angle.0,
                frequency: dwell.frequency.0,
                dwell: dwell.dwell.0,
            }),
            Self::Sweep(sweep) => {
                let [duration, to] = sweep.end();
                Box::new(profile::Sweep {
                    start: sweep.start.0,
                    duration,
                    amplitude: sweep.angle.0,
                    from: sweep.from.0,
                    to,
                    spacing: Spacing::Logarithmic,
                })
            }
            Self::Table(points) => Box::new(points.course().ok()?),
            Self::LaneChange(_) | Self::SevereLaneChange(_) => return None,
        })
    }

    /// Time [s] of the first jump after time zero; `None` where nothing jumps. A sine ends at zero after whole or half periods only.
    pub(super) fn jump(&self) -> Option<f64> {
        let at_once = |duration: f64, time: f64| (duration <= 0.0).then_some(time);
        let jump = match self {
            Self::Step(step) => at_once(step.rise.0, step.start.0),
            Self::Pulse(pulse) => at_once(pulse.rise.0, pulse.start.0)
                .or_else(|| at_once(pulse.fall.0, pulse.start.0 + pulse.rise.0 + pulse.hold.0)),
            Self::Sine(wave) => {
                let halves = 2.0 * wave.periods;
                let end = wave.start.0 + wave.periods / wave.frequency.0;
                ((halves - halves.round()).abs() > NO_JUMP).then_some(end)
            }
            _ => None,
        };
        jump.filter(|time| *time > 0.0)
    }

    /// Sets the amplitude, or the rate of a ramp that reaches the angle [rad] at the end [s]. Returns false if there is neither.
    pub(super) fn set_angle(&mut self, angle: f64, end: f64) -> bool {
        let own = match self {
            Self::Step(Step {
                angle: own, travel: no, ..
            })
            | Self::Pulse(Pulse {
                angle: own, travel: no, ..
            }) => {
                (*own, *no) = (Some(Angle(angle)), None);
                return true;
            }
            Self::Sine(wave) => &mut wave.angle,
            Self::SineWithDwell(dwell) => &mut dwell.angle,
            Self::Sweep(sweep) => &mut sweep.angle,
            Self::Ramp(turning) => {
                turning.rate = AngularSpeed(angle / (end - turning.start.0).max(1e-3));
                return true;
            }
            Self::Straight | Self::Table(_) | Self::LaneChange(_) | Self::SevereLaneChange(_) => return false,
        };
        *own = Angle(angle);
        true
    }

    /// Sets the frequency of a sine [Hz]. Returns false if there is none.
    pub(super) fn set_frequency(&mut self, frequency: f64) -> bool {
        let own = match self {
            Self::Sine(wave) => &mut wave.frequency,
            Self::SineWithDwell(dwell) => &mut dwell.frequency,
            _ => return false,
        };
        *own = Frequency(frequency);
        true
    }

    /// `30 deg of the steering wheel at 1 s`
    pub fn describe(&self) -> String {
        let degrees = |angle: &Angle| {
            let text = format!("{:.3}", angle.0.to_degrees());
            format!("{} deg", text.trim_end_matches('0').trim_end_matches('.'))
        };
        let turned = |angle: Option<Angle>, travel: Option<Travel>| match travel {
            Some(travel) => format!("steering by a travel of {travel}"),
            None => format!("steering wheel by {}", degrees(&angle.unwrap_or_default())),
        };
        match self {
            Self::Straight => "straight on".to_owned(),
            Self::Step(step) => format!("{} at {} s", turned(step.angle, step.travel), step.start.0),
            Self::Pulse(pulse) => format!(
                "{} for {} s at {} s",
                turned(pulse.angle, pulse.travel),
                pulse.hold.0,
                pulse.start.0
            ),
            Self::Ramp(turning) => format!("steering wheel by {}/s", degrees(&Angle(turning.rate.0))),
            Self::Sine(wave) => format!("steering wheel by {}, {} Hz", degrees(&wave.angle), wave.frequency.0),
            Self::SineWithDwell(dwell) => {
                format!("steering wheel by {}, {} Hz", degrees(&dwell.angle), dwell.frequency.0)
            }
            Self::Sweep(sweep) => format!(
                "steering wheel by {}, from {} to {} Hz",
                degrees(&sweep.angle),
                sweep.from.0,
                sweep.to.0
            ),
            Self::Table(points) if points.travel.is_empty() => "steering wheel by a table".to_owned(),
            Self::Table(_) => "steering by a table of travels".to_owned(),
            Self::LaneChange(_) => "path of ISO 3888-1".to_owned(),
            Self::SevereLaneChange(_) => "path of ISO 3888-2".to_owned(),
        }
    }

    /// Mistakes that concern several values together.
    pub(super) fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let mut require = |holds: bool, words: &str| {
            if !holds {
                mistakes.push(format!("`steering`: {words}"));
            }
        };
        match self {
            Self::Straight | Self::Ramp(_) => {}
            Self::Step(step) => {
                require(step.rise.0 >= 0.0, "`rise` has to be zero or more");
                require(step.angle.is_some() != step.travel.is_some(), ONE_OF_BOTH);
            }
            Self::Pulse(pulse) => {
                for (time, words) in [
                    (pulse.rise, "`rise` has to be zero or more"),
                    (pulse.hold, "`hold` has to be zero or more"),
                    (pulse.fall, "`fall` has to be zero or more"),
                ] {
                    require(time.0 >= 0.0, words);
                }
                require(pulse.angle.is_some() != pulse.travel.is_some(), ONE_OF_BOTH);
            }
            Self::Sine(wave) => {
                require(wave.frequency.0 > 0.0, "`frequency` has to be above zero");
                require(
                    wave.periods > 0.0 && wave.periods <= MOST_PERIODS,
                    "`periods` has to be above zero, and a million at most",
                );
            }
            Self::SineWithDwell(dwell) => {
                require(dwell.frequency.0 > 0.0, "`frequency` has to be above zero");
                require(dwell.dwell.0 >= 0.0, "`dwell` has to be zero or more");
            }
            Self::Sweep(sweep) => {
                require(sweep.duration.0 > 0.0, "`duration` has to be above zero");
                require(
                    sweep.from.0 > 0.0 && sweep.to.0 > sweep.from.0,
                    "`from` has to be above zero, and `to` above `from`",
                );
            }
            Self::Table(points) => {
                require(points.angle.is_empty() != points.travel.is_empty(), ONE_OF_BOTH);
                require(
                    points.course().is_ok(),
                    "`time` and `angle` (or `travel`) need equally many numbers, at least one, and rising times",
                );
            }
            Self::LaneChange(lanes) | Self::SevereLaneChange(lanes) => {
                require(
                    lanes.width.is_none_or(|width| width.0 > 0.0),
                    "`width` has to be above zero",
                );
                require(
                    lanes.preview.0 > 0.0 && lanes.preview.0 <= FARTHEST,
                    "`preview` has to be above zero, and 20 s at most",
                );
                require(lanes.run_up.0 >= 0.0, "`run_up` has to be zero or more");
            }
        }
        mistakes
    }
}

/// The mistake if both or none of two keys are given.
const ONE_OF_BOTH: &str =
    "give one of `angle` (of the steering wheel) and `travel` (of the joint that it moves, such as a rack)";

impl Step {
    /// Angle of the steering wheel [rad], or travel of the joint that the steering wheel moves [m or rad].
    fn amplitude(&self) -> f64 {
        amplitude(self.angle, self.travel)
    }
}

impl Pulse {
    /// See [`Step::amplitude`].
    fn amplitude(&self) -> f64 {
        amplitude(self.angle, self.travel)
    }
}

/// Value of the angle or of the travel; one of them is given.
fn amplitude(angle: Option<Angle>, travel: Option<Travel>) -> f64 {
    travel.map_or_else(|| angle.unwrap_or_default().0, |travel| travel.value)
}

impl Points {
    fn course(&self) -> Result<Polyline, Unsound> {
        let times: Vec<f64> = self.time.iter().map(|time| time.0).collect();
        let turned: Vec<f64> = match self.travel.is_empty() {
            true => self.angle.iter().map(|angle| angle.0).collect(),
            false => self.travel.iter().map(|travel| travel.value).collect(),
        };
        Polyline::new(times, turned)
    }
}

#[cfg(test)]
mod tests {
    use crate::manoeuvre::{Manoeuvre, Steering};

    /// The steering wheel is at zero before it stops. Until then it is turned by the sine of its phase, which is the integral of the frequency.
    #[test]
    fn a_sweep_ends_without_a_jump() {
        for (duration, from, to) in [(40.0, 0.2, 4.0), (7.3, 1.0, 2.5), (30.0, 0.1, 3.0)] {
            let text = format!(
                "doc = \"A sweep.\"\nspeed = \"20 m/s\"\nduration = \"60 s\"\n[steering.sweep]\nstart = \"1 s\"\n\
                 duration = \"{duration} s\"\nangle = \"10 deg\"\nfrom = \"{from} Hz\"\nto = \"{to} Hz\"\n"
            );
            let manoeuvre = Manoeuvre::read("sweep", &text).expect("a manoeuvre");
            let Steering::Sweep(sweep) = &manoeuvre.steering else {
                panic!("it is a sweep");
            };
            let course = manoeuvre.steering.course().expect("a course");
            let [end, last] = sweep.end();
            assert!(duration - end < 0.51 / last && last <= to, "{end} {last}");
            let (steps, growth) = (400_000, f64::ln(to / from) / duration);
            let step = end / f64::from(steps);
            let turns = |k: i32| from * (growth * step * (f64::from(k) + 0.5)).exp() * step;
            let all: f64 = (0..steps).map(turns).sum();
            assert!((2.0 * all).fract().min(1.0 - (2.0 * all).fract()) < 1e-6, "{all} turns");
            let near = course.at(1.0 + end - 1e-6).position.abs();
            assert!(near < 10f64.to_radians() * 1e-4, "{near} rad before it stops");
            let behind = [0.1, 0.5, 0.9].map(|part| course.at(1.0 + end + part * (duration - end)).position);
            assert!(duration - end < 1e-6 || behind == [0.0; 3], "{behind:?} rad behind it");
            let half = course.at(1.0 + 0.5 * end).position;
            let until: f64 = (0..steps / 2).map(turns).sum();
            let wanted = 10f64.to_radians() * (std::f64::consts::TAU * until).sin();
            assert!((half - wanted).abs() < 1e-6, "{half} for {wanted}");
        }
    }
}
