//! A vehicle that can run: its compiled declaration with an engine.

use super::Declaration;
use super::coupled;
use super::weight::Weight;
use crate::problem::Problem;
use wishbone::ports::WheelLoad;
use wishbone::prelude::*;
use wishbone::state::Whole;
use wishbone_compiler::model::{BodyId, Model};
use wishbone_compiler::pipeline::Compiled;
use wishbone_engine::equipment::{self, Fitted, Pieces, Road};
use wishbone_engine::{Engine, Inputs, Numbers};
use wishbone_studies::equilibrium::{self, Escape};
use wishbone_studies::instant::Instant;
use wishbone_studies::manoeuvre::overturned;
use wishbone_studies::whole::System;

/// A vehicle ready to run.
pub struct Running {
    /// Its declaration.
    pub declaration: Declaration,
    /// The compiled vehicle.
    pub compiled: Compiled,
    /// Its solver.
    pub engine: Engine,
    /// Unloaded radius of each wheel [m].
    pub radii: Vec<f64>,
}

/// A vehicle at rest on level ground.
pub struct Rest {
    /// The vehicle with everything that holds it.
    pub system: System<Engine, Fitted>,
    /// Coordinates, at rest.
    pub state: Numbers,
    /// Number of evaluations in the search.
    pub evaluations: usize,
    /// Body that leads each unit, with the moment about the vertical by which standing tyres hold the unit straight
    /// [N m].
    pub moments: Vec<(usize, f64)>,
    /// Motion by which the vehicle leaves this rest after the least push; `None` if the rest is stable.
    pub escape: Option<Escape>,
}

impl Running {
    /// The declared vehicle.
    pub fn of(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile_to_run()?;
        Ok(Self::new(declaration, compiled))
    }

    /// The declared vehicle with the reactions of all joints as outputs.
    pub fn with_reactions(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile_with_reactions()?;
        Ok(Self::new(declaration, compiled))
    }

    /// The declared vehicle with the actions of all joints and force elements on their bodies as outputs, after the declared
    /// outputs.
    pub fn with_actions(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile_with_actions(None)?;
        Ok(Self::new(declaration, compiled))
    }

    /// [`Running::with_actions`] of the same vehicle, with a free joint to the ground that names this body.
    pub fn beginning_at(&self, root: BodyId) -> Result<Self, Problem> {
        let compiled = self.declaration.compile_with_actions(Some(root))?;
        Ok(Self::new(self.declaration.clone(), compiled))
    }

    /// The declared vehicle with the derivatives of its solver, which take longer to compile.
    pub fn differentiated(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile_differentiated()?;
        Ok(Self::new(declaration, compiled))
    }

    /// A compiled declaration with its engine.
    pub fn new(declaration: Declaration, compiled: Compiled) -> Self {
        Self {
            engine: Engine::new(&compiled),
            radii: equipment::radii(&compiled),
            compiled,
            declaration,
        }
    }

    /// Groups of wheels side by side on one carrier (`twin_of`), by position.
    pub fn twins(&self) -> Vec<Vec<usize>> {
        let wheels = &self.compiled.model.wheels;
        let group = |first: usize| -> Vec<usize> {
            let beside =
                (0..wheels.len()).filter(|&wheel| wheels[wheel].twin_of.is_some_and(|twin| twin.index() == first));
            std::iter::once(first).chain(beside).collect()
        };
        let all = (0..wheels.len()).map(group);
        all.filter(|group| group.len() > 1).collect()
    }

    /// Position, among the moving bodies, of the body that represents the vehicle: the heaviest body.
    pub fn chassis(&self) -> usize {
        let bodies = self.compiled.model.bodies[1..].iter().enumerate();
        let heaviest = bodies.max_by(|(_, one), (_, other)| one.mass.total_cmp(&other.mass));
        heaviest.map_or(0, |(place, _)| place)
    }

    /// Positions of the bodies that represent the units of a combination: first the body of the vehicle, then the heaviest body of each
    /// other unit.
    pub fn leaders(&self) -> Vec<usize> {
        let chassis = self.chassis();
        let units = coupled::with_wheels(&self.compiled.model).into_iter();
        let mut leaders: Vec<usize> = units.map(|unit| unit.body).collect();
        leaders.retain(|body| *body != chassis);
        leaders.insert(0, chassis);
        leaders
    }

    /// Units that stand on tyres, first that of the vehicle's body. None if the vehicle is tied to the ground, which holds it then.
    fn standing(&self) -> Vec<equilibrium::Unit> {
        let model = &self.compiled.model;
        if is_tied_to_the_ground(model) {
            return Vec::new();
        }
        let (of_bodies, of_wheels) = (coupled::of_bodies(model), coupled::units(model));
        let mass = Weight::of(&self.compiled).map_or(0.0, |weight| weight.mass);
        let units = self.leaders().into_iter().map(|leader| {
            let own = of_bodies[leader + 1];
            let wheels = (0..of_wheels.len()).filter(|&wheel| of_wheels[wheel] == own);
            let wheels: Vec<usize> = wheels.collect();
            equilibrium::Unit {
                mass: mass * wheels.len() as f64 / of_wheels.len() as f64,
                wheels,
                leader,
            }
        });
        units.filter(|unit| !unit.wheels.is_empty()).collect()
    }

    /// Returns an error if the vehicle has no tyres.
    pub fn needs_tyres(&self) -> Result<(), Problem> {
        if equipment::has_tyres(&self.compiled) {
            return Ok(());
        }
        let told = match self.compiled.model.wheels.is_empty() {
            true => "has no wheels, and cannot stand on a road: `run` takes it, with inputs over time",
            false => {
                "declares no tyres, and cannot stand on a road: add `tyre standard: linear(all) { .. }` (docs/equipment.md)"
            }
        };
        Err(Problem::Finding(format!(
            "vehicle `{}` {told}",
            self.compiled.model.name
        )))
    }

    /// Name of the vehicle and of some work, for its progress.
    pub fn progress(&self, work: &str) -> String {
        format!("{}: {work}", self.compiled.model.name)
    }

    /// A finding about the vehicle.
    pub fn finding(&self, message: impl ToString) -> Problem {
        let name = &self.compiled.model.name;
        Problem::Finding(format!("vehicle `{name}`: {}", message.to_string()))
    }

    /// The vehicle at rest on its gliding tyres ([`equilibrium::rest`]).
    ///
    /// # Errors
    /// Returns an error if the vehicle has no tyres, does not come to rest, or does not rest on its wheels.
    pub fn rest(&self) -> Result<Rest, Problem> {
        self.rest_with(Pieces::none())
    }

    /// Prescribed motions of a vehicle at rest: its steering is held as at time zero.
    ///
    /// # Errors
    /// If the steering is too large.
    pub fn held(&self) -> Result<Inputs, Problem> {
        let surroundings = equipment::resting(&self.compiled, self.engine.description());
        let mut surroundings = surroundings.map_err(|reason| self.finding(reason))?;
        let (mut inputs, own) = (self.engine.no_inputs(), Subsystem::<Engine>::initial(&surroundings));
        surroundings.drive(0.0, &own, &mut inputs);
        Ok(inputs)
    }

    /// The vehicle at rest on frictionless tyres, with forces on bodies and joints in addition to its equipment.
    ///
    /// # Errors
    /// Returns an error if the vehicle has no tyres, does not come to rest, or does not rest on its wheels.
    pub fn rest_with(&self, forces: Pieces) -> Result<Rest, Problem> {
        self.needs_tyres()?;
        let surroundings = equipment::resting(&self.compiled, self.engine.description());
        let mut surroundings = surroundings.map_err(|reason| self.finding(reason))?;
        surroundings.air = forces;
        let units = self.standing();
        let found = equilibrium::rest(&self.engine, &self.radii, surroundings.clone(), &units);
        let found = found.map_err(|reason| match self.overhang() {
            Some(place) => self.finding(format!("{reason}; {place}")),
            None => self.finding(reason),
        })?;
        let mut rest = Rest {
            system: System {
                solver: self.engine.clone(),
                surroundings,
                time: 0.0,
            },
            state: found.state,
            evaluations: found.evaluations,
            moments: units.iter().map(|unit| unit.leader).zip(found.moments).collect(),
            escape: found.escape,
        };
        let bodies = rest.instant().bodies;
        let mut leaders = self.leaders().into_iter();
        match leaders.find_map(|body| Some((body, overturned(&bodies[body])?))) {
            None if rest.moments.len() < units.len() => Err(self.finding(
                "it comes to rest, but the search cannot keep the headings of its units there: toe would count from other ones",
            )),
            None => Ok(rest),
            Some((body, lean)) => Err(self.finding(format!(
                "it does not stand on its wheels: it comes to rest with `{}` leaning by {:.0} deg; look for a sign or an origin among the \
                 points, and at the centres of mass",
                self.engine.description().bodies[body],
                lean.to_degrees()
            ))),
        }
    }
}

/// Whether joints or springs tie a body to the ground.
pub(super) fn is_tied_to_the_ground(model: &Model) -> bool {
    let joints = model.joints.iter().filter(|joint| !joint.kind.is_free());
    let mut ties = joints
        .map(|joint| [joint.first, joint.second])
        .chain(model.springs.iter().map(|spring| [spring.first, spring.second]));
    ties.any(|bodies| bodies.iter().any(|body| body.index() == 0))
}

impl Rest {
    /// State of the vehicle with the states of everything that holds it.
    pub fn whole(&self) -> StateOf<Engine, Fitted> {
        Whole {
            vehicle: self.state.clone(),
            subsystems: Subsystem::<Engine>::initial(&self.system.surroundings),
        }
    }

    /// The vehicle at rest with its declared tyres instead of the tyres without friction. Declared tyres resist every motion. Standing tyres may
    /// pull, such as cambered ones: constant forces and moments on the wheels hold against it, so that the vehicle still rests.
    ///
    /// # Errors
    /// If a piece of equipment is too large.
    pub fn on_its_tyres(mut self, running: &Running) -> Result<Self, Problem> {
        let vehicle = running.engine.description();
        let fitted = equipment::fitted(&running.compiled, vehicle, &Road::new(Flat));
        let fitted = fitted.map_err(|reason| running.finding(reason))?;
        let gliding = self.inputs().wheels;
        self.system.surroundings.tyres = fitted.tyres.clone();
        let mut holding = self.inputs().wheels;
        for (load, gliding) in holding.iter_mut().zip(&gliding) {
            for axis in 0..3 {
                load.force[axis] = gliding.force[axis] - load.force[axis];
                load.moment[axis] = gliding.moment[axis] - load.moment[axis];
            }
        }
        self.system.surroundings.tyres = fitted.tyres.and(Holding(holding));
        Ok(self)
    }

    /// Everything that is known of the vehicle at rest.
    pub fn instant(&mut self) -> Instant<Numbers> {
        let whole = self.whole();
        self.system.instant(&whole)
    }

    /// Inputs of the vehicle at rest: drives at the positions in which its steering holds them, and loads.
    pub fn inputs(&mut self) -> Inputs {
        let whole = self.whole();
        self.system.inputs(&whole)
    }
}

/// Constant forces and moments on the wheels of a vehicle that stands, in axes of the world, beside those of its tyres.
#[derive(Clone)]
struct Holding(Vec<WheelLoad>);

impl Subsystem<Engine> for Holding {
    type State = ();

    fn load(&mut self, _: &Now<'_, ()>, inputs: &mut Inputs) {
        for (load, own) in inputs.wheels.iter_mut().zip(&self.0) {
            for axis in 0..3 {
                load.force[axis] += own.force[axis];
                load.moment[axis] += own.moment[axis];
            }
        }
    }
}
