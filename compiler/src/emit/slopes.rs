//! The functions that compute slopes: several for each text, and one that calls them all.

use super::functions::Evaluation;
use super::kernel::{Kernels, Setting, fresh_workspace, workspace_definition};
use super::levels::{self, Version};
use super::names::ident;
use crate::lower::{Text, Workspace};
use crate::pipeline::Compiled;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Parts of the solver's type for slopes. The functions are empty for a vehicle without slopes, and if a single
/// function computes all slopes.
#[derive(Default)]
pub struct Parts {
    /// The workspace's type.
    pub definition: TokenStream,
    /// Its field in the solver.
    pub field: TokenStream,
    /// Its first value.
    pub value: TokenStream,
}

/// The workspace of the slopes, if they need one.
pub fn workspace(compiled: &Compiled) -> Parts {
    let places = compiled.lowered().workspace_of_slopes();
    if places.is_empty() {
        return Parts::default();
    }
    let kind = ident(&format!("__{}SlopesWorkspace", compiled.model.name));
    let fresh = fresh_workspace(&kind, &places);
    Parts {
        definition: workspace_definition(&kind, &places),
        field: quote!(workspace_of_slopes: #kind,),
        value: quote!(workspace_of_slopes: #fresh,),
    }
}

/// The workspace for the slopes of a batch: its field, its type and its places; `None` for a vehicle without slopes.
pub fn workspace_of_batch(compiled: &Compiled, text: &Text) -> Option<([Ident; 2], Workspace)> {
    let routine = text.slopes.as_ref()?;
    let kind = ident(&format!("__{}BatchSlopesWorkspace", compiled.model.name));
    Some(([ident("workspace_of_slopes"), kind], routine.workspace()))
}

/// The functions of one text for one instruction set, which read a state and inputs of these types.
pub fn functions(text: &Text, setting: &Setting, version: Version, [state, inputs]: [TokenStream; 2]) -> TokenStream {
    let Some(routine) = &text.slopes else {
        return TokenStream::new();
    };
    let setting = Setting {
        workspace: quote!(self.workspace_of_slopes),
        version,
        is_shared: false,
        ..setting.clone()
    };
    let kernels = Kernels::new(routine, setting);
    let evaluation = Evaluation {
        kernels: &kernels,
        versions: &[version],
        inputs,
        state,
        stays_apart: true,
    };
    let functions: TokenStream = evaluation.functions().collect();
    let (name, attributes) = (version.name("slopes_by"), version.attributes());
    let Evaluation { state, inputs, .. } = &evaluation;
    let [calls, _] = evaluation.calls(version);
    quote! {
        #functions

        #[allow(unused_variables, reason = "generated")]
        #attributes
        fn #name(&mut self, state: &#state, inputs: &#inputs) {
            #calls
        }
    }
}

/// The trait's function; `None` for a vehicle without slopes.
pub fn implementation(compiled: &Compiled) -> Option<TokenStream> {
    let texts = &compiled.lowered().texts;
    texts[0].slopes.as_ref()?;
    let serving = texts.get(1).map_or(&[][..], |text| &text.levels_of_slopes);
    let call = levels::dispatch(&compiled.model.levels, serving, "slopes_by", &quote!(state, inputs));
    Some(quote! {
        fn slopes(&mut self, state: &Self::State, inputs: &Self::Inputs) -> &[f64] {
            #call;
            &self.slopes
        }

        fn last_slopes(&self) -> &[f64] {
            &self.slopes
        }
    })
}
