//! Identifiers of emitted code.

use crate::ir::{Program, Value};
use crate::model::names::identifier;
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// An identifier of emitted code. All are made at the macro's call site: they are the user's to name.
pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// `FRONT_LEFT_LOWER_PIVOT`
pub fn constant(prefix: &str, name: &str) -> Ident {
    ident(&format!("{prefix}_{}", identifier(name)).to_uppercase())
}

/// A name for every value of a program, unique in it.
pub fn values(program: &Program) -> Vec<Ident> {
    let mut taken = BTreeSet::new();
    let unique = |value: Value, name: Option<&str>, taken: &mut BTreeSet<String>| {
        let base = name.map_or_else(|| format!("t{}", value.0), identifier);
        let free = (1..).map(|n| if n == 1 { base.clone() } else { format!("{base}_{n}") });
        let name = free.into_iter().find(|n| !taken.contains(n)).unwrap_or(base);
        taken.insert(name.clone());
        ident(&name)
    };
    program
        .values()
        .map(|(value, node)| unique(value, node.name.as_deref(), &mut taken))
        .collect()
}
