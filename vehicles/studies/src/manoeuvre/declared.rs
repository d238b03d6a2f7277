//! A manoeuvre as it is declared: read from its file, with some numbers replaced, and checked.

use super::quantity::{Angle, Fading, Speed, Time};
use super::{Contents, Foreign, Kind, Method, Pace, Road, Stabilisation, Start, Steering, Until, spacing};
use crate::findings::number;
use crate::written;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A manoeuvre.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Manoeuvre {
    /// Its name: the name of its file.
    #[serde(skip)]
    pub name: String,
    /// One sentence.
    pub doc: String,
    /// Speed at the start.
    pub speed: Speed,
    /// Longest duration.
    pub duration: Time,
    /// Step of the integration.
    #[serde(default = "step")]
    pub step: Time,
    /// Time between two rows of the table.
    #[serde(default = "every")]
    pub every: Time,
    /// Method of the integration.
    #[serde(default)]
    pub method: Method,
    /// How loops are kept closed.
    #[serde(default)]
    pub stabilisation: Stabilisation,
    /// The road.
    #[serde(default)]
    pub road: Road,
    /// The motion of the steering wheel.
    #[serde(default)]
    pub steering: Steering,
    /// The use of pedals and gears.
    #[serde(default)]
    pub pace: Pace,
    /// Changes of the start, which is otherwise the steady motion at the speed.
    #[serde(default)]
    pub start: Start,
    /// Condition of an earlier end.
    #[serde(default)]
    pub until: Option<Until>,
    /// Figures in addition to the extremes of the motion.
    #[serde(default)]
    pub figures: Vec<Kind>,
    /// Parts of the vehicle that are programs from elsewhere, by name.
    #[serde(default)]
    pub foreign: BTreeMap<String, Foreign>,
}

fn step() -> Time {
    Time(1e-3)
}

fn every() -> Time {
    Time(1e-2)
}

/// Numbers that replace the numbers of a manoeuvre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Speed at the start [m/s].
    pub speed: Option<f64>,
    /// Amplitude of the steering wheel, or its angle at the end of a slow turn [rad].
    pub angle: Option<f64>,
    /// Frequency of a sine [Hz].
    pub frequency: Option<f64>,
    /// Duration [s].
    pub duration: Option<f64>,
    /// Step [s].
    pub step: Option<f64>,
    /// Method of the integration.
    pub method: Option<Method>,
    /// Rate at which gaps of loops fade, instead of a projection [1/s].
    pub baumgarte: Option<f64>,
}

impl Manoeuvre {
    /// Reads a manoeuvre from a TOML file that names no other file.
    ///
    /// # Errors
    /// All mistakes as messages; each has line and key if one of these is wrong.
    pub fn read(name: &str, text: &str) -> Result<Self, String> {
        Self::read_with(name, text, &mut |_| Err("files cannot be read from here".to_owned()))
    }

    /// Reads a manoeuvre from a TOML file, and the files that it names.
    ///
    /// # Errors
    /// All mistakes as messages; each has line and key if one of these is wrong, and the name of a file if a file is
    /// wrong.
    pub fn read_with(name: &str, text: &str, contents: &mut Contents<'_>) -> Result<Self, String> {
        let read: Self = written::read(text)?;
        let mut own = Self {
            name: name.to_owned(),
            ..read
        };
        let mut mistakes = own.mistakes();
        mistakes.extend(own.road.read(contents));
        for (name, foreign) in &mut own.foreign {
            mistakes.extend(foreign.read(name, contents).err());
        }
        match mistakes.is_empty() {
            true => Ok(own),
            false => Err(mistakes.join("\n")),
        }
    }

    /// The manoeuvre with these numbers replaced.
    ///
    /// # Errors
    /// Returns an error if the manoeuvre has no such number, or if a number contradicts other numbers: all mistakes,
    /// one per line.
    pub fn with(mut self, numbers: &Overrides) -> Result<Self, String> {
        let mut mistakes = Vec::new();
        if let Some(speed) = numbers.speed {
            self.speed = Speed(speed);
        }
        if let Some(duration) = numbers.duration {
            self.duration = Time(duration);
        }
        if let Some(step) = numbers.step {
            self.step = Time(step);
            self.every = Time(self.every.0.max(step));
        }
        self.method = numbers.method.unwrap_or(self.method);
        if let Some(rate) = numbers.baumgarte {
            self.stabilisation = Stabilisation::Baumgarte(Fading(rate));
        }
        if let Some(angle) = numbers.angle
            && !self.steering.set_angle(angle, self.duration.0)
        {
            mistakes.push(format!(
                "manoeuvre `{}` has no angle of the steering wheel to set",
                self.name
            ));
        }
        if let Some(frequency) = numbers.frequency
            && !self.steering.set_frequency(frequency)
        {
            mistakes.push(format!("manoeuvre `{}` has no frequency to set", self.name));
        }
        mistakes.extend(self.mistakes());
        match mistakes.is_empty() {
            true => Ok(self),
            false => Err(mistakes.join("\n")),
        }
    }

    /// Mistakes that concern several values together.
    fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let mut require = |holds: bool, words: &str| {
            if !holds {
                mistakes.push(words.to_owned());
            }
        };
        require(self.speed.0 >= 0.0, "`speed` has to be zero or more");
        require(self.duration.0 > 0.0, "`duration` has to be above zero");
        require(self.step.0 > 0.0, "`step` has to be above zero");
        require(
            self.step.0 <= self.duration.0,
            "`step` is longer than `duration`: nothing would be driven",
        );
        require(
            self.duration.0 / self.step.0 <= MOST_STEPS,
            "`duration` has more than ten million steps",
        );
        let shorter = format!(
            "`every`, {} ms, is less than a step, {} ms: give a shorter `step` beside it",
            number(1e3 * self.every.0),
            number(1e3 * self.step.0)
        );
        require(self.every.0 >= self.step.0, &shorter);
        let peaked = self.figures.iter().any(|kind| kind.tells_peaks());
        let apart = spacing::of_rows(self.every.0, self.duration.0);
        let sparse = format!(
            "rows are {} ms apart, and more than {} ms do not tell peaks and times: give a shorter `every` or `duration`, or leave `figures` out",
            number(1e3 * apart),
            number(1e3 * SPARSE)
        );
        require(!peaked || apart <= SPARSE, &sparse);
        require(
            !self.until.is_some_and(|until| until.holds(self.speed.0, self.speed.0)),
            "`until` holds at the start already: nothing would be driven",
        );
        let is_declared = matches!(self.pace, Pace::Declared);
        require(
            !is_declared || self.steering.is_straight(),
            "`pace = \"declared\"` is the whole declared driver, who steers, too: leave `steering` out",
        );
        for kind in &self.figures {
            require(kind.fits(&self.steering, &self.pace), kind.needs());
        }
        require(
            !(self.figures.contains(&Kind::Bumps) && self.figures.contains(&Kind::Comfort)),
            "`figures` has `bumps` and `comfort`, whose figures have the same names: `bumps` counts the whole run, `comfort` the road at its full \
             height; choose one of them",
        );
        mistakes.extend(self.stabilisation.mistakes(self.method, self.step.0));
        mistakes.extend(self.road.mistakes());
        mistakes.extend(self.road.gap(self.farthest()));
        mistakes.extend(self.steering.mistakes());
        mistakes.extend(self.pace.mistakes());
        mistakes
    }

    /// Distance that the vehicle may travel [m]: pedals may increase its initial speed by at most 5 m/s².
    fn farthest(&self) -> f64 {
        let gained = match self.pace {
            Pace::Held | Pace::SteadyTorque | Pace::Coasting => 0.0,
            Pace::Pedals(_) | Pace::Declared => 5.0 * self.duration.0,
        };
        (self.speed.0 + gained) * self.duration.0
    }

    /// Speed, steering and road in one line.
    pub fn conditions(&self) -> String {
        let speed = self.speed.0;
        let pace = self.pace.describe();
        let kmh = format!("{:.1}", 3.6 * speed);
        let kmh = kmh.trim_end_matches(".0");
        let steering = match self.pace {
            Pace::Declared => "the declared driver".to_owned(),
            _ => self.steering.describe(),
        };
        format!(
            "{kmh} km/h{pace}, {steering}, {}, {} s",
            self.road.describe(),
            self.duration.0
        )
    }

    /// Times at which the demands of the driver change [s], including the start.
    pub fn times_of_demands(&self) -> Vec<f64> {
        let mut times = vec![0.0];
        if let Pace::Pedals(pedals) = &self.pace {
            times.extend(pedals.time.iter().map(|time| time.0));
        }
        times
    }

    /// Amplitude of the steering wheel [rad].
    pub(super) fn angle(&self) -> Option<Angle> {
        match &self.steering {
            Steering::Step(step) => step.angle,
            Steering::Sine(wave) => Some(wave.angle),
            Steering::SineWithDwell(dwell) => Some(dwell.angle),
            Steering::Sweep(sweep) => Some(sweep.angle),
            _ => None,
        }
    }
}

/// Largest time between two rows from which peaks and times are read [s]: a parabola through three rows approximates a
/// peak of 3 Hz to 2 %.
const SPARSE: f64 = 0.05;
/// Largest number of steps of a run.
const MOST_STEPS: f64 = 1e7;
