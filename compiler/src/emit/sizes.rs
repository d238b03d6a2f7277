//! Sizes of a vehicle's arrays, and the types that depend on them.

use crate::pipeline::Compiled;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Lengths of arrays as literals.
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

/// The sizes of a vehicle's arrays.
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
pub fn state(compiled: &Compiled) -> TokenStream {
    let Sizes { q, v, .. } = sizes(compiled);
    quote!(::wishbone::state::State<#q, #v>)
}

/// Numbers of drives, of wheels and, if there are any, of signals.
pub fn input_sizes(compiled: &Compiled) -> impl Iterator<Item = Literal> {
    let model = &compiled.model;
    let mut sizes = vec![model.inputs.len(), model.wheels.len()];
    sizes.extend((!model.signals.is_empty()).then_some(model.signals.len()));
    sizes.into_iter().map(Literal::usize_unsuffixed)
}
