//! Diagnostics as compile errors at the tokens that caused them.

use super::{Diagnostic, Diagnostics, SourceSpan};
use proc_macro2::{Ident, TokenStream, TokenTree};

/// All diagnostics as one combined error. Without any there is nothing to say, and the error says that.
pub fn to_syn_error(diagnostics: &Diagnostics) -> syn::Error {
    diagnostics
        .iter()
        .flat_map(errors)
        .reduce(|mut all, next| {
            all.combine(next);
            all
        })
        .unwrap_or_else(|| syn::Error::new(proc_macro2::Span::call_site(), "no problem was found"))
}

/// The problem at its first place, then one short error at each further place: `rustc` shows notes of stable macros
/// nowhere else.
fn errors(diagnostic: &Diagnostic) -> Vec<syn::Error> {
    let mut places = diagnostic.labels.iter();
    let first = places.next();
    let mut text = format!("[{}] {}", diagnostic.code.id, diagnostic.message);
    // A label that only repeats the message is for excerpts, where it stands under the caret.
    if let Some((_, label)) = first.filter(|(_, label)| !diagnostic.message.contains(label.as_str())) {
        text.push_str(&format!(": {label}"));
    }
    for line in diagnostic.help.iter().flat_map(|help| help.lines()) {
        text.push_str(&format!("\nhelp: {line}"));
    }
    let span = first.map_or_else(SourceSpan::call_site, |(span, _)| *span);
    let further = places.map(|(span, label)| error_at(*span, &format!("[{}] {label}", diagnostic.code.id)));
    std::iter::once(error_at(span, &text)).chain(further).collect()
}

/// An error that underlines from the first to the last token; `syn` takes both ends from a token stream.
fn error_at(span: SourceSpan, text: &str) -> syn::Error {
    let (first, last) = span.ends();
    let ends: TokenStream = [first, last]
        .into_iter()
        .map(|end| TokenTree::from(Ident::new("end", end)))
        .collect();
    syn::Error::new_spanned(ends, text)
}
