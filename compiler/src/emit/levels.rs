//! One text for each instruction set.
//!
//! Every function is written once for each level that the declaration names, beside the baseline: the same operations,
//! but that products and sums are rounded once where the instruction set can. Which is used is decided when the solver is
//! made, and asked once a call.
//

use super::names::ident;
use crate::lower::Lowered;
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

    /// Type of a value of eight numbers: one register, or two.
    pub fn register_of_eight(self) -> Ident {
        ident(match self.0 {
            Some(Level::V4) => "x8",
            _ => "x4x2",
        })
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

/// The call of a function in the text that fits the processor. A level that no text serves uses that of the level below.
pub fn dispatch(lowered: &Lowered, levels: &[Level], function: &str, arguments: &TokenStream) -> TokenStream {
    let call = |version: Version| {
        let name = version.name(function);
        quote!(self.#name(#arguments))
    };
    let baseline = call(Version::BASELINE);
    let arms = levels.iter().map(|level| {
        let variant = Version::at(*level).variant();
        let serving = lowered
            .texts
            .iter()
            .flat_map(|text| &text.levels)
            .filter(|served| *served <= level);
        let call = call(Version(serving.max().copied()));
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
