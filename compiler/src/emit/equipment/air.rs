//! Forces of the air.

use super::literal::{Literal, whole};
use super::{Made, position};
use crate::emit::names::ident;
use crate::model::equipment::{Air, WAVES, Wind};
use crate::pipeline::Compiled;
use crate::programs::ports::Owner;
use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::quote;

/// Aerodynamic forces at a marker, with the declared winds.
pub(super) fn of_air(air: &Air, compiled: &Compiled) -> Made {
    let marker = position(compiled, Owner::Marker, &air.marker);
    let area = air.area.tokens();
    let fields = [
        ("density", air.density.tokens()),
        ("length", air.length.tokens()),
        ("force", air.force.tokens()),
        ("moment", air.moment.tokens()),
        ("ground_effect", air.ground_effect.tokens()),
    ];
    let (fields, values): (Vec<Ident>, Vec<TokenStream>) = fields.into_iter().map(|(f, x)| (ident(f), x)).unzip();
    let winds = air.winds.iter().map(wind);
    // Left to right, like a sum: each wind is added to all before it.
    let all = winds.reduce(|[kinds, values], [kind, value]| [quote!((#kinds, #kind)), quote!((#values, #value))]);
    let (kind, air) = match all {
        None => (quote!(::wishbone::air::Calm), quote!(air)),
        Some([kind, value]) => (kind, quote!(air.with_wind(#value))),
    };
    Made {
        kind: quote!(::wishbone::air::Air<#kind>),
        value: quote!({
            let marker = ::wishbone::marker::MarkerPort::at(Self::DESCRIPTION, #marker);
            let mut air = ::wishbone::air::Air::at(marker, #area);
            #(air.#fields = #values;)*
            #air
        }),
    }
}

/// Type and expression of a wind.
fn wind(wind: &Wind) -> [TokenStream; 2] {
    let air = quote!(::wishbone::air);
    match *wind {
        Wind::Steady(velocity) => {
            let velocity = velocity.tokens();
            [quote!(#air::Steady), quote!(#air::Steady(#velocity))]
        }
        Wind::Gust { peak, start, duration } => {
            let (peak, start, duration) = (peak.tokens(), start.tokens(), duration.tokens());
            let value = quote!(#air::Gust { peak: #peak, start: #start, duration: #duration });
            [quote!(#air::Gust), value]
        }
        Wind::Crosswind { velocity, range, edge } => {
            let (velocity, range, edge) = (velocity.tokens(), range.tokens(), edge.tokens());
            let value = quote!(#air::Crosswind { velocity: #velocity, range: #range, edge: #edge });
            [quote!(#air::Crosswind), value]
        }
        Wind::Turbulence {
            mean,
            deviations,
            lengths,
            seed,
        } => {
            let (mean, deviations, lengths) = (mean.tokens(), deviations.tokens(), lengths.tokens());
            let (waves, seed) = (whole(WAVES), Token::u64_unsuffixed(seed));
            let kind = quote!(#air::Turbulence);
            [
                quote!(#kind<#waves>),
                quote!(#kind::<#waves>::new(#mean, #deviations, #lengths, #seed)),
            ]
        }
    }
}
