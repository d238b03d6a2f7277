//! Identifiers of emitted code.

use crate::ir::Program;
use crate::model::names::identifier;
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// An identifier of emitted code. All are made at the macro's call site: they are the user's to name.
pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The name, or where it is taken the name with the first free number behind it; taken from now on.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> Ident {
    let mut free = name.to_owned();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}_{number}");
        number += 1;
    }
    ident(&free)
}

/// `Q_FRONT_LEFT_LOWER_PIVOT`
pub fn constant(prefix: &str, name: &str, taken: &mut BTreeSet<String>) -> Ident {
    unique(&format!("{prefix}_{}", identifier(name)).to_uppercase(), taken)
}

/// A name for every value of a program, unique in it.
pub fn values(program: &Program) -> Vec<Ident> {
    let mut taken = BTreeSet::new();
    program
        .values()
        .map(|(value, node)| match &node.name {
            Some(name) => unique(&identifier(name), &mut taken),
            None => unique(&format!("t{}", value.0), &mut taken),
        })
        .collect()
}
