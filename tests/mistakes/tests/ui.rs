//! Mistakes in the macro, as rustc underlines them. Each file of `ui/` has a declaration with a mistake, and rustc's message is in a file
//! beside it. Files in `ui/pass/` look like mistakes but must compile without a warning.
//!
//! The compiler's own `tests/mistakes` test the messages of all mistakes. After a change of a message, run with
//! `TRYBUILD=overwrite` and check the difference.
#![deny(warnings)]

#[path = "ui/pass/hostile_names.rs"]
mod hostile_names;
#[path = "ui/pass/hostile_types.rs"]
mod hostile_types;
#[path = "ui/pass/in_a_function.rs"]
mod in_a_function;

/// All cases fail to compile and none is run; `trybuild` then checks them together.
#[test]
fn mistakes_are_explained_as_committed() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
