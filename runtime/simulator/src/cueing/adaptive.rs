//! The adaptive washout.

use crate::Unusable;
use crate::cueing::{Channel, ChannelSettings, NotFinite, Scaling, Washout};
use crate::motion::Motion;
use crate::pose::PlatformMotion;

/// Settings of an adaptive washout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveSettings {
    /// Scaling and limits of the input.
    pub scaling: Scaling,
    /// Longitudinal force and pitch.
    pub longitudinal: ChannelSettings,
    /// Lateral force and roll.
    pub lateral: ChannelSettings,
    /// Vertical force.
    pub vertical: ChannelSettings,
    /// Yaw.
    pub yaw: ChannelSettings,
}

impl AdaptiveSettings {
    /// Settings for half of the motion.
    pub const HALF: Self = Self {
        scaling: Scaling::HALF,
        longitudinal: ChannelSettings::TILTING,
        lateral: ChannelSettings::TILTING,
        vertical: ChannelSettings::UPRIGHT,
        yaw: ChannelSettings::TURNING,
    };
}

/// A washout whose gains follow the steepest descent of a cost of cue error, excursion and deviation of the gains from their start.
/// The filter restricts the motion little as long as there is room, and strongly near the ends of the travel. See [`Channel`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adaptive {
    scaling: Scaling,
    longitudinal: Channel,
    lateral: Channel,
    vertical: Channel,
    yaw: Channel,
}

impl Adaptive {
    /// A washout with these settings that takes a sample every `period` [s].
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn new(settings: &AdaptiveSettings, period: f64) -> Result<Self, Unusable> {
        settings.scaling.check()?;
        Ok(Self {
            scaling: settings.scaling,
            longitudinal: Channel::new(&settings.longitudinal, period)?,
            lateral: Channel::new(&settings.lateral, period)?,
            vertical: Channel::new(&settings.vertical, period)?,
            yaw: Channel::new(&settings.yaw, period)?,
        })
    }

    /// Channels of longitudinal force and pitch, lateral force and roll, vertical force, yaw.
    pub fn channels(&self) -> [&Channel; 4] {
        [&self.longitudinal, &self.lateral, &self.vertical, &self.yaw]
    }
}

impl Washout for Adaptive {
    fn step(&mut self, vehicle: &Motion) -> Result<PlatformMotion, NotFinite> {
        NotFinite::unless_finite(vehicle)?;
        let (force, rate) = self.scaling.of(vehicle);
        // A rising nose is a negative pitch, and gives a force forward.
        self.longitudinal.step(force[0], -rate[1]);
        self.lateral.step(force[1], rate[0]);
        self.vertical.step(force[2], 0.0);
        self.yaw.step(0.0, rate[2]);
        let mut motion = PlatformMotion::REST;
        for (k, channel) in [&self.longitudinal, &self.lateral, &self.vertical]
            .into_iter()
            .enumerate()
        {
            [motion.pose.position[k], motion.velocity[k], motion.acceleration[k]] = channel.translation();
        }
        let turned = [(1.0, &self.lateral), (-1.0, &self.longitudinal), (1.0, &self.yaw)];
        for (k, (sign, channel)) in turned.into_iter().enumerate() {
            let tilt = channel.tilt().map(|x| sign * x);
            [motion.pose.angles[k], motion.angle_rates[k]] = tilt;
        }
        Ok(motion)
    }

    fn reset(&mut self) {
        let channels = [
            &mut self.longitudinal,
            &mut self.lateral,
            &mut self.vertical,
            &mut self.yaw,
        ];
        channels.into_iter().for_each(Channel::reset);
    }
}
