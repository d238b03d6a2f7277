//! Identifiers of emitted code.

use crate::lower::unique;
use crate::model::names::{identifier, is_keyword};
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// An identifier of emitted code. All identifiers have the span of the macro's call site, so that the user can name
/// them.
pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The type of a vehicle: its name, as a raw identifier if it is a keyword of Rust.
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
