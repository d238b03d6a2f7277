//! The functions that correct coordinates and speeds, and the names of the equations and margins that these functions
//! and evaluations watch.

use super::functions::outputs;
use super::kernel::{Kernels, Setting};
use super::levels::{Signature, Version};
use super::names::ident;
use super::sizes::{Sizes, inputs, sizes};
use super::watched;
use crate::lower::Correction;
use crate::pipeline::Compiled;
use crate::programs::calls::Corrected;
use crate::programs::ports::{Array, Port};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The constant that names the loop of each equation and the joint of each margin.
fn places(compiled: &Compiled, ports: &[Port]) -> TokenStream {
    let equations = watched::equations(compiled);
    let pivots = watched::margins(ports).map(|speed| pivot(compiled, speed));
    quote! {
        static PLACES: ::wishbone::stabilise::Places = ::wishbone::stabilise::Places {
            equations: &[#(#equations),*],
            pivots: &[#(#pivots),*],
        };
    }
}

/// Joint and loop of a margin, which is given by a speed of the joint.
pub fn pivot(compiled: &Compiled, speed: usize) -> TokenStream {
    let [joint, closed_by] = watched::pivot(compiled, speed);
    quote!(::wishbone::stabilise::Pivot { joint: #joint, closed_by: #closed_by })
}

impl Correction {
    /// The arrays that the program fills, initialised with `zero`, and the names of their elements. Also the arguments
    /// of the function that makes the result from them.
    pub fn around(&self, compiled: &Compiled, zero: &TokenStream) -> [TokenStream; 2] {
        let ports = self.routine.ported.outputs.concat();
        let equations = Literal::usize_unsuffixed(watched::equations(compiled).len());
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

    /// A separate function for some levels.
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

    /// The statements of the correction, and its result.
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

    /// The trait's function with this body.
    pub fn implementation(&self, body: &TokenStream) -> TokenStream {
        let name = ident(&self.name);
        quote! {
            fn #name(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> ::wishbone::stabilise::Gap {
                #body
            }
        }
    }
}
