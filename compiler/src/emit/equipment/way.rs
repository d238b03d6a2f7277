//! The path that a driver follows.

use super::literal::Literal;
use crate::emit::names::ident;
use crate::model::equipment::{Stretch, Way};
use proc_macro2::TokenStream;
use quote::quote;

/// Type and expression of a path.
pub(super) fn way(way: &Way) -> [TokenStream; 2] {
    let path = quote!(::wishbone::control::path);
    match way {
        Way::LaneChange {
            is_severe,
            begin,
            width,
            to_the_right,
        } => {
            let function = ident(if *is_severe { "severe" } else { "double" });
            let (begin, width) = (begin.tokens(), width.tokens());
            let mirrored = to_the_right.then(|| quote!(.mirrored()));
            let kind = quote!(#path::LaneChange);
            [kind.clone(), quote!(#kind::#function(#begin, #width) #mirrored)]
        }
        Way::Pieces { begin, heading, pieces } => {
            let (begin, heading) = (begin.tokens(), heading.tokens());
            let each = pieces.iter().map(|Stretch { length, curvatures }| {
                let (length, curvatures) = (length.tokens(), curvatures.tokens());
                quote!(.clothoid(#length, #curvatures))
            });
            let kind = quote!(#path::Pieces);
            [kind.clone(), quote!(#kind::new(#begin, #heading) #(#each)*)]
        }
        Way::Spline { x, y } => {
            let (x, y) = (x.tokens(), y.tokens());
            let kind = quote!(#path::Spline);
            [kind.clone(), quote!(#kind::of(#x, #y))]
        }
    }
}
