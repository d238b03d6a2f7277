//! Positions by name in a solver's vectors. An unknown name is a mistake in a test and panics.

use wishbone::solver::Solver;

fn place(names: &[&str], name: &str) -> usize {
    names
        .iter()
        .position(|n| *n == name)
        .unwrap_or_else(|| panic!("there is no `{name}` among {names:?}"))
}

/// Position of a coordinate.
pub fn coordinate<S: Solver + Default>(name: &str) -> usize {
    place(S::default().description().coordinates, name)
}

/// Position of a speed.
pub fn speed<S: Solver + Default>(name: &str) -> usize {
    place(S::default().description().speeds, name)
}

/// Position of an output.
pub fn output<S: Solver + Default>(name: &str) -> usize {
    place(S::default().description().outputs, name)
}

/// Position of a body.
pub fn body<S: Solver + Default>(name: &str) -> usize {
    place(S::default().description().bodies, name)
}
