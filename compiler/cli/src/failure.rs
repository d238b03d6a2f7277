//! Why a command did not end well.

use crate::print;
use std::process::ExitCode;

/// What to say, and which exit code.
#[derive(Debug)]
pub enum Failure {
    /// Exit code 1: mistakes in a declaration, as the compiler tells them.
    Diagnostics(String),
    /// Exit code 1: something else that was found.
    Finding(String),
    /// Exit code 2: the command could not do what it was asked to.
    Misuse(String),
}

impl Failure {
    /// Tells the user.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Diagnostics(rendered) => {
                print::err(&rendered);
                ExitCode::from(1)
            }
            Failure::Finding(message) => {
                print::error(&message);
                ExitCode::from(1)
            }
            Failure::Misuse(message) => {
                print::error(&message);
                ExitCode::from(2)
            }
        }
    }
}
