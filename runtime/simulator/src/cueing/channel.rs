//! One direction of the adaptive washout.

use crate::Unusable;
use crate::motion::GRAVITY;

/// Weights of the cost that an adaptive channel minimises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Weight of the error of acceleration [s⁴/m²].
    pub acceleration: f64,
    /// Weight of the error of angular rate [s²].
    pub rotation: f64,
    /// Weight of the platform's velocity [s²/m²].
    pub velocity: f64,
    /// Weight of the platform's position [1/m²].
    pub position: f64,
    /// Weight of the platform's angular rate [s²].
    pub rate: f64,
    /// Weight of the platform's angle.
    pub angle: f64,
    /// Weight of the deviation of each parameter from its start.
    pub parameters: [f64; 3],
}

/// Settings of an adaptive channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChannelSettings {
    /// Weights of the cost.
    pub weights: Weights,
    /// Speed of the descent, for each parameter.
    pub descent: [f64; 3],
    /// The parameters at the start: gain of translation, tilt rate by force [rad s/m], gain of rotation.
    pub start: [f64; 3],
    /// Largest value of each parameter; the least value is zero.
    pub most: [f64; 3],
    /// Return to the neutral position: coefficient of the velocity [1/s].
    pub by_velocity: f64,
    /// Return to the neutral position: coefficient of the position [1/s²].
    pub by_position: f64,
    /// Return to the neutral angle: coefficient of the angle [1/s].
    pub by_angle: f64,
    /// Largest rate of the tilt [rad/s], below the canals' threshold.
    pub tilt_rate: f64,
}

impl ChannelSettings {
    /// A translation with a tilt. For a strong step and the same travel, its cue is stronger, and its false cue weaker, than with a
    /// classical filter of third order (`tests/cueing.rs` compares them).
    pub const TILTING: Self = Self {
        weights: Weights {
            acceleration: 0.002,
            rotation: 0.05,
            velocity: 17.0,
            position: 5.0,
            rate: 0.5,
            angle: 0.5,
            parameters: [0.1, 1.0, 0.1],
        },
        descent: [4.0, 0.02, 0.2],
        start: [1.0, 0.05, 0.8],
        most: [1.0, 0.1, 1.0],
        by_velocity: 0.87,
        by_position: 0.03,
        by_angle: 0.0,
        tilt_rate: 1.2 * core::f64::consts::PI / 180.0,
    };

    /// A translation alone.
    pub const UPRIGHT: Self = Self {
        descent: [4.0, 0.0, 0.0],
        start: [1.0, 0.0, 0.0],
        ..Self::TILTING
    };

    /// A rotation alone, which returns with a time constant of 2 s.
    pub const TURNING: Self = Self {
        descent: [0.0, 0.0, 0.2],
        start: [0.0, 0.0, 0.8],
        by_angle: 0.5,
        ..Self::TILTING
    };

    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if a number is below zero or not finite, or a parameter starts above its largest value.
    pub fn check(&self) -> Result<(), Unusable> {
        let Weights {
            acceleration,
            rotation,
            velocity,
            position,
            rate,
            angle,
            parameters,
        } = self.weights;
        let weights = [acceleration, rotation, velocity, position, rate, angle];
        for weight in weights.into_iter().chain(parameters) {
            Unusable::unless_not_negative("weight", weight)?;
        }
        for (name, number) in [
            ("by_velocity", self.by_velocity),
            ("by_position", self.by_position),
            ("by_angle", self.by_angle),
        ] {
            Unusable::unless_not_negative(name, number)?;
        }
        Unusable::unless_positive("tilt_rate", self.tilt_rate)?;
        for ((descent, start), most) in self.descent.into_iter().zip(self.start).zip(self.most) {
            Unusable::unless_not_negative("descent", descent)?;
            Unusable::unless_not_negative("most", most)?;
            let between = (0.0..=most).contains(&start);
            Unusable::unless(between, "start", start, "between zero and `most`")?;
        }
        Ok(())
    }
}

/// Position and angle of a platform, or their derivatives by a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moved {
    position: f64,
    velocity: f64,
    acceleration: f64,
    angle: f64,
    rate: f64,
}

impl Moved {
    fn integrate(&mut self, period: f64) {
        self.velocity += period * self.acceleration;
        self.position += period * self.velocity;
        self.angle += period * self.rate;
    }
}

/// One direction of the adaptive washout: a translation `S` and the tilt `φ` about the perpendicular axis, with the
/// parameters `p` (Deyo & Ingebretsen 1989, eq. 4.10 to 4.12, after Reid & Nahon 1985 and Ariel & Sivan 1984):
///
/// ```text
/// a  = f - g sin φ                                   the force that the tilt does not give yet
/// S" = p1 a - by_velocity S' - by_position S
/// φ' = clamp(p2 a) + p3 ω - by_angle φ
/// J  = ½ (acceleration (a - S")² + rotation (ω - φ')² + velocity S'² + position S² + rate φ'² + angle φ²
///        + parameters (p - start)²)
/// p' = -descent ∂J/∂p
/// ```
///
/// The derivatives of `S` and `φ` by the parameters are integrated together with `S` and `φ`. The tilt is a low pass with the corner
/// `g p2`. Without a tilt in the settings (`start[1]` and `descent[1]` zero) gravity is left out of `a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Channel {
    settings: ChannelSettings,
    period: f64,
    parameters: [f64; 3],
    moved: Moved,
    slopes: [Moved; 3],
    cost: f64,
    gradient: [f64; 3],
}

impl Channel {
    /// A channel in its neutral position, which takes a sample every `period` [s].
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn new(settings: &ChannelSettings, period: f64) -> Result<Self, Unusable> {
        settings.check()?;
        Unusable::unless_positive("period", period)?;
        Ok(Self {
            settings: *settings,
            period,
            parameters: settings.start,
            moved: Moved::default(),
            slopes: [Moved::default(); 3],
            cost: 0.0,
            gradient: [0.0; 3],
        })
    }

    /// Takes one sample of specific force [m/s²] and angular rate [rad/s].
    #[inline]
    pub fn step(&mut self, force: f64, rotation: f64) {
        let ChannelSettings {
            by_velocity,
            by_position,
            by_angle,
            tilt_rate,
            ..
        } = self.settings;
        let [p1, p2, p3] = self.parameters;
        let tilts = self.settings.start[1] > 0.0 || self.settings.descent[1] > 0.0;
        let gravity = if tilts { GRAVITY } else { 0.0 };
        let (sin, cos) = self.moved.angle.sin_cos();
        let missing = force - gravity * sin;
        let is_open = (p2 * missing).abs() < tilt_rate;
        let returned = |moved: &Moved| by_velocity * moved.velocity + by_position * moved.position;
        self.moved.acceleration = p1 * missing - returned(&self.moved);
        self.moved.rate = (p2 * missing).clamp(-tilt_rate, tilt_rate) + p3 * rotation - by_angle * self.moved.angle;
        // Derivatives of `missing`, and of the products with each parameter.
        for (k, slope) in self.slopes.iter_mut().enumerate() {
            let missing_slope = -gravity * cos * slope.angle;
            let own = |place: usize, factor: f64| if k == place { factor } else { 0.0 };
            slope.acceleration = own(0, missing) + p1 * missing_slope - returned(slope);
            let tilt = if is_open {
                own(1, missing) + p2 * missing_slope
            } else {
                0.0
            };
            slope.rate = tilt + own(2, rotation) - by_angle * slope.angle;
            self.gradient[k] = self
                .settings
                .gradient(&self.moved, slope, [missing, missing_slope, rotation]);
        }
        self.judge(missing, rotation);
        self.moved.integrate(self.period);
        self.slopes.iter_mut().for_each(|slope| slope.integrate(self.period));
    }

    /// Computes the cost and its gradient by the parameters, and moves the parameters along the descent.
    fn judge(&mut self, missing: f64, rotation: f64) {
        let weights = &self.settings.weights;
        let Moved {
            position,
            velocity,
            acceleration,
            angle,
            rate,
        } = self.moved;
        let square = |x: f64| x * x;
        let mut cost = weights.acceleration * square(missing - acceleration)
            + weights.rotation * square(rotation - rate)
            + weights.velocity * square(velocity)
            + weights.position * square(position)
            + weights.rate * square(rate)
            + weights.angle * square(angle);
        for k in 0..3 {
            let (weight, deviation) = (weights.parameters[k], self.parameters[k] - self.settings.start[k]);
            cost += weight * square(deviation);
            self.gradient[k] += weight * deviation;
            let descended = self.parameters[k] - self.period * self.settings.descent[k] * self.gradient[k];
            self.parameters[k] = descended.clamp(0.0, self.settings.most[k]);
        }
        self.cost = 0.5 * cost;
    }

    /// Position [m], velocity [m/s] and acceleration [m/s²].
    pub fn translation(&self) -> [f64; 3] {
        [self.moved.position, self.moved.velocity, self.moved.acceleration]
    }

    /// Angle [rad] and rate [rad/s].
    pub fn tilt(&self) -> [f64; 2] {
        [self.moved.angle, self.moved.rate]
    }

    /// The current parameters.
    pub fn parameters(&self) -> &[f64; 3] {
        &self.parameters
    }

    /// The cost at the last sample.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The derivatives of the cost by the parameters at the last sample.
    pub fn gradient(&self) -> &[f64; 3] {
        &self.gradient
    }

    /// Returns to the neutral position and to the parameters of the start.
    pub fn reset(&mut self) {
        (self.moved, self.slopes) = (Moved::default(), [Moved::default(); 3]);
        (self.parameters, self.gradient, self.cost) = (self.settings.start, [0.0; 3], 0.0);
    }
}

impl ChannelSettings {
    /// Derivative of the cost by a parameter through the motion.
    fn gradient(&self, moved: &Moved, slope: &Moved, [missing, missing_slope, rotation]: [f64; 3]) -> f64 {
        let weights = &self.weights;
        weights.acceleration * (missing - moved.acceleration) * (missing_slope - slope.acceleration)
            - weights.rotation * (rotation - moved.rate) * slope.rate
            + weights.velocity * moved.velocity * slope.velocity
            + weights.position * moved.position * slope.position
            + weights.rate * moved.rate * slope.rate
            + weights.angle * moved.angle * slope.angle
    }
}
