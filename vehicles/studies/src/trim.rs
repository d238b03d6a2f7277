//! Steady motions of a vehicle on level ground: straight ahead, and in a bend.
//!
//! In a frame that moves with the vehicle nothing changes. Constant are all coordinates except position and heading,
//! all speeds (for a free body along its own axes), and all states of the equipment. The whole vehicle moves as one
//! rigid body, and only its wheels spin. With the free speeds `v` from [`GroundMotion`],
//!
//! ```text
//! v = R(q) c + spins,   v'(q, v, y, p) = 0,   y'(q, v, y, p) = 0
//! ```
//!
//! The unknowns are displacements `δz` along the free speeds, the ground motion `c = (v_X, v_Y, Ω)`, the spins, the
//! states `y` of the equipment, and the controls `p`. The controls are the angle of the steering wheel, and a torque
//! that is shared among the wheels in fixed proportions. The torque balances everything that slows the vehicle down:
//! rolling resistance, the drag of the tyres' side forces, the air. Two more equations describe the wanted motion: the
//! speed `V`, and one of lateral acceleration, curvature and steering angle:
//!
//! ```text
//! √(v_X² + v_Y²) = V;   Ω v_X = a_y,   or  Ω = κ V,   or  δ = δ_0
//! ```
//!
//! A wheel in the air keeps the spin with which it left the ground, unless a shaft turns it: no force determines its
//! spin. A motion in which a wheel on the ground spins off is not accepted (`rolling.rs`).
//!
//! Newton's method uses the Jacobian of [`System`]. A displaced vehicle that continues a rigid motion has the speeds
//! `δv = R (δc - M δz) - K δz`, with `M` of [`GroundMotion`] and `K = N⁺ (∂(N v)/∂z - N')`. With these speeds the
//! displacement is constant relative to the vehicle, `δz' = δv + K δz` (see [`crate::linear`]). All rows and columns
//! are scaled to equal size, and among all corrections the smallest is used. Place and heading stay as they are. A step
//! is halved as in [`crate::equilibrium`].
//!
//! The search goes from straight driving to the bend: in one step if Newton's method converges, and in smaller steps
//! otherwise. If Newton's method does not find straight driving, the search begins with a different motion: the final
//! motion of the vehicle when its steering is held in the middle.

mod newton;
mod rolling;
mod search;
mod shared;

pub use shared::{SharedTorque, Stands};

use crate::ground_motion::{GroundMotion, Held};
use crate::linear::{Linear, NotLinear};
use crate::whole::System;
use core::fmt;
use nalgebra::Vector3;
use rolling::Rolling;
use search::{At, Search};
use wishbone::prelude::*;
use wishbone::stabilise::NotClosed;
use wishbone::state::Whole;

/// Shortest step from straight driving to the bend, as a fraction of the way.
const SHORTEST: f64 = 1.0 / 64.0;
/// Speed [m/s] at which nearly every vehicle has a steady motion; from this speed the search proceeds to higher speeds.
/// Factor from one speed to the next, and the least factor.
const SLOW: f64 = 1.0;
const FASTER: f64 = 1.5;
const LEAST_FASTER: f64 = 1.02;
/// Steps of central differences with respect to the steering angle and the torque [rad, N m].
const BY_CONTROLS: [f64; 2] = [1e-4, 1.0];

/// Controls that are set from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Angle of the steering wheel [rad], its rate and acceleration.
    pub steering: Drive,
    /// Sum of the torques at all wheels [N m].
    pub torque: f64,
}

/// A vehicle whose controls can be set.
pub struct Controlled<S: Solver, E: Subsystem<S>, F> {
    /// The vehicle and what acts on it.
    pub system: System<S, E>,
    /// Position of the chassis among its bodies.
    pub chassis: usize,
    /// Whether the vehicle has a steering.
    pub is_steered: bool,
    /// Writes controls into what acts on the vehicle.
    pub set: F,
}

/// A wanted steady motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// Horizontal speed of the chassis' centre of mass [m/s], positive.
    pub speed: f64,
    /// The bend.
    pub bend: Bend,
}

/// A bend; positive to the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bend {
    /// Lateral acceleration of the chassis' centre of mass, perpendicular to the heading [m/s²]; zero is straight
    /// ahead.
    Lateral(f64),
    /// Curvature of the path of the chassis' centre of mass [1/m].
    Curvature(f64),
    /// Angle of the steering wheel [rad].
    Steering(f64),
}

impl Bend {
    /// Its number.
    fn number(self) -> f64 {
        match self {
            Self::Lateral(number) | Self::Curvature(number) | Self::Steering(number) => number,
        }
    }

    /// A bend of this kind with another number.
    fn with(self, number: f64) -> Self {
        match self {
            Self::Lateral(_) => Self::Lateral(number),
            Self::Curvature(_) => Self::Curvature(number),
            Self::Steering(_) => Self::Steering(number),
        }
    }

    /// The bend at this fraction of the way to another bend of its kind.
    fn towards(self, end: Self, part: f64) -> Self {
        self.with((1.0 - part) * self.number() + part * end.number())
    }

    /// The bend of this kind in which a vehicle moves.
    fn of(self, motion: &Vector3<f64>, controls: &Controls) -> Self {
        self.with(match self {
            Self::Lateral(_) => motion[2] * motion[0],
            Self::Curvature(_) => motion[2] / motion.xy().norm(),
            Self::Steering(_) => controls.steering.position,
        })
    }

    /// Value and unit in words.
    fn describe(self) -> String {
        match self {
            Self::Lateral(number) => format!("{number:.3} m/s^2 of lateral acceleration"),
            Self::Curvature(number) => format!("a curvature of {number:.5} 1/m"),
            Self::Steering(number) => format!("{:.2} deg of the steering wheel", number.to_degrees()),
        }
    }
}

/// A steady motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Trim<X, Y> {
    /// Coordinates, speeds, and states of the equipment.
    pub state: Whole<X, Y>,
    /// `v_X`, `v_Y` and `Ω` of the chassis [m/s, rad/s].
    pub motion: [f64; 3],
    /// The controls of the motion, which are also set in the system.
    pub controls: Controls,
    /// Evaluations of the vehicle, each evaluation of its derivatives counted as one more.
    pub evaluations: usize,
    /// Largest remaining rate of a speed or of a state of the equipment [SI].
    pub residual: f64,
}

/// Reason why there is no steady motion.
#[derive(Clone, Debug, PartialEq)]
pub enum NotTrimmed {
    /// The ground holds the vehicle.
    Held(Held),
    /// A bend is wanted of a vehicle without steering.
    NotSteered,
    /// The loops do not close during the search.
    NotClosed(NotClosed),
    /// The search comes to a position in which the loops leave other freedoms.
    Singular,
    /// A wheel touches the ground and leaves it again and again during the search. Name of its spin.
    Bounces(&'static str),
    /// A wheel spins many times faster than it rolls: its tyre does not transmit its share of the torque. Name of the
    /// wheel.
    SpinsOff(&'static str),
    /// The speeds of the chassis are not along its own axes, and so change in a bend. Name of the speed that changes fastest.
    FixedAxes(&'static str),
    /// No wheel can drive the vehicle: its tyres have no longitudinal force to balance the drag from the toe of its
    /// wheels.
    NotPushed,
    /// An equation is not balanced. Holds the equation, its residual, and the bend that was reached, if any.
    NotBalanced {
        /// Name of the speed, of the state, or of the condition.
        equation: String,
        /// Its residual [SI].
        left: f64,
        /// The bend nearest to the wanted bend for which a steady motion was found.
        reached: Option<Bend>,
    },
}

impl fmt::Display for NotTrimmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(reason) => write!(f, "{reason}"),
            Self::NotSteered => write!(
                f,
                "a bend needs a steering, which it does not declare: add `steering` (docs/equipment.md)"
            ),
            Self::NotClosed(reason) => write!(f, "no steady motion is found: {reason}"),
            Self::Singular => write!(
                f,
                "no steady motion is found: the search came to a singular position of a loop, in which other joints are free"
            ),
            Self::Bounces(spin) => write!(
                f,
                "no steady motion is found: the wheel of `{spin}` touches the ground and leaves it again and again on the way"
            ),
            Self::SpinsOff(wheel) => write!(
                f,
                "no steady motion is found: `{wheel}` spins off, because its tyre does not pass on its part of the torque that holds the speed"
            ),
            Self::FixedAxes(speed) => write!(
                f,
                "its speed `{speed}` is along fixed axes and changes in every bend: a bend needs a chassis that a `free` joint holds"
            ),
            Self::NotPushed => write!(
                f,
                "no motion is steady: its tyres have no force along the road (such as `calspan`), so that nothing holds a speed"
            ),
            Self::NotBalanced {
                equation,
                left,
                reached,
            } => {
                write!(
                    f,
                    "no steady motion is found: nothing balances `{equation}`, of which {left:.3e} is left"
                )?;
                match reached {
                    Some(bend) => write!(f, "; the search came as far as {}", bend.describe()),
                    None => write!(f, "; not even straight driving at this speed is found"),
                }
            }
        }
    }
}

impl core::error::Error for NotTrimmed {}

impl NotTrimmed {
    /// Whether another way to the motion may still find it.
    fn is_of_the_way(&self) -> bool {
        matches!(
            self,
            Self::NotBalanced { .. } | Self::NotClosed(_) | Self::Singular | Self::Bounces(_) | Self::SpinsOff(_)
        )
    }
}

impl<S, E, F> Controlled<S, E, F>
where
    S: Solver,
    E: Subsystem<S>,
    F: FnMut(&mut E, &Controls),
{
    /// Finds the wanted steady motion. The first guess has the spins and coordinates of `from`, a state near straight driving.
    ///
    /// # Errors
    /// Returns an error if the vehicle cannot move in this way, or if the equations are not balanced.
    pub fn trim(
        &mut self,
        from: &Whole<S::State, E::State>,
        wanted: &Wanted,
    ) -> Result<Trim<S::State, E::State>, NotTrimmed> {
        if wanted.bend.number() != 0.0 && !self.is_steered {
            return Err(NotTrimmed::NotSteered);
        }
        let mut search = Search {
            rolling: Rolling::of(&mut self.system, from),
            relaxing: self.system.relaxing(from),
            at: At {
                state: from.clone(),
                motion: Vector3::new(wanted.speed, 0.0, 0.0),
                controls: Controls::default(),
            },
            vehicle: self,
            held_spins: Vec::new(),
            evaluations: 0,
        };
        let before = search.at.clone();
        let begin = search.begin(wanted.speed, wanted.bend);
        match begin.and_then(|begin| search.walk(wanted, begin)) {
            Err(reason) if reason.is_of_the_way() && wanted.speed > SLOW => {
                search.at = before;
                let begin = search.accelerate(wanted);
                let found = begin.and_then(|begin| search.walk(wanted, begin));
                found.map_err(|_| reason)?;
            }
            found => found?,
        }
        search.end()
    }

    /// Finds a steady motion near a known motion, such as a slightly sharper bend. It uses Newton's method alone, which
    /// is fast.
    ///
    /// # Errors
    /// If the equations are not balanced near the known motion.
    pub fn continued(
        &mut self,
        last: &Trim<S::State, E::State>,
        wanted: &Wanted,
    ) -> Result<Trim<S::State, E::State>, NotTrimmed> {
        let mut search = Search {
            rolling: Rolling::of(&mut self.system, &last.state),
            relaxing: self.system.relaxing(&last.state),
            at: At {
                state: last.state.clone(),
                motion: last.motion.into(),
                controls: last.controls,
            },
            vehicle: self,
            held_spins: Vec::new(),
            evaluations: 0,
        };
        search.track(wanted.speed, wanted.bend)?;
        search.end()
    }

    /// The linear system about a steady motion, with the controls among its inputs (`steering.position`, `steering.velocity`,
    /// `steering.acceleration`, `torque`) and with outputs ([`Linear::observed`]).
    ///
    /// # Errors
    /// If a speed changes.
    pub fn linear(&mut self, about: &Trim<S::State, E::State>) -> Result<Linear, NotLinear> {
        let mut linear = Linear::about(&mut self.system, &about.state)?;
        let controls = about.controls;
        let steering: [(&str, &'static str, Change); 3] = [
            ("steering.position", "rad", |controls, by| {
                controls.steering.position += by
            }),
            ("steering.velocity", "rad/s", |controls, by| {
                controls.steering.velocity += by
            }),
            ("steering.acceleration", "rad/s^2", |controls, by| {
                controls.steering.acceleration += by
            }),
        ];
        let torque: (&str, &'static str, Change) = ("torque", "N m", |controls, by| controls.torque += by);
        let steering = steering.into_iter().filter(|_| self.is_steered);
        for (name, unit, change) in steering.chain([torque]).collect::<Vec<_>>() {
            let step = BY_CONTROLS[usize::from(name == "torque")];
            let set = &mut self.set;
            let (inputs, own) = self.system.slopes_by(&about.state, step, |surroundings, by| {
                let mut changed = controls;
                change(&mut changed, by);
                set(surroundings, &changed);
            });
            linear = linear.with_input(name, unit, &inputs, &own);
        }
        Ok(linear.observed(&mut self.system, &about.state, self.chassis))
    }

    /// The ground motion in a steady motion.
    ///
    /// # Errors
    /// If the ground holds the vehicle.
    pub fn ground(&mut self, at: &Trim<S::State, E::State>) -> Result<GroundMotion, Held> {
        let free = self.system.free(&at.state);
        GroundMotion::of(&mut self.system, &at.state, &free, self.chassis)
    }
}

/// A change of one of the controls.
type Change = fn(&mut Controls, f64);
