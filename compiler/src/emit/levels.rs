//! One text for each instruction set.
//!
//! Every function is written once for each level that the declaration names, beside the baseline: the same operations,
//! but that products and sums are rounded once where the instruction set can. Which is used is decided when the solver is
//! made, and asked once a call.
//!
//! A text without lanes is not written for the widest instructions: measured on a server core, the vectors that LLVM makes
//! of single numbers there cost up to a third more time than they save. At that level it is the one of the level below.

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

    /// The baseline, then the levels.
    pub fn all(levels: &[Level]) -> Vec<Version> {
        let levels = levels.iter().map(|level| Version(Some(*level)));
        std::iter::once(Self::BASELINE).chain(levels).collect()
    }

    /// The text that is used at this level where there are no lanes.
    pub fn without_lanes(self) -> Version {
        Version(self.0.map(|_| Level::V3))
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

/// The call of a function in the text that fits the processor; `has_lanes` says whether there is one for the widest
/// instructions.
pub fn dispatch(levels: &[Level], has_lanes: bool, function: &str, arguments: &TokenStream) -> TokenStream {
    let call = |version: Version| {
        let name = version.name(function);
        quote!(self.#name(#arguments))
    };
    let baseline = call(Version::BASELINE);
    let arms = Version::all(levels).into_iter().skip(1).map(|version| {
        let (variant, call) = (
            version.variant(),
            call(if has_lanes { version } else { version.without_lanes() }),
        );
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
    let variants = Version::all(levels).into_iter().map(Version::variant);
    quote!(&[#(::wishbone::level::Level::#variants),*])
}
