//! Inputs and outputs of a generated solver: driven joints, wheels, signals, and motions.
//!
//! World axes are those of the ground, ISO 8855: X forward, Y left, Z up.

use wishbone_laws::record;

pub use wishbone_laws::tyre::WheelMotion;

record! {
    /// The prescribed motion of a driven joint.
    Drive {
        /// [rad or m]
        position: T,
        /// [rad/s or m/s]
        velocity: T,
        /// [rad/s^2 or m/s^2]
        acceleration: T,
    }
}

record! {
    /// Loads on a wheel.
    WheelLoad {
        /// Force on the wheel at its centre, world axes [N].
        force: [T; 3],
        /// Moment on the wheel about its centre, along world axes [N m]; its component along the spin axis accelerates
        /// the spin of the wheel.
        moment: [T; 3],
        /// Torque along the spin axis from the driveline [N m]; its reaction acts on the body from which the wheel is driven.
        drive_torque: T,
        /// Torque along the spin axis from the brake [N m], signed; its reaction acts on the carrier.
        brake_torque: T,
    }
}

record! {
    /// Motion of a body, world axes.
    BodyMotion {
        /// Rows of the rotation matrix from the body's axes (vehicle axes at the design position) to the world.
        rotation: [[T; 3]; 3],
        /// Centre of mass [m].
        com: [T; 3],
        /// [rad/s]
        angular_velocity: [T; 3],
        /// Velocity of the centre of mass [m/s].
        velocity: [T; 3],
        /// [rad/s^2]
        angular_acceleration: [T; 3],
        /// Acceleration of the centre of mass [m/s^2].
        acceleration: [T; 3],
    }
}

record! {
    /// A point of a body that may touch the ground.
    ContactPoint {
        /// World axes [m].
        position: [T; 3],
    }
}

record! {
    /// Motion of a marker, world axes. A marker is a point of a body to which parts outside the vehicle refer.
    MarkerMotion {
        /// The point [m].
        position: [T; 3],
        /// Rows of the rotation matrix from the body's axes (vehicle axes at the design position) to the world.
        rotation: [[T; 3]; 3],
        /// Velocity of the point [m/s].
        velocity: [T; 3],
        /// Angular velocity of the body [rad/s].
        angular_velocity: [T; 3],
    }
}

impl MarkerMotion {
    /// At the origin, at rest, with a zero rotation matrix.
    pub const ZERO: Self = Self {
        position: [0.0; 3],
        rotation: [[0.0; 3]; 3],
        velocity: [0.0; 3],
        angular_velocity: [0.0; 3],
    };
}

impl ContactPoint {
    /// At the origin.
    pub const ZERO: Self = Self { position: [0.0; 3] };
}

impl BodyMotion {
    /// At the origin, at rest, with a zero rotation matrix.
    pub const ZERO: Self = Self {
        rotation: [[0.0; 3]; 3],
        com: [0.0; 3],
        angular_velocity: [0.0; 3],
        velocity: [0.0; 3],
        angular_acceleration: [0.0; 3],
        acceleration: [0.0; 3],
    };
}

/// External inputs of a vehicle: `D` driven joints, `W` wheels, `S` signals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs<const D: usize, const W: usize, const S: usize = 0, T = f64> {
    /// Prescribed motions, in the order of the solver's `DRIVES`.
    pub drives: [Drive<T>; D],
    /// Wheel loads, in the order of the solver's `WHEELS`.
    pub wheels: [WheelLoad<T>; W],
    /// Signals, in the order of the solver's `SIGNALS`: magnitudes of forces [N] and torques [N m], and the ground under contacts.
    pub signals: [T; S],
}

impl<const D: usize, const W: usize, const S: usize, T: Copy + Default> Default for Inputs<D, W, S, T> {
    fn default() -> Self {
        Self {
            drives: [Drive::default(); D],
            wheels: [WheelLoad::default(); W],
            signals: [T::default(); S],
        }
    }
}

/// Access to the inputs of any vehicle, independent of their number.
pub trait InputPorts: Clone + Default + core::fmt::Debug {
    /// All prescribed motions.
    type Drives: Clone + core::fmt::Debug + PartialEq;
    /// A copy of the prescribed motions.
    fn driven(&self) -> Self::Drives;
    /// Copies the prescribed motions into the inputs of another value of this vehicle.
    fn copy_driven(&self, to: &mut Self::Drives) {
        *to = self.driven();
    }
    /// Whether the prescribed motions equal `drives`.
    fn are_driven(&self, drives: &Self::Drives) -> bool;
    /// Prescribed motions.
    fn drives(&mut self) -> &mut [Drive];
    /// Wheel loads.
    fn wheels(&mut self) -> &mut [WheelLoad];
    /// Signals.
    fn signals(&mut self) -> &mut [f64];
}

impl<const D: usize, const W: usize, const S: usize> InputPorts for Inputs<D, W, S> {
    type Drives = [Drive; D];

    #[inline]
    fn driven(&self) -> Self::Drives {
        self.drives
    }

    #[inline]
    fn are_driven(&self, drives: &Self::Drives) -> bool {
        self.drives == *drives
    }

    fn drives(&mut self) -> &mut [Drive] {
        &mut self.drives
    }

    fn wheels(&mut self) -> &mut [WheelLoad] {
        &mut self.wheels
    }

    fn signals(&mut self) -> &mut [f64] {
        &mut self.signals
    }
}

record! {
    /// Mechanical energy.
    Energy {
        /// Kinetic energy of all bodies and wheel spins [J].
        kinetic: T,
        /// Potential energy of gravity, zero at the ground's origin [J].
        gravity: T,
        /// Energy stored in springs [J].
        elastic: T,
    }
}

impl Energy {
    /// Sum of the parts [J].
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.elastic
    }
}
