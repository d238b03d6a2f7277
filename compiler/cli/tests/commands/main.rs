//! Tests of the tool from a user's view: arguments in; output, messages and exit code out.
//!
//! Texts are compared with snapshots (`INSTA_UPDATE=always` rewrites them). Operation counts are not compared, since they change
//! with the compiler.

mod check;
mod diff;
mod emit;
#[cfg(unix)]
mod engine;
mod explain;
mod files;
mod fmu;
mod gate;
mod graph;
mod import;
mod manoeuvres;
mod measure;
mod misuse;
mod ops;
mod plan;
mod replay;
mod run;
mod sensitivity;
#[cfg(unix)]
mod slurm;
mod steady;
mod sweep;
mod write;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Result of a call.
struct Called {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Calls the tool in the folder of the fixtures, so that messages name no path of this machine.
fn wishbone(arguments: &[&str]) -> Called {
    called(command(env!("CARGO_BIN_EXE_wishbone")).args(arguments))
}

fn command(binary: &str) -> Command {
    let mut command = Command::new(binary);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    command.stdin(Stdio::null());
    command
}

fn called(command: &mut Command) -> Called {
    let Output { status, stdout, stderr } = command.output().expect("the tool runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    let (out, err) = (text(stdout), text(stderr));
    assert!(
        !out.contains('\u{1b}') && !err.contains('\u{1b}'),
        "colour, though nobody sees it"
    );
    Called {
        code: status.code(),
        out,
        err,
    }
}

/// Output of a successful call. Only warnings of unusual figures are allowed: vehicles with closed forms are no real cars.
fn printed(arguments: &[&str]) -> String {
    let Called { code, out, err } = wishbone(arguments);
    let mut others = err.lines().filter(|line| !line.contains("; unusual: "));
    assert_eq!((code, others.next()), (Some(0), None), "{arguments:?}");
    out
}

/// Output of a successful call, checked to be no wider than a page.
fn page(arguments: &[&str]) -> String {
    let text = printed(arguments);
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{text}");
    text
}

/// Message of a call that ends with this code and prints nothing.
fn refused(arguments: &[&str], expected: i32) -> String {
    let Called { code, out, err } = wishbone(arguments);
    assert_eq!((code, out.as_str()), (Some(expected), ""), "{arguments:?}: {err}");
    err
}

/// A file to write, in a folder for these tests.
fn target(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("it is JSON")
}
