//! Figures of an axle at the design position.

use super::wheel::in_series;
use crate::findings::Figure;
use crate::kinematics::SteeringAxis;

/// An axle. Twin tyres are one wheel at their middle.
pub(super) struct Axle<'a> {
    /// Its name.
    pub subject: &'a str,
    /// Lateral distance of the contacts [m].
    pub track: f64,
    /// Position of the roll centre from the middle between the contacts, lateral and upward [m]; `None` for parallel
    /// lines.
    pub roll_centre: Option<[f64; 2]>,
    /// Change of the track with wheel travel, all wheels in parallel.
    pub track_slope: f64,
    /// Slopes of the forces of both sides over their rise in roll [N/m]; `None` if the axle's wheels do not roll.
    pub roll_rates: [Option<f64>; 2],
    /// Steering axes of its wheels.
    pub axes: [Option<SteeringAxis>; 2],
    /// Vertical stiffness of the tyres of both sides [N/m].
    pub tyres: Option<[f64; 2]>,
    /// Ratio of the angle of the steering wheel to the position of the steering drive [rad/m or rad/rad].
    pub steering: Option<f64>,
}

impl Axle<'_> {
    /// Its figures.
    pub fn figures(&self) -> Vec<Figure> {
        let of = |name, unit, value, definition| Figure::new(self.subject, name, unit, value, definition);
        let mut all = vec![
            of(
                "track",
                "mm",
                1e3 * self.track,
                "lateral distance of the contact centres (ISO 8855, track)",
            ),
            of(
                "roll centre height",
                "mm",
                1e3 * self.roll_centre.map_or(f64::NAN, |[_, height]| height),
                "height above the ground of the point where the normals to both contact paths meet, front view, wheels in opposite directions: kinematic roll centre (SAE J670 defines the roll centre by forces)",
            ),
            of(
                "roll centre offset",
                "mm",
                1e3 * self.roll_centre.map_or(f64::NAN, |[across, _]| across),
                "lateral distance of the kinematic roll centre from the middle between the contact centres; positive: to the left",
            ),
            of(
                "track change by travel",
                "mm/m",
                1e3 * self.track_slope,
                "change of the track with wheel travel, all wheels in parallel",
            ),
            of(
                "roll stiffness",
                "N m/deg",
                self.roll_stiffness(None),
                "moment of the vertical forces at the contact centres per degree of body roll, tyres rigid: mean wheel rate in roll times half the square of the track",
            ),
        ];
        if self.tyres.is_some() {
            all.push(of(
                "roll stiffness with tyres",
                "N m/deg",
                self.roll_stiffness(self.tyres),
                "roll stiffness with each wheel rate in roll in series with the vertical stiffness of the tyre",
            ));
        }
        if let (Some(steering), [Some(left), Some(right)]) = (self.steering, self.axes) {
            all.push(of(
                "steering ratio",
                "",
                2.0 * steering / (left.ratio + right.ratio),
                "angle of the steering wheel divided by the mean steer angle of both wheels, straight ahead",
            ));
        }
        all
    }

    /// Roll stiffness [N m/deg], with the tyres in series with the wheel rates.
    fn roll_stiffness(&self, tyres: Option<[f64; 2]>) -> f64 {
        let rates = self.roll_rates.map(|rate| rate.unwrap_or(f64::NAN));
        let rates = match tyres {
            Some(tyres) => [0, 1].map(|k| in_series(rates[k], tyres[k])),
            None => rates,
        };
        let stiffness = 0.25 * self.track * self.track * (rates[0] + rates[1]);
        stiffness * 1f64.to_radians()
    }
}
