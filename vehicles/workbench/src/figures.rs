//! Figures of findings by the names that files give them: `front_left.tyre.caster`, `bounce.front.camber_by_travel`.

use wishbone_compiler::front::suggest;
use wishbone_studies::findings::{Figure, Findings};

/// Returns the figures with a name and a subject. An empty subject means any.
///
/// # Errors
/// If there is no such figure. The message names similar or existing figures.
pub(crate) fn named<'f>(
    subject: &str,
    name: &str,
    found: &'f [Findings],
) -> Result<Vec<(&'f Findings, &'f Figure)>, String> {
    let all = || {
        found
            .iter()
            .flat_map(|one| one.figures.iter().map(move |figure| (one, figure)))
    };
    let named = |figure: &Figure| word(&figure.name) == name || by_travel(name, &figure.name);
    let mut figures: Vec<(&Findings, &Figure)> = all()
        .filter(|(one, figure)| named(figure) && is_subject(subject, one, figure))
        .collect();
    // A name without a subject means the subject of the whole vehicle. If the vehicle has none, it means all subjects with such a
    // figure.
    if subject.is_empty() && figures.iter().any(|(_, figure)| figure.subject.is_empty()) {
        figures.retain(|(_, figure)| figure.subject.is_empty());
    }
    let shown = shown(subject, name);
    if figures.is_empty() {
        let keys: Vec<String> = all().map(|(_, figure)| key(figure)).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let names: Vec<String> = all().map(|(_, figure)| word(&figure.name)).collect();
        // Of a nearly equal name, with the subject if it has such a figure.
        let by_name = || {
            let near = suggest::nearest(name, names.iter().map(String::as_str))?;
            let has_it =
                |(one, figure): (&Findings, &Figure)| word(&figure.name) == near && is_subject(subject, one, figure);
            Some(self::shown(if all().any(has_it) { subject } else { "" }, near))
        };
        let near = suggest::nearest(&shown, keys.iter().copied())
            .map(str::to_owned)
            .or_else(by_name);
        let hint = near.map_or_else(
            || {
                format!(
                    "there are such as `{}`",
                    keys.iter().take(12).copied().collect::<Vec<_>>().join("`, `")
                )
            },
            |near| format!("did you mean `{near}`?"),
        );
        return Err(format!("there is no figure `{shown}`; {hint}"));
    }
    Ok(figures)
}

/// The name of a figure with its subject, as a file has it.
pub(crate) fn shown(subject: &str, name: &str) -> String {
    match subject {
        "" => name.to_owned(),
        subject => format!("{subject}.{name}"),
    }
}

/// `front_left.tyre.caster`
pub(crate) fn key(figure: &Figure) -> String {
    match figure.subject.as_str() {
        "" => word(&figure.name),
        _ => format!("{}.{}", subject(figure), word(&figure.name)),
    }
}

/// The subject of a figure as in a file: `mode_1` for `mode 1`.
pub(crate) fn subject(figure: &Figure) -> String {
    figure.subject.replace(' ', "_")
}

/// A name as a key: `wheel_rate` for `wheel rate`.
pub(crate) fn word(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    parts
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("_")
        .to_lowercase()
}

/// Whether a name such as `camber_gradient` means `camber by travel`.
pub(crate) fn by_travel(asked: &str, name: &str) -> bool {
    let quantity = asked.strip_suffix("_gradient");
    quantity.is_some_and(|quantity| word(name) == format!("{quantity}_by_travel"))
}

/// Whether a figure belongs to a subject. `front` includes `front_left.tyre` and the front axle; `bounce.front` includes the
/// figures of the study `bounce`.
fn is_subject(asked: &str, found: &Findings, figure: &Figure) -> bool {
    let (asked, subject) = (asked.replace(' ', "_"), subject(figure));
    let begins = |asked: &str| {
        let rest = subject.strip_prefix(asked);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']))
    };
    if asked.is_empty() || begins(&asked) {
        return true;
    }
    let study = asked.strip_prefix(&word(&found.name));
    study.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('.').is_some_and(begins))
}
