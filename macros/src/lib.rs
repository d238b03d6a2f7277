//! The `vehicle!` macro: parse, call the compiler, hand back tokens. `wishbone` re-exports it; start there.

use proc_macro::TokenStream;
use wishbone_compiler::diag::to_syn::{to_syn_error, to_warnings};
use wishbone_compiler::{emit, pipeline};

/// Compiles the declaration of a vehicle into its solver.
///
/// The result is a type of the declared name that implements `wishbone::solver::Solver`, with constants for the
/// positions of its coordinates, speeds, drives, wheels, outputs and bodies. Whatever is wrong with the declaration is
/// reported at its place, all at once.
#[proc_macro]
pub fn vehicle(declaration: TokenStream) -> TokenStream {
    let declaration = proc_macro2::TokenStream::from(declaration);
    let text = declaration.to_string();
    match pipeline::compile_tokens(declaration) {
        Ok(compiled) => {
            let mut tokens = emit::tokens(&compiled, &text);
            tokens.extend(to_warnings(&compiled.warnings));
            tokens.into()
        }
        Err(diagnostics) => to_syn_error(&diagnostics).to_compile_error().into(),
    }
}
