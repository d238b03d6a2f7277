//! Cuts and independent coordinates that were tried, and the cost of each choice.

use super::table::{Table, elided, folded, listed};
use crate::pipeline::Compiled;
use crate::search::{Outcome, Searched, Tried};

/// A table for each class of equal subsystems, in lines of at most 100 characters; empty if the search found no class.
pub fn text(compiled: &Compiled) -> String {
    let classes: Vec<String> = compiled.search.classes.iter().map(class).collect();
    classes.join("\n")
}

fn class(searched: &Searched) -> String {
    let names = searched.subsystems.iter().map(String::as_str);
    let heading = folded("cuts and coordinates of ", listed(names));
    let mut table = Table::default();
    table.row(["cut", "independent", "method", "traced", "operations", "cost", ""]);
    table.rule();
    searched.tried.iter().for_each(|tried| table.row(row(tried)));
    heading + &table.render()
}

/// Costs after the passes; for a choice that was not counted after the passes, costs before them.
fn row(tried: &Tried) -> [String; 7] {
    let names = |names: &[String], letters: usize| elided(&names.join(", "), letters);
    let (cuts, independent) = (names(&tried.cuts, 23), names(&tried.independent, 23));
    match &tried.outcome {
        Outcome::Refused(why) => {
            let [method, none, last] = [elided(why, 39), String::new(), String::new()];
            [cuts, independent, method, none.clone(), none.clone(), none, last]
        }
        Outcome::Counted { method, traced, short } => [
            cuts,
            independent,
            (*method).to_owned(),
            traced.operations.to_string(),
            short.map_or_else(String::new, |price| price.operations.to_string()),
            short.unwrap_or(*traced).cost.to_string(),
            if tried.taken { "←" } else { "" }.to_owned(),
        ],
    }
}
