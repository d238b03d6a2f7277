//! What the numbered inputs and outputs of a program are.

/// An input of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputPort {
    /// Parameter of that position.
    Parameter(usize),
    /// Prepared number of that position.
    Prepared(usize),
    /// Coordinate of that position.
    Coordinate(usize),
    /// Speed of that position.
    Speed(usize),
    /// Rate of the speed of that position.
    SpeedRate(usize),
    /// Position (0), velocity (1) or acceleration (2) of a drive.
    Drive(usize, usize),
    /// Component of the force on a wheel.
    WheelForce(usize, usize),
    /// Component of the moment on a wheel.
    WheelMoment(usize, usize),
    /// Drive torque of a wheel.
    DriveTorque(usize),
    /// Brake torque of a wheel.
    BrakeTorque(usize),
    /// Size of a force or torque.
    Signal(usize),
}

impl InputPort {
    /// Whether it belongs to the state.
    pub fn is_state(self) -> bool {
        matches!(self, InputPort::Coordinate(_) | InputPort::Speed(_))
    }

    /// Whether it acts from outside.
    pub fn is_action(self) -> bool {
        use InputPort::{BrakeTorque, Drive, DriveTorque, Signal, WheelForce, WheelMoment};
        matches!(
            self,
            Drive(..) | WheelForce(..) | WheelMoment(..) | DriveTorque(_) | BrakeTorque(_) | Signal(_)
        )
    }
}

/// A vector of a wheel's motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelVector {
    /// Centre.
    Centre,
    /// Spin axis.
    Axis,
    /// Velocity of the centre.
    Velocity,
    /// Angular velocity of the carrier.
    CarrierAngularVelocity,
}

/// A vector of a body's motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyVector {
    /// Row of the rotation.
    Rotation(usize),
    /// Centre of mass.
    Com,
    /// Angular velocity.
    AngularVelocity,
    /// Velocity of the centre of mass.
    Velocity,
    /// Angular acceleration.
    AngularAcceleration,
    /// Acceleration of the centre of mass.
    Acceleration,
}

/// An output of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputPort {
    /// Prepared number of that position.
    Prepared(usize),
    /// Rate of a coordinate.
    CoordinateRate(usize),
    /// Rate of a speed.
    SpeedRate(usize),
    /// Component of a wheel's motion.
    Wheel(usize, WheelVector, usize),
    /// Spin of a wheel.
    WheelSpin(usize),
    /// Component of a body's motion, by position among the moving bodies.
    Body(usize, BodyVector, usize),
    /// Named output.
    Named(usize),
    /// Corrected coordinate.
    Coordinate(usize),
    /// Corrected speed.
    Speed(usize),
    /// What a closure equation is off; of the correction of speeds, what its rate is.
    Residual(usize),
    /// What the rate of a closure equation is off, where both are corrected.
    ResidualRate(usize),
    /// A pivot of a correction, by its size near the design position: numbered as they come; a speed of the joint.
    Margin(usize, usize),
    /// Kinetic (0), gravity (1), elastic (2).
    Energy(usize),
}
