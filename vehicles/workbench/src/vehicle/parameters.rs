//! The numbers of a declaration in a separate file, apart from its topology.
//!
//! Such a file has a line for each number, with the path by which changes of a declaration name the number:
//! `chassis.mass = "1442.1 kg"`. Connections, kinds, names and files stay in the declaration.

use super::Declaration;
use crate::problem::Problem;
use std::fmt::Write;
use toml::{Table, Value as Toml};
use wishbone_compiler::front::suggest;
use wishbone_compiler::front::syntax::{Attribute, Item, Value};
use wishbone_compiler::front::toml::print::grammar;
use wishbone_studies::written;

/// All numbers of a declaration, as a parameter file.
///
/// # Errors
/// The mistakes of its text.
pub fn text(declaration: &Declaration) -> Result<String, Problem> {
    let tree = declaration.tree()?;
    let mut numbers = Vec::new();
    collect(&tree.items, "", &mut numbers);
    let mut text = format!(
        "# Numbers of {}: `--parameters FILE` puts them into its declaration.\n",
        tree.name.text
    );
    let mut last = "";
    for (path, number) in &numbers {
        let first = path.split('.').next().unwrap_or_default();
        if first != last {
            text.push('\n');
        }
        last = first;
        let _ = writeln!(text, "{path} = \"{number}\"");
    }
    Ok(text)
}

/// Adds the numbers of items, each with its path.
fn collect(items: &[Item], before: &str, numbers: &mut Vec<(String, String)>) {
    let inside = |name: &str| match before {
        "" => name.to_owned(),
        before => format!("{before}.{name}"),
    };
    for item in items {
        match item {
            Item::Setting(own) => add(own, before, numbers),
            Item::Points(points) => points.iter().for_each(|point| add(point, before, numbers)),
            Item::Element(element) => {
                let path = inside(&element.name.text);
                element.attributes.iter().for_each(|own| add(own, &path, numbers));
            }
            Item::Mirror { group, items, .. } | Item::Place { group, items, .. } => {
                collect(items, &inside(&group.text), numbers);
            }
            Item::Subsystem { name, items, .. } => collect(items, &inside(&name.text), numbers),
            Item::Include(_) => {}
        }
    }
}

/// Adds the numbers of an attribute: a number, a list, or numbers among the arguments of a function or of functions in a
/// list.
fn add(own: &Attribute, before: &str, numbers: &mut Vec<(String, String)>) {
    let path = match before {
        "" => own.key.text.clone(),
        before => format!("{before}.{}", own.key.text),
    };
    match &own.value {
        Value::Call { arguments, .. } => arguments.iter().for_each(|argument| add(argument, &path, numbers)),
        value if is_of_numbers(value) => numbers.push((path, grammar(value))),
        Value::List { members, .. } => {
            for (place, member) in (1..).zip(members) {
                if let Value::Call { arguments, .. } = member {
                    let path = format!("{path}.{place}");
                    arguments.iter().for_each(|argument| add(argument, &path, numbers));
                }
            }
        }
        _ => {}
    }
}

/// Whether a value is a number, or a list of only numbers.
fn is_of_numbers(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::List { members, .. } => members.iter().all(is_of_numbers),
        Value::Name(_) | Value::Call { .. } | Value::File(_) => false,
    }
}

/// The changes of a declaration by a parameter file.
///
/// # Errors
/// Returns an error if the text is not TOML, if lines are not numbers, or if the declaration does not have them. All
/// such lines are reported.
pub fn changes(text: &str, declaration: &Declaration) -> Result<Vec<String>, String> {
    let table: Table = written::read(text)?;
    let (mut numbers, mut mistakes, mut known) = (Vec::new(), Vec::new(), Vec::new());
    flatten(&table, "", &mut numbers, &mut mistakes);
    if let Ok(tree) = declaration.tree() {
        collect(&tree.items, "", &mut known);
        let known: Vec<&str> = known.iter().map(|(path, _)| path.as_str()).collect();
        let paths = numbers.iter().map(|(path, _)| path.as_str());
        mistakes.extend(paths.filter(|path| !known.contains(path)).map(|path| {
            let near = suggest::nearest(path, known.iter().copied());
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("`{path}` is no number of the declaration{near}")
        }));
    }
    match mistakes.is_empty() {
        true => Ok(numbers
            .iter()
            .map(|(path, number)| format!("{path} = {number}"))
            .collect()),
        false => Err(mistakes.join("\n")),
    }
}

/// Adds the lines of a table with their paths, and mistakes for lines that are not numbers.
fn flatten(table: &Table, before: &str, numbers: &mut Vec<(String, String)>, mistakes: &mut Vec<String>) {
    for (key, value) in table {
        let path = match before {
            "" => key.clone(),
            before => format!("{before}.{key}"),
        };
        match value {
            Toml::Table(inner) => flatten(inner, &path, numbers, mistakes),
            Toml::String(number) => numbers.push((path, number.trim().to_owned())),
            Toml::Integer(number) => numbers.push((path, number.to_string())),
            Toml::Float(number) => numbers.push((path, number.to_string())),
            Toml::Array(_) | Toml::Boolean(_) | Toml::Datetime(_) => mistakes.push(format!(
                "`{path}` is no number: write it with its unit in quotation marks, such as \"1500 kg\" or \"[1, 2, 3] m\""
            )),
        }
    }
}
