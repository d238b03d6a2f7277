//! `wishbone COMMAND ..`

use std::process::ExitCode;

fn main() -> ExitCode {
    wishbone_cli::run("wishbone", std::env::args_os().skip(1))
}
