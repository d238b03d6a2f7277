//! `wishbone ops`

use super::json;
use crate::arguments::{ALL, Ops};
use crate::files::Terminal;
use crate::print;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::report::methods::{self, ByMethod, by_method};
use wishbone_compiler::report::{counts, parameters, search, tasks};
use wishbone_workbench::vehicle::{Declaration, Running};
use wishbone_workbench::{Problem, reports};

/// Counts the operations.
pub fn run(options: &Ops) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    if options.reports {
        return print::out(&of_reports(declaration, options.json)?);
    }
    let text = match options.method.as_deref() {
        Some(ALL) if options.tasks || options.tuned => {
            let option = if options.tasks { "--tasks" } else { "--tuned" };
            return Err(Problem::Misuse(format!(
                "`{option}` is about one method, not about all"
            )));
        }
        Some(ALL) => side_by_side(&declaration, options.json)?,
        method => alone(&declaration.compile_with(&choice(method))?, options)?,
    };
    print::out(&text)
}

/// What each report costs on top of a step.
fn of_reports(declaration: Declaration, as_json: bool) -> Result<String, Problem> {
    let running = Running::of(declaration)?;
    let costs = reports::costs(&running)?;
    match as_json {
        true => json(&costs),
        false => Ok(reports::text(&running.compiled.model.name, &costs)),
    }
}

fn alone(compiled: &Compiled, options: &Ops) -> Result<String, Problem> {
    if options.tuned {
        let prices = parameters::prices(compiled);
        return match options.json {
            true => json(&prices),
            false => Ok(parameters::text(&prices)),
        };
    }
    let (counts, tasks) = (counts::stages(compiled), tasks::tasks(compiled));
    match (options.tasks, options.json) {
        (false, false) => Ok(with_search(counts::text(&counts), compiled)),
        (false, true) => json(&counts),
        (true, false) => Ok(tasks::text(&tasks)),
        (true, true) => json(&tasks),
    }
}

/// Adds, below the counts, the choices that the search tried.
fn with_search(text: String, compiled: &Compiled) -> String {
    match search::text(compiled) {
        tried if tried.is_empty() => text,
        tried => format!("{text}\n{tried}"),
    }
}

fn side_by_side(declaration: &Declaration, as_json: bool) -> Result<String, Problem> {
    let methods = std::iter::once(None).chain(Method::ALL.map(Some)).map(|method| {
        let choice = method.map_or(Choice::Auto, Choice::Uniform);
        Ok(by_method(method, &declaration.compile_with(&choice)?))
    });
    let methods: Vec<ByMethod> = methods.collect::<Result<_, Problem>>()?;
    match as_json {
        true => json(&methods),
        false => Ok(methods::text(&methods)),
    }
}

/// Choice of the method; the argument is one of the known words, or none.
fn choice(word: Option<&str>) -> Choice {
    match (word, Method::ALL.into_iter().find(|method| Some(method.word()) == word)) {
        (None, _) => Choice::Declared,
        (Some(_), None) => Choice::Auto,
        (Some(_), Some(method)) => Choice::Uniform(method),
    }
}
