//! The functions that close loops: of coordinates, of speeds, of both at once.

use super::functions::{outputs, single};
use super::kernel::{Kernels, Setting};
use super::levels::Version;
use super::names::ident;
use super::solver::{Sizes, inputs, sizes};
use crate::formulation::ports::OutputPort;
use crate::formulation::programs::{LaneProgram, Programs, Traceable};
use crate::mobility::Closure;
use crate::model::BodyId;
use crate::pipeline::Compiled;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// What is corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrected {
    /// The dependent coordinates.
    Position,
    /// The dependent speeds.
    Velocity,
    /// Both.
    Both,
}

impl Corrected {
    /// The function of the runtime's trait that does it.
    pub fn name(self) -> &'static str {
        match self {
            Corrected::Position => "correct_position",
            Corrected::Velocity => "correct_velocity",
            Corrected::Both => "close",
        }
    }

    /// All corrections that a vehicle has, one by one and, where it has them, with lanes.
    pub fn programs(programs: &Programs) -> Vec<(Self, &Traceable, Option<&LaneProgram>)> {
        let lanes = programs.lanes.as_ref();
        let mut all = vec![
            (
                Corrected::Position,
                &programs.position_correction,
                lanes.map(|lanes| &lanes.position_correction),
            ),
            (
                Corrected::Velocity,
                &programs.velocity_correction,
                lanes.map(|lanes| &lanes.velocity_correction),
            ),
        ];
        let closing = programs.closing.as_ref();
        all.extend(closing.map(|closing| {
            let lanes = lanes.and_then(|lanes| lanes.closing.as_ref());
            (Corrected::Both, closing, lanes)
        }));
        all
    }

    /// The arrays that the program fills, of numbers that begin as `zero`, with what they belong to; and the arguments of
    /// the function that makes the result from them.
    pub fn around(self, compiled: &Compiled, ports: &[OutputPort], zero: &TokenStream) -> [TokenStream; 2] {
        let equations = Literal::usize_unsuffixed(compiled.mobility.equations);
        let margins = ports.iter().filter(|o| matches!(o, OutputPort::Margin(..)));
        let margins = Literal::usize_unsuffixed(margins.count());
        let places = places(compiled, ports);
        let begin = quote! {
            #places
            let mut residuals = [#zero; #equations];
            let mut margins = [#zero; #margins];
        };
        match self {
            Corrected::Both => [
                quote!(#begin let mut rates = [#zero; #equations];),
                quote!((residuals, rates, margins, &PLACES)),
            ],
            _ => [begin, quote!((residuals, margins, &PLACES))],
        }
    }
}

/// The constant that names the loop of each equation and the joint of each margin.
fn places(compiled: &Compiled, ports: &[OutputPort]) -> TokenStream {
    let name = |l: usize| &compiled.model.joint(compiled.topology.loops[l].cut).name;
    let count = |l: usize| compiled.model.joint(compiled.topology.loops[l].cut).kind.equations();
    let loops = 0..compiled.topology.loops.len();
    let equations = loops.flat_map(|l| std::iter::repeat_n(name(l), count(l)));
    let pivots = ports.iter().filter_map(|port| match port {
        OutputPort::Margin(_, speed) => Some(compiled.layout.owner(*speed)),
        _ => None,
    });
    let pivots = pivots.map(|body| {
        let (joint, closed_by) = (
            compiled.topology.joint_name(&compiled.model, body),
            name(loop_of(compiled, body)),
        );
        quote!(::wishbone::stabilise::Pivot { joint: #joint, closed_by: #closed_by })
    });
    quote! {
        static PLACES: ::wishbone::stabilise::Places = ::wishbone::stabilise::Places {
            equations: &[#(#equations),*],
            pivots: &[#(#pivots),*],
        };
    }
}

/// The loop one of whose equations tells the joint's coordinates.
fn loop_of(compiled: &Compiled, body: BodyId) -> usize {
    let holds = |closure: &&Closure| closure.group.joints.contains(&body);
    let closure = compiled
        .mobility
        .closures
        .iter()
        .find(holds)
        .expect("margins are of loops");
    let is_own = |pivot: &&(usize, usize)| compiled.layout.owner(pivot.1) == body;
    let pivot = closure.pivots.iter().find(is_own);
    pivot.map_or(closure.group.loops[0], |&(row, _)| closure.rows[row].0)
}

/// A program that corrects a state, with lanes or without.
pub struct Correction<'a> {
    corrected: Corrected,
    program: Text<'a>,
}

enum Text<'a> {
    OneByOne(&'a Traceable),
    InLanes(&'a LaneProgram),
}

impl<'a> Correction<'a> {
    /// All that a vehicle has, with lanes where it has them and they are wanted.
    pub fn all(programs: &'a Programs, in_lanes: bool) -> Vec<Self> {
        let all = Corrected::programs(programs).into_iter();
        all.map(|(corrected, one_by_one, lanes)| Correction {
            corrected,
            program: match lanes.filter(|_| in_lanes) {
                Some(lanes) => Text::InLanes(lanes),
                None => Text::OneByOne(one_by_one),
            },
        })
        .collect()
    }

    /// The function of the runtime's trait that it is the body of.
    pub fn name(&self) -> &'static str {
        self.corrected.name()
    }

    fn kernels(&self, setting: Setting<'a>) -> Kernels<'a> {
        match self.program {
            Text::OneByOne(program) => Kernels::new(program, setting),
            Text::InLanes(program) => Kernels::in_lanes(program, setting),
        }
    }

    fn ports(&self) -> Vec<Vec<OutputPort>> {
        match self.program {
            Text::OneByOne(program) => single(&program.outputs),
            Text::InLanes(program) => program.outputs.clone(),
        }
    }

    /// A function of its own, for one level.
    pub fn function(&self, compiled: &Compiled, setting: &Setting<'a>, version: Version) -> TokenStream {
        let (name, attributes) = (version.name(&format!("{}_by", self.name())), version.attributes());
        let body = self.body(compiled, setting);
        let result = match self.corrected {
            Corrected::Both => quote!([::wishbone::stabilise::Gap; 2]),
            _ => quote!(::wishbone::stabilise::Gap),
        };
        let (Sizes { q, v, .. }, ports) = (sizes(compiled), inputs(compiled));
        quote! {
            #[allow(unused_variables, unused_mut, reason = "generated")]
            #attributes
            fn #name(
                &mut self,
                state: &mut ::wishbone::state::State<#q, #v>,
                inputs: &#ports,
            ) -> #result {
                #body
            }
        }
    }

    /// Its statements, and the result.
    pub fn body(&self, compiled: &Compiled, setting: &Setting<'a>) -> TokenStream {
        let ports = self.ports();
        let [begin, filled] = self.corrected.around(compiled, &ports.concat(), &quote!(0.0));
        let kernels = self.kernels(Setting { ..setting.clone() });
        let statements = kernels.statements(0);
        let outputs = outputs(&kernels, &ports, 0);
        let found = ident(match self.corrected {
            Corrected::Position => "position",
            Corrected::Velocity => "velocity",
            Corrected::Both => "both",
        });
        quote! {
            #begin
            #statements
            #outputs
            ::wishbone::stabilise::Gap::#found #filled
        }
    }

    /// The trait's function with that body.
    pub fn implementation(&self, body: &TokenStream) -> TokenStream {
        let name = ident(self.name());
        match self.corrected {
            Corrected::Both => quote! {
                fn #name(
                    &mut self,
                    state: &mut Self::State,
                    inputs: &Self::Inputs,
                    projection: &::wishbone::stabilise::Projection,
                ) -> ::core::result::Result<::wishbone::stabilise::Closure, ::wishbone::stabilise::NotClosed> {
                    let gaps = { #body };
                    projection.judge(gaps)
                }
            },
            _ => quote! {
                fn #name(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> ::wishbone::stabilise::Gap {
                    #body
                }
            },
        }
    }
}
