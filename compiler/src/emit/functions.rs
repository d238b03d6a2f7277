//! The functions of an evaluation, and the calls of all of them.

use super::kernel::Kernels;
use super::levels::{Signature, Version};
use super::places::{Positions, place, row};
use crate::ir::{Phase, Value};
use crate::lower::Function;
use crate::programs::ports::{Port, Root};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// An evaluation to be written for some instruction sets.
pub struct Evaluation<'a> {
    /// The program.
    pub kernels: &'a Kernels<'a>,
    /// The instruction sets.
    pub versions: &'a [Version],
    /// The type of the inputs.
    pub inputs: TokenStream,
    /// The type of the state.
    pub state: TokenStream,
    /// Whether its functions must not be inlined. LLVM would put functions that are called once into one function. This
    /// took LLVM a quarter more time, and the processor a twentieth more.
    pub stays_apart: bool,
}

impl Evaluation<'_> {
    /// All functions, including those that call the others.
    pub fn whole(&self) -> TokenStream {
        self.functions().chain([self.all_halves()]).collect()
    }

    /// The functions that call the others, for each level.
    pub fn all_halves(&self) -> TokenStream {
        self.versions.iter().map(|version| self.halves(*version)).collect()
    }

    /// The functions that call the others, for one level.
    fn halves(&self, version: Version) -> TokenStream {
        let [kinematics, accelerations] = self.calls(version);
        let (inputs, attributes) = (&self.inputs, version.attributes());
        let state = &self.state;
        let rate = (!self.kernels.is_batch()).then(|| quote!(, rate: &mut #state));
        let has_vectors = self.kernels.routine.has_long_vectors();
        let aligned = has_vectors.then(|| version.aligned()).flatten();
        let both = [
            ("kinematics_by", Some(quote!(state: &#state,)), None, kinematics),
            ("accelerations_by", None, rate, accelerations),
        ];
        let both = both.map(|(name, state, rate, calls)| {
            let name = version.name(name);
            quote! {
                #[allow(unused_variables, reason = "generated")]
                #attributes
                fn #name(&mut self, #state inputs: &#inputs #rate) {
                    #aligned
                    #calls
                }
            }
        });
        quote!(#(#both)*)
    }

    /// The calls that make the two halves of an evaluation.
    pub fn calls(&self, version: Version) -> [TokenStream; 2] {
        [Phase::Early, Phase::After].map(|phase| self.calls_of(version, phase))
    }

    /// The calls that make a part of an evaluation.
    pub fn calls_of(&self, version: Version, phase: Phase) -> TokenStream {
        let functions = self.kernels.routine.functions.iter();
        let own = functions.filter(|function| function.phase == phase);
        let calls = own.map(|function| {
            let (name, arguments) = (version.name(&function.name), self.handed(function).arguments);
            quote!(self.#name(#(#arguments),*);)
        });
        quote!(#(#calls)*)
    }

    /// The functions without those that call them, one after the other.
    pub fn functions(&self) -> impl Iterator<Item = TokenStream> {
        self.kernels.routine.functions.iter().map(|function| {
            let outputs = outputs(self.kernels, function.region);
            let statements = self.kernels.statements(function.region);
            let doc = format!(" {}: {}.", function.sentence, function.count);
            let Handed {
                parameters,
                arguments,
                begin,
            } = self.handed(function);
            let apart = self.stays_apart.then(|| quote!(#[inline(never)]));
            let signature = Signature {
                attributes: quote!(#[doc = #doc] #apart),
                name: &function.name,
                parameters,
                arguments,
                result: None,
            };
            let body = self.kernels.for_all_vehicles(quote!(#begin #statements #outputs));
            signature.function(self.versions, &body)
        })
    }

    /// Arguments of a function: the state and the inputs if it reads them. Accelerations read the state from where the
    /// kinematics have kept it, and write rates directly to their destination. Rates that are known earlier, and the
    /// rates of a batch, are kept in the solver. For threads that meet, the numbers sent and received are arguments,
    /// too.
    fn handed(&self, function: &Function) -> Handed {
        let Evaluation { state, inputs, .. } = self;
        let Function {
            reads_state,
            reads_inputs,
            delivers_rates,
            ..
        } = *function;
        let is_kinematics = function.is_kinematics();
        let keeps_rates = self.kernels.is_batch() || function.phase != Phase::After;
        let routine = self.kernels.routine;
        let [sent, received] = [routine.sent(), routine.received()].map(Literal::usize_unsuffixed);
        let handed = [
            (reads_state && is_kinematics, quote!(state: &#state), quote!(state)),
            (reads_inputs, quote!(inputs: &#inputs), quote!(inputs)),
            (delivers_rates && !keeps_rates, quote!(rate: &mut #state), quote!(rate)),
            (function.tells, quote!(sent: &mut [f64; #sent]), quote!(sent)),
            (function.hears, quote!(received: &[f64; #received]), quote!(received)),
        ];
        let handed = handed.into_iter().filter(|(is_read, ..)| *is_read);
        let (parameters, arguments) = handed.map(|(_, parameter, argument)| (parameter, argument)).unzip();
        let state = (reads_state && !is_kinematics).then(|| quote!(let state = &self.state;));
        let rate = (delivers_rates && keeps_rates).then(|| quote!(let rate = &mut self.rate;));
        Handed {
            parameters,
            arguments,
            begin: quote!(#state #rate),
        }
    }
}

/// Parameters of a function, arguments at its call, and its first statements.
struct Handed {
    parameters: Vec<TokenStream>,
    arguments: Vec<TokenStream>,
    begin: TokenStream,
}

/// Copies part of the state.
pub fn remember(remembered: &BTreeSet<Port>, positions: &Positions) -> TokenStream {
    let numbers = remembered.iter().map(|port| {
        let number = place(*port, positions);
        quote!(self.#number = #number;)
    });
    quote!(#(#numbers)*)
}

/// Hands over rates that the kinematics have kept.
pub fn recall(rates: &BTreeSet<Port>, positions: &Positions) -> TokenStream {
    let numbers = rates.iter().map(|port| {
        let number = place(*port, positions);
        quote!(#number = self.#number;)
    });
    quote!(#(#numbers)*)
}

/// Assignments of a region's outputs, each to its places. Outputs to the state are written last, since other outputs
/// may be computed from the state in their assignment.
pub fn outputs(kernels: &Kernels, region: u32) -> TokenStream {
    let outputs = kernels.program.outputs.iter().zip(&kernels.routine.ported.outputs);
    let own: Vec<(Value, &[Port])> = outputs
        .filter(|(output, _)| output.region == region)
        .map(|(output, places)| (output.value, &places[..]))
        .collect();
    let to_state = |(_, places): &(Value, &[Port])| places.iter().any(|port| port.root() == Root::State);
    let (state, elsewhere): (Vec<_>, Vec<_>) = own.into_iter().partition(to_state);
    let [elsewhere, state] = [elsewhere, state].map(|outputs| assigned(kernels, &outputs));
    quote!(#elsewhere #state)
}

/// Assignments of these outputs, in order.
fn assigned(kernels: &Kernels, outputs: &[(Value, &[Port])]) -> TokenStream {
    let mut assignments = Vec::with_capacity(outputs.len());
    let mut rest = outputs;
    while let [(value, places), ..] = *rest {
        let together = vector(kernels, rest);
        rest = &rest[if together.is_some() { 3 } else { 1 }..];
        assignments.push(together.unwrap_or_else(|| delivery(kernels, value, places)));
    }
    quote!(#(#assignments)*)
}

/// The assignment of a vector, or of a row of a matrix, if its components are the next outputs.
fn vector(kernels: &Kernels, outputs: &[(Value, &[Port])]) -> Option<TokenStream> {
    let components = outputs.get(..3)?;
    let mut ports = Vec::with_capacity(3);
    for &(value, places) in components {
        let is_number = kernels.width(value) == 1 && kernels.turns(value) == 1 && !kernels.is_batch();
        let [port] = places else { return None };
        ports.push(is_number.then_some(*port)?);
    }
    let row = row(ports[0], kernels.setting.positions)?;
    let follows = |(k, port): (usize, &Port)| {
        let Port { kind, index, component } = ports[0];
        *port == kind.component(index, component + k)
    };
    if !ports.iter().enumerate().all(follows) {
        return None;
    }
    let numbers = components.iter().map(|(value, _)| kernels.operand(*value));
    Some(quote!(#row = [#(#numbers),*];))
}

fn delivery(kernels: &Kernels, value: Value, places: &[Port]) -> TokenStream {
    let destinations = places.iter().map(|port| place(*port, kernels.setting.positions));
    let is_number = kernels.width(value) == 1;
    if kernels.turns(value) > 1 {
        let turns = (0..)
            .map(|turn| kernels.in_turn(value, turn))
            .map(|turn| match is_number {
                true => kernels.repeated(&turn),
                false => kernels.read(&turn),
            });
        let stored = destinations
            .zip(turns)
            .map(|(place, turn)| kernels.stored(&place, &turn));
        return stored.collect();
    }
    let number = kernels.operand(value);
    if !kernels.is_batch() {
        let lanes = (0..places.len()).map(|lane| quote!(lanes[#lane]));
        return match is_number {
            true => quote!(#(#destinations = #number;)*),
            false => quote!(let lanes = #number.to_array(); #(#destinations = #lanes;)*),
        };
    }
    let array = match kernels.inlined[value.index()] {
        _ if is_number => kernels.repeated(&number),
        true => quote!((#number).to_array()),
        false => quote!(#number.to_array()),
    };
    destinations.map(|place| kernels.stored(&place, &array)).collect()
}
