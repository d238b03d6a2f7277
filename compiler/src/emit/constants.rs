//! The constants of a solver.

use super::kernel::{number, table_name};
use super::names::{constant, ident};
use crate::formulation::calls::Entry;
use crate::pipeline::Compiled;
use crate::scalar::{Ordinates, Points};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// All of them: the declaration, counts, positions by name, tables.
pub fn all(compiled: &Compiled, declaration: &str, tables: &[Points]) -> TokenStream {
    let Compiled {
        model,
        layout,
        state,
        programs,
        ..
    } = compiled;
    let operations = programs.calls.iter().filter_map(|(call, traceable)| {
        let Entry {
            constant, functions, ..
        } = call.entry();
        let functions: Vec<String> = functions.iter().map(|name| format!("`{name}`")).collect();
        let doc = match &functions[..] {
            [function] => format!(" Operations of one call of {function}."),
            several => format!(" Operations of {}: {}.", call.entry().name, several.join(", then ")),
        };
        let (constant, count) = (ident((*constant)?), traceable.program.count().total());
        let count = Literal::usize_unsuffixed(count);
        Some(quote!(#[doc = #doc] pub const #constant: usize = #count;))
    });
    let indices = |prefix: &'static str, what: &'static str, names: Vec<&String>| {
        // `motion.x` and `motion_x` are two coordinates and would be one constant: the later gets a number.
        let mut taken = BTreeSet::new();
        let each = names.into_iter().enumerate().map(|(index, name)| {
            let constant = constant(prefix, name, &mut taken);
            let doc = format!(" Position of `{name}` among the {what}.");
            let index = Literal::usize_unsuffixed(index);
            quote!(#[doc = #doc] pub const #constant: usize = #index;)
        });
        let each: Vec<TokenStream> = each.collect();
        quote!(#(#each)*)
    };
    let lists = [
        indices("Q", "coordinates", state.coordinate_names(layout)),
        indices("V", "speeds", state.speed_names(layout)),
        indices("DRIVE", "drives", model.drives.iter().map(|d| &d.name).collect()),
        indices("SIGNAL", "signals", model.signals.iter().map(|s| &s.name).collect()),
        indices("WHEEL", "wheels", model.wheels.iter().map(|w| &w.name).collect()),
        indices("OUTPUT", "outputs", model.outputs.iter().map(|o| &o.name).collect()),
        indices("BODY", "bodies", model.bodies[1..].iter().map(|b| &b.name).collect()),
    ];
    let tables = tables.iter().enumerate().map(|(place, points)| table(place, points));
    quote! {
        /// The declaration this solver was compiled from.
        pub const DECLARATION: &'static str = #declaration;
        #(#operations)*
        #(#lists)*
        #(#tables)*
    }
}

/// A curve: its abscissae, and what lies over them.
fn table(place: usize, points: &Points) -> TokenStream {
    let [x_name, y_name] = ["X", "Y"].map(|axis| table_name(place, axis));
    let x = list(&points.x);
    let count = Literal::usize_unsuffixed(points.x.len());
    let (kind, rows) = match &points.ordinates {
        Ordinates::Straight(y) => (quote!([f64; #count]), list(y)),
        Ordinates::Cubic(pieces) => {
            let count = Literal::usize_unsuffixed(pieces.len());
            let pieces = pieces.iter().map(|piece| list(piece));
            (quote!([[f64; 4]; #count]), quote!([#(#pieces),*]))
        }
    };
    quote! {
        const #x_name: [f64; #count] = #x;
        const #y_name: #kind = #rows;
    }
}

fn list(numbers: &[f64]) -> TokenStream {
    let numbers = numbers.iter().copied().map(number);
    quote!([#(#numbers),*])
}
