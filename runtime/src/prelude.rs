//! The names that a program with a simulation uses: `use wishbone::prelude::*;`.

pub use crate::control::{Controls, SpeedHold, Steer, forward_speed};
pub use crate::description::Description;
pub use crate::equipment::Equipment;
pub use crate::event::{Crossing, Event};
pub use crate::integrate::{
    AdamsBashforth2, AdamsBashforth3, AdamsBashforthMoulton2, AdamsBashforthMoulton3, DormandPrince, Integrator,
    RungeKutta2, RungeKutta4, Tolerance,
};
pub use crate::marker::MarkerPort;
pub use crate::ports::{BodyMotion, Drive, Energy, InputPorts, Inputs, MarkerMotion, WheelLoad, WheelMotion};
pub use crate::profile::{HalfSine, Profile, Ramp, SineWithDwell};
pub use crate::refused::Refused;
pub use crate::simulation::Simulation;
pub use crate::solver::Solver;
pub use crate::stabilise::{Closure, Feedback, NotClosed, Projection};
pub use crate::state::{State, StateVector, Vector, Whole};
pub use crate::subsystem::{Joints, Now, Quantity, StateOf, Still, Subsystem};
pub use crate::terrain::{
    CosineBump, Flat, Ground, HalfSineBump, HeightGrid, Patch, Patches, Post, RandomRoad, RoadClass, Shifted, Sine,
    Slope, Terrain, Trapezoid, Treadmill,
};
pub use crate::tyre::{Contact, LinearTyre, MagicFormula, OnRoad, Relaxed, Tmeasy, Tyre, TyreForce};
