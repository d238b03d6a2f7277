//! Names of functions and values, unique where they stand.

use crate::ir::{Node, Program, Value};
use crate::model::names::identifier;
use std::collections::BTreeSet;

/// The name, or where it is taken the name with the first free number behind it; taken from now on.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}_{number}");
        number += 1;
    }
    free
}

/// A name for every value of a program, unique in it.
pub fn values(program: &Program) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |(value, node): (Value, &Node)| match &node.name {
        Some(name) => unique(&identifier(name), &mut taken),
        None => unique(&format!("t{}", value.0), &mut taken),
    };
    program.values().map(name).collect()
}
