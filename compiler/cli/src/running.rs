//! A vehicle that the tool runs: its compiled declaration with an engine.

use crate::arguments::Source;
use crate::declaration::{self, Declaration};
use crate::failure::Failure;
use wishbone::prelude::*;
use wishbone::start;
use wishbone::subsystem::rate;
use wishbone_compiler::pipeline::Compiled;
use wishbone_engine::equipment::{self, Fitted};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::equilibrium::{self, NoEquilibrium};
use wishbone_studies::whole::System;

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
    /// The selected vehicle.
    pub fn of(source: &Source) -> Result<Self, Failure> {
        let declaration = declaration::one(&source.source, source.vehicle.as_deref())?;
        let compiled = declaration.compile()?;
        Ok(Self::new(declaration, compiled))
    }

    /// The selected vehicle with the derivatives of its solver, which take longer to compile.
    pub fn differentiated(source: &Source) -> Result<Self, Failure> {
        let declaration = declaration::one(&source.source, source.vehicle.as_deref())?;
        let compiled = declaration.compile_to_run()?;
        Ok(Self::new(declaration, compiled))
    }

    fn new(declaration: Declaration, compiled: Compiled) -> Self {
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
    pub fn needs_tyres(&self) -> Result<(), Failure> {
        if equipment::has_tyres(&self.compiled) {
            return Ok(());
        }
        let message = format!(
            "vehicle `{}` declares no tyres, and cannot stand on a road: add `tyre standard: linear(all) {{ .. }}` (docs/equipment.md)",
            self.compiled.model.name
        );
        Err(Failure::Finding(message))
    }

    /// A finding about the vehicle.
    pub fn finding(&self, message: impl ToString) -> Failure {
        let name = &self.compiled.model.name;
        Failure::Finding(format!("vehicle `{name}`: {}", message.to_string()))
    }

    /// Coordinates at rest on gliding tyres, found by letting time pass.
    pub fn settled(&self) -> Result<Numbers, Failure> {
        self.needs_tyres()?;
        let state = start::lifted(&self.engine, &self.radii).map_err(|reason| self.finding(reason))?;
        let surroundings = equipment::resting(&self.compiled, self.engine.description());
        let surroundings = surroundings.map_err(|reason| self.finding(reason))?;
        start::settled(&self.engine, state, surroundings).map_err(|reason| self.finding(reason))
    }

    /// The vehicle at rest on its gliding tyres, found by its derivatives.
    pub fn rest(&self) -> Result<Rest, Failure> {
        self.needs_tyres()?;
        let finding = |message: String| self.finding(message);
        let vehicle = self.engine.description();
        let state = start::lifted(&self.engine, &self.radii).map_err(|reason| finding(reason.to_string()))?;
        let surroundings = equipment::resting(&self.compiled, vehicle).map_err(|reason| finding(reason.to_string()))?;
        let own = Subsystem::<Engine>::initial(&surroundings);
        let system = System::new(self.engine.clone(), surroundings);
        let mut system = system.map_err(|reason| finding(reason.to_string()))?;
        let (state, evaluations) = match equilibrium::of(&mut system, state.clone(), own) {
            Ok(found) => (found.state, Some(found.evaluations)),
            // Newton's method goes astray where a force begins at once; what moves comes to rest in time.
            Err(NoEquilibrium::NotBalanced { .. }) => {
                let settled = start::settled(&self.engine, state, system.surroundings.clone());
                (settled.map_err(|reason| finding(reason.to_string()))?, None)
            }
            Err(reason) => return Err(finding(reason.to_string())),
        };
        Ok(Rest {
            system,
            state,
            evaluations,
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

    /// Loads on the wheels.
    pub fn loads(&mut self) -> Vec<WheelLoad> {
        let (whole, system) = (self.whole(), &mut self.system);
        let mut inputs = system.solver.no_inputs();
        let _ = rate(&mut system.solver, &mut system.surroundings, &mut inputs, 0.0, &whole);
        inputs.wheels
    }

    /// Motion of the bodies.
    pub fn bodies(&mut self) -> Vec<BodyMotion> {
        let inputs = self.system.solver.no_inputs();
        self.system
            .solver
            .bodies(&self.state, &inputs, &Vector::zero())
            .to_vec()
    }

    /// Motion of the wheels.
    pub fn wheels(&mut self) -> Vec<WheelMotion> {
        let inputs = self.system.solver.no_inputs();
        self.system.solver.kinematics(&self.state, &inputs);
        self.system.solver.wheels().to_vec()
    }
}

/// Roll, pitch and yaw angles of a body [rad]: it is turned about Z by the yaw angle, then about its Y axis by the pitch angle, then
/// about its X axis by the roll angle (ISO 8855, 5.2).
pub fn angles(body: &BodyMotion) -> [f64; 3] {
    let r = &body.rotation;
    [
        r[2][1].atan2(r[2][2]),
        (-r[2][0]).clamp(-1.0, 1.0).asin(),
        r[1][0].atan2(r[0][0]),
    ]
}
