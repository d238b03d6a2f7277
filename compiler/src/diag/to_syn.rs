//! Diagnostics as compile errors and warnings at the tokens that caused them. Problems in a file that the macro read
//! are reported at the macro call, with an excerpt of the file.

use super::to_text::render_one;
use super::{Diagnostic, Diagnostics, Severity, SourceSpan, Sources, within_limit};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// All errors as one. If there are none, the result is an error that says so.
pub fn to_syn_error(diagnostics: &Diagnostics, sources: &Sources) -> syn::Error {
    let (printed, rest) = within_limit(of_severity(diagnostics, Severity::Error));
    let call_site = (Span::call_site(), Span::call_site());
    printed
        .flat_map(|diagnostic| messages(diagnostic, sources))
        .chain(rest.map(|rest| (call_site, rest)))
        .map(|(ends, text)| error_at(ends, &text))
        .reduce(|mut all, next| {
            all.combine(next);
            all
        })
        .unwrap_or_else(|| syn::Error::new(Span::call_site(), "no problem was found"))
}

/// All warnings as items that make `rustc` warn. A stable macro cannot emit warnings, but it can use a deprecated item.
/// So each warning is a constant that is named after the warning's code, deprecated with the message as its reason, and
/// used once.
pub fn to_warnings(diagnostics: &Diagnostics, sources: &Sources) -> TokenStream {
    let (printed, rest) = within_limit(of_severity(diagnostics, Severity::Warning));
    let rest = rest.map(|rest| warning_at(Span::call_site(), "More", &rest));
    printed
        .flat_map(|diagnostic| {
            messages(diagnostic, sources)
                .into_iter()
                .map(|message| (diagnostic.code.id, message))
        })
        .map(|(code, ((first, _), text))| warning_at(first, code, &text))
        .chain(rest)
        .collect()
}

fn of_severity(diagnostics: &Diagnostics, severity: Severity) -> impl Iterator<Item = &Diagnostic> {
    diagnostics.iter().filter(move |found| found.severity == severity)
}

fn warning_at(place: Span, code: &str, text: &str) -> TokenStream {
    let name = Ident::new(code, place);
    quote_spanned! {place=>
        const _: () = {
            #[deprecated(note = #text)]
            const #name: () = ();
            #name
        };
    }
}

/// First and last token.
type Ends = (Span, Span);

/// The problem at its first place, then a short text at each further place, because `rustc` does not show notes of
/// stable macros.
fn messages(diagnostic: &Diagnostic, sources: &Sources) -> Vec<(Ends, String)> {
    let further = diagnostic.labels.iter().skip(1).filter_map(|(span, label)| {
        let ends = span.ends()?;
        Some((ends, format!("[{}] {label}", diagnostic.code.id)))
    });
    std::iter::once(first_message(diagnostic, sources))
        .chain(further)
        .collect()
}

fn first_message(diagnostic: &Diagnostic, sources: &Sources) -> (Ends, String) {
    let call_site = (Span::call_site(), Span::call_site());
    let first = diagnostic.labels.first();
    if first.is_some_and(|(span, _)| span.ends().is_none()) {
        return (call_site, without_severity(render_one(diagnostic, sources).trim_end()));
    }
    let mut text = format!("[{}] {}", diagnostic.code.id, diagnostic.message);
    // A label that only repeats the message is meant for excerpts, where it stands under the caret.
    if let Some((_, label)) = first.filter(|(_, label)| !diagnostic.message.contains(label.as_str())) {
        text.push_str(&format!(": {label}"));
    }
    for (span, label) in diagnostic.labels.iter().skip(1) {
        if let Some(place) = line_and_column(*span, sources) {
            text.push_str(&format!("\n{place}: {label}"));
        }
    }
    for line in diagnostic.help.iter().flat_map(|help| help.lines()) {
        text.push_str(&format!("\nhelp: {line}"));
    }
    let ends = first.and_then(|(span, _)| span.ends()).unwrap_or(call_site);
    (ends, text)
}

/// `error[W0106]: ..` as `[W0106] ..`: `rustc` writes the severity before it.
fn without_severity(rendered: &str) -> String {
    match rendered.split_once("]: ") {
        Some((head, rest)) => format!("{}] {rest}", head.trim_start_matches(char::is_alphabetic)),
        None => rendered.to_owned(),
    }
}

/// `front.txt:3:5`, for a place in a text.
fn line_and_column(span: SourceSpan, sources: &Sources) -> Option<String> {
    let (id, bytes) = span.bytes()?;
    let source = sources.get(id)?;
    let (line, column) = source.line_and_column(bytes.start);
    Some(format!("{}:{line}:{column}", source.name))
}

/// An error that underlines from the first to the last token; `syn` takes both ends from a token stream.
fn error_at((first, last): Ends, text: &str) -> syn::Error {
    let ends: TokenStream = [first, last]
        .into_iter()
        .map(|end| TokenTree::from(Ident::new("end", end)))
        .collect();
    syn::Error::new_spanned(ends, text)
}
