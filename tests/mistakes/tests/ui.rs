//! What an engineer sees who made a mistake: one file per mistake in `ui/`, with the compiler's words beside it. And
//! what looks like a mistake but must work, without a warning, in `ui/pass/`.
//!
//! Every file of `ui/` holds a whole declaration with the mistake that its name says. After a change of a message, run
//! with `TRYBUILD=overwrite` and read the difference as the engineer would.
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
