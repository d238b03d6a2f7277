//! The functions of one text: one for each region of its program, and the calls of all.

use super::kernel::Kernels;
use super::levels::Version;
use super::names::unique;
use super::places::place;
use crate::formulation::Stage;
use crate::formulation::ports::{Port, Root};
use crate::ir::Value;
use crate::model::names::identifier;
use crate::pipeline::Compiled;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// Purpose of a region.
#[derive(Clone, Copy)]
pub struct Work {
    /// The first stage that it belongs to, and the last.
    pub stages: [Stage; 2],
    /// Whom it works for; none where it is all.
    pub subsystem: Option<usize>,
}

impl Work {
    /// Of regions of one stage each.
    pub fn by_stage(regions: &[(Stage, usize)]) -> Vec<Work> {
        let work = |&(stage, subsystem): &(Stage, usize)| Work {
            stages: [stage; 2],
            subsystem: Some(subsystem),
        };
        regions.iter().map(work).collect()
    }

    /// Whether it is done before the loads are known.
    pub fn is_kinematics(self) -> bool {
        self.stages[1] <= Stage::Velocity
    }

    /// Its stages in words.
    fn words(self) -> String {
        match self.stages {
            [first, last] if first == last => first.to_string(),
            [first, last] => format!("{first} to {last}"),
        }
    }
}

/// An evaluation to be written for one instruction set.
pub struct Text<'a> {
    /// The vehicle.
    pub compiled: &'a Compiled,
    /// The program.
    pub evaluation: &'a Kernels<'a>,
    /// By output: where it goes, from each lane.
    pub ports: &'a [Vec<Port>],
    /// By region.
    pub regions: Vec<Work>,
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

impl Text<'_> {
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

    /// Name of a subsystem, or of a side of one.
    fn name_of(&self, subsystem: usize) -> &str {
        let subsystems = &self.compiled.topology.subsystems;
        let sides = self.compiled.programs.lanes.iter().flat_map(|lanes| &lanes.sides);
        let mut names = subsystems.iter().map(|each| &each.name).chain(sides);
        names.nth(subsystem).expect("regions are of a subsystem or a side")
    }

    /// The functions, and the calls by themselves.
    pub fn parts(&self) -> Functions {
        let mut parts = Functions {
            functions: Vec::new(),
            kinematics: Vec::new(),
            accelerations: Vec::new(),
        };
        let mut taken = BTreeSet::new();
        let counts = self.evaluation.program.counts();
        for (index, work) in self.regions.iter().enumerate() {
            let region = u32::try_from(index).expect("fewer than 2^32 regions");
            let outputs = outputs(self.evaluation, self.ports, region);
            let statements = self.evaluation.statements(region);
            if statements.is_empty() && outputs.is_empty() {
                continue;
            }
            let subsystem = work.subsystem.map(|subsystem| self.name_of(subsystem));
            let stages = work.words();
            let stage_name = stages.replace([' ', '-'], "_");
            let owner = subsystem.map_or("all".to_owned(), identifier);
            let name = unique(&format!("{stage_name}_{owner}"), &mut taken);
            let name = self.version.name(&name.to_string());
            let owner = subsystem.map_or("all".to_owned(), |name| format!("`{name}`"));
            let doc = format!(" Stage {stages} of {owner}: {}.", counts[index].count);
            let Handed {
                parameters,
                arguments,
                begin,
            } = self.handed(region, work.is_kinematics());
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
            if work.is_kinematics() {
                parts.kinematics.push(call)
            } else {
                parts.accelerations.push(call)
            }
        }
        parts
    }

    /// Arguments of a region's function: the parts of the state and of the inputs that it reads. The accelerations
    /// find the state where the kinematics have kept it.
    fn handed(&self, region: u32, is_kinematics: bool) -> Handed {
        let Text { state, inputs, .. } = self;
        let read = self.evaluation.reads(region);
        let reads_state = read.iter().any(|port| port.root() == Root::State);
        let acts = read.iter().any(|port| port.root() == Root::Inputs);
        let handed = [
            (reads_state && is_kinematics, quote!(state: &#state), quote!(state)),
            (acts, quote!(inputs: &#inputs), quote!(inputs)),
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

/// Part of the state that the accelerations read: only this is kept by the kinematics. To copy all of it
/// took a quarter of the time in which a batch is evaluated.
pub fn remembered(evaluation: &Kernels, regions: &[Work]) -> BTreeSet<Port> {
    let regions = (0_u32..).zip(regions);
    let late = regions.filter(|(_, work)| !work.is_kinematics());
    let read = late.flat_map(|(region, _)| evaluation.reads(region));
    read.filter(|port| port.root() == Root::State).collect()
}

/// Copies it.
pub fn remember(evaluation: &Kernels, remembered: BTreeSet<Port>) -> TokenStream {
    let numbers = remembered.into_iter().map(|port| {
        let number = evaluation.input(port);
        quote!(self.#number = #number;)
    });
    quote!(#(#numbers)*)
}

/// Outputs that each go to one place.
pub fn single(outputs: &[Port]) -> Vec<Vec<Port>> {
    outputs.iter().map(|port| vec![*port]).collect()
}

/// Assignments of a region's outputs, each to its places.
pub fn outputs(kernels: &Kernels, ports: &[Vec<Port>], region: u32) -> TokenStream {
    let outputs = kernels.program.outputs.iter().zip(ports);
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
