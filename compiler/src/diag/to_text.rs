//! Diagnostics as text: file:line:column with an excerpt of the source.

use super::{Diagnostic, Diagnostics, Severity, Source, SourceId, SourceSpan, Sources};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use std::collections::BTreeMap;
use std::ops::Range;

/// All diagnostics of a declaration that is one text; `file_name` is what to call it.
pub fn render(diagnostics: &Diagnostics, file_name: &str, source: &str) -> String {
    render_sources(diagnostics, &Sources::one(file_name, source))
}

/// All diagnostics as plain text, with excerpts of whatever file they are about.
pub fn render_sources(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_with(&Renderer::plain(), diagnostics.iter(), sources)
}

/// The same in colour, for a terminal.
pub fn render_styled(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_with(&Renderer::styled(), diagnostics.iter(), sources)
}

/// One of them, plain.
pub(super) fn render_one(diagnostic: &Diagnostic, sources: &Sources) -> String {
    render_with(&Renderer::plain(), [diagnostic].into_iter(), sources)
}

fn render_with<'a>(
    renderer: &Renderer,
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    sources: &Sources,
) -> String {
    diagnostics
        .map(|diagnostic| renderer.render(&[group(diagnostic, sources)]) + "\n\n")
        .collect()
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
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
    title.elements(snippets(diagnostic, sources)).elements(help)
}

/// One excerpt of each text that is pointed at, that of the first place first.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut order: Vec<SourceId> = Vec::new();
    let mut snippets: BTreeMap<SourceId, Snippet<'a, Annotation<'a>>> = BTreeMap::new();
    for (position, (span, label)) in diagnostic.labels.iter().enumerate() {
        let Some((id, bytes)) = place(*span, position) else {
            continue;
        };
        let Some(source) = sources.get(id) else { continue };
        let snippet = snippets.remove(&id).unwrap_or_else(|| {
            order.push(id);
            Snippet::source(&source.text).path(&source.name)
        });
        let kind = if position == 0 {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let label = Some(label.as_str()).filter(|label| !label.is_empty());
        snippets.insert(id, snippet.annotation(kind.span(within(bytes, source)).label(label)));
    }
    order.iter().filter_map(|id| snippets.remove(id)).collect()
}

/// A problem without a place in any text is told at the start of the first; further places must have one.
fn place(span: SourceSpan, position: usize) -> Option<(SourceId, Range<usize>)> {
    span.bytes().or((position == 0).then_some((SourceId::MAIN, 0..0)))
}

/// Bytes kept inside the text and on borders of characters, whatever text the caller passes.
fn within(Range { start, end }: Range<usize>, source: &Source) -> Range<usize> {
    let start = source.text.floor_char_boundary(start);
    start..source.text.floor_char_boundary(end).max(start)
}
