//! The places in emitted code of the numbers and arrays that programs read and write.

use super::constants::positions;
use super::kernel::at;
use super::names::ident;
use crate::pipeline::Compiled;
use crate::programs::ports::{Array, Description, Owner, Port, Root, Shape};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// Constants that name the elements of arrays.
pub struct Positions {
    owner: TokenStream,
    names: BTreeMap<(Owner, usize), Ident>,
}

impl Positions {
    /// The constants of a vehicle. `owner` is the path of its type.
    pub fn new(compiled: &Compiled, owner: TokenStream) -> Self {
        let positions = positions(compiled).into_iter();
        Positions {
            owner,
            names: positions.map(|p| ((p.owner, p.index), p.constant)).collect(),
        }
    }

    /// An element of an array, indexed by its constant if it has one.
    fn at(&self, array: TokenStream, (owner, index): (Owner, usize)) -> TokenStream {
        match self.names.get(&(owner, index)) {
            Some(name) => {
                let vehicle = &self.owner;
                quote!(#array[#vehicle::#name])
            }
            None => at(array, index),
        }
    }
}

/// The place of a port's number.
pub fn place(port: Port, positions: &Positions) -> TokenStream {
    let Description {
        array, field, shape, ..
    } = port.kind.description();
    let element = match array.owner() == Owner::Vehicle {
        true => whole(array),
        // Margins belong to speeds, but have their own order.
        false if array == Array::KinematicMargins => at(whole(array), port.index),
        false => positions.at(whole(array), port.owner()),
    };
    let field = (!field.is_empty()).then(|| ident(field)).into_iter();
    let number = quote!(#element #(.#field)*);
    match shape {
        Shape::Number => number,
        Shape::Vector => at(number, port.component),
        Shape::Matrix => at(at(number, port.component / 3), port.component % 3),
    }
}

/// The vector, or the row of a matrix, that begins with a port; `None` if the port is not a first component.
pub fn row(port: Port, positions: &Positions) -> Option<TokenStream> {
    let Description {
        array, field, shape, ..
    } = port.kind.description();
    let vector = || {
        let (element, field) = (positions.at(whole(array), port.owner()), ident(field));
        quote!(#element.#field)
    };
    match shape {
        Shape::Vector if port.component == 0 => Some(vector()),
        Shape::Matrix if port.component.is_multiple_of(3) => Some(at(vector(), port.component / 3)),
        Shape::Number | Shape::Vector | Shape::Matrix => None,
    }
}

/// The array, or the record if it is a single one.
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
