//! Every code the compiler can report.

/// An entry of the catalogue. Codes are stable: a number is never given to another mistake.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `W0101` and so on. W01xx: syntax and units; W02xx: names and values; W03xx: topology and mobility.
    pub id: &'static str,
    /// The mistake in a few words.
    pub title: &'static str,
    /// General advice, used where a report gives none of its own.
    pub help: Option<&'static str>,
}

macro_rules! catalogue {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $title:literal, $help:expr;)*) => {
        $($(#[$doc])* pub static $name: Code = Code { id: $id, title: $title, help: $help };)*
        /// All entries, in order of their codes.
        pub static ALL: &[&Code] = &[$(&$name),*];
    };
}

catalogue! {
    /// Text that does not follow the grammar.
    SYNTAX = "W0101", "the declaration cannot be read", None;
}
