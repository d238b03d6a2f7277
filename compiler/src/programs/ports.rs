//! Ports: the numbers that a program reads and delivers. Each kind is described only here, by [`Kind::description`] and
//! [`Array`]. Tracer, lanes, emission and tests use these descriptions.

use crate::ir::Class;
use std::fmt;

/// A number that a program reads or delivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Port {
    /// Its kind.
    pub kind: Kind,
    /// Position in its array.
    pub index: usize,
    /// Position in a vector, or in a matrix row by row.
    pub component: usize,
}

/// Kind of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Parameter.
    Parameter,
    /// Number computed from parameters when they are set.
    Prepared,
    /// Coordinate; overwritten by corrections.
    Coordinate,
    /// Speed; overwritten by corrections.
    Speed,
    /// Rate of a coordinate.
    CoordinateRate,
    /// Rate of a speed.
    SpeedRate,
    /// Rate of a speed, as an argument of programs that run after the evaluation.
    GivenSpeedRate,
    /// The unknown in the equation of motion of a speed. As an input it is held constant while the equation is
    /// differentiated.
    Unknown,
    /// Rate of a speed as it follows from held unknowns.
    HeldSpeedRate,
    /// The imbalance in the equation of motion of a speed.
    Imbalance,
    /// Position of a driven joint.
    DrivePosition,
    /// Velocity of a driven joint.
    DriveVelocity,
    /// Acceleration of a driven joint.
    DriveAcceleration,
    /// Force on a wheel.
    WheelForce,
    /// Moment on a wheel.
    WheelMoment,
    /// Drive torque of a wheel.
    DriveTorque,
    /// Brake torque of a wheel.
    BrakeTorque,
    /// Input of force elements.
    Signal,
    /// Centre of a wheel.
    WheelCentre,
    /// Spin axis of a wheel.
    WheelAxis,
    /// Velocity of a wheel's centre.
    WheelVelocity,
    /// Angular velocity of a wheel's carrier.
    CarrierAngularVelocity,
    /// Spin of a wheel.
    WheelSpin,
    /// Coordinate of any joint of the tree.
    JointCoordinate,
    /// Speed of any joint of the tree.
    JointSpeed,
    /// Point of a contact with the ground.
    ContactPoint,
    /// Point of a marker.
    MarkerPosition,
    /// Rotation matrix of a marker's body.
    MarkerRotation,
    /// Velocity of a marker's point.
    MarkerVelocity,
    /// Angular velocity of a marker's body.
    MarkerAngularVelocity,
    /// Rotation matrix of a body.
    BodyRotation,
    /// Centre of mass of a body.
    BodyCom,
    /// Angular velocity of a body.
    BodyAngularVelocity,
    /// Velocity of a body's centre of mass.
    BodyVelocity,
    /// Angular acceleration of a body.
    BodyAngularAcceleration,
    /// Acceleration of a body's centre of mass.
    BodyAcceleration,
    /// Named output.
    Named,
    /// Residual of a closure equation; in a correction of speeds, its rate.
    Residual,
    /// In an evaluation, by speed: argument of the root in a closing step, relative to its size at the design position.
    StepMargin,
    /// In an evaluation, by speed: pivot of a dependent speed, relative to its size near the design position.
    PivotMargin,
    /// Pivot of a correction, relative to its size near the design position; numbered in the order of delivery.
    Margin {
        /// A speed of the joint to which the pivot belongs.
        speed: usize,
    },
    /// Kinetic energy.
    KineticEnergy,
    /// Energy of gravity.
    GravityEnergy,
    /// Energy stored in springs.
    ElasticEnergy,
    /// Slope of a result of an evaluation, numbered in the order of delivery.
    Slope,
    /// Slope of a named output, numbered in the order of delivery.
    OutputSlope,
    /// Number that a thread sends to the others.
    Sent,
    /// Number that a thread receives, numbered through all threads.
    Received,
}

/// Description of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// Name for the reader.
    pub name: &'static str,
    /// Unit; both units if it may be an angle or a length.
    pub unit: &'static str,
    /// Class of a value that is read there.
    pub class: Class,
    /// The array that holds it.
    pub array: Array,
    /// Field of an element of the array; empty if the elements are numbers.
    pub field: &'static str,
    /// Shape of the field.
    pub shape: Shape,
}

/// Shape of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Number,
    /// Three numbers.
    Vector,
    /// Three rows of three numbers.
    Matrix,
}

/// Array of numbers or records that programs read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Parameters, by name in a solver and by position in a batch.
    Parameters,
    /// Numbers computed from parameters.
    Prepared,
    /// Coordinates.
    Coordinates,
    /// Speeds.
    Speeds,
    /// Rates of the coordinates.
    CoordinateRates,
    /// Rates of the speeds.
    SpeedRates,
    /// Rates of the speeds, as an argument.
    GivenSpeedRates,
    /// Motion of the driven joints.
    Drives,
    /// Loads on the wheels.
    Loads,
    /// Signals.
    Signals,
    /// Motion of the wheels.
    Wheels,
    /// Coordinates of all joints of the tree.
    JointCoordinates,
    /// Speeds of all joints of the tree.
    JointSpeeds,
    /// Points of contact with the ground.
    Contacts,
    /// Motion of the markers.
    Markers,
    /// Motion of the bodies that can move.
    Bodies,
    /// Named outputs.
    Outputs,
    /// Residuals of the closure equations.
    Residuals,
    /// Margins of the loops that an evaluation closes.
    KinematicMargins,
    /// Margins of a correction.
    Margins,
    /// Energy: a single record.
    Energy,
    /// Slopes of an evaluation.
    Slopes,
    /// Slopes of the named outputs.
    OutputSlopes,
    /// Numbers that a thread sends to the others.
    Sent,
    /// Numbers that all threads send.
    Received,
}

/// Variable of emitted code that contains an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The solver, `self`.
    Solver,
    /// The state, as an argument.
    State,
    /// The inputs, as an argument.
    Inputs,
    /// The rate of the state: an argument that is read or written, or a field of the solver.
    Rate,
    /// A local variable of the function.
    Local,
}

/// Part of a vehicle to which an element of an array belongs. If equal subsystems are computed side by side,
/// corresponding elements belong to corresponding owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// A parameter.
    Parameter,
    /// A prepared number.
    Prepared,
    /// A coordinate.
    Coordinate,
    /// A speed.
    Speed,
    /// A coordinate of any joint.
    JointCoordinate,
    /// A speed of any joint.
    JointSpeed,
    /// A driven joint or link.
    Drive,
    /// A wheel.
    Wheel,
    /// A contact with the ground.
    Contact,
    /// A marker.
    Marker,
    /// A signal.
    Signal,
    /// A body that can move.
    Body,
    /// A named output.
    Output,
    /// A closure equation.
    Equation,
    /// A margin.
    Margin,
    /// The vehicle; the array has one element.
    Vehicle,
    /// A slope.
    Slope,
    /// A message between threads.
    Message,
}

impl Kind {
    /// Position, velocity and acceleration of a driven joint.
    pub const DRIVE: [Kind; 3] = [Kind::DrivePosition, Kind::DriveVelocity, Kind::DriveAcceleration];

    /// The port of this kind at a position.
    pub fn at(self, index: usize) -> Port {
        self.component(index, 0)
    }

    /// A component of the vector or matrix of this kind at a position.
    pub fn component(self, index: usize, component: usize) -> Port {
        Port {
            kind: self,
            index,
            component,
        }
    }

    /// Its description.
    #[rustfmt::skip]
    pub fn description(self) -> Description {
        use Class::{Load, Parameter, Position, Velocity};
        use Shape::{Matrix, Number, Vector};
        let (name, unit, class, array, field, shape) = match self {
            Kind::Parameter               => ("parameter", "SI", Parameter, Array::Parameters, "", Number),
            Kind::Prepared                => ("prepared number", "SI", Parameter, Array::Prepared, "", Number),
            Kind::Coordinate              => ("coordinate", "rad, m", Position, Array::Coordinates, "", Number),
            Kind::Speed                   => ("speed", "rad/s, m/s", Velocity, Array::Speeds, "", Number),
            Kind::CoordinateRate          => ("rate of coordinate", "rad/s, m/s", Load, Array::CoordinateRates, "", Number),
            Kind::SpeedRate               => ("rate of speed", "rad/s^2, m/s^2", Load, Array::SpeedRates, "", Number),
            Kind::GivenSpeedRate          => ("given rate of speed", "rad/s^2, m/s^2", Load, Array::GivenSpeedRates, "", Number),
            Kind::Unknown                 => ("unknown of speed", "rad/s^2, m/s^2", Load, Array::GivenSpeedRates, "", Number),
            Kind::HeldSpeedRate           => ("held rate of speed", "rad/s^2, m/s^2", Load, Array::GivenSpeedRates, "", Number),
            Kind::Imbalance               => ("imbalance of speed", "N m, N", Load, Array::GivenSpeedRates, "", Number),
            Kind::DrivePosition           => ("position of drive", "rad, m", Position, Array::Drives, "position", Number),
            Kind::DriveVelocity           => ("velocity of drive", "rad/s, m/s", Velocity, Array::Drives, "velocity", Number),
            Kind::DriveAcceleration       => ("acceleration of drive", "rad/s^2, m/s^2", Load, Array::Drives, "acceleration", Number),
            Kind::WheelForce              => ("force on wheel", "N", Load, Array::Loads, "force", Vector),
            Kind::WheelMoment             => ("moment on wheel", "N m", Load, Array::Loads, "moment", Vector),
            Kind::DriveTorque             => ("drive torque of wheel", "N m", Load, Array::Loads, "drive_torque", Number),
            Kind::BrakeTorque             => ("brake torque of wheel", "N m", Load, Array::Loads, "brake_torque", Number),
            Kind::Signal                  => ("signal", "N, N m", Load, Array::Signals, "", Number),
            Kind::WheelCentre             => ("centre of wheel", "m", Load, Array::Wheels, "centre", Vector),
            Kind::WheelAxis               => ("axis of wheel", "-", Load, Array::Wheels, "axis", Vector),
            Kind::WheelVelocity           => ("velocity of wheel", "m/s", Load, Array::Wheels, "velocity", Vector),
            Kind::CarrierAngularVelocity  => ("angular velocity of carrier of wheel", "rad/s", Load, Array::Wheels, "carrier_angular_velocity", Vector),
            Kind::WheelSpin               => ("spin of wheel", "rad/s", Load, Array::Wheels, "spin", Number),
            Kind::JointCoordinate         => ("coordinate of joint", "rad, m", Load, Array::JointCoordinates, "", Number),
            Kind::JointSpeed              => ("speed of joint", "rad/s, m/s", Load, Array::JointSpeeds, "", Number),
            Kind::ContactPoint            => ("point of contact", "m", Load, Array::Contacts, "position", Vector),
            Kind::MarkerPosition          => ("position of marker", "m", Load, Array::Markers, "position", Vector),
            Kind::MarkerRotation          => ("rotation of marker", "-", Load, Array::Markers, "rotation", Matrix),
            Kind::MarkerVelocity          => ("velocity of marker", "m/s", Load, Array::Markers, "velocity", Vector),
            Kind::MarkerAngularVelocity   => ("angular velocity of marker", "rad/s", Load, Array::Markers, "angular_velocity", Vector),
            Kind::BodyRotation            => ("rotation of body", "-", Load, Array::Bodies, "rotation", Matrix),
            Kind::BodyCom                 => ("centre of mass of body", "m", Load, Array::Bodies, "com", Vector),
            Kind::BodyAngularVelocity     => ("angular velocity of body", "rad/s", Load, Array::Bodies, "angular_velocity", Vector),
            Kind::BodyVelocity            => ("velocity of body", "m/s", Load, Array::Bodies, "velocity", Vector),
            Kind::BodyAngularAcceleration => ("angular acceleration of body", "rad/s^2", Load, Array::Bodies, "angular_acceleration", Vector),
            Kind::BodyAcceleration        => ("acceleration of body", "m/s^2", Load, Array::Bodies, "acceleration", Vector),
            Kind::Named                   => ("output", "SI", Load, Array::Outputs, "", Number),
            Kind::Residual                => ("residual of equation", "rad, m", Load, Array::Residuals, "", Number),
            Kind::StepMargin              => ("margin of step", "-", Load, Array::KinematicMargins, "", Number),
            Kind::PivotMargin             => ("margin of pivot", "-", Load, Array::KinematicMargins, "", Number),
            Kind::Margin { .. }           => ("margin", "-", Load, Array::Margins, "", Number),
            Kind::KineticEnergy           => ("kinetic energy", "J", Load, Array::Energy, "kinetic", Number),
            Kind::GravityEnergy           => ("energy of gravity", "J", Load, Array::Energy, "gravity", Number),
            Kind::ElasticEnergy           => ("elastic energy", "J", Load, Array::Energy, "elastic", Number),
            Kind::Slope                   => ("slope", "SI", Load, Array::Slopes, "", Number),
            Kind::OutputSlope             => ("slope of output", "SI", Load, Array::OutputSlopes, "", Number),
            Kind::Sent                    => ("number sent", "SI", Load, Array::Sent, "", Number),
            Kind::Received                => ("number received", "SI", Load, Array::Received, "", Number),
        };
        Description { name, unit, class, array, field, shape }
    }
}

impl Array {
    /// Root, path, owner and record.
    #[rustfmt::skip]
    fn place(self) -> (Root, &'static str, Owner, Option<&'static str>) {
        match self {
            Array::Parameters      => (Root::Solver, "parameters", Owner::Parameter, None),
            Array::Prepared        => (Root::Solver, "prepared", Owner::Prepared, None),
            Array::Coordinates     => (Root::State, "q", Owner::Coordinate, None),
            Array::Speeds          => (Root::State, "v", Owner::Speed, None),
            Array::CoordinateRates => (Root::Rate, "q", Owner::Coordinate, None),
            Array::SpeedRates      => (Root::Rate, "v", Owner::Speed, None),
            Array::GivenSpeedRates => (Root::Rate, "v", Owner::Speed, None),
            Array::Drives          => (Root::Inputs, "drives", Owner::Drive, Some("Drive")),
            Array::Loads           => (Root::Inputs, "wheels", Owner::Wheel, Some("WheelLoad")),
            Array::Signals         => (Root::Inputs, "signals", Owner::Signal, None),
            Array::Wheels          => (Root::Solver, "wheels", Owner::Wheel, Some("WheelMotion")),
            Array::JointCoordinates => (Root::Solver, "joint_coordinates", Owner::JointCoordinate, None),
            Array::JointSpeeds     => (Root::Solver, "joint_speeds", Owner::JointSpeed, None),
            Array::Contacts        => (Root::Solver, "contacts", Owner::Contact, Some("ContactPoint")),
            Array::Markers         => (Root::Solver, "markers", Owner::Marker, Some("MarkerMotion")),
            Array::Bodies          => (Root::Solver, "bodies", Owner::Body, Some("BodyMotion")),
            Array::Outputs         => (Root::Solver, "outputs", Owner::Output, None),
            Array::Residuals       => (Root::Local, "residuals", Owner::Equation, None),
            Array::KinematicMargins => (Root::Solver, "kinematic_margins", Owner::Speed, None),
            Array::Margins         => (Root::Local, "margins", Owner::Margin, None),
            Array::Energy          => (Root::Local, "energy", Owner::Vehicle, Some("Energy")),
            Array::Slopes          => (Root::Solver, "slopes", Owner::Slope, None),
            Array::OutputSlopes    => (Root::Solver, "output_slopes", Owner::Slope, None),
            Array::Sent            => (Root::Local, "sent", Owner::Message, None),
            Array::Received        => (Root::Local, "received", Owner::Message, None),
        }
    }

    /// Variable of emitted code that contains it.
    pub fn root(self) -> Root {
        self.place().0
    }

    /// Its path inside the variable; the name of a local array.
    pub fn path(self) -> &'static str {
        self.place().1
    }

    /// Part of the vehicle that each element belongs to.
    pub fn owner(self) -> Owner {
        self.place().2
    }

    /// Record of `wishbone::ports` that is its element type; `None` if elements are numbers.
    pub fn record(self) -> Option<&'static str> {
        self.place().3
    }
}

impl Port {
    /// The array that holds it.
    pub fn array(self) -> Array {
        self.kind.description().array
    }

    /// The variable of emitted code that contains it.
    pub fn root(self) -> Root {
        self.array().root()
    }

    /// The part of the vehicle that it belongs to.
    pub fn owner(self) -> (Owner, usize) {
        (self.array().owner(), self.index)
    }
}

impl fmt::Display for Port {
    /// `force on wheel 2 z [N]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Description { name, unit, shape, .. } = self.kind.description();
        write!(f, "{name} {}", self.index)?;
        let axis = |place: usize| ["x", "y", "z"][place];
        match shape {
            Shape::Number => {}
            Shape::Vector => write!(f, " {}", axis(self.component))?,
            Shape::Matrix => write!(f, " {}{}", axis(self.component / 3), axis(self.component % 3))?,
        }
        write!(f, " [{unit}]")
    }
}
