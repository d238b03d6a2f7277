//! Mistakes in the macro: what rustc underlines. Each file of `ui/` has a declaration with a mistake, and the message of
//! rustc beside it. Files in `ui/pass/` look like mistakes but must compile without a warning.
//!
//! The messages themselves, of all mistakes, are tested by the compiler's own `tests/mistakes`. After a change of a
//! message, run with `TRYBUILD=overwrite` and check the difference.
#![deny(warnings)]

#[path = "ui/pass/hostile_names.rs"]
mod hostile_names;
#[path = "ui/pass/hostile_types.rs"]
mod hostile_types;
#[path = "ui/pass/in_a_function.rs"]
mod in_a_function;

/// All cases fail, none runs: `trybuild` then checks them in one go.
#[test]
fn mistakes_are_explained_as_committed() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
