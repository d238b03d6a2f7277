//! A kinematics rig: the chassis is held, and the wheels are lifted.
//!
//! The remaining free motions hold the chassis, keep the loops closed and do not move the drives. The wheel centres go
//! to wanted heights. Everything else that is free, such as a bushing, settles into balance. The vertical forces `F` on
//! the wheels and the displacements `w` along the free motions `P` solve
//!
//! ```text
//! Pᵀ M a(q) + Uᵀ F = 0,    z(q) = wanted
//! ```
//!
//! `a` are the accelerations without forces on the wheels, and `M` is the mass matrix; so `Pᵀ M a` are the generalised
//! forces. The forces act at the [contacts](Contact). `U` are the vertical velocities of the contacts for the free
//! motions; its transpose gives the generalised forces by virtual power. `V` are the vertical velocities of the wheel
//! centres, whose heights are the travel.

mod axles;
mod balance;
mod carry;
mod compliance;
mod contact;
mod free;
mod length;
mod loads;
mod motions;
mod pose;
mod reached;
mod rising;
mod steering;
mod stiffness;
mod turn;

pub use axles::{SAME_AXLE, axles};
pub use carry::{Acting, Acts, Push, Torque, Vertical};
pub use contact::Contact;
pub use length::{End, Length};
pub use loads::Load;
pub use reached::NotReached;
pub use steering::Steering;

use crate::dampers;
use crate::whole::System;
use motions::{Height, Motions};
use nalgebra::DVector;
use pose::Poses;
use stiffness::Stiffness;
use wishbone::ports::{BodyMotion, WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector, Whole};

/// Largest difference from a wanted height [m].
const REACHED: f64 = 1e-14;
/// Difference from a wanted height that may be left by rounding [m].
const ALMOST_REACHED: f64 = 1e-11;
/// Difference that is accepted after all corrections [m].
const ALMOST: f64 = 1e-8;
/// Largest displacement of one correction [m or rad].
const LONGEST: f64 = 0.02;
/// Largest number of corrections for one position.
const CORRECTIONS: usize = 40;
/// Number of parts into which the way to a position is divided, if it is not reached at once.
const PARTS: u8 = 8;

/// A vehicle on the rig.
#[derive(Clone)]
pub struct Rig<S: Solver> {
    system: System<S, Still>,
    /// Positions of the bodies that are held.
    held_bodies: Vec<usize>,
    /// Where they are held.
    poses: Poses,
    /// Positions of speeds that are held in addition.
    held: Vec<usize>,
    /// Steered motions and held joints, with their wanted positions [m or rad].
    steered: Vec<(Steering, f64)>,
    /// Radius of each wheel [m].
    radii: Vec<f64>,
    /// Lengths that are measured.
    lengths: Vec<Length>,
    /// Groups of wheels that stand side by side on one carrier, by position.
    twins: Vec<Vec<usize>>,
    /// For each wheel, whether the body from which the wheel is driven reacts its torque, instead of its carrier.
    driven: Vec<bool>,
    /// Positions of the coordinates of dampers in series with springs; these dampers come to rest in each position.
    relaxing: Vec<usize>,
    inputs: S::Inputs,
    state: S::State,
    /// Vertical force on each wheel at the last evaluation [N].
    forces: DVector<f64>,
    /// The free motions found last.
    motions: Option<Motions>,
    /// Whether the free motions were found in the present state.
    is_here: bool,
    /// The stiffness along free motions found last.
    stiffness: Option<Stiffness>,
}

impl<S: Solver + Clone> Rig<S> {
    /// A vehicle at its design position. `bodies` are the positions of the fixed bodies, `held` the names of the fixed speeds.
    /// `radii` are the unloaded radii of its wheels [m].
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

    /// Like [`Rig::new`], but also for vehicles whose wheels cannot be lifted: these vehicles can steer.
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
            poses: Poses::default(),
            held,
            steered,
            radii: radii.to_vec(),
            lengths: Vec::new(),
            twins: Vec::new(),
            driven: Vec::new(),
            relaxing: Vec::new(),
            inputs,
            state,
            forces,
            motions: None,
            is_here: false,
            stiffness: None,
        };
        let start = Whole {
            vehicle: rig.state.clone(),
            subsystems: (),
        };
        rig.relaxing = rig.system.relaxing(&start);
        rig.close()?;
        rig.hold_here();
        Ok(rig)
    }

    /// Puts the vehicle into the position of a state and inputs of the solver, including the steering and the held joints.
    ///
    /// # Errors
    /// If the loops do not close there.
    pub fn standing(mut self, state: &S::State, inputs: &S::Inputs) -> Result<Self, NotReached> {
        self.state = state.clone();
        self.inputs = inputs.clone();
        self.inputs.wheels().fill(WheelLoad::default());
        self.motions = None;
        self.outdate();
        self.let_go();
        self.close()?;
        self.hold_here();
        for place in 0..self.steered.len() {
            let steering = self.steered[place].0;
            self.steered[place].1 = self.position(steering);
        }
        Ok(self)
    }

    /// Gives the wheels different radii [m], such as those under load.
    #[must_use]
    pub fn rolling_on(mut self, radii: &[f64]) -> Self {
        self.radii = radii.to_vec();
        self.motions = None;
        self.outdate();
        self
    }

    /// Treats each group of wheels side by side on one carrier as one wheel at their middle. The rig prescribes the
    /// mean of the wheels' heights, and the wheels share its force equally.
    #[must_use]
    pub fn with_twins(mut self, twins: &[Vec<usize>]) -> Self {
        self.twins = twins.to_vec();
        self.motions = None;
        self.outdate();
        self
    }

    /// Measures motion ratios of these lengths.
    #[must_use]
    pub fn measuring(mut self, lengths: Vec<Length>) -> Self {
        self.lengths = lengths;
        self
    }

    /// Lengths whose motion ratios are measured.
    pub fn lengths(&self) -> &[Length] {
        &self.lengths
    }

    /// Loads the wheels, one load for each. The vehicle settles under them when it is [lifted](Rig::lift) next.
    pub fn load(&mut self, loads: &[Load]) {
        for (wheel, load) in self.inputs.wheels().iter_mut().zip(loads) {
            wheel.force = load.force.into();
            wheel.moment = load.moment.into();
        }
        self.outdate();
    }

    /// Changes the solver, such as its parameters, and closes its loops again in the position of the rig.
    ///
    /// # Errors
    /// If the loops do not close.
    pub fn change(&mut self, change: impl FnOnce(&mut S)) -> Result<(), NotReached> {
        change(&mut self.system.solver);
        self.outdate();
        self.let_go();
        self.close()?;
        self.hold_here();
        Ok(())
    }

    /// Marks motions and stiffness as belonging to a different state.
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
    /// If there are no such forces.
    pub fn forces(&mut self) -> Result<Vec<f64>, NotReached> {
        let motions = self.motions();
        if !motions.settles {
            let unloaded = self.generalised_forces(&motions.speeds);
            (_, self.forces) = motions.determined(Height::Centre, &DVector::zeros(self.forces.len()), &unloaded)?;
        }
        Ok(self.forces.as_slice().to_vec())
    }

    /// Declared outputs.
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
        let closed = closed.map_err(NotReached::NotClosed);
        let closed = closed.and_then(|_| self.put_back()).and_then(|()| self.relax());
        self.is_here &= self.state.coordinates() == before.coordinates();
        closed
    }

    /// Lets each damper in series with a spring come to rest.
    fn relax(&mut self) -> Result<(), NotReached> {
        let solver = &mut self.system.solver;
        dampers::relax(solver, &mut self.state, &self.inputs, &self.relaxing).map_err(NotReached::Restless)
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
    /// If a wheel does not reach its height. The rig then stays in its position.
    pub fn lift(&mut self, heights: &[f64]) -> Result<(), NotReached> {
        self.hold(Height::Centre, heights)
    }

    /// Brings the [contacts](Contact) to these heights above their axes' origin [m], one for each wheel.
    ///
    /// # Errors
    /// If a wheel does not reach its height. The rig then stays in its position.
    pub fn press(&mut self, heights: &[f64]) -> Result<(), NotReached> {
        self.hold(Height::Contact, heights)
    }

    /// Reaches the heights at once, or in parts if that fails.
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

    /// Calls `go`. If it fails, restores the position before.
    fn wholly(&mut self, go: impl FnOnce(&mut Self) -> Result<(), NotReached>) -> Result<(), NotReached> {
        let before = (self.state.clone(), self.inputs.clone(), self.forces.clone());
        let reached = go(self);
        if reached.is_err() {
            (self.state, self.inputs, self.forces) = before;
            self.outdate();
        }
        reached
    }

    /// Calls `find`, which may move the rig, and restores the position before.
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
        // A joint whose coordinate depends on others moves a little while the wheels rise, so steering and heights are corrected in
        // turn.
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

    /// Does [`Rig::reach`] if the heights determine the position. The motions of a position nearby are used as long as each
    /// correction reduces the distance to a tenth.
    fn reach_alone(&mut self, held: Height, heights: &[f64], mut motions: Motions) -> Result<(), NotReached> {
        let mut last = f64::INFINITY;
        for _ in 0..CORRECTIONS {
            let gaps = self.gaps(held, heights);
            let far = gaps.amax();
            // Or rounding prevents further progress.
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

    /// Does [`Rig::reach`] if other free motions settle.
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

    /// Checks that the wheels are near enough after all corrections.
    fn near_enough(&mut self, held: Height, heights: &[f64]) -> Result<(), NotReached> {
        let gaps = self.gaps(held, heights);
        match gaps.amax() < ALMOST {
            true => Ok(()),
            false => Err(self.unreached(&gaps)),
        }
    }

    /// Wanted heights minus present heights [m].
    fn gaps(&mut self, held: Height, heights: &[f64]) -> DVector<f64> {
        let mut gaps = DVector::from_column_slice(heights) - DVector::from_vec(self.heights(held));
        self.join(&mut gaps);
        gaps
    }

    /// Present heights of the wheel centres or of the contacts [m].
    fn heights(&mut self, held: Height) -> Vec<f64> {
        let wheels = self.wheels();
        let height = |(k, wheel): (usize, &WheelMotion)| match held {
            Height::Centre => wheel.centre[2],
            Height::Contact => self.contact(k, wheel).point.z,
        };
        wheels.iter().enumerate().map(height).collect()
    }

    /// Replaces the rows of twins by their mean.
    fn join<R: nalgebra::Dim, C: nalgebra::Dim, S2>(&self, of_wheels: &mut nalgebra::Matrix<f64, R, C, S2>)
    where
        S2: nalgebra::RawStorageMut<f64, R, C>,
    {
        for twins in &self.twins {
            for column in 0..of_wheels.ncols() {
                let sum: f64 = twins.iter().map(|&wheel| of_wheels[(wheel, column)]).sum();
                let mean = sum / twins.len() as f64;
                twins.iter().for_each(|&wheel| of_wheels[(wheel, column)] = mean);
            }
        }
    }

    fn unreached(&mut self, gaps: &DVector<f64>) -> NotReached {
        let wheels = self.system.solver.description().wheels;
        if let Some(wheel) = self.motions().rigid() {
            return NotReached::Rigid(wheels[wheel]);
        }
        let far = gaps.iamax();
        NotReached::Height(wheels[far], gaps[far].abs())
    }

    /// Contact of a wheel with this motion.
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
