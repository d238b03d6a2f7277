//! Changes of single numbers of a declaration that has been read: `front_left.lca_front.z += 5 mm`.
//!
//! Changes are made on the syntax tree. All later steps treat the declaration as if it had been written with the
//! change: checks, mirror images and the places of mistakes.
//!
//! ```text
//! change = path ("=" | "+=" | "-=" | "*=") value
//! path   = (group ".")* (point | part "." attribute | setting) ("." (x | y | z | argument))*
//! ```
//!
//! A change in a group that a place makes applies only to that place. A path that begins with the name of a subsystem
//! changes it at all its places, except at places that give their own value. These are named, and a change is refused
//! if all places do so. A mirror image follows the group that it reflects.

mod find;
mod operation;

use super::file::Reading;
use super::syntax::{Number, Reach, Tune, Value, Word};
use super::text::SourceText;
use super::{toml, value};
use crate::diag::{Code, Diagnostics, SourceId, SourceSpan, catalogue};
use operation::Operation;

/// Name of the changes in messages.
const SOURCE: &str = "change";

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// `front_left.lca_front.z`
    pub path: String,
    /// The value before, as it would be written; `None` if there was none.
    pub before: Option<String>,
    /// The value after.
    pub after: String,
    /// Places of a changed subsystem that give a value of their own, and keep it.
    pub kept: Vec<String>,
}

/// Makes the changes one after the other. If any of the changes cannot be made, every such change is reported and the
/// declaration stays unchanged.
pub fn apply(reading: &mut Reading, changes: &[String]) -> Result<Vec<Changed>, Diagnostics> {
    let mut vehicle = match &reading.vehicle {
        Ok(vehicle) => vehicle.clone(),
        Err(found) => return Err(found.clone()),
    };
    let mut diagnostics = Diagnostics::default();
    let mut made = Vec::new();
    for text in changes {
        let source = reading.sources.add(SOURCE, text);
        let Some(change) = Change::read(source, text, &mut diagnostics) else {
            continue;
        };
        let path: Vec<&str> = change.path.split('.').collect();
        match find::edit(&mut vehicle.items, &path, &mut |value| change.make(value)) {
            Ok(changed) => made.push(changed),
            Err(refusal) => refusal.report(change.place(), &mut diagnostics),
        }
    }
    let made = diagnostics.finish(made)?;
    reading.vehicle = Ok(vehicle);
    Ok(made)
}

/// Turns the number at a path into a parameter of the solver with this name. A number that cannot be a parameter stays
/// a constant.
///
/// # Errors
/// If there is nothing at the path, or no single number.
pub fn tune(reading: &mut Reading, path: &str, name: &str) -> Result<(), Diagnostics> {
    let source = reading.sources.add(SOURCE, path);
    let span = SourceSpan::in_text(source, 0..path.len());
    let vehicle = match &mut reading.vehicle {
        Ok(vehicle) => vehicle,
        Err(found) => return Err(found.clone()),
    };
    let tune = Tune {
        name: Some(Word {
            text: name.to_owned(),
            span,
        }),
        reach: Reach::Item,
        span,
    };
    let parts: Vec<&str> = path.split('.').collect();
    let tuned = find::edit(&mut vehicle.items, &parts, &mut |value| match value {
        Some(Value::Number(number)) => {
            let before = Some(toml::print::grammar(&Value::Number(number.clone())));
            let tuned = Number {
                tune: Some(tune.clone()),
                ..number.clone()
            };
            let changed = Changed {
                path: path.to_owned(),
                after: before.clone().unwrap_or_default(),
                before,
                kept: Vec::new(),
            };
            Ok((Value::Number(tuned), changed))
        }
        _ => Err(Refusal::new(
            &catalogue::WRONG_VALUE,
            format!("`{path}` is no single number"),
            None,
        )),
    });
    let mut diagnostics = Diagnostics::default();
    if let Err(refusal) = tuned {
        refusal.report(span, &mut diagnostics);
    }
    diagnostics.finish(())
}

/// One change as written.
struct Change<'a> {
    source: SourceId,
    path: &'a str,
    operation: Operation,
    value: Value,
}

impl<'a> Change<'a> {
    fn read(source: SourceId, text: &'a str, diagnostics: &mut Diagnostics) -> Option<Self> {
        let whole = SourceText::new(source, text);
        let Some(sign) = text.find('=') else {
            let problem = diagnostics.error(
                &catalogue::SYNTAX,
                whole.place(0..text.len()),
                "a change has an equals sign",
            );
            problem.help("write `front_left.lca_front.z += 5 mm` or `chassis.mass = 1500 kg`");
            return None;
        };
        let (operation, end) = Operation::before(&text[..sign]);
        let right = sign + 1..text.len();
        if let Some(plus) = text[right.clone()].trim_start().strip_prefix('+') {
            let problem = diagnostics.error(&catalogue::SYNTAX, whole.place(right), "a number has no sign `+`");
            let plus = plus.trim();
            problem.help(format!("write `+= {plus}` to add, `= {plus}` for the number itself"));
            return None;
        }
        let value = SourceText::at(source, right.start, &text[right.clone()]).read(diagnostics, value::value)?;
        Some(Self {
            source,
            path: text[..end].trim(),
            operation,
            value,
        })
    }

    fn place(&self) -> SourceSpan {
        SourceSpan::in_text(self.source, 0..self.path.len())
    }

    fn make(&self, old: Option<&Value>) -> Result<(Value, Changed), Refusal> {
        let value = self.operation.apply(old, &self.value)?;
        let changed = Changed {
            path: self.path.to_owned(),
            before: old.map(toml::print::grammar),
            after: toml::print::grammar(&value),
            kept: Vec::new(),
        };
        Ok((value, changed))
    }
}

/// Reason why a change cannot be made.
#[derive(Debug)]
struct Refusal {
    code: &'static Code,
    message: String,
    help: Option<String>,
}

impl Refusal {
    fn new(code: &'static Code, message: impl Into<String>, help: Option<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help,
        }
    }

    fn report(self, place: SourceSpan, diagnostics: &mut Diagnostics) {
        let problem = diagnostics.error(self.code, place, self.message);
        problem.help = self.help;
    }
}
