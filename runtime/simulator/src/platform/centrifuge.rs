//! A cabin on an arm that rotates without end stops.

use crate::Unusable;

/// Settings of a centrifuge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CentrifugeSettings {
    /// Distance from the axis to the driver's head [m].
    pub radius: f64,
    /// Greatest rate of the arm [rad/s].
    pub rate: f64,
    /// Greatest angular acceleration of the arm [rad/s²].
    pub acceleration: f64,
    /// Greatest rate of the cabin on the arm [rad/s].
    pub cabin_rate: f64,
}

/// State of a centrifuge, and the specific force in its cabin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turned {
    /// Angle of the arm, between -π and π [rad].
    pub arm: f64,
    /// Rate of the arm [rad/s].
    pub rate: f64,
    /// Angle of the cabin on the arm [rad]; at zero the driver looks outwards.
    pub cabin: f64,
    /// Rate of the cabin on the arm [rad/s].
    pub cabin_rate: f64,
    /// Specific force forward and to the left, in the cabin [m/s²].
    pub force: [f64; 2],
}

impl Turned {
    /// Yaw rate in the cabin [rad/s]. It may be a false cue.
    pub fn yaw_rate(&self) -> f64 {
        self.rate + self.cabin_rate
    }
}

/// A cabin that turns on an arm, which rotates without end stops. The centripetal acceleration `rate² radius` gives a sustained
/// force, and the cabin turns so that the force acts in the wanted direction (Deyo & Ingebretsen 1989, 4.1.4.1).
///
/// Its input is the low-passed specific force that otherwise causes a tilt. While the arm accelerates, its tangential acceleration is
/// part of the force, and the cabin turns into the direction of the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Centrifuge {
    settings: CentrifugeSettings,
    period: f64,
    now: Turned,
}

impl Centrifuge {
    /// A centrifuge at rest that takes a step every `period` [s].
    ///
    /// # Errors
    /// If a number is not above zero.
    pub fn new(settings: CentrifugeSettings, period: f64) -> Result<Self, Unusable> {
        for (name, number) in [
            ("radius", settings.radius),
            ("rate", settings.rate),
            ("acceleration", settings.acceleration),
            ("cabin_rate", settings.cabin_rate),
            ("period", period),
        ] {
            Unusable::unless_positive(name, number)?;
        }
        Ok(Self {
            settings,
            period,
            now: Turned::default(),
        })
    }

    /// Takes one step for a wanted specific force forward and to the left [m/s²]. If it is not finite, it counts as zero.
    pub fn step(&mut self, wanted: [f64; 2]) -> &Turned {
        let CentrifugeSettings {
            radius,
            rate,
            acceleration,
            cabin_rate,
        } = self.settings;
        let wanted = if wanted.iter().all(|x| x.is_finite()) {
            wanted
        } else {
            [0.0; 2]
        };
        let size = wanted[0].hypot(wanted[1]);
        let change = acceleration * self.period;
        let step = ((size / radius).sqrt().min(rate) - self.now.rate).clamp(-change, change);
        self.now.rate += step;
        self.now.arm = wrapped(self.now.arm + self.now.rate * self.period);
        // Components outwards and along the arm's motion.
        let given = [-self.now.rate * self.now.rate * radius, step / self.period * radius];
        let turn = match size > 0.0 {
            true => wrapped(given[1].atan2(given[0]) - wanted[1].atan2(wanted[0]) - self.now.cabin),
            false => 0.0,
        };
        let most = cabin_rate * self.period;
        let turn = turn.clamp(-most, most);
        self.now.cabin_rate = turn / self.period;
        self.now.cabin = wrapped(self.now.cabin + turn);
        let (sin, cos) = self.now.cabin.sin_cos();
        self.now.force = [cos * given[0] + sin * given[1], cos * given[1] - sin * given[0]];
        &self.now
    }
}

/// An angle between -π and π.
fn wrapped(angle: f64) -> f64 {
    use core::f64::consts::{PI, TAU};
    (angle + PI).rem_euclid(TAU) - PI
}
