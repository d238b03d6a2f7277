//! Conditions on combinations of a solver's parameters, as a constant that the runtime checks.

use super::kernel::number;
use crate::model::{Holds, Number, Rule};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The constant; nothing if there are no rules.
pub fn constant(rules: &[Rule]) -> TokenStream {
    if rules.is_empty() {
        return TokenStream::new();
    }
    let rules = rules.iter().map(rule);
    quote! {
        const RULES: &'static [::wishbone::parameters::Rule] = &[#(#rules),*];
    }
}

fn rule(rule: &Rule) -> TokenStream {
    let part = &rule.part;
    let holds = match rule.holds {
        Holds::PositiveInertia => quote!(PositiveInertia),
        Holds::PhysicalInertia => quote!(PhysicalInertia),
        Holds::Rotor => quote!(Rotor),
        Holds::Apart => quote!(Apart),
        Holds::Increasing => quote!(Increasing),
        Holds::Passive => quote!(Passive),
    };
    let numbers = rule.numbers.iter().map(affine);
    quote! {
        ::wishbone::parameters::Rule {
            part: #part,
            holds: ::wishbone::parameters::Holds::#holds,
            numbers: &[#(#numbers),*],
        }
    }
}

fn affine(tuned: &Number) -> TokenStream {
    let value = number(**tuned);
    let slopes = tuned.slopes().iter().map(|(parameter, slope)| {
        let (index, slope) = (Literal::usize_unsuffixed(parameter.index()), number(*slope));
        quote!((#index, #slope))
    });
    quote!(::wishbone::parameters::Affine { value: #value, slopes: &[#(#slopes),*] })
}
