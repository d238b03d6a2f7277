//! A vehicle, from its text to a model that runs.

pub mod coupled;
mod declaration;
pub mod gearing;
mod held;
pub mod library;
mod macros;
pub mod parameters;
pub mod rests;
mod running;
pub mod shares;
pub mod slides;
mod weight;
pub mod wheel;

pub use declaration::{Declaration, Origin, Source, all, none, one};
pub use running::{Rest, Running};
pub use weight::Weight;

use crate::files::{Files, NoFiles};
use crate::gate::{self, Gate, Limits};
use crate::manoeuvre::{self, Driven};
use crate::problem::{Mistakes, Problem};
use crate::procedure::{self, Procedure};
use crate::progress::Told;
use crate::rig::kc::{self, Travel};
use crate::rig::{fit, sensitivity};
use crate::steady::{Motion, analysed, modes, response, trim};
use crate::{behaviour, identify, loads, plausible, precision, run, settle, tyre};
use std::sync::OnceLock;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::report::counts::{self, StageCounts};
use wishbone_compiler::report::diff::{self, Difference};
use wishbone_compiler::report::plan::{self, ThreadReport};
use wishbone_compiler::report::summary;
use wishbone_compiler::schedule::Assumptions;
use wishbone_studies::findings::Findings;
use wishbone_studies::linear::Linear;
use wishbone_studies::manoeuvre::{Manoeuvre, Method, Overrides};

/// A declared vehicle, and every question about it. It is compiled at the first question, once for all later
/// questions.
///
/// ```
/// use wishbone_workbench::files::NoFiles;
/// use wishbone_workbench::vehicle::Vehicle;
/// use wishbone_workbench::steady::Motion;
///
/// let car = Vehicle::load("macpherson_car", &NoFiles)?;
/// let heavier = car.changed(&["chassis.mass *= 1.2"])?;
/// let [rest, lower] = [&car, &heavier].map(|car| car.settle());
/// let height = |rest: &wishbone_studies::findings::Findings| rest.figure("chassis", "height").and_then(|own| own.value);
/// assert!(height(&lower?) < height(&rest?));
/// # Ok::<(), wishbone_workbench::Problem>(())
/// ```
pub struct Vehicle {
    declaration: Declaration,
    plain: OnceLock<Running>,
    differentiated: OnceLock<Running>,
    with_reactions: OnceLock<Running>,
    with_actions: OnceLock<Running>,
}

impl Vehicle {
    /// The vehicle at a path, with a name of the library, or from the standard input for `-`, if `files` provides it.
    ///
    /// # Errors
    /// If there is no vehicle, or there are several.
    pub fn load(name: &str, files: &dyn Files) -> Result<Self, Problem> {
        Ok(Self::of(one(name, None, files)?))
    }

    /// The vehicle in a text that includes only texts of the library: TOML if `name` ends in `.toml`, otherwise the
    /// grammar of `vehicle! { .. }`. Mistakes are reported at the first question.
    pub fn of_text(name: &str, text: &str) -> Self {
        Self::of(Declaration::of_text(name, text, &NoFiles))
    }

    /// The vehicle of a declaration.
    pub fn of(declaration: Declaration) -> Self {
        Self {
            declaration,
            plain: OnceLock::new(),
            differentiated: OnceLock::new(),
            with_reactions: OnceLock::new(),
            with_actions: OnceLock::new(),
        }
    }

    /// The vehicle with changes such as `front_left.tie_outer.z += 3 mm`.
    ///
    /// # Errors
    /// If a change cannot be made. All such changes are reported.
    pub fn changed(&self, changes: &[&str]) -> Result<Self, Problem> {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        Ok(Self::of(self.declaration.clone().changed(&changes)?))
    }

    /// Its declaration.
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The vehicle ready to run.
    ///
    /// # Errors
    /// The mistakes of its declaration.
    pub fn running(&self) -> Result<&Running, Problem> {
        compiled(&self.plain, || Running::of(self.declaration.clone()))
    }

    fn differentiated(&self) -> Result<&Running, Problem> {
        compiled(&self.differentiated, || {
            Running::differentiated(self.declaration.clone())
        })
    }

    /// Findings of the compiler, the plausibility of its figures, and its warnings.
    ///
    /// # Errors
    /// The mistakes of its declaration.
    pub fn check(&self) -> Result<(String, Mistakes), Problem> {
        let running = self.running()?;
        let told = format!(
            "{}\n{}",
            summary::text(&running.compiled),
            plausible::Plausibility::of(running).text()
        );
        Ok((told, self.declaration.warnings(&running.compiled)))
    }

    /// The position in which it rests.
    ///
    /// # Errors
    /// If it has no tyres, or does not come to rest.
    pub fn settle(&self) -> Result<Findings, Problem> {
        settle::found(self.running()?)
    }

    /// A steady motion.
    ///
    /// # Errors
    /// If there is none.
    pub fn trim(&self, motion: &Motion) -> Result<Findings, Problem> {
        trim::found(self.running()?, motion)
    }

    /// Its modes at rest or in steady motion, and the largest steps.
    ///
    /// # Errors
    /// If there is no such motion.
    pub fn modes(&self, motion: &Motion) -> Result<Findings, Problem> {
        modes::found(self.differentiated()?, motion)
    }

    /// The linear system about a steady motion, or about its rest.
    ///
    /// # Errors
    /// If there is no such motion.
    pub fn linear(&self, motion: &Motion) -> Result<Linear, Problem> {
        Ok(analysed(self.differentiated()?, motion)?.linear)
    }

    /// A frequency response.
    ///
    /// # Errors
    /// If there is no such motion, input or output.
    pub fn response(&self, asked: &response::Asked) -> Result<Findings, Problem> {
        response::found(self.differentiated()?, asked)
    }

    /// Kinematics and compliance of its suspensions.
    ///
    /// # Errors
    /// If the rig cannot hold it.
    pub fn kc(&self, travel: &Travel, told: Told<'_>) -> Result<Vec<Findings>, Problem> {
        kc::found(self.running()?, travel, told)
    }

    /// A manoeuvre.
    ///
    /// # Errors
    /// If it does not start.
    pub fn drive(&self, manoeuvre: &Manoeuvre, told: Told<'_>) -> Result<Driven, Problem> {
        let running = match manoeuvre.method.is_implicit() {
            true => self.differentiated()?,
            false => self.running()?,
        };
        manoeuvre::driven(running, manoeuvre, false, told)
    }

    /// Computing time and accuracy of methods with their steps.
    ///
    /// # Errors
    /// Returns an error if a step does not divide the compared times, or if the manoeuvre does not start.
    pub fn precision(&self, asked: &precision::Asked, told: Told<'_>) -> Result<Findings, Problem> {
        precision::found(self.differentiated()?, asked, told)
    }

    /// Carries out a procedure of a standard. Of `numbers`, only step and method have an effect: they replace the step
    /// and the method of the procedure's runs.
    ///
    /// # Errors
    /// Returns an error if a run does not start, or if the vehicle cannot do what the procedure needs.
    pub fn assess(&self, procedure: Procedure, numbers: &Overrides, told: Told<'_>) -> Result<Findings, Problem> {
        let running = match numbers.method.is_some_and(Method::is_implicit) {
            true => self.differentiated()?,
            false => self.running()?,
        };
        procedure::assessed(running, procedure, numbers, told)
    }

    /// A manoeuvre with forces and moments at every joint.
    ///
    /// # Errors
    /// If it does not start.
    pub fn drive_with_loads(&self, manoeuvre: &Manoeuvre, told: Told<'_>) -> Result<Driven, Problem> {
        let running = compiled(&self.with_reactions, || {
            Running::with_reactions(self.declaration.clone())
        })?;
        manoeuvre::driven(running, manoeuvre, false, told)
    }

    /// Forces and moments at every hardpoint in load cases.
    ///
    /// # Errors
    /// Returns an error if the cases cannot be read, if the vehicle does not stand, or if the rig cannot hold it.
    pub fn loads(&self, question: &loads::Question, told: Told<'_>) -> Result<loads::Loads, Problem> {
        let running = compiled(&self.with_actions, || Running::with_actions(self.declaration.clone()))?;
        loads::found(running, question, told)
    }

    /// A run from the design position, in which drives follow courses.
    ///
    /// # Errors
    /// Returns an error if a name or a course is wrong, or if the loops do not close.
    pub fn run(&self, asked: &run::Asked, told: Told<'_>) -> Result<Findings, Problem> {
        run::found(self.running()?, asked, told)
    }

    /// Derivatives of a suspension's figures with respect to its hardpoints.
    ///
    /// # Errors
    /// If a name is unknown, or the rig does not reach a position.
    pub fn sensitivity(&self, asked: &sensitivity::Asked, told: Told<'_>) -> Result<sensitivity::Found, Problem> {
        sensitivity::found(self.declaration.clone(), asked, told)
    }

    /// Hardpoints for wanted curves.
    ///
    /// # Errors
    /// Returns an error if the table or a bound cannot be read, or if the rig does not reach a position.
    pub fn fit(&self, asked: &fit::Asked, told: Told<'_>) -> Result<fit::Found, Problem> {
        fit::found(self.declaration.clone(), asked, told)
    }

    /// Numbers of its declaration for which the vehicle behaves as measured; manoeuvres may be files.
    ///
    /// # Errors
    /// Returns an error if a measurement, a name or a bound is wrong, or if the vehicle does not run.
    pub fn identify(
        &self,
        asked: &identify::Asked,
        files: &dyn Files,
        told: Told<'_>,
    ) -> Result<identify::Found, Problem> {
        identify::found(&self.declaration, asked, files, told)
    }

    /// The tyre of a wheel alone.
    ///
    /// # Errors
    /// If the wheel is unknown or has no tyre of load and slips.
    pub fn tyre(&self, asked: &tyre::Asked) -> Result<Vec<Findings>, Problem> {
        tyre::of_wheel(self.running()?, asked)
    }

    /// Figures of its studies compared with limits; manoeuvres may be files.
    ///
    /// # Errors
    /// Returns an error if a study does not start, or if a limit names no figure or a wrong unit.
    pub fn gate(&self, limits: &Limits, files: &dyn Files, told: Told<'_>) -> Result<Gate, Problem> {
        gate::found(self.running()?, limits, files, told)
    }

    /// Operations of its solver, with the declared methods.
    ///
    /// # Errors
    /// The mistakes of its declaration.
    pub fn ops(&self) -> Result<StageCounts, Problem> {
        Ok(counts::stages(&self.declaration.compile_with(&Choice::Declared)?))
    }

    /// Prediction of its solver's time on several threads.
    ///
    /// # Errors
    /// The mistakes of its declaration.
    pub fn plan(&self, assumptions: Assumptions) -> Result<ThreadReport, Problem> {
        Ok(plan::plan(&self.declaration.compile()?, assumptions))
    }

    /// Differences of a new design from this one: parts and operations.
    ///
    /// # Errors
    /// The mistakes of either declaration.
    pub fn diff(&self, new: &Self) -> Result<Difference, Problem> {
        Ok(diff::compare(&self.declaration.compile()?, &new.declaration.compile()?))
    }

    /// Kinematic figures, and figures of a steady bend, that differ in a new design.
    ///
    /// # Errors
    /// The mistakes of either declaration.
    pub fn behaviour(&self, new: &Self, told: Told<'_>) -> Result<behaviour::Difference, Problem> {
        Ok(behaviour::difference(self.running()?, new.running()?, told))
    }
}

/// Returns the compiled vehicle, and compiles it if this is the first call.
fn compiled(kept: &OnceLock<Running>, compile: impl FnOnce() -> Result<Running, Problem>) -> Result<&Running, Problem> {
    if kept.get().is_none() {
        // Another thread may have been faster; both results are equal.
        let _ = kept.set(compile()?);
    }
    kept.get()
        .ok_or_else(|| Problem::Finding("the vehicle is not compiled".to_owned()))
}
