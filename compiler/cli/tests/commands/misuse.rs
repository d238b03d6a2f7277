//! Behaviour of every command with wrong arguments or a closed output.

use super::{called, command, page, refused};
use std::process::Stdio;

const COMMANDS: [&str; 30] = [
    "sweep",
    "new",
    "run",
    "check",
    "graph",
    "ops",
    "plan",
    "diff",
    "emit",
    "convert",
    "parameters",
    "precision",
    "settle",
    "trim",
    "modes",
    "response",
    "kc",
    "loads",
    "tyre",
    "watch",
    "drive",
    "report",
    "sensitivity",
    "fit",
    "explain",
    "fmu",
    "assess",
    "gate",
    "import",
    "library",
];

#[test]
fn every_command_helps_by_examples() {
    let help = page(&["--help"]);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let own = page(&[command, "--help"]);
        assert!(own.contains(&format!("Examples:\n  wishbone {command}")), "{own}");
        assert_eq!(page(&["help", command]), own);
    }
    assert!(page(&["--version"]).starts_with("wishbone "));
}

#[test]
fn a_call_without_sense_is_refused() {
    refused(&[], 2);
    refused(&["chekc", "closed.txt"], 2);
    refused(&["check"], 2);
    refused(&["diff", "closed.txt"], 2);
    refused(&["ops", "closed.txt", "--jsn"], 2);
    refused(&["graph", "closed.txt", "--kind", "picture"], 2);
    refused(&["plan", "closed.txt", "--hand-off", "nan"], 2);
    refused(&["plan", "closed.txt", "--hand-off=-1"], 2);
    refused(&["plan", "closed.txt", "--price", "0"], 2);
    for (command, option) in [
        ("kc", "--travel"),
        ("kc", "--steps"),
        ("drive", "--speed"),
        ("modes", "--speed"),
    ] {
        let told = refused(&[command, "closed.txt", option, "-5"], 2);
        assert!(told.contains("invalid value '-5'"), "{told}");
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let said = |arguments: &[&str], words: &str| {
        let told = refused(arguments, 2);
        assert!(told.starts_with("error: ") && told.contains(words), "{told}");
    };
    said(
        &["ops", "hmwv"],
        "`hmwv` is neither a file nor a vehicle of the library; did you mean `hmmwv`?",
    );
    said(&["ops", "banana"], "`four_bar`, `hmmwv`");
    said(
        &["check", "closed.txt", "no/such/file.txt"],
        "cannot read no/such/file.txt: ",
    );
    said(&["check", "../fixtures"], "cannot read ../fixtures: ");
    said(&["emit", "none.rs"], "no `vehicle! { .. }` in none.rs");
    said(&["emit", "two.rs"], "choose one by `--vehicle NAME`");
    said(
        &["emit", "two.rs", "--vehicle", "Swng"],
        "two.rs declares no vehicle `Swng`; did you mean `Swing`?",
    );
    said(
        &["emit", "closed.txt", "--vehicle", "Other"],
        "declares no vehicle `Other`",
    );
    said(&["check", "latin1.txt"], "cannot read latin1.txt: it is not UTF-8 text");
}

/// Corresponds to `wishbone emit hmmwv | head`: the pipe is closed long before all is written.
#[test]
fn a_reader_may_leave() {
    for arguments in [["emit", "hmmwv"], ["graph", "hmmwv"]] {
        let mut child = command(env!("CARGO_BIN_EXE_wishbone"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), output.stderr.as_slice()),
            (Some(0), b"".as_slice())
        );
    }
}

#[test]
fn there_is_no_colour_without_a_terminal() {
    // `called` checks that no colours are printed; this call could use them on both streams.
    let told = called(
        command(env!("CARGO_BIN_EXE_wishbone"))
            .args(["check", "two.rs"])
            .env_remove("NO_COLOR"),
    );
    assert_eq!(told.code, Some(1));
}
