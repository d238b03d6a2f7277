//! Sweeps: a study of many variants of one vehicle. Its numbers are functions of only a plan and an index.
//!
//! Any part of a sweep can be computed on any machine, by any number of threads, with equal bits. The caller writes the parts
//! to files, and combines them.

mod effects;
mod histogram;
mod keys;
mod page;
mod parameter;
mod plan;
mod recorder;
mod results;
mod row;
mod run;
mod sample;
mod sampling;
mod study;
mod summary;
mod tried;
mod variants;
mod workplace;

pub use effects::Effect;
pub use parameter::{Parameter, Scatter};
pub use plan::Plan;
pub use results::{Named, Results};
pub use row::{AS_ASKED, DEFECT, NO_ANSWER, NOT_DECLARED, Row};
pub use run::{Finished, Part};
pub use sampling::{Correlation, Points, Sampling};
pub use study::Study;
pub use summary::{Influence, Spread, Summary};
pub use variants::Way;

use crate::files::Files;
#[cfg(feature = "native")]
use crate::machine;
use crate::problem::Problem;
use crate::vehicle::{Declaration, Source};
use recorder::Recorder;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use study::beside;
use variants::{Maker, Variants};
pub use wishbone_engine::native::Width;
use wishbone_engine::native::together;
#[cfg(feature = "native")]
use wishbone_studies::threads::threads;

/// A plan with its vehicle, ready to be computed.
pub struct Sweep {
    /// The plan.
    pub plan: Plan,
    /// Key of everything on which its rows depend: plan, vehicle, data files, version of the library.
    pub key: String,
    declaration: Declaration,
    variants: OnceLock<Variants>,
    /// Compiles the programs of all variants, for this number of variants at once; `None` if the engine runs the
    /// variants.
    maker: Option<(Maker, Width)>,
}

impl Sweep {
    /// Reads the sweep of a plan from its file.
    ///
    /// # Errors
    /// If the plan or the vehicle cannot be read. All mistakes of the plan are reported.
    pub fn load(path: &str, files: &dyn Files) -> Result<Self, Problem> {
        let place = Path::new(path).parent().unwrap_or(Path::new(""));
        let recorder = Recorder::of(files, place);
        let text = recorder
            .text(path)
            .map_err(|reason| Problem::Misuse(format!("cannot read {path}: {reason}")))?;
        let folder = place.to_string_lossy().into_owned();
        let plan = Plan::read(&text, &folder, &recorder).map_err(|told| Problem::Misuse(format!("{path}: {told}")))?;
        let source = Source {
            name: beside(&folder, &plan.source),
            vehicle: plan.vehicle.clone(),
            parameters: None,
            changes: plan.changes.clone(),
        };
        let declaration = Declaration::of(&source, &recorder)?;
        declaration.resolved()?;
        Ok(Self {
            key: recorder.key(declaration.text()),
            plan,
            declaration,
            variants: OnceLock::new(),
            maker: None,
        })
    }

    /// The sweep, whose variants run by machine code with equal bits. The rustc of this machine compiles it once. The
    /// number of variants that run at once is the number that fits into the vectors of the processor; it is one if no
    /// thread has a second variant.
    #[cfg(feature = "native")]
    pub fn natively(self) -> Self {
        let threads = threads(usize::MAX) as u64;
        let width = match self.count() > threads {
            true => Width::of_processor(),
            false => Width::One,
        };
        self.natively_in(width)
    }

    /// This sweep with this number of variants at once. The processor has to have the instruction set.
    #[cfg(feature = "native")]
    pub fn natively_in(self, width: Width) -> Self {
        Self {
            maker: Some((machine::library_of, width)),
            ..self
        }
    }

    /// Does work in as many lanes as machine code runs variants at once, but in at most as many lanes as a thread has
    /// variants.
    fn abreast(&self, variants: usize, work: &dyn Fn()) {
        match self.maker {
            Some((_, width)) => together(width.lanes().min(variants), work),
            None => work(),
        }
    }

    /// Number of variants that machine code computes at once; `None` if the engine runs the variants.
    pub fn width(&self) -> Option<Width> {
        self.maker.map(|(_, width)| width)
    }

    /// Number of points.
    pub fn count(&self) -> u64 {
        self.plan.points.count
    }

    /// Indices of a part of the sweep: part number `part` of `parts`, counted from zero, with sizes as equal as
    /// possible.
    pub fn part(&self, part: u64, parts: u64) -> Range<u64> {
        let at = |part: u64| (u128::from(self.count()) * u128::from(part) / u128::from(parts.max(1))) as u64;
        at(part)..at(part + 1)
    }

    /// Names of the columns of figures, in the order of a row: `drive.yaw_rate.overshoot`.
    pub fn figures(&self) -> Vec<String> {
        let each = self.plan.studies.iter();
        each.flat_map(|study| study.figures.iter().map(|figure| study.column(figure)))
            .collect()
    }

    /// The way in which each parameter reaches the solver.
    ///
    /// # Errors
    /// The parameters that cannot be changed.
    pub fn ways(&self) -> Result<&[Way], Problem> {
        Ok(&self.variants()?.ways)
    }

    fn variants(&self) -> Result<&Variants, Problem> {
        if self.variants.get().is_none() {
            let is_differentiated = self.plan.studies.iter().any(Study::is_differentiated);
            let mut made = Variants::of(self.declaration.clone(), &self.plan.parameters, is_differentiated)?;
            if let Some((maker, width)) = self.maker {
                made.run_natively(maker, width)?;
            }
            // Another thread may have been faster; both results are equal.
            let _ = self.variants.set(made);
        }
        self.variants
            .get()
            .ok_or_else(|| Problem::Finding("the sweep has no variants".to_owned()))
    }
}
