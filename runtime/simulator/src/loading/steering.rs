//! The steering wheel.

use crate::Unusable;

/// Motion of a rack or pitman arm, and the load on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RackMotion {
    /// [m or rad]
    pub position: f64,
    /// [m/s or rad/s]
    pub velocity: f64,
    /// [m/s² or rad/s²]
    pub acceleration: f64,
    /// Force or moment of the wheels on the rack or arm, positive along its coordinate [N or N m].
    pub force: f64,
    /// Torque of the assistance at the pinion, positive to the left [N m].
    pub assistance: f64,
}

/// Set-point of a servo at the steering wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SetPoint {
    /// Angle, positive to the left [rad].
    pub position: f64,
    /// [rad/s]
    pub velocity: f64,
    /// [rad/s²]
    pub acceleration: f64,
    /// Torque of the steering wheel on the hands that hold it, positive to the left [N m].
    pub torque: f64,
}

/// The column between rack and steering wheel, which a servo simulates.
///
/// The torsion bar carries the torque that the rack needs in addition to the assistance. It follows from the rack's equation of
/// motion `mass x'' = (T + A) / ratio + force`:
///
/// ```text
/// T = ratio (mass x'' - force) - A,   hands = inertia d'' + T + friction
/// ```
///
/// A position-controlled servo takes [`SteeringColumn::set_point`] from the rack's motion (Deyo & Ingebretsen 1989, 4.1.5). A
/// torque-controlled servo takes [`SteeringColumn::torque`] from the motions of wheel and rack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeringColumn {
    /// Travel of the rack per angle of the wheel [m/rad or rad/rad]; below zero if a turn to the left moves the rack backwards.
    pub ratio: f64,
    /// Mass of the rack and of all parts that move with it [kg or kg m²].
    pub mass: f64,
    /// Stiffness of the torsion bar [N m/rad].
    pub stiffness: f64,
    /// Damping of the torsion bar [N m s/rad].
    pub damping: f64,
    /// Inertia of the vehicle's steering wheel [kg m²].
    pub inertia: f64,
    /// Inertia of the simulator's wheel with its motor, which the driver feels directly [kg m²].
    pub servo_inertia: f64,
    /// Dry friction [N m].
    pub friction: f64,
    /// Rate from which the friction has its full torque [rad/s].
    pub sliding: f64,
}

impl SteeringColumn {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if the ratio is zero, stiffness or `sliding` is not above zero, or another number is below
    /// zero.
    pub fn check(&self) -> Result<(), Unusable> {
        Unusable::unless(self.ratio != 0.0, "ratio", self.ratio, "finite and other than zero")?;
        for (name, number) in [("stiffness", self.stiffness), ("sliding", self.sliding)] {
            Unusable::unless_positive(name, number)?;
        }
        for (name, number) in [
            ("mass", self.mass),
            ("damping", self.damping),
            ("inertia", self.inertia),
            ("servo_inertia", self.servo_inertia),
            ("friction", self.friction),
        ] {
            Unusable::unless_not_negative(name, number)?;
        }
        Ok(())
    }

    /// Torque of the torsion bar that gives the rack its motion, positive if the wheel drives the rack to the left [N m].
    pub fn torsion(&self, rack: &RackMotion) -> f64 {
        self.ratio * (self.mass * rack.acceleration - rack.force) - rack.assistance
    }

    /// Set-point of a position-controlled servo: the wheel moves with the rack, ahead of it by the twist of the bar.
    pub fn set_point(&self, rack: &RackMotion) -> SetPoint {
        let torsion = self.torsion(rack);
        let velocity = rack.velocity / self.ratio;
        let acceleration = rack.acceleration / self.ratio;
        SetPoint {
            position: rack.position / self.ratio + torsion / self.stiffness,
            velocity,
            acceleration,
            torque: -torsion - self.rubbing(velocity) - self.inertia * acceleration,
        }
    }

    /// Torque of a torque-controlled servo, for a wheel at this angle [rad], rate [rad/s] and acceleration [rad/s²]. It
    /// is the sum of the torques of bar and friction, and of the difference between the inertias of the vehicle's and
    /// the simulator's wheel.
    pub fn torque(&self, [angle, rate, acceleration]: [f64; 3], rack: &RackMotion) -> f64 {
        let twist = angle - rack.position / self.ratio;
        let twist_rate = rate - rack.velocity / self.ratio;
        let torsion = self.stiffness * twist + self.damping * twist_rate;
        -torsion - self.rubbing(rate) - (self.inertia - self.servo_inertia) * acceleration
    }

    /// Dry friction at a rate, with a steep linear part around rest.
    fn rubbing(&self, rate: f64) -> f64 {
        self.friction * (rate / self.sliding).clamp(-1.0, 1.0)
    }
}
