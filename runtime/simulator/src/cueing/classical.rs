//! The classical washout: linear filters and tilt coordination.

use crate::Unusable;
use crate::block::{Block, TransferFunction};
use crate::cueing::{Follower, NotFinite, Scaling, TiltLimits, Washout};
use crate::motion::Motion;
use crate::pose::PlatformMotion;

/// The low pass from a specific force to the tilt that replaces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tilting {
    /// A low pass of second order with the damping of the high pass. The number is the ratio of the corner frequencies of low pass
    /// and high pass; 2 in Deyo & Ingebretsen (1989, eq. 4.8). Near the corner, low pass and high pass are nearly in opposite phase,
    /// and their sum is small.
    SecondOrder(f64),
    /// One minus the high pass: the sum is 1 at all frequencies, as long as the tilt is below its limits.
    Complement,
    /// No tilt.
    None,
}

/// Settings of a classical washout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassicalSettings {
    /// Scaling and limits of the input.
    pub scaling: Scaling,
    /// Corner frequencies of the third-order high passes along X, Y and Z [rad/s].
    pub translation: [f64; 3],
    /// Corner frequencies of the second-order high passes of roll, pitch and yaw [rad/s].
    pub rotation: [f64; 3],
    /// Damping ratio of all filters.
    pub damping: f64,
    /// The low pass for the tilt.
    pub tilting: Tilting,
    /// Limits of the tilt.
    pub tilt: TiltLimits,
}

impl ClassicalSettings {
    /// Settings for half of the motion, with corners of 2.5 rad/s in translation (4 rad/s upwards) and 1 rad/s in rotation, and the
    /// damping ratio 1.
    pub const HALF: Self = Self {
        scaling: Scaling::HALF,
        translation: [2.5, 2.5, 4.0],
        rotation: [1.0; 3],
        damping: 1.0,
        tilting: Tilting::SecondOrder(2.0),
        tilt: TiltLimits::UNNOTICED,
    };
}

/// The classical washout. A third-order high pass turns specific force into acceleration. A low pass turns the force
/// into tilt: force along Y into roll, and force along X into pitch. A second-order high pass turns angular rates into
/// angles. (Deyo & Ingebretsen 1989, fig. 4.5, eq. 4.7 and 4.8, after Reid & Nahon 1985.)
///
/// Position and velocity are states of the high pass, so that nothing is integrated twice and nothing drifts. The angles of a
/// platform are small, so that rates of its angles count as rates about its axes.
///
/// ```
/// use wishbone_simulator::cueing::{Classical, ClassicalSettings, Washout};
/// use wishbone_simulator::motion::{GRAVITY, Motion};
///
/// let mut washout = Classical::new(&ClassicalSettings::HALF, 1e-3)?;
/// let turning_left = Motion { specific_force: [0.0, 1.5, GRAVITY], ..Motion::REST };
/// for _ in 0..10_000 {
///     washout.step(&turning_left)?;
/// }
/// let platform = washout.step(&turning_left)?;
/// // It is back in the middle, and leans so that half of the force is felt.
/// assert!(platform.pose.position[1].abs() < 1e-3);
/// assert!((platform.felt().specific_force[1] - 0.75).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Classical {
    scaling: Scaling,
    limits: TiltLimits,
    translation: [Block<4>; 3],
    rotation: [Block<3>; 3],
    /// Low passes of the forces along X and Y.
    low_pass: Option<[Block<4>; 2]>,
    /// Angles that follow the low passes.
    tilt: [Follower; 2],
}

impl Classical {
    /// A washout with these settings that takes a sample every `period` [s].
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn new(settings: &ClassicalSettings, period: f64) -> Result<Self, Unusable> {
        let damping = settings.damping;
        settings.scaling.check()?;
        let [x, y, z] = settings
            .translation
            .map(|corner| TransferFunction::<4>::high_pass(corner, damping));
        let translation = [x?, y?, z?];
        let [roll, pitch, yaw] = settings
            .rotation
            .map(|corner| TransferFunction::<3>::high_pass(corner, damping)?.discretise(period));
        let [x, y, z] = translation.map(|high| high.discretise(period));
        let low_pass = match settings.tilting {
            Tilting::None => None,
            Tilting::Complement => Some([translation[0].complement(), translation[1].complement()]),
            Tilting::SecondOrder(ratio) => {
                let [x, y, _] = settings.translation.map(|corner| second_order(ratio * corner, damping));
                Some([x?, y?])
            }
        };
        let low_pass = match low_pass {
            Some([x, y]) => Some([x.discretise(period)?, y.discretise(period)?]),
            None => None,
        };
        Ok(Self {
            scaling: settings.scaling,
            limits: settings.tilt,
            translation: [x?, y?, z?],
            rotation: [roll?, pitch?, yaw?],
            low_pass,
            tilt: [Follower::new(settings.tilt, period)?; 2],
        })
    }

    /// Roll and pitch that replace the forces along Y and X, and their rates.
    fn lean(&mut self, force: [f64; 3]) -> [(f64, f64); 2] {
        let Some([along_x, along_y]) = &mut self.low_pass else {
            return [(0.0, 0.0); 2];
        };
        let [roll, pitch] = &mut self.tilt;
        // A positive roll lifts the left side, and specific force then points to the left. A negative pitch lifts the nose, and
        // specific force then points forward.
        let roll = roll.step(self.limits.angle_for(along_y.step(force[1])));
        let pitch = pitch.step(-self.limits.angle_for(along_x.step(force[0])));
        [roll, pitch]
    }
}

/// The second-order low pass, extended by a pole and a zero that cancel each other, so that all low passes have the same size.
fn second_order(corner: f64, damping: f64) -> Result<TransferFunction<4>, Unusable> {
    Unusable::unless_positive("corner frequency of the low pass", corner)?;
    let (square, middle) = (corner * corner, 2.0 * damping * corner);
    // Numerator and denominator contain the factor (s + corner).
    TransferFunction::new(
        [square * corner, square, 0.0, 0.0],
        [square * corner, square + middle * corner, middle + corner, 1.0],
    )
}

impl Washout for Classical {
    fn step(&mut self, vehicle: &Motion) -> Result<PlatformMotion, NotFinite> {
        NotFinite::unless_finite(vehicle)?;
        let (force, rate) = self.scaling.of(vehicle);
        let mut motion = PlatformMotion::REST;
        for (k, block) in self.translation.iter_mut().enumerate() {
            motion.acceleration[k] = block.step(force[k]);
            [_, motion.pose.position[k], motion.velocity[k], _] = *block.chain();
        }
        for (k, block) in self.rotation.iter_mut().enumerate() {
            motion.angle_rates[k] = block.step(rate[k]);
            motion.pose.angles[k] = block.chain()[1];
        }
        for (k, (angle, rate)) in self.lean(force).into_iter().enumerate() {
            motion.pose.angles[k] += angle;
            motion.angle_rates[k] += rate;
        }
        Ok(motion)
    }

    fn reset(&mut self) {
        self.translation.iter_mut().for_each(|block| block.settle(0.0));
        self.rotation.iter_mut().for_each(|block| block.settle(0.0));
        self.low_pass.iter_mut().flatten().for_each(|block| block.settle(0.0));
        self.tilt.iter_mut().for_each(Follower::reset);
    }
}
