//! The functions of an evaluation, and the calls of all.

use super::kernel::Kernels;
use super::levels::Version;
use super::places::place;
use crate::formulation::ports::Port;
use crate::ir::Value;
use crate::lower::Function;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// An evaluation to be written for one instruction set.
pub struct Evaluation<'a> {
    /// The program.
    pub kernels: &'a Kernels<'a>,
    /// The instruction set.
    pub version: Version,
    /// The type of the inputs.
    pub inputs: TokenStream,
    /// The type of the state.
    pub state: TokenStream,
}

/// The functions of an evaluation, and the calls that make its two halves.
pub struct Functions {
    /// One for each region.
    pub functions: Vec<TokenStream>,
    /// Positions and velocities.
    pub kinematics: Vec<TokenStream>,
    /// Regions that run when the loads are known.
    pub accelerations: Vec<TokenStream>,
}

impl Evaluation<'_> {
    /// All functions, those that call the others included.
    pub fn whole(&self) -> TokenStream {
        let Functions {
            functions,
            kinematics,
            accelerations,
        } = self.parts();
        let (inputs, attributes) = (&self.inputs, self.version.attributes());
        let state = &self.state;
        let both = [
            ("kinematics_by", Some(quote!(state: &#state,)), kinematics),
            ("accelerations_by", None, accelerations),
        ];
        let both = both.map(|(name, state, calls)| {
            let name = self.version.name(name);
            quote! {
                #[allow(unused_variables, reason = "generated")]
                #attributes
                fn #name(&mut self, #state inputs: &#inputs) {
                    #(#calls)*
                }
            }
        });
        quote!(#(#functions)* #(#both)*)
    }

    /// The functions, and the calls by themselves.
    pub fn parts(&self) -> Functions {
        let mut parts = Functions {
            functions: Vec::new(),
            kinematics: Vec::new(),
            accelerations: Vec::new(),
        };
        for function in &self.kernels.routine.functions {
            let outputs = outputs(self.kernels, function.region);
            let statements = self.kernels.statements(function.region);
            let name = self.version.name(&function.name);
            let doc = format!(" {}: {}.", function.sentence, function.count);
            let Handed {
                parameters,
                arguments,
                begin,
            } = self.handed(function);
            let attributes = self.version.attributes();
            parts.functions.push(quote! {
                #[doc = #doc]
                #attributes
                fn #name(&mut self #(, #parameters)*) {
                    #begin
                    #statements
                    #outputs
                }
            });
            let call = quote!(self.#name(#(#arguments),*););
            if function.is_kinematics {
                parts.kinematics.push(call)
            } else {
                parts.accelerations.push(call)
            }
        }
        parts
    }

    /// Arguments of a function: the parts of the state and of the inputs that it reads. The accelerations find the state
    /// where the kinematics have kept it.
    fn handed(&self, function: &Function) -> Handed {
        let Evaluation { state, inputs, .. } = self;
        let Function {
            is_kinematics,
            reads_state,
            reads_inputs,
            ..
        } = *function;
        let handed = [
            (reads_state && is_kinematics, quote!(state: &#state), quote!(state)),
            (reads_inputs, quote!(inputs: &#inputs), quote!(inputs)),
        ];
        let handed = handed.into_iter().filter(|(is_read, ..)| *is_read);
        let (parameters, arguments) = handed.map(|(_, parameter, argument)| (parameter, argument)).unzip();
        Handed {
            parameters,
            arguments,
            begin: (reads_state && !is_kinematics).then(|| quote!(let state = &self.state;)),
        }
    }
}

/// Parameters of a function, what is handed over at its call, and what it begins with.
struct Handed {
    parameters: Vec<TokenStream>,
    arguments: Vec<TokenStream>,
    begin: Option<TokenStream>,
}

/// Copies part of the state.
pub fn remember(remembered: &BTreeSet<Port>) -> TokenStream {
    let numbers = remembered.iter().map(|port| {
        let number = place(*port);
        quote!(self.#number = #number;)
    });
    quote!(#(#numbers)*)
}

/// Assignments of a region's outputs, each to its places.
pub fn outputs(kernels: &Kernels, region: u32) -> TokenStream {
    let outputs = kernels.program.outputs.iter().zip(&kernels.routine.ported.outputs);
    let own = outputs.filter(|(output, _)| output.region == region);
    let assignments = own.map(|(output, places)| delivery(kernels, output.value, places));
    quote!(#(#assignments)*)
}

fn delivery(kernels: &Kernels, value: Value, places: &[Port]) -> TokenStream {
    let number = kernels.operand(value);
    let destinations = places.iter().copied().map(place);
    let is_number = kernels.width(value) == 1;
    if kernels.turns(value) > 1 {
        let turns = (0..places.len()).map(|turn| kernels.in_turn(value, turn));
        let turns = turns.map(|turn| if is_number { quote!([#turn; 8]) } else { turn });
        return quote!(#(#destinations = #turns;)*);
    }
    match (kernels.width(value), kernels.is_batch()) {
        (1, false) => quote!(#(#destinations = #number;)*),
        (1, true) => quote!(#(#destinations = [#number; 8];)*),
        (_, true) => quote!(#(#destinations = #number.to_array();)*),
        _ => {
            let lanes = (0..places.len()).map(|lane| quote!(lanes[#lane]));
            quote!(let lanes = #number.to_array(); #(#destinations = #lanes;)*)
        }
    }
}
