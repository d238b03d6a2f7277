//! The functions that report numbers of a state: each fills an array of the solver, or a record, and returns it.

use super::functions::outputs;
use super::kernel::{Kernels, Setting};
use super::names::ident;
use super::outside;
use super::places::{element, whole};
use crate::lower::{Lowered, Routine};
use crate::pipeline::Compiled;
use crate::programs::calls::{Call, Role};
use crate::programs::ports::{Array, Root};
use crate::programs::slopes::Slope;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The functions of the runtime's trait.
pub fn all(lowered: &Lowered, setting: &Setting) -> Vec<TokenStream> {
    let functions = lowered.reports.iter().filter_map(|(call, routine)| {
        let entry = call.entry();
        match entry.role {
            Role::Report { array, needs_rate } => {
                Some(function(entry.functions[0], routine, array, needs_rate, setting))
            }
            Role::Evaluation | Role::Correction(_) => None,
        }
    });
    functions.collect()
}

fn function(name: &str, routine: &Routine, array: Array, needs_rate: bool, setting: &Setting) -> TokenStream {
    let kernels = Kernels::new(routine, setting.clone());
    let statements = kernels.statements(0);
    let outputs = outputs(&kernels, 0);
    let (name, kind, filled) = (ident(name), element(array), whole(array));
    let rate = needs_rate.then(|| quote!(, rate: &Self::State));
    let (result, begin, end) = match array.root() {
        Root::Local => (quote!(#kind), Some(fresh(routine, array)), filled),
        Root::Solver | Root::State | Root::Inputs | Root::Rate => (quote!(&[#kind]), None, quote!(&#filled)),
    };
    quote! {
        fn #name(&mut self, state: &Self::State, inputs: &Self::Inputs #rate) -> #result {
            #begin
            #statements
            #outputs
            #end
        }
    }
}

/// A local record whose fields the program fills.
fn fresh(routine: &Routine, record: Array) -> TokenStream {
    let (name, kind) = (whole(record), element(record));
    let ports = routine.ported.outputs.iter().flatten();
    let fields = ports.map(|port| ident(port.kind.description().field));
    quote!(let mut #name = #kind { #(#fields: 0.0),* };)
}

/// The field of a description with the rows and columns of slopes; `None` if there are none.
pub fn places_of_slopes(field: &str, slopes: &[Slope]) -> Option<TokenStream> {
    let field = ident(field);
    let number = Literal::usize_unsuffixed;
    let rows = slopes.chunk_by(|one, next| one.row == next.row).map(|row| {
        let columns = row.iter().map(|slope| number(slope.column));
        let row = number(row[0].row);
        quote!((#row, &[#(#columns),*]))
    });
    let rows: Vec<TokenStream> = rows.collect();
    (!rows.is_empty()).then(|| quote!(#field: &[#(#rows),*],))
}

/// Fields of a solver for the arrays that it lends, each with its first value: motion of wheels, contacts and markers,
/// reports.
pub fn kept(compiled: &Compiled) -> Vec<(TokenStream, TokenStream)> {
    let reported = compiled
        .programs
        .calls
        .keys()
        .filter_map(|call| match call.entry().role {
            Role::Report { array, .. } => Some(array),
            Role::Evaluation | Role::Correction(_) => None,
        });
    let arrays = [Array::Wheels, Array::KinematicMargins]
        .into_iter()
        .chain(outside::arrays(&compiled.model))
        .chain(reported);
    let lent = arrays.filter(|array| array.root() == Root::Solver);
    lent.map(|array| field(compiled, array)).collect()
}

fn field(compiled: &Compiled, array: Array) -> (TokenStream, TokenStream) {
    let (name, kind) = (ident(array.path()), element(array));
    let length = Literal::usize_unsuffixed(length(compiled, array));
    let zero = match array.record() {
        Some(_) => quote!(#kind::ZERO),
        None => quote!(0.0),
    };
    (quote!(#name: [#kind; #length]), quote!(#name: [#zero; #length]))
}

/// Number of elements of an array that the solver lends.
fn length(compiled: &Compiled, array: Array) -> usize {
    let Compiled {
        model,
        layout,
        state,
        programs,
        ..
    } = compiled;
    match array {
        Array::JointCoordinates => layout.coordinates.len(),
        Array::JointSpeeds => layout.speeds.len(),
        Array::Wheels => model.wheels.len(),
        Array::Contacts => model.contacts().count(),
        Array::Markers => model.markers().count(),
        Array::Bodies => model.moving_bodies().count(),
        Array::Outputs => model.outputs.len(),
        Array::KinematicMargins => state.margins.len(),
        Array::Slopes => programs.slopes(Call::Slopes).len(),
        Array::OutputSlopes => programs.slopes(Call::OutputSlopes).len(),
        other => unreachable!("{other:?} are not lent"),
    }
}
