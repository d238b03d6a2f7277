//! A vehicle that runs: its compiled declaration with an engine.

use super::Declaration;
use crate::problem::Problem;
use wishbone::prelude::*;
use wishbone::start;
use wishbone::subsystem::rate;
use wishbone::terrain::Flat;
use wishbone_compiler::pipeline::Compiled;
use wishbone_engine::equipment::{self, Fitted, Road};
use wishbone_engine::{Engine, Inputs, Numbers};
use wishbone_studies::equilibrium::{self, NoEquilibrium};
use wishbone_studies::instant::Instant;
use wishbone_studies::whole::System;

/// Time that a vehicle sinks before its equilibrium is searched [s].
const SINKING: f64 = 2.0;
/// Largest difference in height of a wheel centre between where it has sunk to and the equilibrium [m].
const NEAR: f64 = 0.02;

/// A vehicle ready to run.
pub struct Running {
    /// The declaration it came from.
    pub declaration: Declaration,
    /// The vehicle.
    pub compiled: Compiled,
    /// Its solver.
    pub engine: Engine,
    /// Unloaded radius of each wheel [m].
    pub radii: Vec<f64>,
}

/// A vehicle at rest on level ground.
pub struct Rest {
    /// The vehicle with what holds it.
    pub system: System<Engine, Fitted>,
    /// Coordinates, at rest.
    pub state: Numbers,
    /// Evaluations that it took to find it by Newton's method; none where it was found by letting time pass.
    pub evaluations: Option<usize>,
}

impl Running {
    /// The declared vehicle.
    pub fn of(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile()?;
        Ok(Self::new(declaration, compiled))
    }

    /// The declared vehicle with the reactions of all joints as outputs.
    pub fn with_reactions(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile_with_reactions()?;
        Ok(Self::new(declaration, compiled))
    }

    /// The declared vehicle with the derivatives of its solver, which take longer to compile.
    pub fn differentiated(declaration: Declaration) -> Result<Self, Problem> {
        let compiled = declaration.compile_to_run()?;
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

    /// Positions of the bodies that a rig holds: those of at least a quarter of the mass of the heaviest one.
    pub fn units(&self) -> Vec<usize> {
        let masses: Vec<f64> = self.compiled.model.bodies[1..].iter().map(|body| *body.mass).collect();
        let heaviest = masses.iter().copied().fold(0.0, f64::max);
        (0..masses.len())
            .filter(|&place| masses[place] >= 0.25 * heaviest)
            .collect()
    }

    /// Position of the body that stands for the vehicle among the moving bodies: the heaviest one.
    pub fn chassis(&self) -> usize {
        let bodies = self.compiled.model.bodies[1..].iter().enumerate();
        let heaviest = bodies.max_by(|(_, one), (_, other)| one.mass.total_cmp(&other.mass));
        heaviest.map_or(0, |(place, _)| place)
    }

    /// Refuses a vehicle without tyres.
    pub fn needs_tyres(&self) -> Result<(), Problem> {
        if equipment::has_tyres(&self.compiled) {
            return Ok(());
        }
        let message = format!(
            "vehicle `{}` declares no tyres, and cannot stand on a road: add `tyre standard: linear(all) {{ .. }}` (docs/equipment.md)",
            self.compiled.model.name
        );
        Err(Problem::Finding(message))
    }

    /// The vehicle with the name of some work, for its progress.
    pub fn progress(&self, work: &str) -> String {
        format!("{}: {work}", self.compiled.model.name)
    }

    /// A finding about the vehicle.
    pub fn finding(&self, message: impl ToString) -> Problem {
        let name = &self.compiled.model.name;
        Problem::Finding(format!("vehicle `{name}`: {}", message.to_string()))
    }

    /// Whether every wheel centre is about as high in one position as in the other.
    fn is_near(&self, one: &Numbers, other: &Numbers) -> bool {
        let centres = |state: &Numbers| -> Vec<f64> {
            let (mut engine, inputs) = (self.engine.clone(), self.engine.no_inputs());
            engine.kinematics(state, &inputs);
            engine.wheels().iter().map(|wheel| wheel.centre[2]).collect()
        };
        let (one, other) = (centres(one), centres(other));
        one.iter().zip(&other).all(|(one, other)| (one - other).abs() < NEAR)
    }

    /// The vehicle at rest on its gliding tyres, found by its derivatives from where it has sunk to after a while.
    pub fn rest(&self) -> Result<Rest, Problem> {
        self.needs_tyres()?;
        let finding = |message: String| self.finding(message);
        let vehicle = self.engine.description();
        let state = start::lifted(&self.engine, &self.radii).map_err(|reason| finding(reason.to_string()))?;
        let surroundings = equipment::resting(&self.compiled, vehicle).map_err(|reason| finding(reason.to_string()))?;
        let own = Subsystem::<Engine>::initial(&surroundings);
        let mut system = System {
            solver: self.engine.clone(),
            surroundings,
            time: 0.0,
        };
        let near = start::let_go(&self.engine, state.clone(), system.surroundings.clone(), SINKING);
        let near = near.map_err(|reason| finding(reason.to_string()))?;
        let newton = match equilibrium::of(&mut system, near.clone(), own) {
            Ok(found) => Some(Rest {
                system: system.clone(),
                state: found.state,
                evaluations: Some(found.evaluations),
            }),
            Err(NoEquilibrium::NotBalanced { .. } | NoEquilibrium::NoDerivatives(_)) => None,
            Err(reason) => return Err(finding(reason.to_string())),
        };
        // Newton's method goes astray where a force begins at once, and may find a vehicle that balances on two wheels; what moves
        // comes to a rest that is stable.
        if let Some(rest) = newton.filter(|rest| self.is_near(&rest.state, &near)) {
            return Ok(rest);
        }
        let settled = start::settled(&self.engine, state, system.surroundings.clone());
        Ok(Rest {
            state: settled.map_err(|reason| finding(reason.to_string()))?,
            system,
            evaluations: None,
        })
    }
}

impl Rest {
    /// State of the vehicle with those of what holds it.
    pub fn whole(&self) -> StateOf<Engine, Fitted> {
        Whole {
            vehicle: self.state.clone(),
            subsystems: Subsystem::<Engine>::initial(&self.system.surroundings),
        }
    }

    /// The vehicle at rest with its declared tyres in place of the gliding ones, which resist every motion.
    ///
    /// # Errors
    /// If a piece of equipment is larger than there is room for.
    pub fn on_its_tyres(mut self, running: &Running) -> Result<Self, Problem> {
        let vehicle = running.engine.description();
        let fitted = equipment::fitted(&running.compiled, vehicle, &Road::new(Flat));
        let fitted = fitted.map_err(|reason| running.finding(reason))?;
        self.system.surroundings.tyres = fitted.tyres;
        Ok(self)
    }

    /// All that is known of the vehicle at rest.
    pub fn instant(&mut self) -> Instant<Numbers> {
        let whole = self.whole();
        self.system.instant(&whole)
    }

    /// Inputs of the vehicle at rest: its drives as its steering holds them, and its loads.
    pub fn inputs(&mut self) -> Inputs {
        let (whole, system) = (self.whole(), &mut self.system);
        let mut inputs = system.solver.no_inputs();
        let _ = rate(&mut system.solver, &mut system.surroundings, &mut inputs, 0.0, &whole);
        inputs
    }
}
