//! The functions that correct coordinates and speeds, and the names of what they, and evaluations, watch.

use super::functions::outputs;
use super::kernel::{Kernels, Setting};
use super::levels::{Signature, Version};
use super::names::ident;
use super::solver::{Sizes, inputs, sizes};
use crate::formulation::calls::Corrected;
use crate::formulation::ports::{Array, Kind, Port};
use crate::lower::Correction;
use crate::mobility::Closure;
use crate::model::BodyId;
use crate::pipeline::Compiled;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The constant that names the loop of each equation and the joint of each margin.
fn places(compiled: &Compiled, ports: &[Port]) -> TokenStream {
    let name = |l: usize| &compiled.model.joint(compiled.topology.loops[l].cut).name;
    let count = |l: usize| compiled.model.joint(compiled.topology.loops[l].cut).kind.equations();
    let loops = 0..compiled.topology.loops.len();
    let loops = loops.filter(|_| equations(compiled) > 0);
    let equations = loops.flat_map(|l| std::iter::repeat_n(name(l), count(l)));
    let pivots = ports.iter().filter_map(|port| match port.kind {
        Kind::Margin { speed } => Some(pivot(compiled, speed)),
        _ => None,
    });
    quote! {
        static PLACES: ::wishbone::stabilise::Places = ::wishbone::stabilise::Places {
            equations: &[#(#equations),*],
            pivots: &[#(#pivots),*],
        };
    }
}

/// Residuals of a correction: those of all equations, unless no loop needs iteration.
fn equations(compiled: &Compiled) -> usize {
    match compiled.mobility.closures.iter().all(Closure::is_explicit) {
        true => 0,
        false => compiled.mobility.equations,
    }
}

/// The joint and the loop of a margin, by a speed of the joint.
pub fn pivot(compiled: &Compiled, speed: usize) -> TokenStream {
    let body = compiled.layout.owner(speed);
    let joint = compiled.topology.joint_name(&compiled.model, body);
    let cut = compiled.topology.loops[loop_of(compiled, body)].cut;
    let closed_by = &compiled.model.joint(cut).name;
    quote!(::wishbone::stabilise::Pivot { joint: #joint, closed_by: #closed_by })
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

impl Correction {
    /// The arrays that the program fills, of numbers that begin as `zero`, with what they belong to; and the arguments of
    /// the function that makes the result from them.
    pub fn around(&self, compiled: &Compiled, zero: &TokenStream) -> [TokenStream; 2] {
        let ports = self.routine.ported.outputs.concat();
        let equations = Literal::usize_unsuffixed(equations(compiled));
        let margins = ports.iter().filter(|port| port.array() == Array::Margins);
        let margins = Literal::usize_unsuffixed(margins.count());
        let places = places(compiled, &ports);
        let begin = quote! {
            #places
            let mut residuals = [#zero; #equations];
            let mut margins = [#zero; #margins];
        };
        [begin, quote!((residuals, margins, &PLACES))]
    }

    /// A function of its own, for some levels.
    pub fn function(&self, compiled: &Compiled, setting: &Setting, versions: &[Version]) -> TokenStream {
        let (Sizes { q, v, .. }, ports) = (sizes(compiled), inputs(compiled));
        let signature = Signature {
            attributes: quote!(#[allow(unused_variables, unused_mut, reason = "generated")]),
            name: &format!("{}_by", self.name),
            parameters: vec![
                quote!(state: &mut ::wishbone::state::State<#q, #v>),
                quote!(inputs: &#ports),
            ],
            arguments: vec![quote!(state), quote!(inputs)],
            result: Some(quote!(::wishbone::stabilise::Gap)),
        };
        signature.function(versions, &self.body(compiled, setting))
    }

    /// Its statements, and the result.
    pub fn body(&self, compiled: &Compiled, setting: &Setting) -> TokenStream {
        let [begin, filled] = self.around(compiled, &quote!(0.0));
        let kernels = Kernels::new(&self.routine, setting.clone());
        let statements = kernels.statements(0);
        let outputs = outputs(&kernels, 0);
        let found = ident(match self.corrected {
            Corrected::Position => "position",
            Corrected::Velocity => "velocity",
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
        let name = ident(self.name);
        quote! {
            fn #name(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> ::wishbone::stabilise::Gap {
                #body
            }
        }
    }
}
