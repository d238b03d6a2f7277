//! The solver of several vehicles at once: the programs of one vehicle, with eight lanes for every value.
//!
//! It is written for each level above the baseline. If a register holds four numbers, each function computes four
//! vehicles and then the other four. Values of eight vehicles would fill two registers each, and there are only sixteen
//! registers. On a processor with none of these levels, eight single solvers do the work.

use super::functions::{Evaluation, outputs, remember};
use super::kernel::{Kernels, Setting, fresh_workspace, workspace_definition};
use super::levels::Version;
use super::names::ident;
use super::outside::{self, Outside};
use super::places::Positions;
use super::sizes::{Sizes, input_sizes, sizes};
use super::slopes;
use crate::lower::{Correction, Text, Workspace};
use crate::pipeline::Compiled;
use crate::programs::calls::{Call, Corrected};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Type, functions and implementation; nothing for a vehicle without `batch`.
pub fn all(compiled: &Compiled, vehicle: &Ident, setting: &Setting) -> TokenStream {
    let Some(text) = &compiled.lowered().batch else {
        return TokenStream::new();
    };
    let positions = Positions::new(compiled, quote!(#vehicle));
    let setting = Setting {
        positions: &positions,
        owner: quote!(#vehicle),
        ..setting.clone()
    };
    let parts = Parts {
        compiled,
        vehicle,
        batch: ident(&format!("{}Batch", compiled.model.name)),
        setting,
        text,
        versions: text.levels.iter().copied().map(Version::at).collect(),
    };
    let definition = parts.definition();
    let texts = parts.versions.iter().map(|version| parts.text(*version));
    let implementation = parts.implementation();
    quote!(#definition #(#texts)* #implementation)
}

/// The workspace of a correction: its field, and its type.
fn workspace_of(compiled: &Compiled, correction: &Correction) -> [Ident; 2] {
    [
        ident(&format!("{}_workspace", correction.name)),
        ident(&format!("__{}Batch{:?}", compiled.model.name, correction.corrected)),
    ]
}

struct Parts<'a> {
    compiled: &'a Compiled,
    vehicle: &'a Ident,
    batch: Ident,
    setting: Setting<'a>,
    text: &'a Text,
    /// Levels for which it is written; empty if there is only the baseline.
    versions: Vec<Version>,
}

impl Parts<'_> {
    fn definition(&self) -> TokenStream {
        let Parts {
            compiled,
            vehicle,
            batch,
            ..
        } = self;
        let Sizes { q, v, wheels, margins } = sizes(compiled);
        let state = self.state();
        let public = compiled.model.public.then(|| quote!(pub));
        let doc = format!(" Eight vehicles of the kind [`{vehicle}`] at once.");
        let workspaces = self.workspaces();
        let workspaces = workspaces.iter().filter(|_| !self.versions.is_empty());
        let (mut definitions, mut fields, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
        for ([field, name], kept) in workspaces.filter(|(_, kept)| !kept.is_empty()) {
            definitions.push(workspace_definition(name, kept));
            fields.push(quote! {
                #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only there are lanes"))]
                #field: #name,
            });
            let value = fresh_workspace(name, kept);
            fresh.push(quote!(#field: #value,));
        }
        let slopes = self.slopes();
        let (slopes_field, slopes_value) = (&slopes.field, &slopes.value);
        let outside = outside::all(&compiled.model);
        let outside_fields = outside.iter().map(Outside::batch_field);
        let outside_values = outside.iter().map(Outside::batch_value);
        let tuned = self.tuned();
        let (parameter_fields, parameter_values, parameter_functions) =
            (&tuned.fields, &tuned.values, &tuned.functions);
        quote! {
            #[doc = #doc]
            #[derive(Clone)]
            #[repr(C, align(64))]
            #public struct #batch {
                #(#fields)*
                state: #state,
                rate: #state,
                wheels: [::wishbone::ports::WheelMotion<::wishbone::batch::Lanes>; #wheels],
                kinematic_margins: [::wishbone::batch::Lanes; #margins],
                #(#outside_fields)*
                #slopes_field
                #parameter_fields
                singles: [#vehicle; 8],
            }

            #(#definitions)*

            impl #batch {
                /// All at the design position; nothing has been evaluated yet.
                pub fn new() -> Self {
                    let singles: [#vehicle; 8] = ::core::array::from_fn(|_| #vehicle::new());
                    let mut state = ::wishbone::batch::States { q: [[0.0; 8]; #q], v: [[0.0; 8]; #v] };
                    for lane in 0..8 {
                        ::wishbone::batch::InLanes::set_lane(&mut state, lane, &#vehicle::design_state());
                    }
                    Self {
                        state,
                        rate: ::wishbone::batch::States { q: [[0.0; 8]; #q], v: [[0.0; 8]; #v] },
                        wheels: [::wishbone::batch::AT_REST; #wheels],
                        kinematic_margins: [[0.0; 8]; #margins],
                        #(#outside_values)*
                        #(#fresh)*
                        #slopes_value
                        #parameter_values
                        singles,
                    }
                }

                #parameter_functions
            }

            impl ::core::default::Default for #batch {
                fn default() -> Self {
                    Self::new()
                }
            }
        }
    }

    /// The workspaces in which the evaluation and the corrections keep values: their fields and types.
    fn workspaces(&self) -> Vec<([Ident; 2], Workspace)> {
        let own = [
            ident("workspace"),
            ident(&format!("__{}BatchWorkspace", self.compiled.model.name)),
        ];
        let evaluation = (own, self.text.evaluation.workspace());

        let corrections = self.text.corrections.iter();
        let corrections = corrections.map(|c| (workspace_of(self.compiled, c), c.routine.workspace()));
        let slopes = slopes::workspace_of_batch(self.compiled, self.text);
        std::iter::once(evaluation).chain(corrections).chain(slopes).collect()
    }

    /// Array and function of the derivatives; nothing for a vehicle without them.
    fn slopes(&self) -> Slopes {
        if self.text.slopes.is_none() {
            return Slopes::default();
        }
        let count = Literal::usize_unsuffixed(self.compiled.programs.slopes(Call::Slopes).len());
        let call = self.dispatch("slopes_by", &quote!(state, inputs), &quote!(&self.slopes));
        Slopes {
            field: quote!(slopes: [::wishbone::batch::Lanes; #count],),
            value: quote!(slopes: [[0.0; 8]; #count],),
            function: quote! {
                fn slopes(&mut self, state: &Self::State, inputs: &Self::Inputs) -> &[::wishbone::batch::Lanes] {
                    #call
                    for (lane, single) in self.singles.iter_mut().enumerate() {
                        let own = ::wishbone::batch::InLanes::lane(state, lane);
                        let acting = ::wishbone::batch::InLanes::lane(inputs, lane);
                        let slopes = ::wishbone::solver::Solver::slopes(single, &own, &acting);
                        self.slopes.iter_mut().zip(slopes).for_each(|(all, one)| all[lane] = *one);
                    }
                    &self.slopes
                }
            },
        }
    }

    /// Fields of a vehicle with parameters: each of the eight vehicles has its own.
    fn tuned(&self) -> Tuned {
        let compiled = self.compiled;
        if compiled.model.parameters.is_empty() {
            return Tuned::default();
        }
        let count = Literal::usize_unsuffixed(compiled.model.parameters.len());
        let prepared = super::parameters::prepared(compiled);
        let name = super::parameters::name(compiled);
        let fields: Vec<Ident> = super::parameters::fields(compiled);
        let indices = (0..fields.len()).map(Literal::usize_unsuffixed);
        let vehicle = self.vehicle;
        Tuned {
            fields: quote! {
                parameters: [::wishbone::batch::Lanes; #count],
                prepared: [::wishbone::batch::Lanes; #prepared],
            },
            values: quote! {
                parameters: ::core::array::from_fn(|i| {
                    [::wishbone::parameters::Parameters::get(&singles[0].parameters, i).unwrap_or(0.0); 8]
                }),
                prepared: singles[0].prepared.map(|number| [number; 8]),
            },
            functions: quote! {
                /// Gives one of the vehicles other parameters.
                ///
                /// # Errors
                /// Where a parameter is one that no vehicle can have; then none is set.
                ///
                /// # Panics
                /// If there is no such lane.
                pub fn set_parameters(
                    &mut self,
                    lane: usize,
                    parameters: #name,
                ) -> ::core::result::Result<(), ::wishbone::parameters::RefusedParameter> {
                    ::wishbone::parameters::Parameters::check(&parameters)?;
                    self.set_parameters_unchecked(lane, parameters);
                    ::core::result::Result::Ok(())
                }

                /// The same with parameters taken as they are, for sweeps whose values are known to be good.
                ///
                /// # Panics
                /// If there is no such lane.
                pub fn set_parameters_unchecked(&mut self, lane: usize, parameters: #name) {
                    let single: &mut #vehicle = &mut self.singles[lane];
                    ::wishbone::parameters::Tuned::set_parameters_unchecked(single, parameters);
                    #(self.parameters[#indices][lane] = parameters.#fields;)*
                    for (all, one) in self.prepared.iter_mut().zip(single.prepared) {
                        all[lane] = one;
                    }
                }
            },
        }
    }

    /// The setting for a level, which determines the vectors.
    fn setting(&self, version: Version) -> Setting<'_> {
        Setting {
            version,
            ..self.setting.clone()
        }
    }

    /// The type of the states.
    fn state(&self) -> TokenStream {
        let Sizes { q, v, .. } = sizes(self.compiled);
        quote!(::wishbone::batch::States<#q, #v>)
    }

    /// The functions of one level.
    fn text(&self, version: Version) -> TokenStream {
        let batch = &self.batch;
        let kernels = Kernels::new(&self.text.evaluation, self.setting(version));
        let inputs = batch_inputs(self.compiled);
        let evaluation = Evaluation {
            kernels: &kernels,
            versions: &[version],
            inputs: inputs.clone(),
            state: self.state(),
            stays_apart: false,
        };
        let functions = evaluation.whole();
        let corrections = self
            .text
            .corrections
            .iter()
            .map(|correction| self.correction(version, correction, &inputs));
        let slopes = slopes::functions(
            self.text,
            &self.setting(version),
            version,
            [self.state(), inputs.clone()],
        );
        quote! {
            #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, reason = "generated")]
            impl #batch {
                #functions
                #(#corrections)*
                #slopes
            }
        }
    }

    fn correction(&self, version: Version, correction: &Correction, inputs: &TokenStream) -> TokenStream {
        let Correction {
            name,
            corrected,
            routine,
        } = correction;
        let (name, attributes) = (version.name(&format!("{name}_by")), version.attributes());
        let state = self.state();
        let [begin, filled] = correction.around(self.compiled, &quote!([0.0; 8]));
        let found = ident(match corrected {
            Corrected::Position => "positions",
            Corrected::Velocity => "velocities",
        });
        let [workspace, _] = workspace_of(self.compiled, correction);
        let setting = Setting {
            workspace: quote!(self.#workspace),
            ..self.setting(version)
        };
        let kernels = Kernels::new(routine, setting);
        let regions = (0..).take(routine.ported.program.regions.len());
        let statements = regions.filter_map(|region| {
            let (statements, outputs) = (kernels.statements(region), outputs(&kernels, region));
            let part = kernels.for_all_vehicles(quote!(#statements #outputs));
            (!part.is_empty()).then(|| quote!({ #part }))
        });
        quote! {
            #[allow(unused_variables, unused_mut, reason = "generated")]
            #attributes
            fn #name(
                &mut self,
                state: &mut #state,
                inputs: &#inputs,
            ) -> ::wishbone::batch::Gaps {
                #begin
                #(#statements)*
                ::wishbone::batch::#found #filled
            }
        }
    }

    /// Calls the version of the function for the processor's level, which gives `found`, and returns `result`.
    /// Continues with the following statements if there is no such version.
    fn dispatch(&self, function: &str, arguments: &TokenStream, result: &TokenStream) -> TokenStream {
        if self.versions.is_empty() {
            return TokenStream::new();
        }
        let arms = self.versions.iter().map(|version| {
            let (variant, name) = (version.variant(), version.name(function));
            quote! {
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code, reason = "the level is one that the processor was asked for")]
                ::wishbone::level::Level::#variant => {
                    let found = unsafe { self.#name(#arguments) };
                    return #result;
                }
            }
        });
        quote!(match self.singles[0].level { #(#arms)* _ => {} })
    }

    fn implementation(&self) -> TokenStream {
        let (batch, vehicle, state) = (&self.batch, self.vehicle, self.state());
        let inputs = batch_inputs(self.compiled);
        let outside = outside::all(&self.compiled.model);
        let slopes = self.slopes().function;
        let copied = outside.iter().map(Outside::copied);
        let lent = outside.iter().map(Outside::batch_lent);
        let remember = remember(&self.text.evaluation.remembered().collect(), self.setting.positions);
        let remember = (!self.versions.is_empty()).then_some(remember);
        let kinematics = self.dispatch("kinematics_by", &quote!(state, inputs), &quote!());
        let accelerations = self.dispatch("accelerations_by", &quote!(inputs), &quote!(&self.rate));
        let corrections = self.compiled.lowered().texts[0].corrections.iter();
        let corrections = corrections.map(|Correction { name, .. }| {
            let has_own = self.text.corrections.iter().any(|own| own.name == *name);
            let (call, name) = (format!("{name}_by"), ident(name));
            let wide = has_own.then(|| self.dispatch(&call, &quote!(state, inputs), &quote!(found)));
            let one_by_one = quote!(::wishbone::batch::#name::<Self>(&mut self.singles, state, inputs));
            quote! {
                fn #name(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> ::wishbone::batch::Gaps {
                    #wide
                    #one_by_one
                }
            }
        });
        quote! {
            #[allow(clippy::all, clippy::pedantic, unused_variables, reason = "generated")]
            impl ::wishbone::batch::BatchSolver for #batch {
                type Single = #vehicle;
                type State = #state;
                type Inputs = #inputs;

                fn single(&self) -> &Self::Single {
                    &self.singles[0]
                }

                fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs) {
                    #remember
                    #kinematics
                    for (lane, single) in self.singles.iter_mut().enumerate() {
                        let own = ::wishbone::batch::InLanes::lane(state, lane);
                        let acting = ::wishbone::batch::InLanes::lane(inputs, lane);
                        ::wishbone::solver::Solver::kinematics(single, &own, &acting);
                        for (all, one) in self.wheels.iter_mut().zip(&single.wheels) {
                            ::wishbone::batch::InLanes::set_lane(all, lane, one);
                        }
                        for (all, one) in self.kinematic_margins.iter_mut().zip(&single.kinematic_margins) {
                            all[lane] = *one;
                        }
                        #(#copied)*
                    }
                }

                #(#lent)*

                fn wheels(&self) -> &[::wishbone::ports::WheelMotion<::wishbone::batch::Lanes>] {
                    &self.wheels
                }

                fn margins(&self) -> &[::wishbone::batch::Lanes] {
                    &self.kinematic_margins
                }

                fn accelerations(&mut self, inputs: &Self::Inputs) -> &Self::State {
                    #accelerations
                    for (lane, single) in self.singles.iter_mut().enumerate() {
                        let acting = ::wishbone::batch::InLanes::lane(inputs, lane);
                        let rate = ::wishbone::solver::Solver::accelerations(single, &acting);
                        ::wishbone::batch::InLanes::set_lane(&mut self.rate, lane, &rate);
                    }
                    &self.rate
                }

                #slopes

                #(#corrections)*

                fn set_level(&mut self, level: ::wishbone::level::Level) {
                    for single in &mut self.singles {
                        ::wishbone::solver::Solver::set_level(single, level);
                    }
                }
            }
        }
    }
}

/// The type of the inputs of all vehicles.
fn batch_inputs(compiled: &Compiled) -> TokenStream {
    let sizes = input_sizes(compiled);
    quote!(::wishbone::batch::BatchInputs<#(#sizes),*>)
}

/// The parts of a batch that belong to its derivatives.
#[derive(Default)]
struct Slopes {
    field: TokenStream,
    value: TokenStream,
    function: TokenStream,
}

#[derive(Default)]
struct Tuned {
    fields: TokenStream,
    values: TokenStream,
    functions: TokenStream,
}
