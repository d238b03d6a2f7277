//! The solver's type and its implementation of the runtime's trait.

use super::arranged::Arranged;
use super::corrections::{Correction, pivot};
use super::functions::{Functions, Text, Work, outputs, remember, remembered, single};
use super::kernel::{Field, Form, Kernels, Setting, number};
use super::levels::{self, Version};
use super::names::ident;
use super::{batch, constants, header, parameters, reports};
use crate::formulation::calls::{Call, Edition};
use crate::pipeline::Compiled;
use crate::scalar::Points;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Everything that is emitted for a vehicle.
pub fn solver(compiled: &Compiled, declaration: &str) -> TokenStream {
    let vehicle = ident(&compiled.model.name);
    let tables = tables(compiled);
    let fields = parameters::fields(compiled);
    let setting = Setting {
        tables: &tables,
        owner: quote!(Self),
        parameters: &fields,
        workspace: quote!(self.workspace),
        version: Version::BASELINE,
        form: Form::Registers,
    };
    let prepare = Kernels::new(&compiled.programs.prepare, setting.clone());
    let prepared = outputs(&prepare, &single(&compiled.programs.prepare.outputs), 0);
    let parameters = parameters::all(compiled, &vehicle, &prepare, &prepared);
    let levels = &compiled.model.levels;
    let arranged = (!levels.is_empty()).then(|| Arranged::in_registers(&compiled.programs));
    let definition = definition(compiled, &vehicle, &setting, arranged.as_ref());
    let constants = constants::all(compiled, declaration, &tables);
    let texts = Version::all(levels)
        .into_iter()
        .map(|version| text(compiled, &setting, version, arranged.as_ref()));
    let implementation = implementation(compiled, &vehicle, &setting, arranged.as_ref());
    let batch = batch::all(compiled, &vehicle, &setting);
    quote! {
        #definition
        #parameters
        #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, reason = "generated")]
        impl #vehicle {
            #constants
            #(#texts)*
        }
        #implementation
        #batch
    }
}

/// All tables of all programs, each once.
fn tables(compiled: &Compiled) -> Vec<Points> {
    let programs = &compiled.programs;
    let mut tables: Vec<Points> = Vec::new();
    let each = programs.calls.keys();
    for traceable in each
        .flat_map(|&call| [programs.get(call), programs.at_levels(call)])
        .flatten()
    {
        for table in &traceable.program.tables {
            if !tables.contains(table) {
                tables.push(table.clone());
            }
        }
    }
    tables
}

/// Lengths of arrays, as they are written.
pub struct Sizes {
    /// Coordinates.
    pub q: Literal,
    /// Speeds.
    pub v: Literal,
    /// Wheels.
    pub wheels: Literal,
    /// Margins of an evaluation.
    pub margins: Literal,
}

/// Those of a vehicle.
pub fn sizes(compiled: &Compiled) -> Sizes {
    let length = Literal::usize_unsuffixed;
    Sizes {
        q: length(compiled.state.coordinates.len()),
        v: length(compiled.state.speeds.len()),
        wheels: length(compiled.model.wheels.len()),
        margins: length(compiled.state.margins.len()),
    }
}

/// The type of a solver's inputs.
pub fn inputs(compiled: &Compiled) -> TokenStream {
    let sizes = input_sizes(compiled);
    quote!(::wishbone::ports::Inputs<#(#sizes),*>)
}

/// The type of the state.
fn state(compiled: &Compiled) -> TokenStream {
    let Sizes { q, v, .. } = sizes(compiled);
    quote!(::wishbone::state::State<#q, #v>)
}

/// How many drives, wheels and, if there are any, signals.
pub fn input_sizes(compiled: &Compiled) -> impl Iterator<Item = Literal> {
    let model = &compiled.model;
    let mut sizes = vec![model.drives.len(), model.wheels.len()];
    sizes.extend((!model.signals.is_empty()).then_some(model.signals.len()));
    sizes.into_iter().map(Literal::usize_unsuffixed)
}

fn definition(compiled: &Compiled, vehicle: &Ident, setting: &Setting, arranged: Option<&Arranged>) -> TokenStream {
    let Sizes { q, v, .. } = sizes(compiled);
    let kept_arrays = reports::kept(compiled);
    let (array_fields, array_values): (Vec<TokenStream>, Vec<TokenStream>) = kept_arrays.into_iter().unzip();
    let doc = header::lines(compiled).into_iter().map(spaced);
    let public = compiled.model.public.then(|| quote!(pub));
    let workspace = ident(&format!("__{}Workspace", compiled.model.name));
    let evaluation = Kernels::new(&compiled.programs[Call::Evaluation], setting.clone());
    let workspace_definition = workspace_definition(&workspace, &evaluation);
    let fresh_workspace = fresh_workspace(&workspace, &evaluation);
    let kept = arranged.and_then(|arranged| workspace_of_levels(compiled, setting, arranged));
    let (kept_definition, kept_field, fresh_kept) = match &kept {
        Some((name, definition, fresh)) => (
            Some(definition),
            Some(
                quote!(#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only there are levels"))] kept: #name,),
            ),
            Some(quote!(kept: #fresh,)),
        ),
        None => (None, None, None),
    };
    let level = level(compiled);
    let (level_field, found_level) = (level.field, level.found);
    let design = compiled.state.design(&compiled.layout).into_iter().map(number);
    let (parameters, prepared) = (parameters::name(compiled), parameters::prepared(compiled));
    let tuned = !compiled.model.parameters.is_empty();
    // Parameters may be used as they are; a field that nobody reads would be a warning.
    let prepares = !compiled.programs.prepare.outputs.is_empty();
    let prepared_field = prepares.then(|| quote!(prepared: [f64; #prepared],));
    let unprepared = prepares.then(|| quote!(prepared: [0.0; #prepared],));
    let parameter_fields = tuned.then(|| quote!(parameters: #parameters, #prepared_field));
    let unset = tuned.then(|| quote!(parameters: <#parameters as ::core::default::Default>::default(), #unprepared));
    let begins = if tuned {
        quote! {
            /// At the design position, with all parameters at their defaults; nothing has been evaluated yet.
            pub fn new() -> Self {
                Self::with(<#parameters as ::core::default::Default>::default())
            }

            fn unprepared() -> Self
        }
    } else if compiled.model.levels.is_empty() {
        quote! {
            /// At the design position; nothing has been evaluated yet.
            pub const fn new() -> Self
        }
    } else {
        quote! {
            /// At the design position; nothing has been evaluated yet.
            pub fn new() -> Self
        }
    };
    quote! {
        #(#[doc = #doc])*
        #[derive(Clone)]
        #public struct #vehicle {
            state: ::wishbone::state::State<#q, #v>,
            rate: ::wishbone::state::State<#q, #v>,
            #(#array_fields,)*
            workspace: #workspace,
            #kept_field
            #level_field
            #parameter_fields
        }

        #workspace_definition
        #kept_definition

        impl #vehicle {
            #begins {
                let design = ::wishbone::state::State { q: [#(#design),*], v: [0.0; #v] };
                Self {
                    state: design,
                    rate: ::wishbone::state::State { q: [0.0; #q], v: [0.0; #v] },
                    #(#array_values,)*
                    workspace: #fresh_workspace,
                    #fresh_kept
                    #found_level
                    #unset
                }
            }
        }

        impl ::core::default::Default for #vehicle {
            fn default() -> Self {
                Self::new()
            }
        }
    }
}

/// A documentation line as it would be written after `///`.
fn spaced(line: String) -> String {
    if line.is_empty() || line.starts_with(' ') {
        line
    } else {
        format!(" {line}")
    }
}

/// The struct of values that one stage or subsystem leaves for another.
pub fn workspace_definition(name: &Ident, evaluation: &Kernels) -> TokenStream {
    let fields = evaluation
        .workspace()
        .map(|Field { name, kind, .. }| quote!(#name: #kind,));
    // A register that lies across two cache lines takes twice as long to load.
    let aligned = evaluation.has_registers().then(|| quote!(#[repr(align(64))]));
    quote! {
        /// Values that one stage or subsystem leaves for another.
        #[derive(Clone, Copy)]
        #aligned
        #[allow(non_snake_case)]
        struct #name {
            #(#fields)*
        }
    }
}

/// Its first value.
pub fn fresh_workspace(name: &Ident, evaluation: &Kernels) -> TokenStream {
    let fields = evaluation
        .workspace()
        .map(|Field { name, zero, .. }| quote!(#name: #zero,));
    quote!(#name { #(#fields)* })
}

/// Name, definition and first value of the workspace of the texts above the baseline, if they keep anything.
fn workspace_of_levels(
    compiled: &Compiled,
    setting: &Setting,
    arranged: &Arranged,
) -> Option<(Ident, TokenStream, TokenStream)> {
    let kernels = arranged.ported.kernels(setting.clone());
    kernels.workspace().next()?;
    let name = ident(&format!("__{}Kept", compiled.model.name));
    let definition = workspace_definition(&name, &kernels);
    let fresh = fresh_workspace(&name, &kernels);
    Some((name, definition, fresh))
}

/// Additions to a solver with several texts; none where there is only one.
#[derive(Default)]
struct LevelParts {
    field: TokenStream,
    found: TokenStream,
    functions: TokenStream,
}

fn level(compiled: &Compiled) -> LevelParts {
    let levels = &compiled.model.levels;
    if levels.is_empty() {
        return LevelParts::default();
    }
    let list = levels::list(levels);
    LevelParts {
        // Private, and set by these alone: never above what the processor has.
        field: quote!(level: ::wishbone::level::Level,),
        found: quote!(level: ::wishbone::level::Level::detect().highest_of(<Self as ::wishbone::solver::Solver>::LEVELS),),
        functions: quote! {
            const LEVELS: &'static [::wishbone::level::Level] = #list;

            fn level(&self) -> ::wishbone::level::Level {
                self.level
            }

            fn set_level(&mut self, level: ::wishbone::level::Level) {
                self.level = level.highest_of(Self::LEVELS);
            }
        },
    }
}

/// The functions of one text.
fn text(compiled: &Compiled, setting: &Setting, version: Version, arranged: Option<&Arranged>) -> TokenStream {
    let setting = Setting {
        version,
        ..setting.clone()
    };
    let programs = &compiled.programs;
    let is_own = version == version.without_lanes();
    if !is_own && programs.lanes.is_none() {
        return TokenStream::new();
    }
    let (kernels, ports, regions) = match arranged.filter(|_| version.is_fused()) {
        Some(arranged) => {
            let setting = Setting {
                workspace: quote!(self.kept),
                ..setting.clone()
            };
            (
                arranged.ported.kernels(setting),
                arranged.ported.outputs.clone(),
                arranged.work.clone(),
            )
        }
        None => (
            Kernels::new(&programs[Call::Evaluation], setting.clone()),
            single(&programs[Call::Evaluation].outputs),
            Work::by_stage(&programs[Call::Evaluation].regions),
        ),
    };
    let text = Text {
        compiled,
        evaluation: &kernels,
        ports: &ports,
        regions,
        version,
        inputs: inputs(compiled),
        state: state(compiled),
    };
    if compiled.model.levels.is_empty() {
        let functions = text.parts().functions;
        return quote!(#(#functions)*);
    }
    let evaluation = text.whole();
    let edition = if version.is_fused() {
        Edition::InLanes
    } else {
        Edition::OneByOne
    };
    let corrections = Correction::all(programs, edition);
    let corrections = corrections
        .iter()
        .map(|correction| correction.function(compiled, &setting, version));
    quote!(#evaluation #(#corrections)*)
}

/// Keeps what any of the texts reads of the state after the kinematics.
fn kept_of_state(compiled: &Compiled, setting: &Setting, arranged: Option<&Arranged>) -> TokenStream {
    let evaluation = &compiled.programs[Call::Evaluation];
    let kernels = Kernels::new(evaluation, setting.clone());
    let mut ports = remembered(&kernels, &Work::by_stage(&evaluation.regions));
    if let Some(Arranged { ported, work }) = arranged {
        ports.extend(remembered(&ported.kernels(setting.clone()), work));
    }
    remember(&kernels, ports)
}

/// The calls that make `kinematics` and `accelerations`.
fn calls(compiled: &Compiled, setting: &Setting) -> [TokenStream; 2] {
    let (levels, programs) = (&compiled.model.levels, &compiled.programs);
    if levels.is_empty() {
        let kernels = Kernels::new(&programs[Call::Evaluation], setting.clone());
        let outputs = single(&programs[Call::Evaluation].outputs);
        let regions = Work::by_stage(&programs[Call::Evaluation].regions);
        let text = Text {
            compiled,
            evaluation: &kernels,
            ports: &outputs,
            regions,
            version: Version::BASELINE,
            inputs: inputs(compiled),
            state: state(compiled),
        };
        let Functions {
            kinematics,
            accelerations,
            ..
        } = text.parts();
        return [quote!(#(#kinematics)*), quote!(#(#accelerations)*)];
    }
    let has_lanes = programs.lanes.is_some();
    let calls = [
        ("kinematics_by", quote!(state, inputs)),
        ("accelerations_by", quote!(inputs)),
    ];
    calls.map(|(call, arguments)| levels::dispatch(levels, has_lanes, call, &arguments))
}

/// The trait's functions that correct a state.
fn corrections(compiled: &Compiled, setting: &Setting) -> Vec<TokenStream> {
    let (levels, programs) = (&compiled.model.levels, &compiled.programs);
    let corrections = Correction::all(programs, Edition::OneByOne);
    let function = |correction: &Correction| {
        let body = match levels.is_empty() {
            true => correction.body(compiled, setting),
            false => {
                let call = format!("{}_by", correction.name);
                levels::dispatch(levels, programs.lanes.is_some(), &call, &quote!(state, inputs))
            }
        };
        correction.implementation(&body)
    };
    corrections.iter().map(function).collect()
}

/// The constant and the function of the runtime's trait that tell of contacts; none if there are none.
fn contacts(compiled: &Compiled) -> (Option<TokenStream>, Option<TokenStream>) {
    let each = compiled.model.contacts().map(|(name, contact)| {
        let ground = contact.ground.map(|signal| Literal::usize_unsuffixed(signal.index()));
        quote!((#name, [#(#ground),*]))
    });
    let each: Vec<TokenStream> = each.collect();
    if each.is_empty() {
        return (None, None);
    }
    let constant = quote!(const CONTACTS: &'static [(&'static str, [usize; 6])] = &[#(#each),*];);
    let function = quote! {
        fn contacts(&self) -> &[::wishbone::ports::ContactPoint] {
            &self.contacts
        }
    };
    (Some(constant), Some(function))
}

fn implementation(compiled: &Compiled, vehicle: &Ident, setting: &Setting, arranged: Option<&Arranged>) -> TokenStream {
    let Compiled {
        model,
        layout,
        state: held,
        programs,
        ..
    } = compiled;
    let (state, inputs) = (state(compiled), inputs(compiled));
    let name = &model.name;
    let (coordinates, speeds) = (held.coordinate_names(layout), held.speed_names(layout));
    let (joint_coordinates, joint_speeds) = (&layout.coordinates, &layout.speeds);
    let pivots = held.margins.iter().map(|&(_, speed)| pivot(compiled, speed));
    let drive_names = model.drives.iter().map(|d| &d.name);
    let signal_names = model.signals.iter().map(|s| &s.name);
    let wheel_names = model.wheels.iter().map(|w| &w.name);
    let body_names = model.bodies[1..].iter().map(|b| &b.name);
    let output_names = model.outputs.iter().map(|o| &o.name);
    let (contacts, contact_points) = contacts(compiled);
    let reports = reports::all(programs, setting);
    let [kinematics, accelerations] = calls(compiled, setting);
    let remember = kept_of_state(compiled, setting, arranged);
    let corrections = corrections(compiled, setting);
    let level_functions = level(compiled).functions;
    quote! {
        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut, non_snake_case, reason = "generated")]
        impl ::wishbone::solver::Solver for #vehicle {
            type State = #state;
            type Inputs = #inputs;

            const NAME: &'static str = #name;
            const COORDINATES: &'static [&'static str] = &[#(#coordinates),*];
            const SPEEDS: &'static [&'static str] = &[#(#speeds),*];
            const JOINT_COORDINATES: &'static [&'static str] = &[#(#joint_coordinates),*];
            const JOINT_SPEEDS: &'static [&'static str] = &[#(#joint_speeds),*];
            const DRIVES: &'static [&'static str] = &[#(#drive_names),*];
            const SIGNALS: &'static [&'static str] = &[#(#signal_names),*];
            const WHEELS: &'static [&'static str] = &[#(#wheel_names),*];
            const BODIES: &'static [&'static str] = &[#(#body_names),*];
            const OUTPUTS: &'static [&'static str] = &[#(#output_names),*];
            const PIVOTS: &'static [::wishbone::stabilise::Pivot] = &[#(#pivots),*];
            #contacts

            #level_functions

            fn design_state() -> Self::State {
                Self::new().state
            }

            fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs) {
                #remember
                #kinematics
            }

            fn wheels(&self) -> &[::wishbone::ports::WheelMotion] {
                &self.wheels
            }

            fn margins(&self) -> &[f64] {
                &self.kinematic_margins
            }

            #contact_points

            fn accelerations(&mut self, inputs: &Self::Inputs) -> Self::State {
                #accelerations
                self.rate
            }

            #(#reports)*

            #(#corrections)*
        }
    }
}
