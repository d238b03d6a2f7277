//! What an engineer sees who made a mistake: one file per mistake in `ui/`, with the compiler's words beside it; and
//! names that look like trouble but must work, in `ui/pass/`.
//!
//! Every file of `ui/` holds a whole declaration with the mistake that its name says. After a change of a message, run
//! with `TRYBUILD=overwrite` and read the difference as the engineer would.

#[test]
fn declarations_are_judged_as_committed() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/ui/pass/*.rs");
}
