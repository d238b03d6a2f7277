//! Diagnostics as compile errors and warnings at the tokens that caused them.

use super::{Diagnostic, Diagnostics, Severity, SourceSpan};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote_spanned;

/// All errors as one. Without any there is nothing to say, and the error says that.
pub fn to_syn_error(diagnostics: &Diagnostics) -> syn::Error {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .flat_map(messages)
        .map(|(span, text)| error_at(span, &text))
        .reduce(|mut all, next| {
            all.combine(next);
            all
        })
        .unwrap_or_else(|| syn::Error::new(proc_macro2::Span::call_site(), "no problem was found"))
}

/// All warnings as items that make `rustc` warn. A stable macro cannot warn by itself, but it can use what is deprecated:
/// each warning is a constant, named after its code and deprecated with the message as its reason, and a use of it.
pub fn to_warnings(diagnostics: &Diagnostics) -> TokenStream {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Warning)
        .flat_map(|diagnostic| {
            messages(diagnostic)
                .into_iter()
                .map(|message| (diagnostic.code.id, message))
        })
        .map(|(code, (span, text))| warning_at(span, code, &text))
        .collect()
}

fn warning_at(span: SourceSpan, code: &str, text: &str) -> TokenStream {
    let (first, _) = span.ends();
    let name = Ident::new(code, first);
    quote_spanned! {first=>
        const _: () = {
            #[deprecated(note = #text)]
            const #name: () = ();
            #name
        };
    }
}

/// The problem at its first place, then a short text at each further place: `rustc` shows notes of stable macros nowhere
/// else.
fn messages(diagnostic: &Diagnostic) -> Vec<(SourceSpan, String)> {
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
    let further = places.map(|(span, label)| (*span, format!("[{}] {label}", diagnostic.code.id)));
    std::iter::once((span, text)).chain(further).collect()
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
