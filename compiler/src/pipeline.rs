//! The compiler as a table of contents: one line for each stage; each stage is a function from one named type to the
//! next.

use crate::diag::{Diagnostics, catalogue};
use crate::formulation::method::{Choice, Plan};
use crate::front::file;
use crate::front::syntax;
use crate::ir::Program;
use crate::kinematics::{Layout, Mechanism};
use crate::lower::{self, Lowered};
use crate::mobility::{self, Mobility};
use crate::model::{self, BodyId, Hardpoint, Model, Threads};
use crate::programs::choose;
use crate::programs::state::StateLayout;
use crate::programs::{self, Extent, Later, Programs};
use crate::search::{self, Search};
use crate::topology::{self, Topology};
use proc_macro2::TokenStream;
use std::sync::OnceLock;

/// The result of every stage.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The vehicle as declared.
    pub model: Model,
    /// Alternatives to the rules of the analysis that were tried and accepted; empty unless `method: auto` was
    /// declared.
    pub search: Search,
    /// Tree, cuts and loops.
    pub topology: Topology,
    /// Freedoms and independent speeds.
    pub mobility: Mobility,
    /// Assignment of coordinates and speeds to joints.
    pub layout: Layout,
    /// Coordinates and speeds of the solver's state.
    pub state: StateLayout,
    /// Reduction method of each subsystem.
    pub plan: Plan,
    /// The programs of the solver.
    pub programs: Programs,
    /// Functions, workspaces and texts of the solver, once they are asked for ([`Compiled::lowered`]).
    pub lowered: OnceLock<Lowered>,
    /// Findings that do not stop the compilation.
    pub warnings: Diagnostics,
}

/// Compiles a declaration given as tokens, which includes no files.
pub fn compile_tokens(declaration: TokenStream) -> Result<Compiled, Diagnostics> {
    compile(&file::read_tokens(declaration, &mut file::no_files).vehicle?)
}

/// Compiles a declaration given as text, the content of `vehicle! { .. }`. It includes no files.
pub fn compile_text(declaration: &str) -> Result<Compiled, Diagnostics> {
    compile_text_with(declaration, &Choice::Declared)
}

/// Like [`compile_text`], with the given methods.
pub fn compile_text_with(declaration: &str, choice: &Choice) -> Result<Compiled, Diagnostics> {
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    compile_with(&reading.vehicle?, choice)
}

/// Compiles a parsed declaration.
pub fn compile(declaration: &syntax::Vehicle) -> Result<Compiled, Diagnostics> {
    compile_with(declaration, &Choice::Declared)
}

/// Like [`compile`], with the given methods.
pub fn compile_with(declaration: &syntax::Vehicle, choice: &Choice) -> Result<Compiled, Diagnostics> {
    compile_model(declaration, model::resolve::resolve(declaration)?, choice, Extent::Text)
}

/// Compiles a parsed declaration for a solver that runs one vehicle at a time, without emitted text. It has no
/// derivatives, and nothing is decided about a text. Programs that are needed only occasionally are traced when they
/// are first requested ([`Compiled::later`]).
pub fn compile_to_run(declaration: &syntax::Vehicle) -> Result<Compiled, Diagnostics> {
    compile_one_by_one(declaration, model::resolve::resolve(declaration)?, false)
}

/// Like [`compile_to_run`], with derivatives.
pub fn compile_differentiated(declaration: &syntax::Vehicle) -> Result<Compiled, Diagnostics> {
    compile_one_by_one(declaration, model::resolve::resolve(declaration)?, true)
}

/// Compiles a parsed declaration for a solver that runs one vehicle at a time, without emitted text. The coordinates of
/// chosen points are parameters ([`model::resolve::resolve_tuned`]). The solver has no derivatives: with so many
/// parameters their compilation would take seconds.
pub fn compile_tuned(
    declaration: &syntax::Vehicle,
    is_chosen: &dyn Fn(&str) -> bool,
) -> Result<(Compiled, Vec<Hardpoint>), Diagnostics> {
    let (model, hardpoints) = model::resolve::resolve_tuned(declaration, is_chosen)?;
    Ok((compile_one_by_one(declaration, model, false)?, hardpoints))
}

fn compile_one_by_one(
    declaration: &syntax::Vehicle,
    model: Model,
    accept_derivatives: bool,
) -> Result<Compiled, Diagnostics> {
    // The plan depends on whether lanes are accepted, so the results equal the results of the emitted text bit by
    // bit. Slopes belong to one vehicle without lanes.
    let model = Model {
        accept_derivatives,
        accept_lanes: model.accept_lanes && !accept_derivatives,
        ..model
    };
    compile_model(declaration, model, &Choice::Declared, Extent::Run)
}

/// Compiles a parsed declaration for a solver that gives the reactions of all joints as outputs
/// ([`reactions`](crate::model::measure::reactions)).
pub fn compile_with_reactions(declaration: &syntax::Vehicle) -> Result<Compiled, Diagnostics> {
    let mut model = model::resolve::resolve(declaration)?;
    let reactions = model::measure::reactions(&model);
    model.outputs.extend(reactions);
    let accept_derivatives = model.accept_derivatives;
    compile_one_by_one(declaration, model, accept_derivatives)
}

/// Compiles a parsed declaration for a solver that gives all actions of joints and force elements on bodies as outputs
/// ([`actions`](crate::model::measure::actions)), after the declared outputs. It has no derivatives. `root` is the position of the body that the
/// free joint to the ground names, if not the declared one.
pub fn compile_with_actions(declaration: &syntax::Vehicle, root: Option<BodyId>) -> Result<Compiled, Diagnostics> {
    let mut model = model::resolve::resolve(declaration)?;
    if let Some(root) = root {
        model.begin_at(root);
    }
    let actions = model::measure::actions(&model);
    model.outputs.extend(actions);
    compile_one_by_one(declaration, model, false)
}

impl Compiled {
    /// Functions, workspaces and texts of the solver. A solver that runs without text has no use for them.
    pub fn lowered(&self) -> &Lowered {
        let Self {
            model,
            topology,
            layout,
            state,
            programs,
            lowered,
            ..
        } = self;
        lowered.get_or_init(|| lower::lower(model, topology, layout, state, programs))
    }

    /// Tracing of the programs that were not traced at once; `None` if all were traced.
    pub fn later(&self) -> Option<Later> {
        let later = Later::of(&self.model, &self.topology, &self.mobility, &self.plan, &self.state);
        let is_needed = !later.calls(&self.programs.calls).is_empty();
        is_needed.then_some(later)
    }
}

fn compile_model(
    declaration: &syntax::Vehicle,
    model: Model,
    choice: &Choice,
    extent: Extent,
) -> Result<Compiled, Diagnostics> {
    let search = match choice.searches(&model) {
        true => search::search(&model)?,
        false => Search::default(),
    };
    let topology = topology::analyse_with(&model, &search.decisions.cuts)?;
    let mechanism = Mechanism::new(&model, &topology);
    let kept = search.decisions.speeds(&mechanism);
    let (mobility, doubts) = mobility::examine_with(&mechanism, &kept)?;
    let mut warnings = model.warnings.clone();
    warnings.append(model::expand::unplaced(declaration));
    warnings.append(doubts);
    let mechanism = mechanism.aligned(mobility.steps());
    let plan = choose::plan(&mechanism, &mobility, choice);
    let state = StateLayout::new(&mechanism, &mobility);
    check_steering(&model, &state, &mechanism.layout)?;
    let programs = programs::trace(&mechanism, &mobility, &plan, &state, extent);
    check_finite(declaration, &programs)?;
    check_threads(&model, &programs)?;
    let layout = mechanism.layout;
    Ok(Compiled {
        model,
        search,
        topology,
        mobility,
        layout,
        state,
        plan,
        programs,
        lowered: OnceLock::new(),
        warnings,
    })
}

/// Refuses a steering column on a joint whose coordinate is not in the state.
fn check_steering(model: &Model, state: &StateLayout, layout: &Layout) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for (joint, span) in model.equipment.iter().filter_map(|piece| piece.kind.steered_joint()) {
        let is_there = |names: Vec<&String>| names.into_iter().any(|name| name == joint);
        if !(is_there(state.coordinate_names(layout)) && is_there(state.speed_names(layout))) {
            let message = format!("`{joint}` follows from other joints, and a column cannot move it");
            diagnostics.error(&catalogue::EQUIPMENT, span, message).help(
                "name a joint that moves freely: that of the rack or of the pitman arm, declared without `drive`",
            );
        }
    }
    diagnostics.finish(())
}

/// Refuses a number of threads that this vehicle cannot use.
fn check_threads(model: &Model, programs: &Programs) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    if let (Threads::Count { count, span }, Err(Some(why))) = (model.threads, &programs.sharing) {
        let message = format!("`{}` cannot be computed by {count} threads: {why}", model.name);
        diagnostics
            .error(&catalogue::THREADS, span, message)
            .help("leave `threads` out, ask for fewer, or write `threads: accept` to have them where it is possible");
    }
    diagnostics.finish(())
}

/// Refuses programs with a constant that is not finite. Each declared number is within its range, but their combination
/// may still overflow.
fn check_finite(declaration: &syntax::Vehicle, programs: &Programs) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    if !programs.each().all(Program::is_finite) {
        let name = &declaration.name;
        let message = format!(
            "a number computed from the declaration of `{}` is not finite",
            name.text
        );
        diagnostics
            .error(&catalogue::NOT_FINITE, name.span, message)
            .help("look for numbers that are far greater or smaller than others of their kind");
    }
    diagnostics.finish(())
}
