//! A kinematics rig: the chassis is held, and the wheels are lifted.
//!
//! The motions that remain hold the chassis, keep the loops closed and leave the drives where they are. The wheel
//! centres go to wanted heights; what else is free, such as a bushing, settles so that nothing is out of balance: the vertical forces
//! `F` on the wheels and the displacements `w` along the free motions `P` solve
//!
//! ```text
//! Pᵀ M a(q) + Uᵀ F = 0,    z(q) = wanted
//! ```
//!
//! `a` are the accelerations without forces on the wheels, `M` is the mass matrix, so that `Pᵀ M a` are the generalised forces. The
//! forces act at the [contacts](Contact): `U` are the vertical velocities of the contacts for the free motions, whose transpose takes
//! the forces by virtual power. `V` are those of the wheel centres, whose heights are the travel.

mod balance;
mod carry;
mod compliance;
mod contact;
mod length;
mod loads;
mod motions;
mod reached;
mod rising;
mod steering;

pub use carry::{Acting, Acts, Push, Torque, Vertical};
pub use contact::Contact;
pub use length::{End, Length};
pub use loads::Load;
pub use reached::NotReached;
pub use steering::Steering;

use crate::whole::System;
use balance::Stiffness;
use motions::{Height, Motions};
use nalgebra::DVector;
use wishbone::prelude::*;

/// Largest difference from a wanted height [m].
const REACHED: f64 = 1e-14;
/// Difference from a wanted height that is as small as rounding allows [m].
const ALMOST_REACHED: f64 = 1e-11;
/// Difference that is accepted after all corrections [m].
const ALMOST: f64 = 1e-8;
/// Largest displacement of one correction [m or rad].
const LONGEST: f64 = 0.02;
/// Change of the height from which rates of forces are taken [m].
const APART: f64 = 1e-4;
/// Part of the largest pivot below which a constraint depends on others, or nothing holds a motion.
const DEPENDENT: f64 = 1e-10;
/// Corrections for one position.
const CORRECTIONS: usize = 40;
/// Parts of the way to a position that is not reached at once.
const PARTS: u8 = 8;

/// A vehicle on the rig.
#[derive(Clone)]
pub struct Rig<S: Solver> {
    system: System<S, Still>,
    /// The bodies that are held, by position.
    held_bodies: Vec<usize>,
    /// Speeds that are held besides it, by position.
    held: Vec<usize>,
    /// What is steered, the joints that are held among it, and where to [m or rad].
    steered: Vec<(Steering, f64)>,
    /// Radius of each wheel [m].
    radii: Vec<f64>,
    /// Lengths that are measured.
    lengths: Vec<Length>,
    /// By wheel: whether the body from which it is driven takes its torque, and not its carrier.
    driven: Vec<bool>,
    inputs: S::Inputs,
    state: S::State,
    /// Vertical force on each wheel when they were last looked for [N].
    forces: DVector<f64>,
    /// The free motions where they were last looked for.
    motions: Option<Motions>,
    /// Whether that was in this state.
    is_here: bool,
    /// The stiffness along them where it was last looked for.
    stiffness: Option<Stiffness>,
}

impl<S: Solver + Clone> Rig<S> {
    /// A vehicle at its design position, held by these bodies, by position, and by the speeds with the names `held`; `radii` are the
    /// unloaded radii of its wheels [m].
    ///
    /// # Errors
    /// If a name is unknown, or no wheel can be lifted.
    pub fn new(solver: S, bodies: &[usize], held: &[&str], radii: &[f64]) -> Result<Self, NotReached> {
        let mut rig = Self::holding(solver, bodies, held, radii)?;
        let motions = rig.motions();
        match motions.speeds.ncols() > 0 && motions.lifts.amax() > 0.0 {
            true => Ok(rig),
            false => Err(NotReached::Stiff),
        }
    }

    /// As [`Rig::new`] for vehicles whose wheels cannot be lifted, too: they steer.
    ///
    /// # Errors
    /// If a name is unknown, or the loops do not close.
    pub fn holding(solver: S, bodies: &[usize], held: &[&str], radii: &[f64]) -> Result<Self, NotReached> {
        let names = solver.description();
        let place = |name: &&str| {
            let found = names.speeds.iter().position(|own| own == name);
            found.ok_or_else(|| NotReached::NoSpeed((*name).to_owned()))
        };
        let held = held.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let (state, inputs) = (solver.design_state(), solver.no_inputs());
        let joints = held
            .iter()
            .filter_map(|&speed| Steering::by_joint(names.speeds[speed], names));
        let position = |joint: Steering| match joint {
            Steering::Joint { coordinate, .. } => state.coordinates()[coordinate],
            Steering::Drive(_) => 0.0,
        };
        let steered = joints.map(|joint| (joint, position(joint))).collect();
        let forces = DVector::zeros(names.wheels.len());
        let mut rig = Self {
            system: System {
                solver,
                surroundings: Still,
                time: 0.0,
            },
            held_bodies: bodies.to_vec(),
            held,
            steered,
            radii: radii.to_vec(),
            lengths: Vec::new(),
            driven: Vec::new(),
            inputs,
            state,
            forces,
            motions: None,
            is_here: false,
            stiffness: None,
        };
        rig.close()?;
        Ok(rig)
    }

    /// The vehicle in another position: all bodies where a state and inputs of the solver have them, what steers and the joints that are
    /// held among them.
    ///
    /// # Errors
    /// If the loops do not close there.
    pub fn standing(mut self, state: &S::State, inputs: &S::Inputs) -> Result<Self, NotReached> {
        self.state = state.clone();
        self.inputs = inputs.clone();
        self.inputs.wheels().fill(WheelLoad::default());
        self.motions = None;
        self.outdate();
        self.close()?;
        for place in 0..self.steered.len() {
            let steering = self.steered[place].0;
            self.steered[place].1 = self.position(steering);
        }
        Ok(self)
    }

    /// Gives the wheels other radii [m], such as those under load.
    #[must_use]
    pub fn rolling_on(mut self, radii: &[f64]) -> Self {
        self.radii = radii.to_vec();
        self.motions = None;
        self.outdate();
        self
    }

    /// Changes the solver, such as its parameters, and closes its loops again where the rig stands.
    ///
    /// # Errors
    /// If they do not close.
    pub fn change(&mut self, change: impl FnOnce(&mut S)) -> Result<(), NotReached> {
        change(&mut self.system.solver);
        self.outdate();
        self.close()
    }

    /// Motions and stiffness are no longer those of this state.
    fn outdate(&mut self) {
        self.is_here = false;
        if let Some(stiffness) = &mut self.stiffness {
            stiffness.outdate();
        }
    }

    /// Motion of the wheels, at rest.
    pub fn wheels(&mut self) -> Vec<WheelMotion> {
        self.state.speeds_mut().fill(0.0);
        self.system.solver.kinematics(&self.state, &self.inputs);
        self.system.solver.wheels().to_vec()
    }

    /// Motion of the bodies, at rest.
    pub fn bodies(&mut self) -> Vec<BodyMotion> {
        self.state.speeds_mut().fill(0.0);
        let solver = &mut self.system.solver;
        solver.bodies(&self.state, &self.inputs, &S::State::zero()).to_vec()
    }

    /// Vertical forces that hold the wheels where they are [N].
    ///
    /// # Errors
    /// If no forces do.
    pub fn forces(&mut self) -> Result<Vec<f64>, NotReached> {
        let motions = self.motions();
        if !motions.settles {
            let unloaded = self.generalised_forces(&motions.speeds);
            (_, self.forces) = motions.determined(Height::Centre, &DVector::zeros(self.forces.len()), &unloaded)?;
        }
        Ok(self.forces.as_slice().to_vec())
    }

    /// Named outputs.
    pub fn outputs(&mut self) -> Vec<f64> {
        let rate = S::State::zero();
        self.system.solver.outputs(&self.state, &self.inputs, &rate).to_vec()
    }

    fn close(&mut self) -> Result<(), NotReached> {
        let before = self.state.clone();
        let closed = self
            .system
            .solver
            .close(&mut self.state, &self.inputs, &Projection::ASSEMBLY);
        self.state.speeds_mut().fill(0.0);
        self.is_here &= self.state.coordinates() == before.coordinates();
        closed.map(drop).map_err(NotReached::NotClosed)
    }

    fn displace(&mut self, from: &S::State, change: &DVector<f64>) {
        self.state = from.clone();
        self.is_here = false;
        let coordinates = self.state.coordinates_mut().iter_mut();
        coordinates
            .zip(change.iter())
            .for_each(|(coordinate, change)| *coordinate += change);
    }

    /// Brings the wheel centres to these heights above their axes' origin [m], one for each wheel.
    ///
    /// # Errors
    /// If a wheel does not get there; the rig stays where it was.
    pub fn lift(&mut self, heights: &[f64]) -> Result<(), NotReached> {
        self.hold(Height::Centre, heights)
    }

    /// Brings the [contacts](Contact) to these heights above their axes' origin [m], one for each wheel.
    ///
    /// # Errors
    /// If a wheel does not get there; the rig stays where it was.
    pub fn press(&mut self, heights: &[f64]) -> Result<(), NotReached> {
        self.hold(Height::Contact, heights)
    }

    /// At once, or in parts where that fails.
    fn hold(&mut self, held: Height, heights: &[f64]) -> Result<(), NotReached> {
        let begin = self.heights(held);
        self.wholly(|rig| rig.reach(held, heights)).or_else(|_| {
            self.wholly(|rig| {
                (1..PARTS).try_for_each(|part| {
                    let share = f64::from(part) / f64::from(PARTS);
                    let between: Vec<f64> = begin
                        .iter()
                        .zip(heights)
                        .map(|(from, to)| from + share * (to - from))
                        .collect();
                    rig.reach(held, &between)
                })?;
                rig.reach(held, heights)
            })
        })
    }

    /// Goes somewhere, or stays where the rig was if it does not get there.
    fn wholly(&mut self, go: impl FnOnce(&mut Self) -> Result<(), NotReached>) -> Result<(), NotReached> {
        let before = (self.state.clone(), self.inputs.clone(), self.forces.clone());
        let reached = go(self);
        if reached.is_err() {
            (self.state, self.inputs, self.forces) = before;
            self.outdate();
        }
        reached
    }

    /// What is found in positions nearby, after which the rig stands as before.
    pub(crate) fn aside<T>(&mut self, find: impl FnOnce(&mut Self) -> T) -> T {
        let (state, inputs, forces) = (self.state.clone(), self.inputs.clone(), self.forces.clone());
        let (motions, is_here, stiffness) = (self.motions.clone(), self.is_here, self.stiffness.clone());
        let found = find(self);
        (self.state, self.inputs, self.forces) = (state, inputs, forces);
        (self.motions, self.is_here, self.stiffness) = (motions, is_here, stiffness);
        found
    }

    fn reach(&mut self, held: Height, heights: &[f64]) -> Result<(), NotReached> {
        self.close()?;
        // A joint whose coordinate follows from others leaves its place a little as the wheels rise.
        for _ in 0..CORRECTIONS {
            self.go_on_steering()?;
            let known = self.motions.clone();
            let motions = known.unwrap_or_else(|| self.motions());
            match motions.settles {
                true => self.reach_in_balance(held, heights)?,
                false => self.reach_alone(held, heights, motions)?,
            }
            if self.is_steered() {
                break;
            }
        }
        Ok(())
    }

    /// As [`Rig::reach`] where the heights determine everything. The motions of a position nearby serve as long as they bring the
    /// wheels ten times as near with each correction.
    fn reach_alone(&mut self, held: Height, heights: &[f64], mut motions: Motions) -> Result<(), NotReached> {
        let mut last = f64::INFINITY;
        for _ in 0..CORRECTIONS {
            let gaps = self.gaps(held, heights);
            let far = gaps.amax();
            // Or no nearer, by rounding.
            if far < REACHED || (far < ALMOST_REACHED && far > 0.5 * last) {
                return Ok(());
            }
            if far > 0.1 * last {
                motions = self.motions();
            }
            last = far;
            let (step, _) = motions.determined(held, &gaps, &DVector::zeros(motions.speeds.ncols()))?;
            let part = (LONGEST / step.amax()).min(1.0);
            let start = self.state.clone();
            self.displace(&start, &(&motions.coordinates * &step * part));
            self.close()?;
        }
        self.near_enough(held, heights)
    }

    /// As [`Rig::reach`] where other free motions settle.
    fn reach_in_balance(&mut self, held: Height, heights: &[f64]) -> Result<(), NotReached> {
        let (mut last, mut stale) = (f64::INFINITY, false);
        for _ in 0..CORRECTIONS {
            let gaps = self.gaps(held, heights);
            let step = self.settle(held, &gaps, stale)?;
            if gaps.amax() < ALMOST_REACHED && step < ALMOST_REACHED {
                return Ok(());
            }
            stale = step > 0.1 * last;
            last = step;
        }
        self.near_enough(held, heights)
    }

    /// Whether all corrections have brought the wheels near enough.
    fn near_enough(&mut self, held: Height, heights: &[f64]) -> Result<(), NotReached> {
        let gaps = self.gaps(held, heights);
        match gaps.amax() < ALMOST {
            true => Ok(()),
            false => Err(self.unreached(&gaps)),
        }
    }

    /// Wanted heights less those of what holds the wheels [m].
    fn gaps(&mut self, held: Height, heights: &[f64]) -> DVector<f64> {
        DVector::from_column_slice(heights) - DVector::from_vec(self.heights(held))
    }

    /// Heights of what holds the wheels [m].
    fn heights(&mut self, held: Height) -> Vec<f64> {
        let wheels = self.wheels();
        let height = |(k, wheel): (usize, &WheelMotion)| match held {
            Height::Centre => wheel.centre[2],
            Height::Contact => self.contact(k, wheel).point.z,
        };
        wheels.iter().enumerate().map(height).collect()
    }

    fn unreached(&self, gaps: &DVector<f64>) -> NotReached {
        let far = gaps.iamax();
        NotReached::Height(self.system.solver.description().wheels[far], gaps[far].abs())
    }

    /// Contact of a wheel that moves like this.
    pub fn contact(&self, wheel: usize, motion: &WheelMotion) -> Contact {
        Contact::of(motion, self.radii[wheel])
    }

    /// Radius of a wheel [m].
    pub fn radius(&self, wheel: usize) -> f64 {
        self.radii[wheel]
    }

    /// The solver.
    pub fn solver(&self) -> &S {
        &self.system.solver
    }
}
