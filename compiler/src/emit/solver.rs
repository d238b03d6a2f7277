//! The solver's type and its implementation of the runtime's trait.

use super::functions::{Evaluation, outputs, remember};
use super::kernel::{Kernels, Setting, fresh_workspace, number, workspace_definition};
use super::levels::{self, Version};
use super::names::{ident, type_name};
use super::out::Out;
use super::outside::{self, Outside};
use super::places::Positions;
use super::sizes::{Sizes, inputs, sizes, state};
use super::{batch, constants, description, equipment, header, parameters, reports, slopes, threads};
use crate::lower::{Correction, Lowered, Routine, Text};
use crate::pipeline::Compiled;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Hands over everything that is emitted for a vehicle.
pub fn solver<O: Out>(compiled: &Compiled, declaration: &str, out: &mut O) {
    let (model, lowered) = (&compiled.model, compiled.lowered());
    let vehicle = type_name(&model.name);
    let fields = parameters::fields(compiled);
    let positions = Positions::new(compiled, quote!(Self));
    let setting = Setting {
        positions: &positions,
        tables: &lowered.tables,
        owner: quote!(Self),
        parameters: &fields,
        workspace: quote!(self.workspace),
        version: Version::BASELINE,
        is_shared: false,
        has_comments: O::HAS_COMMENTS,
    };
    let prepare = Kernels::new(&lowered.prepare, setting.clone());
    let parameters = parameters::all(compiled, &vehicle, &prepare, &outputs(&prepare, 0));
    let definition = definition(compiled, &vehicle);
    let constants = constants::all(compiled, declaration, &lowered.tables);
    let implementation = implementation(compiled, &vehicle, &setting);
    let threads = threads::all(compiled, &vehicle, &setting);
    let batch = batch::all(compiled, &vehicle, &setting);
    let equipment = equipment::all(compiled, &vehicle);
    let description = description::constants(compiled);
    let common = reports::common(compiled, &setting);
    out.items(quote!(#definition #parameters));
    out.begin(quote! {
        #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, reason = "generated")]
        impl #vehicle
    });
    out.items(quote!(#description #constants));
    for text in &lowered.texts {
        write(compiled, text, &setting, out);
    }
    out.items(common);
    out.end();
    out.items(quote!(#implementation #threads #batch #equipment));
}

fn definition(compiled: &Compiled, vehicle: &Ident) -> TokenStream {
    let Sizes { q, v, .. } = sizes(compiled);
    let kept_arrays = reports::kept(compiled);
    let (array_fields, array_values): (Vec<TokenStream>, Vec<TokenStream>) = kept_arrays.into_iter().unzip();
    let doc = header::lines(compiled).into_iter().map(spaced);
    let public = compiled.model.public.then(|| quote!(pub));
    let workspace = ident(&format!("__{}Workspace", compiled.model.name));
    let kept = compiled.lowered().workspace();
    let workspace_definition = workspace_definition(&workspace, &kept);
    let fresh_workspace = fresh_workspace(&workspace, &kept);
    let slopes::Parts {
        definition: definition_of_slopes,
        field: field_of_slopes,
        value: value_of_slopes,
    } = slopes::workspace(compiled);
    let workspace_of_reports = reports::workspace(compiled);
    let level = level(compiled);
    let (level_field, found_level) = (level.field, level.found);
    let design = compiled.state.design(&compiled.layout).into_iter().map(number);
    let remembers = !compiled.lowered().remembered.is_empty();
    let state_field = remembers.then(|| quote!(state: ::wishbone::state::State<#q, #v>,));
    let first_state = remembers.then(|| quote!(state: Self::design_state(),));
    let (parameters, prepared) = (parameters::name(compiled), parameters::prepared(compiled));
    let tuned = !compiled.model.parameters.is_empty();
    // If programs use the parameters only unchanged, there is no field `prepared`: an unread field would cause a
    // warning.
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
            #state_field
            rate: ::wishbone::state::State<#q, #v>,
            #(#array_fields,)*
            workspace: #workspace,
            #field_of_slopes
            #level_field
            #parameter_fields
        }

        #workspace_definition
        #definition_of_slopes
        #workspace_of_reports

        impl #vehicle {
            /// Coordinates and speeds at the design position, at rest.
            pub const fn design_state() -> ::wishbone::state::State<#q, #v> {
                ::wishbone::state::State { q: [#(#design),*], v: [0.0; #v] }
            }

            #begins {
                Self {
                    #first_state
                    rate: ::wishbone::state::State { q: [0.0; #q], v: [0.0; #v] },
                    #(#array_values,)*
                    workspace: #fresh_workspace,
                    #value_of_slopes
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

/// A documentation line with the space that it would have after `///`.
fn spaced(line: String) -> String {
    if line.is_empty() || line.starts_with(' ') {
        line
    } else {
        format!(" {line}")
    }
}

/// Additions to a solver with several texts; empty if there is only one.
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
    LevelParts {
        // Private, and set only here, so the level is never above the level of the processor.
        field: quote!(level: ::wishbone::level::Level,),
        found: quote!(level: ::wishbone::level::Level::detect().highest_of(Self::DESCRIPTION.levels),),
        functions: quote! {
            fn level(&self) -> ::wishbone::level::Level {
                self.level
            }

            fn set_level(&mut self, level: ::wishbone::level::Level) {
                self.level = level.highest_of(Self::DESCRIPTION.levels);
            }
        },
    }
}

/// Hands over the functions of one text.
fn write(compiled: &Compiled, text: &Text, setting: &Setting, out: &mut impl Out) {
    let versions = Version::each(&text.levels);
    let own = Setting {
        version: versions[0],
        is_shared: versions.len() > 1,
        ..setting.clone()
    };
    let kernels = Kernels::new(&text.evaluation, own.clone());
    let evaluation = evaluation(compiled, &kernels, &versions);
    let of_slopes = text.levels_of_slopes.first();
    let of_slopes = of_slopes.map_or(Version::BASELINE, |level| Version::at(*level));
    let slopes = slopes::functions(text, &own, of_slopes, [state(compiled), inputs(compiled)]);
    evaluation.functions().for_each(|function| out.items(function));
    if compiled.model.levels.is_empty() {
        return out.items(slopes);
    }
    out.items(evaluation.all_halves());
    out.items(slopes);
    // Those of a vehicle on several threads are written part by part, in `threads`.
    let corrections = text.corrections.iter().filter(|_| text.closing.is_empty());
    corrections.for_each(|correction| out.items(correction.function(compiled, &own, &versions)));
}

fn evaluation<'a>(compiled: &Compiled, kernels: &'a Kernels, versions: &'a [Version]) -> Evaluation<'a> {
    Evaluation {
        kernels,
        versions,
        inputs: inputs(compiled),
        state: state(compiled),
        stays_apart: false,
    }
}

/// The calls that make `kinematics` and `accelerations`.
fn calls(compiled: &Compiled, setting: &Setting) -> [TokenStream; 2] {
    let (levels, lowered) = (&compiled.model.levels, compiled.lowered());
    if levels.is_empty() {
        let kernels = Kernels::new(&lowered.texts[0].evaluation, setting.clone());
        return evaluation(compiled, &kernels, &[]).calls(Version::BASELINE);
    }
    let serving = &lowered.texts[1].levels;
    let calls = [
        ("kinematics_by", quote!(state, inputs)),
        ("accelerations_by", quote!(inputs, rate)),
    ];
    calls.map(|(call, arguments)| levels::dispatch(levels, serving, call, &arguments))
}

/// Copies the rates that the kinematics deliver.
fn known_rates(lowered: &Lowered) -> TokenStream {
    let routines = lowered.texts.iter().map(|text| &text.evaluation);
    let early = routines.flat_map(Routine::known_rates);
    let arrays: BTreeSet<&str> = early.map(|port| port.kind.description().array.path()).collect();
    let arrays = arrays.into_iter().map(ident);
    quote!(#(rate.#arrays = self.rate.#arrays;)*)
}

/// The trait's functions that correct a state.
fn corrections(compiled: &Compiled, setting: &Setting) -> Vec<TokenStream> {
    let (levels, lowered) = (&compiled.model.levels, compiled.lowered());
    if compiled.programs.sharing.is_ok() {
        return vec![threads::corrections()];
    }
    let function = |correction: &Correction| {
        let body = match levels.is_empty() {
            true => correction.body(compiled, setting),
            false => {
                let call = format!("{}_by", correction.name);
                let serving = lowered.serving(&correction.name);
                levels::dispatch(levels, serving, &call, &quote!(state, inputs))
            }
        };
        correction.implementation(&body)
    };
    lowered.texts[0].corrections.iter().map(function).collect()
}

fn implementation(compiled: &Compiled, vehicle: &Ident, setting: &Setting) -> TokenStream {
    let (model, lowered) = (&compiled.model, compiled.lowered());
    let (state, inputs, wheels) = (state(compiled), inputs(compiled), sizes(compiled).wheels);
    let outside = outside::all(model);
    let lent = outside.iter().map(Outside::lent);
    let reports = reports::all(compiled, setting);
    let slopes = slopes::implementation(compiled);
    let [kinematics, accelerations] = calls(compiled, setting);
    let known_rates = known_rates(lowered);
    let remember = remember(&lowered.remembered, setting.positions);
    let corrections = corrections(compiled, setting);
    let level_functions = level(compiled).functions;
    quote! {
        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut, non_snake_case, reason = "generated")]
        impl ::wishbone::solver::Solver for #vehicle {
            type State = #state;
            type Inputs = #inputs;

            const WHEEL_COUNT: ::core::option::Option<usize> = ::core::option::Option::Some(#wheels);

            #level_functions

            fn description(&self) -> &'static ::wishbone::description::Description {
                Self::DESCRIPTION
            }

            fn design_state(&self) -> Self::State {
                Self::design_state()
            }

            fn no_inputs(&self) -> Self::Inputs {
                ::core::default::Default::default()
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

            #(#lent)*

            fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
                #known_rates
                #accelerations
            }

            #(#reports)*

            #slopes

            #(#corrections)*
        }
    }
}
