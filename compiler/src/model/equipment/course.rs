//! Prescribed courses of a number over time.

use super::read::{Reader, Sign};
use crate::diag::catalogue;
use crate::front::syntax::Value;
use crate::front::units::{self, Quantity};
use crate::model::quantity;
use std::f64::consts::TAU;
use wishbone_laws::curve::Samples;

/// A number over time: the action of a hand or a foot.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// A constant.
    Hold(f64),
    /// From zero to an amplitude along a polynomial of fifth degree.
    Ramp {
        /// [s]
        start: f64,
        /// [s]
        duration: f64,
        /// Final value.
        amplitude: f64,
    },
    /// Periods of a sine.
    Sine {
        /// [s]
        start: f64,
        /// Number of periods.
        cycles: f64,
        /// Amplitude.
        amplitude: f64,
        /// [Hz]
        frequency: f64,
    },
    /// One period of a sine with a pause at the second peak.
    SineWithDwell {
        /// [s]
        start: f64,
        /// Amplitude.
        amplitude: f64,
        /// [Hz]
        frequency: f64,
        /// Length of the pause [s].
        dwell: f64,
    },
    /// A sine whose frequency changes.
    Sweep {
        /// [s]
        start: f64,
        /// [s]
        duration: f64,
        /// Amplitude.
        amplitude: f64,
        /// Frequency at the start [Hz].
        from: f64,
        /// Frequency at the end [Hz].
        to: f64,
        /// Whether each octave takes equal time.
        is_logarithmic: bool,
    },
    /// Up, hold, down.
    Pulse {
        /// [s]
        start: f64,
        /// [s]
        rise: f64,
        /// [s]
        hold: f64,
        /// [s]
        fall: f64,
        /// Height.
        amplitude: f64,
        /// Whether rise and fall begin and end at rest.
        is_smooth: bool,
    },
    /// Through points.
    Table {
        /// The points, times in seconds.
        points: Box<Samples>,
        /// Whether the velocity is continuous.
        is_smooth: bool,
    },
}

impl Course {
    /// Least and greatest value.
    pub(super) fn range(&self) -> [f64; 2] {
        let between = |a: f64, b: f64| [a.min(b), a.max(b)];
        match self {
            Course::Hold(value) => [*value; 2],
            Course::Ramp { amplitude, .. } | Course::Pulse { amplitude, .. } => between(0.0, *amplitude),
            Course::Sine { amplitude, .. }
            | Course::SineWithDwell { amplitude, .. }
            | Course::Sweep { amplitude, .. } => between(-amplitude, *amplitude),
            Course::Table { points, .. } => [points.least(), points.greatest()],
        }
    }
}

/// Part of the largest value up to which a jump is rounding.
const NO_JUMP: f64 = 1e-6;

impl Course {
    /// Time [s] and size of the first jump after time zero; `None` for a course without one. A sine ends at zero after whole or half cycles
    /// only.
    pub(super) fn jump(&self) -> Option<[f64; 2]> {
        let if_at_once = |duration: f64, size: f64| if duration == 0.0 { size } else { 0.0 };
        let jumps = match *self {
            Course::Hold(_) | Course::SineWithDwell { .. } | Course::Table { .. } => Vec::new(),
            Course::Ramp {
                start,
                duration,
                amplitude,
            } => vec![[start, if_at_once(duration, amplitude)]],
            Course::Pulse {
                start,
                rise,
                hold,
                fall,
                amplitude,
                ..
            } => vec![
                [start, if_at_once(rise, amplitude)],
                [start + rise + hold, if_at_once(fall, -amplitude)],
            ],
            Course::Sine {
                start,
                cycles,
                amplitude,
                frequency,
            } => vec![[start + cycles / frequency, -amplitude * (TAU * cycles).sin()]],
            Course::Sweep {
                start,
                duration,
                amplitude,
                from,
                to,
                is_logarithmic,
            } => {
                let mean = match is_logarithmic && from != to {
                    true => (to - from) / (to / from).ln(),
                    false => 0.5 * (from + to),
                };
                vec![[start + duration, -amplitude * (TAU * mean * duration).sin()]]
            }
        };
        let largest = self.range().map(f64::abs).into_iter().fold(0.0, f64::max);
        let counts = |[time, size]: &[f64; 2]| *time > 0.0 && size.abs() > NO_JUMP * largest;
        jumps.into_iter().find(counts)
    }
}

/// The angle of the steering wheel of the piece. A jump is warned of: the hands would turn it in no time.
pub(super) fn of_hands(reader: &mut Reader) -> Course {
    let course = declared(reader, "steering_wheel");
    if let Some([time, angle]) = course.jump() {
        let place = reader.place_of("steering_wheel");
        let degrees = quantity::digits((1e3 * angle.to_degrees()).round() / 1e3);
        let message = format!(
            "`steering_wheel` jumps by {degrees} deg at {} s",
            quantity::digits(time)
        );
        let problem = reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
        problem.label("what it moves would move in no time").help(
            "let a `sine` have whole or half cycles, let a `sweep` end where it is zero, and give `duration`, `rise` and `fall` above zero",
        );
    }
    course
}

/// Functions of courses.
pub(super) const FUNCTIONS: &[&str] = &[
    "step",
    "sine",
    "sine_with_dwell",
    "sweep",
    "pulse",
    "table",
    "smooth_table",
];

/// A course of the piece, with the unit and the default that the language gives.
pub(super) fn declared(reader: &mut Reader, key: &'static str) -> Course {
    match reader.optional(key) {
        Some(Value::Number(_)) | None => Course::Hold(reader.declared(key, Sign::Any)),
        Some(_) => read(reader, key, reader.quantity(key)).unwrap_or(Course::Hold(f64::NAN)),
    }
}

/// Reads a course; `None` if it is not given.
pub(super) fn read(reader: &mut Reader, key: &'static str, quantity: &'static Quantity) -> Option<Course> {
    match reader.optional(key)? {
        Value::Number(_) => Some(Course::Hold(reader.number(key, quantity, Sign::Any, "0"))),
        value => reader.call(key, value, FUNCTIONS, |reader, function| {
            called(reader, function, quantity)
        }),
    }
}

fn called(reader: &mut Reader, function: &str, quantity: &'static Quantity) -> Option<Course> {
    use Sign::{Any, NotNegative, Positive};
    if let "table" | "smooth_table" = function {
        let points = reader.points([("time", &units::TIME), ("value", quantity)])?;
        let is_smooth = function == "smooth_table";
        return Some(Course::Table {
            points: Box::new(points),
            is_smooth,
        });
    }
    let start = reader.number("start", &units::TIME, Any, "1 s");
    let amplitude = reader.number("amplitude", quantity, Any, "..");
    Some(match function {
        "step" => Course::Ramp {
            start,
            amplitude,
            duration: reader.number("duration", &units::TIME, NotNegative, "0.2 s"),
        },
        "sine" => Course::Sine {
            start,
            amplitude,
            frequency: reader.number("frequency", &units::FREQUENCY, Positive, "0.5 Hz"),
            cycles: reader.number_or("cycles", &units::PLAIN, Positive, 1.0),
        },
        "sine_with_dwell" => Course::SineWithDwell {
            start,
            amplitude,
            frequency: reader.number_or("frequency", &units::FREQUENCY, Positive, 0.7),
            dwell: reader.number_or("dwell", &units::TIME, NotNegative, 0.5),
        },
        "sweep" => Course::Sweep {
            start,
            amplitude,
            duration: reader.number("duration", &units::TIME, Positive, "20 s"),
            from: reader.number("from", &units::FREQUENCY, Positive, "0.2 Hz"),
            to: reader.number("to", &units::FREQUENCY, Positive, "4 Hz"),
            is_logarithmic: reader.word("spacing", &["linear", "logarithmic"]) == "logarithmic",
        },
        _ => Course::Pulse {
            start,
            amplitude,
            rise: reader.number("rise", &units::TIME, NotNegative, "0.1 s"),
            hold: reader.number_or("hold", &units::TIME, NotNegative, 0.0),
            fall: reader.number("fall", &units::TIME, NotNegative, "0.1 s"),
            is_smooth: reader.word("flank", &["smooth", "straight"]) == "smooth",
        },
    })
}
