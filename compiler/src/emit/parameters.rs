//! The parameters of a solver: a struct with a field for each, and the numbers that are computed when they are set.

use super::kernel::{Kernels, number};
use super::names::ident;
use super::rules;
use crate::model::names::identifier;
use crate::pipeline::Compiled;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The fields, in the order of the parameters.
pub fn fields(compiled: &Compiled) -> Vec<Ident> {
    let parameters = compiled.model.parameters.iter();
    parameters
        .map(|parameter| ident(&identifier(&parameter.name)))
        .collect()
}

/// Name of the type of the parameters.
pub fn name(compiled: &Compiled) -> Ident {
    ident(&format!("{}Parameters", compiled.model.name))
}

/// How many numbers are prepared.
pub fn prepared(compiled: &Compiled) -> Literal {
    Literal::usize_unsuffixed(compiled.programs.prepare.outputs.len())
}

/// The type and its implementations; nothing for a vehicle without parameters. `statements` compute the prepared
/// numbers.
pub fn all(compiled: &Compiled, vehicle: &Ident, prepare: &Kernels, outputs: &TokenStream) -> TokenStream {
    let parameters = &compiled.model.parameters;
    if parameters.is_empty() {
        return TokenStream::new();
    }
    let (fields, name) = (fields(compiled), name(compiled));
    let public = compiled.model.public.then(|| quote!(pub));
    let doc = format!(" Parameters of `{}`, in SI units.", compiled.model.name);
    let docs = parameters.iter().map(|parameter| {
        let unit = if parameter.unit.is_empty() { "-" } else { parameter.unit };
        format!(
            " `{}` `[{unit}]`, {} unless it is set.",
            parameter.name, parameter.default
        )
    });
    let defaults: Vec<TokenStream> = parameters.iter().map(|parameter| number(parameter.default)).collect();
    let table = parameters.iter().zip(&defaults).map(|(parameter, default)| {
        let (name, unit) = (&parameter.name, parameter.unit);
        let [least, greatest] = parameter.range.map(number);
        let range = quote!([#least, #greatest]);
        quote!(::wishbone::parameters::Parameter { name: #name, unit: #unit, default: #default, range: #range })
    });
    let rules = rules::constant(&compiled.model.rules);
    let indices: Vec<Literal> = (0..parameters.len()).map(Literal::usize_unsuffixed).collect();
    let statements = prepare.statements(0);
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #public struct #name {
            #(#[doc = #docs] pub #fields: f64,)*
        }

        impl ::core::default::Default for #name {
            fn default() -> Self {
                Self { #(#fields: #defaults,)* }
            }
        }

        #[allow(clippy::all, clippy::pedantic, reason = "generated")]
        impl ::wishbone::parameters::Parameters for #name {
            const TABLE: &'static [::wishbone::parameters::Parameter] = &[#(#table),*];
            #rules

            fn get(&self, index: usize) -> ::core::option::Option<f64> {
                match index {
                    #(#indices => ::core::option::Option::Some(self.#fields),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn get_mut(&mut self, index: usize) -> ::core::option::Option<&mut f64> {
                match index {
                    #(#indices => ::core::option::Option::Some(&mut self.#fields),)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        ::wishbone::serde_of_parameters!(#name);

        #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, reason = "generated")]
        impl #vehicle {
            /// At the design position, with these parameters, taken as they are; nothing has been evaluated yet.
            pub fn with(parameters: #name) -> Self {
                let mut solver = Self { parameters, ..Self::unprepared() };
                solver.prepare();
                solver
            }

            /// Computes what depends on parameters only.
            fn prepare(&mut self) {
                #statements
                #outputs
            }
        }

        impl ::wishbone::parameters::Tuned for #vehicle {
            type Parameters = #name;

            fn parameters(&self) -> &Self::Parameters {
                &self.parameters
            }

            fn set_parameters_unchecked(&mut self, parameters: Self::Parameters) {
                self.parameters = parameters;
                self.prepare();
            }
        }
    }
}
