//! Where emitted code finds the numbers and arrays that programs read and write.

use super::kernel::at;
use super::names::ident;
use crate::formulation::ports::{Array, Description, Owner, Port, Root, Shape};
use proc_macro2::TokenStream;
use quote::quote;

/// The number of a port.
pub fn place(port: Port) -> TokenStream {
    let Description {
        array, field, shape, ..
    } = port.kind.description();
    let element = match array.owner() == Owner::Vehicle {
        true => whole(array),
        false => at(whole(array), port.index),
    };
    let field = (!field.is_empty()).then(|| ident(field)).into_iter();
    let number = quote!(#element #(.#field)*);
    match shape {
        Shape::Number => number,
        Shape::Vector => at(number, port.component),
        Shape::Matrix => at(at(number, port.component / 3), port.component % 3),
    }
}

/// The array, or the one record.
pub fn whole(array: Array) -> TokenStream {
    let root = match array.root() {
        Root::Solver => Some("self"),
        Root::State => Some("state"),
        Root::Inputs => Some("inputs"),
        Root::Rate => Some("rate"),
        Root::Local => None,
    };
    let steps = root.into_iter().chain(array.path().split('.')).map(ident);
    quote!(#(#steps).*)
}

/// The type of an element.
pub fn element(array: Array) -> TokenStream {
    match array.record().map(ident) {
        Some(record) => quote!(::wishbone::ports::#record),
        None => quote!(f64),
    }
}
