//! Variants of a vehicle without a separate compilation for each: the swept numbers are parameters of one compilation,
//! and each variant sets their values.
//!
//! The declaration of every variant is read and checked as if it had been written with these values, and studies find
//! its numbers in its model. Only the programs of the solver come from the shared compilation.

use super::parameter::{Parameter, Scatter};
use crate::problem::Problem;
use crate::vehicle::{Declaration, Running};
use std::sync::Arc;
use wishbone_compiler::model::Model;
use wishbone_compiler::pipeline::Compiled;
use wishbone_engine::Engine;
use wishbone_engine::equipment;
use wishbone_engine::native::{Library, Width};

/// Fractions of the range of a parameter that are tried before a sweep.
const TRIED: [f64; 3] = [0.5, 0.25, 0.75];

/// Factors on the usual value for values beside it.
const NEAR: [f64; 2] = [0.999, 1.001];

/// The way in which the values of a number reach the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The number is a parameter of one compilation.
    Parameter,
    /// The number belongs to the equipment, which is set anew for every variant.
    Equipment,
    /// The number changes the programs of the solver: every variant is compiled.
    Compiled,
}

/// The variants of a declaration.
pub(super) struct Variants {
    declaration: Declaration,
    parameters: Vec<Parameter>,
    /// The way in which each parameter reaches the solver.
    pub(super) ways: Vec<Way>,
    /// The compilation that all variants share; `None` if each variant is compiled.
    shared: Option<Shared>,
    is_differentiated: bool,
}

/// A compilation, and its solver before its first evaluation.
struct Shared {
    compiled: Compiled,
    engine: Engine,
}

/// Makes machine code of a compilation.
pub(super) type Maker = fn(&Compiled, Width) -> Result<Arc<dyn Library>, Problem>;

/// A workplace that prepares one variant after the other.
pub(super) struct Bench<'a> {
    variants: &'a Variants,
    running: Option<Running>,
}

impl Variants {
    /// Variants of a declaration by these parameters, with the derivatives of the solver if needed.
    ///
    /// # Errors
    /// All parameters that cannot be changed.
    pub(super) fn of(
        declaration: Declaration,
        parameters: &[Parameter],
        is_differentiated: bool,
    ) -> Result<Self, Problem> {
        let mistakes: Vec<String> = parameters.iter().filter_map(|own| refused(&declaration, own)).collect();
        if !mistakes.is_empty() {
            return Err(Problem::Misuse(mistakes.join("\n")));
        }
        let mut own = Self {
            declaration,
            parameters: parameters.to_vec(),
            ways: Vec::new(),
            shared: None,
            is_differentiated,
        };
        let usual = own.typical()?;
        own.ways = own.ways_from(&usual)?;
        if !own.ways.contains(&Way::Compiled) {
            let tuned = own.tuned(&usual)?;
            let compiled = match is_differentiated {
                true => tuned.compile_differentiated()?,
                false => tuned.compile_to_run()?,
            };
            own.shared = Some(Shared {
                engine: Engine::new(&compiled),
                compiled,
            });
        }
        Ok(own)
    }

    /// Runs all variants by machine code, which is compiled once, for this number of variants at once.
    ///
    /// # Errors
    /// If each variant is compiled, or if the machine code cannot be made.
    pub(super) fn run_natively(&mut self, maker: Maker, width: Width) -> Result<(), Problem> {
        let Some(shared) = &mut self.shared else {
            let each = self.parameters.iter().zip(&self.ways);
            let compiled = each.filter(|(_, way)| **way == Way::Compiled);
            let paths: Vec<String> = compiled.map(|(own, _)| format!("`{}`", own.path)).collect();
            return Err(Problem::Misuse(format!(
                "`--native`: {} changes the programs of the solver, so that machine code would be made for every variant: leave one of them out",
                paths.join(", ")
            )));
        };
        let library = maker(&shared.compiled, width)?;
        let taken = shared.engine.run_natively(&shared.compiled, &library, width);
        taken.map_err(|lacks| Problem::Finding(lacks.to_string()))
    }

    /// Changes of the variant with these values.
    pub(super) fn changes(&self, values: &[f64]) -> Vec<String> {
        let each = self.parameters.iter().zip(values);
        each.map(|(parameter, value)| parameter.change(*value)).collect()
    }

    /// Values of a variant that can be declared.
    fn typical(&self) -> Result<Vec<f64>, Problem> {
        let mut first = None;
        for fraction in TRIED {
            let values: Vec<f64> = self.parameters.iter().map(|own| own.scatter.value(fraction)).collect();
            match self.declared(&values).and_then(|own| own.resolved()) {
                Ok(_) => return Ok(values),
                Err(reason) => first = first.or(Some(reason)),
            }
        }
        Err(first.unwrap_or_else(|| Problem::Finding("the sweep has no parameter".to_owned())))
    }

    fn declared(&self, values: &[f64]) -> Result<Declaration, Problem> {
        self.declaration.clone().changed(&self.changes(values))
    }

    /// The declaration with these values, with all suitable numbers as parameters of the solver.
    fn tuned(&self, values: &[f64]) -> Result<Declaration, Problem> {
        let names: Vec<String> = (0..self.parameters.len()).map(name).collect();
        let each = self.parameters.iter().zip(&names);
        self.declared(values)?
            .tuned(each.map(|(parameter, name)| (parameter.path.as_str(), name.as_str())))
    }

    fn ways_from(&self, usual: &[f64]) -> Result<Vec<Way>, Problem> {
        let (tuned, _) = self.tuned(usual)?.resolved()?;
        // Equations that are redundant for the numbers of one variant may not be redundant for the numbers of another
        // variant.
        let is_of_numbers = tuned.accept_redundant || tuned.accept_singular;
        let way = |place: usize| {
            let name = name(place);
            let is_it = |own: &str| {
                own.strip_prefix(&name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            if !is_of_numbers && tuned.parameters.iter().any(|own| is_it(&own.name)) {
                return Ok(Way::Parameter);
            }
            let plain = self.without_equipment(usual)?;
            let others = self.others(place, usual[place]);
            // If no other value can be declared, a value beside the usual value serves as well.
            let beside = NEAR.map(|factor| factor * usual[place]).into_iter();
            let beside = beside.filter(|value| !others.is_empty() && *value != usual[place]);
            let changed = others.iter().copied().chain(beside).find_map(|value| {
                let mut values = usual.to_vec();
                values[place] = value;
                self.without_equipment(&values).ok()
            });
            Ok(match changed {
                Some(changed) if changed == plain => Way::Equipment,
                // A number with a single value changes nothing.
                None if others.is_empty() => Way::Equipment,
                // No other variant could be declared for comparison.
                _ => Way::Compiled,
            })
        };
        (0..self.parameters.len()).map(way).collect()
    }

    /// Values of a parameter that differ from the usual value: all listed values, or some values of a distribution.
    fn others(&self, place: usize, usual: f64) -> Vec<f64> {
        let scatter = &self.parameters[place].scatter;
        let mut others = match scatter {
            Scatter::Values(all) => all.clone(),
            _ => TRIED.map(|fraction| scatter.value(fraction)).to_vec(),
        };
        others.retain(|own| *own != usual);
        others
    }

    /// Everything from which the programs of a solver are made, as text.
    fn without_equipment(&self, values: &[f64]) -> Result<String, Problem> {
        let (model, _) = self.declared(values)?.resolved()?;
        let model = Model {
            equipment: Vec::new(),
            ..model
        };
        Ok(format!("{model:?}"))
    }

    /// Whether all variants share one compilation.
    pub(super) fn are_of_one_compilation(&self) -> bool {
        self.shared.is_some()
    }

    /// The variant with these values by a separate compilation.
    ///
    /// # Errors
    /// The mistakes of its declaration.
    pub(super) fn compiled(&self, values: &[f64]) -> Result<Running, Problem> {
        let declaration = self.declared(values)?;
        match self.is_differentiated {
            true => Running::differentiated(declaration),
            false => Running::of(declaration),
        }
    }

    /// A workplace that prepares variants one by one.
    pub(super) fn bench(&self) -> Bench<'_> {
        Bench {
            variants: self,
            running: None,
        }
    }
}

impl Bench<'_> {
    /// The variant with these values, ready to run. It depends on the values alone.
    ///
    /// # Errors
    /// The mistakes of its declaration.
    pub(super) fn at(&mut self, values: &[f64]) -> Result<&Running, Problem> {
        let variants = self.variants;
        let Some(shared) = &variants.shared else {
            return Ok(self.running.insert(variants.compiled(values)?));
        };
        let declaration = variants.tuned(values)?;
        let (model, _) = declaration.resolved()?;
        let numbers: Vec<f64> = model.parameters.iter().map(|own| own.default).collect();
        let mut engine = shared.engine.clone();
        engine.set_parameters_unchecked(&numbers);
        // Settings from the compilation to run are kept.
        let model = Model {
            accept_derivatives: shared.compiled.model.accept_derivatives,
            accept_lanes: shared.compiled.model.accept_lanes,
            ..model
        };
        let compiled = match self.running.take() {
            Some(before) => before.compiled,
            None => shared.compiled.clone(),
        };
        let compiled = Compiled { model, ..compiled };
        Ok(self.running.insert(Running {
            radii: equipment::radii(&compiled),
            compiled,
            engine,
            declaration,
        }))
    }
}

/// Name of the parameter at a position in the solver.
fn name(place: usize) -> String {
    format!("sweep_{place}")
}

/// Largest number of values of a list that are tried before a sweep.
const MOST_TRIED: usize = 16;

/// Values of a parameter that are tried before a sweep: different values of a list, or some values of a distribution.
fn tried(parameter: &Parameter) -> Vec<f64> {
    let some = TRIED.map(|fraction| parameter.scatter.value(fraction)).into_iter();
    let listed = match &parameter.scatter {
        Scatter::Values(all) => all.as_slice(),
        _ => &[],
    };
    let mut values: Vec<f64> = Vec::new();
    for value in some.chain(listed.iter().copied()) {
        if values.len() < MOST_TRIED && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Reason why a number cannot be a parameter; `None` if it can.
fn refused(declaration: &Declaration, parameter: &Parameter) -> Option<String> {
    let (mut first, mut is_any) = (None, false);
    for value in tried(parameter) {
        let change = parameter.change(value);
        let told = |reason: Problem| format!("parameter `{}`: {}", parameter.path, reason.message());
        // If one value cannot change a number, another value, such as a factor of one, only seems to change it.
        let changed = match declaration.clone().changed(&[change]) {
            Ok(changed) => changed,
            Err(reason) => return Some(told(reason)),
        };
        let plain = changed.resolved();
        let tuned = changed.tuned([(parameter.path.as_str(), "sweep")]);
        match (plain, tuned.and_then(|own| own.resolved())) {
            (Ok(_), Ok(_)) => is_any = true,
            // As a separate parameter the number would no longer follow the numbers that share its name.
            (Err(reason), Ok(_)) => return Some(told(reason)),
            (_, Err(reason)) => first = first.or(Some(told(reason))),
        }
    }
    first.filter(|_| !is_any)
}
