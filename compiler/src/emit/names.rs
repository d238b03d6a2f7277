//! Identifiers of emitted code.

use crate::lower::unique;
use crate::model::names::{identifier, is_keyword};
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// An identifier of emitted code. All are made at the macro's call site: they are the user's to name.
pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The type of a vehicle: by its name, raw where this is a word of Rust.
pub fn type_name(vehicle: &str) -> Ident {
    match is_keyword(vehicle) {
        true => Ident::new_raw(vehicle, Span::call_site()),
        false => ident(vehicle),
    }
}

/// `Q_FRONT_LEFT_LOWER_PIVOT`
pub fn constant(prefix: &str, name: &str, taken: &mut BTreeSet<String>) -> Ident {
    ident(&unique(&format!("{prefix}_{}", identifier(name)).to_uppercase(), taken))
}
