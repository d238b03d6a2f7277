//! Functions for each level of the instruction set.
//!
//! Besides the baseline there is one text for all levels that the declaration names. This text has the same operations
//! as the baseline, but products and sums are rounded once if the instruction set supports it. A function that several
//! levels share is inlined into one function for each level, in which the level's instructions are enabled. It receives
//! a proof that the processor has such registers. The level is chosen when the solver is made, and looked up once per
//! call.

use super::names::ident;
use crate::model::Level;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Instruction set for which a function is emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(Option<Level>);

impl Version {
    /// The version for every processor.
    pub const BASELINE: Version = Version(None);

    /// A level.
    pub fn at(level: Level) -> Self {
        Version(Some(level))
    }

    /// The versions of a text for these levels; the baseline if there are no levels.
    pub fn each(levels: &[Level]) -> Vec<Self> {
        match levels.is_empty() {
            true => vec![Version::BASELINE],
            false => levels.iter().copied().map(Version::at).collect(),
        }
    }

    /// Whether the instruction set has fused multiplication and addition.
    pub fn is_fused(self) -> bool {
        self.0.is_some()
    }

    /// The name of a function in this version.
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

    /// The first statement of a function whose vectors may not all stay in registers.
    pub fn aligned(self) -> Option<TokenStream> {
        self.0.map(|_| quote!(::wishbone::lanes::align_stack();))
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

/// The parts of a function that computes in lanes.
pub struct Signature<'a> {
    /// Documentation and attributes.
    pub attributes: TokenStream,
    /// Its name, without the suffix of the level.
    pub name: &'a str,
    /// Parameters after `&mut self`.
    pub parameters: Vec<TokenStream>,
    /// Arguments for these parameters.
    pub arguments: Vec<TokenStream>,
    /// Its result.
    pub result: Option<TokenStream>,
}

impl Signature<'_> {
    /// The function for one level. If several levels share it: the shared function, and one function for each level
    /// into which it is inlined. Inlining enables the instruction set of the level for the shared instructions.
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

/// The call of a function in the version that fits the processor. `serving` are the levels that have the function. A
/// level without it uses the text of the level below.
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
