//! Functions for each level of the instruction set.
//!
//! Beside the baseline there is one text for all levels that the declaration names: the same operations, but that products
//! and sums are rounded once where the instruction set can. A function that several levels share is inlined into one for
//! each, in which the level's instructions are enabled; it gets a proof that there are registers. Which is used is decided
//! when the solver is made, and asked once a call.

use super::names::ident;
use crate::model::Level;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(Option<Level>);

impl Version {
    /// For every processor.
    pub const BASELINE: Version = Version(None);

    /// A level.
    pub fn at(level: Level) -> Self {
        Version(Some(level))
    }

    /// The versions of a text for these levels: the baseline where it serves every processor.
    pub fn each(levels: &[Level]) -> Vec<Self> {
        match levels.is_empty() {
            true => vec![Version::BASELINE],
            false => levels.iter().copied().map(Version::at).collect(),
        }
    }

    /// Whether the instruction set multiplies and adds at once.
    pub fn is_fused(self) -> bool {
        self.0.is_some()
    }

    /// The name of a function in this text.
    pub fn name(self, name: &str) -> Ident {
        match self.0 {
            None => ident(name),
            Some(level) => ident(&format!("{name}_{}", level.word())),
        }
    }

    /// Whether a register holds eight numbers.
    pub fn has_registers_of_eight(self) -> bool {
        self.0 >= Some(Level::V4)
    }

    /// The name of a function that several levels share.
    pub fn shared_name(name: &str) -> Ident {
        ident(&format!("{name}_in_lanes"))
    }

    /// Attributes of a function.
    pub fn attributes(self) -> TokenStream {
        match self.0 {
            None => TokenStream::new(),
            Some(Level::V3) => quote! {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,fma")]
            },
            Some(Level::V4) => quote! {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
            },
        }
    }

    /// Its variant of `wishbone::level::Level`.
    pub fn variant(self) -> Ident {
        ident(match self.0 {
            None => "Baseline",
            Some(Level::V3) => "V3",
            Some(Level::V4) => "V4",
        })
    }
}

/// A function that computes in lanes, by its parts.
pub struct Signature<'a> {
    /// Documentation and attributes.
    pub attributes: TokenStream,
    /// Its name, without the level.
    pub name: &'a str,
    /// Parameters behind `&mut self`.
    pub parameters: Vec<TokenStream>,
    /// Arguments for these.
    pub arguments: Vec<TokenStream>,
    /// Its result.
    pub result: Option<TokenStream>,
}

impl Signature<'_> {
    /// The function for one level; or, where several levels share it, the function that is inlined into one for each: the
    /// instruction set of these is enabled for the instructions of that.
    pub fn function(&self, versions: &[Version], body: &TokenStream) -> TokenStream {
        let Signature {
            attributes,
            name,
            parameters,
            arguments,
            result,
        } = self;
        let result = result.iter();
        let result = quote!(#(-> #result)*);
        if let [version] = versions {
            let (name, enabled) = (version.name(name), version.attributes());
            return quote! {
                #attributes
                #enabled
                fn #name(&mut self #(, #parameters)*) #result {
                    #body
                }
            };
        }
        let shared = Version::shared_name(name);
        let each = versions.iter().map(|version| {
            let (name, enabled) = (version.name(name), version.attributes());
            quote! {
                #enabled
                fn #name(&mut self #(, #parameters)*) #result {
                    self.#shared(::wishbone::lanes::Registers::proven() #(, #arguments)*)
                }
            }
        });
        quote! {
            #attributes
            #[allow(unused_variables, reason = "generated")]
            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn #shared(&mut self, registers: ::wishbone::lanes::Registers #(, #parameters)*) #result {
                #body
            }
            #(#each)*
        }
    }
}

/// The call of a function in the text that fits the processor: `serving` are the levels that have it. A level that is not
/// among these uses that of the level below.
pub fn dispatch(levels: &[Level], serving: &[Level], function: &str, arguments: &TokenStream) -> TokenStream {
    let call = |version: Version| {
        let name = version.name(function);
        quote!(self.#name(#arguments))
    };
    let baseline = call(Version::BASELINE);
    if serving.is_empty() {
        return baseline;
    }
    let arms = levels.iter().map(|level| {
        let variant = Version::at(*level).variant();
        let served = serving.iter().filter(|served| *served <= level);
        let call = call(Version(served.max().copied()));
        quote! {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "the level is one that the processor was asked for")]
            ::wishbone::level::Level::#variant => unsafe { #call },
        }
    });
    quote! {
        match self.level {
            #(#arms)*
            _ => #baseline,
        }
    }
}

/// The list of levels, as an expression.
pub fn list(levels: &[Level]) -> TokenStream {
    let levels = levels.iter().map(|level| Version::at(*level));
    let variants = std::iter::once(Version::BASELINE).chain(levels).map(Version::variant);
    quote!(&[#(::wishbone::level::Level::#variants),*])
}
