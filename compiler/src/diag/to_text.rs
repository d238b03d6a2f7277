//! Diagnostics as text: file:line:column with an excerpt of the source.

use super::{Diagnostic, Diagnostics, Severity, SourceSpan};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::ops::Range;

/// All diagnostics as plain text; `source` is the text that was parsed, `file_name` what to call it.
///
/// Spans of text live in the thread that parsed it: render there.
pub fn render(diagnostics: &Diagnostics, file_name: &str, source: &str) -> String {
    render_with(&Renderer::plain(), diagnostics, file_name, source)
}

/// The same in colour, for a terminal.
pub fn render_styled(diagnostics: &Diagnostics, file_name: &str, source: &str) -> String {
    render_with(&Renderer::styled(), diagnostics, file_name, source)
}

fn render_with(renderer: &Renderer, diagnostics: &Diagnostics, file_name: &str, source: &str) -> String {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mut text = String::new();
    for diagnostic in diagnostics.iter() {
        text.push_str(&render_one(renderer, diagnostic, file_name, source));
        text.push_str("\n\n");
    }
    text
}

fn render_one(renderer: &Renderer, diagnostic: &Diagnostic, file_name: &str, source: &str) -> String {
    let mut snippet = Snippet::source(source).path(file_name);
    for (position, (span, label)) in diagnostic.labels.iter().enumerate() {
        let kind = if position == 0 {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let label = Some(label.as_str()).filter(|label| !label.is_empty());
        snippet = snippet.annotation(kind.span(bytes_within(*span, source)).label(label));
    }
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.id);
    let help = diagnostic
        .help
        .iter()
        .flat_map(|help| help.lines())
        .map(|line| Level::HELP.message(line));
    renderer.render(&[title.element(snippet).elements(help)])
}

/// Bytes of `span`, kept inside the text and on borders of characters whatever text the caller passes.
fn bytes_within(span: SourceSpan, source: &str) -> Range<usize> {
    let Range { start, end } = span.byte_range();
    let start = source.floor_char_boundary(start);
    start..source.floor_char_boundary(end).max(start)
}
