//! `wishbone diff`

use super::json;
use crate::arguments::Diff;
use crate::files::Terminal;
use crate::print;
use crate::progress::Bars;
use serde::Serialize;
use std::io;
use wishbone_compiler::report::diff::{self, Difference};
use wishbone_workbench::vehicle::{Declaration, Running, Source};
use wishbone_workbench::{Problem, behaviour, designs};

/// Differences of parts, operations and behaviour, as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    difference: &'a Difference,
    behaviour: &'a behaviour::Difference,
}

/// Compares two designs; growth above the limit is a finding.
pub fn run(options: &Diff) -> Result<(), Problem> {
    let [old, new] = sources(options)?;
    let [old, new] = [Declaration::of(&old, &Terminal)?, Declaration::of(&new, &Terminal)?];
    let difference = diff::compare(&old.compile()?, &new.compile()?);
    let bars = Bars::default();
    let [old, new] = [Running::of(old)?, Running::of(new)?];
    let behaviour = behaviour::difference(&old, &new, &|share, work| bars.told(share, work));
    drop(bars);
    let text = match (options.json, print::coloured(&io::stdout())) {
        (true, _) => json(&Listed {
            difference: &difference,
            behaviour: &behaviour,
        })?,
        (false, true) => print::tinted(&diff::text(&difference)) + &behaviour.text(),
        (false, false) => diff::text(&difference) + &behaviour.text(),
    };
    print::out(&text)?;
    match (options.fail_above, difference.total.growth()) {
        (Some(limit), Some(growth)) if growth > limit => Err(Problem::Finding(format!(
            "the number of operations changed by {growth:+.2} %, more than {limit} %"
        ))),
        (Some(_), None) => Err(Problem::Finding(
            "there were no operations before, and now there are".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// The old design and the new one: two vehicles with the same changes, or one vehicle before and after changes.
fn sources(options: &Diff) -> Result<[Source; 2], Problem> {
    let [old, new] = match options.vehicles.as_slice() {
        [] => [None, None],
        [both] => [Some(both), Some(both)],
        [old, new] => [Some(old), Some(new)],
        more => {
            return Err(Problem::Misuse(format!(
                "two vehicles are compared, {} are named",
                more.len()
            )));
        }
    };
    let source = |name: &str, vehicle: Option<&String>, changes: Vec<String>| Source {
        name: name.to_owned(),
        vehicle: vehicle.cloned(),
        parameters: None,
        changes,
    };
    let set = options.changes.clone();
    match (&options.new, options.variant.as_deref()) {
        (Some(file), None) => Ok([source(&options.old, old, set.clone()), source(file, new, set)]),
        (Some(_), Some(_)) => Err(Problem::Misuse(
            "`--variant` compares one design before and after its changes: leave the second one out".to_owned(),
        )),
        (None, Some(variant)) => {
            let after = set.iter().cloned().chain(designs::changes(variant));
            Ok([
                source(&options.old, old, set.clone()),
                source(&options.old, new, after.collect()),
            ])
        }
        (None, None) if set.is_empty() => Err(Problem::Misuse(
            "there is nothing to compare with: name a second design, or give changes by `--set` or `--variant`"
                .to_owned(),
        )),
        (None, None) => Ok([source(&options.old, old, Vec::new()), source(&options.old, new, set)]),
    }
}
