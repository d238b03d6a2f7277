//! Exit codes of problems.

use crate::print;
use std::io;
use std::process::ExitCode;
use wishbone_workbench::Problem;

/// Prints the message of a problem and returns the exit code: 1 for a finding, 2 for a call that could not be executed.
pub fn report(problem: &Problem) -> ExitCode {
    match problem {
        Problem::Mistakes(mistakes) => {
            print::err(&match print::coloured(&io::stderr()) {
                true => mistakes.styled.clone(),
                false => mistakes.text.clone(),
            });
            ExitCode::from(1)
        }
        Problem::Finding(message) => {
            print::error(message.trim_end());
            ExitCode::from(1)
        }
        Problem::Misuse(message) => {
            print::error(message.trim_end());
            ExitCode::from(2)
        }
    }
}

/// The exit code of a question that was answered: 1 if the answer is not the wanted answer.
pub fn judged(is_as_asked: bool) -> ExitCode {
    match is_as_asked {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    }
}
