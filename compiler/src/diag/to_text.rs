//! Diagnostics as text: file:line:column with an excerpt of the source.

use super::as_toml::{as_toml, is_in_a_call};
use super::{Diagnostic, Diagnostics, Severity, Source, SourceId, SourceSpan, Sources, limits, within_limit};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// Renders the diagnostics of a declaration in one text; `file_name` is its name in messages.
pub fn render(diagnostics: &Diagnostics, file_name: &str, source: &str) -> String {
    render_sources(diagnostics, &Sources::one(file_name, source))
}

/// Renders diagnostics as plain text, with excerpts of the files concerned.
pub fn render_sources(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_with(&Renderer::plain(), diagnostics.iter(), sources)
}

/// Renders diagnostics in colour, for a terminal.
pub fn render_styled(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_with(&Renderer::styled(), diagnostics.iter(), sources)
}

/// Renders one diagnostic as plain text.
pub(super) fn render_one(diagnostic: &Diagnostic, sources: &Sources) -> String {
    render_with(&Renderer::plain(), [diagnostic].into_iter(), sources)
}

fn render_with<'a>(
    renderer: &Renderer,
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    sources: &Sources,
) -> String {
    let (printed, rest) = within_limit(diagnostics);
    let mut text: String = printed
        .map(|diagnostic| renderer.render(&[group(diagnostic, sources)]) + "\n\n")
        .collect();
    if let Some(rest) = rest {
        text.push_str(&rest);
        text.push_str("\n\n");
    }
    text
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.id);
    let help = advice(diagnostic, sources);
    let help = help.lines().map(|line| Level::HELP.message(line.to_owned()));
    title.elements(elements(diagnostic, sources)).elements(help)
}

/// The advice, in the grammar of the file of the first place.
fn advice(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let Some(advice) = &diagnostic.help else {
        return String::new();
    };
    let first = diagnostic.labels.first().and_then(|(span, _)| place(*span, 0));
    let is_toml = first.is_some_and(|(id, bytes)| {
        let source = sources.get(id).filter(|source| source.is_toml());
        source.is_some_and(|source| !is_in_a_call(&source.text, within(bytes, source).start))
    });
    if is_toml { as_toml(advice) } else { advice.clone() }
}

/// The places in each text concerned; the text of the first place comes first.
fn elements<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Element<'a>> {
    let mut texts: Vec<(SourceId, Vec<Place<'a>>)> = Vec::new();
    for (position, (span, label)) in diagnostic.labels.iter().enumerate() {
        let Some((id, bytes)) = place(*span, position) else {
            continue;
        };
        let Some(source) = sources.get(id) else { continue };
        let kind = if position == 0 {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let place = Place {
            bytes: within(bytes, source),
            kind,
            label: Some(label.as_str()).filter(|label| !label.is_empty()),
        };
        match texts.iter_mut().find(|(known, _)| *known == id) {
            Some((_, places)) => places.push(place),
            None => texts.push((id, vec![place])),
        }
    }
    let known = texts
        .into_iter()
        .filter_map(|(id, places)| Some((sources.get(id)?, places)));
    known.flat_map(|(source, places)| shown(source, &places)).collect()
}

/// A place in one text with its label.
struct Place<'a> {
    bytes: Range<usize>,
    kind: AnnotationKind,
    label: Option<&'a str>,
}

/// An excerpt with all its places; if the lines are too long, the places as line and column only.
fn shown<'a>(source: &'a Source, places: &[Place<'a>]) -> Vec<Element<'a>> {
    let lines = |bytes: &Range<usize>| lines_around(&source.text, bytes.clone());
    if places.iter().any(|place| lines(&place.bytes).len() > limits::EXCERPT) {
        return places.iter().flat_map(|place| told(source, place)).collect();
    }
    let first = places.iter().map(|place| place.bytes.start).min().unwrap_or_default();
    let last = places.iter().map(|place| place.bytes.end).max().unwrap_or_default();
    // The renderer processes all text it is given for each diagnostic, so it gets only the lines needed.
    let window = lines(&(first..last));
    let annotation = |place: &Place<'a>| {
        let bytes = place.bytes.start - window.start..place.bytes.end - window.start;
        place.kind.span(bytes).label(place.label)
    };
    let snippet = Snippet::source(&source.text[window.clone()])
        .path(&source.name)
        .line_start(source.line_and_column(window.start).0)
        .annotations(places.iter().map(annotation));
    vec![snippet.into()]
}

/// A place as line and column, without an excerpt.
fn told<'a>(source: &'a Source, place: &Place<'a>) -> Vec<Element<'a>> {
    let (line, column) = source.line_and_column(place.bytes.start);
    let origin = Origin::path(&source.name).line(line).char_column(column);
    let label = place.label.map(|label| Level::NOTE.message(label).into());
    std::iter::once(origin.into()).chain(label).collect()
}

/// The byte range of all lines that contain a part of the given range.
fn lines_around(text: &str, Range { start, end }: Range<usize>) -> Range<usize> {
    let first = text[..start].rfind('\n').map_or(0, |line| line + 1);
    let last = text[end..].find('\n').map_or(text.len(), |line| end + line);
    first..last
}

/// Text and bytes of a place. The first place of a diagnostic may be the start of the main text; a further place has to
/// be in a text.
fn place(span: SourceSpan, position: usize) -> Option<(SourceId, Range<usize>)> {
    span.bytes().or((position == 0).then_some((SourceId::MAIN, 0..0)))
}

/// A byte range limited to the text and extended to character boundaries, so that any range from a caller is valid.
fn within(Range { start, end }: Range<usize>, source: &Source) -> Range<usize> {
    let start = source.text.floor_char_boundary(start);
    start..source.text.floor_char_boundary(end).max(start)
}
