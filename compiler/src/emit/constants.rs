//! The constants of a solver.

use super::kernel::{number, table_name};
use super::names::{constant, ident};
use crate::lower::parts;
use crate::pipeline::Compiled;
use crate::programs::calls::Entry;
use crate::programs::ports::Owner;
use crate::scalar::{Ordinates, Points};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// All of them: the declaration, counts, positions by name, tables.
pub fn all(compiled: &Compiled, declaration: &str, tables: &[Points]) -> TokenStream {
    let operations = compiled.programs.calls.iter().filter_map(|(call, traceable)| {
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
    let positions = positions(compiled).into_iter().map(|position| {
        let Position {
            constant,
            owner,
            index,
            name,
        } = position;
        let doc = format!(" Position of `{name}` among the {}.", words(owner));
        let index = Literal::usize_unsuffixed(index);
        quote!(#[doc = #doc] pub const #constant: usize = #index;)
    });
    let tables = tables.iter().enumerate().map(|(place, points)| table(place, points));
    quote! {
        /// The declaration this solver was compiled from.
        pub const DECLARATION: &'static str = #declaration;
        #(#operations)*
        #(#positions)*
        #(#tables)*
    }
}

/// Position of a part among the parts of its kind.
pub struct Position<'a> {
    /// The constant that holds it.
    pub constant: Ident,
    /// The kind.
    pub owner: Owner,
    /// The position.
    pub index: usize,
    /// Name of the part.
    pub name: &'a str,
}

/// Positions of all parts that have a name.
pub fn positions(compiled: &Compiled) -> Vec<Position<'_>> {
    let Compiled {
        model, layout, state, ..
    } = compiled;
    let lists = parts(model, layout, state).into_iter();
    let lists = lists.filter_map(|(owner, names)| Some((prefix(owner)?, owner, names)));
    let mut positions = Vec::new();
    for (prefix, owner, names) in lists {
        // The coordinates `motion.x` and `motion_x` would have the same constant: the second one gets a number.
        let mut taken = BTreeSet::new();
        positions.extend(names.into_iter().enumerate().map(|(index, name)| Position {
            constant: constant(prefix, name, &mut taken),
            owner,
            index,
            name,
        }));
    }
    positions
}

/// Prefix of the constants of an owner; `None` if it has no constants.
fn prefix(owner: Owner) -> Option<&'static str> {
    match owner {
        Owner::Coordinate => Some("Q"),
        Owner::Speed => Some("V"),
        Owner::Drive => Some("DRIVE"),
        Owner::Signal => Some("SIGNAL"),
        Owner::Wheel => Some("WHEEL"),
        Owner::Output => Some("OUTPUT"),
        Owner::Body => Some("BODY"),
        Owner::Marker => Some("MARKER"),
        Owner::Contact
        | Owner::Equation
        | Owner::JointCoordinate
        | Owner::JointSpeed
        | Owner::Margin
        | Owner::Message
        | Owner::Parameter
        | Owner::Prepared
        | Owner::Slope
        | Owner::Vehicle => None,
    }
}

fn words(owner: Owner) -> &'static str {
    match owner {
        Owner::Coordinate => "coordinates",
        Owner::Speed => "speeds",
        Owner::Drive => "drives",
        Owner::Signal => "signals",
        Owner::Wheel => "wheels",
        Owner::Output => "outputs",
        Owner::Body => "bodies",
        Owner::Marker => "markers",
        Owner::Contact
        | Owner::Equation
        | Owner::JointCoordinate
        | Owner::JointSpeed
        | Owner::Margin
        | Owner::Message
        | Owner::Parameter
        | Owner::Prepared
        | Owner::Slope
        | Owner::Vehicle => "others",
    }
}

/// The constant of a curve.
fn table(place: usize, points: &Points) -> TokenStream {
    let name = table_name(place);
    let x = list(&points.x);
    let count = Literal::usize_unsuffixed(points.x.len());
    match &points.ordinates {
        Ordinates::Straight(y) => {
            let (kind, y) = (quote!(::wishbone::table::Straight), list(y));
            quote!(const #name: #kind<#count> = #kind::new(#x, #y);)
        }
        Ordinates::Cubic(pieces) => {
            let kind = quote!(::wishbone::table::Cubic);
            let rows = Literal::usize_unsuffixed(pieces.len());
            let pieces = pieces.iter().map(|piece| list(piece));
            quote!(const #name: #kind<#count, #rows> = #kind::new(#x, [#(#pieces),*]);)
        }
    }
}

fn list(numbers: &[f64]) -> TokenStream {
    let numbers = numbers.iter().copied().map(number);
    quote!([#(#numbers),*])
}
