//! The solver's type and its implementation of the runtime's trait.

use super::kernel::{Kernels, at, number};
use super::names::{ident, unique};
use super::{constants, header, parameters};
use crate::formulation::Stage;
use crate::formulation::ports::{BodyVector, OutputPort, WheelVector};
use crate::formulation::programs::Traceable;
use crate::ir::Output;
use crate::model::names::identifier;
use crate::pipeline::Compiled;
use crate::scalar::Points;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Everything that is emitted for a vehicle.
pub fn solver(compiled: &Compiled, declaration: &str) -> TokenStream {
    let vehicle = ident(&compiled.model.name);
    let workspace = ident(&format!("__{}Workspace", compiled.model.name));
    let tables = tables(compiled);
    let fields = parameters::fields(compiled);
    let evaluation = Kernels::new(&compiled.programs.evaluation, &tables, &fields, quote!(self.state));
    let prepare = Kernels::new(&compiled.programs.prepare, &tables, &fields, quote!(self.state));
    let prepared = outputs(prepare.traceable, 0, destination, &prepare);
    let parameters = parameters::all(compiled, &vehicle, &prepare, &prepared);
    let definition = definition(compiled, &vehicle, &workspace, &evaluation);
    let constants = constants::all(compiled, declaration, &tables);
    let (kernels, kinematics, accelerations) = kernels(compiled, &evaluation);
    let implementation = implementation(compiled, &vehicle, &tables, &fields, &kinematics, &accelerations);
    quote! {
        #definition
        #parameters
        #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, reason = "generated")]
        impl #vehicle {
            #constants
            #(#kernels)*
        }
        #implementation
    }
}

/// All tables of all programs, each once.
fn tables(compiled: &Compiled) -> Vec<Points> {
    let programs = &compiled.programs;
    let mut tables: Vec<Points> = Vec::new();
    for traceable in [&programs.evaluation, &programs.energy, &programs.outputs] {
        for table in &traceable.program.tables {
            if !tables.contains(table) {
                tables.push(table.clone());
            }
        }
    }
    tables
}

/// Lengths of arrays, as they are written.
struct Sizes {
    q: Literal,
    v: Literal,
    wheels: Literal,
    bodies: Literal,
    outputs: Literal,
}

fn sizes(compiled: &Compiled) -> Sizes {
    let length = Literal::usize_unsuffixed;
    Sizes {
        q: length(compiled.layout.coordinates.len()),
        v: length(compiled.layout.speeds.len()),
        wheels: length(compiled.model.wheels.len()),
        bodies: length(compiled.model.bodies.len() - 1),
        outputs: length(compiled.model.outputs.len()),
    }
}

/// The type of a solver's inputs.
fn inputs(compiled: &Compiled) -> TokenStream {
    let model = &compiled.model;
    let mut sizes = vec![model.drives.len(), model.wheels.len()];
    sizes.extend((!model.signals.is_empty()).then_some(model.signals.len()));
    let sizes = sizes.into_iter().map(Literal::usize_unsuffixed);
    quote!(::wishbone::ports::Inputs<#(#sizes),*>)
}

fn definition(compiled: &Compiled, vehicle: &Ident, workspace: &Ident, evaluation: &Kernels) -> TokenStream {
    let Sizes {
        q,
        v,
        wheels,
        bodies,
        outputs,
        ..
    } = sizes(compiled);
    let doc = header::lines(compiled).into_iter().map(spaced);
    let public = compiled.model.public.then(|| quote!(pub));
    let fields: Vec<&Ident> = evaluation.workspace().collect();
    let design = compiled.layout.design().iter().copied().map(number);
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
    } else {
        quote! {
            /// At the design position; nothing has been evaluated yet.
            pub const fn new() -> Self
        }
    };
    quote! {
        #(#[doc = #doc])*
        #[derive(Clone)]
        #public struct #vehicle {
            state: ::wishbone::state::State<#q, #v>,
            rate: ::wishbone::state::State<#q, #v>,
            wheels: [::wishbone::ports::WheelMotion; #wheels],
            outputs: [f64; #outputs],
            bodies: [::wishbone::ports::BodyMotion; #bodies],
            workspace: #workspace,
            #parameter_fields
        }

        /// Values that one stage or subsystem leaves for another.
        #[derive(Clone, Copy)]
        #[allow(non_snake_case)]
        struct #workspace {
            #(#fields: f64,)*
        }

        impl #vehicle {
            #begins {
                let design = ::wishbone::state::State { q: [#(#design),*], v: [0.0; #v] };
                Self {
                    state: design,
                    rate: ::wishbone::state::State { q: [0.0; #q], v: [0.0; #v] },
                    wheels: [::wishbone::ports::WheelMotion::ZERO; #wheels],
                    outputs: [0.0; #outputs],
                    bodies: [::wishbone::ports::BodyMotion::ZERO; #bodies],
                    workspace: #workspace { #(#fields: 0.0,)* },
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

/// The functions of the evaluation, and the calls that make `kinematics` and `accelerations`.
fn kernels(compiled: &Compiled, evaluation: &Kernels) -> (Vec<TokenStream>, Vec<TokenStream>, Vec<TokenStream>) {
    let traceable = evaluation.traceable;
    let inputs = inputs(compiled);
    let (mut functions, mut kinematics, mut accelerations) = (Vec::new(), Vec::new(), Vec::new());
    let mut taken = BTreeSet::new();
    let counts = traceable.program.counts();
    for (index, &(stage, subsystem)) in traceable.regions.iter().enumerate() {
        let region = u32::try_from(index).expect("fewer than 2^32 regions");
        let outputs = outputs(traceable, region, destination, evaluation);
        let statements = evaluation.statements(region);
        if statements.is_empty() && outputs.is_empty() {
            continue;
        }
        let subsystem = &compiled.topology.subsystems[subsystem].name;
        let stage_name = stage.to_string().replace([' ', '-'], "_");
        let name = unique(&format!("{stage_name}_{}", identifier(subsystem)), &mut taken);
        let doc = format!(" Stage {stage} of `{subsystem}`: {}.", counts[index].count);
        let (parameter, argument) = if evaluation.reads_inputs(region) {
            (quote!(, inputs: &#inputs), quote!(inputs))
        } else {
            (quote!(), quote!())
        };
        functions.push(quote! {
            #[doc = #doc]
            fn #name(&mut self #parameter) {
                #statements
                #outputs
            }
        });
        let call = quote!(self.#name(#argument););
        if stage <= Stage::Velocity {
            kinematics.push(call)
        } else {
            accelerations.push(call)
        }
    }
    (functions, kinematics, accelerations)
}

/// Assignments of a region's outputs.
fn outputs(
    traceable: &Traceable,
    region: u32,
    destination: impl Fn(OutputPort) -> TokenStream,
    kernels: &Kernels,
) -> TokenStream {
    let own = traceable
        .program
        .outputs
        .iter()
        .enumerate()
        .filter(|(_, o)| o.region == region);
    let assignments = own.map(|(index, output): (usize, &Output)| {
        let (place, value) = (destination(traceable.outputs[index]), kernels.operand(output.value));
        quote!(#place = #value;)
    });
    quote!(#(#assignments)*)
}

fn destination(port: OutputPort) -> TokenStream {
    match port {
        OutputPort::Prepared(i) => at(quote!(self.prepared), i),
        OutputPort::CoordinateRate(i) => at(quote!(self.rate.q), i),
        OutputPort::SpeedRate(i) => at(quote!(self.rate.v), i),
        OutputPort::WheelSpin(w) => {
            let wheel = at(quote!(self.wheels), w);
            quote!(#wheel.spin)
        }
        OutputPort::Wheel(w, vector, k) => {
            let field = ident(match vector {
                WheelVector::Centre => "centre",
                WheelVector::Axis => "axis",
                WheelVector::Velocity => "velocity",
                WheelVector::CarrierAngularVelocity => "carrier_angular_velocity",
            });
            let wheel = at(quote!(self.wheels), w);
            at(quote!(#wheel.#field), k)
        }
        OutputPort::Body(b, vector, k) => {
            let body = at(quote!(self.bodies), b);
            let array = match vector {
                BodyVector::Rotation(row) => at(quote!(#body.rotation), row),
                BodyVector::Com => quote!(#body.com),
                BodyVector::AngularVelocity => quote!(#body.angular_velocity),
                BodyVector::Velocity => quote!(#body.velocity),
                BodyVector::AngularAcceleration => quote!(#body.angular_acceleration),
                BodyVector::Acceleration => quote!(#body.acceleration),
            };
            at(array, k)
        }
        OutputPort::Named(i) => at(quote!(self.outputs), i),
        OutputPort::Coordinate(i) => at(quote!(state.q), i),
        OutputPort::Speed(i) => at(quote!(state.v), i),
        OutputPort::Residual(i) => at(quote!(residuals), i),
        OutputPort::Margin(i) => at(quote!(margins), i),
        OutputPort::Energy(i) => {
            let field = ident(["kinetic", "gravity", "elastic"][i]);
            quote!(energy.#field)
        }
    }
}

fn implementation(
    compiled: &Compiled,
    vehicle: &Ident,
    tables: &[Points],
    fields: &[Ident],
    kinematics: &[TokenStream],
    accelerations: &[TokenStream],
) -> TokenStream {
    let Compiled {
        model,
        layout,
        programs,
        mobility,
        ..
    } = compiled;
    let Sizes { q, v, .. } = sizes(compiled);
    let inputs = inputs(compiled);
    let name = &model.name;
    let (coordinates, speeds) = (&layout.coordinates, &layout.speeds);
    let drive_names = model.drives.iter().map(|d| &d.name);
    let signal_names = model.signals.iter().map(|s| &s.name);
    let wheel_names = model.wheels.iter().map(|w| &w.name);
    let body_names = model.bodies[1..].iter().map(|b| &b.name);
    let output_names = model.outputs.iter().map(|o| &o.name);
    let residuals = Literal::usize_unsuffixed(mobility.equations);
    let margins = |of: &Traceable| {
        let count = of.outputs.iter().filter(|o| matches!(o, OutputPort::Margin(_))).count();
        Literal::usize_unsuffixed(count)
    };
    let (position_margins, velocity_margins) = (
        margins(&programs.position_correction),
        margins(&programs.velocity_correction),
    );
    let whole = |traceable: &Traceable| {
        let kernels = Kernels::new(traceable, tables, fields, quote!(state));
        let statements = kernels.statements(0);
        let outputs = outputs(traceable, 0, destination, &kernels);
        quote!(#statements #outputs)
    };
    let [energy, outputs, bodies, position, velocity] = [
        &programs.energy,
        &programs.outputs,
        &programs.bodies,
        &programs.position_correction,
        &programs.velocity_correction,
    ]
    .map(whole);
    quote! {
        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut, non_snake_case, reason = "generated")]
        impl ::wishbone::solver::Solver for #vehicle {
            type State = ::wishbone::state::State<#q, #v>;
            type Inputs = #inputs;

            const NAME: &'static str = #name;
            const COORDINATES: &'static [&'static str] = &[#(#coordinates),*];
            const SPEEDS: &'static [&'static str] = &[#(#speeds),*];
            const DRIVES: &'static [&'static str] = &[#(#drive_names),*];
            const SIGNALS: &'static [&'static str] = &[#(#signal_names),*];
            const WHEELS: &'static [&'static str] = &[#(#wheel_names),*];
            const BODIES: &'static [&'static str] = &[#(#body_names),*];
            const OUTPUTS: &'static [&'static str] = &[#(#output_names),*];

            fn design_state() -> Self::State {
                Self::new().state
            }

            fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs) {
                self.state = *state;
                #(#kinematics)*
            }

            fn wheels(&self) -> &[::wishbone::ports::WheelMotion] {
                &self.wheels
            }

            fn accelerations(&mut self, inputs: &Self::Inputs) -> Self::State {
                #(#accelerations)*
                self.rate
            }

            fn outputs(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[f64] {
                #outputs
                &self.outputs
            }

            fn bodies(
                &mut self,
                state: &Self::State,
                inputs: &Self::Inputs,
                rate: &Self::State,
            ) -> &[::wishbone::ports::BodyMotion] {
                #bodies
                &self.bodies
            }

            fn energy(&mut self, state: &Self::State, inputs: &Self::Inputs) -> ::wishbone::ports::Energy {
                let mut energy = ::wishbone::ports::Energy { kinetic: 0.0, gravity: 0.0, elastic: 0.0 };
                #energy
                energy
            }

            fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> f64 {
                let mut residuals = [0.0; #residuals];
                let mut margins = [0.0; #position_margins];
                #position
                ::wishbone::stabilise::residual(residuals, margins)
            }

            fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> f64 {
                let mut residuals = [0.0; #residuals];
                let mut margins = [0.0; #velocity_margins];
                #velocity
                ::wishbone::stabilise::residual(residuals, margins)
            }
        }
    }
}
