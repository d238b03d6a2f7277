//! The driver.

use super::Device;
use super::course::{self, Course};
use super::read::{Reader, Sign};
use crate::front::units;

/// A driver.
#[derive(Clone, Debug)]
pub struct Driver {
    /// Angle of the steering wheel [rad], where it is given.
    pub steering_wheel: Option<Course>,
    /// What he does with pedals and gears.
    pub pace: Pace,
}

/// What a driver does with pedals and gears.
#[derive(Clone, Debug)]
pub enum Pace {
    /// As prescribed.
    Pedals(Box<Pedals>),
    /// He holds a speed.
    Cruise {
        /// The speed [m/s].
        speed: Course,
        /// Pedal per error [s/m].
        proportional: f64,
        /// Pedal per accumulated error [1/m].
        integral: f64,
        /// Pedal per acceleration of the wanted speed [s²/m].
        feedforward: f64,
        /// Demand up to which no pedal is pressed.
        dead_band: f64,
        /// Gears of a manual gearbox: speeds up and down [m/s], and the shortest time between two changes [s].
        shift: Option<(Vec<f64>, Vec<f64>, f64)>,
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
    /// Device.
    pub gear: Course,
}

impl Driver {
    /// `holds a speed, steers over time`
    pub(super) fn describe(&self) -> String {
        let pace = match self.pace {
            Pace::Pedals(_) => "pedals over time",
            Pace::Cruise { .. } => "holds a speed",
        };
        let steers = self.steering_wheel.as_ref().map_or("", |_| ", steers over time");
        format!("{pace}{steers}")
    }
}

pub(super) fn read(reader: &mut Reader) -> Option<Device> {
    let form = reader.element.form.as_ref()?;
    if let Some(surplus) = form.arguments.first() {
        let message = format!("`{}` takes no name", form.kind.text);
        reader.refuse(surplus.span, message, "leave the parentheses empty");
    }
    let steering_wheel = course::read(reader, "steering_wheel", &units::ANGLE);
    let pace = match form.kind.text.as_str() {
        "cruise" => cruise(reader)?,
        _ => {
            let mut pedal = |key, default| course::read(reader, key, &units::PLAIN).unwrap_or(Course::Hold(default));
            Pace::Pedals(Box::new(Pedals {
                throttle: pedal("throttle", 0.0),
                brake: pedal("brake", 0.0),
                clutch: pedal("clutch", 0.0),
                gear: pedal("gear", 1.0),
            }))
        }
    };
    Some(Device::Driver(Box::new(Driver { steering_wheel, pace })))
}

fn cruise(reader: &mut Reader) -> Option<Pace> {
    reader.required("speed", "80 kph");
    let speed = course::read(reader, "speed", &units::SPEED);
    let shift = reader.optional("shift").and_then(|value| {
        reader.call("shift", value, &["shift"], |reader, _| {
            let up = reader.list("up", &units::SPEED, Sign::Positive, "[5, 10, 16] m/s");
            let down = reader.list("down", &units::SPEED, Sign::Positive, "[4, 8, 13] m/s");
            let pause = reader.number_or("pause", &units::TIME, Sign::NotNegative, 1.0);
            let (up, down) = (up?, down?);
            check_shift(reader, &up, &down);
            Some((up, down, pause))
        })
    });
    let proportional = reader.number_or("proportional", &units::PER_SPEED, Sign::Positive, 0.3);
    let integral = reader.number_or("integral", &units::PER_LENGTH, Sign::Positive, 0.05);
    let feedforward = reader.number_or("feedforward", &units::PER_ACCELERATION, Sign::NotNegative, 0.0);
    let dead_band = reader.number_or("dead_band", &units::PLAIN, Sign::NotNegative, 0.0);
    Some(Pace::Cruise {
        speed: speed?,
        proportional,
        integral,
        feedforward,
        dead_band,
        shift,
    })
}

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
