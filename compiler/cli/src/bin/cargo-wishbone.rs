//! `cargo wishbone COMMAND ..`: cargo calls `cargo-wishbone wishbone COMMAND ..`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    arguments.next_if(|first| first == "wishbone");
    wishbone_cli::run("cargo wishbone", arguments)
}
