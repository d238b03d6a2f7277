//! Tyres, one for each wheel.

use super::Made;
use super::literal::{Literal, Record, magic_formula, whole};
use crate::model::equipment::{Tyre, TyreLaw, with_law};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use wishbone_laws::tyre::Compliance;
use wishbone_laws::tyre::magic_formula::Side;

/// Properties by which all tyres of a vehicle get one common type.
struct Common {
    /// Whether there are several kinds of laws or responses.
    is_mixed: bool,
    /// Whether any of them has an envelope.
    envelops: bool,
    /// Whether any of them is on a compliant wheel.
    complies: bool,
}

/// One tyre for each wheel, all of one common type, on a terrain whose type is the parameter `Terrain`. Four tyres of one kind are
/// computed at once.
pub(super) fn of_tyres(tyres: &[&Tyre], wheels: usize) -> Made {
    if tyres.is_empty() {
        return Made::still();
    }
    let kinds = tyres.iter().map(|tyre| kind_of_tyre(tyre).to_string());
    let common = Common {
        is_mixed: kinds.collect::<BTreeSet<_>>().len() > 1,
        envelops: tyres.iter().any(|tyre| tyre.cams.is_some()),
        complies: tyres.iter().any(|tyre| tyre.compliant.is_some()),
    };
    let mut each: Vec<TokenStream> = vec![TokenStream::new(); wheels];
    for tyre in tyres {
        for (&wheel, &left) in tyre.wheels.iter().zip(&tyre.on_the_left) {
            each[wheel] = common.tyre(tyre, left);
        }
    }
    let kind = common.kind(tyres[0]);
    if wheels == 4 && common.go_together(tyres) {
        return Made {
            kind: quote!(::wishbone::tyre::FourOnRoad<#kind, Terrain>),
            value: quote!(::wishbone::tyre::FourOnRoad::new([#(#each),*], ::wishbone::terrain::Flat)),
        };
    }
    let count = whole(wheels);
    Made {
        kind: quote!(::wishbone::tyre::OnRoad<#kind, Terrain, #count>),
        value: quote!(::wishbone::tyre::OnRoad { tyres: [#(#each),*], terrain: ::wishbone::terrain::Flat }),
    }
}

impl Common {
    fn go_together(&self, tyres: &[&Tyre]) -> bool {
        let is_single = |tyre: &&Tyre| matches!(tyre.law, TyreLaw::Tables(_) | TyreLaw::Calspan(_));
        !(self.is_mixed || self.envelops || self.complies || tyres.iter().any(is_single))
    }

    /// The common type of all tyres, for which any tyre may be given.
    fn kind(&self, tyre: &Tyre) -> TokenStream {
        let mut kind = match self.is_mixed {
            true => quote!(::wishbone::tyre::AnyTyre),
            false => kind_of_tyre(tyre),
        };
        if self.envelops {
            kind = quote!(::wishbone::tyre::Enveloping<#kind>);
        }
        if self.complies {
            kind = quote!(::wishbone::tyre::Compliant<#kind>);
        }
        kind
    }

    /// A tyre of the common type. A stiff wheel among compliant wheels gets coefficients of zero.
    fn tyre(&self, tyre: &Tyre, is_left: bool) -> TokenStream {
        let mut made = tyre_of(tyre, is_left);
        if self.is_mixed {
            made = quote!(::wishbone::tyre::AnyTyre::from(#made));
        }
        if self.envelops {
            let cams = tyre.cams.tokens();
            made = quote!(::wishbone::tyre::Enveloping { tyre: #made, cams: #cams });
        }
        if self.complies {
            let own = tyre.compliant.as_ref();
            let compliance = own
                .map_or_else(Compliance::default, |own| own.on_side(is_left))
                .tokens();
            let lag = own.map_or(1.0, |own| own.lag).tokens();
            made = quote!(::wishbone::tyre::Compliant { tyre: #made, compliance: #compliance, lag: #lag });
        }
        made
    }
}

fn kind_of_tyre(tyre: &Tyre) -> TokenStream {
    let law = match &tyre.law {
        TyreLaw::ByNumbers(law) => with_law!(law, law => law.kind()),
        TyreLaw::MagicFormula(_) => quote!(::wishbone::tyre::MagicFormula),
        TyreLaw::Tables(tables) => {
            let inclinations = whole(tables.inclinations.len());
            quote!(::wishbone::tyre::Carpet<#inclinations>)
        }
        TyreLaw::Calspan(_) => quote!(::wishbone::tyre::Calspan),
    };
    match tyre.is_relaxed {
        true => quote!(::wishbone::tyre::Relaxed<#law>),
        false => law,
    }
}

fn tyre_of(tyre: &Tyre, is_left: bool) -> TokenStream {
    let law = match &tyre.law {
        TyreLaw::ByNumbers(law) => with_law!(law, law => law.tokens()),
        TyreLaw::MagicFormula(file) => {
            let side = if is_left { Side::Left } else { Side::Right };
            magic_formula(file, file.mounted(side).side)
        }
        TyreLaw::Tables(tables) => tables.tokens(),
        TyreLaw::Calspan(law) => law.tokens(),
    };
    match tyre.is_relaxed {
        true => quote!(::wishbone::tyre::Relaxed { law: #law }),
        false => law,
    }
}
