//! Failures of a command.

use crate::print;
use std::process::ExitCode;

/// The message and the exit code of a failure.
#[derive(Debug)]
pub enum Failure {
    /// Exit code 1: mistakes in a declaration, as reported by the compiler.
    Diagnostics(String),
    /// Exit code 1: any other finding.
    Finding(String),
    /// Exit code 2: the command could not be executed.
    Misuse(String),
}

impl Failure {
    /// The message alone.
    pub fn message(&self) -> &str {
        match self {
            Failure::Diagnostics(text) | Failure::Finding(text) | Failure::Misuse(text) => text.trim_end(),
        }
    }

    /// Prints the message and returns the exit code.
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
