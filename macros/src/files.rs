//! Files that a macro call reads: their paths, and their registration with `cargo`.

use proc_macro2::{TokenStream, TokenTree};
use std::env;
use std::path::{Path, PathBuf};
use syn::{LitStr, parse_quote};
use wishbone_compiler::build::files::text;

/// The files that one call has read.
#[derive(Default)]
pub struct Files {
    read: Vec<PathBuf>,
}

impl Files {
    /// The text of a file, with a path relative to the folder of `Cargo.toml`.
    pub fn read(&mut self, path: &str) -> Result<String, String> {
        let root = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
        let full = Path::new(&root).join(path);
        let text = text(&full)?;
        self.read.push(full);
        Ok(text)
    }

    /// Tokens that make `rustc` register the files as dependencies of the crate. A stable macro has no other way.
    pub fn tracked(&self) -> TokenStream {
        let paths = self.read.iter().filter_map(|path| path.to_str());
        let items = paths.map(|path| -> TokenStream {
            parse_quote!(
                const _: &[u8] = ::core::include_bytes!(#path);
            )
        });
        items.collect()
    }
}

/// The path in `file = "car.toml"`.
pub fn named(declaration: &TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = declaration.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(word), TokenTree::Punct(mark), TokenTree::Literal(path)]
            if word == "file" && mark.as_char() == '=' =>
        {
            syn::parse_str::<LitStr>(&path.to_string())
                .ok()
                .map(|path| path.value())
        }
        _ => None,
    }
}
