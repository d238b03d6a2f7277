//! Time histories of a manoeuvre, and their tables of comma-separated values.

use crate::truck::CORNERS;
use std::fmt::Write;
use wishbone::prelude::*;
use wishbone_vehicles::Hmmwv;

/// The truck at one moment. ISO 8855: world axes X forward, Y left, Z up; angles [rad].
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// [s]
    pub time: f64,
    /// Centre of mass of the chassis, world [m].
    pub position: [f64; 3],
    /// Positive with the left side up.
    pub roll: f64,
    /// Positive with the nose down.
    pub pitch: f64,
    /// Positive to the left.
    pub yaw: f64,
    /// Mean velocity of the wheels along their headings [m/s].
    pub speed: f64,
    /// Yaw rate about the world's Z [rad/s].
    pub yaw_rate: f64,
    /// Acceleration of the chassis' centre of mass, horizontal and to its left [m/s^2].
    pub lateral_acceleration: f64,
    /// Acceleration of the chassis' centre of mass, upward [m/s^2].
    pub vertical_acceleration: f64,
    /// Displacement to the left [m].
    pub rack: f64,
    /// In the order of [`CORNERS`].
    pub corners: [CornerSample; 4],
}

/// One corner at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct CornerSample {
    /// Vertical force of the ground on the tyre [N].
    pub load: f64,
    /// Height of the wheel centre in the chassis [m].
    pub wheel_z: f64,
    /// Length of the spring [m].
    pub spring_length: f64,
    /// Positive with the top outboard [rad].
    pub camber: f64,
    /// Positive with the front inboard [rad].
    pub toe: f64,
}

impl Sample {
    /// Computes a sample from the motion of the chassis and the wheels, the inputs and the outputs.
    pub fn of(
        time: f64,
        chassis: &BodyMotion,
        wheels: &[WheelMotion],
        inputs: &<Hmmwv as Solver>::Inputs,
        outputs: &[f64],
    ) -> Self {
        let r = &chassis.rotation;
        let yaw = r[1][0].atan2(r[0][0]);
        let [ax, ay, az] = chassis.acceleration;
        let corner = |corner: crate::truck::Corner| CornerSample {
            load: inputs.wheels[corner.wheel].force[2],
            wheel_z: outputs[corner.wheel_z],
            spring_length: outputs[corner.spring_length],
            camber: outputs[corner.camber],
            toe: outputs[corner.toe],
        };
        Self {
            time,
            position: chassis.com,
            roll: r[2][1].atan2(r[2][2]),
            pitch: -r[2][0].asin(),
            yaw,
            speed: forward_speed(wheels),
            yaw_rate: chassis.angular_velocity[2],
            lateral_acceleration: ay * yaw.cos() - ax * yaw.sin(),
            vertical_acceleration: az,
            rack: inputs.drives[Hmmwv::DRIVE_RACK].position,
            corners: CORNERS.map(corner),
        }
    }
}

/// Samples in order of time.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Samples; never empty after a drive.
    pub samples: Vec<Sample>,
}

impl History {
    /// Points of a curve, in the units of the function.
    pub fn curve(&self, y: impl Fn(&Sample) -> f64) -> Vec<(f64, f64)> {
        self.samples.iter().map(|sample| (sample.time, y(sample))).collect()
    }

    /// Largest magnitude of a quantity.
    pub fn peak(&self, y: impl Fn(&Sample) -> f64) -> f64 {
        self.samples
            .iter()
            .map(y)
            .fold(0.0, |largest, value| largest.max(value.abs()))
    }

    /// The last sample.
    pub fn last(&self) -> Sample {
        self.samples.last().copied().unwrap_or_default()
    }

    /// A table with one line of headings, units in brackets, then one line for each sample.
    pub fn csv(&self) -> String {
        let columns = columns();
        let headings: Vec<&str> = columns.iter().map(|(heading, _)| heading.as_str()).collect();
        let mut text = headings.join(",") + "\n";
        for sample in &self.samples {
            for (index, (_, value)) in columns.iter().enumerate() {
                let separator = if index == 0 { "" } else { "," };
                // Writing to a string cannot fail.
                let _ = write!(text, "{separator}{:.7}", value(sample));
            }
            text.push('\n');
        }
        text
    }
}

/// A heading, and the quantity below it.
type Column = (String, Box<dyn Fn(&Sample) -> f64>);
/// A heading, and a quantity of a part of a sample.
type Of<T> = (&'static str, fn(&T) -> f64);

fn columns() -> Vec<Column> {
    let whole: [Of<Sample>; 13] = [
        ("time [s]", |s| s.time),
        ("x [m]", |s| s.position[0]),
        ("y [m]", |s| s.position[1]),
        ("z [m]", |s| s.position[2]),
        ("roll [rad]", |s| s.roll),
        ("pitch [rad]", |s| s.pitch),
        ("yaw [rad]", |s| s.yaw),
        ("speed [m/s]", |s| s.speed),
        ("yaw rate [rad/s]", |s| s.yaw_rate),
        ("lateral acceleration [m/s^2]", |s| s.lateral_acceleration),
        ("vertical acceleration [m/s^2]", |s| s.vertical_acceleration),
        ("rack [m]", |s| s.rack),
        ("total load [N]", |s| s.corners.iter().map(|c| c.load).sum()),
    ];
    let each: [Of<CornerSample>; 5] = [
        ("load [N]", |c| c.load),
        ("wheel height [m]", |c| c.wheel_z),
        ("spring length [m]", |c| c.spring_length),
        ("camber [rad]", |c| c.camber),
        ("toe [rad]", |c| c.toe),
    ];
    let whole = whole
        .into_iter()
        .map(|(heading, value)| (heading.to_owned(), Box::new(value) as _));
    let corners = each.into_iter().flat_map(|(heading, value)| {
        CORNERS.into_iter().enumerate().map(move |(index, corner)| {
            let value = move |sample: &Sample| value(&sample.corners[index]);
            (format!("{} {heading}", corner.name), Box::new(value) as _)
        })
    });
    whole.chain(corners).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chassis(rotation: [[f64; 3]; 3], acceleration: [f64; 3]) -> BodyMotion {
        BodyMotion {
            rotation,
            acceleration,
            ..BodyMotion::ZERO
        }
    }

    fn sample(chassis: &BodyMotion) -> Sample {
        let outputs = vec![0.0; Hmmwv::OUTPUTS.len()];
        Sample::of(0.5, chassis, &[], &<Hmmwv as Solver>::Inputs::default(), &outputs)
    }

    #[test]
    fn angles_are_those_of_iso_8855() {
        let (s, c) = 0.1_f64.sin_cos();
        let nose_down = chassis([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]], [0.0; 3]);
        assert!((sample(&nose_down).pitch - 0.1).abs() < 1e-15);
        let left_up = chassis([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]], [0.0; 3]);
        assert!((sample(&left_up).roll - 0.1).abs() < 1e-15);
    }

    #[test]
    fn lateral_acceleration_turns_with_the_truck() {
        let heading_left = chassis([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [-3.0, 0.5, 0.0]);
        assert!((sample(&heading_left).lateral_acceleration - 3.0).abs() < 1e-15);
    }

    #[test]
    fn the_table_has_a_heading_for_every_number() {
        let history = History {
            samples: vec![Sample::default(); 3],
        };
        let csv = history.csv();
        let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(widths, [33; 4]);
        assert!(csv.starts_with("time [s],x [m],"));
        assert!(csv.contains(",rear right toe [rad]\n0.0000000,"));
    }
}
